//! What varies in a scenario, and every combination of it.

use serde_json::{Map, Value};

use crate::agents::Spec;
use crate::document::{FaultCode, Object, Reader, Tree};

/// The most rules that vary, and the most tables of agents.
const MOST_KEYS: usize = 64;
/// The most entries of `cases`.
const MOST_ENTRIES: usize = 2000;
/// The most values of a range.
const MOST_VALUES: i64 = 1000;

/// A value of something that varies, and where it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// The value.
    pub value: Value,
    /// Where it stands in the document.
    pub pointer: String,
}

impl Alternative {
    /// The value as it stands.
    pub fn of(reader: &Reader<'_>) -> Alternative {
        Alternative { value: reader.raw().to_value(), pointer: reader.pointer() }
    }
}

/// What varies together: all combinations are cases.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// What the author calls it.
    pub name: Option<String>,
    /// By parameter, its values.
    pub axes: Vec<(String, Vec<Alternative>)>,
}

/// The values of something that varies: the items of a list, the numbers of a range, or the
/// value itself.
pub fn alternatives(reader: &Reader<'_>) -> Option<Vec<Alternative>> {
    let range: Option<(i64, i64, i64)> = match reader.raw() {
        Tree::List(items) if items.is_empty() => {
            reader.fault(FaultCode::NoValue, "write at least one value");
            return None;
        }
        Tree::List(_) => return Some(reader.list()?.iter().map(Alternative::of).collect()),
        Tree::Text(text) => text
            .split_once("..")
            .and_then(|(from, to)| Some((from.trim().parse().ok()?, to.trim().parse().ok()?, 1))),
        Tree::Object(map) if map.find("from").is_some() && map.find("to").is_some() => {
            let object = reader.object(&["from", "to", "step"])?;
            object.require("from")?;
            object.require("to")?;
            let whole =
                |key: &str| object.get(key).map(|it| it.number(0..=1_000_000)?.try_into().ok());
            let step = whole("step").unwrap_or(Some(1))?;
            Some((whole("from")??, whole("to")??, step))
        }
        _ => None,
    };
    let Some((from, to, step)) = range else { return Some(vec![Alternative::of(reader)]) };
    let count = to.checked_sub(from).map_or(MOST_VALUES, |width: i64| width / i64::max(step, 1));
    if from > to || step < 1 || count >= MOST_VALUES {
        let message = format!(
            "{from}..{to} is not a range: it ascends, by at least 1, over at most {MOST_VALUES} values"
        );
        reader.fault(FaultCode::Range, message);
        return None;
    }
    let number =
        |at: i64| Alternative { value: (from + at * step).into(), pointer: reader.pointer() };
    Some((0..=count).map(number).collect())
}

/// A combination of a grid, before it is checked.
#[derive(Clone, Debug)]
pub struct Combination<'a> {
    /// What the author calls it.
    pub name: Option<&'a str>,
    /// By parameter, the value.
    pub values: Vec<(&'a str, &'a Alternative)>,
}

impl Grid {
    /// How many combinations there are.
    pub fn size(&self) -> usize {
        self.axes.iter().fold(1, |size, (_, values)| size.saturating_mul(values.len()))
    }

    /// All combinations; the last axis varies fastest.
    pub fn combinations(&self) -> Vec<Combination<'_>> {
        let mut all = vec![Combination { name: self.name.as_deref(), values: Vec::new() }];
        for (axis, values) in &self.axes {
            let mut longer = Vec::with_capacity(all.len() * values.len());
            for shorter in &all {
                for value in values {
                    let mut combination: Combination<'_> = shorter.clone();
                    combination.values.push((axis, value));
                    longer.push(combination);
                }
            }
            all = longer;
        }
        all
    }
}

/// The rules document of a combination.
pub fn rules_of(
    shared: &Map<String, Value>,
    values: &[(&str, &Alternative)],
) -> Map<String, Value> {
    let mut rules = shared.clone();
    for (key, alternative) in values.iter().filter(|(key, _)| *key != "agents") {
        rules.insert((*key).to_string(), alternative.value.clone());
    }
    rules
}

/// What varies: one grid, or one for each entry of `cases`.
pub(super) fn read_grids(object: &Object<'_>) -> Option<Vec<Grid>> {
    let base = read_base(object)?;
    match (object.get("vary"), object.get("cases")) {
        (Some(vary), Some(_)) => {
            vary.fault(
                FaultCode::EitherOr,
                "write either `vary`, a full grid, or `cases`, one by one",
            );
            None
        }
        (Some(vary), None) => Some(vec![read_vary(base, &vary)?]),
        (None, Some(cases)) => {
            let list = cases.list()?;
            let each = base.axes.iter().map(|(_, values)| values.len()).sum::<usize>().max(1);
            if list.is_empty() || list.len().saturating_mul(each) > MOST_ENTRIES * MOST_KEYS {
                cases.fault(FaultCode::NoCase, format!("write 1 to {MOST_ENTRIES} cases"));
                return None;
            }
            list.iter().map(|entry| read_entry(&base, entry)).collect()
        }
        (None, None) => Some(vec![base]),
    }
}

/// What varies in all grids: players, components and agents.
fn read_base(object: &Object<'_>) -> Option<Grid> {
    let mut base = Grid::default();
    for key in ["players", "components"] {
        if let Some(values) = object.get(key)
            && let Some(values) = alternatives(&values)
        {
            base.axes.push((key.into(), values));
        }
    }
    let line_ups = match (object.get("agents"), object.get("tables")) {
        (Some(_), Some(tables)) => {
            tables.fault(FaultCode::EitherOr, "write either `agents` or `tables`, a list of them");
            return None;
        }
        (Some(agents), None) => Some(vec![Alternative::of(&agents)]),
        (None, Some(tables)) => {
            let list = tables.list()?;
            if !(1..=MOST_KEYS).contains(&list.len()) {
                tables
                    .fault(FaultCode::NoValue, format!("write 1 to {MOST_KEYS} tables of agents"));
                return None;
            }
            Some(list.iter().map(Alternative::of).collect())
        }
        (None, None) => None,
    };
    for line_up in line_ups.iter().flatten() {
        if let Err((pointer, why)) = read_agents(line_up) {
            object.fault(pointer.trim_start_matches('/'), FaultCode::Agent, why);
            return None;
        }
    }
    base.axes.extend(line_ups.map(|line_ups| ("agents".into(), line_ups)));
    Some(base)
}

/// The rules of `vary`.
fn read_vary(mut grid: Grid, vary: &Reader<'_>) -> Option<Grid> {
    let object = vary.any_object()?;
    if object.entries().count() > MOST_KEYS {
        vary.fault(FaultCode::TooMany, format!("at most {MOST_KEYS} rules can vary"));
        return None;
    }
    for (key, value) in object.entries() {
        if ["players", "components", "agents", "tables"].contains(&key) {
            let message = format!("`{key}` varies beside `vary`, not in it");
            value.fault(FaultCode::MisplacedKey, message);
        }
        if let Some(values) = alternatives(&value) {
            grid.axes.push((key.to_string(), values));
        }
    }
    Some(grid)
}

/// An entry of `cases`: a grid that takes from the whole scenario what it does not say.
fn read_entry(base: &Grid, entry: &Reader<'_>) -> Option<Grid> {
    let mut grid = base.clone();
    let object = entry.any_object()?;
    if object.entries().count() > MOST_KEYS {
        entry.fault(FaultCode::TooMany, format!("a case has at most {MOST_KEYS} keys"));
        return None;
    }
    for (key, value) in object.entries() {
        if key == "name" {
            let name = value.string()?.trim();
            if name.is_empty() || name.chars().count() > 100 || name.chars().any(char::is_control) {
                value.fault(FaultCode::Name, "write a name of 1 to 100 characters on one line");
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
            && let Err((_, why)) = read_agents(&options[0])
        {
            value.fault(FaultCode::Agent, why);
            continue;
        }
        match grid.axes.iter_mut().find(|(name, _)| name == key) {
            Some(axis) => axis.1 = options,
            None => grid.axes.push((key.to_string(), options)),
        }
    }
    Some(grid)
}

/// Agents: one for all seats, or one for each. Else where the fault is and why.
pub(super) fn read_agents(line_up: &Alternative) -> Result<Vec<Spec>, (String, String)> {
    let spec = |value: &Value, place: String| {
        let Some(text) = value.as_str() else {
            return Err((place, "write an agent, such as \"expert\"".to_string()));
        };
        let spec: Spec = text.parse().map_err(|why| (place.clone(), why))?;
        if spec.is_reproducible() {
            return Ok(spec);
        }
        let why = format!(
            "`{text}` plays another game every time; a scenario needs agents whose games can be repeated"
        );
        Err((place, why))
    };
    match &line_up.value {
        Value::Array(list) if list.is_empty() => {
            Err((line_up.pointer.clone(), "name at least one agent".into()))
        }
        Value::Array(list) => list
            .iter()
            .enumerate()
            .map(|(at, value)| spec(value, format!("{}/{at}", line_up.pointer)))
            .collect(),
        one => Ok(vec![spec(one, line_up.pointer.clone())?]),
    }
}
