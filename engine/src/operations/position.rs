//! Variants, states and logs once they are read, and how they are written.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::model::title;
use crate::document::compact;
use crate::game::Next;
use crate::games::Documents;

/// A variant that was asked for, with its rules as they are written in every response.
pub struct GameVariant<G> {
    game: Arc<G>,
    rules: Arc<RawValue>,
}

impl<G> Clone for GameVariant<G> {
    fn clone(&self) -> Self {
        GameVariant { game: self.game.clone(), rules: self.rules.clone() }
    }
}

impl<G: Documents> GameVariant<G> {
    /// A variant of a game.
    pub fn new(game: G) -> Self {
        let rules = RawValue::from_string(game.full_rules().to_string());
        GameVariant { rules: rules.expect("a value is JSON").into(), game: Arc::new(game) }
    }

    /// The game, shared.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The rules as they are written.
    pub fn rules(&self) -> RulesDocument<G> {
        RulesDocument { rules: self.rules.clone(), game: PhantomData }
    }

    /// A state as it is written.
    pub fn write(&self, state: &G::State) -> StateDocument<G> {
        let format = G::format_of("state");
        StateDocument { format, rules: self.rules(), state: self.game.write_state(state) }
    }
}

impl<G> Deref for GameVariant<G> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.game
    }
}

impl<G> Serialize for GameVariant<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rules.serialize(serializer)
    }
}

impl<G: Documents> JsonSchema for GameVariant<G> {
    fn schema_name() -> Cow<'static, str> {
        RulesDocument::<G>::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        RulesDocument::<G>::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        RulesDocument::<G>::json_schema(generator)
    }
}

/// The rules of a variant: what differs from the rulebook, and the components.
pub struct RulesDocument<G> {
    rules: Arc<RawValue>,
    game: PhantomData<fn() -> G>,
}

impl<G> Serialize for RulesDocument<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rules.serialize(serializer)
    }
}

impl<G: Documents> JsonSchema for RulesDocument<G> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}Rules", title(G::NAME)).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        super::schema::rules::<G>(generator)
    }
}

/// A state as it is written.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct StateDocument<G: Documents> {
    format: String,
    rules: RulesDocument<G>,
    #[serde(flatten)]
    state: G::StateDocument,
}

impl<G: Documents> StateDocument<G> {
    /// The state on one line.
    pub fn one_line(&self) -> String {
        compact::write(&serde_json::to_value(self).expect("documents are plain data"))
    }
}

impl<G: Documents> JsonSchema for StateDocument<G> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}State", title(G::NAME)).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        super::schema::state::<G>(generator)
    }
}

/// A state that was read.
pub struct Position<G: Documents> {
    /// The variant it belongs to.
    pub variant: GameVariant<G>,
    /// The state.
    pub state: G::State,
}

impl<G: Documents> Position<G> {
    /// The state as it is written.
    pub fn write(&self) -> StateDocument<G> {
        self.variant.write(&self.state)
    }

    /// Whether a player, chance or nobody is next.
    pub fn next(&self) -> Next {
        self.variant.next(&self.state)
    }
}

impl<G: Documents> Serialize for Position<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.write().serialize(serializer)
    }
}

impl<G: Documents> JsonSchema for Position<G> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}StateInput", title(G::NAME)).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A state, or its one-line form as `validate` gives it.",
            "anyOf": [generator.subschema_for::<StateDocument<G>>(), {"type": "string"}],
        })
    }
}
