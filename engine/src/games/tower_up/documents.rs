//! Takes part in everything that is done with documents.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::answers::{EventDocument, MoveDocument, ScoreDocument};
use super::components::{Components, Files, RECONSTRUCTED, SETS};
use super::document::{Counts, StateDocument};
use super::read::{RULE_KEYS, STATE_KEYS, rules};
use super::rules::{Placer, Rules, Side};
use super::state::State;
use super::{Event, Move, TowerUp};
use crate::document::{Documents, Object, unknown_files};
use crate::draw::{Svg, Theme};
use crate::fault::Faults;
use crate::game::Seat;
use crate::provenance::Claim;

/// The sets that come with the engine, each read when it is first asked for.
static SHELF: [OnceLock<Arc<Components>>; SETS.len()] = [const { OnceLock::new() }; SETS.len()];

impl<'a> Files<'a> {
    /// The files by name.
    pub fn by_name(&self) -> BTreeMap<&'static str, &'a str> {
        BTreeMap::from([
            ("numbers.toml", self.numbers),
            ("front.toml", self.front),
            ("back.toml", self.back),
            ("cards.csv", self.cards),
            ("objectives.csv", self.objectives),
        ])
    }
}

/// The parameters of a variant. What is left out is the rulebook's.
#[derive(Serialize, JsonSchema)]
#[allow(dead_code)] // only its schema is used
struct RulesDocument {
    /// The number of players.
    #[schemars(range(min = 2, max = 4))]
    players: u8,
    /// The side of the board; the back for 2 players, else the front.
    side: Option<Side>,
    /// The number of starting floors: 3 to 7, with 4 players 3 to 5.
    #[schemars(range(min = 1, max = 16))]
    starting_floors: Option<u8>,
    /// Who places the starting floors.
    placed_by: Option<Placer>,
    /// The roofs of each player.
    #[schemars(range(min = 1, max = 30))]
    roofs: Option<u8>,
    /// The most floors a player may keep at the end of a turn.
    #[schemars(range(min = 4, max = 60))]
    stock_limit: Option<u8>,
    /// The floors of each colour.
    #[schemars(range(min = 8, max = 100))]
    floors_per_colour: Option<u8>,
    /// The number of cards on display.
    #[schemars(range(min = 1, max = 8))]
    market_size: Option<u8>,
    /// The floors that every player starts with: by colour, or one number for each.
    opening_stock: Option<OpeningStock>,
    /// The tokens of each objective, highest first.
    tokens: Option<Vec<u8>>,
    /// The star columns, in steps.
    stars: Option<Vec<u8>>,
    /// The values of a track's spaces.
    track: Option<Vec<u8>>,
    /// The values of the cone for 0, 1, 2 ... visible roofs.
    cone: Option<Vec<u8>>,
    /// `drawn`, `start`, or three ids.
    objectives: Option<ObjectivesDocument>,
    /// Whether the two sides of a border must be joined by a road.
    border_by_road: Option<bool>,
    /// Turns after which a game is stopped as unfinished.
    turn_cap: Option<u16>,
    /// Allows values that no rulebook has.
    beyond_rulebook: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum OpeningStock {
    Each(u8),
    ByColour(Counts),
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum ObjectivesDocument {
    Choice(ObjectivesChoice),
    Named([String; 3]),
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(dead_code)]
enum ObjectivesChoice {
    Drawn,
    Start,
}

impl Documents for TowerUp {
    type Components = Components;
    type Rules = Rules;
    type Parts<'a> = MoveDocument<'a>;
    type Told<'a> = EventDocument<'a>;
    type Score = ScoreDocument;

    const RULE_KEYS: &'static [&'static str] = RULE_KEYS;
    const STATE_KEYS: &'static [&'static str] = STATE_KEYS;
    const DERIVED_KEYS: &'static [&'static str] = &["supply", "roofs"];
    const DULL_FIGURES: &'static [&'static str] =
        &["points", "tie_break", "roofs_left", "open_tokens", "tracks * steps", "visible_roofs"];
    const NOTABLE_EVENTS: &'static [(&'static str, &'static str)] = &[
        ("star_column", "extra turn"),
        ("triggered", "brings on the end"),
        ("covered", "covers a roof"),
        ("reshuffled", "empties the deck"),
    ];

    fn sets() -> Vec<&'static str> {
        SETS.iter().map(|files| files.id).collect()
    }

    fn set(id: &str) -> Option<Arc<Components>> {
        let index = SETS.iter().position(|files| files.id == id)?;
        let read = || {
            Components::read(&SETS[index]).expect("the embedded components are checked by tests")
        };
        Some(SHELF[index].get_or_init(|| Arc::new(read())).clone())
    }

    fn set_files(id: &str) -> Option<BTreeMap<&'static str, &'static str>> {
        SETS.iter().find(|files| files.id == id).map(Files::by_name)
    }

    fn own_set(id: &str, own: &BTreeMap<String, String>) -> Result<Arc<Components>, Faults> {
        let file = |name: &str, default| own.get(name).map_or(default, String::as_str);
        let files = Files {
            id,
            numbers: file("numbers.toml", RECONSTRUCTED.numbers),
            front: file("front.toml", RECONSTRUCTED.front),
            back: file("back.toml", RECONSTRUCTED.back),
            cards: file("cards.csv", RECONSTRUCTED.cards),
            objectives: file("objectives.csv", RECONSTRUCTED.objectives),
        };
        unknown_files(own, &RECONSTRUCTED.by_name(), Components::read(&files)).map(Arc::new)
    }

    fn standard_rules(players: u8) -> Rules {
        Rules::standard(players)
    }

    fn describe_set(components: &Components) -> Value {
        let claims = |claims: &[Claim]| json!(claims);
        let deck = &components.deck;
        let cards = deck
            .provenance
            .iter()
            .map(|(provenance, count)| json!({"provenance": provenance, "cards": count}));
        json!({
            "id": components.id,
            "title": components.numbers.title,
            "parts": [
                {"file": "numbers.toml", "holds": "tracks, cone, tokens and counts",
                 "claims": claims(&components.numbers.claim)},
                {"file": "front.toml",
                 "holds": format!("{} sites, {} roads", components.front.names.len(), components.front.roads().count()),
                 "claims": claims(&components.front.file.claim)},
                {"file": "back.toml",
                 "holds": format!("{} sites, {} roads", components.back.names.len(), components.back.roads().count()),
                 "claims": claims(&components.back.file.claim)},
                {"file": "cards.csv",
                 "holds": format!("{} cards, {} different", deck.len(), deck.faces.len()),
                 "claims": cards.map(|card| json!({
                     "of": format!("{} cards", card["cards"]), "provenance": card["provenance"], "source": "cards.csv",
                 })).collect::<Vec<_>>()},
                {"file": "objectives.csv",
                 "holds": format!("{} objectives", components.objectives.len()),
                 "claims": components.objectives.iter().map(|objective| json!({
                     "of": objective.id, "provenance": objective.provenance, "source": objective.text,
                 })).collect::<Vec<_>>()},
            ],
        })
    }

    fn read_rules(object: &Object<'_>) -> Option<Rules> {
        rules(object)
    }

    fn variant(rules: Rules, components: Arc<Components>) -> Result<TowerUp, Faults> {
        TowerUp::new(rules, components)
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

    fn write_parts(&self, mv: Move) -> MoveDocument<'_> {
        self.move_document(mv)
    }

    fn draw(&self, state: &State, theme: Theme) -> Svg {
        self.picture(state, theme)
    }

    fn write_event(&self, event: &Event) -> EventDocument<'_> {
        self.event_document(event)
    }

    fn write_score(&self, state: &State, seat: Seat) -> ScoreDocument {
        self.score_document(state, seat)
    }

    fn rules_schema() -> Schema {
        schema_for!(RulesDocument)
    }

    fn state_schema() -> Schema {
        schema_for!(StateDocument)
    }
}
