//! What moves cause.

use super::colour::{Colour, Floors};
use super::deck::Bottom;
use super::objectives::Objective;
use super::sites::Site;
use super::state::Ending;
use crate::game::{Finish, Seat};

/// Something that a move caused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A starting floor fits nowhere and stays in the supply.
    FloorLeftOut(Bottom),
    /// A turn begins; `extra` when a star column gave it.
    Turn {
        /// Whose turn.
        seat: Seat,
        /// Whether it is an extra turn.
        extra: bool,
    },
    /// Floors went from the supply to a stock.
    Collected {
        /// Whose stock.
        seat: Seat,
        /// Which floors.
        floors: Floors,
    },
    /// The discard was shuffled into a new deck.
    Reshuffled,
    /// Floors went from a stock back to the supply.
    Returned {
        /// Whose stock.
        seat: Seat,
        /// Which floors.
        floors: Floors,
    },
    /// A floor was added to a building.
    Raised {
        /// Where.
        site: Site,
        /// Its colour.
        colour: Colour,
        /// The building's new height.
        height: u8,
    },
    /// A roof that was on top is covered now.
    Covered {
        /// Whose roof.
        seat: Seat,
        /// Where.
        site: Site,
    },
    /// A roof was placed.
    Roofed {
        /// Whose roof.
        seat: Seat,
        /// Where.
        site: Site,
        /// On which floor, the ground floor being 1.
        level: u8,
    },
    /// A marker moved (not at all when it was at the end of its track).
    Advanced {
        /// Whose marker.
        seat: Seat,
        /// Which marker.
        colour: Colour,
        /// Steps before.
        from: u8,
        /// Steps after.
        to: u8,
    },
    /// All markers of a player reached a star column: an extra turn follows.
    StarColumn(Seat),
    /// An objective was reached; `points` is 0 when no token was left.
    Reached {
        /// By whom.
        seat: Seat,
        /// Which objective.
        objective: Objective,
        /// The token's value.
        points: u8,
    },
    /// The end was triggered.
    Triggered(Ending),
    /// A player's last turn is over: the visible roofs count from now on.
    Counted {
        /// Whose roofs.
        seat: Seat,
        /// How many are visible.
        visible: u8,
    },
    /// The game is over.
    Over(Finish),
}
