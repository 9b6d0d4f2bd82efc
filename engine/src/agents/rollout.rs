//! Tree search with rollouts, over what a seat sees.
//!
//! A search grows one tree for a seat's observation. Every iteration deals the hidden parts at
//! random, walks down the tree by the moves that are legal in that deal, adds one node, plays a
//! rollout of a few decisions with `tuned` as the policy, and values where it ends. Chance is
//! drawn on the way and not branched on: a node stands for the decisions that lead to it, whatever
//! the dice and cards in between. Its statistics are therefore means over chance, and the tree
//! stays deep where a branch for every card would leave it flat.
//!
//! Every player maximises its own share of the win. The values of `tuned` are the priors: moves
//! are tried in their order, more of them the more often a node is visited.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::Arc;

use super::expert::final_shares;
use super::one_ply::OnePly;
use super::spec::SearchBudget;
use super::tree_search::{MoveStatistics, SearchLimits, Tree, most_visited};
use super::{Agent, AgentContext, MAX_AGENTS};
use crate::game::random::{Key, Purpose, Rng};
use crate::game::{Game, Next, Observation, PlayerView, Seat};
use crate::games::Evaluate;
use crate::games::weights::Weights;

/// By seat, a share of the win.
type Shares = [f64; MAX_AGENTS];

/// A tree search with rollouts by `tuned`. It is kept as it is: a reference that other players are
/// measured against.
pub struct RolloutSearch<G: Evaluate> {
    limits: SearchLimits,
    weights: Arc<Weights>,
    game: PhantomData<fn(&G)>,
}

impl<G: Evaluate> RolloutSearch<G> {
    /// A search with this budget, guided by what was learned for the variant.
    pub fn new(game: &G, budget: SearchBudget, context: &AgentContext<'_>) -> Self {
        RolloutSearch {
            limits: SearchLimits::with(budget, context),
            weights: Arc::new(game.tuned()),
            game: PhantomData,
        }
    }

    /// Searches, and returns the statistics of each of the legal moves.
    pub fn search(
        &self,
        view: &PlayerView<'_, G>,
        moves: &[G::Move],
        rng: &mut Rng,
    ) -> Vec<MoveStatistics> {
        let observation = view.observe();
        let plant = || {
            let policy = OnePly::new(&self.weights.by_feature).halted_by(&self.limits.halt);
            RolloutTree::new(view.game, &observation, moves, &self.weights, policy)
        };
        self.limits.grow(plant, rng)
    }
}

impl<G: Evaluate> Agent<G> for RolloutSearch<G> {
    fn choose(&mut self, view: &PlayerView<'_, G>, moves: &[G::Move], rng: &mut Rng) -> usize {
        if moves.len() == 1 { 0 } else { most_visited(&self.search(view, moves, rng)) }
    }
}

/// A decision point.
struct Node<G: Game> {
    /// The moves met here so far.
    edges: Vec<Edge<G>>,
    visits: u32,
}

struct Edge<G: Game> {
    mv: G::Move,
    prior: f64,
    visits: u32,
    sum: f64,
    squares: f64,
    child: Option<u32>,
}

impl<G: Game> Edge<G> {
    fn new(mv: G::Move, prior: f64) -> Self {
        Edge { mv, prior, visits: 0, sum: 0.0, squares: 0.0, child: None }
    }
}

struct RolloutTree<'a, G: Evaluate> {
    game: &'a G,
    observation: &'a Observation<G>,
    weights: &'a Weights,
    /// Gives the priors, plays the rollouts and values their ends.
    policy: OnePly<G>,
    nodes: Vec<Node<G>>,
    /// The moves at the root, in the game's order.
    root: Vec<G::Move>,
    moves: Vec<G::Move>,
    path: Vec<(u32, u32, Seat)>,
}

impl<'a, G: Evaluate> RolloutTree<'a, G> {
    fn new(
        game: &'a G,
        observation: &'a Observation<G>,
        moves: &[G::Move],
        weights: &'a Weights,
        policy: OnePly<G>,
    ) -> Self {
        RolloutTree {
            game,
            observation,
            weights,
            policy,
            nodes: vec![Node { edges: Vec::new(), visits: 0 }],
            root: moves.to_vec(),
            moves: Vec::with_capacity(256),
            path: Vec::with_capacity(64),
        }
    }

    /// Adds the result of an iteration to every decision on its path.
    fn count_shares(&mut self, shares: &Shares) {
        for &(node, edge, seat) in &self.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            let edge = &mut node.edges[edge as usize];
            let share = shares[seat.index()];
            edge.visits += 1;
            edge.sum += share;
            edge.squares += share * share;
        }
    }

    /// The most promising legal move of a node, by the PUCT rule: its mean share plus an
    /// exploration term that grows with its prior and shrinks with its visits.
    fn select(&mut self, node: u32, state: &G::State) -> usize {
        self.moves.clear();
        let moves = &mut self.moves;
        self.game.moves(state, &mut |mv| moves.push(mv));
        self.add_edges(node, state);
        let Node { edges, visits } = &self.nodes[node as usize];
        let legal = &self.moves;
        let offered = edges.iter().filter(|edge| legal.contains(&edge.mv));
        let total_prior: f64 = offered.map(|edge| edge.prior).sum();
        let visits = f64::from(visits + 1);
        // A move that was not tried yet counts as much as the mean of those that were.
        let tried: (f64, u32) = edges.iter().fold((0.0, 0), |(s, n), e| (s + e.sum, n + e.visits));
        let mean = if tried.1 == 0 { 0.5 } else { tried.0 / f64::from(tried.1) };
        let (mut best, mut best_score) = (usize::MAX, f64::NEG_INFINITY);
        for (index, edge) in edges.iter().enumerate() {
            if !legal.contains(&edge.mv) {
                continue;
            }
            let share = if edge.visits == 0 { mean } else { edge.sum / f64::from(edge.visits) };
            let prior = edge.prior / total_prior;
            let score =
                share + G::EXPLORATION * prior * visits.sqrt() / (1.0 + f64::from(edge.visits));
            if score > best_score {
                (best, best_score) = (index, score);
            }
        }
        best
    }

    /// Adds the legal moves, which are in `moves`, that a node has not met yet.
    fn add_edges(&mut self, node: u32, state: &G::State) {
        let edges = &mut self.nodes[node as usize].edges;
        let is_known = |edges: &[Edge<G>], mv: &G::Move| edges.iter().any(|edge| edge.mv == *mv);
        if self.moves.iter().all(|mv| is_known(edges, mv)) {
            return;
        }
        // The better `tuned` values a move, the greater its prior: by rank, since only the order
        // of values means something here.
        let values = self.policy.values(self.game, state, &self.moves);
        for (mv, value) in self.moves.iter().zip(values) {
            if !is_known(edges, mv) {
                let rank = values.iter().filter(|other| *other > value).count();
                edges.push(Edge::new(*mv, 1.0 / (1.0 + rank as f64)));
            }
        }
    }

    /// Plays on as `tuned` for a while and values the position.
    fn rollout(&mut self, mut state: G::State, rng: &mut Rng) -> Shares {
        let game = self.game;
        let mut left = game.rollout();
        loop {
            match game.next(&state) {
                Next::Over(_) => return final_shares(game, &state),
                _ if left == 0 => return self.estimated_shares(&state),
                Next::Chance => {
                    let mv = game.sample(&state, rng);
                    game.play(&mut state, mv, &mut ());
                }
                Next::Player(_) => {
                    self.moves.clear();
                    let moves = &mut self.moves;
                    game.moves(&state, &mut |mv| moves.push(mv));
                    let best = self.policy.best(game, &state, &self.moves, rng);
                    game.play(&mut state, self.moves[best], &mut ());
                    left -= 1;
                }
            }
        }
    }

    /// Each seat's share of the win as the weights estimate it.
    fn estimated_shares(&mut self, state: &G::State) -> Shares {
        let game = self.game;
        let mut values = [0i64; MAX_AGENTS];
        let mut best = i64::MIN;
        for seat in Seat::all(game.seats()) {
            values[seat.index()] = self.policy.lookahead_value(game, state, seat);
            best = best.max(values[seat.index()]);
        }
        let mut shares: Shares = [0.0; MAX_AGENTS];
        let mut total = 0.0;
        for seat in Seat::all(game.seats()) {
            let behind = (best - values[seat.index()]) as f64 / f64::from(self.weights.scale);
            shares[seat.index()] = libm::exp(-behind);
            total += shares[seat.index()];
        }
        shares.map(|share| share / total)
    }
}

impl<G: Evaluate> Tree for RolloutTree<'_, G> {
    fn iterate(&mut self, key: &Key, iteration: u64) {
        let mut rng = key.stream(iteration, Purpose::Chance);
        let game = self.game;
        let mut state = game.redeal(self.observation, &mut rng);
        self.path.clear();
        let mut node = 0;
        let shares = loop {
            match game.next(&state) {
                Next::Over(_) => break final_shares(game, &state),
                Next::Chance => {
                    let mv = game.sample(&state, &mut rng);
                    game.play(&mut state, mv, &mut ());
                }
                Next::Player(seat) => {
                    let edge = self.select(node, &state);
                    self.path.push((node, edge as u32, seat));
                    let Edge { mv, child, .. } = self.nodes[node as usize].edges[edge];
                    game.play(&mut state, mv, &mut ());
                    match child {
                        Some(child) => node = child,
                        None => {
                            let child = self.nodes.len() as u32;
                            self.nodes.push(Node { edges: Vec::new(), visits: 0 });
                            self.nodes[node as usize].edges[edge].child = Some(child);
                            break self.rollout(state, &mut rng);
                        }
                    }
                }
            }
        };
        self.count_shares(&shares);
    }

    fn root_statistics(&self) -> Vec<MoveStatistics> {
        let by_move: HashMap<G::Move, &Edge<G>> =
            self.nodes[0].edges.iter().map(|edge| (edge.mv, edge)).collect();
        let statistics = |mv: &G::Move| match by_move.get(mv) {
            Some(edge) if edge.visits > 0 => MoveStatistics {
                visits: edge.visits.into(),
                share: edge.sum / f64::from(edge.visits),
                squares: edge.squares,
            },
            _ => MoveStatistics::default(),
        };
        self.root.iter().map(statistics).collect()
    }
}
