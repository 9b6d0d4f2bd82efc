//! The OpenAPI document, made from the same lists as the routes.

use serde_json::{Map, Value, json};
use towerlab_engine::table::{Limits, MAX_SEED, Operation, Table, tables};
use utoipa::OpenApi;

use crate::balance::{FORMS, Form};
use crate::examples::{Example, examples, scenario_examples};
use crate::operations::MAX_MOVE;
use crate::problem::{self, Kind};
use crate::schemas::{self, of, title};
use crate::service;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Towerlab",
        description = "Exact rules of tower-building board games: legal moves, scores, simulated outcomes and advice for any state. Every answer depends on the request alone. Unofficial: the games belong to their authors and publishers.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    paths(
        service::live, service::ready, service::version, service::metrics,
        service::games, service::limits, service::problems
    ),
    components(schemas(problem::Problem, problem::ProblemError)),
    tags(
        (name = "service", description = "The service itself: health, versions, games, limits"),
        (name = "scenarios", description = "Questions about variants, answered by playing them")
    )
)]
struct Service;

/// The OpenAPI document of a service with these limits.
pub fn document(limits: &Limits) -> Value {
    let mut document = serde_json::to_value(Service::openapi()).expect("it is plain data");
    let tables = tables(None).expect("the embedded components are checked by tests");
    let mut schemas: Map<String, Value> = Map::new();
    if let Some(Value::Object(own)) = document["components"].get_mut("schemas") {
        schemas.append(own);
    }
    schemas::add_common(&mut schemas);
    schemas::add_scenario(&mut schemas);
    document["paths"]["/v1/scenarios"] = json!({"post": scenario()});
    for table in &tables {
        let table = table.as_ref();
        schemas::add_game(table, &mut schemas);
        let tag = json!({"name": table.name(), "description": about(table)});
        if let Some(tags) = document["tags"].as_array_mut() {
            tags.push(tag);
        }
        for (name, summary, answer) in [
            (
                "rules",
                "The rules page, the parameters of a variant and the ids of all rules",
                rules_answer(),
            ),
            (
                "components",
                "The sets of components, with how well each figure is known",
                sets_answer(),
            ),
        ] {
            let path = format!("/v1/{}/{name}", table.name());
            document["paths"][path] = json!({"get": {
                "tags": [table.name()],
                "operationId": operation_id(table, name),
                "summary": summary,
                "responses": {
                    "200": {"description": "They are", "content": {"application/json": {"schema": answer}}},
                    "406": reported(problem::NOT_ACCEPTABLE),
                },
            }});
        }
        let path = format!("/v1/{}/games/{{number}}", table.name());
        document["paths"][path] = json!({"get": one_game(table)});
        for (name, form) in FORMS {
            let path = format!("/v1/{}/{name}", table.name());
            document["paths"][path] = json!({"get": balance(table, name, form, limits)});
        }
        for operation in Operation::ALL.into_iter().filter(|it| table.offers(*it)) {
            let path = format!("/v1/{}/{}", table.name(), operation.name());
            document["paths"][path] = json!({"post": described(table, operation, limits)});
        }
    }
    document["components"]["schemas"] = Value::Object(schemas);
    document
}

fn about(table: &dyn Table) -> String {
    let seats = table.seats();
    let rest = "a state is complete, or what one seat sees of it";
    match seats.start() == seats.end() {
        true => format!("{} players; {rest}", seats.start()),
        false => format!("{} to {} players; {rest}", seats.start(), seats.end()),
    }
}

/// Fit for the names of functions in generated clients: `towerUpMoves`.
fn operation_id(table: &dyn Table, name: &str) -> String {
    let game = title(table.name());
    let (first, rest) = game.split_at(1);
    format!("{}{rest}{}", first.to_ascii_lowercase(), title(name))
}

fn described(table: &dyn Table, operation: Operation, limits: &Limits) -> Value {
    let examples = shown(examples(table, operation));
    let (summary, description) = words(operation);
    let mut responses = json!({
        "200": {"description": "The answer",
            "content": {operation.media_type(): {"schema": schemas::answer(table, operation)}}},
    });
    let mut kinds = vec![
        problem::SYNTAX,
        problem::NOT_ACCEPTABLE,
        problem::TOO_LARGE,
        problem::MEDIA_TYPE,
        problem::INVALID,
    ];
    if operation.is_heavy() {
        kinds.push(problem::BUSY);
    }
    for kind in kinds {
        responses[kind.status.to_string()] = reported(kind);
    }
    json!({
        "tags": [table.name()],
        "operationId": operation_id(table, operation.name()),
        "summary": summary,
        "description": description,
        "requestBody": {
            "required": true,
            "content": {"application/json": {
                "schema": schemas::request(table, operation, limits),
                "examples": examples,
            }},
        },
        "responses": responses,
    })
}

/// Examples as the document holds them.
fn shown(examples: Vec<Example>) -> Map<String, Value> {
    let entry = |example: Example| {
        let Example { name, summary, status, body } = example;
        (name.to_string(), json!({"summary": summary, "value": body, "x-status": status}))
    };
    examples.into_iter().map(entry).collect()
}

/// A small scenario.
fn scenario() -> Value {
    let mut responses = json!({"200": {"description": "The answer: findings, and figures by case",
        "content": {"application/json": {"schema": of("ScenarioResults")}}}});
    for kind in [
        problem::SYNTAX,
        problem::NOT_ACCEPTABLE,
        problem::TOO_LARGE,
        problem::MEDIA_TYPE,
        problem::INVALID,
        problem::BUSY,
    ] {
        responses[kind.status.to_string()] = reported(kind);
    }
    let examples = shown(scenario_examples());
    json!({
        "tags": ["scenarios"],
        "operationId": "runScenario",
        "summary": "Run a small scenario",
        "description": "Plays every case of a scenario and answers with findings in sentences and figures with intervals, compared with a baseline game by game. All cases together play at most the limit on games; longer ones are for `towerlab run`.",
        "requestBody": {"required": true, "content": {"application/json": {
            "schema": of("Scenario"), "examples": examples}}},
        "responses": responses,
    })
}

/// A scenario by address, for spreadsheets.
fn balance(table: &dyn Table, name: &str, form: Form, limits: &Limits) -> Value {
    let players = (*table.seats().start()).max(2);
    let parameter = |name: &str, schema: Value, example: Value, text: &str| {
        json!({"name": name, "in": "query", "required": name == "metric", "schema": schema,
            "example": example, "description": text})
    };
    let text = || json!({"type": "string"});
    let games = json!({"type": "integer", "minimum": 1, "maximum": limits.games});
    let seed = json!({"type": "integer", "minimum": 0, "maximum": MAX_SEED});
    let mut parameters = vec![
        parameter(
            "players",
            text(),
            players.to_string().into(),
            "How many play: a number, 2,3 or 2..4",
        ),
        parameter("agent", text(), "greedy".into(), "Who plays at every seat; tuned if left out"),
        parameter("games", games, 100.into(), "Games of each case; 1,000 if left out"),
        parameter("seed", seed, 1.into(), "The seed; 1 if left out"),
        parameter(
            "components",
            text(),
            table.sets()[0]["id"].clone(),
            "A set of components, or several with commas between",
        ),
        parameter(
            "beyond_rulebook",
            json!({"type": "boolean"}),
            false.into(),
            "Allows values that no rulebook has",
        ),
        json!({"name": "rules", "in": "query", "style": "form", "explode": true, "required": false,
            "schema": {"type": "object", "additionalProperties": {"type": "string"}}, "example": {},
            "description": "Any rule of the game by its own name, such as `turn_cap=500`: one value, several with commas between, or a range such as 3..7. A value that is a list is written as JSON in a list."}),
    ];
    if form == Form::Text {
        parameters.push(parameter(
            "metric",
            text(),
            "turns".into(),
            "The column of balance.csv that is wanted; the query must mean one case",
        ));
    }
    if form != Form::Json {
        parameters.push(parameter(
            "decimal",
            json!({"enum": ["point", "comma"]}),
            "point".into(),
            "The decimal separator; with a comma, semicolons are between cells",
        ));
    }
    if form == Form::Csv {
        parameters.push(parameter(
            "sep",
            json!({"enum": ["comma", "semicolon", "tab"]}),
            "comma".into(),
            "What is between cells",
        ));
        parameters.push(parameter(
            "bom",
            json!({"enum": ["0", "1"]}),
            "0".into(),
            "Whether it begins with a byte order mark",
        ));
    }
    let (summary, kind, schema) = match form {
        Form::Json => ("Cases compared", "application/json", of("ScenarioResults")),
        Form::Csv => ("Cases compared, as a table for a spreadsheet", "text/csv", text()),
        Form::Text => ("One number, for a cell of a spreadsheet", "text/plain", text()),
    };
    json!({
        "tags": [table.name()],
        "operationId": operation_id(table, &name.replace('.', "-")),
        "summary": summary,
        "description": "A small scenario in an address. The same query gives the same bytes.",
        "parameters": parameters,
        "responses": {
            "200": {"description": "The answer", "content": {kind: {"schema": schema}}},
            "422": reported(problem::INVALID),
            "503": reported(problem::BUSY),
        },
    })
}

/// A game of a seed, by its address.
fn one_game(table: &dyn Table) -> Value {
    let rules = json!({"players": (*table.seats().start()).max(2)}).to_string();
    let parameter = |name: &str, place: &str, schema: Value, example: Value, text: &str| {
        json!({"name": name, "in": place, "required": place == "path", "schema": schema,
            "example": example, "description": text})
    };
    let number = json!({"type": "integer", "minimum": 0, "maximum": MAX_SEED});
    json!({
        "tags": [table.name()],
        "operationId": operation_id(table, "game"),
        "summary": "A game of a seed",
        "description": "The log and the end of one game of a seed, played by agents or at random: what the links in a scenario's games.csv lead to. A browser (`Accept: text/html`) gets a page with the board after any move.",
        "parameters": [
            parameter("number", "path", number.clone(), 0.into(), "Which game of the seed"),
            parameter("seed", "query", number, 1.into(), "The seed; 1 if left out"),
            parameter("agents", "query", json!({"type": "string"}), "tuned".into(),
                "One agent for all seats, or one for each with commas between; random moves if left out"),
            parameter("rules", "query", json!({"type": "string"}), rules.into(),
                "The rules as JSON; the rulebook's for the fewest players if left out"),
            parameter("move", "query", json!({"type": "integer", "minimum": 0, "maximum": MAX_MOVE}), 0.into(),
                "For the page: after how many moves; all if left out"),
        ],
        "responses": {
            "200": {"description": "The game", "content": {
                "application/json": {"schema": schemas::answer(table, Operation::Replay)},
                "text/html": {"schema": {"type": "string"}}}},
            "406": reported(problem::NOT_ACCEPTABLE),
            "422": reported(problem::INVALID),
            "503": reported(problem::BUSY),
        },
    })
}

fn reported(kind: Kind) -> Value {
    let mut response = json!({
        "description": format!("{}. {}", kind.title, kind.advice),
        "content": {"application/problem+json": {"schema": of("Problem")}},
    });
    if kind == problem::BUSY {
        response["headers"] = json!({"Retry-After": {
            "description": "Seconds to wait", "schema": {"type": "integer"}, "required": true}});
    }
    response
}

fn rules_answer() -> Value {
    json!({"type": "object", "required": ["game", "page", "rules", "parameters"], "properties": {
        "game": {"type": "string"},
        "page": {"type": "string", "description": "The rules page, in Markdown"},
        "rules": {"type": "array", "items": {"type": "object", "required": ["id", "section"],
            "properties": {"id": {"type": "string"}, "section": {"type": "string"}}}},
        "parameters": {"type": "object", "description": "The JSON Schema of a variant's rules"},
    }})
}

fn sets_answer() -> Value {
    json!({"type": "object", "required": ["game", "sets"], "properties": {
        "game": {"type": "string"},
        "sets": {"type": "array", "items": {"type": "object"}},
    }})
}

/// What an operation does, and what with a view.
fn words(operation: Operation) -> (&'static str, &'static str) {
    match operation {
        Operation::New => (
            "A new game",
            "The state of a new game. With a seed, chance is drawn up to the first decision; without, it is named with `play`.",
        ),
        Operation::Validate => (
            "Check a state",
            "Names every fault at once; a sound state comes back complete, with everything that follows from the rest, and on one line. A seat's view stays a view.",
        ),
        Operation::View => (
            "What a seat sees",
            "The state without what the seat cannot know. Of a view, only its own seat can ask. A game that hides nothing from anybody returns the state as it is.",
        ),
        Operation::Moves => (
            "What can happen next",
            "Every legal move with what it is made of and what it would cause (floors paid for, marker steps, tokens, extra turns), or every outcome of chance with its probability. A view is enough while chance or its own seat is next.",
        ),
        Operation::Play => (
            "Play moves",
            "The state after some moves, what they caused and what is next. Chance is named among the moves; with a seed, what is not named is drawn. A view stays a view, and can be played on while chance or its own seat is next.",
        ),
        Operation::Score => (
            "Points by source",
            "Every seat's points by source, the tie-break and what is still open, as if the game ended now. Of a view, what is unknown stays unknown.",
        ),
        Operation::Render => (
            "Draw a state",
            "The board, the cards and what lies before every player as an SVG picture, light or dark. Groups carry names (`data-site`, `data-card`, `data-seat` and the like) for those who want to make them do something. Of a view, what is unknown is drawn as hidden. The answer is the picture itself, for clients that accept only JSON as well.",
        ),
        Operation::Replay => (
            "Replay a game",
            "The end of a log and, on request, every state on the way; or a game of a seed, random or played by agents, with its log. A log starts from a complete state.",
        ),
        Operation::Simulate => (
            "Play to the end many times",
            "Win shares, points, lengths and further figures over many games, from a state or from setup. What a view leaves open is dealt anew for every game. The same request gives the same answer.",
        ),
        Operation::Advise => (
            "Rank the moves",
            "The best moves by an agent, each with the win probability and points of games played on, and a reason. A view of the seat to move is enough; of a complete state, only what that seat sees is used. `top` times `games` is at most the limit on games.",
        ),
        Operation::Odds => (
            "Exact odds of the turn",
            "The exact chance, with best play, to finish a building of each type and height with the dice of this turn.",
        ),
    }
}
