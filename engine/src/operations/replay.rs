//! Replays a log, or a game of a seed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::log::{LogDocument, Replayed, record_game};
use super::model::{AnyGame, Model, Of, ReadableModel};
use super::moves::NextUp;
use super::operation::{Call, Context, Operation, OperationId};
use super::play::MoveViews;
use super::request::{SafeInteger, request};
use super::service::seat_agents;
use super::{Deal, EngineVersion};
use crate::document::{Fault, FaultCode, Faults};
use crate::games::{Documents, Evaluate};

request! {
    /// A log, or rules and a seed.
    #[schemars(rename = "{M}ReplayRequest")]
    pub struct ReplayRequest {
        /// A log to replay. Give either this, or `rules` and `seed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub log: Option<LogDocument<M>>,
        /// The rules of a game to play from a seed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub rules: Option<M::Variant>,
        /// The seed of the game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub seed: Option<SafeInteger>,
        /// Which game of the seed, 0 if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub game: Option<SafeInteger>,
        /// One agent for all seats, or one for each. If left out, moves are random.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(min = 1, max = 4))]
        pub agents: Option<Vec<String>>,
        /// Whether to return the state before each move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub states: Option<bool>,
        /// Whether to return the moves as each seat may know them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub views: Option<bool>,
    }
}

/// The end of a game, and the way there.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "{M}ReplayResponse")]
#[serde(bound(serialize = "", deserialize = "M: ReadableModel"))]
pub struct ReplayResponse<M: Model = AnyGame> {
    /// The log, if the game was played from a seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<LogDocument<M>>,
    /// The last state.
    pub state: M::State,
    /// Who is next.
    pub next: NextUp<M>,
    /// The states before each of the moves, if they were wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<Vec<M::State>>,
    /// By seat, the moves as that seat may know them, if they were wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub views: Option<Vec<Vec<String>>>,
    /// The rules of the variant.
    pub rules: M::Rules,
    /// The version of the engine.
    pub engine: EngineVersion,
}

/// Replays a game.
pub struct Replay;

impl<G: Documents + Evaluate> Operation<G> for Replay {
    const SUMMARY: &'static str = "Replay a game";
    const DESCRIPTION: &'static str = "Returns the end of a log and, on request, every state on the way. Or plays a game of a seed, at random or with agents, and returns its log as well. A log starts from a complete state.";
    type Request = ReplayRequest<Of<'static, G>>;
    type Response<'a> = ReplayResponse<Of<'a, G>>;

    fn run<'a>(
        request: &'a Self::Request,
        context: &Context<'_>,
    ) -> Result<Self::Response<'a>, Faults> {
        check_choice(request)?;
        let keep_states = request.states.unwrap_or(false);
        let (variant, log, replayed) = match (&request.log, &request.rules) {
            (Some(log), _) => {
                context.bounds.check_moves("/log/moves", log.moves.len())?;
                let replayed = log.replay(keep_states).map_err(|faults| faults.below("/log"))?;
                (&log.rules, None, replayed)
            }
            (None, Some(variant)) => {
                let agents = match &request.agents {
                    Some(texts) => Some(seat_agents(&**variant, texts, &context.bounds)?),
                    None => None,
                };
                let seed = request.seed.map_or(0, |SafeInteger(seed)| seed);
                let game = request.game.map_or(0, |SafeInteger(game)| game);
                let deal = Deal { seed, game };
                let log = record_game(variant, agents.as_deref(), deal, context.agents);
                context.bounds.check_moves("", log.moves.len())?;
                let replayed = log.replay(keep_states)?;
                (variant, Some(log), replayed)
            }
            (None, None) => unreachable!("the choice was checked"),
        };
        let Replayed { end, states, views: MoveViews(views) } = replayed;
        let states = states.iter().map(|state| variant.write(state));
        Ok(ReplayResponse {
            log,
            state: variant.write(&end),
            next: NextUp::new(&**variant, &end),
            states: keep_states.then(|| states.collect()),
            views: request.views.unwrap_or(false).then_some(views),
            rules: variant.rules(),
            engine: EngineVersion::default(),
        })
    }
}

/// Either a log, or rules and a seed.
fn check_choice<M: Model>(request: &ReplayRequest<M>) -> Result<(), Faults> {
    if request.log.is_some() {
        let others = [
            ("rules", request.rules.is_some()),
            ("seed", request.seed.is_some()),
            ("game", request.game.is_some()),
            ("agents", request.agents.is_some()),
        ];
        let given = others.into_iter().filter(|(_, is_given)| *is_given);
        let fault = |(key, _): (&str, bool)| {
            let message = format!("give a `log` or `{key}`, not both");
            Fault::new(format!("/{key}"), FaultCode::OneOf, message)
        };
        return Faults::ok_if_empty(given.map(fault).collect(), ());
    }
    if request.rules.is_none() {
        let message = "give a `log`, or `rules` and a `seed`";
        return Err(Faults::one("", FaultCode::MissingKey, message));
    }
    if request.seed.is_none() {
        return Err(Faults::one("", FaultCode::MissingKey, "the key `seed` is missing"));
    }
    Ok(())
}

impl Call for ReplayRequest {
    const OPERATION: OperationId = OperationId::Replay;
    type Response = ReplayResponse;
}
