//! One decision deep: every move is tried, and the position after it judged.

use std::sync::Arc;

use super::Agent;
use super::evaluate::{Evaluate, settled};
use crate::game::{Next, View};
use crate::random::Rng;

/// Plays the move with the best value after it.
pub struct OnePly<G: Evaluate> {
    weights: Arc<[i32]>,
    /// Whether it looks as far as the game allows, and not only until a position is quiet.
    foresees: bool,
    values: Vec<i64>,
    memo: G::Memo,
}

impl<G: Evaluate> OnePly<G> {
    /// A player with these weights.
    pub fn new(weights: &[i32]) -> Self {
        let (values, memo) = (Vec::new(), G::Memo::default());
        OnePly { weights: weights.into(), foresees: true, values, memo }
    }

    /// The hand-written player.
    pub fn greedy() -> Self {
        OnePly { foresees: false, ..OnePly::new(G::GREEDY) }
    }

    /// The learned player for this variant.
    pub fn tuned(game: &G) -> Self {
        OnePly::new(&game.tuned().by_feature)
    }

    /// The values of some moves for the seat that makes them.
    pub fn values(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> &[i64] {
        self.values.clear();
        if self.foresees {
            game.judge(state, moves, &self.weights, &mut self.memo, &mut self.values);
        } else {
            let Next::Player(seat) = game.next(state) else { unreachable!("a player is to move") };
            self.values.extend(moves.iter().map(|&mv| {
                let mut after = *state;
                game.play(&mut after, mv, &mut ());
                settled(game, &after, seat, &self.weights)
            }));
        }
        &self.values
    }

    /// The value of a position for a seat.
    pub fn foresee(&mut self, game: &G, state: &G::State, seat: crate::game::Seat) -> i64 {
        game.foresee(state, seat, &self.weights, &mut self.memo)
    }

    /// The best of some moves; equal ones are drawn for.
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
    fn choose(&mut self, view: &View<'_, G>, moves: &[G::Move], rng: &mut Rng) -> usize {
        let seen = view.seen();
        self.best(view.game, seen.state(), moves, rng)
    }
}
