//! What is wrong with a document or a data file.

use std::fmt;

use serde::{Serialize, Serializer};

use super::FaultCode;
use super::locations::locate;

/// One fault. Checks report all the faults they find, never just the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Where: a JSON Pointer in a document, `file:line:column` in a data file.
    #[serde(rename = "pointer")]
    pub place: String,
    /// A stable name for the kind of fault.
    pub code: FaultCode,
    /// What is wrong and what would be allowed, in a sentence.
    pub message: String,
    /// Line and column in the text, both from 1, when the text is at hand.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
}

/// A place in a text, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The character of the line.
    pub column: usize,
}

impl Fault {
    /// A fault at a place.
    pub fn new(place: impl Into<String>, code: FaultCode, message: impl Into<String>) -> Fault {
        Fault { place: place.into(), code, message: message.into(), position: None }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Position { line, column }) = self.position {
            write!(f, "line {line}, column {column}: ")?;
        }
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        write!(f, "{} [{}]", self.message, self.code)
    }
}

/// Everything that is wrong with one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// A single fault.
    pub fn one(place: impl Into<String>, code: FaultCode, message: impl Into<String>) -> Faults {
        Faults(vec![Fault::new(place, code, message)])
    }

    /// The same faults of a value that is part of a larger document.
    pub fn below(self, pointer: &str) -> Faults {
        let faults = self.0.into_iter();
        Faults(faults.map(|it| Fault { place: format!("{pointer}{}", it.place), ..it }).collect())
    }

    /// The same faults with their line and column in a JSON text.
    pub fn located(mut self, text: &str) -> Faults {
        locate(&mut self.0, text);
        self
    }

    /// `value` if there are no faults, else the faults.
    pub fn ok_if_empty<T>(faults: Vec<Fault>, value: T) -> Result<T, Faults> {
        if faults.is_empty() { Ok(value) } else { Err(Faults(faults)) }
    }
}

impl Serialize for Faults {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for fault in &self.0 {
            write!(f, "{gap}{fault}")?;
            gap = "\n";
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}
