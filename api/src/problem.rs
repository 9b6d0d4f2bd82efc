//! Errors as problem details (RFC 9457).

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

/// What went wrong, in the form of RFC 9457.
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
    /// The kind of problem, in short.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What was wrong with this request, and what would be right.
    pub detail: String,
}

impl Problem {
    /// The answer that reports it.
    pub fn response(status: StatusCode, detail: impl Into<String>) -> HttpResponse {
        let title = status.canonical_reason().unwrap_or("Problem").to_string();
        let problem = Problem { title, status: status.as_u16(), detail: detail.into() };
        HttpResponse::build(status).content_type("application/problem+json").json(problem)
    }
}

/// For addresses that nothing answers to.
pub async fn not_found(request: actix_web::HttpRequest) -> HttpResponse {
    let detail = format!("nothing answers to {} {}; see /docs/", request.method(), request.path());
    Problem::response(StatusCode::NOT_FOUND, detail)
}
