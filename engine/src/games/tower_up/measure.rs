//! What a finished game tells beside its winner.

use super::colour::Colour;
use super::objectives::IN_PLAY;
use super::rules::MAX_SEATS;
use super::state::{Ending, State};
use super::{Event, Move, TowerUp};
use crate::game::Seat;
use crate::measure::{Measure, Occurrence};

/// What a game's end no longer shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Diary {
    turn: u16,
    reshuffles: u16,
    extra_turns: [u16; MAX_SEATS],
    covered: [u16; MAX_SEATS],
    returned: [u32; MAX_SEATS],
    /// By seat, how many objectives it has reached, and which when.
    reached: [(u8, [(u8, u16); IN_PLAY]); MAX_SEATS],
}

impl Diary {
    /// The turn in which a seat reached an objective.
    fn turn_of(&self, seat: Seat, objective: usize) -> Option<i32> {
        let (count, reached) = &self.reached[seat.index()];
        let found =
            reached[..usize::from(*count)].iter().find(|(id, _)| usize::from(*id) == objective);
        found.map(|(_, turn)| (*turn).into())
    }
}

impl Measure for TowerUp {
    type Diary = Diary;

    fn diary(&self, state: &State) -> Diary {
        Diary { turn: state.turns, ..Diary::default() }
    }

    const KINDS: &'static [&'static str] = &["place", "take", "return", "found"];

    fn kind(mv: Move) -> Option<usize> {
        match mv {
            Move::Place { .. } => Some(0),
            Move::Take { .. } => Some(1),
            Move::Return(_) => Some(2),
            Move::Found { .. } => Some(3),
            Move::Objective(_) | Move::Open(_) | Move::Bottom(_) | Move::Reveal(_) => None,
        }
    }

    fn notice(&self, event: &Event, diary: &mut Diary) {
        match *event {
            Event::Turn { .. } => diary.turn += 1,
            Event::Reshuffled => diary.reshuffles += 1,
            Event::StarColumn(seat) => diary.extra_turns[seat.index()] += 1,
            Event::Covered { seat, .. } => diary.covered[seat.index()] += 1,
            Event::Returned { seat, floors } => {
                diary.returned[seat.index()] += floors.total();
            }
            Event::Reached { seat, objective, .. } => {
                let (count, reached) = &mut diary.reached[seat.index()];
                reached[usize::from(*count)] = (objective.0, diary.turn);
                *count += 1;
            }
            _ => {}
        }
    }

    fn turns(&self, state: &State) -> u32 {
        state.turns.into()
    }

    const OCCURRENCES: &'static [Occurrence] = &[
        Occurrence::often("extra_turns"),
        Occurrence::once("shortage").out_of("the floors of a colour"),
        Occurrence::once("dead_board").out_of("the sites that can be founded on"),
        Occurrence::often("reshuffles").out_of("the deck"),
    ];

    fn occurrences(&self, state: &State, diary: &Diary, out: &mut Vec<i32>) {
        let extra: i32 = diary.extra_turns.iter().map(|&count| i32::from(count)).sum();
        let shortage = matches!(state.ending, Some(Ending::Shortage(_)));
        let dead_board = matches!(state.ending, Some(Ending::DeadBoard(_)));
        out.extend([
            extra,
            i32::from(shortage),
            i32::from(dead_board),
            i32::from(diary.reshuffles),
        ]);
    }

    fn figures(&self) -> Vec<String> {
        let tracks = Colour::ALL.map(|colour| format!("track_{colour}"));
        let rest = [
            "cone",
            "tokens",
            "visible_roofs",
            "track_spread",
            "stock",
            "roofs_left",
            "extra_turns_taken",
            "covered_roofs",
            "returned_floors",
        ];
        let objectives = self.components.objectives.iter();
        let reached = objectives.clone().map(|objective| format!("reached_{}", objective.id));
        let token = objectives.clone().map(|objective| format!("token_{}", objective.id));
        let turn = objectives.map(|objective| format!("turn_{}", objective.id));
        let rest = rest.into_iter().map(String::from);
        tracks.into_iter().chain(rest).chain(reached).chain(token).chain(turn).collect()
    }

    fn measure(&self, state: &State, diary: &Diary, seat: Seat, out: &mut Vec<Option<i32>>) {
        let (score, player) = (self.score(state, seat), state.player(seat));
        let tokens = score.tokens.iter().flatten().map(|(_, value)| i32::from(*value)).sum();
        let markers = player.markers;
        let (least, most) = markers.iter().fold((u8::MAX, 0), |(l, m), &s| (l.min(s), m.max(s)));
        out.extend(score.tracks.map(|points| Some(points.into())));
        out.extend([Some(score.cone.into()), Some(tokens), Some(score.visible_roofs.into())]);
        out.extend([Some((most - least).into()), Some(score.stock.into())]);
        out.extend([Some(player.roofs.into()), Some(diary.extra_turns[seat.index()].into())]);
        out.extend([
            Some(diary.covered[seat.index()].into()),
            Some(diary.returned[seat.index()] as i32),
        ]);
        let slot = |id: usize| state.objectives().iter().position(|it| usize::from(it.0) == id);
        let all = 0..self.components.objectives.len();
        out.extend(all.clone().map(|id| slot(id).map(|at| player.tokens[at].is_some().into())));
        let tokens = all.clone().map(|id| slot(id).and_then(|at| player.tokens[at]));
        out.extend(tokens.map(|token| token.map(i32::from)));
        out.extend(all.map(|id| diary.turn_of(seat, id)));
    }

    const SOURCES: &'static [&'static str] =
        &["track_brown", "track_black", "track_gray", "track_white", "cone", "tokens"];
}
