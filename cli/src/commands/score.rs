//! `towerlab score`: points by source.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use serde_json::Value;
use towerlab_engine::operations::score::{ScoreRequest, ScoreResponse};
use towerlab_engine::operations::{GameService, StateInput};

use super::{each_state, list_seats};
use crate::Common;
use crate::failure::Failure;
use crate::operations::{RequestDocument, call};
use crate::output;

/// Score a state: the points of each player by source, the tie-break and open points.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab score s.json
  towerlab score --json states.jsonl")]
pub struct ScoreCommand {
    /// A state: a file, `-` for standard input, or its one-line form. Several states, one per line,
    /// form a batch
    state: String,
}

/// What is printed.
#[derive(Serialize)]
struct Scores {
    over: bool,
    leaders: Vec<u8>,
    seats: Vec<Value>,
}

impl ScoreCommand {
    /// Prints the scores.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let score = |service: &dyn GameService, state: &str| {
            let request = ScoreRequest { state: StateInput::from_text(state) };
            let ScoreResponse { over, leaders, seats, .. } =
                call(service, &request, RequestDocument::state(state))?;
            Ok(Scores { over, leaders, seats })
        };
        each_state(common, &self.state, score, true, show)
    }
}

fn show(scores: &Scores) -> Result<(), Failure> {
    let seats: Vec<Vec<(String, String)>> = scores.seats.iter().map(output::flatten).collect();
    let mut sources: Vec<&str> = Vec::new();
    for (source, _) in seats.iter().flatten() {
        // The table needs no explanation.
        let is_shown = !["seat", "explanation"].contains(&source.as_str());
        if is_shown && !sources.contains(&source.as_str()) {
            sources.push(source);
        }
    }
    let header: Vec<String> = (0..seats.len()).map(|seat| format!("seat {seat}")).collect();
    let header: Vec<&str> = [""].into_iter().chain(header.iter().map(String::as_str)).collect();
    let row = |source: &&str| {
        let cell = |seat: &Vec<(String, String)>| {
            let found = seat.iter().find(|(known, _)| known == source);
            found.map_or("-".to_string(), |(_, value)| value.clone())
        };
        [source.to_string()].into_iter().chain(seats.iter().map(cell)).collect::<Vec<String>>()
    };
    let rows: Vec<Vec<String>> = sources.iter().map(row).collect();
    let mut out = output::stdout();
    write!(out, "{}", output::table(&header, &rows))?;
    let verb = match (scores.over, scores.leaders.len()) {
        (true, 1) => "wins",
        (true, _) => "share the win",
        (false, 1) => "leads",
        (false, _) => "lead",
    };
    writeln!(out, "{} {verb}", list_seats(&scores.leaders))?;
    Ok(())
}
