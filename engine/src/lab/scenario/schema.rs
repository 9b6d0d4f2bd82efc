//! The JSON Schema of scenario files.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

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
    until: Option<BTreeMap<String, f64>>,
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

#[cfg(test)]
mod tests {
    use super::schema;
    use crate::lab::scenario::document::KEYS;

    #[test]
    fn the_schema_has_the_keys_that_are_read() {
        let schema = schema();
        let keys = schema["properties"].as_object().expect("an object").keys();
        assert_eq!(keys.collect::<Vec<_>>(), KEYS);
    }
}
