//! Looking on while a game is played.

use crate::game::{Game, Watch};
use crate::games::metrics::{EventCounter, Measure};

/// Looks on while a [`GameLoop`](super::GameLoop) plays. Every method has a default that does
/// nothing; events arrive through [`Watch`].
pub trait GameObserver<G: Game>: Watch<G::Event> {
    /// An agent chose one of the legal moves; `drawn` is how far its stream is now. Decisions
    /// that were recorded earlier are not reported here.
    fn chose(&mut self, _agent: usize, _choice: usize, _drawn: u64) {}

    /// The player to move in `state` decided for `mv`, one of `options` legal moves.
    fn decided(&mut self, _state: &G::State, _mv: G::Move, _options: usize) {}

    /// A move is being made, by a player or by chance.
    fn moved(&mut self, _mv: G::Move) {}

    /// A player's decision led to this position.
    fn reached(&mut self, _state: &G::State) {}
}

impl<G: Game> GameObserver<G> for () {}
impl<G: Measure> GameObserver<G> for EventCounter<'_, G> {}

/// Keeps the moves of a game, those of players and of chance: with the start, a whole log.
#[derive(Debug)]
pub struct MoveLog<G: Game> {
    /// In the order in which they were made.
    pub moves: Vec<G::Move>,
}

impl<G: Game> Default for MoveLog<G> {
    fn default() -> Self {
        MoveLog { moves: Vec::new() }
    }
}

impl<G: Game> Watch<G::Event> for MoveLog<G> {
    fn see(&mut self, _: G::Event) {}
}

impl<G: Game> GameObserver<G> for MoveLog<G> {
    fn moved(&mut self, mv: G::Move) {
        self.moves.push(mv);
    }
}
