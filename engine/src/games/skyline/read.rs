//! Reading states, fault by fault.

use super::Skyline;
use super::dice::{Dice, Face, Kind};
use super::document::StepName;
use super::rules::MAX_HEIGHT;
use super::state::{Action, Building, Mark, State, Step};
use super::validate;
use crate::document::{FaultCode, Object, Reader};
use crate::game::{Game, Seat};

/// More equal buildings than any game can bring about.
const MOST_ALIKE: u16 = 10_000;

/// Numbers of dice; what is left out is 0.
pub(super) fn dice(reader: &Reader<'_>) -> Option<Dice> {
    let object = reader.object(&Kind::NAMES)?;
    Some(Kind::NAMES.map(|name| object.get(name).and_then(|reader| reader.count(100)).unwrap_or(0)))
}

impl Skyline {
    /// Reads and checks a state document.
    pub(super) fn state_of(&self, object: &Object<'_>) -> Option<State> {
        let before = object.reader().fault_count();
        let turn = object.require("turn").and_then(|turn| {
            turn.object(&["seat", "round", "step", "action", "last", "last_round"])
        });
        let players = object.require("players").and_then(|reader| {
            let list = reader.list()?;
            let wanted = usize::from(self.rules.players);
            if list.len() != wanted {
                reader.fault(
                    FaultCode::Players,
                    format!("{} players are listed; the rules say {wanted}", list.len()),
                );
            }
            Some(list)
        });
        let mut state = self.start();
        for (index, player) in
            players.unwrap_or_default().into_iter().take(self.seats()).enumerate()
        {
            self.read_player(&player, Seat(index as u8), &mut state);
        }
        for (key, part) in [("to_roll", &mut state.to_roll), ("district", &mut state.district)] {
            *part = object.get(key).and_then(|reader| dice(&reader)).unwrap_or_default();
        }
        if let Some(hand) = object.get("hand") {
            self.read_hand(&hand, &mut state);
        }
        let turn = turn?;
        state.seat = turn
            .require("seat")
            .and_then(|r| r.count(self.rules.players - 1))
            .map_or(Seat(0), Seat);
        let rounds = 1..=u64::from(self.rules.rounds);
        state.round =
            turn.require("round").and_then(|r| r.number(rounds)).map_or(1, |round| round as u8);
        state.last_round = turn.get("last_round").and_then(|r| r.boolean()).unwrap_or(false);
        state.step = self.read_step(&turn)?;
        if object.reader().fault_count() > before {
            return None;
        }
        validate::check(self, object, &mut state);
        (object.reader().fault_count() == before).then_some(state)
    }

    fn read_player(&self, reader: &Reader<'_>, seat: Seat, state: &mut State) {
        let Some(object) = reader.object(&["columns", "tiles", "demolished"]) else { return };
        let skyline = &mut state.skylines[seat.index()];
        *skyline = Default::default();
        skyline.demolished = object.get("demolished").and_then(|r| r.boolean()).unwrap_or(false);
        for (key, finished) in [("columns", false), ("tiles", true)] {
            for item in object.get(key).and_then(|r| r.list()).unwrap_or_default() {
                if let Some(building) = self.read_building(&item, finished) {
                    let count = skyline.count_mut(building);
                    if *count == MOST_ALIKE {
                        item.fault(
                            FaultCode::TooManyBuildings,
                            format!("there are more than {MOST_ALIKE} such buildings"),
                        );
                        return;
                    }
                    *count += 1;
                }
            }
        }
    }

    fn read_building(&self, reader: &Reader<'_>, finished: bool) -> Option<Building> {
        let text = reader.string()?;
        let parts = text
            .split_once(' ')
            .and_then(|(face, height)| Some((face, height.trim().parse::<u8>().ok()?)));
        let Some((name, height)) = parts else {
            reader.fault(
                FaultCode::Building,
                format!("`{text}`: write type and height, such as `high 3`"),
            );
            return None;
        };
        let known = |name: &str| Face::from_name(name).filter(|face| *face != Face::Blank);
        let face = reader.word(name, "type", known, &["low", "mid", "high"])?;
        let [least, most] = self.rules.heights[face.index()];
        let range = match (finished, face) {
            (true, Face::Low) => most..=most,
            (true, _) => least..=most,
            (false, _) => 1..=most - 1,
        };
        if !range.contains(&height) {
            let what = if finished { "a finished" } else { "an unfinished" };
            let message = format!(
                "{what} {face}-rise is {} to {} high, not {height}",
                range.start(),
                range.end()
            );
            reader.fault(FaultCode::ImpossibleHeight, message);
            return None;
        }
        Some(Building { finished, face, height })
    }

    fn read_hand(&self, reader: &Reader<'_>, state: &mut State) {
        let Some(object) = reader.object(&Kind::NAMES) else { return };
        for kind in Kind::ALL {
            let items =
                object.get(Kind::NAMES[kind.index()]).and_then(|r| r.list()).unwrap_or_default();
            for item in items {
                let Some(face) = item.name("face", Face::from_name, &Face::NAMES) else { continue };
                if self.faces[kind.index()][face.index()] == 0 {
                    item.fault(
                        FaultCode::ImpossibleFace,
                        format!("no {kind} die has a {face} face"),
                    );
                }
                let count = &mut state.hand.0[kind.index()][face.index()];
                *count = count.saturating_add(1);
            }
        }
    }

    fn read_step(&self, turn: &Object<'_>) -> Option<Step> {
        let names = StepName::ALL.map(|(name, _)| name);
        let find = |word: &str| {
            StepName::ALL.iter().find(|(name, _)| *name == word).map(|(_, step)| *step)
        };
        let step = turn.require("step")?.name("step", find, &names)?;
        let action = |name: &str| {
            Action::NAMES.iter().position(|known| *known == name).map(|i| Action::ALL[i])
        };
        let action = turn.get("action").map(|reader| reader.name("action", action, &Action::NAMES));
        let last = turn.get("last").map(|reader| self.read_mark(&reader));
        if action.is_some() != (step == StepName::Use) {
            turn.fault("action", FaultCode::ImpossibleTurn, "`action` belongs to the step `use`");
        }
        if last.is_some() && !matches!(step, StepName::Use | StepName::GoOn) {
            turn.fault(
                "last",
                FaultCode::ImpossibleTurn,
                "`last` belongs to the steps `use` and `go_on`",
            );
        }
        let mark = match last {
            None => None,
            Some(mark) => Some(mark?),
        };
        Some(match step {
            StepName::Take => Step::Take,
            StepName::Roll => Step::Roll,
            StepName::Act => Step::Act,
            StepName::Pick => Step::Pick,
            StepName::Use => Step::Use(action??, mark),
            StepName::GoOn => Step::GoOn(mark),
            StepName::Stuck => Step::Stuck,
            StepName::Over => Step::Over,
        })
    }

    fn read_mark(&self, reader: &Reader<'_>) -> Option<Mark> {
        let text = reader.string()?;
        let words: Vec<&str> = text.split_whitespace().collect();
        let mark = match words[..] {
            [kind, face] => {
                Kind::from_name(kind).zip(Face::from_name(face)).map(|(kind, face)| (kind, face, 0))
            }
            [kind, face, "on", height] => {
                let height =
                    height.parse().ok().filter(|height| (1..=MAX_HEIGHT as u8).contains(height));
                let die = Kind::from_name(kind).zip(Face::from_name(face));
                die.zip(height).map(|((kind, face), height)| (kind, face, height))
            }
            _ => None,
        };
        if mark.is_none() {
            reader.fault(
                FaultCode::Die,
                format!("`{text}`: write a die such as `upper mid` or `upper mid on 2`"),
            );
        }
        mark
    }
}
