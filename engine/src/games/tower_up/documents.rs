//! Takes part in everything that is done with documents.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::answers::{EventDocument, MoveDocument, ScoreDocument};
use super::board::Board;
use super::components::{Components, Files, RECONSTRUCTED, SETS};
use super::document::StateDocument;
use super::rules::Rules;
use super::state::State;
use super::{Event, Move, TowerUp};
use crate::document::Faults;
use crate::document::Object;
use crate::document::provenance::Claim;
use crate::game::Seat;
use crate::games::draw::{Svg, Theme};
use crate::games::{ComponentFile, ComponentSet, Documents, NoOdds, unknown_files};

/// The sets that come with the engine, each read when it is first asked for.
static EMBEDDED_SETS: [OnceLock<Arc<Components>>; SETS.len()] =
    [const { OnceLock::new() }; SETS.len()];

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

impl Documents for TowerUp {
    type Components = Components;
    type StateDocument = StateDocument;
    type Rules = Rules;
    type MoveDetails<'a> = MoveDocument<'a>;
    type EventDetails<'a> = EventDocument<'a>;
    type Score = ScoreDocument;
    type Odds = NoOdds;

    const DERIVED_KEYS: &'static [&'static str] = &["supply", "roofs"];
    const MINOR_SCORE_FIELDS: &'static [&'static str] =
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
        Some(EMBEDDED_SETS[index].get_or_init(|| Arc::new(read())).clone())
    }

    fn set_files(id: &str) -> Option<BTreeMap<&'static str, &'static str>> {
        SETS.iter().find(|files| files.id == id).map(Files::by_name)
    }

    fn custom_components(
        id: &str,
        own: &BTreeMap<String, String>,
    ) -> Result<Arc<Components>, Faults> {
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

    fn describe_set(components: &Components) -> ComponentSet {
        let (numbers, deck) = (&components.numbers, &components.deck);
        let board = |file, board: &Board| {
            let holds = format!("{} sites, {} roads", board.names.len(), board.roads().count());
            ComponentFile::new(file, holds, board.file.claim.clone())
        };
        let cards = deck.provenance.iter().map(|(provenance, count)| {
            Claim::new(format!("{count} cards"), *provenance, "cards.csv")
        });
        let objectives = components
            .objectives
            .iter()
            .map(|objective| Claim::new(&objective.id, objective.provenance, &objective.text));
        let holds = "tracks, cone, tokens and counts";
        ComponentSet {
            id: components.id.clone(),
            title: numbers.title.clone(),
            parts: vec![
                ComponentFile::new("numbers.toml", holds, numbers.claim.clone()),
                board("front.toml", &components.front),
                board("back.toml", &components.back),
                ComponentFile::new(
                    "cards.csv",
                    format!("{} cards, {} different", deck.len(), deck.faces.len()),
                    cards,
                ),
                ComponentFile::new(
                    "objectives.csv",
                    format!("{} objectives", components.objectives.len()),
                    objectives,
                ),
            ],
        }
    }

    fn variant(rules: Rules, components: Arc<Components>) -> Result<TowerUp, Faults> {
        TowerUp::new(rules, components)
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
