//! What moves cause.

use super::token::{Gems, Material, Token, Tokens};
use crate::game::{Finish, Seat};

/// Something that a move caused. Cards, slots and kinds are indices into the lists of the
/// variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Event {
    /// A turn begins.
    Turn { seat: Seat, number: u16 },
    /// A draw phase is skipped.
    DrawSkipped(Seat),
    /// Tokens were drawn.
    Drew { seat: Seat, tokens: Tokens },
    /// Salil's pile went back into the empty bag.
    BagRefilled(Tokens),
    /// A material was bought.
    Bought { seat: Seat, slot: u8 },
    /// Gems were traded with Salil.
    Traded { seat: Seat, paid: Token, count: u8, gems: Gems },
    /// The black market was entered.
    Entered { seat: Seat, cards: u8 },
    /// Discarded black-market cards became its deck.
    MarketReshuffled,
    /// Discarded build cards became their deck.
    BuildReshuffled,
    /// A card was used.
    Used { seat: Seat, kind: u8, paid: Gems },
    /// One of its effects could do nothing.
    NoEffect { kind: u8, effect: u8 },
    /// A material changed hands.
    Stole { seat: Seat, from: Seat, material: Material },
    /// A material was taken from a shop.
    Took { seat: Seat, slot: u8 },
    /// Gems were taken from Salil.
    TookGems { seat: Seat, gems: Gems },
    /// A player will skip a draw.
    WillSkip(Seat),
    /// An architect had to leave.
    Evicted(Seat),
    /// Gems changed hands.
    Robbed { seat: Seat, from: Seat, gems: Gems },
    /// A floor was built.
    Built { seat: Seat, card: u8, floors: u8 },
    /// A material went back to a shop.
    Returned { slot: u8 },
    /// An architect left its shop at the end of a turn.
    Left(Seat),
    /// The game is over.
    Over(Finish),
}
