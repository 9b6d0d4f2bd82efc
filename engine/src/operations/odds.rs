//! Exact chances in a state.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::EngineVersion;
use super::model::{AnyGame, Model, Of, ReadableModel};
use super::operation::{Call, Context, Operation, OperationId};
use super::position::Position;
use super::request::request;
use crate::document::{FaultCode, Faults};
use crate::games::{Documents, Evaluate};

request! {
    /// A state whose odds are wanted.
    #[schemars(rename = "{M}OddsRequest")]
    pub struct OddsRequest {
        /// The state.
        pub state: M::Position,
    }
}

/// Exact chances.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "{M}OddsResponse")]
#[serde(bound(serialize = "", deserialize = "M: ReadableModel"))]
pub struct OddsResponse<M: Model = AnyGame> {
    /// The chances.
    #[serde(flatten)]
    pub odds: M::Odds,
    /// The rules of the variant.
    pub rules: M::Rules,
    /// The version of the engine.
    pub engine: EngineVersion,
}

/// Computes exact chances.
pub struct Odds;

impl<G: Documents + Evaluate> Operation<G> for Odds {
    const SUMMARY: &'static str = "Exact odds of the turn";
    const DESCRIPTION: &'static str = "Returns the exact chance, with best play, to finish a building of each type and height with the dice of this turn.";
    type Request = OddsRequest<Of<'static, G>>;
    type Response<'a> = OddsResponse<Of<'a, G>>;

    fn is_offered() -> bool {
        G::HAS_ODDS
    }

    fn run<'a>(request: &'a Self::Request, _: &Context<'_>) -> Result<Self::Response<'a>, Faults> {
        let Position { variant, state } = &request.state;
        let odds = variant.odds(state);
        Ok(OddsResponse {
            odds: odds.map_err(|why| Faults::one("/state", FaultCode::NoOdds, why))?,
            rules: variant.rules(),
            engine: EngineVersion::default(),
        })
    }
}

impl Call for OddsRequest {
    const OPERATION: OperationId = OperationId::Odds;
    type Response = OddsResponse;
}
