//! Examples that work when they are pasted: made by the engine, sent by the tests.

use serde_json::{Map, Value, json};
use towerlab_engine::table::{Deal, Operation, Table};

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

/// The seed of all examples.
const SEED: u64 = 7;

/// The examples of an operation on a game.
pub fn examples(table: &dyn Table, operation: Operation) -> Vec<Example> {
    let good =
        |name, summary: &str, body| Example { name, summary: summary.into(), status: 200, body };
    let least = *table.seats().start().max(&2).min(table.seats().end());
    let rules = json!({"players": least});
    let middle = middle(table, least);
    let bad_state = || {
        let mut state = middle.clone();
        state["colour"] = "red".into();
        state["rules"]["players"] = 9.into();
        state
    };
    match operation {
        Operation::New => vec![
            good("dealt", "A game dealt from a seed", json!({"rules": rules, "seed": SEED})),
            good(
                "undealt",
                "Before anything is dealt: chance is named move by move",
                json!({"rules": rules}),
            ),
            Example {
                name: "impossible",
                summary: "Too many players: 422".into(),
                status: 422,
                body: json!({"rules": {"players": 9}}),
            },
        ],
        Operation::Play => {
            let moves: Value = table
                .moves(&middle.to_string())
                .map(|listing| listing["moves"][0]["move"].clone())
                .unwrap_or_default();
            let body = json!({"state": middle, "moves": [moves], "seed": SEED});
            let refused = json!({"state": middle, "moves": ["nonsense"]});
            vec![
                good("first", "The first legal move; what chance does then is drawn", body),
                Example {
                    name: "refused",
                    summary: "No such move: 422".into(),
                    status: 422,
                    body: refused,
                },
            ]
        }
        Operation::View => {
            vec![good("seat", "What seat 0 sees", json!({"state": middle, "seat": 0}))]
        }
        Operation::Replay => vec![
            good("seed", "A random game of a seed", json!({"rules": rules, "seed": SEED})),
            good(
                "agents",
                "A game of a seed that agents play",
                json!({"rules": rules, "seed": SEED, "agents": ["greedy"]}),
            ),
            good(
                "log",
                "The beginning of a log, with every state",
                json!({"log": beginning(table, least), "states": true}),
            ),
        ],
        Operation::Simulate => vec![
            good(
                "setup",
                "Whole games with learned players",
                json!({"rules": rules, "agents": ["tuned"], "games": 20, "seed": SEED}),
            ),
            good(
                "state",
                "Random games from a state",
                json!({"state": middle, "games": 100, "seed": SEED}),
            ),
            Example {
                name: "program",
                summary: "No program is started for a caller: 422".into(),
                status: 422,
                body: json!({"rules": rules, "agents": ["exec:./bot"]}),
            },
        ],
        Operation::Advise => vec![good(
            "search",
            "The three best moves by a small search",
            json!({"state": middle, "agent": "search:100", "top": 3, "games": 20, "seed": SEED}),
        )],
        Operation::Moves => vec![
            good("middle", "In the middle of a game", json!({"state": middle})),
            Example {
                name: "faulty",
                summary: "Every fault is named: 422".into(),
                status: 422,
                body: json!({"state": bad_state()}),
            },
        ],
        Operation::Render => vec![
            good("light", "Dark on light", json!({"state": middle})),
            good("dark", "Light on dark", json!({"state": middle, "theme": "dark"})),
        ],
        Operation::Validate | Operation::Score | Operation::Odds => {
            vec![good("middle", "In the middle of a game", json!({"state": middle}))]
        }
    }
}

/// The examples of scenarios.
pub fn scenario_examples() -> Vec<Example> {
    let small = json!({
        "title": "Starting floors with three players",
        "game": "tower-up",
        "players": 3,
        "agents": "tuned",
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
    let example =
        |name, summary: &str, status, body| Example { name, summary: summary.into(), status, body };
    vec![
        example("grid", "Values of a rule compared", 200, small),
        example("cases", "Two cases by name", 200, listed),
        example("impossible", "What the rulebook does not have: 422", 422, impossible),
    ]
}

fn log(table: &dyn Table, players: usize) -> Value {
    let rules = Map::from_iter([("players".to_string(), players.into())]);
    table.selfplay(&rules, Deal { seed: SEED, game: 0 }).unwrap_or_default()
}

/// A position in which a player decides, halfway through a random game, seen complete.
fn middle(table: &dyn Table, players: usize) -> Value {
    let replayed = table.replay(&log(table, players).to_string(), true).unwrap_or_default();
    let states = replayed["states"].as_array().cloned().unwrap_or_default();
    let half = states.len() / 2;
    let decides = |state: &&Value| {
        let listing = table.moves(&state.to_string()).unwrap_or_default();
        let moves = listing["moves"].as_array().map_or(0, Vec::len);
        let odds = !table.offers(Operation::Odds) || table.odds(&state.to_string()).is_ok();
        moves > 1 && odds
    };
    states.iter().skip(half).find(decides).cloned().unwrap_or_default()
}

fn beginning(table: &dyn Table, players: usize) -> Value {
    let mut log = log(table, players);
    if let Some(moves) = log["moves"].as_array_mut() {
        moves.truncate(12);
    }
    // The result is that of the whole game.
    if let Some(log) = log.as_object_mut() {
        log.remove("result");
    }
    log
}
