//! `towerlab odds`: exact chances.

use std::io::Write;

use clap::Args;
use serde_json::Value;

use super::each_state;
use crate::Common;
use crate::failure::Failure;
use crate::output;

/// Compute the exact odds of a turn, with best play: nothing is simulated.
///
/// For Skyline: the chance of finishing a building of each type, at least so high, before
/// the turn ends. Each line assumes play for that goal alone.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab new skyline --players 2 --seed 3 > s.json
  towerlab play s.json 'take upper upper penthouse' | towerlab odds -")]
pub struct Odds {
    /// A state whose dice are taken: a file, `-`, or its one-line form
    state: String,
}

impl Odds {
    /// Prints the odds.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        each_state(common, &self.state, |table, state| table.odds(state), true, show)
    }
}

fn show(answer: &Value) -> Result<(), Failure> {
    let row = |goal: &Value| {
        let chance = 100.0 * goal["probability"].as_f64().unwrap_or(f64::NAN);
        vec![
            goal["type"].as_str().unwrap_or("?").into(),
            goal["least_height"].to_string(),
            format!("{chance:.4}%"),
        ]
    };
    let rows: Vec<Vec<String>> =
        answer["finish"].as_array().into_iter().flatten().map(row).collect();
    write!(output::stdout(), "{}", output::table(&["finish", "at least", "chance"], &rows))?;
    Ok(())
}
