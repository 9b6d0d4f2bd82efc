//! What a client sends, and what it accepts.

use actix_web::HttpRequest;
use actix_web::http::header::{
    ACCEPT, Accept, CONTENT_ENCODING, CONTENT_TYPE, Header, QualityItem,
};
use actix_web::mime::{self, Mime};

use crate::problem::{MEDIA_TYPE, NOT_ACCEPTABLE, Problem};

/// Whether a client accepts JSON.
pub fn check_accepts_json(request: &HttpRequest) -> Result<(), Problem> {
    check_accepts(request, &mime::APPLICATION_JSON)
}

/// Whether a client accepts an answer of this type.
pub fn check_accepts(request: &HttpRequest, answer: &Mime) -> Result<(), Problem> {
    if accepts(request, answer) {
        return Ok(());
    }
    let given: Vec<&str> =
        request.headers().get_all(ACCEPT).filter_map(|value| value.to_str().ok()).collect();
    let detail = format!("`{}` leaves out {answer}", given.join(","));
    Err(Problem::new(NOT_ACCEPTABLE, detail))
}

/// Whether the `Accept` header allows a type: the most specific range decides, and a quality of
/// 0 refuses.
fn accepts(request: &HttpRequest, answer: &Mime) -> bool {
    if !request.headers().contains_key(ACCEPT) {
        return true;
    }
    let Ok(Accept(ranges)) = Accept::parse(request) else { return false };
    let specificity = |range: &Mime| match (range.type_(), range.subtype()) {
        (mime::STAR, mime::STAR) => Some(0),
        (family, mime::STAR) if family == answer.type_() => Some(1),
        (family, kind) if family == answer.type_() && kind == answer.subtype() => Some(2),
        _ => None,
    };
    let fitting = ranges
        .iter()
        .filter_map(|QualityItem { item, quality }| Some((specificity(item)?, *quality)));
    let best = fitting.max_by_key(|(specificity, _)| *specificity);
    best.is_some_and(|(_, quality)| quality > actix_web::http::header::Quality::ZERO)
}

/// Whether a client names HTML, as browsers do.
pub fn wants_page(request: &HttpRequest) -> bool {
    let Ok(Accept(ranges)) = Accept::parse(request) else { return false };
    ranges.iter().any(|range| range.item.essence_str() == mime::TEXT_HTML.essence_str())
}

/// Whether the body is JSON, and not compressed.
pub fn check_content(request: &HttpRequest) -> Result<(), Problem> {
    let named = |name| request.headers().get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(coding) = named(CONTENT_ENCODING).filter(|coding| *coding != "identity") {
        return Err(Problem::new(MEDIA_TYPE, format!("`{coding}` bodies are not read")));
    }
    let Some(content_type) = named(CONTENT_TYPE) else { return Ok(()) };
    let is_json = content_type.parse::<Mime>().is_ok_and(|kind| {
        kind.essence_str() == "application/json" || kind.suffix() == Some(mime::JSON)
    });
    if is_json {
        Ok(())
    } else {
        Err(Problem::new(MEDIA_TYPE, format!("`{content_type}` is not read")))
    }
}
