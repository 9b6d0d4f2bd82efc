//! Everything that can be asked: one request and one response per operation, and the registry
//! of games.
//!
//! An operation is one file: its request, its response, its documentation and what it does.
//! The types are declared once and are generic over a [`Model`]: [`Of`] a game while the engine
//! works on it, [`AnyGame`] for callers that treat all games alike. Commands, the HTTP service
//! and other hosts find a game in the [`Registry`] and call it:
//!
//! ```
//! use towerlab_engine::agents::{AgentContext, Halt};
//! use towerlab_engine::operations::moves::MovesRequest;
//! use towerlab_engine::operations::new::NewRequest;
//! use towerlab_engine::operations::{Bounds, Context, Registry, StateInput};
//!
//! let registry = Registry::standard();
//! let game = registry.find("tower-up").expect("a game of the registry");
//! let agents = AgentContext::isolated(Halt::default());
//! let context = Context { agents: &agents, bounds: Bounds::NONE, progress: &|_| {} };
//! let request: NewRequest = serde_json::from_str(r#"{"rules": {"players": 3}, "seed": 7}"#)?;
//! let new = game.call(&request, &context).expect("rules without faults");
//! let moves = MovesRequest { state: StateInput::from(&new.state) };
//! let moves = game.call(&moves, &context).expect("a state without faults");
//! assert!(moves.moves.iter().all(|mv| mv.text.starts_with("place ")));
//! # Ok::<(), serde_json::Error>(())
//! ```

pub mod advise;
mod bounds;
pub mod log;
mod model;
pub mod moves;
pub mod new;
pub mod odds;
mod operation;
pub mod play;
mod position;
mod registry;
pub mod render;
pub mod replay;
mod request;
pub mod scenario;
mod schema;
pub mod score;
mod service;
pub mod simulate;
pub mod validate;
pub mod view;
mod visibility;

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use bounds::Bounds;
pub use model::{AnyGame, Model, Of, ReadableModel, StateInput, title};
pub use operation::{Call, Context, Operation, OperationId, OperationInfo};
pub use position::{GameVariant, Position, RulesDocument, StateDocument};
pub use registry::{
    CustomComponents, Deal, GameService, MatchReport, Registry, TrainedWeights, game_of,
};
pub use request::{Amount, ReadRequest, ReadValue, SafeInteger};
pub use schema::GameSchemas;
pub use service::Service;

/// The version of the engine that answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct EngineVersion(Cow<'static, str>);

impl Default for EngineVersion {
    fn default() -> Self {
        EngineVersion(crate::VERSION.into())
    }
}
