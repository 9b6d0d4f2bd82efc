//! `towerlab new`: the state of a new game.

use std::io::Write;

use clap::Args;
use towerlab_engine::document::compact;
use towerlab_engine::operations::Deal;

use super::options::RuleOptions;
use crate::Common;
use crate::failure::Failure;
use crate::operations::new_game;
use crate::{output, registry};

/// Print the state of a new game.
///
/// With a seed, everything is dealt up to the first decision of a player. Without a seed, nothing is
/// dealt: use `towerlab play` to enter what you see on a real table.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab new tower-up --players 3 --seed 7 > s.json
  towerlab new tower-up --players 2 --seed 7 --set starting_floors=5 --set objectives=start
  towerlab new tower-up --players 2 --set beyond_rulebook=true --set tokens=[9,4] --seed 1 --line")]
pub struct NewCommand {
    /// The game, such as tower-up
    game: String,
    #[command(flatten)]
    rules: RuleOptions,
    /// Deal from this seed
    #[arg(long)]
    seed: Option<u64>,
    /// The number of the game within the seed
    #[arg(long = "game", value_name = "K", default_value_t = 0, requires = "seed")]
    number: u64,
    /// Print the one-line form, for URLs and cells
    #[arg(long)]
    line: bool,
}

impl NewCommand {
    /// Prints the state.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let service = registry::service(common, &self.game)?;
        let rules = self.rules.rules(&*service)?;
        let deal = self.seed.map(|seed| Deal { seed, game: self.number });
        let state = new_game(&*service, rules, deal).map_err(Failure::of("rules"))?;
        if self.line {
            writeln!(std::io::stdout(), "{}", compact::write(&state))?;
            return Ok(());
        }
        if common.json {
            return Ok(output::json(&state)?);
        }
        Ok(output::document(&state)?)
    }
}
