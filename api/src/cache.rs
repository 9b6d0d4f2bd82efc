//! Answers that clients may keep.

use actix_web::http::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use sha2::{Digest, Sha256};

/// An answer in JSON with an `ETag`; 304 without a body if the client has it already.
pub fn cached(request: &HttpRequest, answer: &impl Serialize) -> HttpResponse {
    let body = serde_json::to_string(answer).unwrap_or_default();
    cached_text(request, "application/json", body)
}

/// The same for a text of any type.
pub fn cached_text(request: &HttpRequest, content_type: &str, body: String) -> HttpResponse {
    let digest: [u8; 32] = Sha256::digest(body.as_bytes()).into();
    let tag: String = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let known = request.headers().get_all(IF_NONE_MATCH).filter_map(|value| value.to_str().ok());
    let is_known = known.flat_map(|value| value.split(',')).any(|known| {
        let known = known.trim();
        known == "*" || known.trim_start_matches("W/") == tag
    });
    let mut response = match is_known {
        true => HttpResponse::NotModified(),
        false => HttpResponse::Ok(),
    };
    response.insert_header((ETAG, tag)).insert_header((CACHE_CONTROL, "public, max-age=60"));
    match is_known {
        true => response.finish(),
        false => response.content_type(content_type).body(body),
    }
}
