//! One decision deep: every move is tried, and the position after it judged.

use std::sync::Arc;

use super::Agent;
use super::evaluate::Evaluate;
use crate::game::{Game as _, Next, Seat, View};
use crate::random::Rng;

/// How many further own decisions are looked at before a position is quiet.
const DEPTH: u32 = 6;

/// Plays the move with the best value after it.
pub struct OnePly<G: Evaluate> {
    weights: Arc<[i32]>,
    values: Vec<i64>,
    game: std::marker::PhantomData<fn(&G)>,
}

impl<G: Evaluate> OnePly<G> {
    /// A player with these weights.
    pub fn new(weights: &[i32]) -> Self {
        OnePly { weights: weights.into(), values: Vec::new(), game: std::marker::PhantomData }
    }

    /// The hand-written player.
    pub fn greedy() -> Self {
        OnePly::new(G::GREEDY)
    }

    /// The learned player for this variant.
    pub fn tuned(game: &G) -> Self {
        OnePly::new(&game.tuned().by_feature)
    }

    /// The values of some moves for the seat that makes them.
    pub fn values(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> &[i64] {
        let Next::Player(seat) = game.next(state) else { unreachable!("a player is to move") };
        self.values.clear();
        for &mv in moves {
            let mut after = *state;
            game.play(&mut after, mv, &mut ());
            self.values.push(settled(game, &after, seat, &self.weights, DEPTH));
        }
        &self.values
    }

    /// The best of some moves; equal ones are drawn for.
    pub fn best(
        &mut self,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
        rng: &mut Rng,
    ) -> usize {
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

/// The value of a position, after the best own decisions until it is quiet.
fn settled<G: Evaluate>(
    game: &G,
    state: &G::State,
    seat: Seat,
    weights: &[i32],
    depth: u32,
) -> i64 {
    if depth == 0 || game.next(state) != Next::Player(seat) || game.is_quiet(state) {
        return game.value(state, seat, weights);
    }
    let mut best = i64::MIN;
    game.moves(state, &mut |mv| {
        let mut after = *state;
        game.play(&mut after, mv, &mut ());
        best = best.max(settled(game, &after, seat, weights, depth - 1));
    });
    best
}

impl<G: Evaluate> Agent<G> for OnePly<G> {
    fn choose(&mut self, view: &View<'_, G>, moves: &[G::Move], rng: &mut Rng) -> usize {
        let seen = view.seen();
        self.best(view.game, seen.state(), moves, rng)
    }
}
