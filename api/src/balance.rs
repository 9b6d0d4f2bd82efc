//! Scenarios in a URL: what a cell of a spreadsheet can ask for.
//!
//! `balance.csv?players=3&starting_floors=3..7&agent=expert&games=2000` is a table with a row for
//! each case, `balance.txt?...&metric=seat0_win_share` one number, `balance` the whole as JSON.

use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::{Map, Value, json};
use towerlab_engine::document::{Fault, FaultCode, Faults};
use towerlab_engine::lab::scenario::Results;
use towerlab_engine::lab::scenario::data_table::{Cell, CsvStyle};
use towerlab_engine::operations::scenario;

use crate::Shared;
use crate::cache::cached_text;
use crate::operations::run_long;
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

/// The forms, by the ends of their URLs.
pub const FORMS: [(&str, Form); 3] =
    [("balance", Form::Json), ("balance.csv", Form::Csv), ("balance.txt", Form::Text)];

/// The game that a URL is about, and how the answer is written.
#[derive(Clone, Copy)]
pub struct BalanceRoute {
    /// The game, by its place in the registry.
    pub game: usize,
    /// The form of the answer.
    pub form: Form,
}

/// Games of each case if the query does not say.
const GAMES: u64 = 1000;

/// The latest results: several cells of a spreadsheet ask for the same.
#[derive(Default)]
pub struct ResultsCache(Mutex<VecDeque<(String, Arc<Results>)>>);

/// How many results are kept.
const KEPT: usize = 32;

impl ResultsCache {
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
    route: web::Data<BalanceRoute>,
    query: web::Query<Vec<(String, String)>>,
) -> Result<HttpResponse, Problem> {
    let BalanceRoute { game, form } = **route;
    let query = read_once(query.into_inner())?;
    let style = read_style(&query)?;
    let document = write_scenario(shared.registry[game].name(), &query);
    let metric = query.get("metric").cloned();
    let text = run_long(&shared, move |own, halt| {
        let key = document.to_string();
        let results = match own.results.get(&key) {
            Some(known) => known,
            None => {
                let found = own.with_context(halt.clone(), |context| {
                    scenario::run_document(&document, &own.registry, context)
                });
                let found = Arc::new(found.map_err(rename_pointers)?);
                // What was halted is not whole; nobody waits for it.
                if !halt.is_halted() {
                    own.results.keep(key, found.clone());
                }
                found
            }
        };
        match form {
            Form::Json => Ok(serde_json::to_string(&*results).expect("results are plain data")),
            Form::Csv => Ok(results.summary().csv(style)),
            Form::Text => pick_number(&results, metric.as_deref(), style),
        }
    });
    let content_type = match form {
        Form::Json => "application/json",
        Form::Csv => "text/csv; charset=utf-8; header=present",
        Form::Text => "text/plain; charset=utf-8",
    };
    Ok(cached_text(&request, content_type, text.await?))
}

/// The query with each parameter once.
fn read_once(query: Vec<(String, String)>) -> Result<BTreeMap<String, String>, Problem> {
    let mut all = BTreeMap::new();
    for (key, value) in query {
        if all.insert(key.clone(), value).is_some() {
            let fault =
                Faults::one(format!("/{key}"), FaultCode::DuplicateKey, "it is given twice");
            return Err(Problem::from(fault));
        }
    }
    Ok(all)
}

fn read_style(query: &BTreeMap<String, String>) -> Result<CsvStyle, Problem> {
    let mut faults = Vec::new();
    let mut choice = |key: &str, options: &[(&str, char)], default: char| match query.get(key) {
        None => default,
        Some(given) => match options.iter().find(|(name, _)| name == given) {
            Some((_, value)) => *value,
            None => {
                let names: Vec<&str> = options.iter().map(|(name, _)| *name).collect();
                let message = format!("`{given}` is none of {}", names.join(", "));
                faults.push(Fault::new(format!("/{key}"), FaultCode::UnknownName, message));
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
    Faults::ok_if_empty(faults, CsvStyle { separator, decimal, mark }).map_err(Problem::from)
}

/// The scenario that a query describes: what is not a known parameter is a rule that varies.
fn write_scenario(game: &str, query: &BTreeMap<String, String>) -> Value {
    let value = |text: &str| match serde_json::from_str(text) {
        Ok(Value::Null) => Value::from(text),
        Ok(value) => value,
        // 3,5,7 is a list; 3..7 is left to the scenario.
        Err(_) if text.contains(',') => text.split(',').map(parse_word).collect(),
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

fn parse_word(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}

/// Faults by the names of the query.
fn rename_pointers(Faults(faults): Faults) -> Faults {
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
fn pick_number(results: &Results, metric: Option<&str>, style: CsvStyle) -> Result<String, Faults> {
    let sheet = results.summary();
    let Some(metric) = metric else {
        return Err(Faults::one(
            "/metric",
            FaultCode::MissingKey,
            "name a column, such as metric=turns",
        ));
    };
    let Some(column) = sheet.header.iter().position(|name| name == metric) else {
        let message = format!("there is no `{metric}`; there are {}", sheet.header.join(", "));
        return Err(Faults::one("/metric", FaultCode::UnknownMetric, message));
    };
    match sheet.rows.as_slice() {
        [row] if row[column] != Cell::Empty => Ok(style.cell(&row[column])),
        [_] => {
            Err(Faults::one("/metric", FaultCode::NoValue, format!("`{metric}` has no value here")))
        }
        rows => {
            let message = format!(
                "these are {} cases; a number is of one: give one value of each",
                rows.len()
            );
            Err(Faults::one("", FaultCode::TooManyCases, message))
        }
    }
}
