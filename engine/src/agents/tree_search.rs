//! What all tree searches have in common: a budget, trees that are grown within it, and what they
//! found out about the moves.

use rayon::prelude::*;

use super::spec::SearchBudget;
use super::{AgentContext, Halt};
use crate::game::random::{Key, Rng};

/// Starts a clock; the result returns whether so many milliseconds are over. The engine itself
/// reads no clock.
pub type Clock = fn(u64) -> Box<dyn Fn() -> bool>;

/// What a search found out about a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveStatistics {
    /// How often it was tried.
    pub visits: u64,
    /// The seat's mean share of the win.
    pub share: f64,
    /// The sum of squared shares, for a standard error.
    pub squares: f64,
}

impl MoveStatistics {
    /// The standard error of the share, as if visits were independent of each other.
    pub fn standard_error(&self) -> f64 {
        let n = self.visits.max(1) as f64;
        let variance = (self.squares / n - self.share * self.share).max(0.0);
        (variance / n).sqrt()
    }
}

/// A search tree.
pub(super) trait Tree {
    /// Grows by one iteration, which draws from the stream of that number.
    fn iterate(&mut self, key: &Key, iteration: u64);

    /// The statistics of the moves at the root, in the game's order.
    fn root_statistics(&self) -> Vec<MoveStatistics>;
}

/// How long trees are grown.
#[derive(Clone)]
pub(super) struct SearchLimits {
    budget: SearchBudget,
    clock: Clock,
    pub halt: Halt,
}

impl SearchLimits {
    /// A budget with a clock for times, that can be halted.
    pub fn with(budget: SearchBudget, context: &AgentContext<'_>) -> Self {
        SearchLimits { budget, clock: context.clock, halt: context.halt.clone() }
    }

    /// Grows the trees that `plant` makes and merges what they found out.
    pub fn grow<T: Tree>(
        &self,
        plant: impl Fn() -> T + Sync,
        rng: &mut Rng,
    ) -> Vec<MoveStatistics> {
        let key = rng.fork();
        let grow = |number: u32, each: u64| {
            let mut tree = plant();
            for iteration in (0..each).take_while(|_| !self.halt.is_halted()) {
                tree.iterate(&key, u64::from(number) << 40 | iteration);
            }
            tree.root_statistics()
        };
        match self.budget {
            SearchBudget::Iterations { each, trees: 1 } => grow(0, each),
            SearchBudget::Iterations { each, trees } => {
                let all: Vec<Vec<MoveStatistics>> =
                    (0..trees).into_par_iter().map(|tree| grow(tree, each)).collect();
                merge_statistics(&all)
            }
            SearchBudget::Milliseconds(time) => {
                let is_over = (self.clock)(time);
                let mut tree = plant();
                let mut iteration = 0;
                while iteration < 16 || !is_over() && !self.halt.is_halted() {
                    tree.iterate(&key, iteration);
                    iteration += 1;
                }
                tree.root_statistics()
            }
        }
    }
}

/// The move that was tried most; of those, the one with the better share, then the first.
pub(super) fn most_visited(found: &[MoveStatistics]) -> usize {
    let is_better =
        |a: &MoveStatistics, b: &MoveStatistics| (a.visits, a.share) > (b.visits, b.share);
    (1..found.len()).fold(0, |best, at| if is_better(&found[at], &found[best]) { at } else { best })
}

/// The statistics of several trees as if they were one, in a fixed order.
fn merge_statistics(trees: &[Vec<MoveStatistics>]) -> Vec<MoveStatistics> {
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
