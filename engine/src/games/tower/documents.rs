//! Takes part in everything that is done with documents.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::answers::{EventDocument, MoveDocument, ScoreDocument};
use super::components::{Components, Files, RECONSTRUCTED, card_name, embedded};
use super::document::StateDocument;
use super::rules::Rules;
use super::state::State;
use super::{Event, Move, Tower};
use crate::document::Faults;
use crate::document::Object;
use crate::document::provenance::Claim;
use crate::game::Seat;
use crate::games::draw::{Svg, Theme};
use crate::games::{ComponentFile, ComponentSet, Documents, NoOdds, unknown_files};

impl Documents for Tower {
    type Components = Components;
    type StateDocument = StateDocument;
    type Rules = Rules;
    type MoveDetails<'a> = MoveDocument<'a>;
    type EventDetails<'a> = EventDocument<'a>;
    type Score = ScoreDocument;
    type Odds = NoOdds;

    const DERIVED_KEYS: &'static [&'static str] = &["bag", "decks"];
    const MINOR_SCORE_FIELDS: &'static [&'static str] = &[
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

    fn custom_components(
        id: &str,
        own: &BTreeMap<String, String>,
    ) -> Result<Arc<Components>, Faults> {
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

    fn describe_set(components: &Components) -> ComponentSet {
        let tokens = components.tokens.iter().map(|row| {
            Claim::new(format!("{} {} tokens", row.count, row.token), row.provenance, &row.source)
        });
        let slots = components.slots.iter().map(|row| {
            let of = format!("{} at {} for {} {}", row.material, row.shop, row.price, row.colour);
            Claim::new(of, row.provenance, &row.source)
        });
        let build = components.build_cards.iter().map(|row| {
            let of = format!(
                "{} build card {} from {} players on",
                row.count,
                card_name(row.materials()),
                row.from_players
            );
            Claim::new(of, row.provenance, &row.source)
        });
        let market = components.market.iter().map(|row| {
            let of = format!("{} {}: {}", row.count, row.card, row.effects);
            Claim::new(of, row.provenance, &row.source)
        });
        let holds = "black-market cards, their costs and effects";
        ComponentSet {
            id: components.id.clone(),
            title: "Tower, with stand-ins for what only the cards show".into(),
            parts: vec![
                ComponentFile::new("tokens.csv", "what is in the bag", tokens),
                ComponentFile::new("shops.csv", "the shops' slots and prices", slots),
                ComponentFile::new("build_cards.csv", "what floors are built of", build),
                ComponentFile::new("black_market.csv", holds, market),
            ],
        }
    }

    fn variant(rules: Rules, components: Arc<Components>) -> Result<Tower, Faults> {
        Tower::new(rules, components)
    }

    fn parameters(&self) -> Rules {
        self.rules.clone()
    }

    fn set_id(&self) -> &str {
        &self.components.id
    }

    fn read_state(&self, object: &Object<'_>) -> Option<State> {
        self.state_of(object)
    }

    fn write_state(&self, state: &State) -> StateDocument {
        self.state_document(state)
    }

    fn move_details(&self, mv: Move) -> MoveDocument<'_> {
        self.move_document(mv)
    }

    fn show_move_to(&self, state: &State, mv: Move, viewer: Seat) -> String {
        self.write_for(state, mv, viewer)
    }

    fn draw(&self, state: &State, theme: Theme) -> Svg {
        self.picture(state, theme)
    }

    fn event_details(&self, event: &Event) -> EventDocument<'_> {
        self.event_document(event)
    }

    fn write_score(&self, state: &State, seat: Seat) -> ScoreDocument {
        self.score_document(state, seat)
    }
}
