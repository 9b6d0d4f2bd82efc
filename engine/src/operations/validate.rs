//! Checks a state.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::EngineVersion;
use super::model::{AnyGame, Model, Of, ReadableModel};
use super::operation::{Call, Context, Operation, OperationId};
use super::request::request;
use crate::document::Faults;
use crate::games::{Documents, Evaluate};

request! {
    /// A state to check.
    #[schemars(rename = "{M}ValidateRequest")]
    pub struct ValidateRequest {
        /// The state.
        pub state: M::Position,
    }
}

/// A state without faults.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "{M}ValidateResponse")]
#[serde(bound(serialize = "", deserialize = "M: ReadableModel"))]
pub struct ValidateResponse<M: Model = AnyGame> {
    /// The state, with everything that follows from the rest.
    pub state: M::State,
    /// The state on one line.
    pub one_line: String,
    /// The rules of the variant.
    pub rules: M::Rules,
    /// The version of the engine.
    pub engine: EngineVersion,
}

/// Checks a state and completes it.
pub struct Validate;

impl<G: Documents + Evaluate> Operation<G> for Validate {
    const SUMMARY: &'static str = "Check a state";
    const DESCRIPTION: &'static str = "Names every fault at once. A sound state comes back complete, with everything that follows from the rest, and on one line. A seat's view stays a view.";
    type Request = ValidateRequest<Of<'static, G>>;
    type Response<'a> = ValidateResponse<Of<'a, G>>;

    fn run<'a>(request: &'a Self::Request, _: &Context<'_>) -> Result<Self::Response<'a>, Faults> {
        let state = request.state.write();
        Ok(ValidateResponse {
            one_line: state.one_line(),
            state,
            rules: request.state.variant.rules(),
            engine: EngineVersion::default(),
        })
    }
}

impl Call for ValidateRequest {
    const OPERATION: OperationId = OperationId::Validate;
    type Response = ValidateResponse;
}
