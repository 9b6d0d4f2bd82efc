//! `towerlab tune`: learns the weights of the agent `tuned`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use towerlab_engine::agents::training::{Generation, TrainingOptions};
use towerlab_engine::games::weights::{WeightsEntry, WeightsFile};

use super::options::RuleOptions;
use crate::Common;
use crate::failure::Failure;
use crate::{output, registry};

/// Learn the weights of the agent `tuned` for a game and a number of players.
///
/// Tower Up and Tower learn from wins in self-play (cross-entropy). Skyline computes the value of
/// unfinished buildings from the last round backwards; there, `--population` is the number of
/// columns considered. The same seed gives the same weights on every machine. This command made the
/// weights that come with Towerlab (`engine/data/GAME/tuned.json`).
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab tune tower-up --players 2 --out weights
  towerlab tune skyline --players 1 --population 5 --out weights")]
pub struct TuneCommand {
    /// The game, such as tower-up
    game: String,
    #[command(flatten)]
    rules: RuleOptions,
    /// The number of generations
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    generations: u32,
    /// The number of candidates in each generation
    #[arg(long, default_value_t = 48, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    population: u32,
    /// The number of deals that each candidate plays from every seat against each rival
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    deals: u64,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The numbers of players to use the weights for [default: the number in training]
    #[arg(long, value_delimiter = ',', value_name = "N,N")]
    serves: Vec<usize>,
    /// Write tuned.json and other files into this folder, and keep its weights for other numbers of
    /// players
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
}

impl TuneCommand {
    /// Trains, prints a line for each generation, and writes the weights.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let service = registry::service(common, &self.game)?;
        let rules = self.rules.rules(&*service)?;
        let course = TrainingOptions {
            seed: self.seed,
            generations: self.generations,
            population: self.population,
            deals: self.deals,
        };
        // A folder that cannot be written should fail before the work, not after it.
        std::fs::create_dir_all(&self.out)
            .with_context(|| format!("cannot create the folder {}", self.out.display()))?;
        let mut report = |generation: &Generation| {
            let _ = writeln!(
                anstream::stderr(),
                "{:4}: best {:.3}, mean {:.3}",
                generation.number,
                generation.elite,
                generation.mean
            );
        };
        let learned = service.train(&rules, course, &mut report);
        let mut learned = learned.map_err(Failure::of("rules"))?;
        if !self.serves.is_empty() {
            learned.weights.tables[0].players.clone_from(&self.serves);
        }
        let file = with_other_weights(&self.out, &learned.weights);
        write_file(&self.out, "tuned.json", &format!("{}\n", serde_json::to_string(&file)?))?;
        for (name, text) in &learned.files {
            write_file(&self.out, name, text)?;
        }
        if common.json {
            return Ok(output::json(&learned.weights)?);
        }
        let WeightsFile { features, tables } = &learned.weights;
        let row = |(name, weight): (&String, &i32)| vec![name.clone(), weight.to_string()];
        let rows: Vec<Vec<String>> = features.iter().zip(&tables[0].weights).map(row).collect();
        write!(output::stdout(), "{}", output::table(&["feature", "weight"], &rows))?;
        Ok(())
    }
}

/// Adds the weights in the folder that are for other numbers of players.
fn with_other_weights(dir: &Path, new: &WeightsFile) -> WeightsFile {
    let mut file = new.clone();
    let served = &new.tables[0].players;
    let old = std::fs::read_to_string(dir.join("tuned.json")).unwrap_or_default();
    if let Ok(old) = serde_json::from_str::<WeightsFile>(&old)
        && old.features == new.features
    {
        let is_other = |entry: &WeightsEntry| !entry.players.iter().any(|n| served.contains(n));
        file.tables.extend(old.tables.into_iter().filter(is_other));
        file.tables.sort_by_key(|entry| entry.players.first().copied());
    }
    file
}

fn write_file(dir: &Path, name: &str, text: &str) -> anyhow::Result<()> {
    let path = dir.join(name);
    std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
}
