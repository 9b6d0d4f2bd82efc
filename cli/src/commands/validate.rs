//! `towerlab validate`: whether a state is possible.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use serde_json::Value;
use towerlab_engine::operations::validate::ValidateRequest;
use towerlab_engine::operations::{GameService, StateInput};

use super::each_state;
use crate::Common;
use crate::failure::Failure;
use crate::operations::{RequestDocument, call};

/// Check whether a state is possible, and report every fault.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab validate s.json
  towerlab validate s.json --line     (prints the one-line form)
  towerlab validate --json states.jsonl")]
pub struct ValidateCommand {
    /// A state: a file, `-` for standard input, or its one-line form. Several states, one per line,
    /// form a batch
    state: String,
    /// Print the one-line form of each valid state
    #[arg(long)]
    line: bool,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct ValidState {
    valid: bool,
    state: Value,
    line: String,
}

impl ValidateCommand {
    /// Prints `valid`, or fails with every fault.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let validate = |service: &dyn GameService, state: &str| {
            let request = ValidateRequest { state: StateInput::from_text(state) };
            let valid = call(service, &request, RequestDocument::state(state))?;
            Ok(ValidState { valid: true, state: valid.state, line: valid.one_line })
        };
        each_state(common, &self.state, validate, !self.line, |answer| {
            let text = if self.line { &answer.line } else { "valid" };
            writeln!(std::io::stdout(), "{text}")?;
            Ok(())
        })
    }
}
