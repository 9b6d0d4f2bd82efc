//! The stock cards.
//!
//! Two cards with the same floors and marker steps are the same card to a
//! player: they share a [`Face`]. The floor at the bottom matters only while the
//! market opens, when it gives the colour of a starting floor; a [`Printing`]
//! is a face together with its bottom.

use serde::Deserialize;

use super::colour::{Colour, Floors};
use crate::document::provenance::Provenance;
use crate::document::rows;
use crate::document::{Fault, FaultCode, Faults};

/// The most different faces a deck may have.
pub const MAX_FACES: usize = 48;
/// The most cards a deck may have.
pub const MAX_CARDS: u32 = 250;

/// What a card gives, by its place in [`Deck::faces`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(pub u8);

/// What a card gives and its bottom, by its place in [`Deck::printings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Printing(pub u8);

/// A starting floor to be placed: a colour, or `None` for a free choice.
pub type Bottom = Option<Colour>;

/// The name of a bottom in notation and data files.
pub fn bottom_name(bottom: Bottom) -> &'static str {
    bottom.map_or("wild", Colour::name)
}

/// The bottom of that name.
pub fn bottom_from_name(name: &str) -> Option<Bottom> {
    if name == "wild" { Some(None) } else { Colour::from_name(name).map(Some) }
}

/// The front of a card.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FaceData {
    /// The colour of the marker that moves, if the card shows one.
    pub marker: Option<Colour>,
    /// How many steps it moves.
    pub steps: u8,
    /// The coloured floors.
    pub floors: Floors,
    /// The wild floors.
    pub wild: u8,
    /// How many cards show it.
    pub copies: u8,
    /// A name made from all that: `brown2-white2`, `wild2`, `gray+-brown-white`.
    pub name: String,
}

/// A face with its bottom floor.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PrintingData {
    /// What the card gives.
    pub face: Face,
    /// The floor at its bottom.
    pub bottom: Bottom,
    /// How many such cards there are.
    pub copies: u8,
}

/// A checked deck. The order of the rows it was read from does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The different faces.
    pub faces: Vec<FaceData>,
    /// The different faces with their bottoms.
    pub printings: Vec<PrintingData>,
    /// How well the rows are known, each provenance with its number of cards.
    pub provenance: Vec<(Provenance, u32)>,
}

/// One row of `cards.csv`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    copies: u8,
    brown: u8,
    black: u8,
    gray: u8,
    white: u8,
    wild: u8,
    marker: String,
    steps: u8,
    bottom: String,
    provenance: Provenance,
}

impl Row {
    fn face(&self, faults: &mut Wrong) -> Option<FaceData> {
        let before = faults.len();
        let floors = Floors::new([self.brown, self.black, self.gray, self.white]);
        let marker = Colour::from_name(&self.marker);
        if marker.is_none() && !self.marker.is_empty() {
            faults.push(("marker", rows::unknown("colour", &self.marker, &COLOURS[..4])));
        } else if marker.is_some() != (self.steps > 0) {
            faults.push(("steps", "a marker needs steps, and steps need a marker".into()));
        }
        let counts = COLOURS.iter().zip(self.counts());
        for (colour, _) in counts.filter(|(_, count)| *count > 9) {
            faults.push((colour, "a card shows at most 9 floors of a colour".into()));
        }
        if self.steps > 9 {
            faults.push(("steps", "a card shows at most 9 steps".into()));
        }
        if self.wild > 4 {
            faults.push(("wild", "a card shows at most 4 wild floors".into()));
        }
        let items = u32::from(self.steps) + u32::from(self.wild) + floors.total();
        if items == 0 {
            faults.push(("brown", "a card shows something".into()));
        }
        if self.copies == 0 {
            faults.push(("copies", "there is at least one of a card".into()));
        }
        if faults.len() > before {
            return None;
        }
        let mut face = FaceData {
            marker,
            steps: self.steps,
            floors,
            wild: self.wild,
            copies: 0,
            name: String::new(),
        };
        face.name = face.make_name();
        Some(face)
    }

    fn counts(&self) -> [u8; 4] {
        [self.brown, self.black, self.gray, self.white]
    }

    fn bottom(&self, faults: &mut Wrong) -> Option<Bottom> {
        let Some(bottom) = bottom_from_name(&self.bottom) else {
            faults.push(("bottom", rows::unknown("colour", &self.bottom, &COLOURS)));
            return None;
        };
        let shown = bottom.map_or(self.wild, |colour| self.counts()[colour.index()]);
        if shown == 0 {
            let message = format!("the bottom floor is {}, but the card shows none", self.bottom);
            faults.push(("bottom", message));
            return None;
        }
        Some(bottom)
    }
}

/// The colours of floors as columns name them.
const COLOURS: [&str; 5] = ["brown", "black", "gray", "white", "wild"];

/// Columns with what is wrong there.
type Wrong = Vec<(&'static str, String)>;

impl FaceData {
    fn make_name(&self) -> String {
        let mut parts = Vec::new();
        if let Some(colour) = self.marker {
            parts.push(format!("{colour}{}", "+".repeat(usize::from(self.steps))));
        }
        let counted = |name: &str, count: u8| match count {
            0 => None,
            1 => Some(name.to_string()),
            _ => Some(format!("{name}{count}")),
        };
        parts.extend(Colour::ALL.into_iter().filter_map(|c| counted(c.name(), self.floors.of(c))));
        parts.extend(counted("wild", self.wild));
        parts.join("-")
    }
}

impl Deck {
    /// Reads and checks `cards.csv`. `place` names it in faults.
    pub fn read(text: &str, place: &str) -> Result<Deck, Faults> {
        let mut faults = Vec::new();
        let mut rows: Vec<(FaceData, Bottom, u8)> = Vec::new();
        let mut provenance: Vec<(Provenance, u32)> = Vec::new();
        for line in rows::read::<Row>(place, text, &mut faults) {
            let (row, mut wrong) = (&line.data, Wrong::new());
            match provenance.iter_mut().find(|(p, _)| *p == row.provenance) {
                Some((_, count)) => *count += u32::from(row.copies),
                None => provenance.push((row.provenance, u32::from(row.copies))),
            }
            if line.is_whole
                && let (Some(face), Some(bottom)) = (row.face(&mut wrong), row.bottom(&mut wrong))
            {
                rows.push((face, bottom, row.copies));
            }
            let wrong = wrong.into_iter();
            faults.extend(
                wrong.map(|(column, message)| line.fault(column, FaultCode::Card, message)),
            );
        }
        let total: u32 = rows.iter().map(|(_, _, copies)| u32::from(*copies)).sum();
        if faults.is_empty() && (total > MAX_CARDS || total == 0) {
            let message = format!("a deck has 1 to {MAX_CARDS} cards, this one {total}");
            faults.push(Fault::new(place, FaultCode::DeckSize, message));
        }
        provenance.sort();
        rows.sort();
        let mut deck = Deck { faces: Vec::new(), printings: Vec::new(), provenance };
        for (face, bottom, copies) in rows {
            if deck.faces.last().is_none_or(|last| last.name != face.name) {
                deck.faces.push(face);
            }
            let id = Face((deck.faces.len() - 1) as u8);
            let Some(last) = deck.faces.last_mut() else { continue };
            last.copies = last.copies.saturating_add(copies);
            match deck.printings.last_mut() {
                Some(same) if same.face == id && same.bottom == bottom => {
                    same.copies = same.copies.saturating_add(copies);
                }
                _ => deck.printings.push(PrintingData { face: id, bottom, copies }),
            }
        }
        if deck.faces.len() > MAX_FACES {
            let message = format!(
                "a deck has at most {MAX_FACES} different cards, this one {}",
                deck.faces.len()
            );
            faults.push(Fault::new(place, FaultCode::TooManyFaces, message));
        }
        Faults::ok_if_empty(faults, deck)
    }

    /// How many cards there are.
    pub fn len(&self) -> u32 {
        self.faces.iter().map(|face| u32::from(face.copies)).sum()
    }

    /// Whether there is no card at all (never true of a checked deck).
    pub fn is_empty(&self) -> bool {
        self.faces.is_empty()
    }

    /// The face of that name; its parts may stand in any order.
    ///
    /// ```
    /// use towerlab_engine::game::Game;
    /// use towerlab_engine::games::tower_up::TowerUp;
    ///
    /// let game = TowerUp::standard(2);
    /// let deck = &game.components().deck;
    /// assert_eq!(deck.face("white2-brown2"), deck.face("brown2-white2"));
    /// assert_eq!(deck.face("pink2"), None);
    /// ```
    pub fn face(&self, name: &str) -> Option<Face> {
        let parts = |name: &str| {
            let mut parts: Vec<String> = name.split('-').map(String::from).collect();
            parts.sort_unstable();
            parts
        };
        let exact = self.faces.iter().position(|face| face.name == name);
        let found =
            exact.or_else(|| self.faces.iter().position(|face| parts(&face.name) == parts(name)));
        found.map(|index| Face(index as u8))
    }

    /// The printing of that face and bottom.
    pub fn printing(&self, face: Face, bottom: Bottom) -> Option<Printing> {
        let same = |p: &PrintingData| p.face == face && p.bottom == bottom;
        self.printings.iter().position(same).map(|index| Printing(index as u8))
    }

    /// How many cards have this bottom.
    pub fn bottoms(&self, bottom: Bottom) -> u32 {
        let same = self.printings.iter().filter(|p| p.bottom == bottom);
        same.map(|p| u32::from(p.copies)).sum()
    }
}
