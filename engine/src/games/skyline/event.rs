//! What moves cause.

use super::dice::{Dice, Face, Kind};
use super::state::Building;
use crate::game::Seat;

/// Something that a move caused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A turn begins.
    Turn {
        /// Whose turn.
        seat: Seat,
        /// The round, from 1.
        round: u8,
    },
    /// Yard and district are both empty: the turn is skipped.
    Skipped(Seat),
    /// Dice were taken.
    Took {
        /// By whom.
        seat: Seat,
        /// Which.
        dice: Dice,
        /// Whether from the abandoned district.
        abandoned: bool,
    },
    /// A die was abandoned.
    Abandoned(Kind),
    /// A die was built.
    Built {
        /// By whom.
        seat: Seat,
        /// Which die.
        kind: Kind,
        /// Its type.
        face: Face,
        /// The height of the building now.
        height: u8,
    },
    /// A building was finished: a tile stands for it, its dice are in the yard.
    Finished {
        /// By whom.
        seat: Seat,
        /// Its type.
        face: Face,
        /// Its height.
        height: u8,
    },
    /// A building was demolished.
    Demolished {
        /// By whom.
        seat: Seat,
        /// Which building.
        building: Building,
    },
    /// A building was finished that ends the game after this round.
    LastRound,
    /// The empty district got new dice.
    Refilled(Dice),
    /// The game is over.
    Over,
}
