//! How far everybody is in the race.

use super::Tower;
use super::state::State;
use super::token::{Token, Tokens};
use crate::game::Seat;

/// How far a player is.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Tower floors built.
    pub floors: u8,
    /// How many materials the next floor takes; nothing without a known build card.
    pub wanted: Option<u8>,
    /// How many of them are there.
    pub matched: Option<u8>,
    /// Gems and passes.
    pub tokens: Tokens,
    /// What each kind of them would bring at Salil's rates, in gems of choice.
    pub worth: [f64; 4],
    /// Black-market cards in hand.
    pub cards: usize,
}

impl Tower {
    /// How far a player is.
    pub fn score(&self, state: &State, seat: Seat) -> Score {
        let player = state.player(seat);
        let card = player.card();
        let wanted = card.map(|card| self.enough[card]);
        let rates = self.rules.salil_rates;
        let worth = |token: Token| {
            let count = f64::from(player.tokens[token.index()]);
            match token {
                Token::Pass => count * f64::from(self.rules.pass_gems),
                gem => count / f64::from(rates[gem.index()]),
            }
        };
        Score {
            floors: player.floors,
            wanted,
            matched: wanted.map(|wanted| wanted - self.lacking(state, seat)),
            tokens: player.tokens,
            worth: Token::ALL.map(worth),
            cards: player.hand.len(),
        }
    }
}
