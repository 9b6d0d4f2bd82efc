//! What can happen next in a state.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::EngineVersion;
use super::model::{AnyGame, Model, Of, ReadableModel};
use super::operation::{Call, Context, Operation, OperationId};
use super::position::Position;
use super::request::request;
use super::visibility::check_visible;
use crate::document::Faults;
use crate::game::{Finish, Game, Next};
use crate::games::{Documents, Evaluate};

request! {
    /// A state whose moves are wanted.
    #[schemars(rename = "{M}MovesRequest")]
    pub struct MovesRequest {
        /// The state.
        pub state: M::Position,
    }
}

/// What can happen next.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "{M}MovesResponse")]
#[serde(bound(serialize = "", deserialize = "M: ReadableModel"))]
pub struct MovesResponse<M: Model = AnyGame> {
    /// Who is next.
    pub next: NextUp<M>,
    /// Every legal move; none if no player is to move.
    pub moves: Vec<LegalMove<M>>,
    /// The rules of the variant.
    pub rules: M::Rules,
    /// The version of the engine.
    pub engine: EngineVersion,
}

/// Who is next.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "{M}Next")]
#[serde(tag = "who", rename_all = "snake_case")]
#[serde(bound(serialize = "", deserialize = "M: ReadableModel"))]
pub enum NextUp<M: Model = AnyGame> {
    /// A player decides.
    Player {
        /// The seat, from 0.
        seat: u8,
    },
    /// Dice, a draw or a reveal.
    Chance {
        /// Everything that chance can bring.
        outcomes: Vec<ChanceOutcome<M>>,
    },
    /// The game is over.
    Nobody {
        /// How it ended.
        finish: Finish,
        /// The seats that won.
        winners: Vec<u8>,
    },
}

/// A legal move, what it is made of and what it would cause.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "{M}Move")]
#[serde(bound(serialize = "", deserialize = "M: ReadableModel"))]
pub struct LegalMove<M: Model = AnyGame> {
    /// The move in the notation of the rules page.
    #[serde(rename = "move")]
    pub text: String,
    /// What it is made of.
    #[serde(flatten)]
    pub details: M::MoveDetails,
    /// What it would cause.
    pub events: Vec<M::Event>,
}

/// Something that chance can bring.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "{M}Outcome")]
#[serde(bound(serialize = "", deserialize = "M: ReadableModel"))]
pub struct ChanceOutcome<M: Model = AnyGame> {
    /// The outcome in the notation of the rules page.
    #[serde(rename = "move")]
    pub text: String,
    /// What it is made of.
    #[serde(flatten)]
    pub details: M::MoveDetails,
    /// Its weight among all outcomes. Left out where JSON cannot hold it exactly.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub weight: Option<u64>,
    /// Its probability.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub probability: f64,
}

impl<'a, G: Documents> NextUp<Of<'a, G>> {
    /// Who is next in a state.
    pub fn new(game: &'a G, state: &G::State) -> Self {
        match game.next(state) {
            Next::Player(seat) => NextUp::Player { seat: seat.0 },
            Next::Chance => NextUp::Chance { outcomes: list_outcomes(game, state) },
            Next::Over(finish) => {
                NextUp::Nobody { finish, winners: game.leaders(state).map(|seat| seat.0).collect() }
            }
        }
    }
}

fn list_moves<'a, G: Documents>(game: &'a G, state: &G::State) -> Vec<LegalMove<Of<'a, G>>> {
    let (mut moves, mut events) = (Vec::new(), Vec::new());
    game.moves(state, &mut |mv| {
        let mut after = *state;
        events.clear();
        game.play(&mut after, mv, &mut events);
        moves.push(LegalMove {
            text: game.show(mv).to_string(),
            details: game.move_details(mv),
            events: events.iter().map(|event| game.event_details(event)).collect(),
        });
    });
    moves
}

fn list_outcomes<'a, G: Documents>(game: &'a G, state: &G::State) -> Vec<ChanceOutcome<Of<'a, G>>> {
    let mut outcomes = Vec::new();
    game.outcomes(state, &mut |mv, weight| outcomes.push((mv, weight)));
    let total: u128 = outcomes.iter().map(|(_, weight)| weight).sum();
    let outcome = |(mv, weight): (<G as Game>::Move, u128)| ChanceOutcome {
        text: game.show(mv).to_string(),
        details: game.move_details(mv),
        weight: u64::try_from(weight).ok(),
        probability: weight as f64 / total as f64,
    };
    outcomes.into_iter().map(outcome).collect()
}

/// Lists what can happen next.
pub struct Moves;

impl<G: Documents + Evaluate> Operation<G> for Moves {
    const SUMMARY: &'static str = "What can happen next";
    const DESCRIPTION: &'static str = "Lists every legal move with what it is made of and what it would cause (floors paid for, marker steps, tokens, extra turns), or every outcome of chance with its probability. A view is enough while chance or its own seat is next.";
    type Request = MovesRequest<Of<'static, G>>;
    type Response<'a> = MovesResponse<Of<'a, G>>;

    fn run<'a>(request: &'a Self::Request, _: &Context<'_>) -> Result<Self::Response<'a>, Faults> {
        let Position { variant, state } = &request.state;
        let game: &G = variant;
        check_visible(game, state).map_err(|faults| faults.below("/state"))?;
        Ok(MovesResponse {
            next: NextUp::new(game, state),
            moves: list_moves(game, state),
            rules: variant.rules(),
            engine: EngineVersion::default(),
        })
    }
}

impl Call for MovesRequest {
    const OPERATION: OperationId = OperationId::Moves;
    type Response = MovesResponse;
}
