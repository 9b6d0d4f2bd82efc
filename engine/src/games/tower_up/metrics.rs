//! The metrics of Tower Up.

use super::colour::Colour;
use super::objectives::{IN_PLAY, Objective};
use super::rules::MAX_SEATS;
use super::score::Score;
use super::state::{Ending, Player, State};
use super::{Event, Move, TowerUp};
use crate::decision_kinds;
use crate::game::Seat;
use crate::games::metrics::{
    Family, GameMetric, Measure, Metric, REACHED, SeatMetric, TOKEN, TURN,
};

/// What the end of a game no longer shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    turn: u16,
    reshuffles: u16,
    seats: [SeatCounters; MAX_SEATS],
}

#[derive(Clone, Copy, Debug, Default)]
struct SeatCounters {
    extra_turns: u16,
    covered_roofs: u16,
    returned_floors: u32,
    /// How many objectives the seat has reached.
    reached: u8,
    /// Which, in order.
    objectives: [ReachedObjective; IN_PLAY],
}

#[derive(Clone, Copy, Debug, Default)]
struct ReachedObjective {
    id: u8,
    turn: u16,
}

/// A seat at the end of a game.
#[derive(Clone, Copy, Debug)]
pub struct SeatResult {
    score: Score,
    player: Player,
    in_play: [Objective; IN_PLAY],
    objectives: usize,
    counters: SeatCounters,
}

impl SeatResult {
    /// The token for an objective, if it was reached; nothing if it is not in play.
    fn token(&self, objective: usize) -> Option<Option<u8>> {
        let in_play = &self.in_play[..self.objectives];
        let slot = in_play.iter().position(|it| usize::from(it.0) == objective)?;
        Some(self.player.tokens[slot])
    }

    /// The turn in which an objective was reached.
    fn turn(&self, objective: usize) -> Option<i32> {
        let reached = &self.counters.objectives[..usize::from(self.counters.reached)];
        let found = reached.iter().find(|it| usize::from(it.id) == objective)?;
        Some(found.turn.into())
    }

    /// Steps from the hindmost to the foremost marker.
    fn track_spread(&self) -> i32 {
        let steps = self.player.markers;
        let (least, most) = steps.iter().fold((u8::MAX, 0), |(l, m), &s| (l.min(s), m.max(s)));
        (most - least).into()
    }

    fn tokens(&self) -> i32 {
        self.score.tokens.iter().flatten().map(|(_, value)| i32::from(*value)).sum()
    }
}

const COLOURS: Family<TowerUp> = Family {
    label: "COLOUR",
    len: |_| Colour::ALL.len(),
    name: |_, at| Colour::ALL[at].to_string(),
};

/// Present only where some seat has bonus points.
const BONUS: Family<TowerUp> = Family {
    label: "points",
    len: |game| usize::from(game.rules.bonuses.iter().any(|bonus| bonus.points > 0)),
    name: |_, _| "points".into(),
};

const OBJECTIVES: Family<TowerUp> = Family {
    label: "OBJECTIVE",
    len: |game| game.components.objectives.len(),
    name: |game, at| game.components.objectives[at].id.to_string(),
};

impl Measure for TowerUp {
    type Counters = Counters;
    type SeatResult = SeatResult;

    decision_kinds! {
        "place" => Move::Place { .. },
        "take" => Move::Take { .. },
        "return" => Move::Return(_),
        "found" => Move::Found { .. },
    }

    const GAME_METRICS: &'static [GameMetric<Self>] = &[
        GameMetric::<Self>::new(
            Metric::count("extra_turns", "turns", "extra turns that star columns give"),
            |_, counters| counters.seats.iter().map(|seat| i32::from(seat.extra_turns)).sum(),
        ),
        GameMetric::<Self>::new(
            Metric::share("shortage", "whether a shortage of floors ends the game"),
            |state, _| matches!(state.ending, Some(Ending::Shortage(_))).into(),
        )
        .out_of("the floors of a colour"),
        GameMetric::<Self>::new(
            Metric::share("dead_board", "whether the game ends because no site can be founded on"),
            |state, _| matches!(state.ending, Some(Ending::DeadBoard(_))).into(),
        )
        .out_of("the sites that can be founded on"),
        GameMetric::<Self>::new(
            Metric::count("reshuffles", "times", "how often the deck is reshuffled"),
            |_, counters| counters.reshuffles.into(),
        )
        .out_of("the deck"),
    ];

    const SEAT_METRICS: &'static [SeatMetric<Self>] = &[
        SeatMetric::<Self>::each(
            Metric::mean("track", "points", "points from the track of the colour"),
            COLOURS,
            |seat, colour| Some(seat.score.tracks[colour].into()),
        )
        .source(),
        SeatMetric::<Self>::new(Metric::mean("cone", "points", "points from the cone"), |seat| {
            Some(seat.score.cone.into())
        })
        .source(),
        SeatMetric::<Self>::new(Metric::mean("tokens", "points", "points from tokens"), |seat| {
            Some(seat.tokens())
        })
        .source(),
        SeatMetric::<Self>::each(
            Metric::mean("bonus", "points", "points that the seat starts with"),
            BONUS,
            |seat, _| Some(seat.score.bonus.into()),
        )
        .source(),
        SeatMetric::<Self>::new(
            Metric::mean("visible_roofs", "roofs", "roofs that are visible at the end"),
            |seat| Some(seat.score.visible_roofs.into()),
        ),
        SeatMetric::<Self>::new(
            Metric::mean("track_spread", "steps", "steps from the hindmost to the foremost marker"),
            |seat| Some(seat.track_spread()),
        ),
        SeatMetric::<Self>::new(Metric::mean("stock", "floors", "floors left in stock"), |seat| {
            Some(seat.score.stock.into())
        }),
        SeatMetric::<Self>::new(Metric::mean("roofs_left", "roofs", "roofs not placed"), |seat| {
            Some(seat.player.roofs.into())
        }),
        SeatMetric::<Self>::new(
            Metric::count("extra_turns_taken", "turns", "extra turns that the seat gets"),
            |seat| Some(seat.counters.extra_turns.into()),
        ),
        SeatMetric::<Self>::new(
            Metric::count("covered_roofs", "roofs", "roofs of the seat that are built over"),
            |seat| Some(seat.counters.covered_roofs.into()),
        ),
        SeatMetric::<Self>::new(
            Metric::count("returned_floors", "floors", "floors returned above the stock limit"),
            |seat| Some(seat.counters.returned_floors as i32),
        ),
        SeatMetric::<Self>::each(REACHED, OBJECTIVES, |seat, objective| {
            seat.token(objective).map(|token| token.is_some().into())
        }),
        SeatMetric::<Self>::each(TOKEN, OBJECTIVES, |seat, objective| {
            seat.token(objective).flatten().map(i32::from)
        }),
        SeatMetric::<Self>::each(TURN, OBJECTIVES, |seat, objective| seat.turn(objective)),
    ];

    fn start_counters(&self, state: &State) -> Counters {
        Counters { turn: state.turns, ..Counters::default() }
    }

    fn count_event(&self, event: &Event, counters: &mut Counters) {
        let seats = &mut counters.seats;
        match *event {
            Event::Turn { .. } => counters.turn += 1,
            Event::Reshuffled => counters.reshuffles += 1,
            Event::StarColumn(seat) => seats[seat.index()].extra_turns += 1,
            Event::Covered { seat, .. } => seats[seat.index()].covered_roofs += 1,
            Event::Returned { seat, floors } => {
                seats[seat.index()].returned_floors += floors.total();
            }
            Event::Reached { seat, objective, .. } => {
                let seat = &mut seats[seat.index()];
                seat.objectives[usize::from(seat.reached)] =
                    ReachedObjective { id: objective.0, turn: counters.turn };
                seat.reached += 1;
            }
            _ => {}
        }
    }

    fn turns(&self, state: &State, _decisions: u64) -> u32 {
        state.turns.into()
    }

    fn seat_result(&self, state: &State, counters: &Counters, seat: Seat) -> SeatResult {
        SeatResult {
            score: self.score(state, seat),
            player: *state.player(seat),
            in_play: state.objectives,
            objectives: state.objectives().len(),
            counters: counters.seats[seat.index()],
        }
    }
}
