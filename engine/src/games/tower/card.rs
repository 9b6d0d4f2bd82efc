//! Cards that some players know and others do not.

use crate::game::Seat;

/// Stands for a card that the viewer cannot know.
pub(super) const UNKNOWN: u8 = u8::MAX;
/// Stands for no build card.
pub(super) const NONE: u8 = u8::MAX - 1;
/// The most cards in a hand or looked at together.
pub const MAX_HAND: usize = 6;

/// A black-market card in a hidden place, and who knows that it is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Secret {
    /// Which card, as an index into the kinds of the variant.
    pub(super) kind: u8,
    /// A bit for each seat that knows it.
    pub(super) known: u8,
}

impl Secret {
    /// A card that only one seat knows.
    pub(super) fn of(kind: u8, seat: Seat) -> Secret {
        Secret { kind, known: 1 << seat.0 }
    }

    /// Whether a seat knows the card.
    pub fn is_known_to(self, seat: Seat) -> bool {
        self.known & (1 << seat.0) != 0
    }
}

/// A few hidden cards. What lies beyond the last one is always the same, so that equal
/// cards are equal values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cards {
    len: u8,
    cards: [Secret; MAX_HAND],
}

impl Cards {
    pub(super) const EMPTY: Cards =
        Cards { len: 0, cards: [Secret { kind: 0, known: 0 }; MAX_HAND] };

    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len.into()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cards.
    #[inline]
    pub fn as_slice(&self) -> &[Secret] {
        &self.cards[..self.len()]
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [Secret] {
        &mut self.cards[..usize::from(self.len)]
    }

    /// Adds a card at the end, on top of a pile.
    pub(super) fn push(&mut self, card: Secret) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    /// Adds a card to a hand, which has an order of its own.
    pub(super) fn insert(&mut self, card: Secret) {
        self.push(card);
        self.sort();
    }

    pub(super) fn sort(&mut self) {
        self.as_mut_slice().sort_unstable();
    }

    /// Whether a card of that kind is there.
    #[inline]
    pub(super) fn has(&self, kind: u8) -> bool {
        self.as_slice().iter().any(|card| card.kind == kind)
    }

    /// Takes out a card of that kind, the one that most seats know. Nobody can tell equal
    /// cards apart: whoever knew of some such cards knows of one less.
    pub(super) fn remove(&mut self, kind: u8, owner: Seat) -> Secret {
        let those = self.as_slice().iter().enumerate().filter(|(_, card)| card.kind == kind);
        let (at, card) = those
            .max_by_key(|(at, card)| (card.known.count_ones(), card.known, usize::MAX - at))
            .map(|(at, card)| (at, *card))
            .expect("the card is there");
        let len = self.len();
        self.cards.copy_within(at + 1..len, at);
        self.len -= 1;
        self.cards[usize::from(self.len)] = Secret::default();
        for bit in
            (0..8).map(|seat| 1u8 << seat).filter(|bit| (card.known | 1 << owner.0) & bit == 0)
        {
            let mut those = self.as_mut_slice().iter_mut();
            if let Some(other) = those.find(|card| card.kind == kind && card.known & bit != 0) {
                other.known &= !bit;
            }
        }
        self.sort();
        card
    }

    /// The kinds, ascending, each once. The cards must be sorted.
    #[inline]
    pub(super) fn kinds(&self) -> impl Iterator<Item = u8> + '_ {
        let cards = self.as_slice();
        let first = |at: usize| at == 0 || cards[at - 1].kind != cards[at].kind;
        (0..cards.len()).filter(move |&at| first(at)).map(|at| cards[at].kind)
    }

    /// How many of them nobody told the viewer.
    pub(super) fn unknown(&self) -> u32 {
        self.as_slice().iter().filter(|card| card.kind == UNKNOWN).count() as u32
    }
}
