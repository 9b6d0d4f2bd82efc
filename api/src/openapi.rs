//! The OpenAPI document, made from the same lists as the routes.

use serde_json::Value;
use towerlab_engine::VERSION;
use towerlab_engine::game::random::MAX_SEED;
use towerlab_engine::operations::{GameService, OperationId, OperationInfo, Registry, title};
use utoipa::openapi::content::{Content, ContentBuilder};
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{
    HttpMethod, Operation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn,
    ParameterStyle, PathItem,
};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::schema::{AdditionalProperties, SchemaType, Type};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{
    InfoBuilder, LicenseBuilder, ObjectBuilder, OpenApi, OpenApiBuilder, Ref, Required, Schema,
};

use crate::Limits;
use crate::balance::{FORMS, Form};
use crate::examples::{Example, examples, scenario_examples};
use crate::operations::{MAX_MOVE, is_long, media_type};
use crate::problem::{self, Kind};
use crate::schemas::Schemas;
use crate::service;

const ABOUT: &str = "Exact rules of tower-building board games: legal moves, scores, simulated outcomes and advice for any state. Every answer depends on the request alone. Unofficial: the games belong to their authors and publishers.";
const JSON: &str = "application/json";

/// The OpenAPI document of a service with these games and limits.
pub fn document(registry: &Registry, limits: &Limits) -> Value {
    let mut schemas = Schemas::new();
    let mut document = frame(registry);
    for endpoint in service::ENDPOINTS {
        let (path, operation) = endpoint.describe(&mut schemas);
        add(&mut document, HttpMethod::Get, path, operation);
    }
    add(&mut document, HttpMethod::Post, "/v1/scenarios", scenario());
    for game in registry.iter() {
        schemas.add_game(&**game, limits);
        for (path, operation) in gets(&**game, limits, &mut schemas) {
            add(&mut document, HttpMethod::Get, &path, operation);
        }
        for operation in game.schemas().operations {
            let path = format!("/v1/{}/{}", game.name(), operation.id.name());
            add(&mut document, HttpMethod::Post, &path, post(&**game, &operation));
        }
    }
    let mut document = serde_json::to_value(document).expect("the document is plain data");
    for game in registry.iter() {
        for &operation in OperationId::ALL.iter().filter(|it| game.offers(**it)) {
            let path = format!("/v1/{}/{}", game.name(), operation.name());
            mark_statuses(&mut document, &path, &examples(&**game, operation));
        }
    }
    mark_statuses(&mut document, "/v1/scenarios", &scenario_examples());
    document["components"]["schemas"] = Value::Object(schemas.into_components());
    document
}

/// Says of every example how it is answered, and puts the most useful one first again: Swagger
/// UI shows that one. utoipa has no place for the status, and sorts by name.
fn mark_statuses(document: &mut Value, path: &str, examples: &[Example]) {
    let body = &mut document["paths"][path]["post"]["requestBody"]["content"][JSON];
    let mut sorted = body["examples"].take();
    let ordered = examples.iter().map(|example| {
        let mut entry = sorted[example.name].take();
        entry["x-status"] = example.status.into();
        (example.name.to_string(), entry)
    });
    body["examples"] = ordered.collect::<serde_json::Map<_, _>>().into();
}

fn frame(registry: &Registry) -> OpenApi {
    let license = LicenseBuilder::new().name("MIT OR Apache-2.0");
    let license = license.identifier(Some("MIT OR Apache-2.0")).build();
    let info = InfoBuilder::new().title("Towerlab").version(VERSION);
    let info = info.description(Some(ABOUT)).license(Some(license)).build();
    let tag =
        |name: &str, about: String| TagBuilder::new().name(name).description(Some(about)).build();
    let mut tags = vec![
        tag("service", "The service itself: health, versions, games, limits, errors".into()),
        tag("scenarios", "Variants compared by playing them".into()),
    ];
    tags.extend(registry.iter().map(|game| tag(game.name(), about(&**game))));
    OpenApiBuilder::new().info(info).tags(Some(tags)).build()
}

fn about(game: &dyn GameService) -> String {
    let (least, most) = (*game.seats().start(), *game.seats().end());
    let players = if least == most { least.to_string() } else { format!("{least} to {most}") };
    format!("{players} players. A state is complete, or one seat's view of it.")
}

fn add(document: &mut OpenApi, method: HttpMethod, path: &str, operation: Operation) {
    document.paths.paths.insert(path.to_string(), PathItem::new(method, operation));
}

/// Fit for the names of functions in generated clients: `towerUpMoves`.
fn operation_id(game: &dyn GameService, name: &str) -> String {
    let title = title(&format!("{}-{name}", game.name()));
    let (first, rest) = title.split_at(1);
    format!("{}{rest}", first.to_ascii_lowercase())
}

/// A body that is described by a schema of the document.
pub fn body_of(name: &str) -> Content {
    Content::new(Some(Ref::from_schema_name(name)))
}

/// A successful answer.
pub fn ok(description: &str, media_type: &str, content: Content) -> Response {
    ResponseBuilder::new().description(description).content(media_type, content).build()
}

fn problem_of(kind: Kind) -> Response {
    let response = ResponseBuilder::new()
        .description(format!("{}. {}", kind.title, kind.advice))
        .content("application/problem+json", body_of("Problem"));
    if kind == problem::BUSY {
        let header = HeaderBuilder::new().schema(Some(plain(Type::Integer)));
        return response
            .header("Retry-After", header.description(Some("Seconds to wait")).build())
            .build();
    }
    response.build()
}

/// Adds the problems that an operation can report.
pub fn with_problems(mut operation: OperationBuilder, kinds: &[Kind]) -> OperationBuilder {
    for kind in kinds {
        operation = operation.response(kind.status.to_string(), problem_of(*kind));
    }
    operation
}

fn post(game: &dyn GameService, info: &OperationInfo) -> Operation {
    let content = if info.id == OperationId::Render {
        Content::new(Some(plain(Type::String)))
    } else {
        body_of(&info.response)
    };
    let operation = OperationBuilder::new()
        .tag(game.name())
        .operation_id(Some(operation_id(game, info.id.name())))
        .summary(Some(info.summary))
        .description(Some(info.description))
        .request_body(Some(json_body(&info.request, examples(game, info.id))))
        .response("200", ok("The answer", media_type(info.id).essence_str(), content));
    let mut kinds = vec![
        problem::SYNTAX,
        problem::NOT_ACCEPTABLE,
        problem::TOO_LARGE,
        problem::MEDIA_TYPE,
        problem::INVALID,
    ];
    if is_long(info.id) {
        kinds.push(problem::BUSY);
    }
    with_problems(operation, &kinds).build()
}

fn json_body(schema: &str, examples: Vec<Example>) -> utoipa::openapi::request_body::RequestBody {
    let examples = examples.into_iter().map(|example| {
        let built = ExampleBuilder::new().summary(example.summary).value(Some(example.body));
        (example.name, built.build())
    });
    let content = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name(schema)))
        .examples_from_iter(examples)
        .build();
    RequestBodyBuilder::new().required(Some(Required::True)).content(JSON, content).build()
}

/// A small scenario.
fn scenario() -> Operation {
    let operation = OperationBuilder::new()
        .tag("scenarios")
        .operation_id(Some("runScenario"))
        .summary(Some("Run a small scenario"))
        .description(Some("Plays every case of a scenario and answers with findings in sentences and metrics with intervals, compared with a baseline game by game. All cases together play at most the limit on games; run longer ones with `towerlab run`."))
        .request_body(Some(json_body("Scenario", scenario_examples())))
        .response(
            "200",
            ok("Findings, and metrics by case", JSON, body_of("ScenarioResults")),
        );
    let kinds = [
        problem::SYNTAX,
        problem::NOT_ACCEPTABLE,
        problem::TOO_LARGE,
        problem::MEDIA_TYPE,
        problem::INVALID,
        problem::BUSY,
    ];
    with_problems(operation, &kinds).build()
}

/// Everything about a game that answers to GET.
fn gets(
    game: &dyn GameService,
    limits: &Limits,
    schemas: &mut Schemas,
) -> Vec<(String, Operation)> {
    let path = |name: &str| format!("/v1/{}/{name}", game.name());
    let page = |name: &str, summary: &str, schema: String| {
        let operation = OperationBuilder::new()
            .tag(game.name())
            .operation_id(Some(operation_id(game, name)))
            .summary(Some(summary))
            .response("200", ok("The answer", JSON, body_of(&schema)));
        (path(name), with_problems(operation, &[problem::NOT_ACCEPTABLE]).build())
    };
    let rules = schemas.add::<crate::operations::GameRules>();
    let components = schemas.add::<crate::operations::GameComponents>();
    let mut all = vec![
        page(
            "rules",
            "The rules page, the parameters of a variant and the ids of all rules",
            rules,
        ),
        page("components", "The component sets, with how well each number is known", components),
        (path("games/{number}"), one_game(game)),
    ];
    all.extend(FORMS.map(|(name, form)| (path(name), balance(game, name, form, limits))));
    all
}

fn plain(kind: Type) -> Schema {
    ObjectBuilder::new().schema_type(SchemaType::Type(kind)).into()
}

fn whole_number(least: u64, most: u64) -> Schema {
    ObjectBuilder::new()
        .schema_type(SchemaType::Type(Type::Integer))
        .minimum(Some(least as f64))
        .maximum(Some(most as f64))
        .into()
}

fn choice(options: &[&str]) -> Schema {
    ObjectBuilder::new()
        .schema_type(SchemaType::Type(Type::String))
        .enum_values(Some(options.iter().copied()))
        .into()
}

/// A parameter of a URL, with an example that works.
fn parameter(
    name: &str,
    schema: Schema,
    example: impl Into<Value>,
    about: &str,
) -> ParameterBuilder {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .schema(Some(schema))
        .example(Some(example.into()))
        .description(Some(about))
}

/// A scenario in a URL, for spreadsheets.
fn balance(game: &dyn GameService, name: &str, form: Form, limits: &Limits) -> Operation {
    let (summary, kind) = match form {
        Form::Json => ("Compare cases", JSON),
        Form::Csv => ("Compare cases, as a table for a spreadsheet", "text/csv"),
        Form::Text => ("One number, for a cell of a spreadsheet", "text/plain"),
    };
    let content = match form {
        Form::Json => body_of("ScenarioResults"),
        _ => Content::new(Some(plain(Type::String))),
    };
    let operation = OperationBuilder::new()
        .tag(game.name())
        .operation_id(Some(operation_id(game, &name.replace('.', "-"))))
        .summary(Some(summary))
        .description(Some("A small scenario in a URL. The same query gives the same bytes."))
        .parameters(Some(balance_parameters(game, form, limits)))
        .response("200", ok("The answer", kind, content));
    with_problems(operation, &[problem::INVALID, problem::BUSY]).build()
}

fn balance_parameters(game: &dyn GameService, form: Form, limits: &Limits) -> Vec<Parameter> {
    let text = || plain(Type::String);
    let players = (*game.seats().start()).max(2).to_string();
    let sets = game.component_sets();
    let set = sets.first().map_or("", |set| set.id.as_str());
    let anything = ObjectBuilder::new()
        .additional_properties(Some(AdditionalProperties::from(plain(Type::String))))
        .build();
    let rules = parameter(
        "rules",
        anything.into(),
        serde_json::Map::new(),
        "Any rule of the game by its own name, such as `turn_cap=500`: one value, several with commas between, or a range such as 3..7. Write a value that is a list as JSON inside a list.",
    );
    let mut all = vec![
        parameter("players", text(), players, "How many play: a number, 2,3 or 2..4"),
        parameter("agent", text(), "greedy", "Who plays at every seat; expert if left out"),
        parameter(
            "games",
            whole_number(1, limits.games),
            100,
            "Games of each case; 1,000 if left out",
        ),
        parameter("seed", whole_number(0, MAX_SEED), 1, "The seed; 1 if left out"),
        parameter("components", text(), set, "A component set, or several with commas between"),
        parameter(
            "beyond_rulebook",
            plain(Type::Boolean),
            false,
            "Permits values outside the rulebook",
        ),
        rules.style(Some(ParameterStyle::Form)).explode(Some(true)),
    ];
    if form == Form::Text {
        let about = "The column of balance.csv to return; the query must describe one case";
        all.push(parameter("metric", text(), "turns", about).required(Required::True));
    }
    if form != Form::Json {
        let about = "The decimal separator; with a comma, semicolons separate the cells";
        all.push(parameter("decimal", choice(&["point", "comma"]), "point", about));
    }
    if form == Form::Csv {
        let separators = choice(&["comma", "semicolon", "tab"]);
        all.push(parameter("sep", separators, "comma", "What separates the cells"));
        let about = "Whether the file begins with a byte order mark";
        all.push(parameter("bom", choice(&["0", "1"]), "0", about));
    }
    all.into_iter().map(ParameterBuilder::build).collect()
}

/// A game of a seed, by its URL.
fn one_game(game: &dyn GameService) -> Operation {
    let text = || plain(Type::String);
    let rules = format!("{{\"players\":{}}}", (*game.seats().start()).max(2));
    let number = parameter("number", whole_number(0, MAX_SEED), 0, "Which game of the seed");
    let parameters = [
        number.parameter_in(ParameterIn::Path).required(Required::True),
        parameter("seed", whole_number(0, MAX_SEED), 1, "The seed; 1 if left out"),
        parameter(
            "agents",
            text(),
            "expert",
            "One agent for all seats, or one for each with commas between; random moves if left out",
        ),
        parameter(
            "rules",
            text(),
            rules,
            "The rules as JSON; the rulebook's for the fewest players if left out",
        ),
        parameter(
            "move",
            whole_number(0, MAX_MOVE as u64),
            0,
            "For the page: after how many moves; all if left out",
        ),
    ];
    let response = format!("{}ReplayResponse", title(game.name()));
    let answer = ResponseBuilder::new()
        .description("The game")
        .content(JSON, body_of(&response))
        .content("text/html", Content::new(Some(text())));
    let operation = OperationBuilder::new()
        .tag(game.name())
        .operation_id(Some(operation_id(game, "game")))
        .summary(Some("A game of a seed"))
        .description(Some("Returns the log and the end of one game of a seed, played by agents or at random. The links in a scenario's games.csv lead here. A browser (`Accept: text/html`) gets a page with the board after any move."))
        .parameters(Some(parameters.map(ParameterBuilder::build)))
        .response("200", answer.build());
    let kinds = [problem::NOT_ACCEPTABLE, problem::INVALID, problem::BUSY];
    with_problems(operation, &kinds).build()
}
