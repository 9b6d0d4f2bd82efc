//! `towerlab perft`: counting positions.

use std::io::Write;

use clap::Args;
use serde_json::json;
use towerlab_engine::table::Deal;

use crate::Common;
use crate::failure::Failure;
use crate::{output, shelf};

/// Count the ways to make some moves, to compare two implementations of the rules.
///
/// Counts players' moves and outcomes of chance alike, from the first decision of a
/// player of game 0 of the seed.
#[derive(Args)]
#[command(after_help = "Example:
  towerlab perft tower-up --players 2 --seed 1 --depth 3")]
pub struct Perft {
    /// The game, such as tower-up
    game: String,
    /// The number of players [default: the least the game allows]
    #[arg(long)]
    players: Option<u64>,
    /// A parameter of the rules, its value as in JSON; see `towerlab rules GAME`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many moves
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
}

impl Perft {
    /// Counts and prints, depth by depth.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let table = shelf::table(common, &self.game)?;
        let rules = shelf::rules(&*table, self.players, &self.settings)?;
        let deal = Deal { seed: self.seed, game: 0 };
        let state = table.new_game(&rules, Some(deal)).map_err(Failure::of("rules"))?.to_string();
        for depth in 0..=self.depth {
            let count = table.perft(&state, depth).map_err(Failure::of("state"))?;
            match common.json {
                true => output::json(&json!({"depth": depth, "count": count}))?,
                false => writeln!(std::io::stdout(), "{depth:>3}  {count:>15}")?,
            }
        }
        Ok(())
    }
}
