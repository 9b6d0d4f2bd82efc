//! How far everybody is in the race.

use serde_json::{Map, Value, json};

use super::Tower;
use super::card::UNKNOWN;
use super::components::card_name;
use super::state::State;
use super::token::{Material, Token, Tokens};
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

    pub(super) fn score_document(&self, state: &State, seat: Seat) -> Value {
        let (score, player) = (self.score(state, seat), state.player(seat));
        let of_kind = |token: Token| {
            let worth = (score.worth[token.index()] * 100.0).round() / 100.0;
            let entry = json!({"count": score.tokens[token.index()], "worth": worth});
            (token.to_string(), entry)
        };
        let worth: f64 = score.worth.iter().sum();
        let mut next = json!({"card": Value::Null});
        if player.card == UNKNOWN {
            next["card"] = "?".into();
        } else if let Some(card) = player.card() {
            let missing = Material::ALL.into_iter().filter_map(|material| {
                let (wanted, held) =
                    (self.cards[card][material.index()], player.materials[material.index()]);
                (wanted > held && score.matched < score.wanted)
                    .then(|| (material.to_string(), Value::from(wanted - held)))
            });
            next = json!({
                "card": card_name(self.cards[card]),
                "wanted": score.wanted,
                "matched": score.matched,
                "missing": missing.collect::<Map<_, _>>(),
            });
        }
        json!({
            "seat": seat.0,
            "points": score.floors,
            "tie_break": 0,
            "floors": score.floors,
            "floors_to_win": self.rules.floors_to_win,
            "next_floor": next,
            "tokens": Token::ALL.into_iter().map(of_kind).collect::<Map<_, _>>(),
            "worth": (worth * 100.0).round() / 100.0,
            "cards": score.cards,
        })
    }
}
