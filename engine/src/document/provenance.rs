//! Where a component's figures come from.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How well a figure is known.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Provenance {
    /// Stated in a rulebook.
    Rulebook,
    /// Stated in public by players or the publisher.
    Reported,
    /// Follows from rulebook and reported facts by arithmetic or symmetry.
    Inferred,
    /// A plausible stand-in for what only a picture shows.
    Reconstructed,
    /// Typed in by somebody who has the box, or invented for a variant.
    Own,
}

impl Provenance {
    /// The name used in data files and documents.
    pub fn name(self) -> &'static str {
        match self {
            Provenance::Rulebook => "rulebook",
            Provenance::Reported => "reported",
            Provenance::Inferred => "inferred",
            Provenance::Reconstructed => "reconstructed",
            Provenance::Own => "own",
        }
    }
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Says how well one figure is known, and from where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// What the claim is about.
    pub of: String,
    /// How well it is known.
    pub provenance: Provenance,
    /// Who says so, or how it was derived.
    pub source: String,
}

impl Claim {
    /// A claim about something.
    pub fn new(of: impl Into<String>, provenance: Provenance, source: &str) -> Claim {
        Claim { of: of.into(), provenance, source: source.into() }
    }
}
