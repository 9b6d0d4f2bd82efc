//! `towerlab tune`: learn what the agent `tuned` plays by.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use serde_json::Value;
use towerlab_engine::analysis::tune::Course;

use crate::Common;
use crate::failure::Failure;
use crate::{output, shelf};

/// Learn the weights of the agent `tuned` for a game and a number of players.
///
/// Tower Up and Tower learn from wins by self-play (cross-entropy); Skyline works out what unfinished
/// buildings bring, from the last round backwards, and `--population` is the number of columns
/// looked at. The same seed gives the same weights on every machine. The weights that come with Towerlab
/// were made by this command and are data of the engine (`engine/data/GAME/tuned.json`).
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab tune tower-up --players 2 --out weights
  towerlab tune skyline --players 1 --population 5 --out weights")]
pub struct Tune {
    /// The game, such as tower-up
    game: String,
    /// The number of players [default: the least the game allows]
    #[arg(long)]
    players: Option<u64>,
    /// A parameter of the rules, its value as in JSON; see `towerlab rules GAME`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// How often candidates are drawn
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    generations: u32,
    /// Candidates of a generation
    #[arg(long, default_value_t = 48, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    population: u32,
    /// Deals that each candidate plays, from every seat and against each rival
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    deals: u64,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The numbers of players that the weights are for [default: the number trained with]
    #[arg(long, value_delimiter = ',', value_name = "N,N")]
    serves: Vec<usize>,
    /// The folder for tuned.json and other files; weights for other numbers of players in it stay
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
}

impl Tune {
    /// Trains, telling of each generation, and writes the weights.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let table = shelf::table(common, &self.game)?;
        let rules = shelf::rules(&*table, self.players, &self.settings)?;
        let course = Course {
            seed: self.seed,
            generations: self.generations,
            population: self.population,
            deals: self.deals,
        };
        // A folder that cannot be written is better known before the work.
        std::fs::create_dir_all(&self.out)
            .with_context(|| format!("cannot make the folder {}", self.out.display()))?;
        let mut tell = |generation: &towerlab_engine::analysis::tune::Generation| {
            let _ = writeln!(
                anstream::stderr(),
                "{:4}: best {:.3}, mean {:.3}",
                generation.number,
                generation.elite,
                generation.mean
            );
        };
        let mut learned = table.learn(&rules, course, &mut tell).map_err(Failure::of("rules"))?;
        if !self.serves.is_empty() {
            learned["weights"]["tables"][0]["players"] = self.serves.clone().into();
        }
        write(&self.out, "tuned.json", &merged(&self.out, &learned["weights"])?)?;
        for (name, text) in learned["files"].as_object().into_iter().flatten() {
            write(&self.out, name, text.as_str().unwrap_or_default())?;
        }
        if common.json {
            return Ok(output::json(&learned["weights"])?);
        }
        let table = &learned["weights"]["tables"][0];
        let names = learned["weights"]["features"].as_array().into_iter().flatten();
        let weights = table["weights"].as_array().into_iter().flatten();
        let rows: Vec<Vec<String>> = names
            .zip(weights)
            .map(|(name, weight): (&Value, &Value)| {
                vec![name.as_str().unwrap_or("?").to_string(), weight.to_string()]
            })
            .collect();
        write!(output::stdout(), "{}", output::table(&["figure", "weight"], &rows))?;
        Ok(())
    }
}

/// The weights with those that are there already for other numbers of players.
fn merged(dir: &Path, new: &Value) -> anyhow::Result<String> {
    let mut file = new.clone();
    let players = |table: &Value| table["players"].as_array().cloned().unwrap_or_default();
    let served = players(&new["tables"][0]);
    let old = std::fs::read_to_string(dir.join("tuned.json")).unwrap_or_default();
    if let Ok(old) = serde_json::from_str::<Value>(&old)
        && old["features"] == new["features"]
    {
        let others = old["tables"].as_array().into_iter().flatten();
        let kept = others.filter(|table| !players(table).iter().any(|n| served.contains(n)));
        if let Some(tables) = file["tables"].as_array_mut() {
            tables.extend(kept.cloned());
            tables.sort_by_key(|table| table["players"][0].as_u64());
        }
    }
    Ok(format!("{}\n", serde_json::to_string(&file)?))
}

fn write(dir: &Path, name: &str, text: &str) -> anyhow::Result<()> {
    let path = dir.join(name);
    std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
}
