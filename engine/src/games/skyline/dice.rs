//! Dice: their kinds, their faces, and handfuls of them.

use std::fmt;

/// A kind of die.
///
/// ```
/// use towerlab_engine::games::skyline::dice::{Face, Kind};
///
/// let die = (Kind::from_name("upper").unwrap(), Face::from_name("mid").unwrap());
/// assert_eq!(format!("{} {}", die.0, die.1), "upper mid");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Starts a building.
    Ground,
    /// Makes it higher.
    Upper,
    /// Finishes it.
    Penthouse,
}

impl Kind {
    /// All kinds, from the ground up.
    pub const ALL: [Kind; 3] = [Kind::Ground, Kind::Upper, Kind::Penthouse];
    /// Their names.
    pub const NAMES: [&'static str; 3] = ["ground", "upper", "penthouse"];

    /// The kind as an index into arrays.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| Kind::NAMES[kind.index()] == name)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Kind::NAMES[self.index()])
    }
}

/// What a die shows: a type of building, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Low-rise, purple.
    Low,
    /// Mid-rise, blue.
    Mid,
    /// High-rise, orange.
    High,
    /// Nothing.
    Blank,
}

impl Face {
    /// All faces.
    pub const ALL: [Face; 4] = [Face::Low, Face::Mid, Face::High, Face::Blank];
    /// The faces that are types of buildings.
    pub const TYPES: [Face; 3] = [Face::Low, Face::Mid, Face::High];
    /// Their names.
    pub const NAMES: [&'static str; 4] = ["low", "mid", "high", "blank"];

    /// The face as an index into arrays.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The face of that name.
    pub fn from_name(name: &str) -> Option<Face> {
        Face::ALL.into_iter().find(|face| Face::NAMES[face.index()] == name)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Face::NAMES[self.index()])
    }
}

/// How many dice of each kind.
pub type Dice = [u8; 3];

/// How many dice in all.
#[inline]
pub fn total(dice: Dice) -> u32 {
    dice.into_iter().map(u32::from).sum()
}

/// Rolled dice: how many of each kind show each face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hand(pub [[u8; 4]; 3]);

impl Hand {
    /// How many of a kind show a face.
    #[inline]
    pub fn of(&self, kind: Kind, face: Face) -> u8 {
        self.0[kind.index()][face.index()]
    }

    /// Whether there is no die.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [[0; 4]; 3]
    }

    /// The dice by kind.
    pub fn dice(&self) -> Dice {
        self.0.map(|faces| faces.iter().sum())
    }

    #[inline]
    pub(super) fn remove(&mut self, kind: Kind, face: Face) {
        self.0[kind.index()][face.index()] -= 1;
    }

    /// Removes one of the dice there are most of, or nothing from an empty hand.
    pub(super) fn remove_most_common(&mut self) {
        if let Some((kind, face)) = self.classes().max_by_key(|&(kind, face)| self.of(kind, face)) {
            self.remove(kind, face);
        }
    }

    /// The classes of equal dice, in the fixed order.
    #[inline]
    pub fn classes(&self) -> impl Iterator<Item = (Kind, Face)> + '_ {
        let all = Kind::ALL.into_iter().flat_map(|kind| Face::ALL.map(|face| (kind, face)));
        all.filter(|&(kind, face)| self.of(kind, face) > 0)
    }
}
