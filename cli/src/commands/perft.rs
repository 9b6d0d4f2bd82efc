//! `towerlab perft`: the number of move sequences.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use towerlab_engine::operations::Deal;

use super::options::RuleOptions;
use crate::Common;
use crate::failure::Failure;
use crate::operations::new_game;
use crate::{output, registry};

/// Count the sequences of moves up to a depth, to compare implementations of the rules.
///
/// Counts the moves of players and the outcomes of chance, from the first decision of a player in
/// game 0 of the seed.
#[derive(Args)]
#[command(after_help = "Example:
  towerlab perft tower-up --players 2 --seed 1 --depth 3")]
pub struct PerftCommand {
    /// The game, such as tower-up
    game: String,
    #[command(flatten)]
    rules: RuleOptions,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of moves
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=20))]
    depth: u32,
}

/// The count of one depth.
#[derive(Serialize)]
struct DepthCount {
    depth: u32,
    count: u64,
}

impl PerftCommand {
    /// Counts and prints, depth by depth.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let service = registry::service(common, &self.game)?;
        let rules = self.rules.rules(&*service)?;
        let deal = Deal { seed: self.seed, game: 0 };
        let state =
            new_game(&*service, rules, Some(deal)).map_err(Failure::of("rules"))?.to_string();
        for depth in 0..=self.depth {
            let count = service.perft(&state, depth).map_err(Failure::of("state"))?;
            if common.json {
                output::json(&DepthCount { depth, count })?;
            } else {
                writeln!(std::io::stdout(), "{depth:>3}  {count:>15}")?;
            }
        }
        Ok(())
    }
}
