//! Whether a state that was read can have come about.
//!
//! Every check looks at one thing and reports it at its place. What depends on
//! the city is checked only once the city itself makes sense.

mod bottoms;
mod city;
mod ending;
mod markers;
mod setup;
mod turn;

use super::TowerUp;
use super::colour::{Colour, Floors};
use super::deck::Face;
use super::document::StepName;
use super::handicap::Forbidden;
use super::objectives::{IN_PLAY, Objective};
use super::read::Draft;
use super::rules::MAX_MARKET;
use super::state::{Pile, Player, Row, State};
use crate::document::{FaultCode, Object, Reader};
use crate::game::{Game, Seat};

impl TowerUp {
    /// Reads and checks a state document.
    pub(super) fn state_of(&self, object: &Object<'_>) -> Option<State> {
        let draft = self.draft(object)?;
        let before = object.reader().fault_count();
        let mut state = self.start();
        state.seat = draft.seat;
        state.turns = draft.number;
        state.extra = draft.extra;
        state.ending = draft.ending.as_ref().map(|(ending, _)| *ending);
        self.put_objectives(object, &draft, &mut state);
        self.put_cards(object, &draft, &mut state);
        self.put_players(&draft, &mut state);
        let city_stands = self.put_city(&draft, &mut state);
        self.put_supply(&draft, &mut state);
        if city_stands {
            self.check_foundings(object, &draft, &state);
            self.check_tokens(&draft, &mut state);
            self.check_markers(&draft, &state);
        }
        self.put_step(object, &draft, &mut state);
        if self.is_playing(&draft) {
            self.check_turn(object, &draft, &state);
            self.check_extra(object, &draft, &state);
            self.check_ending(object, &draft, &mut state);
        } else {
            self.check_setup(object, &draft, &mut state);
        }
        (object.reader().fault_count() == before).then_some(state)
    }

    pub(super) fn is_playing(&self, draft: &Draft<'_>) -> bool {
        match draft.step {
            StepName::Act | StepName::Return | StepName::Over => true,
            StepName::Reveal => draft.number > 0,
            _ => false,
        }
    }

    fn put_objectives(&self, object: &Object<'_>, draft: &Draft<'_>, state: &mut State) {
        state.objectives = [Objective(u8::MAX); IN_PLAY];
        state.drawn = draft.objectives.len() as u8;
        state.objectives[..draft.objectives.len()].copy_from_slice(&draft.objectives);
        let drawing = draft.step == StepName::DrawObjective;
        if !draft.cards_are_whole {
            return;
        }
        if drawing == (draft.objectives.len() == IN_PLAY) {
            let when =
                if drawing { "until the last of them is drawn, fewer" } else { "all of them" };
            let message = format!(
                "{} objectives are named; {IN_PLAY} are in play, {when}",
                draft.objectives.len()
            );
            object.fault("objectives", FaultCode::Objectives, message);
        } else if !self.chosen.is_empty() && self.chosen != draft.objectives {
            object.fault("objectives", FaultCode::Objectives, "the rules name other objectives");
        }
    }

    fn put_cards(&self, object: &Object<'_>, draft: &Draft<'_>, state: &mut State) {
        (state.discard, state.market) = (Pile::EMPTY, Row::new(Face(u8::MAX)));
        let mut left = self.start().unseen;
        let mut take = |face: Face, at: &Reader<'_>| {
            let exists = left.of(face) > 0;
            if exists {
                left.remove(face);
            } else {
                let data = &self.faces[usize::from(face.0)];
                let message = format!("there are only {} cards `{}`", data.copies, data.name);
                at.fault(FaultCode::TooManyCards, message);
            }
            exists
        };
        for (face, at) in draft.market.iter().take(MAX_MARKET) {
            if take(*face, at) {
                state.market.insert(*face);
            }
        }
        for (face, at) in &draft.discard {
            if take(*face, at) {
                state.discard.add(*face);
            }
        }
        state.unseen = left;
        let (shown, size) = (draft.market.len(), usize::from(self.rules.market_size));
        let expected = match draft.step {
            StepName::DrawObjective => 0..=0,
            StepName::OpenMarket => 0..=size - 1,
            StepName::Reveal if draft.number == 0 => 0..=size - 1,
            StepName::Reveal => size - 1..=size - 1,
            _ => size..=size,
        };
        if draft.cards_are_whole && !expected.contains(&shown) {
            let message = match (expected.start(), expected.end()) {
                (low, high) if low == high => {
                    format!("{shown} cards are on display; at this step it is {low}")
                }
                (low, high) => {
                    format!("{shown} cards are on display; at this step it is {low} to {high}")
                }
            };
            object.fault("market", FaultCode::MarketSize, message);
        }
    }

    fn put_players(&self, draft: &Draft<'_>, state: &mut State) {
        state.players = [Player::default(); super::rules::MAX_SEATS];
        let all = self.rules.roofs(&self.components);
        for (person, player) in draft.players.iter().zip(&mut state.players) {
            let counted = person.counted.as_ref().map(|(count, _)| *count);
            *player = Player {
                stock: person.stock,
                markers: person.markers.map(|steps| steps.min(self.track_end)),
                roofs: all,
                counted,
                ..Player::default()
            };
        }
    }

    fn put_supply(&self, draft: &Draft<'_>, state: &mut State) {
        let all = self.rules.floors_per_colour(&self.components);
        let mut used = [0u32; 4];
        for plot in &draft.city {
            used[plot.colour.index()] += plot.floors.len() as u32;
        }
        for person in &draft.players {
            person
                .stock
                .counts()
                .iter()
                .zip(&mut used)
                .for_each(|(&n, used)| *used += u32::from(n));
        }
        let mut left = [0; 4];
        for colour in Colour::ALL {
            let used = used[colour.index()];
            match u32::from(all).checked_sub(used) {
                Some(rest) => left[colour.index()] = rest as u8,
                None => {
                    let message = format!(
                        "{used} {colour} floors are in the city and in stocks; there are {all}"
                    );
                    draft.players[0].at.fault(FaultCode::FloorsNotConserved, message);
                }
            }
        }
        state.supply = Floors::new(left);
        let differs = |given: &Floors| draft.city_is_whole && *given != state.supply;
        if let Some((given, at)) = draft.supply.as_ref().filter(|(given, _)| differs(given)) {
            let message = format!(
                "the supply is given as {}; with {all} of each colour, city and stocks leave {}",
                in_words(*given),
                in_words(state.supply)
            );
            at.fault(FaultCode::FloorsNotConserved, message);
        }
    }

    fn check_tokens(&self, draft: &Draft<'_>, state: &mut State) {
        for (slot, &objective) in draft.objectives.iter().enumerate() {
            let data = &self.components.objectives[usize::from(objective.0)];
            let mut held: Vec<(u8, &Reader<'_>)> = Vec::new();
            for (index, person) in draft.players.iter().enumerate() {
                let seat = Seat(index as u8);
                let earned = draft.objectives.len() == IN_PLAY
                    && !self.forbids(seat, Forbidden::Objectives)
                    && self.places.met(data, state, seat);
                let given = person.tokens.iter().find(|(known, ..)| *known == objective);
                match given {
                    Some((_, value, at)) if earned => held.push((*value, at)),
                    Some((.., at)) => {
                        at.fault(
                            FaultCode::TokenNotEarned,
                            format!("seat {index} has not reached {}", data.id),
                        );
                    }
                    None if earned => {
                        let message = format!(
                            "seat {index} has reached {} and must have a token of it",
                            data.id
                        );
                        person.at.fault(FaultCode::TokenMissing, message);
                    }
                    None => {}
                }
                state.players[index].tokens[slot] = given.map(|(_, value, _)| *value);
            }
            let mut left: Vec<u8> = (0..held.len() as u8).map(|rank| self.token(rank)).collect();
            for (value, at) in held {
                match left.iter().position(|&token| token == value) {
                    Some(index) => drop(left.remove(index)),
                    None => {
                        let times = self.tokens.iter().filter(|&&token| token == value).count();
                        let (code, message) = match times {
                            0 => (
                                FaultCode::TokenValue,
                                format!("there is no token of {value}; they are {:?}", self.tokens),
                            ),
                            _ => (
                                FaultCode::TokenTwice,
                                format!("the token of {value} is with somebody else, or left"),
                            ),
                        };
                        at.fault(code, message);
                    }
                }
            }
        }
        for person in &draft.players {
            for (.., at) in
                person.tokens.iter().filter(|(known, ..)| !draft.objectives.contains(known))
            {
                at.fault(FaultCode::ObjectiveNotInPlay, "this objective is not in play");
            }
        }
    }
}

fn in_words(floors: Floors) -> String {
    let counts = Colour::ALL.map(|colour| format!("{} {colour}", floors.of(colour)));
    counts.join(", ")
}
