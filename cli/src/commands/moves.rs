//! `towerlab moves`: what can happen next.

use std::io::Write;

use clap::Args;
use serde_json::Value;

use super::{each_state, next_in_words, percent};
use crate::Common;
use crate::failure::Failure;
use crate::output;

/// List the legal moves of a state, or what chance can bring.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab moves s.json
  towerlab new tower-up --players 2 --seed 1 | towerlab moves -
  towerlab moves --json states.jsonl")]
pub struct Moves {
    /// A state: a file, `-`, or its one-line form; several, one a line, are a batch
    state: String,
}

impl Moves {
    /// Prints the moves.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        each_state(common, &self.state, |table, state| table.moves(state), true, show)
    }
}

fn show(answer: &Value) -> Result<(), Failure> {
    let mut out = output::stdout();
    let moves = answer["moves"].as_array().into_iter().flatten();
    let texts: Vec<&str> = moves.filter_map(|entry| entry["move"].as_str()).collect();
    let next = next_in_words(&answer["next"]);
    match texts.len() {
        0 => writeln!(out, "{}", output::bold(&next))?,
        count => writeln!(out, "{}", output::bold(&format!("{next}: {count} moves")))?,
    }
    for text in texts {
        writeln!(out, "{text}")?;
    }
    write!(out, "{}", outcomes(&answer["next"]))?;
    Ok(())
}

/// What chance can bring, as a table.
pub fn outcomes(next: &Value) -> String {
    let Some(outcomes) = next["outcomes"].as_array() else { return String::new() };
    let row = |outcome: &Value| {
        vec![percent(&outcome["probability"]), outcome["move"].as_str().unwrap_or("?").into()]
    };
    output::table(&["chance", "move"], &outcomes.iter().map(row).collect::<Vec<_>>())
}
