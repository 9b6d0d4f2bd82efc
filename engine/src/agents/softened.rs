//! Play that is weaker on purpose, for people to win against.

use super::Agent;
use super::expert::Expert;
use super::net::{OUTPUT_ONE, embedded_network};
use super::one_ply::OnePly;
use super::spec::Temperature;
use crate::game::random::Rng;
use crate::game::{Halt, PlayerView};
use crate::games::Evaluate;

/// What the likeliest move weighs in a draw.
const BEST: f64 = (1u64 << 32) as f64;

/// Plays like `expert`, but strays from the best moves: a move is the less likely the worse it is.
pub struct Softened<G: Evaluate> {
    judge: Judge<G>,
    temperature: f64,
    /// By move, the logarithm of its odds to win, less a constant.
    odds: Vec<f64>,
}

/// Who values the moves.
enum Judge<G: Evaluate> {
    Net(Box<Expert<G>>),
    /// Where there is no net; with the difference of values that makes a win e times as likely.
    Weights(OnePly<G>, f64),
}

impl<G: Evaluate> Softened<G> {
    /// A player of this temperature.
    pub fn new(game: &G, temperature: Temperature, halt: &Halt) -> Self {
        let judge = match embedded_network(game) {
            Some(network) => Judge::Net(Box::new(Expert::new(game, network))),
            None => {
                Judge::Weights(OnePly::expert(game).halted_by(halt), f64::from(game.tuned().scale))
            }
        };
        Softened { judge, temperature: temperature.value(), odds: Vec::new() }
    }
}

impl<G: Evaluate> Agent<G> for Softened<G> {
    fn choose(&mut self, view: &PlayerView<'_, G>, moves: &[G::Move], rng: &mut Rng) -> usize {
        if moves.len() == 1 {
            return 0;
        }
        let observation = view.observe();
        let (game, state) = (view.game, observation.state());
        self.odds.clear();
        match &mut self.judge {
            Judge::Net(expert) => {
                let preferences = expert.preferences(game, state, moves).iter();
                self.odds.extend(preferences.map(|it| f64::from(*it) / f64::from(OUTPUT_ONE)));
            }
            Judge::Weights(tuned, scale) => {
                let values = tuned.values(game, state, moves).iter();
                self.odds.extend(values.map(|value| *value as f64 / *scale));
            }
        }
        draw_by_odds(&self.odds, self.temperature, rng)
    }
}

/// Draws a move: one whose log odds of winning are lower by the temperature is drawn *e* times less
/// often.
pub(super) fn draw_by_odds(odds: &[f64], temperature: f64, rng: &mut Rng) -> usize {
    let best = odds.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weight = |odds: &f64| (BEST * libm::exp((odds - best) / temperature)) as u64;
    let mut drawn = rng.below(odds.iter().map(weight).sum());
    let is_drawn = |odds: &f64| {
        let weight = weight(odds);
        let is_drawn = drawn < weight;
        drawn = drawn.saturating_sub(weight);
        is_drawn
    };
    odds.iter().position(is_drawn).expect("one of the weights is drawn")
}
