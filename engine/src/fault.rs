//! What is wrong with a document or a data file.

use std::fmt;

/// One fault. Checks report all the faults they find, never just the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where: a JSON Pointer in a document, `file:line` in a data file.
    pub place: String,
    /// A stable name for the kind of fault.
    pub code: &'static str,
    /// What is wrong and what would be allowed, in a sentence.
    pub message: String,
}

impl Fault {
    /// A fault at a place.
    pub fn new(place: impl Into<String>, code: &'static str, message: impl Into<String>) -> Fault {
        Fault { place: place.into(), code, message: message.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} [{}]", self.place, self.message, self.code)
    }
}

/// Everything that is wrong with one input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// `value` if there are no faults, else the faults.
    pub fn none_or<T>(faults: Vec<Fault>, value: T) -> Result<T, Faults> {
        if faults.is_empty() { Ok(value) } else { Err(Faults(faults)) }
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
