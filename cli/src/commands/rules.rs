//! `towerlab rules`: the rules page of a game.

use std::io::{self, Write};

use clap::Args;
use serde_json::json;

use crate::Common;
use crate::failure::Failure;
use crate::{output, shelf};

/// Print the rules of a game as the engine plays them.
///
/// Components and parameters, moves and their notation, chance, the end, every ruling
/// with its reason, and where the figures come from.
#[derive(Args)]
#[command(after_help = "Example:\n  towerlab rules tower-up | less")]
pub struct Rules {
    /// The game, such as tower-up
    game: String,
}

impl Rules {
    /// Prints the page.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let table = shelf::table(common, &self.game)?;
        if common.json {
            let rules =
                table.rules().iter().map(|rule| json!({"id": rule.id, "section": rule.section}));
            let rules: Vec<_> = rules.collect();
            return Ok(output::json(
                &json!({"game": table.name(), "page": table.page(), "rules": rules}),
            )?);
        }
        io::stdout().write_all(table.page().as_bytes())?;
        Ok(())
    }
}
