//! One decision deep: every move is tried, and the position after it valued.

use std::marker::PhantomData;
use std::sync::Arc;

use super::Agent;
use crate::game::random::Rng;
use crate::game::{Halt, Next, PlayerView, Seat};
use crate::games::evaluate::{Evaluate, EvaluationCache, quiet_value};

/// Plays the move with the best value after it.
pub struct OnePly<G: Evaluate> {
    weights: Arc<[i32]>,
    /// Whether it looks as far as the game allows, and not only until a position is quiet.
    looks_ahead: bool,
    values: Vec<i64>,
    cache: EvaluationCache,
    game: PhantomData<fn(&G)>,
}

impl<G: Evaluate> OnePly<G> {
    /// A player with these weights.
    pub fn new(weights: &[i32]) -> Self {
        OnePly {
            weights: weights.into(),
            looks_ahead: true,
            values: Vec::new(),
            cache: EvaluationCache::default(),
            game: PhantomData,
        }
    }

    /// The same player, whose computations can be halted.
    pub fn halted_by(mut self, halt: &Halt) -> Self {
        self.cache = EvaluationCache::new(halt.clone());
        self
    }

    /// The hand-written player.
    pub fn greedy() -> Self {
        OnePly { looks_ahead: false, ..OnePly::new(G::GREEDY) }
    }

    /// The learned player for this variant.
    pub fn tuned(game: &G) -> Self {
        OnePly::new(&game.tuned().by_feature)
    }

    /// The player that stands in for `expert` where there is no net.
    pub fn expert(game: &G) -> Self {
        game.expert().map_or_else(|| OnePly::tuned(game), |weights| OnePly::new(&weights))
    }

    /// The values of some moves for the seat that makes them.
    pub fn values(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> &[i64] {
        self.values.clear();
        if self.looks_ahead {
            game.move_values(state, moves, &self.weights, &mut self.cache, &mut self.values);
        } else {
            let Next::Player(seat) = game.next(state) else { unreachable!("a player is to move") };
            self.values.extend(moves.iter().map(|&mv| {
                let mut after = *state;
                game.play(&mut after, mv, &mut ());
                quiet_value(game, &after, seat, &self.weights)
            }));
        }
        &self.values
    }

    /// The value of a position for a seat.
    pub fn lookahead_value(&mut self, game: &G, state: &G::State, seat: Seat) -> i64 {
        game.lookahead_value(state, seat, &self.weights, &mut self.cache)
    }

    /// The best of some moves; among equal ones, a random one.
    pub fn best(&mut self, game: &G, state: &G::State, moves: &[G::Move], rng: &mut Rng) -> usize {
        if moves.len() == 1 {
            return 0;
        }
        let values = self.values(game, state, moves);
        let (mut best, mut equal) = (0, 1);
        for index in 1..values.len() {
            if values[index] > values[best] {
                (best, equal) = (index, 1);
            } else if values[index] == values[best] {
                equal += 1;
                if rng.below(equal) == 0 {
                    best = index;
                }
            }
        }
        best
    }
}

impl<G: Evaluate> Agent<G> for OnePly<G> {
    fn choose(&mut self, view: &PlayerView<'_, G>, moves: &[G::Move], rng: &mut Rng) -> usize {
        self.best(view.game, view.observe().state(), moves, rng)
    }
}
