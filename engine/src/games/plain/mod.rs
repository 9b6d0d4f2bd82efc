//! Documents for a game that has written none: everything follows from its state's type.

mod answers;
mod rules;

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use answers::{PlainEventDocument, PlainMoveDocument, PlainScoreDocument};
pub use rules::OnlyPlayers;

use super::draw::{Svg, Theme, draw_fields, sentence};
use super::{ComponentSet, Documents, Measure, NoOdds, Parameters};
use crate::document::{Fault, FaultCode, Faults, Object, read_by_serde};
use crate::game::{Next, Seat};

/// The components of a game that needs no data files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoComponents;

impl NoComponents {
    /// The id in rules documents.
    pub const ID: &'static str = "standard";
}

/// [`Documents`] by default: `impl PlainDocuments for MyGame {}` is enough for a game whose state
/// derives `Serialize`, `Deserialize` and `JsonSchema`.
///
/// The state document is the state as serde writes it, the only parameter is the number of
/// players, and the picture lists what the state holds. A game that wants other documents,
/// parameters or components implements [`Documents`] itself.
pub trait PlainDocuments: Measure<State: Serialize + DeserializeOwned + JsonSchema> {
    /// Whether play can lead to a state that fits the JSON Schema; if not, why not. Documents come
    /// from strangers: a state that [`Game::play`](crate::game::Game::play) cannot go on from must
    /// be refused here.
    fn check_state(&self, _state: &Self::State) -> Result<(), String> {
        Ok(())
    }

    /// A picture of a position.
    fn picture(&self, state: &Self::State, theme: Theme) -> Svg {
        let next = match self.next(state) {
            Next::Player(seat) => format!("{seat} is to move"),
            Next::Chance => "chance is next".into(),
            Next::Over(_) => "the game is over".into(),
        };
        let title = format!("{}: {next}", sentence(Self::NAME));
        match serde_json::to_value(state) {
            Ok(Value::Object(fields)) => draw_fields(&title, &fields, theme),
            _ => unreachable!("a state document is an object"),
        }
    }
}

impl<G: PlainDocuments> Documents for G {
    type Components = NoComponents;
    type Rules = OnlyPlayers<G>;
    type StateDocument = G::State;
    type MoveDetails<'a> = PlainMoveDocument;
    type EventDetails<'a> = PlainEventDocument;
    type Score = PlainScoreDocument;
    type Odds = NoOdds;

    fn sets() -> Vec<&'static str> {
        vec![NoComponents::ID]
    }

    fn set(id: &str) -> Option<Arc<NoComponents>> {
        (id == NoComponents::ID).then(Arc::default)
    }

    fn set_files(id: &str) -> Option<BTreeMap<&'static str, &'static str>> {
        (id == NoComponents::ID).then(BTreeMap::new)
    }

    fn custom_components(
        _id: &str,
        own: &BTreeMap<String, String>,
    ) -> Result<Arc<NoComponents>, Faults> {
        let message = format!("{} has no component files", G::NAME);
        let fault = |name: &String| Fault::new(name, FaultCode::UnknownFile, &message);
        Faults::ok_if_empty(own.keys().map(fault).collect(), Arc::default())
    }

    fn describe_set(_: &NoComponents) -> ComponentSet {
        ComponentSet {
            id: NoComponents::ID.into(),
            title: format!("{}, which needs no data files", sentence(G::NAME)),
            parts: Vec::new(),
        }
    }

    fn variant(rules: OnlyPlayers<G>, _: Arc<NoComponents>) -> Result<G, Faults> {
        let faults = rules.players_fault().into_iter().collect();
        Faults::ok_if_empty(faults, rules).map(|rules| G::standard(rules.players().into()))
    }

    fn parameters(&self) -> OnlyPlayers<G> {
        OnlyPlayers::standard(self.seats() as u8)
    }

    fn set_id(&self) -> &str {
        NoComponents::ID
    }

    fn read_state(&self, object: &Object<'_>) -> Option<G::State> {
        let state = read_by_serde(object, &["format", "rules"])?;
        match self.check_state(&state) {
            Ok(()) => Some(state),
            Err(why) => {
                object.reader().fault(FaultCode::ImpossibleState, why);
                None
            }
        }
    }

    fn write_state(&self, state: &G::State) -> G::State {
        *state
    }

    fn move_details(&self, _: G::Move) -> PlainMoveDocument {
        PlainMoveDocument::default()
    }

    fn draw(&self, state: &G::State, theme: Theme) -> Svg {
        self.picture(state, theme)
    }

    fn event_details(&self, event: &G::Event) -> PlainEventDocument {
        PlainEventDocument::new(event)
    }

    fn write_score(&self, state: &G::State, seat: Seat) -> PlainScoreDocument {
        PlainScoreDocument::new(seat, self.standing(state, seat))
    }
}
