//! The operations on a game over HTTP: a request in, an answer out.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use actix_web::http::Uri;
use actix_web::http::header::{CACHE_CONTROL, HeaderValue, VARY};
use actix_web::mime::{self, Mime};
use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use towerlab_engine::agents::{AgentContext, Halt};
use towerlab_engine::document::{FaultCode, Faults};
use towerlab_engine::games::ComponentSet;
use towerlab_engine::operations::replay::ReplayResponse;
use towerlab_engine::operations::{Context, GameService, OperationId, scenario};

use crate::Shared;
use crate::cache::{cached, cached_text};
use crate::game_page;
use crate::negotiation::{check_accepts, check_accepts_json, check_content, wants_page};
use crate::pool::Refused;
use crate::problem::{BUSY, INTERNAL, NOT_FOUND, Problem, SYNTAX, TOO_LARGE, TOO_LONG};

/// After how many moves a game may be asked for.
pub const MAX_MOVE: usize = 1_000_000;

/// The operation that a URL stands for.
#[derive(Clone, Copy)]
pub struct Route {
    /// The game, by its place in the registry.
    pub game: usize,
    /// The operation.
    pub operation: OperationId,
}

/// The media type of an operation's answers.
pub fn media_type(operation: OperationId) -> Mime {
    match operation {
        OperationId::Render => mime::IMAGE_SVG,
        _ => mime::APPLICATION_JSON,
    }
}

/// Whether an answer can take long, so that it belongs in the pool.
pub fn is_long(operation: OperationId) -> bool {
    matches!(
        operation,
        OperationId::Simulate | OperationId::Advise | OperationId::Odds | OperationId::Replay
    )
}

/// Answers a request about a game.
pub async fn answer(
    request: HttpRequest,
    payload: web::Payload,
    shared: web::Data<Shared>,
    route: web::Data<Route>,
) -> Result<HttpResponse, Problem> {
    let Route { game, operation } = **route;
    let media_type = media_type(operation);
    // Clients that send JSON often accept nothing else, whatever they ask for.
    check_accepts(&request, &media_type)
        .or_else(|refused| check_accepts_json(&request).map_err(|_| refused))?;
    check_content(&request)?;
    let body = read(payload, shared.settings.body).await?;
    let text = if is_long(operation) {
        run_long(&shared, move |own, halt| own.answer(game, operation, &body, halt)).await?
    } else {
        let work = AssertUnwindSafe(|| shared.answer(game, operation, &body, Halt::default()));
        let done = catch_unwind(work);
        done.map_err(|_| Problem::new(INTERNAL, "the work on this request failed"))??
    };
    Ok(uncached(&media_type, text))
}

/// Runs a scenario.
pub async fn run_scenario(
    request: HttpRequest,
    payload: web::Payload,
    shared: web::Data<Shared>,
) -> Result<HttpResponse, Problem> {
    check_accepts_json(&request)?;
    check_content(&request)?;
    let body = read(payload, shared.settings.body).await?;
    let text = run_long(&shared, move |own, halt| {
        let results =
            own.with_context(halt, |context| scenario::run_text(&body, &own.registry, context))?;
        Ok(serde_json::to_string(&results).expect("results are plain data"))
    });
    Ok(uncached(&mime::APPLICATION_JSON, text.await?))
}

/// A request for a game of a seed, as a query says it. What is not a number or not JSON stays a
/// text, so that the answer names it.
#[derive(Serialize)]
struct GameOfSeed {
    rules: Value,
    seed: Value,
    game: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    agents: Option<Vec<String>>,
    states: bool,
    /// Parameters that there are not; the answer names them.
    #[serde(flatten)]
    unknown: Map<String, Value>,
}

/// One game of a seed: what a link in a table of games leads to. The query says the same as the
/// body of a `replay`.
pub async fn one_game(
    request: HttpRequest,
    shared: web::Data<Shared>,
    game: web::Data<usize>,
    number: web::Path<String>,
    query: web::Query<BTreeMap<String, String>>,
) -> Result<HttpResponse, Problem> {
    let is_page = wants_page(&request);
    if !is_page {
        check_accepts_json(&request)?;
    }
    let (game, mut query) = (**game, query.into_inner());
    let at = query.remove("move").map(|text| parse_move(&text)).transpose()?;
    let whole = |text: &str| text.parse::<u64>().map_or_else(|_| Value::from(text), Value::from);
    let json = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    let least = *shared.registry[game].seats().start();
    let players = || Value::Object(Map::from_iter([("players".to_string(), least.into())]));
    let body = GameOfSeed {
        rules: query.remove("rules").map_or_else(players, |text| json(&text)),
        seed: query.remove("seed").map_or_else(|| 1.into(), |text| whole(&text)),
        game: whole(&number),
        agents: query.remove("agents").map(|text| text.split(',').map(String::from).collect()),
        states: is_page,
        unknown: query.into_iter().map(|(key, value)| (key, value.into())).collect(),
    };
    let body = serde_json::to_string(&body).expect("a request is plain data");
    let url = request.uri().clone();
    let text = run_long(&shared, move |own, halt| {
        let answer = own.answer(game, OperationId::Replay, &body, halt)?;
        if !is_page {
            return Ok(answer);
        }
        let replayed: ReplayResponse =
            serde_json::from_str(&answer).expect("a response reads what it wrote");
        game_page::page(&*own.registry[game], &replayed, at, &|at| url_after(&url, at))
    });
    let kind = if is_page { "text/html; charset=utf-8" } else { "application/json" };
    let mut response = cached_text(&request, kind, text.await?);
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept"));
    Ok(response)
}

fn parse_move(text: &str) -> Result<usize, Problem> {
    let at = text.parse().ok().filter(|at| *at <= MAX_MOVE);
    at.ok_or_else(|| {
        let message = format!("`{text}` is not a whole number from 0 to {MAX_MOVE}");
        Problem::from(Faults::one("/move", FaultCode::Type, message))
    })
}

/// The same URL with another number of moves, relative to itself.
fn url_after(url: &Uri, at: usize) -> String {
    let query = url.query().unwrap_or_default().split('&');
    let others = query.filter(|part| !part.is_empty() && !part.starts_with("move="));
    let parts: Vec<String> = others.map(String::from).chain([format!("move={at}")]).collect();
    format!("?{}", parts.join("&"))
}

/// Long work, in the pool: refused when it is full, halted when the client has gone.
pub async fn run_long(
    shared: &web::Data<Shared>,
    work: impl FnOnce(&Shared, Halt) -> Result<String, Faults> + Send + 'static,
) -> Result<String, Problem> {
    let own = shared.clone().into_inner();
    let most = Duration::from_secs(shared.settings.seconds);
    let job = shared.pool.run(move |halt| work(&own, halt));
    let Ok(done) = actix_web::rt::time::timeout(most, job).await else {
        let detail = format!("it was stopped after {} seconds", most.as_secs());
        return Err(Problem::new(TOO_LONG, detail));
    };
    match done {
        Ok(answer) => answer.map_err(Problem::from),
        Err(Refused::Full) => {
            shared.metrics.refused();
            let load = shared.pool.load();
            let (running, waiting) = (load.running, load.waiting);
            let detail = format!("{running} are being worked on and {waiting} are waiting");
            Err(Problem::new(BUSY, detail))
        }
        Err(Refused::Failed) => Err(Problem::new(INTERNAL, "the work on this request failed")),
    }
}

fn uncached(media_type: &Mime, text: String) -> HttpResponse {
    HttpResponse::Ok()
        .content_type(media_type.essence_str())
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(text)
}

impl Shared {
    /// Runs something with what operations get from the service: no clock, no programs.
    pub fn with_context<T>(&self, halt: Halt, run: impl FnOnce(&Context<'_>) -> T) -> T {
        let tools = AgentContext::isolated(halt);
        let progress = |games| self.metrics.played(games);
        let bounds = self.settings.limits.bounds();
        run(&Context { agents: &tools, bounds, progress: &progress })
    }

    fn answer(
        &self,
        game: usize,
        operation: OperationId,
        body: &str,
        halt: Halt,
    ) -> Result<String, Faults> {
        self.with_context(halt, |context| self.registry[game].answer(operation, body, context))
    }

    /// Why nothing answers to a request.
    pub fn missing(&self, request: &HttpRequest) -> Problem {
        let path = request.path();
        let words: Vec<&str> = path.trim_matches('/').split('/').collect();
        let detail = match *words.as_slice() {
            ["v1", name, operation] => match self.registry.find(name) {
                Err(unknown) => unknown.message,
                Ok(game) => {
                    let offered = OperationId::ALL.iter().filter(|it| game.offers(**it));
                    let known: Vec<&str> = offered.map(|it| it.name()).collect();
                    format!(
                        "{name} has no `{operation}`; there are rules, components, {}",
                        known.join(", ")
                    )
                }
            },
            _ => format!("nothing answers to {path}; see /docs/"),
        };
        Problem::new(NOT_FOUND, detail)
    }
}

/// The rules of a game.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct GameRules {
    /// The game.
    pub game: String,
    /// The rules page, in Markdown.
    pub page: String,
    /// Every rule that can forbid a move.
    pub rules: Vec<RuleInfo>,
    /// The JSON Schema of a variant's rules.
    #[schemars(with = "Map<String, Value>")]
    pub parameters: Value,
}

/// A rule that can forbid a move.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct RuleInfo {
    /// Its stable id.
    pub id: String,
    /// The section of the rules page that explains it.
    pub section: String,
}

/// The rules of a game: page, parameters and ids.
pub async fn rules(
    request: HttpRequest,
    shared: web::Data<Shared>,
    game: web::Data<usize>,
) -> Result<HttpResponse, Problem> {
    check_accepts_json(&request)?;
    let game: &dyn GameService = &*shared.registry[**game];
    let rule = |rule: &towerlab_engine::game::Rule| RuleInfo {
        id: rule.id.into(),
        section: rule.section.into(),
    };
    let rules = GameRules {
        game: game.name().into(),
        page: game.page().into(),
        rules: game.rules().iter().map(rule).collect(),
        parameters: game.document_schema("rules").unwrap_or_default(),
    };
    Ok(cached(&request, &rules))
}

/// The component sets of a game.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct GameComponents {
    /// The game.
    pub game: String,
    /// Its component sets, the default first.
    pub sets: Vec<ComponentSet>,
}

/// The component sets of a game.
pub async fn components(
    request: HttpRequest,
    shared: web::Data<Shared>,
    game: web::Data<usize>,
) -> Result<HttpResponse, Problem> {
    check_accepts_json(&request)?;
    let game: &dyn GameService = &*shared.registry[**game];
    let sets = GameComponents { game: game.name().into(), sets: game.component_sets() };
    Ok(cached(&request, &sets))
}

async fn read(payload: web::Payload, most: usize) -> Result<String, Problem> {
    let bytes = match payload.to_bytes_limited(most).await {
        Err(_) => {
            let detail = format!("a body has at most {most} bytes");
            return Err(Problem::new(TOO_LARGE, detail));
        }
        Ok(Err(error)) => return Err(Problem::new(SYNTAX, format!("cannot be read: {error}"))),
        Ok(Ok(bytes)) => bytes,
    };
    String::from_utf8(bytes.into()).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Problem::new(SYNTAX, format!("the body is not UTF-8 from byte {at} on"))
    })
}
