//! Writing states.

use super::Skyline;
use super::dice::{Face, Kind};
use super::document::{FaceName, HandDocument, PlayerDocument, StateDocument, StepName, Turn};
use super::state::{Action, Mark, State, Step};
use crate::game::Seat;

impl Skyline {
    pub(super) fn state_document(&self, state: &State) -> StateDocument {
        let (step, action, last) = match state.step {
            Step::Take => (StepName::Take, None, None),
            Step::Roll => (StepName::Roll, None, None),
            Step::Act => (StepName::Act, None, None),
            Step::Pick => (StepName::Pick, None, None),
            Step::Use(action, mark) => {
                (StepName::Use, Some(Action::NAMES[action as usize].to_string()), mark)
            }
            Step::GoOn(mark) => (StepName::GoOn, None, mark),
            Step::Stuck => (StepName::Stuck, None, None),
            Step::Over => (StepName::Over, None, None),
        };
        let faces = |kind: Kind| {
            let each =
                Face::ALL.into_iter().flat_map(|face| vec![face; state.hand.of(kind, face).into()]);
            each.map(FaceName::of).collect()
        };
        StateDocument {
            turn: Turn {
                seat: state.seat.0,
                round: state.round,
                step,
                action,
                last: last.map(mark_text),
                last_round: state.last_round,
            },
            hand: HandDocument {
                ground: faces(Kind::Ground),
                upper: faces(Kind::Upper),
                penthouse: faces(Kind::Penthouse),
            },
            to_roll: state.to_roll.into(),
            district: state.district.into(),
            yard: state.yard.into(),
            players: Seat::all(self.rules.players.into())
                .map(|seat| player_document(state, seat))
                .collect(),
        }
    }
}

fn mark_text((kind, face, height): Mark) -> String {
    match height {
        0 => format!("{kind} {face}"),
        _ => format!("{kind} {face} on {height}"),
    }
}

fn player_document(state: &State, seat: Seat) -> PlayerDocument {
    let skyline = state.skyline(seat);
    let list = |finished: bool| {
        let those = skyline.buildings().filter(move |building| building.finished == finished);
        let words = those
            .flat_map(|b| vec![format!("{} {}", b.face, b.height); usize::from(skyline.count(b))]);
        words.collect()
    };
    PlayerDocument { columns: list(false), tiles: list(true), demolished: skyline.demolished }
}
