//! `towerlab view`: a state as one seat sees it.

use clap::Args;

use super::each_state;
use crate::Common;
use crate::failure::Failure;
use crate::output;

/// Show a state as one seat sees it.
///
/// Cards that the seat cannot know become `?`, and `seen_by` says whose view it is. A view can be
/// validated and scored; its seat's moves can be listed and played; `simulate` deals the unknown
/// cards anew for every game. Games without secrets look the same to everybody.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab new tower --players 2 --seed 3 > s.json
  towerlab view s.json --seat 1
  towerlab view s.json --seat 0 | towerlab simulate -")]
pub struct View {
    /// A state: a file, `-`, or its one-line form; several, one a line, are a batch
    state: String,
    /// The seat that looks, from 0
    #[arg(long)]
    seat: u8,
}

impl View {
    /// Prints the view.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let seat = self.seat;
        let show = |view: &_| Ok(output::document(view)?);
        each_state(common, &self.state, |table, state| table.view(state, seat), false, show)
    }
}
