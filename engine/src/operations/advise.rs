//! Ranks the moves of a state.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::EngineVersion;
use super::model::{AnyGame, Model, Of, ReadableModel};
use super::operation::{Call, Context, Operation, OperationId};
use super::position::Position;
use super::request::{Amount, SafeInteger, request};
use super::visibility::check_visible;
use crate::agents::Spec;
use crate::document::{FaultCode, Faults};
use crate::game::Next;
use crate::games::{Documents, Evaluate};
use crate::lab::advice::{self, AdviceOptions, AdviceSource, MoveAdvice};
use crate::lab::warnings::find_warnings;

/// How many moves are ranked if the request does not say.
const TOP: u64 = 5;
/// Games played on after each move if the request does not say.
const GAMES: u64 = 200;

request! {
    /// A state in which a player wants advice.
    #[schemars(rename = "{M}AdviseRequest")]
    pub struct AdviseRequest {
        /// The state.
        pub state: M::Position,
        /// The agent that picks the moves to look at; `expert` if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub agent: Option<String>,
        /// How many moves; 5 if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub top: Option<Amount>,
        /// Games played on after each of them; 200 if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub games: Option<Amount>,
        /// The seed of everything that is drawn; 1 if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub seed: Option<SafeInteger>,
    }
}

/// Ranked moves.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "{M}AdviseResponse")]
#[serde(bound(serialize = "", deserialize = "M: ReadableModel"))]
pub struct AdviseResponse<M: Model = AnyGame> {
    /// The seat to move.
    pub seat: u8,
    /// The agent that picked the moves.
    pub agent: String,
    /// Where the win chances come from.
    pub source: AdviceSource,
    /// Whether the same request gives the same answer.
    pub reproducible: bool,
    /// The seed.
    pub seed: u64,
    /// The moves, the best first.
    pub advice: Vec<MoveAdvice>,
    /// How far the advice can be trusted, if there is anything to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The rules of the variant.
    pub rules: M::Rules,
    /// The version of the engine.
    pub engine: EngineVersion,
}

/// Ranks moves.
pub struct Advise;

impl<G: Documents + Evaluate> Operation<G> for Advise {
    const SUMMARY: &'static str = "Rank the moves";
    const DESCRIPTION: &'static str = "Returns the best moves, each with its win chance and interval, expected points and a reason. The agent picks the moves. Win chances all come from one source, which `source` names: the agent's search if it searches, else games that `expert` plays on. The moves are sorted by them. A view of the seat to move is enough; of a complete state, only what that seat sees is used. `top` times `games` is at most the limit on games.";
    type Request = AdviseRequest<Of<'static, G>>;
    type Response<'a> = AdviseResponse<Of<'a, G>>;

    fn run<'a>(
        request: &'a Self::Request,
        context: &Context<'_>,
    ) -> Result<Self::Response<'a>, Faults> {
        let Position { variant, state } = &request.state;
        let bounds = &context.bounds;
        let agent = match &request.agent {
            Some(text) => bounds.parse_agent("/agent", text)?,
            None => Spec::Expert,
        };
        let top = request.top.map_or(TOP, |Amount(top)| top);
        let most = (bounds.games / top).clamp(1, GAMES);
        let games = request.games.map_or(most, |Amount(games)| games);
        bounds.check_advice(top, games)?;
        check_visible(&**variant, state).map_err(|faults| faults.below("/state"))?;
        let seed = request.seed.map_or(1, |SafeInteger(seed)| seed);
        let top = usize::try_from(top).unwrap_or(usize::MAX);
        let options = AdviceOptions { agent, top, games, seed };
        let next = request.state.next();
        let advice = advice::advise(&**variant, state, &options, context.agents);
        let (Next::Player(seat), Some(advice)) = (next, advice) else {
            let message = if next == Next::Chance {
                "chance is next: nobody has to decide"
            } else {
                "the game is over: nobody has to decide"
            };
            return Err(Faults::one("/state/turn", FaultCode::NoDecision, message));
        };
        Ok(AdviseResponse {
            seat: seat.0,
            reproducible: options.agent.is_reproducible(),
            seed,
            source: advice.source,
            advice: advice.moves,
            agent: options.agent.to_string(),
            warnings: find_warnings(&**variant, &[options.agent, Spec::Expert]),
            rules: variant.rules(),
            engine: EngineVersion::default(),
        })
    }
}

impl Call for AdviseRequest {
    const OPERATION: OperationId = OperationId::Advise;
    type Response = AdviseResponse;
}
