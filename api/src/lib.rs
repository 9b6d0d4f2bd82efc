//! The rules of tower-building board games over HTTP.
//!
//! A stateless service: every answer depends on the request alone. [`serve`] runs
//! it, and [`document`] is its OpenAPI document, made from the same routes. There
//! are no rules in here; they live in the engine.
#![forbid(unsafe_code)]

mod problem;
mod routes;

use std::io;
use std::net::TcpListener;

use actix_web::{App, HttpServer};
use utoipa::OpenApi;
use utoipa_actix_web::AppExt;
use utoipa_actix_web::service_config::ServiceConfig;
use utoipa_swagger_ui::SwaggerUi;

pub use problem::Problem;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Towerlab",
        description = "Exact rules of tower-building board games. Unofficial: the games belong to their authors and publishers.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")
    ),
    tags(
        (name = "games", description = "What can be played"),
        (name = "service", description = "Whether the service is well, and which version it is")
    )
)]
struct Document;

/// Adds every route of the service.
fn routes(config: &mut ServiceConfig<'_>) {
    config.service(routes::live).service(routes::version).service(routes::games);
}

/// The OpenAPI document of the service.
pub fn document() -> utoipa::openapi::OpenApi {
    let app = App::new().into_utoipa_app().openapi(Document::openapi()).configure(routes);
    app.split_for_parts().1
}

/// Answers requests on a listener until the process is told to stop.
pub async fn serve(listener: TcpListener) -> io::Result<()> {
    let app = || {
        App::new()
            .into_utoipa_app()
            .openapi(Document::openapi())
            .configure(routes)
            .openapi_service(|api| SwaggerUi::new("/docs/{_:.*}").url("/openapi.json", api))
            .into_app()
            .default_service(actix_web::web::to(problem::not_found))
    };
    HttpServer::new(app).shutdown_timeout(10).listen(listener)?.run().await
}
