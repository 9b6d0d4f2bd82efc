//! One decision deep with a neural net.

use std::sync::Arc;

use super::net::{KnownSums, Network, Units};
use super::{Agent, MAX_AGENTS};
use crate::game::random::Rng;
use crate::game::{Game, Next, PlayerView, Seat};
use crate::games::Evaluate;
use crate::games::inputs::{InputLayout, Inputs, KnownInputs, Nearest};

/// The value of a won game; no net comes near it.
const WON: i32 = 1 << 30;

/// What a net says about a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveEvaluation {
    /// How much it wants to play it, compared with the others.
    pub preference: i32,
    /// The logarithm of the odds to win after it.
    pub log_odds: f64,
}

/// Plays the move that a net prefers.
pub struct Expert<G: Evaluate> {
    network: Arc<Network>,
    layout: InputLayout,
    before: Inputs,
    // Boxed, since the two change places often.
    after: Box<Inputs>,
    /// Those after a move that was looked at before.
    sibling: Box<Inputs>,
    preferences: Vec<i32>,
    evaluations: Vec<MoveEvaluation>,
    /// By seat, the chances after the best of the moves that were evaluated last.
    best_chances: [f64; MAX_AGENTS],
    game: std::marker::PhantomData<fn(&G)>,
}

/// The position after a move.
enum After<U> {
    /// The game is over; by seat, the shares of the win.
    Over([f64; MAX_AGENTS]),
    /// The sums of the net's hidden units.
    Open(U),
}

impl After<&Units> {
    fn cloned(&self) -> After<Units> {
        match self {
            After::Over(shares) => After::Over(*shares),
            After::Open(sums) => After::Open(**sums),
        }
    }
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
            after: Box::default(),
            sibling: Box::default(),
            preferences: Vec::new(),
            evaluations: Vec::new(),
            best_chances: [0.0; MAX_AGENTS],
            game: std::marker::PhantomData,
        }
    }

    /// The net's preference for each of some moves: the more, the better.
    pub fn preferences(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> &[i32] {
        let mut preferences = std::mem::take(&mut self.preferences);
        preferences.clear();
        self.look_after(game, state, moves, |network, seat, after| {
            preferences.push(match after {
                After::Over(shares) => final_preference(shares[seat.index()]),
                After::Open(sums) => network.preference(sums),
            });
        });
        self.preferences = preferences;
        &self.preferences
    }

    /// What the net says about each of some moves; [`Expert::best_chances`] then has more about the
    /// best of them.
    pub fn evaluate(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> &[MoveEvaluation] {
        let mut evaluations = std::mem::take(&mut self.evaluations);
        evaluations.clear();
        let mut best: Option<(i32, After<Units>)> = None;
        let seat = self.look_after(game, state, moves, |network, seat, after| {
            let evaluation = match &after {
                After::Over(shares) => {
                    let share = shares[seat.index()];
                    let log_odds = libm::log(share / (1.0 - share));
                    MoveEvaluation { preference: final_preference(share), log_odds }
                }
                After::Open(sums) => MoveEvaluation {
                    preference: network.preference(sums),
                    log_odds: network.log_odds(sums, 0),
                },
            };
            if best.as_ref().is_none_or(|(preference, _)| evaluation.preference > *preference) {
                best = Some((evaluation.preference, after.cloned()));
            }
            evaluations.push(evaluation);
        });
        self.best_chances = match best {
            None => [0.0; MAX_AGENTS],
            Some((_, After::Over(shares))) => shares,
            Some((_, After::Open(sums))) => seat_chances(game, &self.network, &sums, seat),
        };
        self.evaluations = evaluations;
        &self.evaluations
    }

    /// By seat, the chances after the best of the moves that were evaluated last, the first of equal
    /// ones.
    pub fn best_chances(&self) -> [f64; MAX_AGENTS] {
        self.best_chances
    }

    /// Shows the position after each of some moves to `visit`. Returns who makes them.
    #[inline]
    fn look_after(
        &mut self,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
        mut visit: impl FnMut(&Network, Seat, After<&Units>),
    ) -> Seat {
        let Next::Player(seat) = game.next(state) else { unreachable!("a player is to move") };
        game.inputs(state, seat, &mut self.before.fill(&self.layout));
        let before_sums = self.network.sums(self.before.rows());
        let mut sibling: Option<(G::State, Units)> = None;
        for &mv in moves {
            let mut after = *state;
            game.play(&mut after, mv, &mut ());
            if matches!(game.next(&after), Next::Over(_)) {
                visit(&self.network, seat, After::Over(final_shares(game, &after)));
                continue;
            }
            let before = KnownInputs { state, inputs: &self.before };
            let known =
                sibling.as_ref().map(|(state, _)| KnownInputs { state, inputs: &self.sibling });
            let out = &mut self.after.fill(&self.layout);
            let nearest = game.inputs_after(before, known, &after, seat, out);
            let before = KnownSums { rows: self.before.rows(), sums: &before_sums };
            let other =
                sibling.as_ref().map(|(_, sums)| KnownSums { rows: self.sibling.rows(), sums });
            let sums = self.network.update(before, other, self.after.rows());
            if nearest == Nearest::Before {
                std::mem::swap(&mut self.after, &mut self.sibling);
                sibling = Some((after, sums));
            }
            visit(&self.network, seat, After::Open(&sums));
        }
        seat
    }

    /// By seat, the chances to win in a position that `seat` looks at.
    pub fn chances(&mut self, game: &G, state: &G::State, seat: Seat) -> [f64; MAX_AGENTS] {
        if matches!(game.next(state), Next::Over(_)) {
            return final_shares(game, state);
        }
        game.inputs(state, seat, &mut self.after.fill(&self.layout));
        seat_chances(game, &self.network, &self.network.sums(self.after.rows()), seat)
    }

    /// The best of some moves, the first of equal ones.
    pub fn best(&mut self, game: &G, state: &G::State, moves: &[G::Move]) -> usize {
        if moves.len() == 1 {
            return 0;
        }
        first_best(self.preferences(game, state, moves))
    }
}

/// By seat, the chances that a net gives for what `seat` sees.
fn seat_chances<G: Game>(
    game: &G,
    network: &Network,
    sums: &Units,
    seat: Seat,
) -> [f64; MAX_AGENTS] {
    let seats = game.seats();
    let mut chances = [0.0; MAX_AGENTS];
    for (distance, chance) in network.chances(sums).into_iter().enumerate().take(seats) {
        chances[(seat.index() + distance) % seats] = chance;
    }
    chances
}

/// The preference for a move that ends the game.
fn final_preference(share: f64) -> i32 {
    (f64::from(WON) * (2.0 * share - 1.0)) as i32
}

/// The place of the greatest value, the first of equal ones.
fn first_best(values: &[i32]) -> usize {
    (1..values.len()).fold(0, |best, at| if values[at] > values[best] { at } else { best })
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
