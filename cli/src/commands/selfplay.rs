//! `towerlab selfplay`: logs of whole games.

use std::fs::File;
use std::io::{self, LineWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use towerlab_engine::table::Deal;

use crate::Common;
use crate::failure::Failure;
use crate::shelf;

/// Play whole games with random moves and write their logs, one a line.
///
/// Game K of a seed is the same on every machine.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab selfplay tower-up --games 100 --out games.jsonl
  towerlab selfplay tower-up --players 4 --set starting_floors=5 --seed 9 --from 1000 --games 10")]
pub struct Selfplay {
    /// The game, such as tower-up
    game: String,
    /// The number of players [default: the least the game allows]
    #[arg(long)]
    players: Option<u64>,
    /// A parameter of the rules, its value as in JSON; see `towerlab rules GAME`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// How many games
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The first game
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Selfplay {
    /// Plays and writes. Whatever stops it, the lines written are whole games.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let table = shelf::table(common, &self.game)?;
        let rules = shelf::rules(&*table, self.players, &self.settings)?;
        let out: Box<dyn Write> = match &self.out {
            Some(path) => Box::new(
                File::create(path).with_context(|| format!("cannot write {}", path.display()))?,
            ),
            None => Box::new(io::stdout().lock()),
        };
        let mut out = LineWriter::with_capacity(1 << 16, out);
        for game in self.from..self.from.saturating_add(self.games) {
            let log = table
                .selfplay(&rules, Deal { seed: self.seed, game })
                .map_err(Failure::of("rules"))?;
            writeln!(out, "{log}").with_context(|| match &self.out {
                Some(path) => format!("cannot write {}", path.display()),
                None => "cannot write".into(),
            })?;
        }
        out.flush()?;
        Ok(())
    }
}
