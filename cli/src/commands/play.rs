//! `towerlab play`: the state after some moves.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use serde_json::Value;
use towerlab_engine::operations::moves::NextUp;
use towerlab_engine::operations::play::{PlayRequest, PlayResponse};
use towerlab_engine::operations::{SafeInteger, StateInput};

use super::describe_next;
use super::moves::outcome_table;
use crate::Common;
use crate::failure::Failure;
use crate::input::TextInput;
use crate::operations::{RequestDocument, call};
use crate::{output, registry};

/// Play moves and print the state after them.
///
/// Dice, draws and reveals are moves too. With a seed, Towerlab draws those that you do not name;
/// without one, it stops at them and lists the outcomes.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab play s.json 'place C4 white' > t.json
  towerlab play s.json 'take wild2 as brown white' 'reveal gray2-white2'
  towerlab play s.json 'take wild2 as brown white' --seed 3
  towerlab play s.json --json 'found C4 black, roof on C3' | jq .events")]
pub struct PlayCommand {
    /// A state: a file, `-` for standard input, or its one-line form
    state: String,
    /// Moves, in the notation of `towerlab moves`
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// Draw outcomes of chance that are not named, from this seed
    #[arg(long)]
    seed: Option<u64>,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct PlayedMoves {
    state: Value,
    played: Vec<String>,
    events: Vec<Value>,
    next: NextUp,
}

impl PlayCommand {
    /// Prints the state, and on standard error what comes next.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let source = TextInput::read(&self.state)?;
        let service = registry::service_for(common, &source.name, &source.text)?;
        let request = PlayRequest {
            state: StateInput::from_text(&source.text),
            moves: Some(self.moves),
            seed: self.seed.map(SafeInteger),
            views: None,
        };
        let played = call(&*service, &request, RequestDocument::state(&source.text));
        let PlayResponse { state, played, events, next, .. } =
            played.map_err(Failure::of(&source.name))?;
        if common.json {
            return Ok(output::json(&PlayedMoves { state, played, events, next })?);
        }
        output::document(&state)?;
        let mut notes = anstream::stderr();
        writeln!(notes, "{}", describe_next(&next))?;
        if matches!(next, NextUp::Chance { .. }) {
            write!(notes, "name the outcome, or pass --seed:\n{}", outcome_table(&next))?;
        }
        Ok(())
    }
}
