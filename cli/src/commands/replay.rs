//! `towerlab replay`: a log to its end.

use std::io::Write;

use clap::Args;

use super::next_in_words;
use crate::Common;
use crate::failure::Failure;
use crate::input::Source;
use crate::{output, shelf};

/// Replay a log and print the state it leads to.
///
/// A log holds every move, chance among them, so nothing is drawn.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab selfplay tower-up --games 1 --seed 4 > log.json
  towerlab replay log.json
  towerlab replay log.json --states > states.jsonl")]
pub struct Replay {
    /// A log: a file, or `-`
    log: String,
    /// Print every state on the way, one a line
    #[arg(long)]
    states: bool,
}

impl Replay {
    /// Prints the last state, or all of them.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let source = Source::read(&self.log)?;
        let table = shelf::table_for(common, &source.name, &source.text)?;
        let replayed =
            table.replay(&source.text, self.states).map_err(Failure::of(&source.name))?;
        if self.states {
            let states = replayed["states"].as_array().into_iter().flatten();
            for state in states.chain([&replayed["state"]]) {
                output::json(state)?;
            }
            return Ok(());
        }
        if common.json {
            return Ok(output::json(&replayed)?);
        }
        output::document(&replayed["state"])?;
        writeln!(anstream::stderr(), "{}", next_in_words(&replayed["next"]))?;
        Ok(())
    }
}
