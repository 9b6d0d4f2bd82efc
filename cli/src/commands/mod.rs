//! One command a file.

pub mod advise;
pub mod bench;
pub mod compare;
pub mod components;
pub mod contest;
pub mod merge;
pub mod moves;
pub mod new;
pub mod odds;
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
pub mod tune;
pub mod validate;
pub mod view;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Write;

use serde_json::{Value, json};
use towerlab_engine::fault::Faults;
use towerlab_engine::table::{Table, game_of};

use crate::Common;
use crate::failure::Failure;
use crate::input::Source;
use crate::output;
use crate::shelf;

/// Does something with the state in a file, or with each of a batch. `show` prints one
/// result for people, under a heading for each line of a batch if `headings`.
pub fn each_state(
    common: &Common,
    argument: &str,
    ask: impl Fn(&dyn Table, &str) -> Result<Value, Faults>,
    headings: bool,
    show: impl Fn(&Value) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let source = Source::read(argument)?;
    let Some(lines) = source.batch() else {
        let table = shelf::table_for(common, &source.name, &source.text)?;
        let answer = ask(&*table, &source.text).map_err(Failure::of(&source.name))?;
        if common.json {
            return Ok(output::json(&answer)?);
        }
        return show(&answer);
    };
    let mut failed = false;
    let mut tables: HashMap<String, Box<dyn Table>> = HashMap::new();
    for (number, line) in lines {
        let name = format!("{}:{number}", source.name);
        let answer = game_of(line).map_err(Failure::of(&name)).and_then(|game| {
            let table = match tables.entry(game) {
                Entry::Occupied(table) => table.into_mut(),
                Entry::Vacant(place) => place.insert(shelf::table_for(common, &name, line)?),
            };
            ask(&**table, line).map_err(Failure::of(&name))
        });
        match answer {
            Ok(mut answer) if common.json => {
                answer["line"] = number.into();
                output::json(&answer)?;
            }
            Ok(answer) => {
                if headings {
                    writeln!(output::stdout(), "{}", output::bold(&format!("== line {number}")))?;
                }
                show(&answer)?;
            }
            Err(Failure::Faults { faults, .. }) if common.json => {
                failed = true;
                output::json(&json!({"line": number, "valid": false, "errors": faults}))?;
            }
            Err(failure) => {
                failed = true;
                failure.report(common.json);
            }
        }
    }
    if failed { Err(Failure::Told) } else { Ok(()) }
}

/// Who is next, for people.
pub fn next_in_words(next: &Value) -> String {
    match next["who"].as_str() {
        Some("player") => format!("seat {} is to move", next["seat"]),
        Some("chance") => "chance is next".into(),
        _ => {
            let winners =
                next["winners"].as_array().into_iter().flatten().map(|seat| format!("seat {seat}"));
            let winners: Vec<String> = winners.collect();
            let verb = if winners.len() == 1 { "wins" } else { "share the win" };
            let finish = next["finish"].as_str().unwrap_or("?");
            format!("the game is over ({finish}): {} {verb}", winners.join(" and "))
        }
    }
}

/// A probability or share for people.
pub fn percent(share: &Value) -> String {
    format!("{:.1}%", 100.0 * share.as_f64().unwrap_or(f64::NAN))
}
