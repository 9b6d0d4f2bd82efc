//! Whether the end was triggered as the state says, and how far the last round has come.

use super::super::TowerUp;
use super::super::colour::Colour;
use super::super::document::StepName;
use super::super::read::{Draft, Plot};
use super::super::state::{Ending, State, Step};
use crate::document::{FaultCode, Object};
use crate::game::{Finish, Game, Seat};

/// How far the end has come.
struct LastRound {
    /// Who triggered it.
    by: Seat,
    /// Whether the turn that triggered it, or an extra turn it gave, is still under way.
    triggering: bool,
    /// Whose last turn is over, in turn order.
    done: Vec<Seat>,
}

impl TowerUp {
    pub(super) fn check_ending(&self, object: &Object<'_>, draft: &Draft<'_>, state: &mut State) {
        let round = state.ending.map(|ending| self.last_round(draft, state, ending));
        state.last_round = round.as_ref().is_some_and(|round| !round.triggering);
        let before = object.reader().fault_count();
        self.check_cause(object, draft, state);
        if let Some(round) = round.as_ref().filter(|_| object.reader().fault_count() == before) {
            self.check_trigger(object, draft, state, round);
        }
        let done = round.map(|round| round.done).unwrap_or_default();
        self.check_counts(draft, state, &done);
    }

    fn last_round(&self, draft: &Draft<'_>, state: &State, ending: Ending) -> LastRound {
        let seats = self.seats();
        let (by, first) = match ending {
            Ending::LastRoof(by) => (by, by),
            Ending::Shortage(by) | Ending::DeadBoard(by) => (by, by.after(seats)),
        };
        let counted = |seat: Seat| draft.players[seat.index()].counted.is_some();
        let nobody_else_counted = || !Seat::all(seats).any(|seat| seat != by && counted(seat));
        let triggering = draft.seat == by && (first == by || nobody_else_counted());
        if triggering {
            return LastRound { by, triggering, done: Vec::new() };
        }
        // From `first` on, everybody up to the seat to move has counted.
        let order = std::iter::successors(Some(first), |seat| Some(seat.after(seats))).take(seats);
        let over = state.step == Step::Over(Finish::Decided);
        let done = order.take_while(|seat| *seat != draft.seat || over).collect();
        LastRound { by, triggering, done }
    }

    /// Reports an end that the city contradicts, or that it demands.
    fn check_cause(&self, object: &Object<'_>, draft: &Draft<'_>, state: &State) {
        let dead = state.is_dead(self.all_sites);
        let city_is_whole = draft.city_is_whole && !state.occupied().is_empty();
        let missing = |message: String| object.fault("ending", FaultCode::EndingMissing, message);
        match state.ending {
            None => {
                let done = (0..draft.players.len()).find(|&index| state.players[index].roofs == 0);
                if let Some(seat) = done {
                    missing(format!("seat {seat} has placed the last roof: that triggers the end"));
                } else if dead && city_is_whole {
                    missing("nobody can found any more: that triggers the end".into());
                }
            }
            Some(Ending::LastRoof(by)) if city_is_whole && state.players[by.index()].roofs > 0 => {
                let left = state.players[by.index()].roofs;
                self.refuse_ending(object, draft, format!("seat {} has {left} roofs left", by.0));
            }
            Some(Ending::DeadBoard(_)) if !dead => {
                self.refuse_ending(object, draft, "somebody could still found".into());
            }
            Some(_) => {}
        }
    }

    fn refuse_ending(&self, object: &Object<'_>, draft: &Draft<'_>, message: String) {
        match &draft.ending {
            Some((_, at)) => at.fault(FaultCode::ImpossibleEnding, message),
            None => object.fault("ending", FaultCode::ImpossibleEnding, message),
        }
    }

    /// Reports a trigger that what followed it contradicts.
    fn check_trigger(
        &self,
        object: &Object<'_>,
        draft: &Draft<'_>,
        state: &State,
        round: &LastRound,
    ) {
        let by = round.by;
        let acts_again = round.triggering && draft.step == StepName::Act;
        if acts_again && !self.has_passed_a_star(state, by) {
            let message = format!(
                "seat {} has triggered the end and is to act again, but no star column gave it an extra turn",
                by.0
            );
            return self.refuse_ending(object, draft, message);
        }
        let some_colour_is_out = Colour::ALL.into_iter().any(|c| state.supply.of(c) == 0);
        let is_shortage = matches!(state.ending, Some(Ending::Shortage(_)));
        if is_shortage
            && draft.city_is_whole
            && !some_colour_is_out
            && !self.floors_may_be_back(draft, state, round)
        {
            let message = format!(
                "seat {} has caused a shortage, but the supply has every colour and nobody can have returned floors since",
                by.0
            );
            self.refuse_ending(object, draft, message);
        }
    }

    /// Whether somebody can have returned floors since a shortage. Who has returned some is
    /// left with a stock at the limit, until the next turn; an extra turn hides it.
    fn floors_may_be_back(&self, draft: &Draft<'_>, state: &State, round: &LastRound) -> bool {
        let at_limit = |seat: Seat| {
            state.players[seat.index()].stock.total() == u32::from(self.rules.stock_limit)
        };
        let by_has_played_on = !round.triggering && draft.seat == round.by;
        let over = state.step == Step::Over(Finish::Decided);
        let all = || round.done.iter().copied().chain([round.by, draft.seat]);
        let ended_a_turn =
            |seat: Seat| round.done.contains(&seat) || (seat == round.by && !round.triggering);
        by_has_played_on
            || over
            || all().any(|seat| self.has_passed_a_star(state, seat))
            || all().any(|seat| ended_a_turn(seat) && at_limit(seat))
    }

    /// Reports counts that are missing, premature or not what the roofs allow.
    fn check_counts(&self, draft: &Draft<'_>, state: &State, done: &[Seat]) {
        let unfinished = state.step == Step::Over(Finish::Unfinished);
        for (person, seat) in draft.players.iter().zip(Seat::all(self.seats())) {
            let turn = done.iter().position(|known| *known == seat);
            match (&person.counted, turn) {
                (Some((count, at)), Some(turn)) => {
                    let mut later = done[turn + 1..].to_vec();
                    if state.step != Step::Over(Finish::Decided) {
                        later.push(draft.seat);
                    }
                    let least = state.players[seat.index()].visible.len();
                    let most = most_visible(draft, seat, &later);
                    if !(least..=most).contains(&u32::from(*count)) {
                        let message = format!(
                            "{count} counted; {least} are visible now, and {most} can have been before the turns since"
                        );
                        at.fault(FaultCode::ImpossibleCount, message);
                    }
                }
                (Some((_, at)), None) => {
                    at.fault(
                        FaultCode::ImpossibleCount,
                        format!("the last turn of {seat} is not over yet"),
                    );
                }
                (None, Some(_)) if !unfinished => {
                    person.at.fault(
                        FaultCode::CountMissing,
                        format!("the last turn of {seat} is over: give `counted`"),
                    );
                }
                (None, _) => {}
            }
        }
    }
}

/// The most roofs of a seat that can have been visible before the last turns of the seats in
/// `later`: one in a building, and whatever lies above it was added in those turns. Each
/// founding adds one floor to a building at most, and places a roof of the founder somewhere.
fn most_visible(draft: &Draft<'_>, seat: Seat, later: &[Seat]) -> u32 {
    let is_later = |roof: &Seat| later.contains(roof);
    let roofs = draft.city.iter().flat_map(|plot| plot.floors.iter().flatten());
    let foundings = roofs.filter(|roof| is_later(roof)).count();
    let was_visible = |plot: &&Plot<'_>| {
        let Some(highest) = plot.floors.iter().rposition(|roof| *roof == Some(seat)) else {
            return false;
        };
        let above = &plot.floors[highest + 1..];
        above.len() <= foundings && above.iter().flatten().all(is_later)
    };
    draft.city.iter().filter(was_visible).count() as u32
}
