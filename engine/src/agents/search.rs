//! Tree search guided by a net, over what a seat sees.
//!
//! A search grows one tree for a seat's observation. Every iteration deals the hidden parts at
//! random, walks down the tree by the moves that are legal in that deal, and ends at a decision
//! that is new: there the net values the position after every move. The best of these values is
//! what the iteration returns, and all of them guide later visits: as priors (a softmax), and as
//! the value of a move until it has been tried.
//!
//! Chance is drawn on the way and not branched on: a node stands for the decisions that lead to
//! it, whatever the dice and cards in between. Every player maximises its own chance to win.

use std::ops::Range;
use std::sync::Arc;

use super::expert::{Expert, MoveEvaluation};
use super::net::{Network, OUTPUT_ONE, chance_of};
use super::spec::SearchBudget;
use super::tree_search::{MoveStatistics, SearchLimits, Tree, most_visited};
use super::{Agent, AgentContext, Halt, MAX_AGENTS};
use crate::game::random::{Key, Purpose, Rng};
use crate::game::{Next, Observation, PlayerView, Seat};
use crate::games::Evaluate;
use crate::games::evaluate::SearchTuning;

/// By seat, a share of the win.
type Shares = [f64; MAX_AGENTS];

/// A tree search guided by a net.
pub struct Search<G: Evaluate> {
    limits: SearchLimits,
    network: Arc<Network>,
    game: std::marker::PhantomData<fn(&G)>,
}

impl<G: Evaluate> Search<G> {
    /// A search with this budget and this net.
    pub fn new(network: Arc<Network>, budget: SearchBudget, context: &AgentContext<'_>) -> Self {
        let limits = SearchLimits::with(budget, context);
        Search { limits, network, game: std::marker::PhantomData }
    }

    /// A search that is told every time how far to go.
    pub(super) fn of(network: Arc<Network>) -> Self {
        let budget = SearchBudget::Iterations { each: 1, trees: 1 };
        Search::new(network, budget, &AgentContext::isolated(Halt::default()))
    }

    /// Grows one tree by some iterations, and returns all that it found out.
    pub(super) fn look(
        &self,
        view: &PlayerView<'_, G>,
        moves: &[G::Move],
        iterations: u64,
        rng: &mut Rng,
    ) -> Found {
        let observation = view.observe();
        let mut tree = NetTree::new(view.game, &observation, moves, &self.network);
        let key = rng.fork();
        (0..iterations).for_each(|iteration| tree.iterate(&key, iteration));
        let edges = tree.root_edges();
        let shares = |mv: &G::Move| {
            let at = edges.iter().position(|edge| edge.mv == *mv && edge.visits > 0)?;
            let visits = f64::from(edges[at].visits);
            tree.root_shares.get(at).map(|shares| shares.map(|share| share / visits))
        };
        let shares = moves.iter().map(shares).collect();
        Found { moves: tree.root_statistics(), shares }
    }

    /// Searches, and returns the statistics of each of the legal moves.
    pub fn search(
        &self,
        view: &PlayerView<'_, G>,
        moves: &[G::Move],
        rng: &mut Rng,
    ) -> Vec<MoveStatistics> {
        let observation = view.observe();
        let plant = || NetTree::new(view.game, &observation, moves, &self.network);
        self.limits.grow(plant, rng)
    }
}

impl<G: Evaluate> Agent<G> for Search<G> {
    fn choose(&mut self, view: &PlayerView<'_, G>, moves: &[G::Move], rng: &mut Rng) -> usize {
        if moves.len() == 1 { 0 } else { most_visited(&self.search(view, moves, rng)) }
    }
}

/// A decision point.
#[derive(Default)]
struct Node {
    /// The moves met here so far, as a range of the tree's edges.
    edges: Range<usize>,
    /// How many of them have been weighed; see [`Edge::weigh`].
    weighed: usize,
    visits: u32,
}

#[derive(Clone)]
struct Edge<M> {
    mv: M,
    /// Not yet normalised over the moves that are legal together.
    prior: f64,
    visits: u32,
    /// The shares so far, and the net's own value of the move as the first of them.
    sum: f64,
    squares: f64,
    child: Option<u32>,
}

impl<M> Edge<M> {
    /// A move with what the net says of it, as it comes from the net.
    fn new(mv: M, MoveEvaluation { preference, log_odds }: MoveEvaluation) -> Self {
        let prior = f64::from(preference);
        Edge { mv, prior, visits: 0, sum: log_odds, squares: 0.0, child: None }
    }

    /// Turns what the net says into a prior and a chance to win. Most decisions are met only once, and
    /// need neither.
    fn weigh(&mut self, prior_temperature: f64) {
        let output = self.prior / f64::from(OUTPUT_ONE);
        self.prior = libm::exp((output / prior_temperature).clamp(-50.0, 50.0));
        self.sum = chance_of(self.sum);
    }
}

struct Visit {
    node: usize,
    /// Counted from the node's first.
    edge: usize,
    seat: Seat,
}

struct NetTree<'a, G: Evaluate> {
    game: &'a G,
    observation: &'a Observation<G>,
    expert: Expert<G>,
    nodes: Vec<Node>,
    /// Those of all nodes.
    edges: Vec<Edge<G::Move>>,
    /// The moves at the root, in the game's order.
    root: Vec<G::Move>,
    moves: Vec<G::Move>,
    /// Those of them that the node does not know yet.
    new_moves: Vec<G::Move>,
    /// By legal move, its edge.
    legal: Vec<usize>,
    path: Vec<Visit>,
    /// By edge of the root, the sums of all seats' shares.
    root_shares: Vec<Shares>,
}

/// What a search found out at its root.
pub(super) struct Found {
    /// By move, in the game's order.
    pub moves: Vec<MoveStatistics>,
    /// By move, the mean shares of all seats, if it was tried.
    pub shares: Vec<Option<Shares>>,
}

impl<'a, G: Evaluate> NetTree<'a, G> {
    fn new(
        game: &'a G,
        observation: &'a Observation<G>,
        moves: &[G::Move],
        network: &Arc<Network>,
    ) -> Self {
        NetTree {
            game,
            observation,
            expert: Expert::new(game, network.clone()),
            nodes: vec![Node::default()],
            edges: Vec::new(),
            root: moves.to_vec(),
            moves: Vec::with_capacity(256),
            new_moves: Vec::with_capacity(256),
            legal: Vec::with_capacity(256),
            path: Vec::with_capacity(64),
            root_shares: Vec::new(),
        }
    }

    fn root_edges(&self) -> &[Edge<G::Move>] {
        &self.edges[self.nodes[0].edges.clone()]
    }

    /// Finds the edges of the legal moves, which are in `moves`, and adds those that are new.
    /// Returns whether the node itself is new.
    fn expand(&mut self, node: usize, state: &G::State) -> bool {
        let known = self.nodes[node].edges.clone();
        let edges = &self.edges[known.clone()];
        self.legal.clear();
        self.new_moves.clear();
        let mut next = 0;
        for mv in &self.moves {
            // Mostly the same moves in the same order as before.
            let expected = edges.get(next).is_some_and(|edge| edge.mv == *mv);
            let found =
                if expected { Some(next) } else { edges.iter().position(|edge| edge.mv == *mv) };
            if let Some(found) = found {
                next = found + 1;
                self.legal.push(found);
            } else {
                self.legal.push(edges.len() + self.new_moves.len());
                self.new_moves.push(*mv);
            }
        }
        if self.new_moves.is_empty() {
            return false;
        }
        if known.end < self.edges.len() {
            // Other nodes' edges follow: there is room at the end only.
            let first = self.edges.len();
            self.edges.extend_from_within(known.clone());
            self.nodes[node].edges = first..first + known.len();
        }
        let evaluations = self.expert.evaluate(self.game, state, &self.new_moves);
        let new = self.new_moves.iter().zip(evaluations);
        self.edges.extend(new.map(|(mv, evaluation)| Edge::new(*mv, *evaluation)));
        self.nodes[node].edges.end = self.edges.len();
        known.is_empty()
    }

    /// The most promising legal move of a node, by the PUCT rule: its mean share plus an
    /// exploration term that grows with its prior and shrinks with its visits.
    fn select(&mut self, node: usize) -> usize {
        let Node { edges, weighed, visits } = &mut self.nodes[node];
        let edges = &mut self.edges[edges.clone()];
        let SearchTuning { exploration, prior_temperature } = G::SEARCH;
        edges[*weighed..].iter_mut().for_each(|edge| edge.weigh(prior_temperature));
        *weighed = edges.len();
        let legal = || self.legal.iter().map(|at| &edges[*at]);
        let total_prior: f64 = legal().map(|edge| edge.prior).sum();
        let explore = exploration * f64::from(*visits + 1).sqrt() / total_prior;
        let score = |edge: &Edge<G::Move>| {
            let tries = f64::from(edge.visits + 1);
            edge.sum / tries + explore * edge.prior / tries
        };
        let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
        for (at, edge) in legal().enumerate() {
            let score = score(edge);
            if score > best_score {
                (best, best_score) = (at, score);
            }
        }
        self.legal[best]
    }

    /// Adds the result of an iteration to every decision on its path.
    fn count_shares(&mut self, shares: &Shares) {
        if let Some(Visit { edge, .. }) = self.path.first() {
            let edge = *edge;
            self.root_shares.resize(self.root_shares.len().max(edge + 1), [0.0; MAX_AGENTS]);
            let sums = self.root_shares[edge].iter_mut().zip(shares);
            sums.for_each(|(sum, share)| *sum += share);
        }
        for &Visit { node, edge, seat } in &self.path {
            let node = &mut self.nodes[node];
            node.visits += 1;
            let edge = &mut self.edges[node.edges.start + edge];
            let share = shares[seat.index()];
            edge.visits += 1;
            edge.sum += share;
            edge.squares += share * share;
        }
    }
}

impl<G: Evaluate> Tree for NetTree<'_, G> {
    fn iterate(&mut self, key: &Key, iteration: u64) {
        let mut rng = key.stream(iteration, Purpose::Chance);
        let game = self.game;
        let mut state = game.redeal(self.observation, &mut rng);
        self.path.clear();
        let mut node = 0;
        let shares = loop {
            match game.next(&state) {
                Next::Over(_) => break super::expert::final_shares(game, &state),
                Next::Chance => {
                    let mv = game.sample(&state, &mut rng);
                    game.play(&mut state, mv, &mut ());
                }
                Next::Player(seat) => {
                    if node == 0 && !self.nodes[0].edges.is_empty() {
                        // The player who searches can always do the same.
                        self.legal.clear();
                        self.legal.extend(0..self.root.len());
                    } else {
                        self.moves.clear();
                        let moves = &mut self.moves;
                        game.moves(&state, &mut |mv| moves.push(mv));
                        if self.expand(node, &state) && !self.path.is_empty() {
                            break self.expert.best_chances();
                        }
                    }
                    let edge = self.select(node);
                    self.path.push(Visit { node, edge, seat });
                    let edge = &mut self.edges[self.nodes[node].edges.start + edge];
                    game.play(&mut state, edge.mv, &mut ());
                    node = *edge.child.get_or_insert(self.nodes.len() as u32) as usize;
                    if node == self.nodes.len() {
                        self.nodes.push(Node::default());
                    }
                }
            }
        };
        self.count_shares(&shares);
    }

    fn root_statistics(&self) -> Vec<MoveStatistics> {
        let edges = self.root_edges();
        let statistics = |mv: &G::Move| match edges.iter().find(|edge| edge.mv == *mv) {
            // The net's own value counts as one try.
            Some(edge) => MoveStatistics {
                visits: edge.visits.into(),
                share: edge.sum / f64::from(edge.visits + 1),
                squares: edge.squares,
            },
            None => MoveStatistics::default(),
        };
        self.root.iter().map(statistics).collect()
    }
}
