//! What is in the box: boards, cards, objectives and printed numbers.
//!
//! Everything is read from files under `engine/data/tower-up/`, so that a
//! designer can change it and somebody who owns the box can type in what the
//! rulebooks only show in pictures. Nothing here is a rule.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::deck::Deck;
use super::objectives::{self, ObjectiveData};
use crate::document::provenance::Claim;
use crate::document::{Fault, FaultCode, Faults};

/// The files of one set of components, as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Files<'a> {
    /// The name of the set, such as `reconstructed-1`.
    pub id: &'a str,
    /// `numbers.toml`: tracks, tokens and counts.
    pub numbers: &'a str,
    /// `front.toml`: the board for 3 and 4 players.
    pub front: &'a str,
    /// `back.toml`: the board for 2 players.
    pub back: &'a str,
    /// `cards.csv`: the stock cards.
    pub cards: &'a str,
    /// `objectives.csv`: the objective cards.
    pub objectives: &'a str,
}

macro_rules! file {
    ($set:literal, $name:literal) => {
        include_str!(concat!("../../../data/tower-up/", $set, "/", $name))
    };
}

/// The default set.
pub const RECONSTRUCTED: Files<'static> = Files {
    id: "reconstructed-1",
    numbers: file!("reconstructed-1", "numbers.toml"),
    front: file!("reconstructed-1", "front.toml"),
    back: file!("reconstructed-1", "back.toml"),
    cards: file!("reconstructed-1", "cards.csv"),
    objectives: file!("reconstructed-1", "objectives.csv"),
};

macro_rules! alternative {
    ($set:literal) => {
        Files {
            id: $set,
            front: file!($set, "front.toml"),
            back: file!($set, "back.toml"),
            cards: file!($set, "cards.csv"),
            ..RECONSTRUCTED
        }
    };
}

/// Every set that comes with the engine: the default, and five others made by
/// [`super::generator`] within the same constraints. A finding that holds on all
/// six does not hang on how board and deck were reconstructed.
pub const SETS: [Files<'static>; 6] = [
    RECONSTRUCTED,
    alternative!("reconstructed-1a"),
    alternative!("reconstructed-1b"),
    alternative!("reconstructed-1c"),
    alternative!("reconstructed-1d"),
    alternative!("reconstructed-1e"),
];

/// Numbers that are printed on components or counted in the box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// What the set is called.
    pub title: String,
    /// Floors of each colour.
    pub floors_per_colour: u8,
    /// Roofs of each player.
    pub roofs: u8,
    /// The value of each space of a track, from the first space on.
    pub track: Vec<u8>,
    /// The star columns, in steps from the first space.
    pub stars: Vec<u8>,
    /// The cone's value for 0, 1, 2 ... visible roofs; more count as the last.
    pub cone: Vec<u8>,
    /// The tokens of each objective by number of players, highest first.
    pub tokens: BTreeMap<String, Vec<u8>>,
    /// How well all this is known.
    #[serde(default)]
    pub claim: Vec<Claim>,
}

/// A checked set of components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// The name of the set.
    pub id: String,
    /// Printed numbers and counts.
    pub numbers: Numbers,
    /// The board for 3 and 4 players.
    pub front: Board,
    /// The board for 2 players.
    pub back: Board,
    /// The stock cards.
    pub deck: Deck,
    /// The objective cards.
    pub objectives: Vec<ObjectiveData>,
}

impl Components {
    /// Reads and checks a set, and reports the faults of all its files at once.
    pub fn read(files: &Files<'_>) -> Result<Components, Faults> {
        let mut faults = Vec::new();
        let numbers = keep(read_numbers(files.numbers), &mut faults);
        let front = keep(Board::read(files.front, "front.toml"), &mut faults);
        let back = keep(Board::read(files.back, "back.toml"), &mut faults);
        let deck = keep(Deck::read(files.cards, "cards.csv"), &mut faults);
        let objectives = keep(objectives::read(files.objectives, "objectives.csv"), &mut faults);
        match (numbers, front, back, deck, objectives) {
            (Some(numbers), Some(front), Some(back), Some(deck), Some(objectives)) => {
                Ok(Components { id: files.id.to_string(), numbers, front, back, deck, objectives })
            }
            _ => Err(Faults(faults)),
        }
    }

    /// The objective of that name.
    pub fn objective(&self, id: &str) -> Option<objectives::Objective> {
        let index = self.objectives.iter().position(|o| o.id == id)?;
        Some(objectives::Objective(index as u8))
    }
}

impl Default for Components {
    fn default() -> Components {
        Components::read(&RECONSTRUCTED).expect("the embedded components are checked by tests")
    }
}

fn keep<T>(result: Result<T, Faults>, faults: &mut Vec<Fault>) -> Option<T> {
    result.map_err(|Faults(more)| faults.extend(more)).ok()
}

fn read_numbers(text: &str) -> Result<Numbers, Faults> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        Faults(vec![Fault::new(format!("numbers.toml:{line}"), FaultCode::Syntax, error.message())])
    })
}
