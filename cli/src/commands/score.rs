//! `towerlab score`: points by source.

use std::io::Write;

use clap::Args;
use serde_json::Value;

use super::each_state;
use crate::Common;
use crate::failure::Failure;
use crate::output;

/// Score a state: every player's points by source, the tie-break and what is open.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab score s.json
  towerlab score --json states.jsonl")]
pub struct Score {
    /// A state: a file, `-`, or its one-line form; several, one a line, are a batch
    state: String,
}

impl Score {
    /// Prints the scores.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        each_state(common, &self.state, |table, state| table.score(state), true, show)
    }
}

fn show(answer: &Value) -> Result<(), Failure> {
    let seats: Vec<Vec<(String, String)>> =
        answer["seats"].as_array().into_iter().flatten().map(output::flatten).collect();
    let mut sources: Vec<&str> = Vec::new();
    for (source, _) in seats.iter().flatten() {
        // The table itself explains.
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
    let leaders =
        answer["leaders"].as_array().into_iter().flatten().map(|seat| format!("seat {seat}"));
    let leaders: Vec<String> = leaders.collect();
    let verb = match (answer["over"] == true, leaders.len()) {
        (true, 1) => "wins",
        (true, _) => "share the win",
        (false, 1) => "leads",
        (false, _) => "lead",
    };
    writeln!(out, "{} {verb}", leaders.join(" and "))?;
    Ok(())
}
