//! Draws from the bag, from a robbed player and from the decks.

use super::Tower;
use super::moves::Move;
use super::state::{State, Step};
use super::token::{Tokens, gems, total};
use crate::game::random::Rng;

impl Tower {
    /// From what, and how many tokens are drawn now. A robbed player's passes stay out.
    pub(super) fn drawing(&self, state: &State) -> Option<(Tokens, u8)> {
        let (from, size) = match state.step {
            Step::Draw { left, .. } => (state.bag, left),
            Step::Rob(using, victim) => {
                let [green, blue, red] = gems(state.player(victim).tokens);
                ([green, blue, red, 0], using.left)
            }
            _ => return None,
        };
        Some((from, total(&from).min(size.into()) as u8))
    }

    fn token_move(state: &State, tokens: Tokens) -> Move {
        match state.step {
            Step::Rob(..) => Move::Robbed(gems(tokens)),
            _ => Move::Drawn(tokens),
        }
    }

    /// How many cards the next one is drawn from, by card; on a seat's view weighted by in how
    /// many ways the unknown ones could lie.
    fn card_weights(&self, state: &State, mut out: impl FnMut(Move, u128)) {
        match state.step {
            Step::Look { .. } => {
                for (kind, &count) in state.market_deck.iter().enumerate() {
                    out(Move::Sees(kind as u8), count.into());
                }
            }
            Step::Deal | Step::DrawCards { .. } => {
                let mv = if state.step == Step::Deal { Move::Deal } else { Move::Draws };
                let secrets = self.secret_holders(state);
                let mut deck = state.build_deck;
                for card in 0..self.cards.len() {
                    let count = deck[card];
                    if count > 0 && !secrets.is_empty() {
                        deck[card] -= 1;
                        out(mv(card as u8), u128::from(count) * self.ways(&deck, &secrets));
                        deck[card] += 1;
                    } else {
                        out(mv(card as u8), count.into());
                    }
                }
            }
            _ => {}
        }
    }

    pub(super) fn list_outcomes(&self, state: &State, out: &mut impl FnMut(Move, u128)) {
        let Some((from, size)) = self.drawing(state) else {
            return self.card_weights(state, |mv, weight| {
                if weight > 0 {
                    out(mv, weight);
                }
            });
        };
        let [greens, blues, reds, passes] = from;
        for green in 0..=greens.min(size) {
            for blue in 0..=blues.min(size - green) {
                for red in 0..=reds.min(size - green - blue) {
                    let pass = size - green - blue - red;
                    if pass <= passes {
                        let drawn = [green, blue, red, pass];
                        let weight =
                            (0..4).map(|token| choose(from[token], drawn[token])).product();
                        out(Self::token_move(state, drawn), weight);
                    }
                }
            }
        }
    }

    pub(super) fn draw(&self, state: &State, rng: &mut Rng) -> Move {
        let Some((mut from, size)) = self.drawing(state) else {
            return self.draw_card(state, rng);
        };
        let mut drawn = [0; 4];
        let mut left = u64::from(total(&from));
        for _ in 0..size {
            let mut place = rng.below(left);
            let mut token = 0;
            while place >= u64::from(from[token]) {
                place -= u64::from(from[token]);
                token += 1;
            }
            from[token] -= 1;
            drawn[token] += 1;
            left -= 1;
        }
        Self::token_move(state, drawn)
    }

    fn draw_card(&self, state: &State, rng: &mut Rng) -> Move {
        let mut all: u128 = 0;
        self.card_weights(state, |_, weight| all += weight);
        // Counts of ways stay far below this.
        let mut place = u128::from(rng.below(all.min(u64::MAX.into()) as u64));
        let mut drawn = None;
        self.card_weights(state, |mv, weight| {
            if drawn.is_none() && place < weight {
                drawn = Some(mv);
            }
            place = place.saturating_sub(weight);
        });
        drawn.expect("a card is to be drawn")
    }
}

/// In how many ways `few` of `many` can be drawn.
fn choose(many: u8, few: u8) -> u128 {
    let (many, few) = (u128::from(many), u128::from(few));
    (0..few).fold(1, |ways, one| ways * (many - one) / (one + 1))
}
