//! The rules of tower-building board games over HTTP.
//!
//! A stateless service: every answer depends on the request alone. [`serve`] runs it, and
//! [`document`] is its OpenAPI document, made from the same lists as its routes. The rules live
//! in the engine.
#![forbid(unsafe_code)]

mod balance;
mod cache;
mod compression;
mod examples;
mod game_page;
mod limits;
mod metrics;
mod negotiation;
mod openapi;
mod operations;
mod page;
mod pool;
mod problem;
mod schemas;
mod service;
mod settings;
mod watch;

use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use actix_cors::Cors;
use actix_web::middleware::{Compress, Condition, from_fn};
use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{App, Handler, HttpRequest, HttpResponse, HttpServer, Responder};
use towerlab_engine::operations::{OperationId, Registry};
use utoipa_swagger_ui::SwaggerUi;

use balance::{BalanceRoute, ResultsCache};
pub use limits::Limits;
use metrics::Metrics;
pub use openapi::document;
use operations::Route;
use pool::Pool;
pub use problem::Problem;
pub use settings::Settings;

/// What all threads share.
struct Shared {
    registry: Registry,
    settings: Settings,
    pool: Pool,
    metrics: Metrics,
    /// The OpenAPI document.
    document: String,
    results: ResultsCache,
}

/// A URL that answers to GET.
fn get<F, Args>(config: &mut ServiceConfig, path: &str, handler: F)
where
    F: Handler<Args> + Clone,
    Args: actix_web::FromRequest + 'static,
    F::Output: Responder + 'static,
{
    get_about(config, path, (), handler);
}

/// The same, with what the URL is about.
fn get_about<F, Args, T>(config: &mut ServiceConfig, path: &str, about: T, handler: F)
where
    F: Handler<Args> + Clone,
    Args: actix_web::FromRequest + 'static,
    F::Output: Responder + 'static,
    T: 'static,
{
    config.service(
        web::resource(path)
            .app_data(Data::new(about))
            .route(web::get().to(handler.clone()))
            .route(web::head().to(handler))
            .default_service(web::to(only_get)),
    );
}

async fn only_get(request: HttpRequest) -> Result<HttpResponse, Problem> {
    Err(Problem::method(&request, "GET, HEAD"))
}

async fn only_post(request: HttpRequest) -> Result<HttpResponse, Problem> {
    Err(Problem::method(&request, "POST"))
}

/// Adds every URL of the service.
fn routes(config: &mut ServiceConfig, shared: &Shared) {
    get(config, "/", page::index);
    get(config, "/page/{name}", page::file);
    get(config, "/health/live", service::live);
    get(config, "/health/ready", service::ready);
    get(config, "/version", service::version);
    get(config, "/metrics", service::metrics);
    get(config, "/openapi.json", service::openapi);
    get(config, "/v1/games", service::games);
    get(config, "/v1/agents", service::agents);
    get(config, "/v1/limits", service::limits);
    get(config, "/v1/problems", service::problems);
    get(config, "/v1/errors", service::errors);
    config.service(
        web::resource("/v1/scenarios")
            .route(web::post().to(operations::run_scenario))
            .default_service(web::to(only_post)),
    );
    for (at, game) in shared.registry.iter().enumerate() {
        let path = |name: &str| format!("/v1/{}/{name}", game.name());
        // Operations come first: the most frequent requests match soonest.
        for &operation in OperationId::ALL.iter().filter(|it| game.offers(**it)) {
            config.service(
                web::resource(path(operation.name()))
                    .app_data(Data::new(Route { game: at, operation }))
                    .route(web::post().to(operations::answer))
                    .default_service(web::to(only_post)),
            );
        }
        get_about(config, &path("rules"), at, operations::rules);
        get_about(config, &path("components"), at, operations::components);
        get_about(config, &path("games/{number}"), at, operations::one_game);
        for (name, form) in balance::FORMS {
            get_about(config, &path(name), BalanceRoute { game: at, form }, balance::balance);
        }
    }
}

/// Answers requests about the games of a registry until the process is told to stop.
pub async fn serve(
    listener: TcpListener,
    registry: Registry,
    settings: Settings,
) -> io::Result<()> {
    let pool = Pool::new(settings.jobs, settings.threads, settings.queue)?;
    let (workers, cors) = (settings.workers, settings.cors.clone());
    let document = document(&registry, &settings.limits).to_string();
    let shared = Arc::new(Shared {
        registry,
        settings,
        pool,
        metrics: Metrics::default(),
        document,
        results: ResultsCache::default(),
    });
    let app = move || {
        let docs = SwaggerUi::new("/docs/{_:.*}")
            .config(utoipa_swagger_ui::Config::new(["/openapi.json"]).try_it_out_enabled(true));
        // From the inside out.
        App::new()
            .wrap(from_fn(compression::spare_short))
            .wrap(Compress::default())
            .wrap(from_fn(compression::unmark))
            .wrap(Condition::new(!cors.is_empty(), allowed(&cors)))
            .wrap(from_fn(watch::watch))
            .app_data(Data::from(shared.clone()))
            .configure(|config| routes(config, &shared))
            .service(web::redirect("/docs", "/docs/"))
            .service(docs)
            .default_service(web::to(service::nothing))
    };
    HttpServer::new(app)
        .workers(workers)
        .client_request_timeout(Duration::from_secs(10))
        .client_disconnect_timeout(Duration::from_secs(1))
        // A client that has gone takes its work with it.
        .h1_allow_half_closed(false)
        .shutdown_timeout(8)
        .listen(listener)?
        .run()
        .await
}

/// Which pages may call the service.
fn allowed(origins: &[String]) -> Cors {
    let cors = Cors::default().allowed_methods(["GET", "HEAD", "POST"]).max_age(3600);
    let cors =
        cors.allowed_header("content-type").expose_headers(["x-request-id", "etag", "retry-after"]);
    if origins.iter().any(|origin| origin == "*") {
        cors.allow_any_origin().send_wildcard()
    } else {
        origins.iter().fold(cors, |cors, origin| cors.allowed_origin(origin))
    }
}
