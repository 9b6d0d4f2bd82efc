//! The metrics of Skyline.

use super::dice::Face;
use super::rules::MAX_SEATS;
use super::score::Score;
use super::state::State;
use super::{Event, Move, Skyline};
use crate::decision_kinds;
use crate::game::Seat;
use crate::games::metrics::{Family, GameMetric, Measure, Metric, SeatMetric};

/// What the end of a game no longer shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    skipped_turns: u16,
    last_round: bool,
    seats: [SeatCounters; MAX_SEATS],
}

#[derive(Clone, Copy, Debug, Default)]
struct SeatCounters {
    demolished: u16,
    taken_from_district: u16,
}

/// A seat at the end of a game.
#[derive(Clone, Copy, Debug)]
pub struct SeatResult {
    score: Score,
    counters: SeatCounters,
}

impl SeatResult {
    fn tallest(&self) -> Option<i32> {
        let tallest = |counts: &[u16]| counts.iter().rposition(|count| *count > 0).unwrap_or(0);
        let tallest = self.score.buildings.iter().map(|counts| tallest(counts)).max();
        tallest.map(|height| height as i32)
    }
}

const TYPES: Family<Skyline> =
    Family { label: "TYPE", len: |_| Face::TYPES.len(), name: |_, at| Face::TYPES[at].to_string() };

impl Measure for Skyline {
    type Counters = Counters;
    type SeatResult = SeatResult;

    decision_kinds! {
        "take" => Move::Take(_),
        "take_abandoned" => Move::TakeAbandoned,
        "act" => Move::Act(_),
        "pick" => Move::Pick(_),
        "with" => Move::With(..),
        "put" => Move::Put(..),
        "done" => Move::Done,
        "stop" => Move::Stop,
        "again" => Move::Again(..),
        "roll" => Move::Roll,
    }

    const GAME_METRICS: &'static [GameMetric<Self>] = &[
        GameMetric::<Self>::new(
            Metric::share("ended_by_building", "whether a building starts the last round"),
            |_, counters| counters.last_round.into(),
        ),
        GameMetric::<Self>::new(
            Metric::count("skipped_turns", "turns", "turns skipped for want of dice"),
            |_, counters| counters.skipped_turns.into(),
        )
        .out_of("the dice of yard and district"),
    ];

    const SEAT_METRICS: &'static [SeatMetric<Self>] = &[
        SeatMetric::<Self>::each(
            Metric::mean("points", "points", "points from buildings of the type"),
            TYPES,
            |seat, of_type| Some(seat.score.points[of_type]),
        )
        .source(),
        SeatMetric::<Self>::each(
            Metric::mean("buildings", "buildings", "buildings of the type that count"),
            TYPES,
            |seat, of_type| {
                Some(seat.score.buildings[of_type].iter().map(|&count| i32::from(count)).sum())
            },
        ),
        SeatMetric::<Self>::new(
            Metric::mean(
                "unfinished_buildings",
                "buildings",
                "mid- and high-rises left unfinished, which count nothing",
            ),
            |seat| Some(seat.score.unfinished.into()),
        ),
        SeatMetric::<Self>::new(
            Metric::mean("tallest", "floors", "the height of the tallest building that counts"),
            SeatResult::tallest,
        ),
        SeatMetric::<Self>::new(
            Metric::count("demolished", "buildings", "buildings that the seat demolishes"),
            |seat| Some(seat.counters.demolished.into()),
        ),
        SeatMetric::<Self>::new(
            Metric::count(
                "taken_from_district",
                "times",
                "how often the seat takes dice from the abandoned district",
            ),
            |seat| Some(seat.counters.taken_from_district.into()),
        ),
    ];

    fn count_event(&self, event: &Event, counters: &mut Counters) {
        let seats = &mut counters.seats;
        match *event {
            Event::Skipped(_) => counters.skipped_turns += 1,
            Event::LastRound => counters.last_round = true,
            Event::Demolished { seat, .. } => seats[seat.index()].demolished += 1,
            Event::Took { seat, abandoned: true, .. } => {
                seats[seat.index()].taken_from_district += 1;
            }
            _ => {}
        }
    }

    fn turns(&self, state: &State, _decisions: u64) -> u32 {
        let rounds = u32::from(state.round.saturating_sub(1));
        rounds * u32::from(self.rules.players) + u32::from(state.seat.0) + 1
    }

    fn seat_result(&self, state: &State, counters: &Counters, seat: Seat) -> SeatResult {
        SeatResult { score: self.score(state, seat), counters: counters.seats[seat.index()] }
    }
}
