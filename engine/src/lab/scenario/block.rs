//! Cases that are compared on common random numbers: the same game and number of players.

use std::ops::RangeInclusive;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::layout::Layout;
use super::record::{GameRecord, Recorder};
use crate::agents::play::one_for_each_seat;
use crate::agents::{
    Agent, AgentContext, GameLoop, GameObserver, RecordedDecisions, Spec, Streams, create_agents,
};
use crate::document::Faults;
use crate::game::Watch;
use crate::game::random::Key;
use crate::games::metrics::{GameMetric, Occurrence};
use crate::games::{Documents, Evaluate};

/// A game that scenarios can be played on.
pub trait ScenarioGame: Send + Sync {
    /// The name of the game.
    fn name(&self) -> &'static str;
    /// How many can play.
    fn seats(&self) -> RangeInclusive<usize>;
    /// Variants with one number of players, ready to be played side by side; or, by variant,
    /// what is wrong with it.
    fn block(&self, variants: &[Variant]) -> Result<Box<dyn Block>, Vec<(usize, Faults)>>;
}

/// What is played in a case: rules as in a document, and an agent for each seat.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The rules, components among them.
    pub rules: Map<String, Value>,
    /// One for each seat.
    pub agents: Vec<Spec>,
}

/// The cases of a scenario with the same number of players, ready to be played.
pub trait Block: Send + Sync {
    /// Which value of a case's records is which metric.
    fn layout(&self, case: usize) -> &Layout;
    /// The rules of a case in full.
    fn rules(&self, case: usize) -> &Value;
    /// How far the players of a case can be trusted.
    fn warnings(&self, case: usize) -> &[String];
    /// What can happen in a game.
    fn occurrences(&self) -> Vec<Occurrence>;
    /// A player for the games of this block, one game at a time.
    fn player<'a>(&'a self, context: &'a AgentContext<'a>) -> Box<dyn BlockPlayer + 'a>;
}

/// Plays the games of a block.
pub trait BlockPlayer {
    /// Plays game `k` of a case and measures it. Every case draws from the same streams. With a
    /// checkpoint, it goes on from the decisions made earlier.
    fn play(
        &mut self,
        case: usize,
        deal: (&Key, u64),
        record: &mut GameRecord,
        checkpoint: Option<Checkpoint<'_>>,
    );
}

/// The decisions of a game, saved while it is played.
pub struct Checkpoint<'a> {
    /// Those that were made.
    pub opening: RecordedDecisions,
    /// Called after every one.
    pub save: &'a mut dyn FnMut(&RecordedDecisions),
}

/// The block of a game.
pub struct PreparedBlock<G: Documents> {
    pub(crate) cases: Vec<PreparedCase<G>>,
}

/// A case that can be played.
pub struct PreparedCase<G: Documents> {
    pub(crate) game: Arc<G>,
    pub(crate) agents: Vec<Spec>,
    pub(crate) rules: Value,
    pub(crate) layout: Layout,
    pub(crate) warnings: Vec<String>,
}

impl<G: Documents + Evaluate> Block for PreparedBlock<G> {
    fn layout(&self, case: usize) -> &Layout {
        &self.cases[case].layout
    }

    fn rules(&self, case: usize) -> &Value {
        &self.cases[case].rules
    }

    fn warnings(&self, case: usize) -> &[String] {
        &self.cases[case].warnings
    }

    fn occurrences(&self) -> Vec<Occurrence> {
        G::GAME_METRICS.iter().map(GameMetric::occurrence).collect()
    }

    fn player<'a>(&'a self, context: &'a AgentContext<'a>) -> Box<dyn BlockPlayer + 'a> {
        let seat = |case: &'a PreparedCase<G>| CasePlayer {
            game: &*case.game,
            agents: create_agents(&*case.game, &case.agents, context),
            seating: one_for_each_seat(case.game.seats()),
            recorder: Recorder::new(&*case.game, &case.layout),
        };
        Box::new(CasePlayers { cases: self.cases.iter().map(seat).collect() })
    }
}

/// A player for each case of a block.
struct CasePlayers<'a, G: Documents> {
    cases: Vec<CasePlayer<'a, G>>,
}

/// The agents of a case, and the recorder of its games.
struct CasePlayer<'a, G: Documents> {
    game: &'a G,
    agents: Vec<Box<dyn Agent<G>>>,
    seating: Vec<usize>,
    recorder: Recorder<'a, G>,
}

impl<G: Documents> BlockPlayer for CasePlayers<'_, G> {
    fn play(
        &mut self,
        case: usize,
        deal: (&Key, u64),
        record: &mut GameRecord,
        checkpoint: Option<Checkpoint<'_>>,
    ) {
        let CasePlayer { game, agents, seating, recorder } = &mut self.cases[case];
        let (game, streams) = (*game, Streams::new(deal.0, deal.1));
        let mut state = game.start();
        recorder.begin(&state);
        let recorded = checkpoint.as_ref().map(|checkpoint| checkpoint.opening.clone());
        let game_loop = GameLoop { game, agents, seating, streams, recorded: recorded.as_ref() };
        let ended = match checkpoint {
            None => game_loop.run_from(&mut state, recorder),
            Some(checkpoint) => {
                let mut both = CheckpointRecorder { recorder: &mut *recorder, checkpoint };
                game_loop.run_from(&mut state, &mut both)
            }
        };
        recorder.finish(&state, &ended, record);
    }
}

/// Records a game and saves its decisions.
struct CheckpointRecorder<'a, 'b, 'c, G: Documents> {
    recorder: &'a mut Recorder<'b, G>,
    checkpoint: Checkpoint<'c>,
}

impl<G: Documents> Watch<G::Event> for CheckpointRecorder<'_, '_, '_, G> {
    fn see(&mut self, event: G::Event) {
        self.recorder.see(event);
    }
}

impl<G: Documents> GameObserver<G> for CheckpointRecorder<'_, '_, '_, G> {
    fn chose(&mut self, agent: usize, choice: usize, drawn: u64) {
        let Checkpoint { opening, save } = &mut self.checkpoint;
        opening.choices.push(choice as u32);
        opening.drawn[agent] = drawn;
        save(opening);
    }

    fn decided(&mut self, state: &G::State, mv: G::Move, options: usize) {
        self.recorder.decided(state, mv, options);
    }

    fn moved(&mut self, mv: G::Move) {
        self.recorder.moved(mv);
    }
}
