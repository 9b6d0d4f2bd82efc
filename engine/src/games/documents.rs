//! What a game adds to be read, written, drawn and scored as documents.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::{JsonSchema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Measure;
use super::draw::{Svg, Theme};
use super::parameters::Parameters;
use crate::document::provenance::Claim;
use crate::document::{Fault, FaultCode, Faults, Object};
use crate::game::Seat;

/// The version of state, log and rules documents.
const VERSION: u32 = 1;

/// A set of components, and how well its numbers are known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ComponentSet {
    /// The id in rules documents.
    pub id: String,
    /// What it is, in a few words.
    pub title: String,
    /// File by file.
    pub parts: Vec<ComponentFile>,
}

/// A file of a component set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ComponentFile {
    /// Its name.
    pub file: String,
    /// What is in it.
    pub holds: String,
    /// How well each part is known.
    pub claims: Vec<Claim>,
}

impl ComponentFile {
    /// A file with what it holds.
    pub fn new(
        file: &str,
        holds: impl Into<String>,
        claims: impl IntoIterator<Item = Claim>,
    ) -> ComponentFile {
        let claims = claims.into_iter().collect();
        ComponentFile { file: file.into(), holds: holds.into(), claims }
    }
}

/// The odds of a game that has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum NoOdds {}

/// A game that can be written down. A game whose state derives its document implements
/// [`PlainDocuments`](super::PlainDocuments) instead, which has a default for everything.
pub trait Documents: Measure {
    /// What is in the box.
    type Components: Send + Sync;
    /// The parameters of a variant.
    type Rules: Parameters;
    /// A position as it is written, without `format` and `rules`.
    type StateDocument: Serialize + JsonSchema;
    /// What a move is made of: its `kind`, and names for the rest.
    type MoveDetails<'a>: Serialize + JsonSchema;
    /// An event: its `event`, and names for the rest.
    type EventDetails<'a>: Serialize + JsonSchema;
    /// A seat's points by source, and what is still open.
    type Score: Serialize + JsonSchema;
    /// Exact chances; [`NoOdds`] for a game that has none.
    type Odds: Serialize + JsonSchema;

    /// The ids of the component sets that come with the engine, the default first.
    fn sets() -> Vec<&'static str>;

    /// A set that comes with the engine.
    fn set(id: &str) -> Option<Arc<Self::Components>>;

    /// The files of a set, by name; the default for what `own` does not replace.
    fn set_files(id: &str) -> Option<BTreeMap<&'static str, &'static str>>;

    /// A set of somebody's own: the default set with some files replaced.
    fn custom_components(
        id: &str,
        own: &BTreeMap<String, String>,
    ) -> Result<Arc<Self::Components>, Faults>;

    /// What a set holds and how well each figure is known.
    fn describe_set(components: &Self::Components) -> ComponentSet;

    /// The variant of these rules on these components.
    fn variant(rules: Self::Rules, components: Arc<Self::Components>) -> Result<Self, Faults>;

    /// The parameters of this variant.
    fn parameters(&self) -> Self::Rules;

    /// The id of the components of this variant.
    fn set_id(&self) -> &str;

    /// The keys of a state beside `format` and `rules`: those of its JSON Schema.
    fn state_keys() -> Vec<String> {
        let schema = SchemaGenerator::default().into_root_schema_for::<Self::StateDocument>();
        let properties = schema.get("properties").and_then(Value::as_object);
        properties.map(|keys| keys.keys().cloned().collect()).unwrap_or_default()
    }

    /// Keys, at any depth of a state, whose values follow from the rest and may be left out.
    const DERIVED_KEYS: &'static [&'static str] = &[];

    /// Reads and checks a position of this variant.
    fn read_state(&self, object: &Object<'_>) -> Option<Self::State>;

    /// A position, without `format` and `rules`.
    fn write_state(&self, state: &Self::State) -> Self::StateDocument;

    /// What a move is made of.
    fn move_details(&self, mv: Self::Move) -> Self::MoveDetails<'_>;

    /// A move as a seat may know it, from the position before it. Games without secrets keep this
    /// default.
    fn show_move_to(&self, _state: &Self::State, mv: Self::Move, _viewer: Seat) -> String {
        self.show(mv).to_string()
    }

    /// A picture of a position.
    fn draw(&self, state: &Self::State, theme: Theme) -> Svg;

    /// What an event is made of.
    fn event_details(&self, event: &Self::Event) -> Self::EventDetails<'_>;

    /// A seat's points by source.
    fn write_score(&self, state: &Self::State, seat: Seat) -> Self::Score;

    /// Figures of a score that say little about a move, by the beginning of their place, such as
    /// `tracks * steps`; `*` is any word.
    const MINOR_SCORE_FIELDS: &'static [&'static str] = &[];

    /// Events worth telling about a move, with what to say.
    const NOTABLE_EVENTS: &'static [(&'static str, &'static str)] = &[];

    /// Whether the game can compute exact chances.
    const HAS_ODDS: bool = false;

    /// Exact chances in a position, or why there are none.
    fn odds(&self, _state: &Self::State) -> Result<Self::Odds, String> {
        Err(format!("{} has no dice to compute odds for", Self::NAME))
    }

    /// The `format` of a kind of document, such as `tower-up/state/1`.
    fn format_of(kind: &str) -> String {
        format!("{}/{kind}/{VERSION}", Self::NAME)
    }

    /// The parameters that differ from the default, and the components.
    fn full_rules(&self) -> Value {
        let mut rules = self.parameters().write();
        rules.insert("components".into(), self.set_id().into());
        Value::Object(rules)
    }

    /// A position as a whole document.
    fn full_state(&self, state: &Self::State) -> Value {
        let mut map = Map::new();
        map.insert("format".into(), Self::format_of("state").into());
        map.insert("rules".into(), self.full_rules());
        match serde_json::to_value(self.write_state(state)) {
            Ok(Value::Object(state)) => map.extend(state),
            _ => unreachable!("a state document is an object"),
        }
        Value::Object(map)
    }
}

/// The result of reading a custom set, with a fault for every file in it that no set
/// has.
pub(crate) fn unknown_files<T>(
    own: &BTreeMap<String, String>,
    known: &BTreeMap<&str, &str>,
    read: Result<T, Faults>,
) -> Result<T, Faults> {
    let names: Vec<&str> = known.keys().copied().collect();
    let strange = own.keys().filter(|name| !known.contains_key(name.as_str()));
    let message = format!("a set has the files {}", names.join(", "));
    let mut faults: Vec<Fault> =
        strange.map(|name| Fault::new(name, FaultCode::UnknownFile, &message)).collect();
    match read {
        Ok(read) => Faults::ok_if_empty(faults, read),
        Err(Faults(more)) => {
            faults.extend(more);
            Err(Faults(faults))
        }
    }
}
