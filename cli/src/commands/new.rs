//! `towerlab new`: a new game.

use std::io::Write;

use clap::Args;
use towerlab_engine::document::compact;
use towerlab_engine::table::Deal;

use crate::Common;
use crate::failure::Failure;
use crate::{output, shelf};

/// Make the state of a new game.
///
/// With a seed everything is dealt up to the first decision of a player. Without one
/// nothing is: enter what a real table shows with `towerlab play`.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab new tower-up --players 3 --seed 7 > s.json
  towerlab new tower-up --players 2 --seed 7 --set starting_floors=5 --set objectives=start
  towerlab new tower-up --players 2 --set beyond_rulebook=true --set tokens=[9,4] --seed 1 --line")]
pub struct New {
    /// The game, such as tower-up
    game: String,
    /// The number of players [default: the least the game allows]
    #[arg(long)]
    players: Option<u64>,
    /// A parameter of the rules, its value as in JSON; see `towerlab rules GAME`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// Deal from this seed
    #[arg(long)]
    seed: Option<u64>,
    /// Which game of the seed
    #[arg(long = "game", value_name = "K", default_value_t = 0, requires = "seed")]
    number: u64,
    /// Print the one-line form, for addresses and cells
    #[arg(long)]
    line: bool,
}

impl New {
    /// Prints the state.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let table = shelf::table(common, &self.game)?;
        let rules = shelf::rules(&*table, self.players, &self.settings)?;
        let deal = self.seed.map(|seed| Deal { seed, game: self.number });
        let state = table.new_game(&rules, deal).map_err(Failure::of("rules"))?;
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
