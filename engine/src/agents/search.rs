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

use std::sync::Arc;

use super::expert::{Expert, MoveEvaluation};
use super::net::{Network, OUTPUT_ONE};
use super::spec::SearchBudget;
use super::tree_search::{MoveStatistics, SearchLimits, Tree, most_visited};
use super::{Agent, AgentContext, Halt, MAX_AGENTS};
use crate::game::random::{Key, Purpose, Rng};
use crate::game::{Game, Next, Observation, PlayerView, Seat};
use crate::games::Evaluate;

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
        let edges = &tree.nodes[0].edges;
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
struct Node<G: Game> {
    /// The moves met here so far.
    edges: Vec<Edge<G>>,
    visits: u32,
}

struct Edge<G: Game> {
    mv: G::Move,
    /// Not yet normalised over the moves that are legal together.
    prior: f64,
    visits: u32,
    /// The shares so far, and the net's own value of the move as the first of them.
    sum: f64,
    squares: f64,
    child: Option<u32>,
}

struct Visit {
    node: u32,
    edge: u32,
    seat: Seat,
}

struct NetTree<'a, G: Evaluate> {
    game: &'a G,
    observation: &'a Observation<G>,
    expert: Expert<G>,
    nodes: Vec<Node<G>>,
    /// The moves at the root, in the game's order.
    root: Vec<G::Move>,
    moves: Vec<G::Move>,
    /// Those of them that the node does not know yet.
    new_moves: Vec<G::Move>,
    /// By legal move, its edge.
    edges: Vec<u32>,
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
            nodes: vec![Node { edges: Vec::new(), visits: 0 }],
            root: moves.to_vec(),
            moves: Vec::with_capacity(256),
            new_moves: Vec::with_capacity(256),
            edges: Vec::with_capacity(256),
            path: Vec::with_capacity(64),
            root_shares: Vec::new(),
        }
    }

    /// Finds the edges of the legal moves, which are in `moves`, and adds those that are new.
    /// Returns whether the node itself is new.
    fn expand(&mut self, node: u32, state: &G::State) -> bool {
        let edges = &mut self.nodes[node as usize].edges;
        let was_empty = edges.is_empty();
        self.edges.clear();
        self.new_moves.clear();
        let mut next = 0;
        for mv in &self.moves {
            // Mostly the same moves in the same order as before.
            let expected = edges.get(next).is_some_and(|edge| edge.mv == *mv);
            let found =
                if expected { Some(next) } else { edges.iter().position(|edge| edge.mv == *mv) };
            if let Some(found) = found {
                next = found + 1;
            } else {
                self.new_moves.push(*mv);
            }
            self.edges.push(found.map_or(u32::MAX, |found| found as u32));
        }
        if self.new_moves.is_empty() {
            return false;
        }
        let evaluations = self.expert.evaluate(self.game, state, &self.new_moves);
        let new = self.new_moves.iter().zip(evaluations);
        let places = self.edges.iter_mut().filter(|edge| **edge == u32::MAX);
        for (place, (mv, &MoveEvaluation { preference, chance })) in places.zip(new) {
            *place = edges.len() as u32;
            let output = f64::from(preference) / f64::from(OUTPUT_ONE);
            edges.push(Edge {
                mv: *mv,
                prior: libm::exp((output / G::SEARCH.prior_temperature).clamp(-50.0, 50.0)),
                visits: 0,
                sum: chance,
                squares: 0.0,
                child: None,
            });
        }
        was_empty
    }

    /// The most promising legal move of a node, by the PUCT rule: its mean share plus an
    /// exploration term that grows with its prior and shrinks with its visits.
    fn select(&self, node: u32) -> usize {
        let Node { edges, visits } = &self.nodes[node as usize];
        let legal = || self.edges.iter().map(|edge| &edges[*edge as usize]);
        let total_prior: f64 = legal().map(|edge| edge.prior).sum();
        let explore = G::SEARCH.exploration * f64::from(visits + 1).sqrt() / total_prior;
        let score = |edge: &Edge<G>| {
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
        self.edges[best] as usize
    }

    /// Adds the result of an iteration to every decision on its path.
    fn count_shares(&mut self, shares: &Shares) {
        if let Some(Visit { edge, .. }) = self.path.first() {
            let edge = *edge as usize;
            self.root_shares.resize(self.root_shares.len().max(edge + 1), [0.0; MAX_AGENTS]);
            let sums = self.root_shares[edge].iter_mut().zip(shares);
            sums.for_each(|(sum, share)| *sum += share);
        }
        for &Visit { node, edge, seat } in &self.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            let edge = &mut node.edges[edge as usize];
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
                    self.moves.clear();
                    let moves = &mut self.moves;
                    game.moves(&state, &mut |mv| moves.push(mv));
                    if self.expand(node, &state) && !self.path.is_empty() {
                        break self.expert.best_chances();
                    }
                    let edge = self.select(node);
                    self.path.push(Visit { node, edge: edge as u32, seat });
                    let Edge { mv, child, .. } = self.nodes[node as usize].edges[edge];
                    game.play(&mut state, mv, &mut ());
                    node = child.unwrap_or_else(|| {
                        let child = self.nodes.len() as u32;
                        self.nodes.push(Node { edges: Vec::new(), visits: 0 });
                        self.nodes[node as usize].edges[edge].child = Some(child);
                        child
                    });
                }
            }
        };
        self.count_shares(&shares);
    }

    fn root_statistics(&self) -> Vec<MoveStatistics> {
        let edges = &self.nodes[0].edges;
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
