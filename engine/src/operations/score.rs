//! Points by source.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::EngineVersion;
use super::model::{AnyGame, Model, Of, ReadableModel};
use super::operation::{Call, Context, Operation, OperationId};
use super::position::Position;
use super::request::request;
use crate::document::Faults;
use crate::game::{Next, Seat};
use crate::games::{Documents, Evaluate};

request! {
    /// A state to score.
    #[schemars(rename = "{M}ScoreRequest")]
    pub struct ScoreRequest {
        /// The state.
        pub state: M::Position,
    }
}

/// Points by source.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "{M}ScoreResponse")]
#[serde(bound(serialize = "", deserialize = "M: ReadableModel"))]
pub struct ScoreResponse<M: Model = AnyGame> {
    /// Whether the game is over.
    pub over: bool,
    /// The seats that lead, or have won.
    pub leaders: Vec<u8>,
    /// Every seat's points by source.
    pub seats: Vec<M::Score>,
    /// The rules of the variant.
    pub rules: M::Rules,
    /// The version of the engine.
    pub engine: EngineVersion,
}

/// Scores a state as if the game ended now.
pub struct Score;

impl<G: Documents + Evaluate> Operation<G> for Score {
    const SUMMARY: &'static str = "Points by source";
    const DESCRIPTION: &'static str = "Returns every seat's points by source, the tie-break and what is still open, as if the game ended now. What a view hides stays unknown.";
    type Request = ScoreRequest<Of<'static, G>>;
    type Response<'a> = ScoreResponse<Of<'a, G>>;

    fn run<'a>(request: &'a Self::Request, _: &Context<'_>) -> Result<Self::Response<'a>, Faults> {
        let Position { variant, state } = &request.state;
        let seats = Seat::all(variant.seats());
        Ok(ScoreResponse {
            over: matches!(request.state.next(), Next::Over(_)),
            leaders: variant.leaders(state).map(|seat| seat.0).collect(),
            seats: seats.map(|seat| variant.write_score(state, seat)).collect(),
            rules: variant.rules(),
            engine: EngineVersion::default(),
        })
    }
}

impl Call for ScoreRequest {
    const OPERATION: OperationId = OperationId::Score;
    type Response = ScoreResponse;
}
