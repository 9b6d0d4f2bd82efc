//! Reading documents: rules and states, fault by fault.

use super::Skyline;
use super::dice::{Dice, Face, Kind};
use super::document::StepName;
use super::rules::{City, MAX_HEIGHT, MAX_SEATS, Rules};
use super::state::{Action, Building, Mark, State, Step};
use super::validate;
use crate::document::{Object, Reader};
use crate::game::{Game, Seat};

/// More equal buildings than any game can bring about.
const MOST_ALIKE: u16 = 10_000;
const GROUNDS: [&str; 4] = ["low", "mid", "high", "none"];

/// The keys of a rules document.
pub(super) const RULE_KEYS: &[&str] = &[
    "players",
    "components",
    "city",
    "dice",
    "faces",
    "tile_values",
    "rounds",
    "dice_taken",
    "starting_grounds",
    "heights",
    "end_height",
    "beyond_rulebook",
];

/// The keys of a state, beside `format` and `rules`.
pub(super) const STATE_KEYS: &[&str] = &["turn", "hand", "to_roll", "district", "yard", "players"];

/// Reads the parameters; their ranges are checked with the components.
pub(super) fn rules(object: &Object<'_>) -> Option<Rules> {
    let book = Rules::default();
    let before = object.reader().fault_count();
    let count =
        |key: &str, default: u8| object.get(key).and_then(|r| r.count(u8::MAX)).unwrap_or(default);
    let cities = City::ALL.map(|(name, _)| name);
    let city =
        |name: &str| City::ALL.iter().find(|(known, _)| *known == name).map(|(_, city)| *city);
    let rules = Rules {
        players: count("players", book.players),
        city: object.get("city").and_then(|reader| reader.name("city", city, &cities)),
        dice: object.get("dice").and_then(|reader| dice(&reader)),
        faces: object.get("faces").and_then(|reader| faces(&reader)),
        tile_values: object.get("tile_values").and_then(|reader| {
            Some(
                reader
                    .list()?
                    .iter()
                    .filter_map(|item| item.count(u8::MAX))
                    .take(MAX_HEIGHT)
                    .collect(),
            )
        }),
        rounds: count("rounds", book.rounds),
        dice_taken: count("dice_taken", book.dice_taken),
        starting_grounds: object
            .get("starting_grounds")
            .and_then(|reader| grounds(&reader))
            .unwrap_or(book.starting_grounds),
        heights: object.get("heights").and_then(|reader| heights(&reader)).unwrap_or(book.heights),
        end_height: count("end_height", book.end_height),
        beyond_rulebook: object
            .get("beyond_rulebook")
            .and_then(|reader| reader.boolean())
            .unwrap_or(false),
    };
    (object.reader().fault_count() == before).then_some(rules)
}

fn dice(reader: &Reader<'_>) -> Option<Dice> {
    let object = reader.object(&Kind::NAMES)?;
    Some(Kind::NAMES.map(|name| object.get(name).and_then(|reader| reader.count(100)).unwrap_or(0)))
}

fn faces(reader: &Reader<'_>) -> Option<[[u8; 4]; 3]> {
    let object = reader.object(&Kind::NAMES)?;
    let mut all = [[0; 4]; 3];
    for (kind, name) in Kind::NAMES.into_iter().enumerate() {
        let faces = object.need(name)?.object(&Face::NAMES)?;
        all[kind] = Face::NAMES
            .map(|face| faces.get(face).and_then(|reader| reader.count(12)).unwrap_or(0));
    }
    Some(all)
}

fn grounds(reader: &Reader<'_>) -> Option<[Face; MAX_SEATS]> {
    let ground = |name: &str| match name {
        "none" => Some(Face::Blank),
        name => Face::from_name(name).filter(|face| *face != Face::Blank),
    };
    let items = reader.list()?;
    let mut grounds = [Face::Blank; MAX_SEATS];
    if items.len() > MAX_SEATS {
        reader
            .fault("starting-grounds", format!("at most {MAX_SEATS} seats have starting grounds"));
        return None;
    }
    for (place, item) in grounds.iter_mut().zip(items) {
        *place = item.name("ground", ground, &GROUNDS)?;
    }
    Some(grounds)
}

fn heights(reader: &Reader<'_>) -> Option<[[u8; 2]; 3]> {
    let object = reader.object(&["low", "mid", "high"])?;
    let mut all = [[0; 2]; 3];
    for (index, name) in ["low", "mid", "high"].into_iter().enumerate() {
        let pair = object.need(name)?;
        let items = pair.list()?;
        let [least, most] = &items[..] else {
            pair.fault("heights", "give the least and the greatest height, such as [2, 4]");
            return None;
        };
        all[index] = [least.count(MAX_HEIGHT as u8)?, most.count(MAX_HEIGHT as u8)?];
    }
    Some(all)
}

impl Skyline {
    /// Reads and checks a state document.
    pub(super) fn state_of(&self, object: &Object<'_>) -> Option<State> {
        let before = object.reader().fault_count();
        let turn = object.need("turn").and_then(|turn| {
            turn.object(&["seat", "round", "step", "action", "last", "last_round"])
        });
        let players = object.need("players").and_then(|reader| {
            let list = reader.list()?;
            let wanted = usize::from(self.rules.players);
            if list.len() != wanted {
                reader.fault(
                    "players",
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
        state.seat =
            turn.need("seat").and_then(|r| r.count(self.rules.players - 1)).map_or(Seat(0), Seat);
        let rounds = 1..=u64::from(self.rules.rounds);
        state.round =
            turn.need("round").and_then(|r| r.number(rounds)).map_or(1, |round| round as u8);
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
                            "too-many-buildings",
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
            reader.fault("building", format!("`{text}`: write type and height, such as `high 3`"));
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
            reader.fault("impossible-height", message);
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
                    item.fault("impossible-face", format!("no {kind} die has a {face} face"));
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
        let step = turn.need("step")?.name("step", find, &names)?;
        let action = |name: &str| {
            Action::NAMES.iter().position(|known| *known == name).map(|i| Action::ALL[i])
        };
        let action = turn.get("action").map(|reader| reader.name("action", action, &Action::NAMES));
        let last = turn.get("last").map(|reader| self.read_mark(&reader));
        if action.is_some() != (step == StepName::Use) {
            turn.fault("action", "impossible-turn", "`action` belongs to the step `use`");
        }
        if last.is_some() && !matches!(step, StepName::Use | StepName::GoOn) {
            turn.fault("last", "impossible-turn", "`last` belongs to the steps `use` and `go_on`");
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
                "die",
                format!("`{text}`: write a die such as `upper mid` or `upper mid on 2`"),
            );
        }
        mark
    }
}
