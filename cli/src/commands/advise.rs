//! `towerlab advise`: the best moves of a state, with reasons.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use towerlab_engine::agents::{Spec, catalog};
use towerlab_engine::lab::advice::{AdviceSource, MoveAdvice};
use towerlab_engine::operations::advise::{AdviseRequest, AdviseResponse};
use towerlab_engine::operations::{Amount, GameService, SafeInteger, StateInput};

use super::{each_state, percent};
use crate::Common;
use crate::failure::Failure;
use crate::operations::{RequestDocument, call};
use crate::output;

/// Rank the legal moves of a state and explain them.
///
/// The agent picks the moves to look at. `expert` then plays games to their end from each of them, in
/// all seats and with hidden cards dealt again; expected points come from these games. If the
/// agent searches, win chances come from its search, otherwise from the same games. Moves are sorted by
/// win chance, with 95 % intervals. The state may be complete or the view of the player to move.
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
        help = format!("The agent that picks the moves to look at: {}", catalog::summarize())
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
    source: AdviceSource,
    advice: Vec<MoveAdvice>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
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
            let AdviseResponse {
                seat, agent, reproducible, seed, source, advice, warnings, ..
            } = call(service, &request, RequestDocument::state(state))?;
            Ok(Advice { seat, agent, reproducible, seed, source, advice, warnings })
        };
        each_state(common, &self.state, advise, true, show)
    }
}

fn show(answer: &Advice) -> Result<(), Failure> {
    let line = |advice: &MoveAdvice| {
        let [low, high] = advice.win_interval.map(|share| 100.0 * share);
        let [_, most] = advice.points_interval;
        vec![
            advice.text.clone(),
            format!("{} [{low:.1}, {high:.1}]", percent(advice.win_probability)),
            format!("{:.1} ±{:.1}", advice.points, most - advice.points),
            format!("{:+.1}", advice.margin),
            advice.reason.clone(),
        ]
    };
    let lines: Vec<Vec<String>> = answer.advice.iter().map(line).collect();
    let mut out = output::stdout();
    let note = if answer.reproducible { "" } else { " (not reproducible)" };
    let source = match answer.source {
        AdviceSource::Search => format!("{}{note}", answer.agent),
        AdviceSource::Games => {
            let games = answer.advice.first().map_or(0, |advice| advice.games);
            format!("{games} games of expert after each move picked by {}{note}", answer.agent)
        }
    };
    writeln!(out, "player {}, win chances by {source}", answer.seat + 1)?;
    let header = ["move", "wins [95 %]", "points", "margin", "why"];
    write!(out, "{}", output::table(&header, &lines))?;
    Ok(output::warn(&answer.warnings)?)
}
