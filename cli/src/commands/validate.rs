//! `towerlab validate`: whether a state can have come about.

use std::io::Write;

use clap::Args;
use serde_json::json;
use towerlab_engine::document::compact;

use super::each_state;
use crate::Common;
use crate::failure::Failure;

/// Check a state and name every fault at once.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab validate s.json
  towerlab validate s.json --line     the one-line form, if it is valid
  towerlab validate --json states.jsonl")]
pub struct Validate {
    /// A state: a file, `-`, or its one-line form; several, one a line, are a batch
    state: String,
    /// Print the one-line form of each valid state
    #[arg(long)]
    line: bool,
}

impl Validate {
    /// Says `valid`, or fails with every fault.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let check = |table: &dyn towerlab_engine::table::Table, state: &str| {
            let state = table.validate(state)?;
            let line = compact::write(&state);
            Ok(json!({"valid": true, "state": state, "line": line}))
        };
        each_state(common, &self.state, check, !self.line, |answer| {
            let text =
                if self.line { answer["line"].as_str().unwrap_or_default() } else { "valid" };
            writeln!(std::io::stdout(), "{text}")?;
            Ok(())
        })
    }
}
