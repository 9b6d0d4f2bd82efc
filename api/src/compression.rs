//! Longer answers travel compressed, if the client can read that.

use actix_web::Error;
use actix_web::body::{BodySize, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{CONTENT_ENCODING, HeaderValue};
use actix_web::middleware::Next;

/// Answers of fewer bytes fit into one packet as they are.
const LEAST_BYTES: u64 = 1024;
const AS_IT_IS: HeaderValue = HeaderValue::from_static("identity");

/// Marks short answers, so that [`actix_web::middleware::Compress`] around it leaves them alone.
pub async fn spare_short(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let mut response = next.call(request).await?;
    let size = response.response().body().size();
    let is_short = matches!(size, BodySize::None)
        || matches!(size, BodySize::Sized(bytes) if bytes < LEAST_BYTES);
    if is_short {
        response.headers_mut().insert(CONTENT_ENCODING, AS_IT_IS);
    }
    Ok(response)
}

/// Removes the mark: clients expect it on no answer.
pub async fn unmark(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let mut response = next.call(request).await?;
    let headers = response.headers_mut();
    if headers.get(CONTENT_ENCODING) == Some(&AS_IT_IS) {
        headers.remove(CONTENT_ENCODING);
    }
    Ok(response)
}
