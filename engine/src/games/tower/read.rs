//! Reading states, fault by fault.

use super::Tower;
use super::card::{Cards, MAX_HAND, NONE, Secret, UNKNOWN};
use super::document::StepName;
use super::state::{Player, State, Step, Using};
use super::token::{Material, Token, Tokens};
use super::validate;
use crate::document::{FaultCode, Object, Reader};
use crate::game::{Finish, Game, Seat};

const TURN_KEYS: &[&str] = &[
    "seat", "number", "step", "left", "extra", "keep", "card", "effect", "victim", "material",
    "from", "acted", "bought", "visited", "drew", "idle", "finish",
];

const PLAYER_KEYS: &[&str] =
    &["floors", "tokens", "materials", "build_card", "hand", "shop", "skips_draw"];

/// Numbers of tokens; what is left out is 0.
pub(super) fn tokens(reader: &Reader<'_>) -> Option<Tokens> {
    counts(reader, &Token::NAMES)
}

fn counts(reader: &Reader<'_>, names: &[&str; 4]) -> Option<[u8; 4]> {
    let object = reader.object(names)?;
    Some(names.map(|name| object.get(name).and_then(|r| r.count(100)).unwrap_or(0)))
}

fn items<'a>(object: &Object<'a>, key: &str) -> Vec<Reader<'a>> {
    object.get(key).and_then(|reader| reader.list()).unwrap_or_default()
}

impl Tower {
    /// Reads and checks a state document.
    pub(super) fn state_of(&self, object: &Object<'_>) -> Option<State> {
        let before = object.reader().fault_count();
        let mut state = self.start();
        let last = self.rules.players - 1;
        state.viewer = object.get("seen_by").and_then(|r| r.count(last)).map(Seat);
        if let Some(pile) = object.get("pile").and_then(|reader| tokens(&reader)) {
            state.pile = pile;
        }
        self.read_shops(object, &mut state);
        self.read_discards(object, &mut state);
        let turn = object.require("turn").and_then(|turn| turn.object(TURN_KEYS));
        if let Some(turn) = &turn {
            self.read_turn(turn, &mut state);
        }
        state.put_back = self.read_cards(object, "put_back", None);
        state.looked_at = self.read_cards(object, "looked_at", Some(state.seat));
        state.looked_at.sort();
        for item in items(object, "offer") {
            if usize::from(state.offer.len) == MAX_HAND {
                item.fault(FaultCode::TooManyCards, format!("at most {MAX_HAND} cards are drawn"));
                break;
            }
            if let Some(card) = self.read_build_card(&item) {
                state.offer.insert(card);
            }
        }
        self.read_players(object, &mut state);
        if object.reader().fault_count() > before {
            return None;
        }
        validate::check(self, object, &mut state);
        (object.reader().fault_count() == before).then_some(state)
    }

    fn read_shops(&self, object: &Object<'_>, state: &mut State) {
        for item in items(object, "empty_slots") {
            let Some(text) = item.string() else { continue };
            let words: Vec<&str> = text.split_whitespace().collect();
            match self.slot(&words) {
                Err(message) => item.fault(FaultCode::UnknownSlot, message),
                Ok(slot) if state.stock[usize::from(slot)] == 0 => {
                    item.fault(FaultCode::SlotTwice, format!("there is no further slot `{text}`"));
                }
                Ok(slot) => state.stock[usize::from(slot)] -= 1,
            }
        }
    }

    fn read_discards(&self, object: &Object<'_>, state: &mut State) {
        for item in items(object, "build_discard") {
            if let Some(card) = self.read_build_card(&item) {
                let Some(count) = state.build_discard.get_mut(usize::from(card)) else {
                    item.fault(FaultCode::UnknownCard, "discarded cards lie open");
                    continue;
                };
                if *count == self.card_counts[usize::from(card)] {
                    item.fault(FaultCode::CardsNotConserved, "there are not so many of this card");
                    break;
                }
                *count += 1;
            }
        }
        for item in items(object, "market_discard") {
            let Some(text) = item.string() else { continue };
            match self.kind(text) {
                Ok(kind) => {
                    let count = &mut state.market_discard[usize::from(kind)];
                    if *count == self.market_counts[usize::from(kind)] {
                        item.fault(
                            FaultCode::CardsNotConserved,
                            "there are not so many of this card",
                        );
                        break;
                    }
                    *count += 1;
                }
                Err(message) => item.fault(FaultCode::UnknownCard, message),
            }
        }
    }

    fn read_build_card(&self, reader: &Reader<'_>) -> Option<u8> {
        let text = reader.string()?;
        if text == "?" {
            return Some(UNKNOWN);
        }
        self.card(text).map_err(|message| reader.fault(FaultCode::UnknownCard, message)).ok()
    }

    /// Hidden cards under a key; `sees` knows them without saying.
    fn read_cards(&self, object: &Object<'_>, key: &str, sees: Option<Seat>) -> Cards {
        let mut cards = Cards::EMPTY;
        for item in items(object, key) {
            if cards.len() == MAX_HAND {
                item.fault(FaultCode::TooManyCards, format!("at most {MAX_HAND} cards lie here"));
                break;
            }
            if let Some(card) = self.read_secret(&item, sees) {
                cards.push(card);
            }
        }
        cards
    }

    fn read_secret(&self, reader: &Reader<'_>, sees: Option<Seat>) -> Option<Secret> {
        let text = reader.string()?;
        let mut words = text.split_whitespace();
        let kind = match words.next().unwrap_or_default() {
            "?" => UNKNOWN,
            name => {
                let kind = self
                    .kind(name)
                    .map_err(|message| reader.fault(FaultCode::UnknownCard, message));
                kind.ok()?
            }
        };
        let mut known = sees.map_or(0, |seat| 1 << seat.0);
        let rest: Vec<&str> = words.collect();
        let seats = match rest[..] {
            [] => &[][..],
            ["known", "to", ..] if rest.len() > 2 => &rest[2..],
            _ => {
                let message = format!(
                    "`{text}`: write a card and who knows it, such as `bruiser known to 1`"
                );
                reader.fault(FaultCode::Card, message);
                return None;
            }
        };
        for word in seats {
            match word.parse().ok().filter(|seat: &u8| *seat < self.rules.players) {
                Some(seat) => known |= 1 << seat,
                None => {
                    let message =
                        format!("`{word}` is no seat from 0 to {}", self.rules.players - 1);
                    reader.fault(FaultCode::Card, message);
                }
            }
        }
        Some(Secret { kind, known })
    }

    fn read_players(&self, object: &Object<'_>, state: &mut State) {
        let Some(reader) = object.require("players") else { return };
        let Some(list) = reader.list() else { return };
        if list.len() != self.seats() {
            let message =
                format!("{} players are listed; the rules say {}", list.len(), self.seats());
            reader.fault(FaultCode::Players, message);
        }
        for (seat, player) in Seat::all(self.seats()).zip(list) {
            if let Some(player) = player.object(PLAYER_KEYS) {
                state.players[seat.index()] = self.read_player(&player, seat);
            }
        }
    }

    fn read_player(&self, object: &Object<'_>, seat: Seat) -> Player {
        let shop = |name: &str| self.shops.iter().position(|shop| shop == name);
        let shops: Vec<&str> = self.shops.iter().map(String::as_str).collect();
        let mut hand = self.read_cards(object, "hand", Some(seat));
        hand.sort();
        Player {
            floors: object
                .get("floors")
                .and_then(|r| r.count(self.rules.floors_to_win))
                .unwrap_or(0),
            tokens: object.get("tokens").and_then(|r| tokens(&r)).unwrap_or_default(),
            materials: object
                .get("materials")
                .and_then(|r| counts(&r, &Material::NAMES))
                .unwrap_or_default(),
            card: object.get("build_card").and_then(|r| self.read_build_card(&r)).unwrap_or(NONE),
            hand,
            shop: object
                .get("shop")
                .and_then(|r| r.name("shop", shop, &shops))
                .map_or(NONE, |shop| shop as u8),
            skips_draw: object.get("skips_draw").and_then(|r| r.boolean()).unwrap_or(false),
        }
    }

    fn read_turn(&self, turn: &Object<'_>, state: &mut State) {
        let last = self.rules.players - 1;
        let flag = |key: &str| turn.get(key).and_then(|r| r.boolean()).unwrap_or(false);
        state.seat = turn.require("seat").and_then(|r| r.count(last)).map_or(Seat(0), Seat);
        let numbers = 0..=u64::from(self.rules.turn_cap);
        let number = turn.require("number").and_then(|r| r.number(numbers));
        state.turn = number.map_or(0, |number| number as u16);
        (state.acted, state.bought) = (flag("acted"), flag("bought"));
        (state.visited, state.drew) = (flag("visited"), flag("drew"));
        state.idle = turn.get("idle").and_then(|r| r.count(self.rules.players)).unwrap_or(0);
        if let Some(step) = self.read_step(turn) {
            state.step = step;
        }
    }

    fn read_step(&self, turn: &Object<'_>) -> Option<Step> {
        let names = StepName::ALL.map(|(name, _)| name);
        let find = |word: &str| {
            StepName::ALL.iter().find(|(name, _)| *name == word).map(|(_, step)| *step)
        };
        let step = turn.require("step")?.name("step", find, &names)?;
        let belongs: &[&str] = match step {
            StepName::Draw => &["left", "extra"],
            StepName::Look => &["left", "keep"],
            StepName::PutBack => &["keep"],
            StepName::Effect => &["left", "card", "effect"],
            StepName::Rob => &["left", "card", "effect", "victim"],
            StepName::Return => &["material", "from"],
            StepName::DrawCards => &["left"],
            StepName::Over => &["finish"],
            StepName::Deal | StepName::Act | StepName::Choose => &[],
        };
        let special =
            ["left", "extra", "keep", "card", "effect", "victim", "material", "from", "finish"];
        for key in special.iter().filter(|key| !belongs.contains(key) && turn.get(key).is_some()) {
            turn.fault(
                key,
                FaultCode::ImpossibleTurn,
                format!("`{key}` does not belong to this step"),
            );
        }
        let number = |key: &str| turn.require(key).and_then(|r| r.count(u8::MAX));
        let using = || {
            let card = turn.require("card").and_then(|reader| {
                let name = reader.string()?;
                self.kind(name)
                    .map_err(|message| reader.fault(FaultCode::UnknownCard, message))
                    .ok()
            });
            let (left, effect) = (number("left"), number("effect"));
            Some(Using { kind: card?, effect: effect?, left: left? })
        };
        Some(match step {
            StepName::Deal => Step::Deal,
            StepName::Draw => {
                let extra = turn.get("extra").and_then(|r| r.boolean()).unwrap_or(false);
                Step::Draw { left: number("left")?, extra }
            }
            StepName::Act => Step::Act,
            StepName::Look => Step::Look { left: number("left")?, keep: number("keep")? },
            StepName::PutBack => Step::PutBack { keep: number("keep")? },
            StepName::Effect => Step::Effect(using()?),
            StepName::Rob => {
                let last = self.rules.players - 1;
                let victim = turn.require("victim").and_then(|r| r.count(last));
                Step::Rob(using()?, Seat(victim?))
            }
            StepName::Return => {
                let material = turn.require("material")?;
                let material = material.name("material", Material::from_name, &Material::NAMES)?;
                let from = turn.get("from").map(|reader| {
                    let words: Vec<&str> = reader.string()?.split_whitespace().collect();
                    self.slot(&words).map_err(|why| reader.fault(FaultCode::UnknownSlot, why)).ok()
                });
                Step::Return { material, from: from.unwrap_or(Some(0))? }
            }
            StepName::DrawCards => Step::DrawCards { left: number("left")? },
            StepName::Choose => Step::Choose,
            StepName::Over => {
                let all = [Finish::Decided, Finish::Stalemate, Finish::Unfinished];
                let names = all.map(Finish::name);
                let find = |word: &str| all.into_iter().find(|finish| finish.name() == word);
                Step::Over(turn.require("finish")?.name("finish", find, &names)?)
            }
        })
    }
}
