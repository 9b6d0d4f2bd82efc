//! Examples that work when they are pasted: made by the engine, sent by the tests.

use serde::Serialize;
use serde_json::{Map, Value, json};
use towerlab_engine::agents::{AgentContext, Halt};
use towerlab_engine::operations::log::LogDocument;
use towerlab_engine::operations::moves::MovesRequest;
use towerlab_engine::operations::odds::OddsRequest;
use towerlab_engine::operations::replay::ReplayRequest;
use towerlab_engine::operations::{
    Bounds, Call, Context, Deal, GameService, OperationId, StateInput,
};

/// A request and the status of its answer.
pub struct Example {
    /// Its key in the document.
    pub name: &'static str,
    /// What it shows.
    pub summary: String,
    /// The status of the answer.
    pub status: u16,
    /// The request.
    pub body: Value,
}

impl Example {
    fn new(name: &'static str, summary: &str, body: Value) -> Example {
        Example { name, summary: summary.into(), status: 200, body }
    }

    fn refused(name: &'static str, summary: &str, body: Value) -> Example {
        Example { status: 422, ..Example::new(name, summary, body) }
    }
}

/// The seed of all examples.
const SEED: u64 = 7;

/// The examples of an operation on a game.
pub fn examples(game: &dyn GameService, operation: OperationId) -> Vec<Example> {
    let players = *game.seats().start().max(&2).min(game.seats().end());
    let rules = json!({"players": players});
    let state = middle(game, players);
    match operation {
        OperationId::New => vec![
            Example::new(
                "dealt",
                "A game dealt from a seed",
                json!({"rules": rules, "seed": SEED}),
            ),
            Example::new(
                "undealt",
                "Before anything is dealt: name chance move by move",
                json!({"rules": rules}),
            ),
            Example::refused(
                "impossible",
                "Too many players: 422",
                json!({"rules": {"players": 9}}),
            ),
        ],
        OperationId::Play => play_examples(game, state),
        OperationId::View => {
            vec![Example::new("seat", "What seat 0 sees", json!({"state": state, "seat": 0}))]
        }
        OperationId::Replay => replay_examples(game, players, &rules),
        OperationId::Simulate => simulate_examples(&rules, state),
        OperationId::Advise => vec![Example::new(
            "search",
            "The three best moves by a small search",
            json!({"state": state, "agent": "search:100", "top": 3, "games": 20, "seed": SEED}),
        )],
        OperationId::Moves => {
            let mut faulty = state.clone();
            faulty["colour"] = "red".into();
            faulty["rules"]["players"] = 9.into();
            vec![
                Example::new("middle", "In the middle of a game", json!({"state": state})),
                Example::refused("faulty", "Every fault is named: 422", json!({"state": faulty})),
            ]
        }
        OperationId::Render => vec![
            Example::new("light", "Dark on light", json!({"state": state})),
            Example::new("dark", "Light on dark", json!({"state": state, "theme": "dark"})),
        ],
        OperationId::Validate | OperationId::Score | OperationId::Odds => {
            vec![Example::new("middle", "In the middle of a game", json!({"state": state}))]
        }
    }
}

fn play_examples(game: &dyn GameService, state: Value) -> Vec<Example> {
    let listed = call(game, &MovesRequest { state: StateInput::from(&state) });
    let first = listed.and_then(|listed| Some(listed.moves.first()?.text.clone()));
    let body = json!({"state": state, "moves": [first], "seed": SEED});
    let refused = json!({"state": state, "moves": ["nonsense"]});
    vec![
        Example::new("first", "The first legal move; what chance does then is drawn", body),
        Example::refused("refused", "Not a move: 422", refused),
    ]
}

fn replay_examples(game: &dyn GameService, players: usize, rules: &Value) -> Vec<Example> {
    let mut beginning = record_game(game, players);
    if let Some(log) = &mut beginning {
        log.moves.truncate(12);
        // The result is that of the whole game.
        log.result = None;
    }
    vec![
        Example::new("seed", "A random game of a seed", json!({"rules": rules, "seed": SEED})),
        Example::new(
            "agents",
            "A game of a seed that agents play",
            json!({"rules": rules, "seed": SEED, "agents": ["greedy"]}),
        ),
        Example::new(
            "log",
            "The beginning of a log, with every state",
            json!({"log": beginning, "states": true}),
        ),
    ]
}

fn simulate_examples(rules: &Value, state: Value) -> Vec<Example> {
    vec![
        Example::new(
            "setup",
            "Whole games with strong players",
            json!({"rules": rules, "agents": ["expert"], "games": 20, "seed": SEED}),
        ),
        Example::new(
            "state",
            "Random games from a state",
            json!({"state": state, "games": 100, "seed": SEED}),
        ),
        Example::refused(
            "program",
            "The service starts no programs: 422",
            json!({"rules": rules, "agents": ["exec:./bot"]}),
        ),
    ]
}

/// The examples of scenarios.
pub fn scenario_examples() -> Vec<Example> {
    let grid = json!({
        "title": "Starting floors with three players",
        "game": "tower-up",
        "players": 3,
        "agents": "expert",
        "games": 200,
        "vary": {"starting_floors": [3, 5, 7]},
    });
    let listed = json!({
        "game": "tower",
        "players": 2,
        "agents": "greedy",
        "games": 100,
        "cases": [{"name": "by the book"}, {"name": "meaner", "meaner": true}],
    });
    let impossible = json!({"game": "tower-up", "players": 4, "vary": {"starting_floors": "3..7"}});
    vec![
        Example::new("grid", "Values of a rule compared", grid),
        Example::new("cases", "Two cases by name", listed),
        Example::refused("impossible", "Outside the rulebook: 422", impossible),
    ]
}

fn with_context<T>(run: impl FnOnce(&Context<'_>) -> T) -> T {
    let tools = AgentContext::isolated(Halt::default());
    run(&Context { agents: &tools, bounds: Bounds::NONE, progress: &|_| {} })
}

fn call<C: Call + Serialize>(game: &dyn GameService, request: &C) -> Option<C::Response> {
    with_context(|context| game.call(request, context)).ok()
}

fn record_game(game: &dyn GameService, players: usize) -> Option<LogDocument> {
    let rules = Map::from_iter([("players".to_string(), players.into())]);
    let deal = Deal { seed: SEED, game: 0 };
    with_context(|context| game.record_game(&rules, None, deal, context.agents)).ok()
}

/// A complete position in which a player decides, halfway through a random game.
fn middle(game: &dyn GameService, players: usize) -> Value {
    let replay = |log| ReplayRequest {
        log: Some(log),
        rules: None,
        seed: None,
        game: None,
        agents: None,
        states: Some(true),
        views: None,
    };
    let replayed = record_game(game, players).and_then(|log| call(game, &replay(log)));
    let states = replayed.and_then(|replayed| replayed.states).unwrap_or_default();
    let decides = |state: &&Value| {
        let listed = call(game, &MovesRequest { state: StateInput::from(*state) });
        let has_odds = !game.offers(OperationId::Odds)
            || call(game, &OddsRequest { state: StateInput::from(*state) }).is_some();
        listed.is_some_and(|listed| listed.moves.len() > 1) && has_odds
    };
    states.iter().skip(states.len() / 2).find(decides).cloned().unwrap_or_default()
}
