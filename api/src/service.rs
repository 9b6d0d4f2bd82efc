//! What the service says of itself: health, version, games, limits, problems, metrics.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use serde::Serialize;
use towerlab_engine::VERSION;
use utoipa::ToSchema;

use crate::Shared;
use crate::cache::{cached, cached_text};
use crate::problem::{KINDS, Problem};

/// How the service is.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// `ok`, or `busy` when no further long request is taken.
    #[schema(example = "ok")]
    status: &'static str,
}

/// Whether the service is alive.
#[utoipa::path(get, path = "/health/live", operation_id = "live", tag = "service",
    responses((status = 200, description = "It is", body = Health)))]
pub async fn live() -> impl Responder {
    web::Json(Health { status: "ok" })
}

/// Whether the service takes long requests.
#[utoipa::path(get, path = "/health/ready", operation_id = "ready", tag = "service", responses(
    (status = 200, description = "It does", body = Health),
    (status = 503, description = "Not at the moment: as many as allowed are waiting", body = Health)))]
pub async fn ready(shared: web::Data<Shared>) -> impl Responder {
    match shared.pool.load().is_full {
        false => HttpResponse::Ok().json(Health { status: "ok" }),
        true => {
            HttpResponse::build(StatusCode::SERVICE_UNAVAILABLE).json(Health { status: "busy" })
        }
    }
}

/// Which version of everything answers.
#[derive(Serialize, ToSchema)]
pub struct Version {
    /// The version of Towerlab.
    #[schema(example = "0.1.0")]
    version: &'static str,
    /// The version of the randomness scheme: what a seed means.
    #[schema(example = "towerlab stream 1")]
    randomness: &'static str,
}

/// The versions of the service.
#[utoipa::path(get, path = "/version", operation_id = "version", tag = "service",
    responses((status = 200, description = "The versions", body = Version)))]
pub async fn version(request: HttpRequest) -> impl Responder {
    cached(&request, &Version { version: VERSION, randomness: towerlab_engine::random::SCHEME })
}

/// How much one request may ask for.
#[derive(Serialize, ToSchema)]
pub struct LimitsInfo {
    /// The most games of one simulation.
    games: u64,
    /// The most iterations of a search for one decision.
    iterations: u64,
    /// The most games times iterations of one simulation with searching agents.
    search_work: u64,
    /// The most moves of a log, or of one `play`.
    moves: u64,
    /// The most moves that one request for advice shows.
    advice: u64,
    /// The longest body, in bytes.
    body: usize,
    /// The most seconds of work on a long request.
    seconds: u64,
    /// Long requests (`simulate`, `advise`, `odds`, `replay`) that are worked on at a time.
    jobs: usize,
    /// Long requests that may wait; further ones are refused with 503.
    queue: usize,
    /// The greatest seed.
    seed: u64,
}

/// How much a request may ask for.
#[utoipa::path(get, path = "/v1/limits", operation_id = "limits", tag = "service",
    responses((status = 200, description = "The limits", body = LimitsInfo)))]
pub async fn limits(request: HttpRequest, shared: web::Data<Shared>) -> impl Responder {
    let settings = &shared.settings;
    let limits = settings.limits;
    cached(
        &request,
        &LimitsInfo {
            games: limits.games,
            iterations: limits.iterations,
            search_work: limits.search_work,
            moves: limits.moves,
            advice: limits.advice,
            body: settings.body,
            seconds: settings.seconds,
            jobs: settings.jobs,
            queue: settings.queue,
            seed: towerlab_engine::table::MAX_SEED,
        },
    )
}

/// A kind of problem.
#[derive(Serialize, ToSchema)]
pub struct ProblemKind {
    /// Its stable name, the end of a problem's `type`.
    #[schema(example = "invalid")]
    id: &'static str,
    /// The status that goes with it.
    #[schema(example = 422)]
    status: u16,
    /// What it is.
    title: &'static str,
    /// What to do about it.
    advice: &'static str,
}

/// Every kind of problem that an answer can report.
#[utoipa::path(get, path = "/v1/problems", operation_id = "problems", tag = "service",
    responses((status = 200, description = "The kinds", body = [ProblemKind])))]
pub async fn problems(request: HttpRequest) -> impl Responder {
    let kinds = KINDS.map(|kind| ProblemKind {
        id: kind.id,
        status: kind.status,
        title: kind.title,
        advice: kind.advice,
    });
    cached(&request, &kinds)
}

/// A game that can be played.
#[derive(Serialize, ToSchema)]
pub struct GameInfo {
    /// Its name in addresses and documents.
    #[schema(example = "tower-up")]
    name: &'static str,
    /// The least number of players.
    #[schema(example = 2)]
    least_players: usize,
    /// The greatest number of players.
    #[schema(example = 4)]
    most_players: usize,
    /// The rules that can forbid a move, by their stable ids.
    rules: Vec<&'static str>,
}

/// The games that can be played.
#[utoipa::path(get, path = "/v1/games", operation_id = "games", tag = "service",
    responses((status = 200, description = "The games", body = [GameInfo])))]
pub async fn games(request: HttpRequest, shared: web::Data<Shared>) -> impl Responder {
    let games = shared.tables.iter().map(|table| GameInfo {
        name: table.name(),
        least_players: *table.seats().start(),
        most_players: *table.seats().end(),
        rules: table.rules().iter().map(|rule| rule.id).collect(),
    });
    cached(&request, &games.collect::<Vec<_>>())
}

/// Counters for Prometheus: requests, latencies, the pool, games simulated.
#[utoipa::path(get, path = "/metrics", operation_id = "metrics", tag = "service",
    responses((status = 200, description = "The counters", body = String, content_type = "text/plain")))]
pub async fn metrics(shared: web::Data<Shared>) -> impl Responder {
    let text = shared.metrics.text(shared.pool.load());
    HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(text)
}

/// The OpenAPI document.
pub async fn openapi(request: HttpRequest, shared: web::Data<Shared>) -> impl Responder {
    cached_text(&request, "application/json", shared.document.clone())
}

/// For addresses that nothing answers to, or not with this method.
pub async fn nothing(
    request: HttpRequest,
    shared: web::Data<Shared>,
) -> Result<HttpResponse, Problem> {
    Err(shared.missing(&request))
}
