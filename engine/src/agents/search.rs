//! Tree search over what a seat sees.
//!
//! One tree for a seat's view. Every iteration deals the hidden parts anew, walks down the tree by
//! the moves that are legal in that deal, adds one node, plays on for a few decisions as `tuned`
//! would, and judges where it ends. Chance is drawn on the way and not branched on: a node stands
//! for the decisions that lead to it, whatever the dice and cards in between. Its figures are
//! therefore means over chance, and the tree stays deep where a branch for every card would
//! leave it flat.
//!
//! Every player maximises its own share of the win. Moves are tried in the order in which `tuned`
//! likes them, more of them the more often a node is visited.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::evaluate::Evaluate;
use super::one_ply::OnePly;
use super::spec::Budget;
use super::weights::Weights;
use super::{Agent, Halt, Tools};
use crate::game::{Game, Next, Seat, Seen, View};
use crate::random::{Key, Purpose, Rng};

/// The most seats that a search can keep figures for.
const MAX_SEATS: usize = 4;

/// Starts a clock: the answer tells whether so many milliseconds are over. The engine itself
/// reads no clock.
pub type Clock = fn(u64) -> Box<dyn Fn() -> bool>;

/// A tree search.
pub struct Search<G: Evaluate> {
    budget: Budget,
    clock: Clock,
    halt: Halt,
    weights: Arc<Weights>,
    game: std::marker::PhantomData<fn(&G)>,
}

/// What a search found out about a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// How often it was tried.
    pub visits: u64,
    /// The seat's mean share of the win.
    pub share: f64,
    /// The sum of squared shares, for a standard error.
    pub squares: f64,
}

impl<G: Evaluate> Search<G> {
    /// A search with this budget, guided by what was learned for the variant.
    /// Without a clock, a time budget is over at once.
    pub fn new(game: &G, budget: Budget) -> Self {
        let weights = Arc::new(game.tuned());
        let halt = Halt::default();
        let game = std::marker::PhantomData;
        Search { budget, clock: |_| Box::new(|| true), halt, weights, game }
    }

    /// The same with a clock for time budgets, that can be halted.
    pub fn with(game: &G, budget: Budget, tools: &Tools<'_>) -> Self {
        Search { clock: tools.clock, halt: tools.halt.clone(), ..Search::new(game, budget) }
    }

    /// What is found out about each of the legal moves.
    pub fn look(&self, view: &View<'_, G>, moves: &[G::Move], rng: &mut Rng) -> Vec<Found> {
        let seen = view.seen();
        let key = rng.fork();
        let grow = |tree: u32, each: u64| {
            let mut grown = Tree::new(view.game, &seen, moves, &self.weights);
            for iteration in (0..each).take_while(|_| !self.halt.is_halted()) {
                grown.iterate(&key, u64::from(tree) << 40 | iteration);
            }
            grown.found()
        };
        match self.budget {
            Budget::Iterations { each, trees: 1 } => grow(0, each),
            Budget::Iterations { each, trees } => {
                let all: Vec<Vec<Found>> =
                    (0..trees).into_par_iter().map(|tree| grow(tree, each)).collect();
                merge(&all)
            }
            Budget::Milliseconds(time) => {
                let is_over = (self.clock)(time);
                let mut tree = Tree::new(view.game, &seen, moves, &self.weights);
                let mut iteration = 0;
                while iteration < 16 || !is_over() && !self.halt.is_halted() {
                    tree.iterate(&key, iteration);
                    iteration += 1;
                }
                tree.found()
            }
        }
    }
}

/// The figures of several trees as if they were one, in a fixed order.
fn merge(trees: &[Vec<Found>]) -> Vec<Found> {
    let mut merged = trees[0].clone();
    for tree in &trees[1..] {
        for (one, other) in merged.iter_mut().zip(tree) {
            let visits = one.visits + other.visits;
            if visits > 0 {
                let sum = one.share * one.visits as f64 + other.share * other.visits as f64;
                one.share = sum / visits as f64;
            }
            one.visits = visits;
            one.squares += other.squares;
        }
    }
    merged
}

impl<G: Evaluate> Agent<G> for Search<G> {
    fn choose(&mut self, view: &View<'_, G>, moves: &[G::Move], rng: &mut Rng) -> usize {
        if moves.len() == 1 {
            return 0;
        }
        let found = self.look(view, moves, rng);
        // Most visits, then the better share, then the first.
        let better = |a: &Found, b: &Found| (a.visits, a.share) > (b.visits, b.share);
        (1..found.len())
            .fold(0, |best, at| if better(&found[at], &found[best]) { at } else { best })
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

struct Tree<'a, G: Evaluate> {
    game: &'a G,
    seen: &'a Seen<G>,
    weights: &'a Weights,
    guide: OnePly<G>,
    nodes: Vec<Node<G>>,
    /// The moves at the root, in the game's order.
    root: Vec<G::Move>,
    moves: Vec<G::Move>,
    path: Vec<(u32, u32, Seat)>,
}

impl<'a, G: Evaluate> Tree<'a, G> {
    fn new(game: &'a G, seen: &'a Seen<G>, moves: &[G::Move], weights: &'a Weights) -> Self {
        Tree {
            game,
            seen,
            weights,
            guide: OnePly::new(&weights.by_feature),
            nodes: vec![Node { edges: Vec::new(), visits: 0 }],
            root: moves.to_vec(),
            moves: Vec::with_capacity(256),
            path: Vec::with_capacity(64),
        }
    }

    fn iterate(&mut self, key: &Key, iteration: u64) {
        let mut rng = key.stream(iteration, Purpose::Chance);
        let game = self.game;
        let mut state = game.redeal(self.seen, &mut rng);
        self.path.clear();
        let mut node = 0;
        let shares = loop {
            match game.next(&state) {
                Next::Over(_) => break self.final_shares(&state),
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

    /// The most promising legal move of a node; new ones join it with what `tuned` thinks.
    fn select(&mut self, node: u32, state: &G::State) -> usize {
        let game = self.game;
        self.moves.clear();
        let moves = &mut self.moves;
        game.moves(state, &mut |mv| moves.push(mv));
        let edges = &mut self.nodes[node as usize].edges;
        let known = |edges: &[Edge<G>], mv: &G::Move| edges.iter().any(|edge| edge.mv == *mv);
        if self.moves.iter().any(|mv| !known(edges, mv)) {
            // The better `tuned` likes a move, the sooner it is tried: by rank, since only
            // the order of values means something here.
            let values = self.guide.values(game, state, &self.moves);
            for (mv, value) in self.moves.iter().zip(values) {
                if !known(edges, mv) {
                    let rank = values.iter().filter(|other| *other > value).count();
                    let edge = Edge {
                        mv: *mv,
                        prior: 1.0 / (1.0 + rank as f64),
                        visits: 0,
                        sum: 0.0,
                        squares: 0.0,
                        child: None,
                    };
                    edges.push(edge);
                }
            }
        }
        let legal = &self.moves;
        let offered = edges.iter().filter(|edge| legal.contains(&edge.mv));
        let total_prior: f64 = offered.map(|edge| edge.prior).sum();
        let visits = f64::from(self.nodes[node as usize].visits + 1);
        let edges = &self.nodes[node as usize].edges;
        let (mut best, mut best_score) = (usize::MAX, f64::NEG_INFINITY);
        // A move that was not tried yet is as good as what was tried so far.
        let tried: (f64, u32) = edges.iter().fold((0.0, 0), |(s, n), e| (s + e.sum, n + e.visits));
        let mean = if tried.1 == 0 { 0.5 } else { tried.0 / f64::from(tried.1) };
        for (index, edge) in edges.iter().enumerate() {
            if !legal.contains(&edge.mv) {
                continue;
            }
            let share = if edge.visits == 0 { mean } else { edge.sum / f64::from(edge.visits) };
            let prior = edge.prior / total_prior;
            let score =
                share + G::CURIOSITY * prior * visits.sqrt() / (1.0 + f64::from(edge.visits));
            if score > best_score {
                (best, best_score) = (index, score);
            }
        }
        best
    }

    /// Plays on as `tuned` for a while and judges the position.
    fn rollout(&mut self, mut state: G::State, rng: &mut Rng) -> [f64; MAX_SEATS] {
        let game = self.game;
        let mut left = game.rollout();
        loop {
            match game.next(&state) {
                Next::Over(_) => return self.final_shares(&state),
                _ if left == 0 => return self.judged(&state),
                Next::Chance => {
                    let mv = game.sample(&state, rng);
                    game.play(&mut state, mv, &mut ());
                }
                Next::Player(_) => {
                    self.moves.clear();
                    let moves = &mut self.moves;
                    game.moves(&state, &mut |mv| moves.push(mv));
                    let best = self.guide.best(game, &state, &self.moves, rng);
                    game.play(&mut state, self.moves[best], &mut ());
                    left -= 1;
                }
            }
        }
    }

    /// Each seat's share of the win, as far as the learned evaluation can tell.
    fn judged(&mut self, state: &G::State) -> [f64; MAX_SEATS] {
        let game = self.game;
        let mut values = [0i64; MAX_SEATS];
        let mut best = i64::MIN;
        for seat in Seat::all(game.seats()) {
            values[seat.index()] = self.guide.foresee(game, state, seat);
            best = best.max(values[seat.index()]);
        }
        let mut shares = [0.0; MAX_SEATS];
        let mut total = 0.0;
        for seat in Seat::all(game.seats()) {
            let behind = (best - values[seat.index()]) as f64 / f64::from(self.weights.scale);
            shares[seat.index()] = libm::exp(-behind);
            total += shares[seat.index()];
        }
        shares.map(|share| share / total)
    }

    fn final_shares(&self, state: &G::State) -> [f64; MAX_SEATS] {
        let mut shares = [0.0; MAX_SEATS];
        let winners = self.game.leaders(state).count();
        for seat in self.game.leaders(state) {
            shares[seat.index()] = 1.0 / winners as f64;
        }
        shares
    }

    fn found(&self) -> Vec<Found> {
        let by_move: HashMap<G::Move, &Edge<G>> =
            self.nodes[0].edges.iter().map(|edge| (edge.mv, edge)).collect();
        let found = |mv: &G::Move| match by_move.get(mv) {
            Some(edge) if edge.visits > 0 => Found {
                visits: edge.visits.into(),
                share: edge.sum / f64::from(edge.visits),
                squares: edge.squares,
            },
            _ => Found { visits: 0, share: 0.0, squares: 0.0 },
        };
        self.root.iter().map(found).collect()
    }
}
