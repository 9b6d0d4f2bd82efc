//! Players, from uniformly random moves to tree search, and the loop that lets them play.
//!
//! An [`Agent`] gets a [`PlayerView`], never a state, so it cannot know more than its seat. All
//! agents are generic over the game; what they know of a game comes from its [`Evaluate`].
//! [`AGENTS`] lists them with what they play, [`Spec`] reads and writes their names, and
//! [`GameLoop`] plays games between them.
//!
//! The same agent with the same draws makes the same choice on every machine: evaluations are
//! whole numbers, and a search is bounded by iterations.

pub mod catalog;
pub mod expert;
pub mod external;
mod game_result;
pub mod level;
pub mod net;
mod observer;
pub mod one_ply;
pub mod play;
pub mod rollout;
pub mod search;
mod softened;
pub mod spec;
pub mod training;
mod tree_search;

use crate::game::random::Rng;
use crate::game::{Game, PlayerView};
use crate::games::{Documents, Evaluate};
use softened::Softened;

pub use catalog::{AGENTS, AgentForm, AgentKind};
pub use expert::Expert;
pub use external::{Bot, DecisionRequest, ExternalAgent};
pub use game_result::{GameResult, MAX_AGENTS, WHOLE};
pub use level::Level;
pub use net::embedded_network;
pub use observer::{GameObserver, MoveLog};
pub use one_ply::OnePly;
pub use play::{GameLoop, RecordedDecisions, Streams};
pub use rollout::RolloutSearch;
pub use search::Search;
pub use spec::{AgentLimits, SearchBudget, Spec, Temperature};
pub use tree_search::{Clock, MoveStatistics};

pub use crate::game::Halt;

/// A player who decides for a seat.
pub trait Agent<G: Game>: Send {
    /// The index of one of the legal `moves`, ascending as the game lists them.
    fn choose(&mut self, view: &PlayerView<'_, G>, moves: &[G::Move], rng: &mut Rng) -> usize;

    /// Why it could not decide, if so. Called after every game; an agent that failed in it has
    /// lost it.
    fn take_failure(&mut self) -> Option<String> {
        None
    }
}

impl<G: Game, A: Agent<G> + ?Sized> Agent<G> for Box<A> {
    fn choose(&mut self, view: &PlayerView<'_, G>, moves: &[G::Move], rng: &mut Rng) -> usize {
        (**self).choose(view, moves, rng)
    }

    fn take_failure(&mut self) -> Option<String> {
        (**self).take_failure()
    }
}

impl<G: Game, A: Agent<G> + ?Sized> Agent<G> for &mut A {
    fn choose(&mut self, view: &PlayerView<'_, G>, moves: &[G::Move], rng: &mut Rng) -> usize {
        (**self).choose(view, moves, rng)
    }

    fn take_failure(&mut self) -> Option<String> {
        (**self).take_failure()
    }
}

/// Any legal move, all equally likely.
pub struct Random;

impl<G: Game> Agent<G> for Random {
    fn choose(&mut self, _: &PlayerView<'_, G>, moves: &[G::Move], rng: &mut Rng) -> usize {
        rng.index(moves.len())
    }
}

/// What agents need from outside the engine.
pub struct AgentContext<'a> {
    /// For time budgets.
    pub clock: Clock,
    /// Starts a program by its command.
    pub start: &'a (dyn Fn(&str) -> Box<dyn Bot> + Sync),
    /// Checked before every game and every iteration of a search, and within long computations.
    pub halt: Halt,
}

impl AgentContext<'static> {
    /// A context without a clock and without programs, for hosts that offer neither.
    pub fn isolated(halt: Halt) -> Self {
        AgentContext {
            clock: |_| Box::new(|| true),
            start: &|_| unreachable!("no program plays here"),
            halt,
        }
    }
}

/// The agent that a [`Spec`] names, for a variant.
pub fn create_agent<G: Documents + Evaluate>(
    game: &G,
    spec: &Spec,
    context: &AgentContext<'_>,
) -> Box<dyn Agent<G>> {
    match spec {
        Spec::Random => Box::new(Random),
        Spec::Greedy => Box::new(OnePly::<G>::greedy()),
        Spec::Tuned => Box::new(OnePly::<G>::tuned(game).halted_by(&context.halt)),
        Spec::Expert => match embedded_network(game) {
            Some(network) => Box::new(Expert::new(game, network)),
            None => Box::new(OnePly::<G>::expert(game).halted_by(&context.halt)),
        },
        Spec::Softened(temperature) => Box::new(Softened::new(game, *temperature, &context.halt)),
        Spec::Level(level) => create_agent(game, &level.agent(), context),
        Spec::Rollout(budget) => Box::new(RolloutSearch::new(game, *budget, context)),
        Spec::Search(budget) => match embedded_network(game) {
            Some(network) => Box::new(Search::new(network, *budget, context)),
            None => Box::new(RolloutSearch::new(game, *budget, context)),
        },
        Spec::Exec(command) => Box::new(ExternalAgent::new((context.start)(command))),
    }
}

/// The agents that some [`Spec`]s name, in their order.
pub fn create_agents<G: Documents + Evaluate>(
    game: &G,
    specs: &[Spec],
    context: &AgentContext<'_>,
) -> Vec<Box<dyn Agent<G>>> {
    specs.iter().map(|spec| create_agent(game, spec, context)).collect()
}
