//! The page for people at a browser: files that are part of the program, over the public API only.

use actix_web::http::header::{CONTENT_SECURITY_POLICY, HeaderValue, X_CONTENT_TYPE_OPTIONS};
use actix_web::{HttpRequest, HttpResponse, web};

use crate::Shared;
use crate::cache::cached_text;
use crate::problem::Problem;

/// Nothing from elsewhere, and no script but the files below.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../page/", $name)))),*]
    };
}

const INDEX: &str = include_str!("../page/index.html");
const FILES: [(&str, &str); 21] = files![
    "agents.js",
    "board.js",
    "chart.js",
    "dom.js",
    "experiment.js",
    "history.js",
    "icon.svg",
    "kept.js",
    "link.js",
    "main.js",
    "metrics.js",
    "page.css",
    "paste.js",
    "places.js",
    "play.js",
    "rules.js",
    "scores.js",
    "service.js",
    "session.js",
    "setup.js",
    "variant.js",
];

/// The page itself.
pub async fn index(request: HttpRequest) -> HttpResponse {
    sent(&request, "index.html", INDEX)
}

/// A file of the page.
pub async fn file(
    request: HttpRequest,
    name: web::Path<String>,
    shared: web::Data<Shared>,
) -> Result<HttpResponse, Problem> {
    let known = FILES.iter().find(|(own, _)| own == name.as_ref());
    let (name, text) = known.ok_or_else(|| shared.missing(&request))?;
    Ok(sent(&request, name, text))
}

fn sent(request: &HttpRequest, name: &str, text: &str) -> HttpResponse {
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/javascript; charset=utf-8",
    };
    let mut response = cached_text(request, kind, text.to_string());
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}
