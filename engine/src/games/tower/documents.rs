//! Takes part in everything that is done with documents.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::answers::{EventDocument, MoveDocument, ScoreDocument};
use super::components::{Components, Files, RECONSTRUCTED, card_name, embedded};
use super::document::{PriceTable, RateTable, StateDocument, TokenCounts};
use super::read::{RULE_KEYS, STATE_KEYS, rules};
use super::rules::Rules;
use super::state::State;
use super::{Event, Move, Tower};
use crate::document::{Documents, Object, unknown_files};
use crate::draw::{Svg, Theme};
use crate::fault::Faults;
use crate::game::Seat;
use crate::provenance::Provenance;

/// The parameters of a variant. What is left out is the rulebook's.
#[derive(Serialize, JsonSchema)]
#[allow(dead_code)] // only its schema is used
struct RulesDocument {
    /// The number of players.
    #[schemars(range(min = 2, max = 4))]
    players: u8,
    /// Build cards are secret, as they always are with two players.
    friendlier: Option<bool>,
    /// Any material may be bought; all of them go back when building.
    meaner: Option<bool>,
    /// How many tokens are drawn in the draw phase.
    #[schemars(range(min = 1, max = 10))]
    draw_size: Option<u8>,
    /// How many more are drawn when nothing was done.
    #[schemars(range(min = 0, max = 10))]
    extra_draw: Option<u8>,
    /// How many gems of a colour Salil wants for one gem; at most one colour at 1.
    salil_rates: Option<RateTable>,
    /// How many gems Salil gives for a pass.
    #[schemars(range(min = 1, max = 4))]
    pass_gems: Option<u8>,
    /// What a black-market card costs to get: gems of one colour, or passes.
    entry_prices: Option<PriceTable>,
    /// How many black-market cards are looked at.
    #[schemars(range(min = 1, max = 6))]
    cards_seen: Option<u8>,
    /// The most black-market cards in a hand.
    #[schemars(range(min = 0, max = 6))]
    hand_limit: Option<u8>,
    /// How many build cards are drawn to choose one.
    #[schemars(range(min = 1, max = 6))]
    cards_drawn: Option<u8>,
    /// How many floors win.
    #[schemars(range(min = 1, max = 9))]
    floors_to_win: Option<u8>,
    /// How many of a build card's materials make a floor; all of them if not given.
    #[schemars(range(min = 1, max = 12))]
    materials_per_card: Option<u8>,
    /// What is in the bag at the start.
    tokens: Option<TokenCounts>,
    /// After so many turns the game is unfinished.
    #[schemars(range(min = 1, max = 65535))]
    turn_cap: Option<u16>,
    /// Allows values that no rulebook has.
    beyond_rulebook: Option<bool>,
}

fn claim(of: String, provenance: Provenance, source: &str) -> Value {
    json!({"of": of, "provenance": provenance, "source": source})
}

impl Documents for Tower {
    type Components = Components;
    type Rules = Rules;
    type Parts<'a> = MoveDocument<'a>;
    type Told<'a> = EventDocument<'a>;
    type Score = ScoreDocument;

    const RULE_KEYS: &'static [&'static str] = RULE_KEYS;
    const STATE_KEYS: &'static [&'static str] = STATE_KEYS;
    const DERIVED_KEYS: &'static [&'static str] = &["bag", "decks"];
    const DULL_FIGURES: &'static [&'static str] = &[
        "points",
        "tie_break",
        "worth",
        "tokens * worth",
        "floors_to_win",
        "next_floor wanted",
        "next_floor missing",
    ];
    const NOTABLE_EVENTS: &'static [(&'static str, &'static str)] = &[
        ("built", "builds a floor"),
        ("evicted", "frees a shop"),
        ("will_skip", "costs a rival a draw"),
        ("stole", "takes it from a rival"),
        ("left", "leaves the shop"),
        ("no_effect", "without effect"),
    ];

    fn sets() -> Vec<&'static str> {
        vec![RECONSTRUCTED.id]
    }

    fn set(id: &str) -> Option<Arc<Components>> {
        (id == RECONSTRUCTED.id).then(embedded)
    }

    fn set_files(id: &str) -> Option<BTreeMap<&'static str, &'static str>> {
        (id == RECONSTRUCTED.id).then(|| RECONSTRUCTED.by_name())
    }

    fn own_set(id: &str, own: &BTreeMap<String, String>) -> Result<Arc<Components>, Faults> {
        let file = |name: &str, default| own.get(name).map_or(default, String::as_str);
        let files = Files {
            id,
            tokens: file("tokens.csv", RECONSTRUCTED.tokens),
            shops: file("shops.csv", RECONSTRUCTED.shops),
            build_cards: file("build_cards.csv", RECONSTRUCTED.build_cards),
            black_market: file("black_market.csv", RECONSTRUCTED.black_market),
        };
        unknown_files(own, &RECONSTRUCTED.by_name(), Components::read(&files)).map(Arc::new)
    }

    fn standard_rules(players: u8) -> Rules {
        Rules::standard(players)
    }

    fn describe_set(components: &Components) -> Value {
        let tokens = components.tokens.iter().map(|row| {
            claim(format!("{} {} tokens", row.count, row.token), row.provenance, &row.source)
        });
        let slots = components.slots.iter().map(|row| {
            let of = format!("{} at {} for {} {}", row.material, row.shop, row.price, row.colour);
            claim(of, row.provenance, &row.source)
        });
        let build = components.build_cards.iter().map(|row| {
            let of = format!(
                "{} build card {} from {} players on",
                row.count,
                card_name(row.materials()),
                row.from_players
            );
            claim(of, row.provenance, &row.source)
        });
        let market = components.market.iter().map(|row| {
            let of = format!("{} {}: {}", row.count, row.card, row.effects);
            claim(of, row.provenance, &row.source)
        });
        json!({
            "id": components.id,
            "title": "Tower, with stand-ins for what only the cards show",
            "parts": [
                {"file": "tokens.csv", "holds": "what is in the bag", "claims": tokens.collect::<Vec<_>>()},
                {"file": "shops.csv", "holds": "the shops' slots and prices", "claims": slots.collect::<Vec<_>>()},
                {"file": "build_cards.csv", "holds": "what floors are built of", "claims": build.collect::<Vec<_>>()},
                {"file": "black_market.csv", "holds": "black-market cards, their costs and effects", "claims": market.collect::<Vec<_>>()},
            ],
        })
    }

    fn read_rules(object: &Object<'_>) -> Option<Rules> {
        rules(object)
    }

    fn variant(rules: Rules, components: Arc<Components>) -> Result<Tower, Faults> {
        Tower::new(rules, components)
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
