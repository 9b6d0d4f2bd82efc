//! Plays moves.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::EngineVersion;
use super::model::{AnyGame, Model, Of, ReadableModel};
use super::moves::NextUp;
use super::operation::{Call, Context, Operation, OperationId};
use super::position::Position;
use super::request::{SafeInteger, request};
use super::visibility::{check_visible, hide_again};
use crate::document::{FaultCode, Faults, compact};
use crate::game::random::{Key, Purpose, Rng};
use crate::game::{Next, Seat};
use crate::games::{Documents, Evaluate};

request! {
    /// Moves to play in a state.
    #[schemars(rename = "{M}PlayRequest")]
    pub struct PlayRequest {
        /// The state.
        pub state: M::Position,
        /// Moves in notation, outcomes of chance among them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub moves: Option<Vec<String>>,
        /// The seed of what chance does. If left out, nothing is drawn.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub seed: Option<SafeInteger>,
        /// Whether to return the moves as each seat may know them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub views: Option<bool>,
    }
}

/// The state after some moves.
#[derive(Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "{M}PlayResponse")]
#[serde(bound(serialize = "", deserialize = "M: ReadableModel"))]
pub struct PlayResponse<M: Model = AnyGame> {
    /// The state.
    pub state: M::State,
    /// Every move that was played, outcomes of chance among them.
    pub played: Vec<String>,
    /// By seat, the same moves as that seat may know them, if they were wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub views: Option<Vec<Vec<String>>>,
    /// What the moves caused.
    pub events: Vec<M::Event>,
    /// Who is next.
    pub next: NextUp<M>,
    /// The seed, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The rules of the variant.
    pub rules: M::Rules,
    /// The version of the engine.
    pub engine: EngineVersion,
}

/// Reads a move and checks it against the rules.
pub(super) fn check_move<G: Documents>(
    game: &G,
    state: &G::State,
    text: &str,
    pointer: &str,
) -> Result<G::Move, Faults> {
    let mv = game
        .read_move(text)
        .map_err(|error| Faults::one(pointer, FaultCode::UnreadableMove, error.to_string()))?;
    game.check(state, mv).map_err(|breach| {
        let rule = G::RULES.iter().find(|rule| rule.id == breach.rule);
        let section = rule.map_or("Moves", |rule| rule.section);
        let message = format!("`{text}` is not allowed: {} (rules page, {section})", breach.needs);
        Faults::one(pointer, FaultCode::Rule(breach.rule), message)
    })?;
    Ok(mv)
}

/// By seat, moves as that seat may know them.
pub(super) struct MoveViews(pub Vec<Vec<String>>);

impl MoveViews {
    /// No moves yet.
    pub fn new<G: Documents>(game: &G) -> MoveViews {
        MoveViews(vec![Vec::new(); game.seats()])
    }

    /// Adds a move that is about to be made.
    pub fn add<G: Documents>(&mut self, game: &G, state: &G::State, mv: G::Move) {
        for (seat, texts) in Seat::all(game.seats()).zip(&mut self.0) {
            texts.push(game.show_move_to(state, mv, seat));
        }
    }
}

/// A game that goes on move by move.
struct Course<'a, G: Documents> {
    game: &'a G,
    state: G::State,
    played: Vec<String>,
    views: Option<MoveViews>,
    events: Vec<G::Event>,
    rng: Option<Rng>,
}

impl<'a, G: Documents> Course<'a, G> {
    /// Draws depend on seed and position, so that two plays of one game differ.
    fn new(game: &'a G, state: &G::State, seed: Option<u64>, views: bool) -> Self {
        let stream = |seed| {
            let position = compact::write(&game.full_state(state));
            let block = format!("{}/{}/play/{position}", G::NAME, game.seats());
            Key::new(seed, &block).stream(0, Purpose::Chance)
        };
        let (played, events) = (Vec::new(), Vec::new());
        let views = views.then(|| MoveViews::new(game));
        Course { game, state: *state, played, views, events, rng: seed.map(stream) }
    }

    fn make(&mut self, mv: G::Move) {
        self.played.push(self.game.show(mv).to_string());
        if let Some(views) = &mut self.views {
            views.add(self.game, &self.state, mv);
        }
        self.game.play(&mut self.state, mv, &mut self.events);
        hide_again(self.game, &mut self.state);
    }

    /// Draws what chance does, unless `named` is one of its outcomes.
    fn draw_chance(&mut self, named: Option<&str>) {
        while self.game.next(&self.state) == Next::Chance {
            let is_named = named.and_then(|text| self.game.read_move(text).ok());
            if is_named.is_some_and(|mv| self.game.check(&self.state, mv).is_ok()) {
                return;
            }
            let Some(rng) = &mut self.rng else { return };
            let mv = self.game.sample(&self.state, rng);
            self.make(mv);
        }
    }
}

/// Plays moves.
pub struct Play;

impl<G: Documents + Evaluate> Operation<G> for Play {
    const SUMMARY: &'static str = "Play moves";
    const DESCRIPTION: &'static str = "Returns the state after some moves, what they caused and who is next. Name outcomes of chance among the moves; with a seed, whatever is not named is drawn. A view stays a view, and can be played on while chance or its own seat is next.";
    type Request = PlayRequest<Of<'static, G>>;
    type Response<'a> = PlayResponse<Of<'a, G>>;

    fn run<'a>(
        request: &'a Self::Request,
        context: &Context<'_>,
    ) -> Result<Self::Response<'a>, Faults> {
        let Position { variant, state } = &request.state;
        let game: &G = variant;
        let moves = request.moves.as_deref().unwrap_or_default();
        context.bounds.check_moves("/moves", moves.len())?;
        let seed = request.seed.map(|SafeInteger(seed)| seed);
        let mut course = Course::new(game, state, seed, request.views.unwrap_or(false));
        for (index, text) in moves.iter().enumerate() {
            course.draw_chance(Some(text));
            check_visible(game, &course.state).map_err(|faults| faults.below("/state"))?;
            course.make(check_move(game, &course.state, text, &format!("/moves/{index}"))?);
        }
        course.draw_chance(None);
        Ok(PlayResponse {
            state: variant.write(&course.state),
            events: course.events.iter().map(|event| game.event_details(event)).collect(),
            next: NextUp::new(game, &course.state),
            played: course.played,
            views: course.views.map(|MoveViews(views)| views),
            seed,
            rules: variant.rules(),
            engine: EngineVersion::default(),
        })
    }
}

impl Call for PlayRequest {
    const OPERATION: OperationId = OperationId::Play;
    type Response = PlayResponse;
}
