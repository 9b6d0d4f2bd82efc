//! A new game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::model::{AnyGame, Model, Of, ReadableModel};
use super::moves::NextUp;
use super::operation::{Call, Context, Operation, OperationId};
use super::request::{SafeInteger, request};
use super::{Deal, EngineVersion};
use crate::document::{FaultCode, Faults};
use crate::game::Next;
use crate::game::playout::key;
use crate::game::random::Purpose;
use crate::games::{Documents, Evaluate};

request! {
    /// A game to begin.
    #[schemars(rename = "{M}NewRequest")]
    pub struct NewRequest {
        /// The rules; what is left out is the rulebook's.
        pub rules: M::Variant,
        /// The seed of what chance does. If left out, nothing is drawn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub seed: Option<SafeInteger>,
        /// Which game of the seed, 0 if left out. Only with a seed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub game: Option<SafeInteger>,
    }
}

/// A game that begins.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "{M}NewResponse")]
#[serde(bound(serialize = "", deserialize = "M: ReadableModel"))]
pub struct NewResponse<M: Model = AnyGame> {
    /// The state.
    pub state: M::State,
    /// Who is next.
    pub next: NextUp<M>,
    /// The seed, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Which game of the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// The rules of the variant.
    pub rules: M::Rules,
    /// The version of the engine.
    pub engine: EngineVersion,
}

/// The beginning of a game, with chance drawn up to the first decision if it is known how.
pub(super) fn deal<G: Documents>(game: &G, deal: Option<Deal>) -> G::State {
    let mut state = game.start();
    if let Some(Deal { seed, game: number }) = deal {
        let mut rng = key(seed, game).stream(number, Purpose::Setup);
        while game.next(&state) == Next::Chance {
            let mv = game.sample(&state, &mut rng);
            game.play(&mut state, mv, &mut ());
        }
    }
    state
}

/// Begins a game.
pub struct New;

impl<G: Documents + Evaluate> Operation<G> for New {
    const SUMMARY: &'static str = "A new game";
    const DESCRIPTION: &'static str = "Returns the state of a new game. With a seed, chance is drawn up to the first decision; without one, name its outcomes with `play`.";
    type Request = NewRequest<Of<'static, G>>;
    type Response<'a> = NewResponse<Of<'a, G>>;

    fn run<'a>(request: &'a Self::Request, _: &Context<'_>) -> Result<Self::Response<'a>, Faults> {
        if request.game.is_some() && request.seed.is_none() {
            let message = "`game` picks one game of a `seed`: give both";
            return Err(Faults::one("/game", FaultCode::MissingKey, message));
        }
        let variant = &request.rules;
        let seed = request.seed.map(|SafeInteger(seed)| seed);
        let number = request.game.map_or(0, |SafeInteger(number)| number);
        let state = deal(&**variant, seed.map(|seed| Deal { seed, game: number }));
        Ok(NewResponse {
            next: NextUp::new(&**variant, &state),
            state: variant.write(&state),
            seed,
            game: seed.map(|_| number),
            rules: variant.rules(),
            engine: EngineVersion::default(),
        })
    }
}

impl Call for NewRequest {
    const OPERATION: OperationId = OperationId::New;
    type Response = NewResponse;
}
