//! `towerlab replay`: a log to its end.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use serde_json::{Map, Value};
use towerlab_engine::agents::{Bot, Spec};
use towerlab_engine::draw::Theme;
use towerlab_engine::table::{Deal, Table};

use super::next_in_words;
use super::render::Themes;
use crate::Common;
use crate::bot::{PATIENCE, Program, tools};
use crate::failure::Failure;
use crate::folder::Folder;
use crate::input::Source;
use crate::{output, shelf};

/// Replay a log and print the state it leads to.
///
/// A log holds every move, chance among them, so nothing is drawn.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab selfplay tower-up --games 1 --seed 4 > log.json
  towerlab replay log.json
  towerlab replay log.json --states > states.jsonl
  towerlab replay log.json --svg frames
  towerlab replay --row results/starting-floors 4711
  towerlab replay --row results/starting-floors 4711 --log > log.json")]
pub struct Replay {
    /// A log: a file, or `-`
    #[arg(required_unless_present = "row")]
    log: Option<String>,
    /// A game of a scenario: its folder of results and its row in games.csv
    #[arg(long, num_args = 2, value_names = ["DIR", "ROW"], conflicts_with = "log")]
    row: Option<Vec<String>>,
    /// Print the log of that game instead of its end
    #[arg(long = "log", requires = "row", id = "as_log")]
    as_log: bool,
    /// Print every state on the way, one a line
    #[arg(long)]
    states: bool,
    /// Write a picture of every turn into this folder, from 000.svg on
    #[arg(long, value_name = "DIR", conflicts_with = "states")]
    svg: Option<PathBuf>,
    /// Light or dark pictures
    #[arg(long, default_value = "light", requires = "svg")]
    theme: Themes,
}

impl Replay {
    /// Prints the last state, or all of them.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let source = match (&self.row, &self.log) {
            (Some(row), _) => row_of(common, &row[0], &row[1])?,
            (None, Some(log)) => Source::read(log)?,
            (None, None) => unreachable!("one of the two is required"),
        };
        if self.as_log {
            return Ok(output::document(&serde_json::from_str(&source.text)?)?);
        }
        let table = shelf::table_for(common, &source.name, &source.text)?;
        let all = self.states || self.svg.is_some();
        let replayed = table.replay(&source.text, all).map_err(Failure::of(&source.name))?;
        if let Some(folder) = &self.svg {
            return frames(&*table, &replayed, folder, self.theme.into());
        }
        if self.states {
            let states = replayed["states"].as_array().into_iter().flatten();
            for state in states.chain([&replayed["state"]]) {
                output::json(state)?;
            }
            return Ok(());
        }
        if common.json {
            return Ok(output::json(&replayed)?);
        }
        output::document(&replayed["state"])?;
        writeln!(anstream::stderr(), "{}", next_in_words(&replayed["next"]))?;
        Ok(())
    }
}

/// A picture of the position at the beginning of every turn, and of the last one.
fn frames(table: &dyn Table, replayed: &Value, folder: &Path, theme: Theme) -> Result<(), Failure> {
    let states: Vec<&Value> = replayed["states"].as_array().into_iter().flatten().collect();
    // A turn is over when its number or its seat is another one.
    let turn = |state: &Value| {
        let turn = &state["turn"];
        [turn["number"].clone(), turn["round"].clone(), turn["seat"].clone()]
    };
    let folder = Folder::new(folder.to_path_buf())?;
    let begins = |at: usize| at == 0 || turn(states[at]) != turn(states[at - 1]);
    let shown = (0..states.len()).filter(|at| begins(*at)).map(|at| states[at]);
    let mut count = 0;
    for (number, state) in shown.chain([&replayed["state"]]).enumerate() {
        let picture = table.draw(&state.to_string(), theme).map_err(Failure::of("the log"))?;
        folder.write(&format!("{number:03}.svg"), &picture)?;
        count = number + 1;
    }
    writeln!(std::io::stdout(), "{count} pictures in {}", folder.path.display())?;
    Ok(())
}

/// The log of a game of a scenario: played again, move by move the same.
fn row_of(common: &Common, folder: &str, row: &str) -> Result<Source, Failure> {
    let number: usize = row.parse().map_err(|_| anyhow!("`{row}` is no row of games.csv"))?;
    let table = Path::new(folder).join("games.csv");
    let mut reader = csv::Reader::from_path(&table).with_context(|| {
        format!("cannot read {} (written by `towerlab run --every-game`)", table.display())
    })?;
    let record = reader.records().nth(number.wrapping_sub(1));
    let record = record.ok_or_else(|| anyhow!("{} has no row {number}", table.display()))?;
    let record = record.with_context(|| format!("{} is no table of games", table.display()))?;
    let cell = |at: usize| {
        let found = record.get(at);
        found.ok_or_else(|| anyhow!("{} is no table of games", table.display()))
    };
    let manifest = Path::new(folder).join("manifest.json");
    let text = fs::read_to_string(&manifest)
        .with_context(|| format!("cannot read {}", manifest.display()))?;
    let manifest: Value = serde_json::from_str(&text)?;
    // Names that could be formulas are marked in the table.
    let case = cell(1)?.trim_start_matches('\'');
    let mut cases = manifest["cases"].as_array().into_iter().flatten();
    let found =
        cases.find(|it| it["case"].as_str().map(|it| it.trim_start_matches('\'')) == Some(case));
    let found = found.ok_or_else(|| anyhow!("the manifest has no case `{case}`"))?;
    let rules: Map<String, Value> = found["rules"].as_object().cloned().unwrap_or_default();
    let agents = found["agents"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let agents: Result<Vec<Spec>, String> = agents.map(str::parse).collect();
    let whole = |at: usize| {
        cell(at)?.parse::<u64>().map_err(|_| anyhow!("row {number} names no game of a seed"))
    };
    let deal = Deal { seed: whole(3)?, game: whole(2)? };
    let start = |command: &str| -> Box<dyn Bot> { Box::new(Program::new(command, PATIENCE)) };
    let table = shelf::table(common, manifest["game"].as_str().unwrap_or_default())?;
    let log = table.log(&rules, &agents.map_err(|why| anyhow!(why))?, deal, &tools(&start));
    let log = log.map_err(Failure::of(folder))?;
    Ok(Source { name: format!("row {number}"), text: log.to_string() })
}
