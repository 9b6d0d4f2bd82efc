//! What is in the box: dice and tiles, read from files under `engine/data/skyline/`.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::dice::Kind;
use super::rules::MAX_HEIGHT;
use crate::document::provenance::Provenance;
use crate::document::rows;
use crate::document::{Fault, FaultCode, Faults};

/// The files of a set, as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Files<'a> {
    /// The name of the set.
    pub id: &'a str,
    /// `dice.csv`: kinds, numbers and faces.
    pub dice: &'a str,
    /// `tiles.csv`: what finished buildings are worth.
    pub tiles: &'a str,
}

/// The set that comes with the engine.
pub const REPORTED: Files<'static> = Files {
    id: "reported-1",
    dice: include_str!("../../../data/skyline/reported-1/dice.csv"),
    tiles: include_str!("../../../data/skyline/reported-1/tiles.csv"),
};

impl<'a> Files<'a> {
    /// The files by name.
    pub fn by_name(&self) -> BTreeMap<&'static str, &'a str> {
        BTreeMap::from([("dice.csv", self.dice), ("tiles.csv", self.tiles)])
    }
}

/// One row of `dice.csv`: a kind of die.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Die {
    /// Its name.
    pub kind: String,
    /// How many there are.
    pub count: u8,
    /// Faces that show a low-rise.
    pub low: u8,
    /// Faces that show a mid-rise.
    pub mid: u8,
    /// Faces that show a high-rise.
    pub high: u8,
    /// Faces that show nothing.
    pub blank: u8,
    /// How well this is known.
    pub provenance: Provenance,
    /// From whom.
    pub source: String,
}

impl Die {
    /// How many faces show each face.
    pub fn faces(&self) -> [u8; 4] {
        [self.low, self.mid, self.high, self.blank]
    }
}

/// One row of `tiles.csv`: finished buildings of a height.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// The height.
    pub height: u8,
    /// What it is worth.
    pub value: u8,
    /// How many there are; they never run out in play.
    pub count: u8,
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
    /// Ground, upper and penthouse dice.
    pub dice: [Die; 3],
    /// Tiles by height, from 1 on.
    pub tiles: Vec<Tile>,
}

impl Components {
    /// Reads and checks a set, and reports the faults of all its files at once.
    pub fn read(files: &Files<'_>) -> Result<Components, Faults> {
        let mut faults = Vec::new();
        let mut dice: Vec<Die> = Vec::new();
        for line in rows::read::<Die>("dice.csv", files.dice, &mut faults) {
            let die = &line.data;
            let mut fault = |column, message: String| {
                if line.is_whole {
                    faults.push(line.fault(column, FaultCode::Die, message));
                }
            };
            let sides: u32 = die.faces().iter().map(|&n| u32::from(n)).sum();
            if Kind::from_name(&die.kind).is_none() {
                fault("kind", rows::unknown("die", &die.kind, &["ground", "upper", "penthouse"]));
            } else if dice.iter().any(|known| known.kind == die.kind) {
                fault("kind", format!("{} dice are listed twice", die.kind));
            }
            if !(1..=12).contains(&sides) {
                fault("low", format!("a die has 1 to 12 faces, not {sides}"));
            }
            if die.count > 60 {
                fault("count", "there are at most 60 dice of a kind".into());
            }
            dice.push(line.data);
        }
        dice.sort_by_key(|die| Kind::from_name(&die.kind));
        let before = faults.len();
        let tiles = rows::read::<Tile>("tiles.csv", files.tiles, &mut faults);
        let mut tiles: Vec<Tile> = tiles.into_iter().map(|line| line.data).collect();
        tiles.sort_by_key(|tile| tile.height);
        let heights: Vec<usize> = tiles.iter().map(|tile| tile.height.into()).collect();
        let listed = (1..=MAX_HEIGHT).contains(&heights.len());
        if faults.len() == before && !(listed && heights.iter().copied().eq(1..=heights.len())) {
            let message = format!("list each height once, from 1 up to at most {MAX_HEIGHT}");
            faults.push(Fault::new("tiles.csv", FaultCode::Tiles, message));
        }
        match <[Die; 3]>::try_from(dice) {
            Ok(dice) if faults.is_empty() => {
                Ok(Components { id: files.id.to_string(), dice, tiles })
            }
            Ok(_) => Err(Faults(faults)),
            Err(_) if !faults.is_empty() => Err(Faults(faults)),
            Err(dice) => {
                let message = format!("{} kinds of dice are listed; there are 3", dice.len());
                faults.push(Fault::new("dice.csv", FaultCode::Dice, message));
                Err(Faults(faults))
            }
        }
    }
}

impl Default for Components {
    fn default() -> Components {
        Components::read(&REPORTED).expect("the embedded components are checked by tests")
    }
}

/// The embedded set, read once.
pub(super) fn embedded() -> Arc<Components> {
    static SET: std::sync::OnceLock<Arc<Components>> = std::sync::OnceLock::new();
    SET.get_or_init(Arc::default).clone()
}
