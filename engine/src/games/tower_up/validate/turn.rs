//! Whose turn it is, what is due, and how far the end has come.

use super::super::TowerUp;
use super::super::document::StepName;
use super::super::read::Draft;
use super::super::state::{Ending, State, Step};
use crate::document::Object;
use crate::game::{Finish, Game, Seat};

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
            let message = match playing {
                true => "turns are counted from 1",
                false => "no turn has begun during setup; the number is 0",
            };
            object.fault("turn", "impossible-turn", message);
        }
        if draft.extra && !(playing && matches!(state.step, Step::Reveal | Step::Return)) {
            let message =
                "`extra` is for a turn that has earned another one before `reveal` or `return`";
            object.fault("turn", "impossible-turn", message);
        }
        if playing && !(draft.opened.is_empty() && draft.pending.is_empty()) {
            object.fault(
                "pending",
                "impossible-turn",
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
                    object.fault("turn", "impossible-turn", message);
                }
                StepName::Return | StepName::Reveal if mover => {}
                _ if over => {
                    let message = format!(
                        "seat {index} has {total} floors; at most {limit} stay at the end of a turn"
                    );
                    at.fault("stock-above-limit", message);
                }
                _ => {}
            }
        }
        if draft.step == StepName::Reveal && state.unseen.total == 0 {
            object.fault(
                "discard",
                "impossible-turn",
                "no card is left to reveal; shuffle the discard first",
            );
        }
        if draft.city_is_whole && state.occupied().is_empty() {
            object.fault(
                "city",
                "impossible-turn",
                "there were starting floors; the city is empty",
            );
        }
        if state.step == Step::Over(Finish::Unfinished) && draft.number < self.rules.turn_cap {
            let message =
                "the game is over when everybody has counted visible roofs, or at the turn cap";
            object.fault("turn", "impossible-turn", message);
        }
    }

    pub(super) fn check_ending(&self, object: &Object<'_>, draft: &Draft<'_>, state: &mut State) {
        let fault = |message: String| match &draft.ending {
            Some((_, at)) => at.fault("impossible-ending", message),
            None => object.fault("ending", "ending-missing", message),
        };
        let dead = state.is_dead(self.all_sites);
        let city_is_whole = draft.city_is_whole && !state.occupied().is_empty();
        let unfinished = state.step == Step::Over(Finish::Unfinished);
        match state.ending {
            None => {
                let done = (0..draft.players.len()).find(|&index| state.players[index].roofs == 0);
                if let Some(seat) = done {
                    fault(format!("seat {seat} has placed the last roof: that triggers the end"));
                } else if dead && city_is_whole {
                    fault("nobody can found any more: that triggers the end".into());
                }
            }
            Some(Ending::LastRoof(by)) if city_is_whole && state.players[by.index()].roofs > 0 => {
                fault(format!("seat {} has {} roofs left", by.0, state.players[by.index()].roofs));
            }
            Some(Ending::DeadBoard(_)) if !dead => fault("somebody could still found".into()),
            Some(_) => {}
        }
        let seats = self.seats();
        let counted = |seat: Seat| draft.players[seat.index()].counted.is_some();
        let (must, last_round) = match state.ending {
            None => (Vec::new(), false),
            Some(ending) => {
                let (by, first, fresh) = match ending {
                    Ending::LastRoof(by) => (by, by, draft.seat == by),
                    Ending::Shortage(by) | Ending::DeadBoard(by) => {
                        let others = Seat::all(seats).filter(|seat| *seat != by);
                        (by, by.after(seats), draft.seat == by && !others.into_iter().any(counted))
                    }
                };
                // From `first` on, everybody up to the seat to move has counted.
                let order =
                    std::iter::successors(Some(first), |seat| Some(seat.after(seats))).take(seats);
                let done = order.take_while(|seat| {
                    *seat != draft.seat || state.step == Step::Over(Finish::Decided)
                });
                let must: Vec<Seat> = if fresh { Vec::new() } else { done.collect() };
                (must, !fresh || draft.seat != by)
            }
        };
        state.last_round = last_round;
        for (person, seat) in draft.players.iter().zip(Seat::all(seats)) {
            match (&person.counted, must.contains(&seat)) {
                (Some((count, at)), true) => {
                    let (visible, placed) =
                        (state.players[seat.index()].visible.len(), person_roofs(draft, seat));
                    if u32::from(*count) < visible || u32::from(*count) > placed {
                        let message = format!(
                            "{count} counted; {visible} are visible now, and {placed} were placed"
                        );
                        at.fault("impossible-count", message);
                    }
                }
                (Some((_, at)), false) => {
                    at.fault(
                        "impossible-count",
                        format!("the last turn of {seat} is not over yet"),
                    );
                }
                (None, true) if !unfinished => {
                    person.at.fault(
                        "count-missing",
                        format!("the last turn of {seat} is over: give `counted`"),
                    );
                }
                (None, _) => {}
            }
        }
    }
}

fn person_roofs(draft: &Draft<'_>, seat: Seat) -> u32 {
    draft.city.iter().flat_map(|plot| &plot.floors).filter(|roof| **roof == Some(seat)).count()
        as u32
}
