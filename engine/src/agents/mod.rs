//! Players: from uniformly random moves to tree search.
//!
//! An [`Agent`] gets a [`View`], never a state, so it cannot know more than its seat. All of
//! them are generic over the game; what they know of a game comes from its [`Evaluate`].
//!
//! | written as | plays |
//! | --- | --- |
//! | `random` | any legal move alike |
//! | `greedy` | the move after which a few hand-written figures look best |
//! | `tuned` | the same with many figures and weights learned by self-play |
//! | `search:1000` | tree search of so many iterations, guided by `tuned` |
//!
//! The same agent with the same draws makes the same choice on every machine: evaluations are
//! whole numbers, and a search is bounded by iterations.

pub mod evaluate;
pub mod one_ply;
pub mod search;
pub mod spec;
pub mod weights;

use crate::game::{Game, View};
use crate::random::Rng;

pub use evaluate::Evaluate;
pub use one_ply::OnePly;
pub use search::Search;
pub use spec::Spec;

/// Somebody who decides for a seat.
pub trait Agent<G: Game>: Send {
    /// The index of one of the legal `moves`, ascending as the game lists them.
    fn choose(&mut self, view: &View<'_, G>, moves: &[G::Move], rng: &mut Rng) -> usize;
}

/// Any legal move alike.
pub struct Random;

impl<G: Game> Agent<G> for Random {
    fn choose(&mut self, _: &View<'_, G>, moves: &[G::Move], rng: &mut Rng) -> usize {
        rng.index(moves.len())
    }
}
