//! What is in the box: tokens, shops and cards, read from files under
//! `engine/data/tower/`.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::effect::Effect;
use super::rules::{MAX_BUILD_CARDS, MAX_MARKET_CARDS, MAX_SEATS, MAX_SHOPS, MAX_SLOTS};
use super::token::{Material, Materials, Token, Tokens, total};
use crate::document::provenance::Provenance;
use crate::document::rows::{self, unknown};
use crate::document::{Fault, FaultCode, Faults};

/// The most of anything in one row.
const MOST: u8 = 100;

/// The files of a set, as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Files<'a> {
    /// The name of the set.
    pub id: &'a str,
    /// `tokens.csv`: what is in the bag.
    pub tokens: &'a str,
    /// `shops.csv`: the slots of the shops.
    pub shops: &'a str,
    /// `build_cards.csv`: what floors are built of.
    pub build_cards: &'a str,
    /// `black_market.csv`: black-market cards.
    pub black_market: &'a str,
}

/// The set that comes with the engine.
pub const RECONSTRUCTED: Files<'static> = Files {
    id: "reconstructed-1",
    tokens: include_str!("../../../data/tower/reconstructed-1/tokens.csv"),
    shops: include_str!("../../../data/tower/reconstructed-1/shops.csv"),
    build_cards: include_str!("../../../data/tower/reconstructed-1/build_cards.csv"),
    black_market: include_str!("../../../data/tower/reconstructed-1/black_market.csv"),
};

impl<'a> Files<'a> {
    /// The files by name.
    pub fn by_name(&self) -> BTreeMap<&'static str, &'a str> {
        BTreeMap::from([
            ("tokens.csv", self.tokens),
            ("shops.csv", self.shops),
            ("build_cards.csv", self.build_cards),
            ("black_market.csv", self.black_market),
        ])
    }
}

/// One row of `tokens.csv`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenRow {
    /// Green, blue, red or pass.
    pub token: String,
    /// How many there are.
    pub count: u8,
    /// How well this is known.
    pub provenance: Provenance,
    /// From whom.
    pub source: String,
}

/// One row of `shops.csv`: a slot of a shop.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlotRow {
    /// The name of the shop.
    pub shop: String,
    /// The material that lies there.
    pub material: String,
    /// How many gems it costs.
    pub price: u8,
    /// The colour of those gems.
    pub colour: String,
    /// The least number of players that use the shop.
    pub from_players: u8,
    /// How well this is known.
    pub provenance: Provenance,
    /// From whom.
    pub source: String,
}

/// One row of `build_cards.csv`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildRow {
    /// Straw needed.
    pub straw: u8,
    /// Clay needed.
    pub clay: u8,
    /// Wood needed.
    pub wood: u8,
    /// Water needed.
    pub water: u8,
    /// How many such cards there are.
    pub count: u8,
    /// The least number of players that use it.
    pub from_players: u8,
    /// How well this is known.
    pub provenance: Provenance,
    /// From whom.
    pub source: String,
}

impl BuildRow {
    /// The materials of the card.
    pub fn materials(&self) -> Materials {
        [self.straw, self.clay, self.wood, self.water]
    }
}

/// One row of `black_market.csv`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarketRow {
    /// The name of the card.
    pub card: String,
    /// How many there are.
    pub count: u8,
    /// Green gems to use it.
    pub green: u8,
    /// Blue gems to use it.
    pub blue: u8,
    /// Red gems to use it.
    pub red: u8,
    /// Gems of any colour to use it.
    pub any: u8,
    /// What it does.
    pub effects: String,
    /// How well this is known.
    pub provenance: Provenance,
    /// From whom.
    pub source: String,
}

/// A checked set of components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// The name of the set.
    pub id: String,
    /// What is in the bag.
    pub tokens: Vec<TokenRow>,
    /// The slots of all shops.
    pub slots: Vec<SlotRow>,
    /// The build cards.
    pub build_cards: Vec<BuildRow>,
    /// The black-market cards.
    pub market: Vec<MarketRow>,
}

impl Components {
    /// Reads and checks a set, and reports the faults of all its files at once.
    pub fn read(files: &Files<'_>) -> Result<Components, Faults> {
        let mut faults = Vec::new();
        let tokens = rows("tokens.csv", files.tokens, &mut faults, check_token);
        let slots = rows("shops.csv", files.shops, &mut faults, check_slot);
        let build_cards = rows("build_cards.csv", files.build_cards, &mut faults, check_build_card);
        let market = rows("black_market.csv", files.black_market, &mut faults, check_market);
        let set = Components { id: files.id.to_string(), tokens, slots, build_cards, market };
        // What a faulty row has come to would only add noise.
        if faults.is_empty() {
            set.check_whole(&mut faults);
        }
        if faults.is_empty() {
            set.check_feasible(&mut faults);
        }
        Faults::ok_if_empty(faults, set)
    }

    /// What no row shows by itself.
    fn check_whole(&self, faults: &mut Vec<Fault>) {
        let mut fault = |file: &str, code, message: String| {
            faults.push(Fault::new(file, code, message));
        };
        for name in Token::NAMES {
            let times = self.tokens.iter().filter(|row| row.token == name).count();
            if times != 1 {
                fault(
                    "tokens.csv",
                    FaultCode::Tokens,
                    format!("{name} is listed {times} times; list it once"),
                );
            }
        }
        let mut names: Vec<&str> = self.slots.iter().map(|slot| slot.shop.as_str()).collect();
        names.dedup();
        let mut unique = names.clone();
        unique.sort_unstable();
        unique.dedup();
        if unique.len() < names.len() {
            fault("shops.csv", FaultCode::Shops, "the slots of a shop stand together".into());
        }
        let small =
            |name: &&&str| !self.slots.iter().any(|s| s.shop == **name && s.from_players <= 2);
        let mixed = unique.iter().find(|name| {
            let mut from = self.slots.iter().filter(|s| s.shop == ***name).map(|s| s.from_players);
            let first = from.next();
            from.any(|other| Some(other) != first)
        });
        if let Some(name) = mixed {
            fault(
                "shops.csv",
                FaultCode::Shops,
                format!("all slots of {name} have the same from_players"),
            );
        }
        if unique.iter().filter(small).count() == unique.len() {
            fault("shops.csv", FaultCode::Shops, "some shop must be used by 2 players".into());
        }
        if unique.len() > MAX_SHOPS || self.slots.len() > MAX_SLOTS {
            fault(
                "shops.csv",
                FaultCode::Shops,
                format!("there are at most {MAX_SHOPS} shops and {MAX_SLOTS} slots"),
            );
        }
        if self.build_cards.len() > MAX_BUILD_CARDS {
            fault(
                "build_cards.csv",
                FaultCode::BuildCards,
                format!("there are at most {MAX_BUILD_CARDS} rows"),
            );
        }
        for (index, row) in self.build_cards.iter().enumerate() {
            if self.build_cards[..index].iter().any(|known| known.materials() == row.materials()) {
                let name = card_name(row.materials());
                let message = format!("{name} is listed twice; say how many in `count`");
                fault("build_cards.csv", FaultCode::Card, message);
            }
        }
        for (index, row) in self.market.iter().enumerate() {
            if self.market[..index].iter().any(|known| known.card == row.card) {
                fault("black_market.csv", FaultCode::Card, format!("{} is listed twice", row.card));
            }
        }
        if self.market.len() > MAX_MARKET_CARDS {
            fault(
                "black_market.csv",
                FaultCode::Cards,
                format!("there are at most {MAX_MARKET_CARDS} kinds"),
            );
        }
    }

    /// Every build card can be built, and there are enough of them.
    fn check_feasible(&self, faults: &mut Vec<Fault>) {
        let mut fault = |code, message: String| {
            faults.push(Fault::new("build_cards.csv", code, message));
        };
        let seats = 2..=MAX_SEATS as u8;
        for card in &self.build_cards {
            let short = |players: u8| {
                let supply = self.supply(players);
                let lacks = |m: &Material| card.materials()[m.index()] > supply[m.index()];
                Material::ALL.into_iter().find(lacks).map(|m| (players, m, supply[m.index()]))
            };
            let played = seats.clone().filter(|players| *players >= card.from_players);
            if let Some((players, material, supply)) = played.filter_map(short).next() {
                let name = card_name(card.materials());
                let message = format!(
                    "{name} cannot be built by {players} players: their shops have {supply} {material}"
                );
                fault(FaultCode::ImpossibleCard, message);
            }
        }
        for players in seats {
            let used = self.build_cards.iter().filter(|card| card.from_players <= players);
            let count: u32 = used.map(|card| u32::from(card.count)).sum();
            if count < u32::from(players) {
                let message = format!(
                    "{players} players need as many build cards; {count} are marked for them"
                );
                fault(FaultCode::TooFewCards, message);
            }
        }
    }

    /// The materials of the shops that a number of players use.
    pub fn supply(&self, players: u8) -> Materials {
        let mut supply = [0; 4];
        for slot in self.slots.iter().filter(|slot| slot.from_players <= players) {
            if let Some(material) = Material::from_name(&slot.material) {
                supply[material.index()] += 1;
            }
        }
        supply
    }

    /// What is in the bag at the start.
    pub fn tokens(&self) -> Tokens {
        let count = |name: &str| {
            self.tokens.iter().find(|row| row.token == name).map_or(0, |row| row.count)
        };
        Token::NAMES.map(count)
    }
}

/// The name of a build card: its materials, such as `straw2-clay-wood-water`.
///
/// ```
/// use towerlab_engine::games::tower::components::card_name;
///
/// assert_eq!(card_name([2, 1, 1, 1]), "straw2-clay-wood-water");
/// ```
pub fn card_name(materials: Materials) -> String {
    let part = |material: Material| match materials[material.index()] {
        0 => None,
        1 => Some(material.to_string()),
        count => Some(format!("{material}{count}")),
    };
    Material::ALL.into_iter().filter_map(part).collect::<Vec<_>>().join("-")
}

/// Columns with what is wrong there, each with a code.
type Wrong = Vec<(&'static str, FaultCode, String)>;

/// The rows of a file; what is wrong with them becomes faults.
fn rows<T: DeserializeOwned>(
    file: &str,
    text: &str,
    faults: &mut Vec<Fault>,
    check: impl Fn(&T) -> Wrong,
) -> Vec<T> {
    let mut all = Vec::new();
    for line in rows::read::<T>(file, text, faults) {
        if line.is_whole {
            let wrong = check(&line.data).into_iter();
            faults.extend(wrong.map(|(column, code, message)| line.fault(column, code, message)));
        }
        all.push(line.data);
    }
    all
}

fn check_players(from: u8) -> Wrong {
    match from {
        2..=4 => Vec::new(),
        _ => vec![(
            "from_players",
            FaultCode::Players,
            format!("from_players is {from}; write 2, 3 or 4"),
        )],
    }
}

fn check_count(count: u8) -> Wrong {
    match count {
        ..=MOST => Vec::new(),
        _ => {
            vec![("count", FaultCode::Count, format!("count is {count}; there are at most {MOST}"))]
        }
    }
}

fn check_name(column: &'static str, name: &str) -> Wrong {
    let good = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    let message =
        || format!("`{name}`: the name of a {column} is lower-case letters, digits and hyphens");
    if good { Vec::new() } else { vec![(column, FaultCode::Name, message())] }
}

fn check_token(row: &TokenRow) -> Wrong {
    let mut wrong = check_count(row.count);
    if Token::from_name(&row.token).is_none() {
        wrong.push(("token", FaultCode::Token, unknown("token", &row.token, &Token::NAMES)));
    }
    wrong
}

fn check_slot(row: &SlotRow) -> Wrong {
    let mut wrong = check_players(row.from_players);
    wrong.extend(check_name("shop", &row.shop));
    if Material::from_name(&row.material).is_none() {
        let message = unknown("material", &row.material, &Material::NAMES);
        wrong.push(("material", FaultCode::Material, message));
    }
    if Token::gem(&row.colour).is_none() {
        wrong.push((
            "colour",
            FaultCode::Colour,
            unknown("colour", &row.colour, &Token::NAMES[..3]),
        ));
    }
    if !(1..=20).contains(&row.price) {
        wrong.push((
            "price",
            FaultCode::Price,
            format!("the price is {}; write 1 to 20", row.price),
        ));
    }
    wrong
}

fn check_build_card(row: &BuildRow) -> Wrong {
    let mut wrong = check_players(row.from_players);
    wrong.extend(check_count(row.count));
    let size = total(&row.materials());
    if !(1..=12).contains(&size) {
        wrong.push((
            "straw",
            FaultCode::BuildCard,
            format!("a card shows 1 to 12 materials, not {size}"),
        ));
    }
    wrong
}

fn check_market(row: &MarketRow) -> Wrong {
    let mut wrong = check_name("card", &row.card);
    wrong.extend(check_count(row.count));
    if let Err(message) = Effect::list(&row.effects) {
        wrong.push(("effects", FaultCode::Effect, message));
    }
    let costs = [("green", row.green), ("blue", row.blue), ("red", row.red), ("any", row.any)];
    for (column, cost) in costs.into_iter().filter(|(_, cost)| *cost > 9) {
        wrong.push((
            column,
            FaultCode::Cost,
            format!("a card costs at most 9 of each kind, not {cost}"),
        ));
    }
    wrong
}

impl Default for Components {
    fn default() -> Components {
        Components::read(&RECONSTRUCTED).expect("the embedded components are checked by tests")
    }
}

/// The embedded set, read once.
pub(super) fn embedded() -> Arc<Components> {
    static SET: std::sync::OnceLock<Arc<Components>> = std::sync::OnceLock::new();
    SET.get_or_init(Arc::default).clone()
}
