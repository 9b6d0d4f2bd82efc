//! `towerlab view`: a state as one seat sees it.

use clap::Args;
use towerlab_engine::operations::view::ViewRequest;
use towerlab_engine::operations::{GameService, StateInput};

use super::each_state;
use crate::Common;
use crate::failure::Failure;
use crate::operations::{RequestDocument, call};
use crate::output;

/// Show a state as one seat sees it.
///
/// Hidden cards become `?`, and `seen_by` names the seat. You can validate and score a view, list and
/// play the moves of its seat, and simulate it: each game deals the hidden cards again. In games
/// without hidden information, all seats see the same.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab new tower --players 2 --seed 3 > s.json
  towerlab view s.json --seat 1
  towerlab view s.json --seat 0 | towerlab simulate -")]
pub struct ViewCommand {
    /// A state: a file, `-` for standard input, or its one-line form. Several states, one per line,
    /// form a batch
    state: String,
    /// The seat, from 0
    #[arg(long)]
    seat: u8,
}

impl ViewCommand {
    /// Prints the view.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let view = |service: &dyn GameService, state: &str| {
            let request = ViewRequest { state: StateInput::from_text(state), seat: self.seat };
            Ok(call(service, &request, RequestDocument::state(state))?.state)
        };
        each_state(common, &self.state, view, false, |view| Ok(output::document(view)?))
    }
}
