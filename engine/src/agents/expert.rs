//! One decision deep with a neural net.

use std::sync::Arc;

use super::net::{Network, Units};
use super::{Agent, MAX_AGENTS};
use crate::game::random::Rng;
use crate::game::{Game, Next, PlayerView, Seat};
use crate::games::Evaluate;
use crate::games::inputs::{InputLayout, Inputs};

/// The value of a won game; no net comes near it.
const WON: i32 = 1 << 30;

/// Plays the move that a net prefers.
pub struct Expert<G: Evaluate> {
    network: Arc<Network>,
    layout: InputLayout,
    before: Inputs,
    after: Inputs,
    values: Vec<i32>,
    game: std::marker::PhantomData<fn(&G)>,
}

impl<G: Evaluate> Expert<G> {
    /// A player with this net.
    pub fn new(game: &G, network: Arc<Network>) -> Self {
        let layout = InputLayout::new(G::INPUT_TABLES, game.seats());
        assert!(network.fits(&layout), "the net has other inputs than the game");
        Expert {
            network,
            layout,
            before: Inputs::default(),
            after: Inputs::default(),
            values: Vec::new(),
            game: std::marker::PhantomData,
        }
    }

    /// The net's preference for each of some moves: the more, the better.
    pub fn values(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> &[i32] {
        let Next::Player(seat) = game.next(state) else { unreachable!("a player is to move") };
        self.values.clear();
        game.inputs(state, seat, &mut self.before.fill(&self.layout));
        let sums = self.network.sums(self.before.rows());
        for &mv in moves {
            let mut after = *state;
            game.play(&mut after, mv, &mut ());
            let value = self.value_after(game, state, &after, seat, &sums);
            self.values.push(value);
        }
        &self.values
    }

    /// By seat, the chances to win in a position that `seat` looks at.
    pub fn chances(&mut self, game: &G, state: &G::State, seat: Seat) -> [f64; MAX_AGENTS] {
        if matches!(game.next(state), Next::Over(_)) {
            return final_shares(game, state);
        }
        game.inputs(state, seat, &mut self.after.fill(&self.layout));
        let seen = self.network.chances(&self.network.sums(self.after.rows()));
        let seats = game.seats();
        let mut chances = [0.0; MAX_AGENTS];
        for (distance, chance) in seen.into_iter().enumerate().take(seats) {
            chances[(seat.index() + distance) % seats] = chance;
        }
        chances
    }

    fn value_after(
        &mut self,
        game: &G,
        before: &G::State,
        after: &G::State,
        seat: Seat,
        sums: &Units,
    ) -> i32 {
        if matches!(game.next(after), Next::Over(_)) {
            return (f64::from(WON) * (2.0 * final_shares(game, after)[seat.index()] - 1.0)) as i32;
        }
        let Expert { layout, before: known, after: inputs, .. } = self;
        game.inputs_after(before, known, after, seat, &mut inputs.fill(layout));
        let sums = self.network.update(sums, self.before.rows(), self.after.rows());
        self.network.preference(&sums)
    }

    /// The best of some moves, the first of equal ones.
    pub fn best(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> usize {
        if moves.len() == 1 {
            return 0;
        }
        let values = self.values(game, state, moves);
        (1..values.len()).fold(0, |best, at| if values[at] > values[best] { at } else { best })
    }
}

/// By seat, the shares of the win in a game that is over.
pub(super) fn final_shares<G: Game>(game: &G, state: &G::State) -> [f64; MAX_AGENTS] {
    let mut shares = [0.0; MAX_AGENTS];
    let winners = game.leaders(state).count();
    for seat in game.leaders(state) {
        shares[seat.index()] = 1.0 / winners as f64;
    }
    shares
}

impl<G: Evaluate> Agent<G> for Expert<G> {
    fn choose(&mut self, view: &PlayerView<'_, G>, moves: &[G::Move], _: &mut Rng) -> usize {
        self.best(view.game, view.observe().state(), moves)
    }
}
