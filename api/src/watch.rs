//! Every request gets an id, a line in the log and a place in the counters.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, web};

use crate::Shared;

/// The header of a request's id.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Watches a request.
pub async fn watch(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let begin = Instant::now();
    let id = id_of(&request);
    let shared = request.app_data::<web::Data<Shared>>().cloned();
    let mut response = next.call(request).await?;
    let time = begin.elapsed();
    let status = response.status().as_u16();
    let pattern = response.request().match_pattern().unwrap_or_else(|| "unknown".into());
    if let Some(shared) = shared {
        shared.metrics.answered(&pattern, status, time);
    }
    let request = response.request();
    tracing::info!(
        request_id = id.to_str().unwrap_or_default(),
        method = %request.method(),
        path = request.path(),
        status,
        milliseconds = time.as_secs_f64() * 1000.0,
        "answered"
    );
    response.headers_mut().insert(REQUEST_ID, id);
    Ok(response)
}

/// The id that the client gave, if it is a plain word; or a new one.
fn id_of(request: &ServiceRequest) -> HeaderValue {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let is_plain = |id: &&HeaderValue| {
        let word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        (1..=64).contains(&id.len()) && id.as_bytes().iter().all(word)
    };
    if let Some(id) = request.headers().get(&REQUEST_ID).filter(is_plain) {
        return id.clone();
    }
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    let text = format!("{:016x}", now ^ count.rotate_left(48));
    HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static("none"))
}
