//! What a finished game tells beside its winner.

use super::dice::Face;
use super::rules::MAX_SEATS;
use super::state::State;
use super::{Event, Move, Skyline};
use crate::game::Seat;
use crate::measure::{Measure, Occurrence};

/// What a game's end no longer shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Diary {
    skipped: u16,
    last_round: bool,
    demolished: [u16; MAX_SEATS],
    from_district: [u16; MAX_SEATS],
}

impl Measure for Skyline {
    type Diary = Diary;

    const KINDS: &'static [&'static str] =
        &["take", "take_abandoned", "act", "pick", "with", "put", "done", "stop", "again", "roll"];

    fn kind(mv: Move) -> Option<usize> {
        match mv {
            Move::Rolled { .. } => None,
            Move::Take(_) => Some(0),
            Move::TakeAbandoned => Some(1),
            Move::Act(_) => Some(2),
            Move::Pick(_) => Some(3),
            Move::With(..) => Some(4),
            Move::Put(..) => Some(5),
            Move::Done => Some(6),
            Move::Stop => Some(7),
            Move::Again(..) => Some(8),
            Move::Roll => Some(9),
        }
    }

    fn notice(&self, event: &Event, diary: &mut Diary) {
        match *event {
            Event::Skipped(_) => diary.skipped += 1,
            Event::LastRound => diary.last_round = true,
            Event::Demolished { seat, .. } => diary.demolished[seat.index()] += 1,
            Event::Took { seat, abandoned: true, .. } => diary.from_district[seat.index()] += 1,
            _ => {}
        }
    }

    fn turns(&self, state: &State) -> u32 {
        let rounds = u32::from(state.round.saturating_sub(1));
        rounds * u32::from(self.rules.players) + u32::from(state.seat.0) + 1
    }

    const OCCURRENCES: &'static [Occurrence] = &[
        Occurrence::once("ended_by_building"),
        Occurrence::often("skipped_turns").out_of("the dice of yard and district"),
    ];

    fn occurrences(&self, _: &State, diary: &Diary, out: &mut Vec<i32>) {
        out.extend([i32::from(diary.last_round), i32::from(diary.skipped)]);
    }

    fn figures(&self) -> Vec<String> {
        let points = Face::TYPES.map(|face| format!("points_{face}"));
        let buildings = Face::TYPES.map(|face| format!("buildings_{face}"));
        let rest = ["unfinished_buildings", "tallest", "demolished", "taken_from_district"]
            .map(String::from);
        points.into_iter().chain(buildings).chain(rest).collect()
    }

    fn measure(&self, state: &State, diary: &Diary, seat: Seat, out: &mut Vec<Option<i32>>) {
        let score = self.score(state, seat);
        out.extend(score.points.map(Some));
        let count = |counts: &[u16]| counts.iter().map(|&count| i32::from(count)).sum();
        out.extend(score.buildings.each_ref().map(|counts| Some(count(counts))));
        let tallest = |counts: &[u16]| counts.iter().rposition(|count| *count > 0).unwrap_or(0);
        let tallest = score.buildings.iter().map(|counts| tallest(counts)).max();
        out.extend([Some(score.unfinished.into()), tallest.map(|height| height as i32)]);
        out.push(Some(diary.demolished[seat.index()].into()));
        out.push(Some(diary.from_district[seat.index()].into()));
    }

    const SOURCES: &'static [&'static str] = &["points_low", "points_mid", "points_high"];
}
