//! Takes part in everything that is done with documents.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::answers::{EventDocument, FinishOdds, MoveDocument, OddsDocument, ScoreDocument};
use super::components::{Components, Files, REPORTED, embedded};
use super::document::StateDocument;
use super::rules::Rules;
use super::state::State;
use super::{Event, Move, Skyline};
use crate::document::Faults;
use crate::document::Object;
use crate::document::provenance::Claim;
use crate::game::Seat;
use crate::games::draw::{Svg, Theme};
use crate::games::{ComponentFile, ComponentSet, Documents, unknown_files};

impl Documents for Skyline {
    type Components = Components;
    type StateDocument = StateDocument;
    type Rules = Rules;
    type MoveDetails<'a> = MoveDocument;
    type EventDetails<'a> = EventDocument;
    type Score = ScoreDocument;
    type Odds = OddsDocument;

    const HAS_ODDS: bool = true;
    const DERIVED_KEYS: &'static [&'static str] = &["yard"];
    const MINOR_SCORE_FIELDS: &'static [&'static str] = &[
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

    fn custom_components(
        id: &str,
        own: &BTreeMap<String, String>,
    ) -> Result<Arc<Components>, Faults> {
        let file = |name: &str, default| own.get(name).map_or(default, String::as_str);
        let files = Files {
            id,
            dice: file("dice.csv", REPORTED.dice),
            tiles: file("tiles.csv", REPORTED.tiles),
        };
        unknown_files(own, &REPORTED.by_name(), Components::read(&files)).map(Arc::new)
    }

    fn describe_set(components: &Components) -> ComponentSet {
        let dice = components.dice.iter().map(|die| {
            let [low, mid, high, blank] = die.faces();
            let of = format!(
                "{} {} dice: {low} low, {mid} mid, {high} high, {blank} blank",
                die.count, die.kind
            );
            Claim::new(of, die.provenance, &die.source)
        });
        let tiles = components.tiles.iter().map(|tile| {
            let of =
                format!("{} tiles of height {}, worth {}", tile.count, tile.height, tile.value);
            Claim::new(of, tile.provenance, &tile.source)
        });
        ComponentSet {
            id: components.id.clone(),
            title: "Skyline, from the rulebook and public reports".into(),
            parts: vec![
                ComponentFile::new("dice.csv", "the three kinds of dice", dice),
                ComponentFile::new("tiles.csv", "tiles by height", tiles),
            ],
        }
    }

    fn variant(rules: Rules, components: Arc<Components>) -> Result<Skyline, Faults> {
        Skyline::new(rules, components)
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

    fn move_details(&self, mv: Move) -> MoveDocument {
        self.move_document(mv)
    }

    fn draw(&self, state: &State, theme: Theme) -> Svg {
        self.picture(state, theme)
    }

    fn event_details(&self, event: &Event) -> EventDocument {
        self.event_document(event)
    }

    fn write_score(&self, state: &State, seat: Seat) -> ScoreDocument {
        self.score_document(state, seat)
    }

    fn odds(&self, state: &State) -> Result<OddsDocument, String> {
        let chances = self.turn_odds(state)?.into_iter();
        let finish = chances.map(|(goal, probability)| FinishOdds {
            face: goal.face.to_string(),
            least_height: goal.height,
            probability,
        });
        Ok(OddsDocument { finish: finish.collect() })
    }
}
