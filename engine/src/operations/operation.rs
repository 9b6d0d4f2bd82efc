//! The list of operations, and what every operation is.

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::request::ReadRequest;
use super::service::Service;
use super::{Bounds, GameService};
use crate::agents::AgentContext;
use crate::document::{Faults, Reader};
use crate::games::{Documents, Evaluate};

/// What an operation gets from whoever calls it.
pub struct Context<'a> {
    /// What agents need from outside the engine.
    pub agents: &'a AgentContext<'a>,
    /// How much work one request may ask for.
    pub bounds: Bounds,
    /// Hears of games as they are played.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

/// Something that can be asked about a game.
pub trait Operation<G: Documents + Evaluate> {
    /// What it does, in a few words.
    const SUMMARY: &'static str;
    /// What it does, and with one seat's view of a state.
    const DESCRIPTION: &'static str;
    /// What is asked.
    type Request: ReadRequest<G> + JsonSchema;
    /// The answer.
    type Response<'a>: Serialize + JsonSchema;

    /// Whether the game offers it.
    fn is_offered() -> bool {
        true
    }

    /// Answers a request. Faults point into the request.
    fn run<'a>(
        request: &'a Self::Request,
        context: &Context<'_>,
    ) -> Result<Self::Response<'a>, Faults>;

    /// A response as a text: JSON, unless the operation says otherwise.
    fn encode(response: Self::Response<'_>) -> String {
        serde_json::to_string(&response).expect("responses are plain data")
    }
}

/// A request about any game, with the response that answers it.
pub trait Call: Serialize {
    /// The operation.
    const OPERATION: OperationId;
    /// The response.
    type Response: DeserializeOwned;
}

impl dyn GameService + '_ {
    /// Answers a typed request.
    pub fn call<C: Call>(&self, request: &C, context: &Context<'_>) -> Result<C::Response, Faults> {
        let body = serde_json::to_string(request).expect("requests are plain data");
        let answer = self.answer(C::OPERATION, &body, context)?;
        Ok(serde_json::from_str(&answer).expect("a response reads what it wrote"))
    }
}

/// Lists the operations: one line each, the module of an operation and its marker type.
macro_rules! operations {
    ($($module:ident::$operation:ident = $name:literal,)*) => {
        /// Names an operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum OperationId {
            $(#[doc = concat!("See [`super::", stringify!($module), "`].")] $operation,)*
        }

        impl OperationId {
            /// All operations.
            pub const ALL: &'static [OperationId] = &[$(OperationId::$operation),*];

            /// The name in URLs.
            pub const fn name(self) -> &'static str {
                match self { $(OperationId::$operation => $name),* }
            }
        }

        impl<G: Documents + Evaluate> Service<G> {
            /// Whether the game offers an operation.
            pub(super) fn is_offered(operation: OperationId) -> bool {
                match operation {
                    $(OperationId::$operation =>
                        <super::$module::$operation as Operation<G>>::is_offered(),)*
                }
            }

            /// Reads a request, answers it and encodes the response.
            pub(super) fn run_operation(
                &self,
                operation: OperationId,
                body: &str,
                context: &Context<'_>,
            ) -> Result<String, Faults> {
                match operation {
                    $(OperationId::$operation =>
                        self.run_as::<super::$module::$operation>(body, context),)*
                }
            }

            /// The documentation and schemas of an operation.
            pub(super) fn describe_operation(
                operation: OperationId,
                generator: &mut schemars::SchemaGenerator,
            ) -> OperationInfo {
                match operation {
                    $(OperationId::$operation =>
                        describe::<G, super::$module::$operation>(operation, generator),)*
                }
            }
        }
    };
}

operations! {
    new::New = "new",
    validate::Validate = "validate",
    view::View = "view",
    moves::Moves = "moves",
    play::Play = "play",
    score::Score = "score",
    render::Render = "render",
    replay::Replay = "replay",
    simulate::Simulate = "simulate",
    advise::Advise = "advise",
    odds::Odds = "odds",
}

/// The documentation of an operation on a game.
#[derive(Clone, Debug)]
pub struct OperationInfo {
    /// Which one.
    pub id: OperationId,
    /// What it does, in a few words.
    pub summary: &'static str,
    /// What it does.
    pub description: &'static str,
    /// The name of the request's schema.
    pub request: String,
    /// The name of the response's schema.
    pub response: String,
}

fn describe<G: Documents + Evaluate, O: Operation<G>>(
    id: OperationId,
    generator: &mut schemars::SchemaGenerator,
) -> OperationInfo {
    generator.subschema_for::<O::Request>();
    generator.subschema_for::<O::Response<'static>>();
    OperationInfo {
        id,
        summary: O::SUMMARY,
        description: O::DESCRIPTION,
        request: O::Request::schema_name().into(),
        response: O::Response::<'static>::schema_name().into(),
    }
}

impl<G: Documents + Evaluate> Service<G> {
    fn run_as<O: Operation<G>>(&self, body: &str, context: &Context<'_>) -> Result<String, Faults> {
        let request = Reader::text(body, |reader| O::Request::read(reader, self))?;
        let response = O::run(&request, context).map_err(|faults| faults.located(body))?;
        Ok(O::encode(response))
    }
}
