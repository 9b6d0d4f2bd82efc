//! `towerlab schema`: the JSON Schemas of documents.

use clap::{Args, ValueEnum};
use towerlab_engine::lab::scenario;

use crate::Common;
use crate::failure::Failure;
use crate::{output, registry};

/// Print the JSON Schema of a kind of document, for editors and clients.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab schema state tower-up > state.schema.json
  towerlab schema scenario > scenario.schema.json")]
pub struct SchemaCommand {
    /// The kind of document
    kind: DocumentKind,
    /// The game, such as tower-up; not needed for scenarios
    game: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum DocumentKind {
    /// The state of a game
    State,
    /// The parameters of a variant
    Rules,
    /// All moves of a game
    Log,
    /// A move
    Move,
    /// A scenario: variants to compare
    Scenario,
}

impl SchemaCommand {
    /// Prints the schema.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let kind = match self.kind {
            DocumentKind::State => "state",
            DocumentKind::Rules => "rules",
            DocumentKind::Log => "log",
            DocumentKind::Move => "move",
            DocumentKind::Scenario => return Ok(output::document(&scenario::schema())?),
        };
        let Some(game) = self.game else {
            return Err(anyhow::anyhow!("name a game, such as tower-up").into());
        };
        let schema = registry::service(common, &game)?.document_schema(kind);
        let schema = schema.ok_or_else(|| anyhow::anyhow!("{game} has no schema {kind}"))?;
        Ok(output::document(&schema)?)
    }
}
