//! What a seat may know of a position.

use super::{Game, Seat};

/// A position as an agent gets it. The true state is private: [`PlayerView::observe`] is
/// the only way to it, and returns no more than the seat may know.
pub struct PlayerView<'a, G: Game> {
    /// The variant being played.
    pub game: &'a G,
    /// The seat that looks.
    pub seat: Seat,
    state: &'a G::State,
}

impl<'a, G: Game> PlayerView<'a, G> {
    /// The view that `seat` has of `state`.
    pub fn new(game: &'a G, state: &'a G::State, seat: Seat) -> Self {
        PlayerView { game, seat, state }
    }

    /// The position without what the seat cannot know.
    pub fn observe(&self) -> Observation<G> {
        Observation { state: self.game.hide(self.state, self.seat), seat: self.seat }
    }
}

/// A position as one seat sees it. Made only through [`Game::hide`], so an
/// agent cannot be handed more.
pub struct Observation<G: Game> {
    state: G::State,
    /// The seat that observes.
    pub seat: Seat,
}

impl<G: Game> Observation<G> {
    /// The position, its hidden parts canonically filled.
    pub fn state(&self) -> &G::State {
        &self.state
    }
}
