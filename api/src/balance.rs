//! Scenarios by address: what a cell of a spreadsheet can ask.
//!
//! `balance.csv?players=3&starting_floors=3..7&agent=tuned&games=2000` is a table with a row for
//! each case, `balance.txt?...&metric=seat0_win_share` one number, `balance` the whole as JSON.

use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::{Map, Value, json};
use towerlab_engine::fault::{Fault, Faults};
use towerlab_engine::scenario::sheet::{Cell, Style};
use towerlab_engine::scenario::{self, Results};

use crate::Shared;
use crate::cache::cached_text;
use crate::operations::{long, tools};
use crate::problem::Problem;

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// All of it, as JSON.
    Json,
    /// A row for each case.
    Csv,
    /// One number.
    Text,
}

/// The forms, by the ends of their addresses.
pub const FORMS: [(&str, Form); 3] =
    [("balance", Form::Json), ("balance.csv", Form::Csv), ("balance.txt", Form::Text)];

/// Which game is asked about, and how the answer is written.
#[derive(Clone, Copy)]
pub struct Asked {
    /// The game, by its number in the registry.
    pub game: usize,
    /// The form of the answer.
    pub form: Form,
}

/// Games of each case if nothing is said about them.
const GAMES: u64 = 1000;

/// The results that were asked for last: several cells ask for the same.
#[derive(Default)]
pub struct Recent(Mutex<VecDeque<(String, Arc<Results>)>>);

/// How many results are kept.
const KEPT: usize = 32;

impl Recent {
    fn get(&self, key: &str) -> Option<Arc<Results>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| known == key).map(|(_, results)| results.clone())
    }

    fn keep(&self, key: String, results: Arc<Results>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.truncate(KEPT - 1);
        kept.push_front((key, results));
    }
}

/// Answers a query.
pub async fn balance(
    request: HttpRequest,
    shared: web::Data<Shared>,
    asked: web::Data<Asked>,
    query: web::Query<Vec<(String, String)>>,
) -> Result<HttpResponse, Problem> {
    let Asked { game, form } = **asked;
    let query = once(query.into_inner())?;
    let style = style(&query)?;
    let document = document(shared.tables[game].name(), &query);
    let metric = query.get("metric").cloned();
    let text = long(&shared, move |own, halt| {
        let key = document.to_string();
        let results = match own.recent.get(&key) {
            Some(known) => known,
            None => {
                let progress = |games| own.metrics.played(games);
                let limits = &own.settings.limits;
                let tools = tools(halt.clone());
                let found = scenario::results(&document, &own.tables, limits, &tools, &progress);
                let found = Arc::new(found.map_err(by_query)?);
                // What was halted is not whole; nobody waits for it.
                if !halt.is_halted() {
                    own.recent.keep(key, found.clone());
                }
                found
            }
        };
        match form {
            Form::Json => Ok(serde_json::to_string(&*results).expect("results are plain data")),
            Form::Csv => Ok(results.summary().csv(style)),
            Form::Text => one_number(&results, metric.as_deref(), style),
        }
    });
    let content_type = match form {
        Form::Json => "application/json",
        Form::Csv => "text/csv; charset=utf-8; header=present",
        Form::Text => "text/plain; charset=utf-8",
    };
    Ok(cached_text(&request, content_type, text.await?))
}

/// Each parameter once.
fn once(query: Vec<(String, String)>) -> Result<BTreeMap<String, String>, Problem> {
    let mut all = BTreeMap::new();
    for (key, value) in query {
        if all.insert(key.clone(), value).is_some() {
            let fault = Faults::one(format!("/{key}"), "duplicate-key", "it is given twice");
            return Err(Problem::from(fault));
        }
    }
    Ok(all)
}

fn style(query: &BTreeMap<String, String>) -> Result<Style, Problem> {
    let mut faults = Vec::new();
    let mut choice = |key: &str, options: &[(&str, char)], default: char| match query.get(key) {
        None => default,
        Some(given) => match options.iter().find(|(name, _)| name == given) {
            Some((_, value)) => *value,
            None => {
                let names: Vec<&str> = options.iter().map(|(name, _)| *name).collect();
                let message = format!("`{given}` is none of {}", names.join(", "));
                faults.push(Fault::new(format!("/{key}"), "unknown-name", message));
                default
            }
        },
    };
    let decimal = choice("decimal", &[("point", '.'), (".", '.'), ("comma", ','), (",", ',')], '.');
    let usual = if decimal == ',' { ';' } else { ',' };
    let separators =
        [("comma", ','), (",", ','), ("semicolon", ';'), (";", ';'), ("tab", '\t'), ("\t", '\t')];
    let separator = choice("sep", &separators, usual);
    let mark = choice("bom", &[("1", '1'), ("true", '1'), ("0", '0'), ("false", '0')], '0') == '1';
    Faults::none_or(faults, Style { separator, decimal, mark }).map_err(Problem::from)
}

/// The scenario that a query means: what is no parameter of its own is a rule that varies.
fn document(game: &str, query: &BTreeMap<String, String>) -> Value {
    let value = |text: &str| match serde_json::from_str(text) {
        Ok(Value::Null) => Value::from(text),
        Ok(value) => value,
        // 3,5,7 is a list; 3..7 is left to the scenario.
        Err(_) if text.contains(',') => text.split(',').map(word).collect(),
        Err(_) => Value::from(text),
    };
    let mut document = json!({"game": game, "games": GAMES});
    let mut vary = Map::new();
    for (key, text) in query {
        match key.as_str() {
            "metric" | "sep" | "decimal" | "bom" => {}
            "agent" => document["agents"] = text.as_str().into(),
            "games" | "seed" => {
                document[key] =
                    text.parse::<u64>().map_or_else(|_| Value::from(text.as_str()), Value::from);
            }
            "players" | "components" | "beyond_rulebook" => document[key] = value(text),
            rule => {
                vary.insert(rule.to_string(), value(text));
            }
        }
    }
    if !vary.is_empty() {
        document["vary"] = vary.into();
    }
    document
}

fn word(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}

/// Faults by the names of the query.
fn by_query(Faults(faults): Faults) -> Faults {
    let renamed = |mut fault: Fault| {
        if let Some(rest) = fault.place.strip_prefix("/vary") {
            fault.place = rest.to_string();
        } else if let Some(rest) = fault.place.strip_prefix("/agents") {
            fault.place = format!("/agent{rest}");
        }
        fault
    };
    Faults(faults.into_iter().map(renamed).collect())
}

/// A cell of the only row of the table.
fn one_number(results: &Results, metric: Option<&str>, style: Style) -> Result<String, Faults> {
    let sheet = results.summary();
    let Some(metric) = metric else {
        return Err(Faults::one("/metric", "missing-key", "name a column, such as metric=turns"));
    };
    let Some(column) = sheet.header.iter().position(|name| name == metric) else {
        let message = format!("there is no `{metric}`; there are {}", sheet.header.join(", "));
        return Err(Faults::one("/metric", "unknown-metric", message));
    };
    match sheet.rows.as_slice() {
        [row] if row[column] != Cell::Empty => Ok(style.cell(&row[column])),
        [_] => Err(Faults::one("/metric", "no-value", format!("`{metric}` has no value here"))),
        rows => {
            let message = format!(
                "these are {} cases; a number is of one: give one value of each",
                rows.len()
            );
            Err(Faults::one("", "too-many-cases", message))
        }
    }
}
