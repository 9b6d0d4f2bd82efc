//! Takes part in everything that is done with documents.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::answers::{EventDocument, MoveDocument, ScoreDocument};
use super::components::{Components, Files, REPORTED, embedded};
use super::document::{DiceCounts, StateDocument};
use super::odds::Goal;
use super::read::{RULE_KEYS, STATE_KEYS, rules};
use super::rules::{City, Rules};
use super::state::State;
use super::{Event, Move, Skyline};
use crate::document::{Documents, Object, unknown_files};
use crate::draw::{Svg, Theme};
use crate::fault::Faults;
use crate::game::Seat;

/// The parameters of a variant. What is left out is the rulebook's.
#[derive(Serialize, JsonSchema)]
#[allow(dead_code)] // only its schema is used
struct RulesDocument {
    /// The number of players.
    #[schemars(range(min = 1, max = 4))]
    players: u8,
    /// A constraint for a player alone.
    city: Option<City>,
    /// The numbers of dice.
    dice: Option<DiceCounts>,
    /// By kind of die, how many of its faces show what.
    faces: Option<BTreeMap<String, BTreeMap<String, u8>>>,
    /// The values of tiles by height, from 1 on.
    tile_values: Option<Vec<u8>>,
    /// The number of rounds.
    #[schemars(range(min = 1, max = 100))]
    rounds: Option<u8>,
    /// How many dice are taken from the yard.
    #[schemars(range(min = 1, max = 12))]
    dice_taken: Option<u8>,
    /// By seat, the ground die it starts with: `low`, `mid`, `high` or `none`.
    starting_grounds: Option<Vec<String>>,
    /// By type, the least and the greatest height of a finished building.
    heights: Option<BTreeMap<String, [u8; 2]>>,
    /// Finishing a building of this height ends the game after the round; 0: none does.
    end_height: Option<u8>,
    /// Allows values that no rulebook has.
    beyond_rulebook: Option<bool>,
}

impl Documents for Skyline {
    type Components = Components;
    type Rules = Rules;
    type Parts<'a> = MoveDocument;
    type Told<'a> = EventDocument;
    type Score = ScoreDocument;

    const RULE_KEYS: &'static [&'static str] = RULE_KEYS;
    const STATE_KEYS: &'static [&'static str] = STATE_KEYS;
    const HAS_ODDS: bool = true;
    const DERIVED_KEYS: &'static [&'static str] = &["yard"];
    const DULL_FIGURES: &'static [&'static str] = &[
        "points",
        "tie_break",
        "next_level_at",
        "low by_height",
        "mid by_height",
        "high by_height",
    ];
    const NOTABLE_EVENTS: &'static [(&'static str, &'static str)] = &[
        ("finished", "finishes a building"),
        ("demolished", "demolishes"),
        ("last_round", "brings on the last round"),
        ("built", "builds"),
    ];

    fn sets() -> Vec<&'static str> {
        vec![REPORTED.id]
    }

    fn set(id: &str) -> Option<Arc<Components>> {
        (id == REPORTED.id).then(embedded)
    }

    fn set_files(id: &str) -> Option<BTreeMap<&'static str, &'static str>> {
        (id == REPORTED.id).then(|| REPORTED.by_name())
    }

    fn own_set(id: &str, own: &BTreeMap<String, String>) -> Result<Arc<Components>, Faults> {
        let file = |name: &str, default| own.get(name).map_or(default, String::as_str);
        let files = Files {
            id,
            dice: file("dice.csv", REPORTED.dice),
            tiles: file("tiles.csv", REPORTED.tiles),
        };
        unknown_files(own, &REPORTED.by_name(), Components::read(&files)).map(Arc::new)
    }

    fn standard_rules(players: u8) -> Rules {
        Rules::standard(players)
    }

    fn describe_set(components: &Components) -> Value {
        let dice = components.dice.iter().map(|die| {
            let [low, mid, high, blank] = die.faces();
            let of = format!(
                "{} {} dice: {low} low, {mid} mid, {high} high, {blank} blank",
                die.count, die.kind
            );
            json!({"of": of, "provenance": die.provenance, "source": die.source})
        });
        let tiles = components.tiles.iter().map(|tile| {
            let of =
                format!("{} tiles of height {}, worth {}", tile.count, tile.height, tile.value);
            json!({"of": of, "provenance": tile.provenance, "source": tile.source})
        });
        json!({
            "id": components.id,
            "title": "Skyline, from the rulebook and public reports",
            "parts": [
                {"file": "dice.csv", "holds": "the three kinds of dice", "claims": dice.collect::<Vec<_>>()},
                {"file": "tiles.csv", "holds": "tiles by height", "claims": tiles.collect::<Vec<_>>()},
            ],
        })
    }

    fn read_rules(object: &Object<'_>) -> Option<Rules> {
        rules(object)
    }

    fn variant(rules: Rules, components: Arc<Components>) -> Result<Skyline, Faults> {
        Skyline::new(rules, components)
    }

    fn write_rules(&self) -> Map<String, Value> {
        self.rules_document()
    }

    fn set_id(&self) -> &str {
        &self.components.id
    }

    fn read_state(&self, object: &Object<'_>) -> Option<State> {
        self.state_of(object)
    }

    fn write_state(&self, state: &State) -> Map<String, Value> {
        match serde_json::to_value(self.state_document(state)) {
            Ok(Value::Object(map)) => map,
            _ => unreachable!("a state document is an object"),
        }
    }

    fn write_parts(&self, mv: Move) -> MoveDocument {
        self.move_document(mv)
    }

    fn draw(&self, state: &State, theme: Theme) -> Svg {
        self.picture(state, theme)
    }

    fn write_event(&self, event: &Event) -> EventDocument {
        self.event_document(event)
    }

    fn write_score(&self, state: &State, seat: Seat) -> ScoreDocument {
        self.score_document(state, seat)
    }

    fn write_odds(&self, state: &State) -> Option<Result<Value, String>> {
        let row = |(goal, chance): (Goal, f64)| json!({"type": goal.face.to_string(), "least_height": goal.height, "probability": chance});
        let odds = self
            .odds(state)
            .map(|odds| json!({"finish": odds.into_iter().map(row).collect::<Vec<_>>()}));
        Some(odds)
    }

    fn rules_schema() -> Schema {
        schema_for!(RulesDocument)
    }

    fn state_schema() -> Schema {
        schema_for!(StateDocument)
    }
}
