//! `towerlab simulate`: what play makes of a state.

use std::io::Write;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;
use towerlab_engine::agents::{Bot, Spec};
use towerlab_engine::simulate::Run;

use super::percent;
use crate::Common;
use crate::bot::{PATIENCE, Program, tools};
use crate::failure::Failure;
use crate::input::Source;
use crate::{output, shelf};

/// Play a state to its end many times.
///
/// Win shares carry 95 % intervals; a shared win counts in parts. Random play says
/// little about skilled play: `--agents tuned` is a better guide.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab simulate s.json --games 10000
  towerlab simulate s.json --agents tuned --games 1000
  towerlab simulate s.json --agents search:100,tuned --games 20
  towerlab new tower-up --players 4 --seed 1 | towerlab simulate - --json")]
pub struct Simulate {
    /// A state: a file, `-`, or its one-line form
    state: String,
    /// Who plays: one agent for all seats, or one for each; see `towerlab match --help`
    #[arg(long, value_delimiter = ',', default_value = "random")]
    agents: Vec<Spec>,
    /// How many games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads; the result is the same for any number [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl Simulate {
    /// Plays and prints.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let source = Source::read(&self.state)?;
        let table = shelf::table_for(common, &source.name, &source.text)?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.unwrap_or(0).into())
            .build()?;
        // Drawn on standard error, and only on a terminal.
        let bar = ProgressBar::new(self.games).with_style(progress_style()?);
        let progress = |games| bar.inc(games);
        let start = |command: &str| -> Box<dyn Bot> { Box::new(Program::new(command, PATIENCE)) };
        let run = Run { games: self.games, seed: self.seed };
        let result = pool
            .install(|| table.simulate(&source.text, &self.agents, run, &tools(&start), &progress));
        bar.finish_and_clear();
        let result = result.map_err(Failure::of(&source.name))?;
        if common.json {
            return Ok(output::json(&result)?);
        }
        show(&result)
    }
}

fn progress_style() -> anyhow::Result<ProgressStyle> {
    let line = "{bar:30} {human_pos}/{human_len} games, {eta} left";
    Ok(ProgressStyle::with_template(line)?)
}

fn show(result: &Value) -> Result<(), Failure> {
    let row = |seat: &Value| {
        let whole = |key: &str| seat[key].to_string();
        let rounded = |key: &str| format!("{:.1}", seat[key].as_f64().unwrap_or(f64::NAN));
        vec![
            format!("seat {}", seat["seat"]),
            percent(&seat["win_share"]),
            format!("{} to {}", percent(&seat["win_share_low"]), percent(&seat["win_share_high"])),
            rounded("points_mean"),
            rounded("points_sd"),
            whole("points_q25"),
            whole("points_median"),
            whole("points_q75"),
        ]
    };
    let rows: Vec<Vec<String>> =
        result["seats"].as_array().into_iter().flatten().map(row).collect();
    let header =
        ["", "wins", "95 % interval", "points", "sd", "lower quarter", "median", "upper quarter"];
    let mut out = output::stdout();
    let finishes = output::flatten(&result["finish"]);
    let mut by: Vec<&str> =
        result["agents"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    by.dedup();
    let finishes: Vec<String> =
        finishes.iter().map(|(finish, count)| format!("{count} {finish}")).collect();
    writeln!(
        out,
        "{} by {}, seed {}: {}; {:.1} decisions a game",
        if result["games"] == 1 {
            "1 game".to_string()
        } else {
            format!("{} games", result["games"])
        },
        by.join(", "),
        result["seed"],
        finishes.join(", "),
        result["decisions"]["mean"].as_f64().unwrap_or(f64::NAN)
    )?;
    write!(out, "{}", output::table(&header, &rows))?;
    Ok(())
}
