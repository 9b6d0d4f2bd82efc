//! What can be done with one seat's view of a state.
//!
//! | operation | on a view |
//! | --- | --- |
//! | `validate`, `score` | as on a complete state; what is unknown stays unknown |
//! | `moves`, `play`, `advise` | while chance or the viewing seat is next; the state stays a view |
//! | `simulate` | every game begins with a fresh redeal of what is unknown |
//! | `perft`, `replay` | refused: they need the complete state |

use crate::document::{FaultCode, Faults};
use crate::game::{Game, Next, Seat};

/// The fault of a view where the complete state is needed.
pub(super) fn incomplete(viewer: Seat) -> Faults {
    let message = format!("this is the view of {viewer}; the complete state is needed here");
    Faults::one("/seen_by", FaultCode::View, message)
}

/// Checks that a state is complete.
pub(super) fn check_complete<G: Game>(game: &G, state: &G::State) -> Result<(), Faults> {
    game.viewer(state).map_or(Ok(()), |viewer| Err(incomplete(viewer)))
}

/// Checks that a state shows what comes next in it.
pub(super) fn check_visible<G: Game>(game: &G, state: &G::State) -> Result<(), Faults> {
    match (game.viewer(state), game.next(state)) {
        (Some(viewer), Next::Player(seat)) if seat != viewer => {
            let message = format!(
                "this is the view of {viewer}, but {seat} is to move and its cards are hidden"
            );
            Err(Faults::one("/seen_by", FaultCode::View, message))
        }
        _ => Ok(()),
    }
}

/// Hides again what a move may have shown in a view.
pub(super) fn hide_again<G: Game>(game: &G, state: &mut G::State) {
    if let Some(viewer) = game.viewer(state) {
        *state = game.hide(state, viewer);
    }
}
