//! Reads a scenario: what is asked, what varies, who plays and how often.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::case::{Alternative, Grid, alternatives};
use crate::agents::Spec;
use crate::document::{Object, Reader, Tree, nearest};
use crate::fault::{Fault, Faults};
use crate::table::{MAX_SEED, Table};

/// The most games of a case.
pub const MOST_GAMES: u64 = 1_000_000_000;
/// Games of a case when nothing is said about them.
const GAMES: u64 = 2000;
/// The most games of a case when a precision is asked for.
const MOST_BY_PRECISION: u64 = 1_000_000;

/// The most rules that vary, and the most metrics that are named.
const MOST_KEYS: usize = 64;
/// The most entries of `cases`.
const MOST_ENTRIES: usize = 2000;

/// The keys of a scenario.
const KEYS: [&str; 17] = [
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
    /// Reads a scenario, and tells all that is wrong with its keys and their values. With faults
    /// there may be a scenario all the same, to find those of its cases as well.
    pub fn read(document: &Value, tables: &[Box<dyn Table>]) -> (Option<Scenario>, Vec<Fault>) {
        let mut found = None;
        let read = Reader::value(document, |reader| {
            found = read(&reader.object(&KEYS)?, document, tables);
            Some(())
        });
        (found, read.err().map_or_else(Vec::new, |Faults(faults)| faults))
    }
}

fn read(object: &Object<'_>, document: &Value, tables: &[Box<dyn Table>]) -> Option<Scenario> {
    let names: Vec<&str> = tables.iter().map(|table| table.name()).collect();
    let game = object.need("game").and_then(|game| {
        let find = |name: &str| names.contains(&name).then(|| name.to_string());
        game.name("game", find, &names)
    });
    let text = |key: &str| object.get(key).and_then(|it| it.string()).map(String::from);
    let seed = object.get("seed").map_or(Some(1), |seed| seed.number(0..=MAX_SEED));
    let rules = match object.get("rules") {
        Some(rules) => rules.any_object().map(|rules| {
            rules.entries().map(|(key, value)| (key.to_string(), value.raw().to_value())).collect()
        }),
        None => Some(Map::new()),
    };
    let mut rules: Map<String, Value> = rules.unwrap_or_default();
    if let Some(beyond) = object.get("beyond_rulebook")
        && let Some(beyond) = beyond.boolean()
    {
        rules.insert("beyond_rulebook".into(), beyond.into());
    }
    for key in ["players", "components"] {
        if rules.contains_key(key) {
            object.fault(
                "rules",
                "misplaced-key",
                format!("`{key}` stands beside `rules`, not in it"),
            );
        }
    }
    let grids = grids(object);
    let size = size(object);
    let baseline = baseline(object);
    let metrics = object.get("metrics").map_or(Some(Vec::new()), |metrics| {
        let name = |metric: Reader<'_>| metric.string().map(String::from);
        let list = metrics.list()?;
        if list.len() > MOST_KEYS {
            metrics.fault("too-many", format!("name at most {MOST_KEYS} metrics"));
            return None;
        }
        list.into_iter().map(name).collect()
    });
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

/// What varies: one grid, or one for each entry of `cases`.
fn grids(object: &Object<'_>) -> Option<Vec<Grid>> {
    let mut base = Grid::default();
    for key in ["players", "components"] {
        if let Some(values) = object.get(key)
            && let Some(values) = alternatives(&values)
        {
            base.axes.push((key.into(), values));
        }
    }
    let tables = match (object.get("agents"), object.get("tables")) {
        (Some(_), Some(tables)) => {
            tables.fault("either-or", "write either `agents` or `tables`, a list of them");
            return None;
        }
        (Some(agents), None) => Some(vec![Alternative::of(&agents)]),
        (None, Some(tables)) => {
            let list = tables.list()?;
            if !(1..=MOST_KEYS).contains(&list.len()) {
                tables.fault("no-value", format!("write 1 to {MOST_KEYS} tables of agents"));
                return None;
            }
            Some(list.iter().map(Alternative::of).collect())
        }
        (None, None) => None,
    };
    for table in tables.iter().flatten() {
        if let Err((pointer, why)) = table_of(table) {
            object.fault(pointer.trim_start_matches('/'), "agent", why);
            return None;
        }
    }
    if let Some(tables) = tables {
        base.axes.push(("agents".into(), tables));
    }
    match (object.get("vary"), object.get("cases")) {
        (Some(vary), Some(_)) => {
            vary.fault("either-or", "write either `vary`, a full grid, or `cases`, one by one");
            None
        }
        (Some(vary), None) => {
            let object = vary.any_object()?;
            if object.entries().count() > MOST_KEYS {
                vary.fault("too-many", format!("at most {MOST_KEYS} rules can vary"));
                return None;
            }
            for (key, value) in object.entries() {
                if ["players", "components", "agents", "tables"].contains(&key) {
                    let message = format!("`{key}` varies beside `vary`, not in it");
                    value.fault("misplaced-key", message);
                }
                if let Some(values) = alternatives(&value) {
                    base.axes.push((key.to_string(), values));
                }
            }
            Some(vec![base])
        }
        (None, Some(cases)) => {
            let list = cases.list()?;
            let each = base.axes.iter().map(|(_, values)| values.len()).sum::<usize>().max(1);
            if list.is_empty() || list.len().saturating_mul(each) > MOST_ENTRIES * MOST_KEYS {
                cases.fault("no-case", format!("write 1 to {MOST_ENTRIES} cases"));
                return None;
            }
            list.iter().map(|entry| listed(&base, entry)).collect()
        }
        (None, None) => Some(vec![base]),
    }
}

/// An entry of `cases`: a grid of its own, with what it does not say from the whole scenario.
fn listed(base: &Grid, entry: &Reader<'_>) -> Option<Grid> {
    let mut grid = base.clone();
    let object = entry.any_object()?;
    if object.entries().count() > MOST_KEYS {
        entry.fault("too-many", format!("a case has at most {MOST_KEYS} keys"));
        return None;
    }
    for (key, value) in object.entries() {
        if key == "name" {
            let name = value.string()?.trim();
            if name.is_empty() || name.chars().count() > 100 || name.chars().any(char::is_control) {
                value.fault("name", "write a name of 1 to 100 characters on one line");
            }
            grid.name = Some(name.to_string());
            continue;
        }
        let options = match key {
            "agents" => vec![Alternative::of(&value)],
            _ => match alternatives(&value) {
                Some(values) => values,
                None => continue,
            },
        };
        if key == "agents"
            && let Err((_, why)) = table_of(&options[0])
        {
            value.fault("agent", why);
            continue;
        }
        match grid.axes.iter_mut().find(|(name, _)| name == key) {
            Some(axis) => axis.1 = options,
            None => grid.axes.push((key.to_string(), options)),
        }
    }
    Some(grid)
}

/// The agents of a table: one for all seats, or one for each. Else where and why not.
pub(super) fn table_of(table: &Alternative) -> Result<Vec<Spec>, (String, String)> {
    let spec = |value: &Value, place: String| {
        let Some(text) = value.as_str() else {
            return Err((place, "write an agent, such as \"tuned\"".to_string()));
        };
        let spec: Spec = text.parse().map_err(|why| (place.clone(), why))?;
        match spec.is_reproducible() {
            true => Ok(spec),
            false => {
                let why = format!(
                    "`{text}` plays another game every time; a scenario needs agents whose games can be repeated"
                );
                Err((place, why))
            }
        }
    };
    match &table.value {
        Value::Array(list) if list.is_empty() => {
            Err((table.pointer.clone(), "name at least one agent".into()))
        }
        Value::Array(list) => list
            .iter()
            .enumerate()
            .map(|(at, value)| spec(value, format!("{}/{at}", table.pointer)))
            .collect(),
        one => Ok(vec![spec(one, table.pointer.clone())?]),
    }
}

fn size(object: &Object<'_>) -> Option<Size> {
    let most = object.get("max_games").map(|most| {
        if object.get("until").is_none() {
            most.fault("either-or", "`max_games` bounds `until`; `games` is the number of games");
        }
        most.number(1..=MOST_GAMES)
    });
    match (object.get("games"), object.get("until")) {
        (Some(_), Some(until)) => {
            until.fault("either-or", "write either `games` or `until`");
            None
        }
        (Some(games), None) => games.number(1..=MOST_GAMES).map(Size::Games),
        (None, None) => Some(Size::Games(GAMES)),
        (None, Some(until)) => {
            let mut wanted = Vec::new();
            for (metric, half) in until.any_object()?.entries() {
                match half.float() {
                    Some(half) if half > 0.0 => wanted.push((metric.to_string(), half)),
                    _ => {
                        half.fault("out-of-range", "write half the width of the interval, above 0")
                    }
                }
            }
            if wanted.is_empty()
                && matches!(until.raw(), Tree::Object(members) if members.is_empty())
            {
                until.fault("missing-key", "name a metric, such as { seat_win_share = 0.005 }");
                return None;
            }
            Some(Size::Until(wanted, most.unwrap_or(Some(MOST_BY_PRECISION))?))
        }
    }
}

fn baseline(object: &Object<'_>) -> Option<Baseline> {
    let Some(baseline) = object.get("baseline") else { return Some(Baseline::First) };
    match baseline.raw() {
        Tree::Bool(false) => Some(Baseline::None),
        Tree::Text(name) => Some(Baseline::Named(name.to_string())),
        Tree::Object(values) if values.find("players").is_some() => {
            let message = "cases are compared with those of as many players; name other values";
            baseline.fault("baseline", message);
            None
        }
        Tree::Object(values) => Some(Baseline::Values(
            values.iter().map(|(key, value)| (key.to_string(), value.to_value())).collect(),
        )),
        _ => {
            let message =
                "write values, such as { starting_floors = 3 }, the name of a case, or false";
            baseline.fault("type", message);
            None
        }
    }
}

/// A fault for a name that is none of those known.
pub(super) fn unknown<'a>(
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> String {
    match nearest(name, known.clone()) {
        Some(near) => format!("there is no {what} `{name}`; did you mean `{near}`?"),
        None => {
            let mut all: Vec<&str> = known.collect();
            all.sort_unstable();
            all.dedup();
            format!("there is no {what} `{name}`; there are {}", all.join(", "))
        }
    }
}

/// A question about variants of a game, and how it is to be answered.
#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // only its schema is used
pub(super) struct ScenarioDocument {
    /// What it is about, in a few words.
    title: Option<String>,
    /// What it asks.
    question: Option<String>,
    /// The game: `tower-up`, `skyline` or `tower`.
    game: String,
    /// How many play: a number, a list or a range such as `"2..4"`.
    players: Option<Value>,
    /// Rules that all cases share, as in a rules document.
    rules: Option<Map<String, Value>>,
    /// Rules that vary, each with its values: a list, a range such as `"3..7"` or
    /// `{ from = 3, to = 7, step = 2 }`. A value that is a list itself stands in a list of
    /// values: `tokens = [[7, 5, 3], [6, 6, 6]]`. All combinations are played.
    vary: Option<Map<String, Value>>,
    /// Cases one by one instead of `vary`. What an entry gives as a list or range is played in
    /// all combinations. `name` names it; `players`, `components` and `agents` may be given too.
    cases: Option<Vec<Map<String, Value>>>,
    /// Who plays: one agent for all seats, or a list with one for each.
    agents: Option<Agents>,
    /// Several tables of agents, each played in every case.
    tables: Option<Vec<Agents>>,
    /// The components: an id, or a list that is played in full.
    components: Option<Value>,
    /// Games of each case.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    games: Option<u64>,
    /// By metric, half the width that its 95 % interval may have, such as
    /// `{ seat_win_share = 0.005 }`: a pilot says how many games that takes.
    until: Option<std::collections::BTreeMap<String, f64>>,
    /// The most games of a case when `until` is given.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    max_games: Option<u64>,
    /// The seed.
    #[schemars(range(min = 0, max = 1_000_000_000_000_000u64))]
    seed: Option<u64>,
    /// What the cases are compared with: values such as `{ starting_floors = 3 }`, the name of a
    /// case, or false for nothing. By default the first case of as many players.
    baseline: Option<Value>,
    /// The metrics that are wanted; all of them if not given.
    metrics: Option<Vec<String>>,
    /// Allows values that no rulebook has.
    beyond_rulebook: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Agents {
    All(String),
    EachSeat(Vec<String>),
}

/// The JSON Schema of scenarios.
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(ScenarioDocument);
    schema.insert("title".into(), "A scenario".into());
    let mut schema = schema.to_value();
    let mut games: Vec<&str> = Vec::new();
    macro_rules! add {
        ($module:ident, $game:ty) => {
            games.push(<$game as crate::game::Game>::NAME);
        };
    }
    crate::each_game!(add);
    schema["properties"]["game"]["enum"] = games.into();
    schema
}
