//! `towerlab selfplay`: logs of whole games.

use std::fs::File;
use std::io::{self, LineWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use towerlab_engine::agents::Spec;
use towerlab_engine::operations::Deal;

use super::options::RuleOptions;
use crate::Common;
use crate::bot::{agent_context, start_bot};
use crate::failure::Failure;
use crate::registry;

/// Play whole games and write their logs, one per line.
///
/// Game K of a seed is the same on every machine, unless an agent has a time limit or is a program.
/// `towerlab replay` reads the logs.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab selfplay tower-up --games 100 --out games.jsonl
  towerlab selfplay tower-up --players 4 --set starting_floors=5 --seed 9 --from 1000 --games 10
  towerlab selfplay tower --agents expert,tuned --games 10 | towerlab replay - --json")]
pub struct SelfplayCommand {
    /// The game, such as tower-up
    game: String,
    #[command(flatten)]
    rules: RuleOptions,
    /// One agent for all seats, or one for each seat; see `towerlab match --help`
    #[arg(long, value_delimiter = ',', default_value = "random")]
    agents: Vec<Spec>,
    /// The number of games
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The number of the first game within the seed
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the logs to this file [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl SelfplayCommand {
    /// Plays and writes. Whatever stops it, every line is a whole game.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let service = registry::service(common, &self.game)?;
        let rules = self.rules.rules(&*service)?;
        let unwritable = || match &self.out {
            Some(path) => format!("cannot write {}", path.display()),
            None => "cannot write".into(),
        };
        let out: Box<dyn Write> = match &self.out {
            Some(path) => Box::new(File::create(path).with_context(unwritable)?),
            None => Box::new(io::stdout().lock()),
        };
        // Random play has a stream of its own, so that its games stay what they have always been.
        let fits =
            [1, rules["players"].as_u64().unwrap_or(0)].contains(&(self.agents.len() as u64));
        let is_random = fits && self.agents.iter().all(|agent| *agent == Spec::Random);
        let agents = (!is_random).then_some(&self.agents[..]);
        let mut out = LineWriter::with_capacity(1 << 16, out);
        for game in self.from..self.from.saturating_add(self.games) {
            let deal = Deal { seed: self.seed, game };
            let log = service.record_game(&rules, agents, deal, &agent_context(&start_bot));
            let log = serde_json::to_string(&log.map_err(Failure::of("rules"))?)?;
            writeln!(out, "{log}").with_context(unwritable)?;
        }
        out.flush()?;
        Ok(())
    }
}
