//! What the service says of itself: health, version, games, limits, errors, metrics.

use actix_web::{HttpRequest, HttpResponse, Responder, web};
use schemars::JsonSchema;
use serde::Serialize;
use towerlab_engine::VERSION;
use towerlab_engine::agents::catalog::{self, AgentForm};
use towerlab_engine::document::FaultCode;
use towerlab_engine::game::random::{MAX_SEED, SCHEME};
use utoipa::openapi::path::{Operation, OperationBuilder};
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{Content, Ref};

use crate::cache::{cached, cached_text};
use crate::openapi::{body_of, ok};
use crate::problem::{KINDS, Kind, Problem};
use crate::schemas::Schemas;
use crate::{Limits, Shared};

/// A URL that answers to GET with something about the service.
pub struct Endpoint {
    path: &'static str,
    id: &'static str,
    summary: &'static str,
    answer: &'static str,
    content: Body,
    /// The answer while the service is busy, if it differs.
    busy: Option<&'static str>,
}

/// What an endpoint answers with.
enum Body {
    /// One object.
    Object(fn(&mut Schemas) -> String),
    /// A list of objects.
    List(fn(&mut Schemas) -> String),
    /// Plain text.
    Text,
}

/// Every URL about the service.
pub const ENDPOINTS: &[Endpoint] = &[
    Endpoint {
        path: "/health/live",
        id: "live",
        summary: "Whether the service is alive",
        answer: "It is alive",
        content: Body::Object(Schemas::add::<Health>),
        busy: None,
    },
    Endpoint {
        path: "/health/ready",
        id: "ready",
        summary: "Whether the service takes long requests",
        answer: "It does",
        content: Body::Object(Schemas::add::<Health>),
        busy: Some("Not at the moment: the queue is full"),
    },
    Endpoint {
        path: "/version",
        id: "version",
        summary: "The versions of the service",
        answer: "The versions",
        content: Body::Object(Schemas::add::<Version>),
        busy: None,
    },
    Endpoint {
        path: "/metrics",
        id: "metrics",
        summary: "Counters for Prometheus: requests, latencies, the pool, games simulated",
        answer: "The counters",
        content: Body::Text,
        busy: None,
    },
    Endpoint {
        path: "/v1/games",
        id: "games",
        summary: "The games that can be played",
        answer: "The games",
        content: Body::List(Schemas::add::<GameInfo>),
        busy: None,
    },
    Endpoint {
        path: "/v1/agents",
        id: "agents",
        summary: "The agents that can play",
        answer: "The agents",
        content: Body::List(Schemas::add::<AgentForm>),
        busy: None,
    },
    Endpoint {
        path: "/v1/limits",
        id: "limits",
        summary: "How much a request may ask for",
        answer: "The limits",
        content: Body::Object(Schemas::add::<ServiceLimits>),
        busy: None,
    },
    Endpoint {
        path: "/v1/problems",
        id: "problems",
        summary: "Every kind of problem that an answer can report",
        answer: "The kinds",
        content: Body::List(Schemas::add::<Kind>),
        busy: None,
    },
    Endpoint {
        path: "/v1/errors",
        id: "errors",
        summary: "Every code that a fault in a request can have",
        answer: "The codes",
        content: Body::List(Schemas::add::<ErrorCode>),
        busy: None,
    },
];

impl Endpoint {
    /// The path and its description in the OpenAPI document.
    pub fn describe(&self, schemas: &mut Schemas) -> (&'static str, Operation) {
        let json = "application/json";
        let (media_type, content) = match &self.content {
            Body::Object(add) => (json, body_of(&add(schemas))),
            Body::List(add) => {
                let items = ArrayBuilder::new().items(Ref::from_schema_name(add(schemas)));
                (json, Content::new(Some(items)))
            }
            Body::Text => {
                let text = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String));
                ("text/plain", Content::new(Some(text)))
            }
        };
        let mut operation = OperationBuilder::new()
            .tag("service")
            .operation_id(Some(self.id))
            .summary(Some(self.summary))
            .response("200", ok(self.answer, media_type, content.clone()));
        if let Some(busy) = self.busy {
            operation = operation.response("503", ok(busy, media_type, content));
        }
        (self.path, operation.build())
    }
}

/// How the service is.
#[derive(Serialize, JsonSchema)]
pub struct Health {
    /// `ok`, or `busy` while no further long request is taken.
    #[schemars(example = &"ok")]
    status: &'static str,
}

/// Whether the service is alive.
pub async fn live() -> impl Responder {
    web::Json(Health { status: "ok" })
}

/// Whether the service takes long requests.
pub async fn ready(shared: web::Data<Shared>) -> impl Responder {
    if shared.pool.load().is_full {
        HttpResponse::ServiceUnavailable().json(Health { status: "busy" })
    } else {
        HttpResponse::Ok().json(Health { status: "ok" })
    }
}

/// Which version of everything answers.
#[derive(Serialize, JsonSchema)]
pub struct Version {
    /// The version of Towerlab.
    #[schemars(example = &"0.1.0")]
    version: &'static str,
    /// The version of the randomness scheme: what a seed means.
    #[schemars(example = &"towerlab stream 1")]
    randomness: &'static str,
}

/// The versions of the service.
pub async fn version(request: HttpRequest) -> impl Responder {
    cached(&request, &Version { version: VERSION, randomness: SCHEME })
}

/// How much the service does at once, and for one request.
#[derive(Serialize, JsonSchema)]
pub struct ServiceLimits {
    #[serde(flatten)]
    limits: Limits,
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
pub async fn limits(request: HttpRequest, shared: web::Data<Shared>) -> impl Responder {
    let settings = &shared.settings;
    let limits = ServiceLimits {
        limits: settings.limits,
        body: settings.body,
        seconds: settings.seconds,
        jobs: settings.jobs,
        queue: settings.queue,
        seed: MAX_SEED,
    };
    cached(&request, &limits)
}

/// Every kind of problem that an answer can report.
pub async fn problems(request: HttpRequest) -> impl Responder {
    cached(&request, &KINDS)
}

/// A code that a fault can have.
#[derive(Serialize, JsonSchema)]
pub struct ErrorCode {
    /// The code.
    #[schemars(example = &"unknown-colour")]
    code: &'static str,
    /// What it means.
    about: &'static str,
    /// The game whose rule it is; nothing for the code of a document.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
}

/// Every code that a fault in a request can have: those of documents, then the rules of each
/// game.
pub async fn errors(request: HttpRequest, shared: web::Data<Shared>) -> impl Responder {
    let of_documents = FaultCode::ALL.iter().map(|code| ErrorCode {
        code: code.as_str(),
        about: code.description(),
        game: None,
    });
    let of_rules = shared.registry.iter().flat_map(|game| {
        game.rules().iter().map(|rule| ErrorCode {
            code: rule.id,
            about: FaultCode::Rule(rule.id).description(),
            game: Some(game.name()),
        })
    });
    cached(&request, &of_documents.chain(of_rules).collect::<Vec<_>>())
}

/// A game that can be played.
#[derive(Serialize, JsonSchema)]
pub struct GameInfo {
    /// Its name in URLs and documents.
    #[schemars(example = &"tower-up")]
    name: &'static str,
    /// The least number of players.
    #[schemars(example = 2)]
    least_players: usize,
    /// The greatest number of players.
    #[schemars(example = 4)]
    most_players: usize,
    /// The rules that can forbid a move, by their stable ids.
    rules: Vec<&'static str>,
}

/// The games that can be played.
pub async fn games(request: HttpRequest, shared: web::Data<Shared>) -> impl Responder {
    let games = shared.registry.iter().map(|game| GameInfo {
        name: game.name(),
        least_players: *game.seats().start(),
        most_players: *game.seats().end(),
        rules: game.rules().iter().map(|rule| rule.id).collect(),
    });
    cached(&request, &games.collect::<Vec<_>>())
}

/// The agents that can play: those whose games can be repeated.
pub async fn agents(request: HttpRequest) -> impl Responder {
    let agents = catalog::forms().filter(|form| form.reproducible);
    cached(&request, &agents.collect::<Vec<_>>())
}

/// Counters for Prometheus.
pub async fn metrics(shared: web::Data<Shared>) -> impl Responder {
    let text = shared.metrics.text(shared.pool.load());
    HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(text)
}

/// The OpenAPI document.
pub async fn openapi(request: HttpRequest, shared: web::Data<Shared>) -> impl Responder {
    cached_text(&request, "application/json", shared.document.clone())
}

/// For URLs that nothing answers to, or not with this method.
pub async fn nothing(
    request: HttpRequest,
    shared: web::Data<Shared>,
) -> Result<HttpResponse, Problem> {
    Err(shared.missing(&request))
}
