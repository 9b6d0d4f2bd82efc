//! Whose turn it is and what is due.

use super::super::TowerUp;
use super::super::document::StepName;
use super::super::read::Draft;
use super::super::state::{State, Step};
use crate::document::{FaultCode, Object};
use crate::game::Finish;

impl TowerUp {
    pub(super) fn put_step(&self, object: &Object<'_>, draft: &Draft<'_>, state: &mut State) {
        state.step = match draft.step {
            StepName::DrawObjective => Step::DrawObjective,
            StepName::OpenMarket => Step::OpenMarket,
            StepName::DrawFloor => Step::DrawFloor,
            StepName::Place => Step::Place,
            StepName::Act => Step::Act,
            StepName::Reveal => Step::Reveal,
            StepName::Return => Step::Return,
            StepName::Over if draft.players.iter().all(|person| person.counted.is_some()) => {
                Step::Over(Finish::Decided)
            }
            StepName::Over => Step::Over(Finish::Unfinished),
        };
        let playing = self.is_playing(draft);
        if playing != (draft.number > 0) {
            let message = if playing {
                "turns are counted from 1"
            } else {
                "no turn has begun during setup; the number is 0"
            };
            object.fault("turn", FaultCode::ImpossibleTurn, message);
        }
        if draft.extra && !(playing && matches!(state.step, Step::Reveal | Step::Return)) {
            let message =
                "`extra` is for a turn that has earned another one before `reveal` or `return`";
            object.fault("turn", FaultCode::ImpossibleTurn, message);
        }
        if playing && !(draft.opened.is_empty() && draft.pending.is_empty()) {
            object.fault(
                "pending",
                FaultCode::ImpossibleTurn,
                "starting floors are placed before the first turn",
            );
        }
    }

    pub(super) fn check_turn(&self, object: &Object<'_>, draft: &Draft<'_>, state: &State) {
        let limit = self.rules.stock_limit;
        for (index, person) in draft.players.iter().enumerate() {
            let over = self.surplus(person.stock) > 0;
            let mover = index == draft.seat.index();
            let (total, at) = (person.stock.total(), &person.at);
            match draft.step {
                StepName::Return if mover && !over => {
                    let message = format!(
                        "seat {index} has {total} floors and nothing to return; {limit} may stay"
                    );
                    object.fault("turn", FaultCode::ImpossibleTurn, message);
                }
                StepName::Return | StepName::Reveal if mover => {}
                _ if over => {
                    let message = format!(
                        "seat {index} has {total} floors; at most {limit} stay at the end of a turn"
                    );
                    at.fault(FaultCode::StockAboveLimit, message);
                }
                _ => {}
            }
        }
        if draft.step == StepName::Reveal && state.unseen.total == 0 {
            object.fault(
                "discard",
                FaultCode::ImpossibleTurn,
                "no card is left to reveal; shuffle the discard first",
            );
        }
        if draft.city_is_whole && state.occupied().is_empty() {
            object.fault(
                "city",
                FaultCode::ImpossibleTurn,
                "there were starting floors; the city is empty",
            );
        }
        if state.step == Step::Over(Finish::Unfinished) && draft.number < self.rules.turn_cap {
            let message =
                "the game is over when everybody has counted visible roofs, or at the turn cap";
            object.fault("turn", FaultCode::ImpossibleTurn, message);
        }
    }
}
