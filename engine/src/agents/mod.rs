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
//! | `search:1000x4` | four trees of so many iterations each, merged |
//! | `search:200ms` | tree search for a time: for people, not reproducible |
//! | `exec:./mybot` | whatever a program answers |
//!
//! The same agent with the same draws makes the same choice on every machine: evaluations are
//! whole numbers, and a search is bounded by iterations.

pub mod bot;
pub mod evaluate;
pub mod one_ply;
pub mod search;
pub mod spec;
pub mod weights;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::document::Documents;
use crate::game::{Game, View};
use crate::random::Rng;

pub use bot::Bot;
pub use evaluate::Evaluate;
pub use one_ply::OnePly;
pub use search::{Clock, Search};
pub use spec::Spec;

/// Somebody who decides for a seat.
pub trait Agent<G: Game>: Send {
    /// The index of one of the legal `moves`, ascending as the game lists them.
    fn choose(&mut self, view: &View<'_, G>, moves: &[G::Move], rng: &mut Rng) -> usize;

    /// Why it could not decide, if so; asked after every game, which it then has lost.
    fn take_failure(&mut self) -> Option<String> {
        None
    }
}

/// Any legal move alike.
pub struct Random;

impl<G: Game> Agent<G> for Random {
    fn choose(&mut self, _: &View<'_, G>, moves: &[G::Move], rng: &mut Rng) -> usize {
        rng.index(moves.len())
    }
}

/// Tells long work that nobody waits for it any more. What it returns then means nothing.
#[derive(Clone, Debug, Default)]
pub struct Halt(Arc<AtomicBool>);

impl Halt {
    /// Nobody waits any more.
    pub fn halt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether nobody waits any more.
    #[inline]
    pub fn is_halted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What agents need from outside the engine.
pub struct Tools<'a> {
    /// For time budgets.
    pub clock: Clock,
    /// Starts a program by its command.
    pub start: &'a (dyn Fn(&str) -> Box<dyn Bot> + Sync),
    /// Asked at every game and every iteration of a search.
    pub halt: Halt,
}

/// The agent that a [`Spec`] names, for a variant.
pub fn agent<G: Documents + Evaluate>(
    game: &G,
    spec: &Spec,
    tools: &Tools<'_>,
) -> Box<dyn Agent<G>> {
    match spec {
        Spec::Random => Box::new(Random),
        Spec::Greedy => Box::new(OnePly::<G>::greedy()),
        Spec::Tuned => Box::new(OnePly::<G>::tuned(game)),
        Spec::Search(budget) => Box::new(Search::<G>::with(game, *budget, tools)),
        Spec::Exec(command) => Box::new(bot::Asked::new((tools.start)(command))),
    }
}
