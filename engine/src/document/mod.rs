//! Documents: what people and programs write down, and how it is checked.
//!
//! What arrives is untrusted. A [`Reader`] walks the parsed JSON and collects
//! every fault on the way, each with a JSON Pointer and a stable code; a text's
//! faults also get line and column. Only a document without faults becomes a
//! state. [`compact`] writes any document on one line, for addresses, cells and
//! bug reports.
//!
//! A game takes part by implementing [`Documents`]; everything else, such as
//! reading texts, listing moves or replaying logs, is done once for all games by
//! [`crate::table`].

pub mod compact;
mod nearest;
mod places;
mod reader;
mod tree;

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::Value;

pub use nearest::nearest;
pub(crate) use places::{escape, locate, position, repeated};
pub(crate) use reader::syntax;
pub use reader::{Object, Reader};
pub use tree::{Members, Tree};

use crate::draw::{Svg, Theme};
use crate::fault::{Fault, Faults};
use crate::game::Seat;
use crate::measure::Measure;

/// A game that can be written down.
pub trait Documents: Measure {
    /// What is in the box.
    type Components: Send + Sync;
    /// The parameters of a variant.
    type Rules;
    /// What a move is made of: its `kind`, and names for the rest.
    type Parts<'a>: Serialize + JsonSchema;
    /// An event: its `event`, and names for the rest.
    type Told<'a>: Serialize + JsonSchema;
    /// A seat's points by source, and what is still open.
    type Score: Serialize + JsonSchema;

    /// The ids of the component sets that come with the engine, the default first.
    fn sets() -> Vec<&'static str>;

    /// A set that comes with the engine.
    fn set(id: &str) -> Option<Arc<Self::Components>>;

    /// The files of a set, by name; the default for what `own` does not replace.
    fn set_files(id: &str) -> Option<BTreeMap<&'static str, &'static str>>;

    /// A set of somebody's own: the default set with some files replaced.
    fn own_set(id: &str, own: &BTreeMap<String, String>) -> Result<Arc<Self::Components>, Faults>;

    /// The rulebook's parameters for a number of players.
    fn standard_rules(players: u8) -> Self::Rules;

    /// What a set holds and how well each figure is known.
    fn describe_set(components: &Self::Components) -> Value;

    /// Reads the parameters of a variant.
    fn read_rules(object: &Object<'_>) -> Option<Self::Rules>;

    /// The keys that [`Documents::read_rules`] knows.
    const RULE_KEYS: &'static [&'static str];

    /// The variant of these rules on these components.
    fn variant(rules: Self::Rules, components: Arc<Self::Components>) -> Result<Self, Faults>;

    /// The parameters that differ from the default, without the components.
    fn write_rules(&self) -> serde_json::Map<String, Value>;

    /// The id of the components of this variant.
    fn set_id(&self) -> &str;

    /// The keys of a state beside `format` and `rules`.
    const STATE_KEYS: &'static [&'static str];

    /// Keys, at any depth of a state, whose values follow from the rest and may be left out.
    const DERIVED_KEYS: &'static [&'static str];

    /// Reads and checks a position of this variant.
    fn read_state(&self, object: &Object<'_>) -> Option<Self::State>;

    /// A position, without `format` and `rules`.
    fn write_state(&self, state: &Self::State) -> serde_json::Map<String, Value>;

    /// What a move is made of.
    fn write_parts(&self, mv: Self::Move) -> Self::Parts<'_>;

    /// A picture of a position.
    fn draw(&self, state: &Self::State, theme: Theme) -> Svg;

    /// What an event tells.
    fn write_event(&self, event: &Self::Event) -> Self::Told<'_>;

    /// A seat's points by source.
    fn write_score(&self, state: &Self::State, seat: Seat) -> Self::Score;

    /// Figures of a score that say little about a move, by the beginning of their place, such as
    /// `tracks * steps`; `*` is any word.
    const DULL_FIGURES: &'static [&'static str] = &[];

    /// Events worth telling about a move, with what to say.
    const NOTABLE_EVENTS: &'static [(&'static str, &'static str)] = &[];

    /// Whether the game can tell exact chances.
    const HAS_ODDS: bool = false;

    /// Exact chances in a position, for games that can tell; or why not in this one.
    fn write_odds(&self, _state: &Self::State) -> Option<Result<Value, String>> {
        None
    }

    /// The JSON Schema of the rules, without the components.
    fn rules_schema() -> Schema;

    /// The JSON Schema of a state, without `format` and `rules`.
    fn state_schema() -> Schema;
}

/// The result of reading a set of one's own, with a fault for every file in it that no set
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
        strange.map(|name| Fault::new(name, "unknown-file", &message)).collect();
    match read {
        Ok(read) => Faults::none_or(faults, read),
        Err(Faults(more)) => {
            faults.extend(more);
            Err(Faults(faults))
        }
    }
}
