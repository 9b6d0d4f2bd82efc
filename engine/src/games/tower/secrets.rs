//! What a seat cannot know: hiding it, and dealing it anew.
//!
//! A redeal is uniform among everything that fits what the seat can see now: its own
//! cards, the cards it put back or knows in others' hands, open piles, and the materials that others hold,
//! which their secret build cards must need. What others' choices tell is not used.

use super::Tower;
use super::card::{Cards, NONE, UNKNOWN};
use super::moves::Move;
use super::rules::{MAX_BUILD_CARDS, MAX_SEATS};
use super::state::{State, Step};
use super::token::total;
use crate::game::random::Rng;
use crate::game::{Game, Seat};

/// For each seat with an unknown build card, the cards that it can be, as bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holders {
    len: usize,
    seats: [(Seat, u32); MAX_SEATS],
}

impl Holders {
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn as_slice(&self) -> &[(Seat, u32)] {
        &self.seats[..self.len]
    }
}

impl Tower {
    /// A move as a seat may know it: only who looks at cards sees which they are.
    pub(super) fn write_for(&self, state: &State, mv: Move, viewer: Seat) -> String {
        let hidden = match mv {
            Move::Sees(_) => Some("sees a card"),
            Move::PutBack(_) => Some("put back a card"),
            Move::Deal(_) if self.rules.secret_cards() => Some("deal a card"),
            Move::Draws(_) if self.rules.secret_cards() => Some("draws a card"),
            Move::Choose(_) if self.rules.secret_cards() => Some("choose a card"),
            _ => None,
        };
        match hidden.filter(|_| viewer != state.seat) {
            Some(text) => text.into(),
            None => self.show(mv).to_string(),
        }
    }

    /// Whether a build card can be the one of a seat, by the materials it has.
    pub(super) fn fits_materials(&self, state: &State, seat: Seat, card: usize) -> bool {
        let (needs, held) = (self.cards[card], state.player(seat).materials);
        if self.only_needed && (0..4).any(|m| held[m] > needs[m]) {
            return false;
        }
        // A card that was complete at the end of its owner's turn has been built.
        let matched: u8 = (0..4).map(|m| needs[m].min(held[m])).sum();
        let acting = seat == state.seat && state.acted;
        if acting {
            !self.only_needed || matched <= self.enough[card]
        } else {
            matched < self.enough[card]
        }
    }

    /// Whether a build card can be the one of a seat, by all that everybody sees of it.
    fn fits(&self, state: &State, seat: Seat, card: usize) -> bool {
        self.fits_materials(state, seat, card) && self.wants(state, seat, card)
    }

    /// Whether a card explains that its owner is choosing a material that it needs.
    fn wants(&self, state: &State, seat: Seat, card: usize) -> bool {
        let Step::Effect(using) = state.step else { return true };
        if seat != state.seat || !self.takes_needed(using) {
            return true;
        }
        let mut supposed = *state;
        supposed.players[seat.index()].card = card as u8;
        let mut found = false;
        self.list_effect(&supposed, using, &mut |_| found = true);
        found
    }

    /// The seats with unknown build cards, and what these can be.
    pub(super) fn secret_holders(&self, state: &State) -> Holders {
        let mut holders = Holders { len: 0, seats: [(Seat(0), 0); MAX_SEATS] };
        for seat in Seat::all(self.rules.players.into()) {
            if state.player(seat).card == UNKNOWN {
                let fitting = (0..self.cards.len()).filter(|card| self.fits(state, seat, *card));
                let bits = fitting.fold(0, |bits, card| bits | 1u32 << card);
                holders.seats[holders.len] = (seat, bits);
                holders.len += 1;
            }
        }
        holders
    }

    /// In how many ways the holders can have got their cards from a deck.
    pub(super) fn ways(&self, deck: &[u8; MAX_BUILD_CARDS], holders: &Holders) -> u128 {
        count_ways(deck, holders.as_slice())
    }

    pub(super) fn hide_from(&self, state: &State, seat: Seat) -> State {
        let mut seen = *state;
        seen.viewer = Some(seat);
        let State { market_deck, put_back, looked_at, players, .. } = &mut seen;
        // Everybody has seen whose cards they are and who put them back; what else a
        // player knows of a card would tell where it came from.
        let mut hide = |cards: &mut Cards, owner: Option<Seat>| {
            for card in cards.as_mut_slice().iter_mut().filter(|card| !card.is_known_to(seat)) {
                if card.kind != UNKNOWN {
                    market_deck[usize::from(card.kind)] += 1;
                    card.kind = UNKNOWN;
                }
                card.known = owner.map_or(card.known, |owner| 1 << owner.0);
            }
        };
        for (owner, player) in players.iter_mut().enumerate() {
            hide(&mut player.hand, Some(Seat(owner as u8)));
            player.hand.sort();
        }
        hide(put_back, None);
        hide(looked_at, Some(state.seat));
        looked_at.sort();
        if self.rules.secret_cards() {
            self.hide_build_cards(&mut seen, seat);
        }
        seen
    }

    fn hide_build_cards(&self, seen: &mut State, seat: Seat) {
        let mut hide = |card: &mut u8| {
            if *card < NONE {
                seen.build_deck[usize::from(*card)] += 1;
                *card = UNKNOWN;
            }
        };
        let others = seen.players.iter_mut().enumerate().filter(|(at, _)| *at != seat.index());
        others.for_each(|(_, player)| hide(&mut player.card));
        if seen.seat != seat {
            let len = usize::from(seen.offer.len);
            seen.offer.cards[..len].iter_mut().for_each(hide);
        }
    }

    pub(super) fn fill_in(&self, seen: &State, rng: &mut Rng) -> State {
        let mut state = *seen;
        state.viewer = None;
        self.fill_build_cards(&mut state, rng);
        let State { market_deck, put_back, looked_at, players, .. } = &mut state;
        let mut left = u64::from(total(market_deck));
        let mut fill = |cards: &mut Cards| {
            for card in cards.as_mut_slice().iter_mut().filter(|card| card.kind == UNKNOWN) {
                card.kind = pick(market_deck, left, rng);
                left -= 1;
            }
        };
        for player in players {
            fill(&mut player.hand);
            player.hand.sort();
        }
        fill(put_back);
        fill(looked_at);
        looked_at.sort();
        state
    }

    fn fill_build_cards(&self, state: &mut State, rng: &mut Rng) {
        let holders = self.secret_holders(state);
        let mut open = holders.as_slice();
        while let Some((&(seat, bits), others)) = open.split_first() {
            let all = count_ways(&state.build_deck, open);
            let mut place = u128::from(rng.below(all.min(u64::MAX.into()) as u64));
            for card in (0..self.cards.len()).filter(|card| bits >> card & 1 == 1) {
                let count = state.build_deck[card];
                if count == 0 {
                    continue;
                }
                state.build_deck[card] -= 1;
                let ways = u128::from(count) * count_ways(&state.build_deck, others);
                if place < ways {
                    state.players[seat.index()].card = card as u8;
                    break;
                }
                state.build_deck[card] += 1;
                place -= ways;
            }
            open = others;
        }
        let mut left = u64::from(total(&state.build_deck));
        let len = usize::from(state.offer.len);
        for card in state.offer.cards[..len].iter_mut().filter(|card| **card == UNKNOWN) {
            *card = pick(&mut state.build_deck, left, rng);
            left -= 1;
        }
        state.offer.cards[..len].sort_unstable();
    }

    /// Whether the unknown cards of a view can be dealt at all.
    pub(super) fn can_be_dealt(&self, state: &State) -> bool {
        self.ways(&state.build_deck, &self.secret_holders(state)) > 0
    }
}

/// Takes a card out of a deck of `left`, each alike.
fn pick(deck: &mut [u8], left: u64, rng: &mut Rng) -> u8 {
    let mut place = rng.below(left);
    let mut card = 0;
    while place >= u64::from(deck[card]) {
        place -= u64::from(deck[card]);
        card += 1;
    }
    deck[card] -= 1;
    card as u8
}

/// In how many ways cards of a deck can be given to holders, one each.
fn count_ways(deck: &[u8; MAX_BUILD_CARDS], holders: &[(Seat, u32)]) -> u128 {
    let Some((&(_, bits), others)) = holders.split_first() else { return 1 };
    let mut deck = *deck;
    let mut ways = 0;
    for card in 0..MAX_BUILD_CARDS {
        let count = deck[card];
        if bits >> card & 1 == 0 || count == 0 {
            continue;
        }
        if others.is_empty() {
            ways += u128::from(count);
        } else {
            deck[card] -= 1;
            ways += u128::from(count) * count_ways(&deck, others);
            deck[card] += 1;
        }
    }
    ways
}
