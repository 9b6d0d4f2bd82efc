//! `towerlab advise`: what to play, and why.

use std::io::Write;

use clap::Args;
use serde_json::Value;
use towerlab_engine::agents::{Bot, Spec};
use towerlab_engine::analysis::advice::Question;

use super::{each_state, percent};
use crate::Common;
use crate::bot::{PATIENCE, Program, tools};
use crate::failure::Failure;
use crate::output;

/// Rank the legal moves of a state and say what each leads to.
///
/// The agent ranks; for each move shown, games are then played to their end by `tuned` in all
/// seats, with what is hidden dealt anew: win probability, expected points and margin come from
/// them, with standard errors. The state may be complete or the view of the player to move.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab advise s.json
  towerlab advise s.json --agent search:2000 --top 5
  towerlab view s.json --seat 0 | towerlab advise - --agent search:500")]
pub struct Advise {
    /// A state: a file, `-`, or its one-line form; several, one a line, are a batch
    state: String,
    /// Who ranks: random, greedy, tuned, search:1000, search:200ms or exec:./mybot
    #[arg(long, default_value = "search:1000")]
    agent: Spec,
    /// How many moves to show
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    top: u64,
    /// Games played on after each move shown
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Advise {
    /// Thinks and prints.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let question = Question {
            agent: self.agent,
            top: self.top as usize,
            games: self.games,
            seed: self.seed,
        };
        let start = |command: &str| -> Box<dyn Bot> { Box::new(Program::new(command, PATIENCE)) };
        let ask = |table: &dyn towerlab_engine::table::Table, state: &str| {
            table.advise(state, &question, &tools(&start))
        };
        each_state(common, &self.state, ask, true, show)
    }
}

fn show(answer: &Value) -> Result<(), Failure> {
    let number = |row: &Value, key: &str| row[key].as_f64().unwrap_or(f64::NAN);
    let line = |row: &Value| {
        vec![
            row["move"].as_str().unwrap_or("?").to_string(),
            format!(
                "{} ±{:.1}",
                percent(&row["win_probability"]),
                100.0 * number(row, "win_probability_error")
            ),
            format!("{:.1} ±{:.1}", number(row, "points"), number(row, "points_error")),
            format!("{:+.1}", number(row, "margin")),
            row["visits"].as_u64().map_or("-".into(), |visits| visits.to_string()),
            row["reason"].as_str().unwrap_or_default().to_string(),
        ]
    };
    let rows = answer["advice"].as_array().into_iter().flatten();
    let lines: Vec<Vec<String>> = rows.map(line).collect();
    let mut out = output::stdout();
    writeln!(
        out,
        "seat {}, ranked by {}{}",
        answer["seat"],
        answer["agent"].as_str().unwrap_or("?"),
        if answer["reproducible"] == true { "" } else { " (not reproducible)" }
    )?;
    let header = ["move", "wins ± error", "points ± error", "margin", "visits", "why"];
    write!(out, "{}", output::table(&header, &lines))?;
    Ok(())
}
