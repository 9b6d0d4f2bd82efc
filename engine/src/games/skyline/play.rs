//! What a move does.

use super::Skyline;
use super::dice::{Dice, Face, Hand, Kind, total};
use super::event::Event;
use super::moves::{Move, left};
use super::state::{Action, Building, State, Step};
use crate::game::{Seat, Watch};

impl Skyline {
    pub(super) fn apply(&self, state: &mut State, mv: Move, watch: &mut impl Watch<Event>) {
        match mv {
            Move::Take(dice) => {
                (0..3).for_each(|kind| state.yard[kind] -= dice[kind]);
                self.take(state, dice, false, watch);
            }
            Move::TakeAbandoned => {
                let dice = std::mem::take(&mut state.district);
                self.take(state, dice, true, watch);
            }
            Move::Rolled { kind, faces } => {
                state.to_roll[kind.index()] = 0;
                (0..4).for_each(|face| state.hand.0[kind.index()][face] += faces[face]);
                if self.rolling(state).is_none() {
                    self.begin_action(state);
                }
            }
            Move::Act(Action::Demolish) => state.step = Step::Pick,
            Move::Act(action) => state.step = Step::Use(action, None),
            Move::Pick(building) => {
                *state.own_mut().count_mut(building) -= 1;
                state.own_mut().demolished = true;
                if !building.finished {
                    self.return_dice(state, building);
                }
                watch.see(Event::Demolished { seat: state.seat, building });
                state.step = Step::Use(Action::Demolish, None);
            }
            Move::With(kind, face) => self.with(state, kind, face, watch),
            Move::Put(kind, face, height) => self.put(state, kind, face, height, watch),
            Move::Done => self.end_action(state, watch),
            Move::Stop => self.end_turn(state, watch),
            Move::Again(kind, face) => {
                state.hand.remove(kind, face);
                state.to_roll[kind.index()] += 1;
                let mark = Some((kind, face, 0));
                // Nothing left to add: roll.
                state.step =
                    if left(state, mark).next().is_some() { Step::GoOn(mark) } else { Step::Roll };
            }
            Move::Roll => state.step = Step::Roll,
        }
    }

    fn take(&self, state: &mut State, dice: Dice, abandoned: bool, watch: &mut impl Watch<Event>) {
        state.to_roll = dice;
        state.step = Step::Roll;
        watch.see(Event::Took { seat: state.seat, dice, abandoned });
    }

    /// After a roll there is an action, unless nothing at all can be done.
    fn begin_action(&self, state: &mut State) {
        let possible = Action::ALL.into_iter().any(|action| self.can(state, action));
        state.step = if possible { Step::Act } else { Step::Stuck };
    }

    fn with(&self, state: &mut State, kind: Kind, face: Face, watch: &mut impl Watch<Event>) {
        let Step::Use(action, _) = state.step else { unreachable!("an action is under way") };
        state.hand.remove(kind, face);
        match action {
            Action::Abandon => {
                state.district[kind.index()] += 1;
                watch.see(Event::Abandoned(kind));
            }
            _ => state.yard[kind.index()] += 1,
        }
        let mark = Some((kind, face, 0));
        if left(state, mark).next().is_some() {
            state.step = Step::Use(action, mark);
        } else {
            self.end_action(state, watch);
        }
    }

    fn put(
        &self,
        state: &mut State,
        kind: Kind,
        face: Face,
        height: u8,
        watch: &mut impl Watch<Event>,
    ) {
        let seat = state.seat;
        let raised = height + 1;
        state.hand.remove(kind, face);
        if height > 0 {
            *state.own_mut().count_mut(Building { finished: false, face, height }) -= 1;
        }
        watch.see(Event::Built { seat, kind, face, height: raised });
        let [_, most] = self.rules.heights[face.index()];
        let finished = kind == Kind::Penthouse || (face == Face::Low && raised == most);
        let building = Building { finished, face, height: raised };
        *state.own_mut().count_mut(building) += 1;
        if finished {
            // The penthouse is the top of it; a low-rise has none.
            self.return_dice(state, building);
            watch.see(Event::Finished { seat, face, height: raised });
            if raised == self.rules.end_height && !state.last_round {
                state.last_round = true;
                watch.see(Event::LastRound);
            }
        }
        let mark = Some((kind, face, height));
        let mut more = false;
        self.places(state, mark, |_, _, _| more = true);
        if more {
            state.step = Step::Use(Action::Build, mark);
        } else {
            self.end_action(state, watch);
        }
    }

    /// Puts the dice of a building back into the yard.
    fn return_dice(&self, state: &mut State, Building { finished, face, height }: Building) {
        let penthouse = u8::from(finished && face != Face::Low);
        state.yard[0] += 1;
        state.yard[1] += height - 1 - penthouse;
        state.yard[2] += penthouse;
    }

    fn end_action(&self, state: &mut State, watch: &mut impl Watch<Event>) {
        if state.hand.is_empty() {
            self.end_turn(state, watch);
        } else {
            state.step = Step::GoOn(None);
        }
    }

    fn end_turn(&self, state: &mut State, watch: &mut impl Watch<Event>) {
        let back = std::mem::take(&mut state.hand);
        let dice = Hand::dice(&back);
        (0..3).for_each(|kind| state.yard[kind] += dice[kind]);
        if self.rules.players > 1 && total(state.district) == 0 {
            state.district = state.yard.map(|count| count.min(1));
            (0..3).for_each(|kind| state.yard[kind] -= state.district[kind]);
            watch.see(Event::Refilled(state.district));
        }
        self.begin_turn(state, state.seat.after(self.rules.players.into()), watch);
    }

    pub(super) fn begin_turn(&self, state: &mut State, first: Seat, watch: &mut impl Watch<Event>) {
        let mut seat = first;
        loop {
            if seat == Seat(0) {
                if state.round == self.rules.rounds || state.last_round {
                    state.step = Step::Over;
                    return watch.see(Event::Over);
                }
                state.round += 1;
            }
            state.seat = seat;
            watch.see(Event::Turn { seat, round: state.round });
            if total(state.yard) + total(state.district) > 0 {
                state.step = Step::Take;
                return;
            }
            watch.see(Event::Skipped(seat));
            seat = seat.after(self.rules.players.into());
        }
    }
}
