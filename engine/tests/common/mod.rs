//! What the tests of several games share: a table to play on in notation, and golden
//! playthroughs.

#![allow(dead_code)] // no game needs all of it

pub mod by_text;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use serde_json::Value;
use towerlab_engine::agents::play::one_for_each_seat;
use towerlab_engine::agents::{
    AgentContext, GameLoop, Halt, MoveLog, Spec, Streams, create_agents,
};
use towerlab_engine::document::Faults;
use towerlab_engine::game::perft::perft;
use towerlab_engine::game::playout::{Draws, Playout, key};
use towerlab_engine::game::{Game, Next, Seat};
use towerlab_engine::games::Documents;
use towerlab_engine::games::Evaluate;
use towerlab_engine::operations::Service;

use by_text::ByText as _;

/// A game in progress.
pub struct Table<G: Documents> {
    pub game: G,
    pub state: G::State,
    pub events: Vec<G::Event>,
}

impl<G: Documents + Evaluate> Table<G> {
    /// A game from its start.
    pub fn new(game: G) -> Self {
        let state = game.start();
        Table { game, state, events: Vec::new() }
    }

    /// A position from its document, without `format`.
    #[track_caller]
    pub fn from(document: Value) -> Self {
        let mut document = document;
        document["format"] = format!("{}/state/1", G::NAME).into();
        let service = Service::<G>::new(None).expect("the embedded components");
        let (game, state) =
            service.read(&document.to_string()).unwrap_or_else(|faults| panic!("{faults}"));
        drop(service);
        Table {
            game: Arc::into_inner(game).expect("its service is gone"),
            state,
            events: Vec::new(),
        }
    }

    /// Plays moves separated by `; `.
    #[track_caller]
    pub fn play(&mut self, moves: &str) -> &mut Self {
        for text in moves.split("; ") {
            let mv = self.game.read_move(text).unwrap_or_else(|error| panic!("{error}"));
            if let Err(breach) = self.game.check(&self.state, mv) {
                panic!("`{text}` is refused: {breach}");
            }
            self.game.play(&mut self.state, mv, &mut self.events);
        }
        self
    }

    /// The rule that forbids a move, or nothing.
    #[track_caller]
    pub fn refusal(&self, text: &str) -> Option<&'static str> {
        let mv = self.game.read_move(text).unwrap_or_else(|error| panic!("{error}"));
        self.game.check(&self.state, mv).err().map(|breach| breach.rule)
    }

    /// All legal moves.
    pub fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.game.moves(&self.state, &mut |mv| moves.push(self.game.show(mv).to_string()));
        moves
    }

    /// The legal moves that begin so.
    pub fn moves_like(&self, start: &str) -> Vec<String> {
        self.moves().into_iter().filter(|text| text.starts_with(start)).collect()
    }

    /// What chance can bring, with weights.
    pub fn outcomes(&self) -> Vec<(String, u128)> {
        let mut outcomes = Vec::new();
        self.game.outcomes(&self.state, &mut |mv, weight| {
            outcomes.push((self.game.show(mv).to_string(), weight));
        });
        outcomes
    }

    pub fn next(&self) -> Next {
        self.game.next(&self.state)
    }

    /// The document of the position.
    pub fn document(&self) -> Value {
        self.game.full_state(&self.state)
    }
}

/// Calls `see` on every position of random games of every sample, with the events that led
/// there.
pub fn every_position<G: Game>(games: u64, mut see: impl FnMut(&G, &G::State, &[G::Event])) {
    for game in G::samples() {
        let key = key(3, &game);
        for k in 0..games {
            let mut draws = Draws::new(&key, k);
            let (mut state, mut events, mut moves) = (game.start(), Vec::new(), Vec::new());
            loop {
                see(&game, &state, &events);
                let mv = match game.next(&state) {
                    Next::Over(_) => break,
                    Next::Chance => game.sample(&state, draws.chance(true)),
                    Next::Player(_) => {
                        moves.clear();
                        game.moves(&state, &mut |mv| moves.push(mv));
                        moves[draws.agent().index(moves.len())]
                    }
                };
                events.clear();
                game.play(&mut state, mv, &mut events);
            }
        }
    }
}

/// Compares a text with a golden file of a game. `UPDATE_GOLDEN=1` writes the file again.
pub fn compare_golden(folder: &str, name: &str, text: &str) {
    let path: PathBuf =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder).join("golden").join(name);
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, text).expect("the golden file can be written");
    }
    let golden = fs::read_to_string(&path).expect("a golden file");
    assert_eq!(text, golden, "{}", path.display());
}

/// A whole random game, one move a line: players' moves with the number of alternatives they
/// had; at the end a line for each seat.
pub fn playthrough<G: Game>(
    game: &G,
    seed: u64,
    end: impl Fn(&G, &G::State, Seat) -> String,
) -> String {
    let key = key(seed, game);
    let (mut state, seats) = (game.start(), game.seats());
    let mut text = format!("# {}, {seats} players, seed {seed}, game 0, random moves\n", G::NAME);
    let log = |mv, alternatives: usize| {
        let shown = game.show(mv);
        match alternatives {
            0 => writeln!(text, "chance: {shown}"),
            _ => writeln!(text, "{shown}  (of {alternatives})"),
        }
        .expect("a string takes everything");
    };
    Playout::new(game).watched(&mut state, &mut Draws::new(&key, 0), &mut (), log);
    for seat in Seat::all(seats) {
        writeln!(text, "{seat}: {}", end(game, &state, seat)).expect("a string");
    }
    text
}

/// The perft numbers of the rulebook's games, as CSV.
pub fn perft_numbers<G: Game>(depths: std::ops::RangeInclusive<u32>) -> String {
    let mut text = String::from("players,depth,count\n");
    for seats in G::SEATS {
        let game = G::standard(seats);
        for depth in depths.clone() {
            writeln!(text, "{seats},{depth},{}", perft(&game, &game.start(), depth))
                .expect("a string");
        }
    }
    text
}

/// What random play makes of a state: games of a seed.
pub fn simulated<G: Documents + Evaluate>(
    service: &Service<G>,
    state: &str,
    games: u64,
    seed: u64,
) -> Result<Value, Faults> {
    service.simulate_random(state, games, seed)
}

/// A whole game between agents, one move a line.
pub fn game_of_agents<G: Documents + Evaluate>(game: &G, agents: &[&str], seed: u64) -> String {
    let specs: Vec<Spec> = agents.iter().map(|text| text.parse().expect("an agent")).collect();
    let context = AgentContext::isolated(Halt::default());
    let mut log = MoveLog::default();
    GameLoop {
        game,
        agents: &mut create_agents(game, &specs, &context),
        seating: &one_for_each_seat(game.seats()),
        streams: Streams::new(&key(seed, game), 0),
        recorded: None,
    }
    .run_from(&mut game.start(), &mut log);
    let lines = log.moves.iter().map(|mv| format!("{}\n", game.show(*mv)));
    format!("# {}\n{}", agents.join(", "), lines.collect::<String>())
}
