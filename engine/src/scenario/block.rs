//! Cases that are compared on common random numbers: the same game and number of players.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::record::{Layout, Record, Recorder};
use crate::agents::{Agent, Evaluate, Spec, Tools, agent};
use crate::analysis::arena::{self, Observe, Opening};
use crate::document::Documents;
use crate::game::Watch;
use crate::measure::Occurrence;
use crate::random::Key;

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
    /// The figures of a case.
    fn layout(&self, case: usize) -> &Layout;
    /// The rules of a case in full.
    fn rules(&self, case: usize) -> &Value;
    /// What can happen in a game.
    fn occurrences(&self) -> &'static [Occurrence];
    /// Somebody who plays games of this block, one at a time.
    fn player<'a>(&'a self, tools: &'a Tools<'a>) -> Box<dyn Player + 'a>;
}

/// Plays the games of a block.
pub trait Player {
    /// Plays game `k` of a case and measures it. Every case draws from the same streams. With a
    /// memory, it goes on from what was decided earlier.
    fn play(
        &mut self,
        case: usize,
        deal: (&Key, u64),
        record: &mut Record,
        memory: Option<Memory<'_>>,
    );
}

/// The decisions of a game, kept while it is played.
pub struct Memory<'a> {
    /// Those that were made.
    pub opening: Opening,
    /// Told after every one.
    pub keep: &'a mut dyn FnMut(&Opening),
}

/// The block of a game.
pub struct Cases<G: Documents> {
    pub(crate) cases: Vec<Prepared<G>>,
}

/// A case that can be played.
pub struct Prepared<G: Documents> {
    pub(crate) game: Arc<G>,
    pub(crate) agents: Vec<Spec>,
    pub(crate) rules: Value,
    pub(crate) layout: Layout,
}

impl<G: Documents + Evaluate> Block for Cases<G> {
    fn layout(&self, case: usize) -> &Layout {
        &self.cases[case].layout
    }

    fn rules(&self, case: usize) -> &Value {
        &self.cases[case].rules
    }

    fn occurrences(&self) -> &'static [Occurrence] {
        G::OCCURRENCES
    }

    fn player<'a>(&'a self, tools: &'a Tools<'a>) -> Box<dyn Player + 'a> {
        let seat = |case: &'a Prepared<G>| Table {
            game: &*case.game,
            agents: case.agents.iter().map(|spec| agent(&*case.game, spec, tools)).collect(),
            seating: (0..case.game.seats()).collect(),
            recorder: Recorder::new(&*case.game),
        };
        Box::new(Players { tables: self.cases.iter().map(seat).collect() })
    }
}

/// One table for each case.
struct Players<'a, G: Documents> {
    tables: Vec<Table<'a, G>>,
}

struct Table<'a, G: Documents> {
    game: &'a G,
    agents: Vec<Box<dyn Agent<G>>>,
    seating: Vec<usize>,
    recorder: Recorder<'a, G>,
}

impl<G: Documents> Player for Players<'_, G> {
    fn play(
        &mut self,
        case: usize,
        deal: (&Key, u64),
        record: &mut Record,
        memory: Option<Memory<'_>>,
    ) {
        let Table { game, agents, seating, recorder } = &mut self.tables[case];
        let mut agents: Vec<&mut dyn Agent<G>> =
            agents.iter_mut().map(|agent| &mut **agent as &mut dyn Agent<G>).collect();
        let mut state = game.start();
        recorder.begin(&state);
        let ended = match memory {
            None => arena::play_from(*game, &mut state, &mut agents, seating, deal, recorder),
            Some(memory) => {
                let mut both = Remembering { recorder: &mut *recorder, memory };
                arena::play_from(*game, &mut state, &mut agents, seating, deal, &mut both)
            }
        };
        recorder.finish(&state, &ended, record);
    }
}

/// Records a game and remembers its decisions.
struct Remembering<'a, 'b, 'c, G: Documents> {
    recorder: &'a mut Recorder<'b, G>,
    memory: Memory<'c>,
}

impl<G: Documents> Watch<G::Event> for Remembering<'_, '_, '_, G> {
    fn see(&mut self, event: G::Event) {
        self.recorder.see(event);
    }
}

impl<G: Documents> Observe<G> for Remembering<'_, '_, '_, G> {
    fn opening(&self) -> Option<&Opening> {
        Some(&self.memory.opening)
    }

    fn chose(&mut self, agent: usize, choice: usize, drawn: u64) {
        let Memory { opening, keep } = &mut self.memory;
        opening.choices.push(choice as u32);
        opening.drawn[agent] = drawn;
        keep(opening);
    }

    fn decided(&mut self, state: &G::State, mv: G::Move, options: usize) {
        self.recorder.decided(state, mv, options);
    }

    fn moved(&mut self, mv: G::Move) {
        self.recorder.moved(mv);
    }
}
