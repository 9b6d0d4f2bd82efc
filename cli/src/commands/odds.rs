//! `towerlab odds`: exact probabilities.

use std::io::Write;

use clap::Args;
use serde::Deserialize;
use serde_json::{Map, Value};
use towerlab_engine::operations::odds::OddsRequest;
use towerlab_engine::operations::{GameService, StateInput};

use super::each_state;
use crate::Common;
use crate::failure::Failure;
use crate::operations::{RequestDocument, call};
use crate::output;

/// Compute the exact odds of a turn with best play, without simulation.
///
/// For Skyline: the probability of finishing a building of each type and minimum height before the
/// turn ends. Each line assumes that the player pursues this goal only.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab new skyline --players 2 --seed 3 > s.json
  towerlab play s.json 'take upper upper penthouse' | towerlab odds -")]
pub struct OddsCommand {
    /// A state with dice in hand: a file, `-` for standard input, or its one-line form
    state: String,
}

/// The odds of Skyline.
#[derive(Deserialize)]
struct TurnOdds {
    finish: Vec<FinishOdds>,
}

/// The probability of finishing a building.
#[derive(Deserialize)]
struct FinishOdds {
    r#type: String,
    least_height: u8,
    probability: f64,
}

impl OddsCommand {
    /// Prints the odds.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let odds = |service: &dyn GameService, state: &str| {
            let request = OddsRequest { state: StateInput::from_text(state) };
            Ok(call(service, &request, RequestDocument::state(state))?.odds)
        };
        each_state(common, &self.state, odds, true, show)
    }
}

fn show(odds: &Map<String, Value>) -> Result<(), Failure> {
    let odds: TurnOdds = serde_json::from_value(Value::Object(odds.clone()))?;
    let row = |goal: &FinishOdds| {
        let chance = 100.0 * goal.probability;
        vec![goal.r#type.clone(), goal.least_height.to_string(), format!("{chance:.4}%")]
    };
    let rows: Vec<Vec<String>> = odds.finish.iter().map(row).collect();
    write!(output::stdout(), "{}", output::table(&["finish", "at least", "chance"], &rows))?;
    Ok(())
}
