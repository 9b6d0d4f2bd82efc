//! A position: bag and pile, shops, decks, and what the players have.

use super::card::{Cards, MAX_HAND, NONE, UNKNOWN};
use super::rules::{MAX_BUILD_CARDS, MAX_MARKET_CARDS, MAX_SEATS, MAX_SLOTS};
use super::token::{Material, Materials, Tokens, total};
use crate::game::{Finish, Seat};

/// What a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    pub(super) tokens: Tokens,
    pub(super) materials: Materials,
    /// The build card, or `NONE`, or `UNKNOWN` to the viewer.
    pub(super) card: u8,
    /// Black-market cards.
    pub(super) hand: Cards,
    pub(super) floors: u8,
    /// The shop where the architect stands, or `NONE`.
    pub(super) shop: u8,
    /// Whether the next draw phase is skipped.
    pub(super) skips_draw: bool,
}

impl Player {
    pub(super) const NEW: Player = Player {
        tokens: [0; 4],
        materials: [0; 4],
        card: NONE,
        hand: Cards::EMPTY,
        floors: 0,
        shop: NONE,
        skips_draw: false,
    };

    /// Gems and passes.
    pub fn tokens(&self) -> Tokens {
        self.tokens
    }

    /// Building materials.
    pub fn materials(&self) -> Materials {
        self.materials
    }

    /// The build card, as an index into [`super::Tower::build_cards`]; nothing if there is
    /// none or the viewer cannot know it.
    pub fn card(&self) -> Option<usize> {
        (self.card < NONE).then_some(self.card.into())
    }

    /// Black-market cards in hand.
    pub fn hand(&self) -> &Cards {
        &self.hand
    }

    /// Tower floors built.
    pub fn floors(&self) -> u8 {
        self.floors
    }

    /// The shop where the architect stands.
    pub fn shop(&self) -> Option<usize> {
        (self.shop < NONE).then_some(self.shop.into())
    }

    /// Whether the next draw phase is skipped.
    pub fn skips_draw(&self) -> bool {
        self.skips_draw
    }
}

/// Build cards that were drawn to choose one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Offer {
    pub(super) len: u8,
    pub(super) cards: [u8; MAX_HAND],
}

impl Offer {
    /// The cards, ascending.
    pub(super) fn as_slice(&self) -> &[u8] {
        &self.cards[..usize::from(self.len)]
    }

    pub(super) fn insert(&mut self, card: u8) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
        self.cards[..usize::from(self.len)].sort_unstable();
    }
}

/// Where in a used card's effects the player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Using {
    /// The kind of card.
    pub(super) kind: u8,
    /// Which of its effects.
    pub(super) effect: u8,
    /// How often it is still to be done, or how many gems it moves.
    pub(super) left: u8,
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Chance deals the seat its first build card.
    Deal,
    /// Chance draws so many tokens.
    Draw {
        /// How many are still to be drawn.
        left: u8,
        /// Whether these are the ones for having done nothing.
        extra: bool,
    },
    /// The player acts.
    Act,
    /// Chance shows black-market cards.
    Look {
        /// How many more.
        left: u8,
        /// How many of them will be kept.
        keep: u8,
    },
    /// The player puts cards back until so many are left.
    PutBack {
        /// How many will be kept.
        keep: u8,
    },
    /// The player decides on an effect of a card.
    Effect(Using),
    /// Chance takes gems from a player.
    Rob(Using, Seat),
    /// The player puts a material back into the shops, not before the slot last used for it.
    Return {
        /// Which material.
        material: Material,
        /// The first slot that may be used.
        from: u8,
    },
    /// Chance shows build cards.
    DrawCards {
        /// How many more.
        left: u8,
    },
    /// The player chooses a build card.
    Choose,
    /// Nothing: the game is over.
    Over(Finish),
}

/// A position of Tower, complete or as one seat sees it.
///
/// Decks are sets: what lies in them is known to nobody in order, except the cards that
/// were put back. As a seat sees it, a deck holds every card that the seat cannot place, and the
/// unknown cards elsewhere are among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) bag: Tokens,
    pub(super) pile: Tokens,
    /// By slot, the materials that lie there.
    pub(super) stock: [u8; MAX_SLOTS],
    pub(super) build_deck: [u8; MAX_BUILD_CARDS],
    pub(super) build_discard: [u8; MAX_BUILD_CARDS],
    pub(super) market_deck: [u8; MAX_MARKET_CARDS],
    pub(super) market_discard: [u8; MAX_MARKET_CARDS],
    /// Cards put back on top of the black market, the topmost last.
    pub(super) put_back: Cards,
    /// Black-market cards that are being looked at.
    pub(super) looked_at: Cards,
    /// Build cards that are being chosen from.
    pub(super) offer: Offer,
    pub(super) players: [Player; MAX_SEATS],
    pub(super) step: Step,
    pub(super) seat: Seat,
    /// The number of the turn, from 1; 0 while cards are dealt.
    pub(super) turn: u16,
    /// Whether the player has done something in this turn.
    pub(super) acted: bool,
    /// Whether the player has bought in the shop where the architect stands, in this turn.
    pub(super) bought: bool,
    /// Whether the player has been at the black market in this turn.
    pub(super) visited: bool,
    /// Whether tokens were drawn in this turn, or a draw was skipped.
    pub(super) drew: bool,
    /// How many turns in a row nothing at all has happened.
    pub(super) idle: u8,
    /// The seat whose view this is.
    pub(super) viewer: Option<Seat>,
}

impl State {
    /// The tokens in the bag.
    pub fn bag(&self) -> Tokens {
        self.bag
    }

    /// The tokens on Salil's pile.
    pub fn pile(&self) -> Tokens {
        self.pile
    }

    /// What a player has.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// By slot, the materials that lie there.
    pub fn stock(&self) -> &[u8; MAX_SLOTS] {
        &self.stock
    }

    /// The cards put back on top of the black market, the topmost last.
    pub fn put_back(&self) -> &Cards {
        &self.put_back
    }

    /// The black-market cards that are being looked at.
    pub fn looked_at(&self) -> &Cards {
        &self.looked_at
    }

    /// What happens next.
    pub fn step(&self) -> Step {
        self.step
    }

    /// Whose turn it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The number of the turn, from 1; 0 while cards are dealt.
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// Whether the player can still go to the black market in this turn.
    pub fn market_is_open(&self) -> bool {
        !self.visited
    }

    /// The seat whose view this is; nothing if the position is complete.
    pub fn viewer(&self) -> Option<Seat> {
        self.viewer
    }

    /// How many cards of every build card are anywhere: deck, discard, hands and offer.
    pub fn build_cards(&self) -> [u8; MAX_BUILD_CARDS] {
        let mut all = self.build_deck;
        (0..MAX_BUILD_CARDS).for_each(|card| all[card] += self.build_discard[card]);
        let held = self.players.iter().map(|player| player.card);
        for card in held.chain(self.offer.as_slice().iter().copied()).filter(|card| *card < NONE) {
            all[usize::from(card)] += 1;
        }
        all
    }

    /// How many cards of every black-market card are anywhere.
    pub fn market_cards(&self) -> [u8; MAX_MARKET_CARDS] {
        let mut all = self.market_deck;
        (0..MAX_MARKET_CARDS).for_each(|kind| all[kind] += self.market_discard[kind]);
        for card in self.hidden_cards().filter(|card| card.kind != UNKNOWN) {
            all[usize::from(card.kind)] += 1;
        }
        all
    }

    fn hidden_cards(&self) -> impl Iterator<Item = super::card::Secret> + '_ {
        let hands = self.players.iter().flat_map(|player| player.hand.as_slice());
        hands.chain(self.put_back.as_slice()).chain(self.looked_at.as_slice()).copied()
    }

    /// How many cards are left in the black-market deck, below those put back.
    pub(super) fn market_left(&self) -> u32 {
        let unknown = self.hidden_cards().filter(|card| card.kind == UNKNOWN).count();
        total(&self.market_deck) - unknown as u32
    }

    /// How many cards are left in the deck of build cards.
    pub(super) fn build_left(&self) -> u32 {
        let held = self.players.iter().filter(|player| player.card == UNKNOWN).count();
        let offered = self.offer.as_slice().iter().filter(|card| **card == UNKNOWN).count();
        total(&self.build_deck) - (held + offered) as u32
    }

    #[inline]
    pub(super) fn own(&self) -> &Player {
        &self.players[self.seat.index()]
    }

    #[inline]
    pub(super) fn own_mut(&mut self) -> &mut Player {
        &mut self.players[self.seat.index()]
    }
}

impl Using {
    /// How much of a card's effects is still to be done: a measure that only falls.
    pub fn rest(self, game: &super::Tower) -> u32 {
        let later = game.market()[usize::from(self.kind)].effects.iter().skip(self.effect.into());
        u32::from(self.left) + later.skip(1).map(|effect| u32::from(effect.amount)).sum::<u32>()
    }
}
