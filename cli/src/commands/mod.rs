//! The commands, one per file.

pub mod advise;
pub mod bench;
pub mod compare;
pub mod components;
pub mod matches;
pub mod merge;
pub mod moves;
pub mod new;
pub mod odds;
mod options;
pub mod perft;
pub mod play;
pub mod render;
pub mod replay;
pub mod report;
pub mod rules;
pub mod run;
pub mod schema;
pub mod score;
pub mod selfplay;
pub mod serve;
pub mod shell;
pub mod simulate;
pub mod train;
pub mod tune;
pub mod validate;
pub mod view;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Write;

use serde::Serialize;
use serde_json::Value;
use towerlab_engine::document::Faults;
use towerlab_engine::operations::moves::NextUp;
use towerlab_engine::operations::{GameService, game_of};

use crate::Common;
use crate::failure::Failure;
use crate::input::TextInput;
use crate::output;
use crate::registry;

/// Faults of one state of a batch, as JSON.
#[derive(Serialize)]
struct BatchFaults {
    line: usize,
    valid: bool,
    errors: Faults,
}

/// Does something with the state in a file, or with each state of a batch. `show` prints one
/// result as text, with a heading for each line of a batch if `headings`.
pub fn each_state<T: Serialize>(
    common: &Common,
    argument: &str,
    ask: impl Fn(&dyn GameService, &str) -> Result<T, Faults>,
    headings: bool,
    show: impl Fn(&T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let source = TextInput::read(argument)?;
    let Some(lines) = source.batch() else {
        let service = registry::service_for(common, &source.name, &source.text)?;
        let answer = ask(&*service, &source.text).map_err(Failure::of(&source.name))?;
        if common.json {
            return Ok(output::json(&answer)?);
        }
        return show(&answer);
    };
    let mut failed = false;
    let mut services: HashMap<String, Box<dyn GameService>> = HashMap::new();
    for (number, line) in lines {
        let name = format!("{}:{number}", source.name);
        let answer = game_of(line).map_err(Failure::of(&name)).and_then(|game| {
            let service = match services.entry(game) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => place.insert(registry::service_for(common, &name, line)?),
            };
            ask(&**service, line).map_err(Failure::of(&name))
        });
        match answer {
            Ok(answer) if common.json => output::json(&numbered(&answer, number)?)?,
            Ok(answer) => {
                if headings {
                    writeln!(output::stdout(), "{}", output::bold(&format!("== line {number}")))?;
                }
                show(&answer)?;
            }
            Err(Failure::Faults { faults, .. }) if common.json => {
                failed = true;
                output::json(&BatchFaults { line: number, valid: false, errors: faults })?;
            }
            Err(failure) => {
                failed = true;
                failure.report(common.json);
            }
        }
    }
    if failed { Err(Failure::Reported) } else { Ok(()) }
}

/// An answer with the number of its line in a batch.
pub fn numbered(answer: &impl Serialize, line: usize) -> serde_json::Result<Value> {
    let mut answer = serde_json::to_value(answer)?;
    answer["line"] = line.into();
    Ok(answer)
}

/// Who is next, as text.
pub fn describe_next(next: &NextUp) -> String {
    match next {
        NextUp::Player { seat } => format!("seat {seat} is to move"),
        NextUp::Chance { .. } => "chance is next".into(),
        NextUp::Nobody { finish, winners } => {
            let verb = if winners.len() == 1 { "wins" } else { "share the win" };
            format!("the game is over ({}): {} {verb}", finish.name(), list_seats(winners))
        }
    }
}

/// Seats, as text.
pub fn list_seats(seats: &[u8]) -> String {
    let seats: Vec<String> = seats.iter().map(|seat| format!("seat {seat}")).collect();
    seats.join(" and ")
}

/// A probability or share, as text.
pub fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}
