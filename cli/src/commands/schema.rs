//! `towerlab schema`: JSON Schemas of the documents.

use clap::{Args, ValueEnum};
use towerlab_engine::scenario;

use crate::Common;
use crate::failure::Failure;
use crate::{output, shelf};

/// Print the JSON Schema of a kind of document, for editors and clients.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab schema state tower-up > state.schema.json
  towerlab schema scenario > scenario.schema.json")]
pub struct Schema {
    /// The kind of document
    kind: Kind,
    /// The game, such as tower-up; a scenario needs none
    game: Option<String>,
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
    /// A question about variants
    Scenario,
}

impl Schema {
    /// Prints the schema.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let kind = match self.kind {
            Kind::State => "state",
            Kind::Rules => "rules",
            Kind::Log => "log",
            Kind::Move => "move",
            Kind::Scenario => return Ok(output::document(&scenario::schema())?),
        };
        let Some(game) = self.game else {
            return Err(anyhow::anyhow!("name a game, such as tower-up").into());
        };
        let schema = shelf::table(common, &game)?.schema(kind);
        let schema = schema.ok_or_else(|| anyhow::anyhow!("{game} has no schema {kind}"))?;
        Ok(output::document(&schema)?)
    }
}
