//! Plays to the end many times.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::EngineVersion;
use super::model::{AnyGame, Model, Of, ReadableModel};
use super::operation::{Call, Context, Operation, OperationId};
use super::request::{Amount, SafeInteger, request};
use super::service::seat_agents;
use crate::agents::Spec;
use crate::document::{FaultCode, Faults};
use crate::games::{Documents, Evaluate};
use crate::lab::simulate::{Simulation, SimulationOptions, SimulationResult};

/// Games of a simulation if the request does not say.
const GAMES: u64 = 1000;

request! {
    /// Games to play to their end.
    #[schemars(rename = "{M}SimulateRequest")]
    pub struct SimulateRequest {
        /// A state to start from. Give either this or `rules`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub state: Option<M::Position>,
        /// The rules of games to play from setup.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub rules: Option<M::Variant>,
        /// One agent for all seats, or one for each; `random` if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(min = 1, max = 4))]
        pub agents: Option<Vec<String>>,
        /// How many games; 1,000 if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub games: Option<Amount>,
        /// The seed of everything that is drawn; 1 if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub seed: Option<SafeInteger>,
    }
}

/// What many games came to.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "{M}SimulateResponse")]
#[serde(bound(serialize = "", deserialize = "M: ReadableModel"))]
pub struct SimulateResponse<M: Model = AnyGame> {
    /// Win shares, points and lengths.
    #[serde(flatten)]
    pub result: SimulationResult,
    /// Whether the same request gives the same answer.
    pub reproducible: bool,
    /// The rules of the variant.
    pub rules: M::Rules,
    /// The version of the engine.
    pub engine: EngineVersion,
}

/// Plays many games.
pub struct Simulate;

impl<G: Documents + Evaluate> Operation<G> for Simulate {
    const SUMMARY: &'static str = "Play to the end many times";
    const DESCRIPTION: &'static str = "Returns win shares, points, lengths and further metrics over many games, from a state or from setup. What a view hides is dealt afresh for every game. The same request gives the same answer.";
    type Request = SimulateRequest<Of<'static, G>>;
    type Response<'a> = SimulateResponse<Of<'a, G>>;

    fn run<'a>(
        request: &'a Self::Request,
        context: &Context<'_>,
    ) -> Result<Self::Response<'a>, Faults> {
        let (variant, state) = match (&request.state, &request.rules) {
            (Some(position), None) => (&position.variant, position.state),
            (None, Some(variant)) => (variant, variant.start()),
            _ => {
                let message = "give a `state` or `rules`, one of the two";
                return Err(Faults::one("", FaultCode::OneOf, message));
            }
        };
        let game: &G = variant;
        let agents = match &request.agents {
            Some(texts) => seat_agents(game, texts, &context.bounds)?,
            None => vec![Spec::Random; game.seats()],
        };
        let games = request.games.map_or(GAMES.min(context.bounds.games), |Amount(games)| games);
        let iterations = agents.iter().map(Spec::iterations).max().unwrap_or(0);
        context.bounds.check_games(games)?;
        context.bounds.check_search(games, iterations)?;
        let run =
            SimulationOptions { games, seed: request.seed.map_or(1, |SafeInteger(seed)| seed) };
        let simulation = Simulation { game, state: &state, agents: &agents, options: run };
        let result = simulation.run(context.agents, context.progress);
        Ok(SimulateResponse {
            result,
            reproducible: agents.iter().all(Spec::is_reproducible),
            rules: variant.rules(),
            engine: EngineVersion::default(),
        })
    }
}

impl Call for SimulateRequest {
    const OPERATION: OperationId = OperationId::Simulate;
    type Response = SimulateResponse;
}
