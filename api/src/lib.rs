//! The rules of tower-building board games over HTTP.
//!
//! A stateless service: every answer depends on the request alone. [`serve`] runs
//! it, and [`document`] is its OpenAPI document, made from the same lists as its routes. There
//! are no rules in here; they live in the engine.
#![forbid(unsafe_code)]

mod balance;
mod cache;
mod examples;
mod game_page;
mod metrics;
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
use actix_web::middleware::{Condition, from_fn};
use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{App, Handler, HttpRequest, HttpResponse, HttpServer, Responder};
use towerlab_engine::table::{Operation, Table, tables};
use utoipa_swagger_ui::SwaggerUi;

use balance::{Asked, Recent};
use metrics::Metrics;
pub use openapi::document;
use operations::Place;
use pool::Pool;
pub use problem::Problem;
pub use settings::Settings;

/// What all threads share.
struct Shared {
    tables: Vec<Box<dyn Table>>,
    settings: Settings,
    pool: Pool,
    metrics: Metrics,
    /// The OpenAPI document.
    document: String,
    recent: Recent,
}

/// An address that answers to GET.
fn get<F, Args>(config: &mut ServiceConfig, path: &str, handler: F)
where
    F: Handler<Args> + Clone,
    Args: actix_web::FromRequest + 'static,
    F::Output: Responder + 'static,
{
    config.service(
        web::resource(path)
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

/// Adds every address of the service.
fn routes(config: &mut ServiceConfig, shared: &Shared) {
    get(config, "/", page::index);
    get(config, "/page/{name}", page::file);
    get(config, "/health/live", service::live);
    get(config, "/health/ready", service::ready);
    get(config, "/version", service::version);
    get(config, "/metrics", service::metrics);
    get(config, "/openapi.json", service::openapi);
    get(config, "/v1/games", service::games);
    get(config, "/v1/limits", service::limits);
    get(config, "/v1/problems", service::problems);
    config.service(
        web::resource("/v1/scenarios")
            .route(web::post().to(operations::run_scenario))
            .default_service(web::to(only_post)),
    );
    for (game, table) in shared.tables.iter().enumerate() {
        let about = |name: &str| format!("/v1/{}/{name}", table.name());
        let page = |name: &str| web::resource(about(name)).app_data(Data::new(game));
        // First: what is asked for most often should be found soonest.
        for operation in Operation::ALL.into_iter().filter(|it| table.offers(*it)) {
            config.service(
                web::resource(about(operation.name()))
                    .app_data(Data::new(Place { game, operation }))
                    .route(web::post().to(operations::answer))
                    .default_service(web::to(only_post)),
            );
        }
        config.service(
            page("rules")
                .route(web::get().to(operations::rules))
                .route(web::head().to(operations::rules))
                .default_service(web::to(only_get)),
        );
        config.service(
            page("components")
                .route(web::get().to(operations::components))
                .route(web::head().to(operations::components))
                .default_service(web::to(only_get)),
        );
        config.service(
            page("games/{number}")
                .route(web::get().to(operations::one_game))
                .route(web::head().to(operations::one_game))
                .default_service(web::to(only_get)),
        );
        for (name, form) in balance::FORMS {
            config.service(
                web::resource(about(name))
                    .app_data(Data::new(Asked { game, form }))
                    .route(web::get().to(balance::balance))
                    .route(web::head().to(balance::balance))
                    .default_service(web::to(only_get)),
            );
        }
    }
}

/// Answers requests on a listener until the process is told to stop.
pub async fn serve(listener: TcpListener, settings: Settings) -> io::Result<()> {
    let pool = Pool::new(settings.jobs, settings.threads, settings.queue)?;
    let (workers, cors) = (settings.workers, settings.cors.clone());
    let tables = tables(None).map_err(io::Error::other)?;
    let document = document(&settings.limits).to_string();
    let shared = Arc::new(Shared {
        tables,
        settings,
        pool,
        metrics: Metrics::default(),
        document,
        recent: Recent::default(),
    });
    let app = move || {
        let docs = SwaggerUi::new("/docs/{_:.*}")
            .config(utoipa_swagger_ui::Config::new(["/openapi.json"]).try_it_out_enabled(true));
        App::new()
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

/// Which pages may ask.
fn allowed(origins: &[String]) -> Cors {
    let cors = Cors::default().allowed_methods(["GET", "HEAD", "POST"]).max_age(3600);
    let cors =
        cors.allowed_header("content-type").expose_headers(["x-request-id", "etag", "retry-after"]);
    match origins.iter().any(|origin| origin == "*") {
        true => cors.allow_any_origin().send_wildcard(),
        false => origins.iter().fold(cors, |cors, origin| cors.allowed_origin(origin)),
    }
}
