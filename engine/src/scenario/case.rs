//! The cases of a scenario: every combination of what varies.

use serde_json::{Map, Value};

use crate::agents::Spec;
use crate::document::{Reader, Tree};

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

/// The most values of a range.
const MOST_VALUES: i64 = 1000;

/// The values of something that varies: the items of a list, the numbers of a range, or the
/// value itself.
pub fn alternatives(reader: &Reader<'_>) -> Option<Vec<Alternative>> {
    let range: Option<(i64, i64, i64)> = match reader.raw() {
        Tree::List(items) if items.is_empty() => {
            reader.fault("no-value", "write at least one value");
            return None;
        }
        Tree::List(_) => return Some(reader.list()?.iter().map(Alternative::of).collect()),
        Tree::Text(text) => text
            .split_once("..")
            .and_then(|(from, to)| Some((from.trim().parse().ok()?, to.trim().parse().ok()?, 1))),
        Tree::Object(map) if map.find("from").is_some() && map.find("to").is_some() => {
            let object = reader.object(&["from", "to", "step"])?;
            object.need("from")?;
            object.need("to")?;
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
            "{from}..{to} is no range: it ascends, by at least 1, over at most {MOST_VALUES} values"
        );
        reader.fault("range", message);
        return None;
    }
    let number =
        |at: i64| Alternative { value: (from + at * step).into(), pointer: reader.pointer() };
    Some((0..=count).map(number).collect())
}

/// One variant that is played.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it is called in tables.
    pub name: String,
    /// How many play.
    pub players: u8,
    /// Its components.
    pub components: String,
    /// One for each seat.
    pub agents: Vec<Spec>,
    /// The parameters that the scenario varies, in its order.
    pub settings: Vec<(String, Value)>,
    /// The case it is compared with.
    pub baseline: Option<usize>,
}

impl Case {
    /// The value of a varied parameter.
    pub fn setting(&self, name: &str) -> Option<&Value> {
        self.settings.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The agents, in one word if they are all the same.
    pub fn agents_text(&self) -> String {
        let texts: Vec<String> = self.agents.iter().map(Spec::to_string).collect();
        in_short(&texts)
    }
}

/// Agents in one word if they are all the same, else one for each seat.
pub fn in_short(agents: &[String]) -> String {
    match agents.windows(2).all(|pair| pair[0] == pair[1]) {
        true => agents.first().cloned().unwrap_or_default(),
        false => agents.join(" "),
    }
}

/// A value as people write it: words without quotes, no spaces.
pub fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
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
