//! The operations on a game: a request document in, an answer out.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use actix_web::http::Uri;
use actix_web::http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue, VARY,
};
use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::{Value, json};
use towerlab_engine::agents::{Halt, Tools};
use towerlab_engine::fault::Faults;
use towerlab_engine::scenario;
use towerlab_engine::table::{Operation, Table};

use crate::Shared;
use crate::cache::{cached, cached_text};
use crate::game_page;
use crate::pool::Refused;
use crate::problem::{
    BUSY, INTERNAL, MEDIA_TYPE, NOT_ACCEPTABLE, NOT_FOUND, Problem, SYNTAX, TOO_LARGE, TOO_LONG,
};

/// The media type of most answers.
const JSON: &str = "application/json";

/// After how many moves a game may be asked for.
pub const MAX_MOVE: usize = 1_000_000;

/// Which of the tables an address is about.
#[derive(Clone, Copy)]
pub struct Place {
    /// The game, by its number in the registry.
    pub game: usize,
    /// What is asked.
    pub operation: Operation,
}

/// Answers a request about a game.
pub async fn answer(
    request: HttpRequest,
    payload: web::Payload,
    shared: web::Data<Shared>,
    place: web::Data<Place>,
) -> Result<HttpResponse, Problem> {
    let Place { game, operation } = **place;
    check_types(request.headers(), operation.media_type())?;
    let body = read(payload, shared.settings.body).await?;
    let text = if operation.is_heavy() {
        long(&shared, move |own, halt| own.answer(game, operation, &body, halt)).await?
    } else {
        let work = AssertUnwindSafe(|| shared.answer(game, operation, &body, Halt::default()));
        let done = catch_unwind(work);
        done.map_err(|_| Problem::new(INTERNAL, "the work on this request failed"))??
    };
    Ok(answered(operation.media_type(), text))
}

/// Runs a scenario.
pub async fn run_scenario(
    request: HttpRequest,
    payload: web::Payload,
    shared: web::Data<Shared>,
) -> Result<HttpResponse, Problem> {
    check_types(request.headers(), JSON)?;
    let body = read(payload, shared.settings.body).await?;
    let text = long(&shared, move |own, halt| {
        let progress = |games| own.metrics.played(games);
        scenario::answer(&body, &own.tables, &own.settings.limits, &tools(halt), &progress)
    });
    Ok(answered(JSON, text.await?))
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
    // Browsers ask for pages by name; everything else gets JSON.
    let accepted = request.headers().get_all(ACCEPT).filter_map(|value| value.to_str().ok());
    let is_page =
        accepted.flat_map(|value| value.split(',')).any(|kind| kind.trim() == "text/html");
    if !is_page {
        accepts_json(request.headers())?;
    }
    let game = **game;
    // What is no number or no JSON is a text, and where a text is wrong the answer says so.
    let whole = |text: &str| text.parse::<u64>().map_or_else(|_| Value::from(text), Value::from);
    let json = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    let least = *shared.tables[game].seats().start();
    let mut body = json!({"rules": {"players": least}, "seed": 1, "game": whole(&number)});
    let mut query = query.into_inner();
    let at = match query.remove("move") {
        None => None,
        Some(text) => {
            let number = text.parse().ok().filter(|number| *number <= MAX_MOVE);
            Some(number.ok_or_else(|| {
                let message = format!("`{text}` is no number of moves from 0 to {MAX_MOVE}");
                Problem::from(Faults::one("/move", "type", message))
            })?)
        }
    };
    if is_page {
        body["states"] = true.into();
    }
    for (key, text) in query {
        body[&key] = match key.as_str() {
            "agents" => text.split(',').collect::<Vec<_>>().into(),
            "rules" => json(&text),
            _ => whole(&text),
        };
    }
    let body = body.to_string();
    let own_address = request.uri().clone();
    let text = long(&shared, move |own, halt| {
        let answer = own.answer(game, Operation::Replay, &body, halt)?;
        match is_page {
            false => Ok(answer),
            true => {
                let replayed = serde_json::from_str(&answer).unwrap_or_default();
                let address = |at: usize| after(&own_address, at);
                game_page::page(&*own.tables[game], &replayed, at, &address)
            }
        }
    });
    let kind = if is_page { "text/html; charset=utf-8" } else { "application/json" };
    let mut response = cached_text(&request, kind, text.await?);
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept"));
    Ok(response)
}

/// The same address with another number of moves, relative to itself.
fn after(address: &Uri, at: usize) -> String {
    let query = address.query().unwrap_or_default().split('&');
    let others = query.filter(|part| !part.is_empty() && !part.starts_with("move="));
    let parts: Vec<String> = others.map(String::from).chain([format!("move={at}")]).collect();
    format!("?{}", parts.join("&"))
}

/// Long work, in the pool: refused when it is full, halted when the client has gone.
pub async fn long(
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

fn answered(media_type: &'static str, text: String) -> HttpResponse {
    HttpResponse::Ok()
        .content_type(media_type)
        .insert_header((CACHE_CONTROL, "no-store"))
        .body(text)
}

/// What agents get from the service: nothing.
pub fn tools(halt: Halt) -> Tools<'static> {
    Tools {
        // Refused by the limits: no request depends on a clock or starts a program.
        clock: |_| Box::new(|| true),
        start: &|_| unreachable!("the service starts no programs"),
        halt,
    }
}

impl Shared {
    fn answer(
        &self,
        game: usize,
        operation: Operation,
        body: &str,
        halt: Halt,
    ) -> Result<String, Faults> {
        let progress = |games| self.metrics.played(games);
        self.tables[game].answer(operation, body, &self.settings.limits, &tools(halt), &progress)
    }
}

/// The rules of a game: page, parameters and ids.
pub async fn rules(
    request: HttpRequest,
    shared: web::Data<Shared>,
    game: web::Data<usize>,
) -> Result<HttpResponse, Problem> {
    accepts_json(request.headers())?;
    let table = table(&shared, **game);
    let rules = table.rules().iter();
    let rules: Vec<_> = rules.map(|rule| json!({"id": rule.id, "section": rule.section})).collect();
    Ok(cached(
        &request,
        &json!({
            "game": table.name(),
            "page": table.page(),
            "rules": rules,
            "parameters": table.schema("rules"),
        }),
    ))
}

/// The sets of components of a game.
pub async fn components(
    request: HttpRequest,
    shared: web::Data<Shared>,
    game: web::Data<usize>,
) -> Result<HttpResponse, Problem> {
    accepts_json(request.headers())?;
    let table = table(&shared, **game);
    Ok(cached(&request, &json!({"game": table.name(), "sets": table.sets()})))
}

fn table(shared: &Shared, game: usize) -> &dyn Table {
    shared.tables[game].as_ref()
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
        Problem::new(SYNTAX, format!("the body is no UTF-8 from byte {at} on"))
    })
}

fn check_types(headers: &HeaderMap, answer: &str) -> Result<(), Problem> {
    // Clients that send JSON often name it as what they accept, whatever they ask for.
    accepts(headers, answer).or_else(|refused| accepts_json(headers).map_err(|_| refused))?;
    let named = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(coding) = named(CONTENT_ENCODING).filter(|coding| *coding != "identity") {
        return Err(Problem::new(MEDIA_TYPE, format!("`{coding}` bodies are not read")));
    }
    let content_type = named(CONTENT_TYPE).unwrap_or("application/json");
    let essence = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match essence == "application/json" || essence.ends_with("+json") {
        true => Ok(()),
        false => Err(Problem::new(MEDIA_TYPE, format!("`{content_type}` is not read"))),
    }
}

fn accepts_json(headers: &HeaderMap) -> Result<(), Problem> {
    accepts(headers, JSON)
}

/// Whether a client takes an answer of this type.
fn accepts(headers: &HeaderMap, answer: &str) -> Result<(), Problem> {
    let (family, _) = answer.split_once('/').unwrap_or_default();
    let mut given = headers.get_all(ACCEPT).map(|value| value.to_str().unwrap_or("?")).peekable();
    if given.peek().is_none() {
        return Ok(());
    }
    let accepts = |range: &str| {
        let mut parts = range.split(';').map(str::trim);
        let kind = parts.next().unwrap_or_default().to_ascii_lowercase();
        let refused = parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"));
        let is_family = kind.strip_suffix("/*").is_some_and(|it| it == "*" || it == family);
        !refused && (kind == answer || is_family)
    };
    let given: Vec<&str> = given.flat_map(|value| value.split(',')).collect();
    match given.iter().any(|range| accepts(range)) {
        true => Ok(()),
        false => {
            let detail = format!("`{}` leaves out {answer}", given.join(","));
            Err(Problem::new(NOT_ACCEPTABLE, detail))
        }
    }
}

impl Shared {
    /// Why nothing answers to a request: the address, or only the method.
    pub fn missing(&self, request: &HttpRequest) -> Problem {
        let path = request.path();
        let words: Vec<&str> = path.trim_matches('/').split('/').collect();
        let detail = match *words.as_slice() {
            ["v1", game, _] if !self.tables.iter().any(|table| table.name() == game) => {
                towerlab_engine::table::unknown_game(game, &self.tables).message
            }
            ["v1", game, operation] => {
                let table = self.tables.iter().find(|table| table.name() == game);
                let offers = |it: &Operation| table.is_some_and(|table| table.offers(*it));
                let known = Operation::ALL.into_iter().filter(offers);
                let known: Vec<&str> = known.map(Operation::name).collect();
                format!(
                    "{game} has no `{operation}`; there are rules, components, {}",
                    known.join(", ")
                )
            }
            _ => format!("nothing answers to {path}; see /docs/"),
        };
        Problem::new(NOT_FOUND, detail)
    }
}
