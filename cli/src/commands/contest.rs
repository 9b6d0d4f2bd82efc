//! `towerlab match`: agents against each other.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use towerlab_engine::agents::Bot;
use towerlab_engine::analysis::contest::Contest;
use towerlab_engine::table::agents;

use super::percent;
use crate::Common;
use crate::bot::{PATIENCE, Program, tools};
use crate::failure::Failure;
use crate::{output, shelf};

/// Let agents play each other: every pairing, on the same deals, from every seat.
///
/// With two players each pairing is one against one; with more, one against as many of the
/// other as there are seats left, both ways round. Agents are `random`, `greedy`, `tuned`,
/// `search:1000` (iterations), `search:1000x4` (four trees merged), `search:200ms` (not
/// reproducible) and `exec:./mybot`: a program that reads a JSON line with `view` and `moves` and
/// answers with the index of a move. A program that crashes, answers nonsense or takes too long
/// loses the game, and the result says so.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab match tower-up --agents tuned,greedy,random --games 1000
  towerlab match tower --players 4 --agents search:500,tuned --games 100 --out ladder.csv
  towerlab match skyline --agents tuned,'exec:python3 mybot.py' --games 20")]
pub struct Match {
    /// The game, such as tower-up
    game: String,
    /// Who plays, separated by commas
    #[arg(long, value_delimiter = ',', default_value = "tuned,greedy,random")]
    agents: Vec<String>,
    /// The number of players [default: 2]
    #[arg(long, default_value_t = 2)]
    players: u64,
    /// A parameter of the rules, its value as in JSON; see `towerlab rules GAME`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// Games of each pairing
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads; the result is the same for any number [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// How long a program may think about one decision, in milliseconds
    #[arg(long, default_value_t = PATIENCE.as_millis() as u64)]
    patience: u64,
    /// Write the pairings as CSV
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Match {
    /// Plays and prints.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let table = shelf::table(common, &self.game)?;
        let rules = shelf::rules(&*table, Some(self.players), &self.settings)?;
        let agents = agents(&self.agents).map_err(Failure::of("agents"))?;
        let count = agents.len() as u64;
        let each = self.games.div_ceil(self.players) * self.players;
        let pairings =
            if self.players == 2 { count * (count - 1) / 2 } else { count * (count - 1) };
        let contest = Contest { agents, games: self.games, seed: self.seed };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.unwrap_or(0).into())
            .build()?;
        let line = "{bar:30} {human_pos}/{human_len} games, {eta} left";
        let bar = ProgressBar::new(each * pairings).with_style(ProgressStyle::with_template(line)?);
        bar.enable_steady_tick(Duration::from_millis(500));
        let patience = Duration::from_millis(self.patience);
        let start = |command: &str| -> Box<dyn Bot> { Box::new(Program::new(command, patience)) };
        let begin = Instant::now();
        let result = pool
            .install(|| table.contest(&rules, &contest, &tools(&start), &|games| bar.inc(games)));
        bar.finish_and_clear();
        let mut result = result.map_err(Failure::of("match"))?;
        let seconds = begin.elapsed().as_secs_f64();
        if let Some(path) = &self.out {
            write_csv(path, &result["pairings"])
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        if common.json {
            result["run"] = json!({"seconds": seconds});
            return Ok(output::json(&result)?);
        }
        show(&result, seconds)
    }
}

/// One row for each pairing. Nothing in it depends on the machine.
fn write_csv(path: &std::path::Path, pairings: &Value) -> anyhow::Result<()> {
    let rows: Vec<&Value> = pairings.as_array().into_iter().flatten().collect();
    let mut text = String::new();
    if let Some(Value::Object(first)) = rows.first() {
        text += &(first.keys().cloned().collect::<Vec<_>>().join(",") + "\r\n");
    }
    for row in rows {
        let cell = |value: &Value| match value {
            Value::String(text) if text.contains([',', '"']) => {
                format!("\"{}\"", text.replace('"', "\"\""))
            }
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let cells: Vec<String> =
            row.as_object().into_iter().flatten().map(|(_, v)| cell(v)).collect();
        text += &(cells.join(",") + "\r\n");
    }
    std::fs::write(path, text)?;
    Ok(())
}

fn show(result: &Value, seconds: f64) -> Result<(), Failure> {
    let rows = result["pairings"].as_array().into_iter().flatten();
    let decisions: f64 = rows.clone().filter_map(|row| row["decisions"].as_f64()).sum();
    let line = |row: &Value| {
        let mut cells = vec![
            row["agent"].as_str().unwrap_or("?").to_string(),
            row["rival"].as_str().unwrap_or("?").to_string(),
            row["games"].to_string(),
            percent(&row["win_share"]),
            format!("{} to {}", percent(&row["win_share_low"]), percent(&row["win_share_high"])),
            format!("{:+.1}", row["margin"].as_f64().unwrap_or(f64::NAN)),
        ];
        let failures = row["failures"].as_u64().unwrap_or(0);
        cells.push(if failures == 0 { "-".into() } else { failures.to_string() });
        cells
    };
    let lines: Vec<Vec<String>> = rows.map(line).collect();
    let header = ["agent", "against", "games", "wins", "95 % interval", "margin", "failed"];
    let mut out = output::stdout();
    write!(out, "{}", output::table(&header, &lines))?;
    let rating = |rating: &Value| {
        let points = |key: &str| format!("{:+.0}", rating[key].as_f64().unwrap_or(f64::NAN));
        vec![
            rating["agent"].as_str().unwrap_or("?").to_string(),
            points("elo"),
            format!("{} to {}", points("elo_low"), points("elo_high")),
        ]
    };
    let ratings: Vec<Vec<String>> =
        result["ratings"].as_array().into_iter().flatten().map(rating).collect();
    writeln!(out)?;
    write!(out, "{}", output::table(&["agent", "Elo", "95 % interval"], &ratings))?;
    writeln!(out, "{:.0} decisions a second in all, {seconds:.1} s", decisions / seconds)?;
    Ok(())
}
