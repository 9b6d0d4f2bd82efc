//! The JSON Schemas of requests and answers, game by game.

use serde_json::{Map, Value, json};
use towerlab_engine::scenario;
use towerlab_engine::table::{Limits, MAX_SEED, Operation, Table};

/// Schemas by name, as `components/schemas` of the document holds them.
pub type Schemas = Map<String, Value>;

/// Keys of an object with their schemas.
type Fields = Vec<(&'static str, Value)>;

/// The name of a game in the names of schemas and operations: `TowerUp`.
pub fn title(game: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    };
    game.split('-').map(word).collect()
}

/// A reference to a schema.
pub fn of(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// Adds a schema; what it defines for itself goes beside it, under the same first name.
fn add(mut schema: Value, first: &str, name: &str, schemas: &mut Schemas) {
    let mut definitions = Map::new();
    if let Some(object) = schema.as_object_mut() {
        object.remove("$schema");
        object.remove("title");
        if let Some(Value::Object(own)) = object.remove("$defs") {
            definitions = own;
        }
    }
    refer(&mut schema, first);
    for (name, mut definition) in definitions {
        refer(&mut definition, first);
        schemas.insert(format!("{first}{name}"), definition);
    }
    schemas.insert(format!("{first}{name}"), schema);
}

/// Adds the schemas of scenarios and their results.
pub fn add_scenario(schemas: &mut Schemas) {
    add(scenario::schema(), "Scenario", "", schemas);
    add(scenario::answer_schema(), "Scenario", "Results", schemas);
}

/// Adds the schemas of a game's documents: what it defines for itself goes beside them, under
/// the game's name.
pub fn add_game(table: &dyn Table, schemas: &mut Schemas) {
    let game = title(table.name());
    for (kind, name) in [
        ("state", "State"),
        ("rules", "Rules"),
        ("log", "Log"),
        ("parts", "Parts"),
        ("event", "Event"),
        ("score", "Score"),
    ] {
        if let Some(schema) = table.schema(kind) {
            add(schema, &game, name, schemas);
        }
    }
    let parts = of(&format!("{game}Parts"));
    let text = json!({"type": "string", "description": "In the notation of the rules page."});
    let events = list(of(&format!("{game}Event")));
    schemas.insert(
        format!("{game}Move"),
        json!({"description": "A legal move, what it is made of and what it would cause.",
               "allOf": [object(&[("move", text.clone()), ("events", events)], &[]), parts]}),
    );
    let weight = json!({"type": "integer", "minimum": 1,
        "description": "Left out where JSON cannot hold it exactly."});
    let probability = json!({"type": "number", "minimum": 0, "maximum": 1});
    let about = object(&[("move", text), ("probability", probability)], &[("weight", weight)]);
    schemas.insert(
        format!("{game}Outcome"),
        json!({"description": "Something that chance can bring.", "allOf": [about, parts]}),
    );
    let who = |name: &str| json!({"const": name});
    let finish = json!({"enum": ["decided", "stalemate", "unfinished"]});
    schemas.insert(
        format!("{game}Next"),
        json!({"description": "Who is next.", "oneOf": [
            object(&[("who", who("player")), ("seat", seat())], &[]),
            object(&[("who", who("chance")), ("outcomes", list(of(&format!("{game}Outcome"))))], &[]),
            object(&[("who", who("nobody")), ("finish", finish), ("winners", list(seat()))], &[]),
        ]}),
    );
}

/// Schemas that all games share.
pub fn add_common(schemas: &mut Schemas) {
    let number = json!({"type": "number"});
    let whole = json!({"type": "integer"});
    let count = json!({"type": "integer", "minimum": 0});
    let figure = object(
        &[
            ("mean", number.clone()),
            ("sd", number.clone()),
            ("min", whole.clone()),
            ("q25", whole.clone()),
            ("median", whole.clone()),
            ("q75", whole.clone()),
            ("max", whole.clone()),
            ("count", count.clone()),
        ],
        &[],
    );
    schemas.insert("Figure".into(), said("Mean, sample standard deviation and quantiles of a figure over the games in which it means something.", figure));
    let share = json!({"type": "number", "minimum": 0, "maximum": 1});
    let histogram = json!({"type": "object", "additionalProperties": count,
        "description": "How many games ended with these points."});
    let figures = json!({"type": "object", "additionalProperties": of("Figure"),
        "description": "Further figures at the end of the games: points by source, objectives reached."});
    let mut required = vec![
        ("seat", seat()),
        ("win_share", share.clone()),
        ("win_share_low", share.clone()),
        ("win_share_high", share),
    ];
    for name in ["points_mean", "points_mean_low", "points_mean_high", "points_sd"] {
        required.push((name, number.clone()));
    }
    for name in ["points_min", "points_q25", "points_median", "points_q75", "points_max"] {
        required.push((name, whole.clone()));
    }
    required.push(("points_histogram", histogram));
    required.push(("figures", figures));
    required.push(("failures", count));
    schemas.insert(
        "SimulatedSeat".into(),
        said("What the games came to for a seat; `_low` and `_high` are 95 % intervals. A shared win counts in parts.", object(&required, &[])),
    );
    let advice = object(
        &[
            ("move", json!({"type": "string"})),
            ("win_probability", number.clone()),
            ("win_probability_error", number.clone()),
            ("points", number.clone()),
            ("points_error", number.clone()),
            ("margin", number.clone()),
            ("games", whole.clone()),
            ("reason", json!({"type": "string"})),
        ],
        &[("visits", whole), ("search_win_probability", number)],
    );
    schemas.insert("Advice".into(), said("A move with what games after it came to, `tuned` against `tuned`; errors are standard errors. `visits` and `search_win_probability` are the search's own.", advice));
}

/// The schema of a request.
pub fn request(table: &dyn Table, operation: Operation, limits: &Limits) -> Value {
    let game = title(table.name());
    let state = json!({
        "description": "A state, or its one-line form as `validate` gives it.",
        "anyOf": [of(&format!("{game}State")), {"type": "string"}],
    });
    let state = ("state", state);
    let rules = ("rules", of(&format!("{game}Rules")));
    let seed = match operation {
        Operation::New | Operation::Play => {
            "The seed of what chance does; if left out, nothing is drawn."
        }
        _ => "The seed of everything that is drawn; 1 if left out.",
    };
    let seed = ("seed", whole(0, MAX_SEED, seed));
    let k =
        ("game", whole(0, MAX_SEED, "Which game of the seed; 0 if left out. Only with a seed."));
    let games = |default: u64| {
        let about = format!("How many games; {default} if left out.");
        ("games", whole(1, limits.games, &about))
    };
    let agent = json!({"type": "string", "examples": ["random", "greedy", "tuned", "search:200"],
        "description": format!("`random`, `greedy`, `tuned`, `search:N` or `search:NxT` (T trees of N iterations, merged), with up to {} iterations in all.", limits.iterations)});
    let agents = |default: &str| {
        json!({"type": ["array", "null"], "items": agent, "minItems": 1, "maxItems": 4,
            "description": format!("One agent for all seats, or one for each; {default} if left out.")})
    };
    let moves = json!({"type": ["array", "null"], "items": {"type": "string"}, "maxItems": limits.moves,
        "description": "Moves in notation, outcomes of chance among them."});
    let (required, optional): (Fields, Fields) = match operation {
        Operation::New => (vec![rules], vec![seed, k]),
        Operation::Validate | Operation::Moves | Operation::Score | Operation::Odds => {
            (vec![state], vec![])
        }
        Operation::View => {
            let seat = json!({"type": "integer", "minimum": 0, "maximum": 255,
                "description": "The seat that looks."});
            (vec![state, ("seat", seat)], vec![])
        }
        Operation::Play => (vec![state], vec![("moves", moves), seed]),
        Operation::Render => {
            let theme = json!({"enum": ["light", "dark", null],
                "description": "Dark on light, or light on dark; light if left out."});
            (vec![state], vec![("theme", theme)])
        }
        Operation::Replay => {
            let states = json!({"type": ["boolean", "null"],
                "description": "Whether to return the states before each of the moves."});
            let log = ("log", of(&format!("{game}Log")));
            let required_seed = json!({"type": "integer", "minimum": 0, "maximum": MAX_SEED,
                "description": "The seed of the game."});
            return json!({"oneOf": [
                closed(&[log], &[("states", states.clone())]),
                closed(&[rules, ("seed", required_seed)],
                    &[k, ("agents", agents("the moves are random")), ("states", states)]),
            ]});
        }
        Operation::Simulate => {
            let rest = [("agents", agents("`random`")), games(1000), seed];
            return json!({"oneOf": [closed(&[state], &rest), closed(&[rules], &rest)]});
        }
        Operation::Advise => {
            let mut agent = agent.clone();
            agent["type"] = json!(["string", "null"]);
            let about = agent["description"].as_str().unwrap_or_default().to_string();
            agent["description"] = (about + " `tuned` if left out.").into();
            let top = whole(1, limits.advice, "How many moves; 5 if left out.");
            (vec![state], vec![("agent", agent), ("top", top), games(200), seed])
        }
    };
    closed(&required, &optional)
}

/// The schema of an answer.
pub fn answer(table: &dyn Table, operation: Operation) -> Value {
    let game = title(table.name());
    let own = |name: &str| of(&format!("{game}{name}"));
    let (state, next) = (("state", own("State")), ("next", own("Next")));
    let seed = ("seed", json!({"type": "integer", "minimum": 0}));
    let texts = json!({"type": "array", "items": {"type": "string"}});
    let (mut required, optional): (Fields, Fields) = match operation {
        Operation::New => (vec![state, next], vec![seed.clone(), ("game", seed.1)]),
        Operation::Validate => {
            let line = json!({"type": "string", "description": "The state on one line."});
            (vec![state, ("one_line", line)], vec![])
        }
        Operation::View => (vec![state], vec![]),
        Operation::Moves => (vec![next, ("moves", list(own("Move")))], vec![]),
        Operation::Play => {
            let events = list(own("Event"));
            (vec![state, ("played", texts), ("events", events), next], vec![seed])
        }
        Operation::Score => {
            let over = json!({"type": "boolean"});
            (vec![("over", over), ("leaders", list(seat())), ("seats", list(own("Score")))], vec![])
        }
        // A picture is no object.
        Operation::Render => return json!({"type": "string"}),
        Operation::Replay => {
            (vec![state, next], vec![("states", list(own("State"))), ("log", own("Log"))])
        }
        Operation::Simulate => {
            let finish = json!({"type": "object", "additionalProperties": {"type": "integer"},
                "description": "How many games ended how."});
            let required = vec![
                ("games", json!({"type": "integer", "minimum": 1})),
                seed,
                ("agents", texts),
                ("finish", finish),
                ("decisions", of("Figure")),
                ("turns", of("Figure")),
                ("seats", list(of("SimulatedSeat"))),
                ("reproducible", json!({"const": true})),
            ];
            (required, vec![])
        }
        Operation::Advise => {
            let required = vec![
                ("seat", seat()),
                ("agent", json!({"type": "string"})),
                ("reproducible", json!({"type": "boolean"})),
                seed,
                ("advice", list(of("Advice"))),
            ];
            (required, vec![])
        }
        Operation::Odds => {
            let row = object(
                &[
                    ("type", json!({"type": "string"})),
                    ("least_height", json!({"type": "integer", "minimum": 1})),
                    ("probability", json!({"type": "number", "minimum": 0, "maximum": 1})),
                ],
                &[],
            );
            (vec![("finish", list(row))], vec![])
        }
    };
    let engine = json!({"type": "string", "description": "The version that answered."});
    required.extend([("rules", own("Rules")), ("engine", engine)]);
    object(&required, &optional)
}

fn seat() -> Value {
    json!({"type": "integer", "minimum": 0, "description": "A seat, from 0."})
}

fn list(item: Value) -> Value {
    json!({"type": "array", "items": item})
}

fn said(description: &str, mut schema: Value) -> Value {
    schema["description"] = description.into();
    schema
}

/// A whole number that may be left out.
fn whole(least: u64, most: u64, description: &str) -> Value {
    json!({"type": ["integer", "null"], "minimum": least, "maximum": most, "description": description})
}

fn object(required: &[(&str, Value)], optional: &[(&str, Value)]) -> Value {
    let all = required.iter().chain(optional);
    let properties: Map<String, Value> =
        all.map(|(name, schema)| (name.to_string(), schema.clone())).collect();
    let names: Vec<&str> = required.iter().map(|(name, _)| *name).collect();
    json!({"type": "object", "properties": properties, "required": names})
}

/// An object without further keys.
fn closed(required: &[(&str, Value)], optional: &[(&str, Value)]) -> Value {
    let mut schema = object(required, optional);
    schema["additionalProperties"] = false.into();
    schema
}

/// Turns references within a document into references within the OpenAPI document.
fn refer(value: &mut Value, game: &str) {
    match value {
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                match value {
                    Value::String(text) if key == "$ref" => {
                        if let Some(name) = text.strip_prefix("#/$defs/") {
                            *text = format!("#/components/schemas/{game}{name}");
                        }
                    }
                    value => refer(value, game),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| refer(item, game)),
        _ => {}
    }
}
