//! `towerlab schema`: JSON Schemas of the documents.

use clap::{Args, ValueEnum};

use crate::Common;
use crate::failure::Failure;
use crate::{output, shelf};

/// Print the JSON Schema of a kind of document, for editors and clients.
#[derive(Args)]
#[command(after_help = "Example:\n  towerlab schema state tower-up > state.schema.json")]
pub struct Schema {
    /// The kind of document
    kind: Kind,
    /// The game, such as tower-up
    game: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// A position
    State,
    /// The parameters of a variant
    Rules,
    /// The moves of a game
    Log,
    /// A move
    Move,
}

impl Schema {
    /// Prints the schema.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let kind = match self.kind {
            Kind::State => "state",
            Kind::Rules => "rules",
            Kind::Log => "log",
            Kind::Move => "move",
        };
        let schema = shelf::table(common, &self.game)?.schema(kind);
        let schema = schema.ok_or_else(|| anyhow::anyhow!("{} has no schema {kind}", self.game))?;
        Ok(output::document(&schema)?)
    }
}
