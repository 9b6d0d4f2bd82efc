//! Options that several commands share.

use clap::Args;
use serde_json::{Map, Value};
use towerlab_engine::operations::GameService;

use crate::registry;

/// The rules of a new game.
#[derive(Args)]
pub struct RuleOptions {
    /// The number of players [default: as few as the game allows]
    #[arg(long)]
    pub players: Option<u64>,
    /// Set a parameter of the rules to a JSON value; see `towerlab rules GAME`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    pub settings: Vec<String>,
}

impl RuleOptions {
    /// The rules as a document.
    pub fn rules(&self, service: &dyn GameService) -> anyhow::Result<Map<String, Value>> {
        registry::rules_from_flags(service, self.players, &self.settings)
    }
}

/// The number of threads.
#[derive(Args)]
pub struct ThreadOptions {
    /// The number of threads; the result is the same for any number [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl ThreadOptions {
    /// Threads to work with.
    pub fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        let threads = self.threads.unwrap_or(0).into();
        Ok(rayon::ThreadPoolBuilder::new().num_threads(threads).build()?)
    }
}
