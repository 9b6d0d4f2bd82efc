//! Reads a scenario: what it asks, what varies, who plays and how often.

use serde_json::{Map, Value};

use super::block::ScenarioGame;
use super::grid::{Grid, read_grids};
use crate::document::{Fault, FaultCode, Faults, Object, Reader, Tree};
use crate::game::random::MAX_SEED;

/// The most games of a case.
pub const MOST_GAMES: u64 = 1_000_000_000;
/// Games of a case when the scenario does not say.
const GAMES: u64 = 2000;
/// The most games of a case when the scenario states a precision.
const MOST_BY_PRECISION: u64 = 1_000_000;

/// The most metrics that are named.
const MOST_METRICS: usize = 64;

/// The keys of a scenario.
pub(super) const KEYS: [&str; 17] = [
    "title",
    "question",
    "game",
    "players",
    "rules",
    "vary",
    "cases",
    "agents",
    "tables",
    "components",
    "games",
    "until",
    "max_games",
    "seed",
    "baseline",
    "metrics",
    "beyond_rulebook",
];

/// How many games are played of each case.
#[derive(Clone, Debug, PartialEq)]
pub enum Size {
    /// So many.
    Games(u64),
    /// As many as a pilot says are needed: by metric, half the width of its 95 % interval;
    /// and never more than so many.
    Until(Vec<(String, f64)>, u64),
}

/// What the cases are compared with.
#[derive(Clone, Debug, PartialEq)]
pub enum Baseline {
    /// The first case with the same players, components and agents.
    First,
    /// The case with this name, or with the same players one of that name.
    Named(String),
    /// The case that has these values and otherwise agrees.
    Values(Map<String, Value>),
    /// Nothing.
    None,
}

/// A scenario as it was written, its keys checked; see [`super::Plan`] for its cases.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What it is about, in a few words.
    pub title: String,
    /// What it asks.
    pub question: String,
    /// The game.
    pub game: String,
    /// The seed.
    pub seed: u64,
    /// How many games.
    pub size: Size,
    /// What the cases are compared with.
    pub baseline: Baseline,
    /// The metrics that are wanted; all of them if empty.
    pub metrics: Vec<String>,
    /// Rules that all cases share.
    pub rules: Map<String, Value>,
    /// What varies.
    pub grids: Vec<Grid>,
    /// The document itself.
    pub document: Value,
}

impl Scenario {
    /// Reads a scenario and reports all faults of its keys and their values. With faults there may
    /// still be a scenario, so that the faults of its cases are found as well.
    pub fn read<T: ScenarioGame + ?Sized>(
        document: &Value,
        games: &[Box<T>],
    ) -> (Option<Scenario>, Vec<Fault>) {
        let mut found = None;
        let read = Reader::value(document, |reader| {
            found = read(&reader.object(&KEYS)?, document, games);
            Some(())
        });
        (found, read.err().map_or_else(Vec::new, |Faults(faults)| faults))
    }
}

fn read<T: ScenarioGame + ?Sized>(
    object: &Object<'_>,
    document: &Value,
    games: &[Box<T>],
) -> Option<Scenario> {
    let names: Vec<&str> = games.iter().map(|game| game.name()).collect();
    let game = object.require("game").and_then(|game| {
        let find = |name: &str| names.contains(&name).then(|| name.to_string());
        game.name("game", find, &names)
    });
    let text = |key: &str| object.get(key).and_then(|it| it.string()).map(String::from);
    let seed = object.get("seed").map_or(Some(1), |seed| seed.number(0..=MAX_SEED));
    let rules = read_rules(object);
    let grids = read_grids(object);
    let size = read_size(object);
    let baseline = read_baseline(object);
    let metrics = read_metrics(object);
    let game = game?;
    let title = text("title").unwrap_or_else(|| format!("A scenario of {game}"));
    Some(Scenario {
        title,
        question: text("question").unwrap_or_default(),
        game,
        seed: seed.unwrap_or(1),
        size: size.unwrap_or(Size::Games(1)),
        baseline: baseline.unwrap_or(Baseline::None),
        metrics: metrics.unwrap_or_default(),
        rules,
        grids: grids?,
        document: document.clone(),
    })
}

/// Rules that all cases share.
fn read_rules(object: &Object<'_>) -> Map<String, Value> {
    let rules = object.get("rules").and_then(|rules| rules.any_object());
    let mut rules: Map<String, Value> = rules.map_or_else(Map::new, |rules| {
        rules.entries().map(|(key, value)| (key.to_string(), value.raw().to_value())).collect()
    });
    if let Some(beyond) = object.get("beyond_rulebook")
        && let Some(beyond) = beyond.boolean()
    {
        rules.insert("beyond_rulebook".into(), beyond.into());
    }
    for key in ["players", "components"] {
        if rules.contains_key(key) {
            object.fault(
                "rules",
                FaultCode::MisplacedKey,
                format!("`{key}` stands beside `rules`, not in it"),
            );
        }
    }
    rules
}

fn read_metrics(object: &Object<'_>) -> Option<Vec<String>> {
    let Some(metrics) = object.get("metrics") else { return Some(Vec::new()) };
    let list = metrics.list()?;
    if list.len() > MOST_METRICS {
        metrics.fault(FaultCode::TooMany, format!("name at most {MOST_METRICS} metrics"));
        return None;
    }
    let name = |metric: Reader<'_>| metric.string().map(String::from);
    list.into_iter().map(name).collect()
}

fn read_size(object: &Object<'_>) -> Option<Size> {
    let most = object.get("max_games").map(|most| {
        if object.get("until").is_none() {
            most.fault(
                FaultCode::EitherOr,
                "`max_games` bounds `until`; `games` is the number of games",
            );
        }
        most.number(1..=MOST_GAMES)
    });
    match (object.get("games"), object.get("until")) {
        (Some(_), Some(until)) => {
            until.fault(FaultCode::EitherOr, "write either `games` or `until`");
            None
        }
        (Some(games), None) => games.number(1..=MOST_GAMES).map(Size::Games),
        (None, None) => Some(Size::Games(GAMES)),
        (None, Some(until)) => {
            let mut wanted = Vec::new();
            for (metric, half) in until.any_object()?.entries() {
                match half.float() {
                    Some(half) if half > 0.0 => wanted.push((metric.to_string(), half)),
                    _ => half.fault(
                        FaultCode::OutOfRange,
                        "write half the width of the interval, above 0",
                    ),
                }
            }
            if wanted.is_empty()
                && matches!(until.raw(), Tree::Object(members) if members.is_empty())
            {
                until.fault(
                    FaultCode::MissingKey,
                    "name a metric, such as { seat_win_share = 0.005 }",
                );
                return None;
            }
            Some(Size::Until(wanted, most.unwrap_or(Some(MOST_BY_PRECISION))?))
        }
    }
}

fn read_baseline(object: &Object<'_>) -> Option<Baseline> {
    let Some(baseline) = object.get("baseline") else { return Some(Baseline::First) };
    match baseline.raw() {
        Tree::Bool(false) => Some(Baseline::None),
        Tree::Text(name) => Some(Baseline::Named(name.to_string())),
        Tree::Object(values) if values.find("players").is_some() => {
            let message = "cases are compared with those of as many players; name other values";
            baseline.fault(FaultCode::Baseline, message);
            None
        }
        Tree::Object(values) => Some(Baseline::Values(
            values.iter().map(|(key, value)| (key.to_string(), value.to_value())).collect(),
        )),
        _ => {
            let message =
                "write values, such as { starting_floors = 3 }, the name of a case, or false";
            baseline.fault(FaultCode::Type, message);
            None
        }
    }
}
