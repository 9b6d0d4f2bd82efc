//! What a seat sees of a state.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::EngineVersion;
use super::model::{AnyGame, Model, Of, ReadableModel};
use super::operation::{Call, Context, Operation, OperationId};
use super::position::Position;
use super::request::request;
use super::visibility::incomplete;
use crate::document::{FaultCode, Faults};
use crate::game::Seat;
use crate::games::{Documents, Evaluate};

request! {
    /// A state and a seat that looks at it.
    #[schemars(rename = "{M}ViewRequest")]
    pub struct ViewRequest {
        /// The state.
        pub state: M::Position,
        /// The seat that looks, from 0.
        pub seat: u8,
    }
}

/// What a seat sees.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "{M}ViewResponse")]
#[serde(bound(serialize = "", deserialize = "M: ReadableModel"))]
pub struct ViewResponse<M: Model = AnyGame> {
    /// The state without what the seat cannot know.
    pub state: M::State,
    /// The rules of the variant.
    pub rules: M::Rules,
    /// The version of the engine.
    pub engine: EngineVersion,
}

/// Hides what a seat cannot know.
pub struct View;

impl<G: Documents + Evaluate> Operation<G> for View {
    const SUMMARY: &'static str = "What a seat sees";
    const DESCRIPTION: &'static str = "Returns the state without what the seat cannot know. Only its own seat can ask for a view of a view. A game without secrets returns the state unchanged.";
    type Request = ViewRequest<Of<'static, G>>;
    type Response<'a> = ViewResponse<Of<'a, G>>;

    fn run<'a>(request: &'a Self::Request, _: &Context<'_>) -> Result<Self::Response<'a>, Faults> {
        let (Position { variant, state }, seat) = (&request.state, request.seat);
        if usize::from(seat) >= variant.seats() {
            let message = format!("there is no seat {seat}; write 0 to {}", variant.seats() - 1);
            return Err(Faults::one("/seat", FaultCode::Seat, message));
        }
        if let Some(viewer) = variant.viewer(state).filter(|viewer| viewer.0 != seat) {
            return Err(incomplete(viewer).below("/state"));
        }
        Ok(ViewResponse {
            state: variant.write(&variant.hide(state, Seat(seat))),
            rules: variant.rules(),
            engine: EngineVersion::default(),
        })
    }
}

impl Call for ViewRequest {
    const OPERATION: OperationId = OperationId::View;
    type Response = ViewResponse;
}
