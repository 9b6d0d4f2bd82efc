//! `towerlab advise`: the best moves of a state, with reasons.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use towerlab_engine::agents::{Spec, catalog};
use towerlab_engine::lab::advice::MoveAdvice;
use towerlab_engine::operations::advise::{AdviseRequest, AdviseResponse};
use towerlab_engine::operations::{Amount, GameService, SafeInteger, StateInput};

use super::{each_state, percent};
use crate::Common;
use crate::failure::Failure;
use crate::operations::{RequestDocument, call};
use crate::output;

/// Rank the legal moves of a state and explain them.
///
/// The agent ranks the moves. For each move shown, `tuned` then plays games to their end in all
/// seats, with hidden cards dealt again. Win probability, expected points and margin come from these
/// games and have standard errors. The state may be complete or the view of the player to move.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab advise s.json
  towerlab advise s.json --agent search:2000 --top 5
  towerlab view s.json --seat 0 | towerlab advise - --agent search:500")]
pub struct AdviseCommand {
    /// A state: a file, `-` for standard input, or its one-line form. Several states, one per line,
    /// form a batch
    state: String,
    #[arg(
        long,
        default_value = "search:1000",
        help = format!("The agent that ranks the moves: {}", catalog::summarize())
    )]
    agent: Spec,
    /// The number of moves to show
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    top: u64,
    /// The number of games played after each move shown
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What is printed.
#[derive(Serialize)]
struct Advice {
    seat: u8,
    agent: String,
    reproducible: bool,
    seed: u64,
    advice: Vec<MoveAdvice>,
}

impl AdviseCommand {
    /// Ranks and prints.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let advise = |service: &dyn GameService, state: &str| {
            let request = AdviseRequest {
                state: StateInput::from_text(state),
                agent: Some(self.agent.to_string()),
                top: Some(Amount(self.top)),
                games: Some(Amount(self.games)),
                seed: Some(SafeInteger(self.seed)),
            };
            let AdviseResponse { seat, agent, reproducible, seed, advice, .. } =
                call(service, &request, RequestDocument::state(state))?;
            Ok(Advice { seat, agent, reproducible, seed, advice })
        };
        each_state(common, &self.state, advise, true, show)
    }
}

fn show(answer: &Advice) -> Result<(), Failure> {
    let line = |advice: &MoveAdvice| {
        let error = 100.0 * advice.win_probability_error;
        vec![
            advice.text.clone(),
            format!("{} ±{error:.1}", percent(advice.win_probability)),
            format!("{:.1} ±{:.1}", advice.points, advice.points_error),
            format!("{:+.1}", advice.margin),
            advice.visits.map_or("-".into(), |visits| visits.to_string()),
            advice.reason.clone(),
        ]
    };
    let lines: Vec<Vec<String>> = answer.advice.iter().map(line).collect();
    let mut out = output::stdout();
    let note = if answer.reproducible { "" } else { " (not reproducible)" };
    writeln!(out, "seat {}, ranked by {}{note}", answer.seat, answer.agent)?;
    let header = ["move", "wins ± error", "points ± error", "margin", "visits", "why"];
    write!(out, "{}", output::table(&header, &lines))?;
    Ok(())
}
