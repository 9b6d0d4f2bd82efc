//! Errors as problem details (RFC 9457): one table, one form.

use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, HeaderValue, RETRY_AFTER};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use schemars::JsonSchema;
use serde::Serialize;
use towerlab_engine::document::{Fault, FaultCode, Faults};

/// A kind of problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ProblemKind")]
pub struct Kind {
    /// Its stable name, the end of a problem's `type`.
    pub id: &'static str,
    /// The status that goes with it.
    pub status: u16,
    /// What it is, in short.
    pub title: &'static str,
    /// What to do about it.
    pub advice: &'static str,
}

/// The body is not JSON.
pub const SYNTAX: Kind = Kind {
    id: "syntax",
    status: 400,
    title: "The body is not JSON",
    advice: "Send one JSON object in UTF-8, nested at most 128 deep; `errors` names line and column.",
};
/// Nothing is at the URL.
pub const NOT_FOUND: Kind = Kind {
    id: "not-found",
    status: 404,
    title: "There is nothing at this URL",
    advice: "See /docs/ for every URL.",
};
/// The URL answers to other methods.
pub const METHOD: Kind = Kind {
    id: "method-not-allowed",
    status: 405,
    title: "The method is not allowed here",
    advice: "Use a method that the `Allow` header names.",
};
/// The answer cannot be written as the client wants it.
pub const NOT_ACCEPTABLE: Kind = Kind {
    id: "not-acceptable",
    status: 406,
    title: "The answer has another content type",
    advice: "Accept the type that the operation documents, mostly `application/json`, or leave the header out.",
};
/// The body is too long.
pub const TOO_LARGE: Kind = Kind {
    id: "too-large",
    status: 413,
    title: "The body is too long",
    advice: "See /v1/limits for the greatest number of bytes.",
};
/// The body is of a type that is not read.
pub const MEDIA_TYPE: Kind = Kind {
    id: "unsupported-media-type",
    status: 415,
    title: "The body is of another content type",
    advice: "Send `application/json`, not compressed.",
};
/// The document has faults.
pub const INVALID: Kind = Kind {
    id: "invalid",
    status: 422,
    title: "The request has faults",
    advice: "Every fault is in `errors`, with a JSON Pointer into the request and a stable code.",
};
/// Something is wrong with the service itself.
pub const INTERNAL: Kind = Kind {
    id: "internal",
    status: 500,
    title: "The service failed",
    advice: "This is a defect; the log has more under the id of the request.",
};
/// Too many long requests at once.
pub const BUSY: Kind = Kind {
    id: "busy",
    status: 503,
    title: "Too many long requests at once",
    advice: "Ask again after the seconds of the `Retry-After` header.",
};

/// The work takes longer than anybody may keep the service busy.
pub const TOO_LONG: Kind = Kind {
    id: "too-long",
    status: 503,
    title: "The work takes too long",
    advice: "Ask for fewer games, a smaller search or a shorter game.",
};

/// All kinds, by status.
pub const KINDS: [Kind; 10] = [
    SYNTAX,
    NOT_FOUND,
    METHOD,
    NOT_ACCEPTABLE,
    TOO_LARGE,
    MEDIA_TYPE,
    INVALID,
    INTERNAL,
    BUSY,
    TOO_LONG,
];

/// One fault of a request.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProblemError {
    /// A JSON Pointer into the request.
    #[schemars(example = &"/state/city/C4")]
    pointer: String,
    /// A stable name for the kind of fault: a rule's id if a rule forbids a move.
    #[schemars(example = &"unknown-colour")]
    code: FaultCode,
    /// What is wrong and what would be allowed, in a sentence.
    message: String,
    /// The line in the body, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The character of the line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

impl From<Fault> for ProblemError {
    fn from(fault: Fault) -> ProblemError {
        ProblemError {
            pointer: fault.place,
            code: fault.code,
            message: fault.message,
            line: fault.position.map(|position| position.line),
            column: fault.position.map(|position| position.column),
        }
    }
}

/// What went wrong, as RFC 9457 has it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Problem {
    /// The kind of problem, as a URL that lists all kinds.
    #[serde(rename = "type")]
    #[schemars(example = &"/v1/problems#invalid")]
    kind: String,
    /// The kind of problem, in short.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// What was wrong with this request, and what would be right.
    detail: String,
    /// Every fault of the request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    errors: Vec<ProblemError>,
    #[serde(skip)]
    allow: Option<&'static str>,
}

impl Problem {
    /// A problem of a kind.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Problem {
        Problem {
            kind: format!("/v1/problems#{}", kind.id),
            title: kind.title,
            status: kind.status,
            detail: detail.into(),
            errors: Vec::new(),
            allow: None,
        }
    }

    /// A method that a URL does not answer to, with those that it does.
    pub fn method(request: &HttpRequest, allow: &'static str) -> Problem {
        let detail = format!("{} answers to {allow}, not to {}", request.path(), request.method());
        Problem { allow: Some(allow), ..Problem::new(METHOD, detail) }
    }
}

impl From<Faults> for Problem {
    fn from(Faults(faults): Faults) -> Problem {
        // A text within the body that cannot be read is a fault of the document.
        let is_syntax = |fault: &Fault| fault.code == FaultCode::Syntax && fault.place.is_empty();
        let kind = if faults.iter().any(is_syntax) { SYNTAX } else { INVALID };
        let detail = match faults.as_slice() {
            [one] => one.to_string(),
            [first, ..] => format!("{} faults; the first: {first}", faults.len()),
            [] => "the request has faults".into(),
        };
        let errors = faults.into_iter().map(ProblemError::from).collect();
        Problem { errors, ..Problem::new(kind, detail) }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.title, self.detail)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        response.content_type("application/problem+json");
        if self.kind.ends_with(BUSY.id) {
            response.insert_header((RETRY_AFTER, HeaderValue::from_static("1")));
        }
        if let Some(allow) = self.allow {
            response.insert_header((ALLOW, HeaderValue::from_static(allow)));
        }
        response.body(serde_json::to_string(self).unwrap_or_default())
    }
}
