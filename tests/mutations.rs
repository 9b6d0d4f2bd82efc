//! States with small changes, sent to every operation: answers, never failures.

use serde_json::{Map, Value, json};
use towerlab_tests::server::Server;

/// A small generator: the same changes on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % sides.max(1)
    }
}

/// Changes one value somewhere: half of the time a number by one, else anything to anything.
fn mutate(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let key = map.keys().nth(dice.below(map.len())).expect("a key").clone();
            match dice.below(12) {
                0 => drop(map.remove(&key)),
                1 => drop(map.insert(format!("{key}x"), json!(1))),
                _ => mutate(map.get_mut(&key).expect("the key"), dice),
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let at = dice.below(items.len());
            match dice.below(8) {
                0 => drop(items.remove(at)),
                1 => items.push(items[at].clone()),
                2 => items.swap(0, at),
                _ => mutate(&mut items[at], dice),
            }
        }
        Value::Number(number) if dice.below(2) == 0 => {
            let changed = number.as_i64().unwrap_or(0) + [1, -1][dice.below(2)];
            *value = changed.into();
        }
        other => {
            let odd =
                ["", "?", "C4", "white .", "tuned", "\u{202e}", "(a~1)", "18446744073709551616"];
            *other = match dice.below(7) {
                0 => Value::Null,
                1 => json!(dice.below(300)),
                2 => json!(-1),
                3 => json!(1e300),
                4 => json!([]),
                5 => json!({}),
                _ => json!(odd[dice.below(odd.len())]),
            }
        }
    }
}

/// The states of a random game, by the service itself.
fn states(server: &Server, game: &str, players: usize) -> Vec<Value> {
    let request = json!({"rules": {"players": players}, "seed": 5, "states": true});
    let answer = server.post(&format!("/v1/{game}/replay"), &request).json();
    answer["states"].as_array().expect("states").clone()
}

#[test]
fn changed_states_are_answered_or_refused() {
    let wanted: usize =
        std::env::var("TOWERLAB_HTTP_MUTATIONS").map_or(60, |text| text.parse().expect("a number"));
    let flags = ["--max-games", "20", "--max-iterations", "20", "--max-search-work", "40"];
    let server = Server::start(&flags);
    let document = server.get("/openapi.json").json();
    let mut dice = Dice(1);
    for path in document["paths"].as_object().expect("paths").keys() {
        let Some((game, operation)) =
            path.strip_prefix("/v1/").and_then(|rest| rest.split_once('/'))
        else {
            continue;
        };
        if document["paths"][path].get("post").is_none() {
            continue;
        }
        let players = if game == "skyline" { 2 } else { 3 };
        let mut states = states(&server, game, players);
        // Some positions have no answer even as they are: nobody decides, or too many dice.
        let step = states.len().div_ceil(40);
        states = states.into_iter().step_by(step).collect();
        states.retain(|state| {
            server.post(path, &request(operation, state.clone(), &mut dice)).status == 200
        });
        let (mut good, mut sent) = (0, 0);
        while sent < wanted {
            let state = states[dice.below(states.len())].clone();
            let mut body = request(operation, state, &mut dice);
            // Half of them are left as they are, but for a harmless change of the order of keys.
            match sent % 2 {
                0 => turn(&mut body),
                _ => (0..1 + dice.below(3)).for_each(|_| mutate(&mut body, &mut dice)),
            }
            let answer = server.post(path, &body);
            assert!(matches!(answer.status, 200 | 422), "{path} {body}: {answer:?}");
            match answer.header("content-type") {
                Some("image/svg+xml") => assert!(answer.body.starts_with("<svg "), "{path}"),
                _ => drop(answer.json()),
            }
            good += usize::from(answer.status == 200);
            sent += 1;
        }
        assert!(2 * good >= sent, "{path}: {good} of {sent} were valid");
    }
}

/// A request that is answered with 200.
fn request(operation: &str, state: Value, dice: &mut Dice) -> Value {
    match operation {
        "new" => json!({"rules": state["rules"], "seed": dice.below(1000)}),
        "view" => json!({"state": state, "seat": dice.below(2)}),
        "play" => json!({"state": state, "moves": [], "seed": 3}),
        "replay" => json!({"rules": state["rules"], "seed": dice.below(1000)}),
        "simulate" => json!({"state": state, "games": 1, "agents": ["random"]}),
        "advise" => json!({"state": state, "agent": "greedy", "games": 1, "top": 1}),
        _ => json!({"state": state}),
    }
}

/// The same object with its keys in another order.
fn turn(value: &mut Value) {
    if let Value::Object(map) = value {
        let turned: Map<String, Value> =
            map.iter().rev().map(|(key, value)| (key.clone(), value.clone())).collect();
        *map = turned;
        map.values_mut().for_each(turn);
    }
}
