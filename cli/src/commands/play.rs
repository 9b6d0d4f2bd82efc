//! `towerlab play`: the state after some moves.

use std::io::Write;

use clap::Args;

use super::moves::outcomes;
use super::next_in_words;
use crate::Common;
use crate::failure::Failure;
use crate::input::Source;
use crate::{output, shelf};

/// Play moves and print the state after them.
///
/// What chance brings is a move as well. With a seed, chance that is not named is
/// drawn; without one, play stops at it and says what can happen.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab play s.json 'place C4 white' > t.json
  towerlab play s.json 'take wild2 as brown white' 'reveal gray2-white2'
  towerlab play s.json 'take wild2 as brown white' --seed 3
  towerlab play s.json --json 'found C4 black, roof on C3' | jq .events")]
pub struct Play {
    /// A state: a file, `-`, or its one-line form
    state: String,
    /// Moves, in the notation of `towerlab moves`
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    /// Draw chance that is not named from this seed
    #[arg(long)]
    seed: Option<u64>,
}

impl Play {
    /// Prints the state, and tells on standard error what comes next.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let source = Source::read(&self.state)?;
        let table = shelf::table_for(common, &source.name, &source.text)?;
        let played =
            table.play(&source.text, &self.moves, self.seed).map_err(Failure::of(&source.name))?;
        if common.json {
            return Ok(output::json(&played)?);
        }
        output::document(&played["state"])?;
        let next = &played["next"];
        let mut told = anstream::stderr();
        writeln!(told, "{}", next_in_words(next))?;
        if next["who"] == "chance" {
            write!(told, "name what happened, or pass --seed:\n{}", outcomes(next))?;
        }
        Ok(())
    }
}
