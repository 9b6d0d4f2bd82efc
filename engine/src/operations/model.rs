//! What requests and responses are made of: the documents of one game, or of any.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::position::{GameVariant, Position, RulesDocument, StateDocument};
use crate::games::Documents;

/// The document types of a game. Requests and responses are generic over them, so that each is
/// declared once: [`Of`] a game while the engine works on it, [`AnyGame`] for callers that treat
/// all games alike.
pub trait Model: JsonSchema + Sized {
    /// A state in a request.
    type Position: Serialize + JsonSchema;
    /// The rules in a request.
    type Variant: Serialize + JsonSchema;
    /// The rules in a response.
    type Rules: Serialize + JsonSchema;
    /// A state in a response.
    type State: Serialize + JsonSchema;
    /// What a move is made of.
    type MoveDetails: Serialize + JsonSchema;
    /// What a move caused.
    type Event: Serialize + JsonSchema;
    /// A seat's points by source.
    type Score: Serialize + JsonSchema;
    /// Exact chances.
    type Odds: Serialize + JsonSchema;

    /// The `format` of a kind of document; nothing for any game.
    fn format_of(_kind: &str) -> Option<String> {
        None
    }
}

/// A model whose documents can be read back.
pub trait ReadableModel:
    Model<
        Position: DeserializeOwned,
        Variant: DeserializeOwned,
        Rules: DeserializeOwned,
        State: DeserializeOwned,
        MoveDetails: DeserializeOwned,
        Event: DeserializeOwned,
        Score: DeserializeOwned,
        Odds: DeserializeOwned,
    >
{
}

/// The documents of a game.
pub struct Of<'a, G>(PhantomData<&'a G>);

impl<'a, G: Documents> Model for Of<'a, G> {
    type Position = Position<G>;
    type Variant = GameVariant<G>;
    type Rules = RulesDocument<G>;
    type State = StateDocument<G>;
    type MoveDetails = G::MoveDetails<'a>;
    type Event = G::EventDetails<'a>;
    type Score = G::Score;
    type Odds = G::Odds;

    fn format_of(kind: &str) -> Option<String> {
        Some(G::format_of(kind))
    }
}

/// Its name is the prefix of the game's schemas: `TowerUp`.
impl<G: Documents> JsonSchema for Of<'_, G> {
    fn schema_name() -> Cow<'static, str> {
        title(G::NAME).into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        Schema::default()
    }
}

/// The name of a game in the names of schemas and operations: `TowerUp`.
pub fn title(game: &str) -> String {
    let capitalise = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    };
    game.split(['-', '_']).map(capitalise).collect()
}

/// The documents of any game, as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyGame {}

impl Model for AnyGame {
    type Position = StateInput;
    type Variant = Map<String, Value>;
    type Rules = Value;
    type State = Value;
    type MoveDetails = Map<String, Value>;
    type Event = Value;
    type Score = Value;
    type Odds = Map<String, Value>;
}

impl ReadableModel for AnyGame {}

impl JsonSchema for AnyGame {
    fn schema_name() -> Cow<'static, str> {
        "Any".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        Schema::default()
    }
}

/// A state as a caller gives it: JSON, or a text with its one-line form.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StateInput(Box<RawValue>);

impl StateInput {
    /// A state from a text that holds JSON or the one-line form. A text that is neither is
    /// passed on as a one-line form, and refused as such.
    pub fn from_text(text: &str) -> StateInput {
        let json = text.trim_start().starts_with('{').then(|| text.trim().to_string());
        let raw = json.and_then(|json| RawValue::from_string(json).ok());
        let quoted = || RawValue::from_string(Value::from(text.trim()).to_string());
        StateInput(raw.unwrap_or_else(|| quoted().expect("a quoted text is JSON")))
    }
}

impl From<&Value> for StateInput {
    fn from(value: &Value) -> StateInput {
        StateInput(RawValue::from_string(value.to_string()).expect("a value is JSON"))
    }
}

impl JsonSchema for StateInput {
    fn schema_name() -> Cow<'static, str> {
        "StateInput".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Value::json_schema(generator)
    }
}
