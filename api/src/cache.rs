//! Answers that clients may keep.

use actix_web::http::header::{CacheControl, CacheDirective, ETag, EntityTag, Header, IfNoneMatch};
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
    let tag = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    // Weak: the same text may travel compressed or not.
    let tag = EntityTag::new_weak(tag);
    let is_known = match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(known)) => known.iter().any(|known| known.weak_eq(&tag)),
        Err(_) => false,
    };
    let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response
        .insert_header(ETag(tag))
        .insert_header(CacheControl(vec![CacheDirective::Public, CacheDirective::MaxAge(60)]));
    if is_known { response.finish() } else { response.content_type(content_type).body(body) }
}
