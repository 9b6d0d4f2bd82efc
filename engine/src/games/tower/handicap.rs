//! What a seat may not do that others may.

use schemars::JsonSchema;
use serde::Serialize;

use crate::games::parameters::{NameSet, NamedValue};

/// Something that a seat may be forbidden to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Forbidden {
    /// Trading with Salil.
    Salil,
    /// Entering the black market.
    BlackMarket,
}

impl NamedValue for Forbidden {
    const NOUN: &'static str = "option";
    const ALL: &'static [Forbidden] = &[Forbidden::Salil, Forbidden::BlackMarket];
}

/// What a seat may not do.
pub type ForbiddenSet = NameSet<Forbidden>;
