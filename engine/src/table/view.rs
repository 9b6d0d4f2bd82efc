//! States as one seat sees them.
//!
//! What a view can be used for follows from what its seat knows:
//!
//! | operation | on a view |
//! | --- | --- |
//! | `validate`, `score` | as on a complete state; what is unknown stays unknown |
//! | `moves`, `play` | while chance or the viewing seat is next; the state stays a view |
//! | `simulate` | every game begins with a fresh redeal of what is unknown |
//! | `perft`, `replay` | refused: they need the complete state |

use std::sync::Arc;

use super::Desk;
use crate::document::Documents;
use crate::fault::Faults;
use crate::game::{Next, Seat};

impl<G: Documents> Desk<G> {
    /// Reads a state that must be complete.
    pub(super) fn read_complete(&self, text: &str) -> Result<(Arc<G>, G::State), Faults> {
        let (game, state) = self.read(text)?;
        match game.viewer(&state) {
            None => Ok((game, state)),
            Some(viewer) => Err(Self::incomplete(viewer)),
        }
    }

    /// A fault for a view where nothing may be unknown.
    pub(super) fn incomplete(viewer: Seat) -> Faults {
        let message = format!("this is what {viewer} sees; the complete state is needed here");
        Faults::one("/seen_by", "view", message)
    }

    /// Whether what comes next in a state can be told from what it shows.
    pub(super) fn tells(game: &G, state: &G::State) -> Result<(), Faults> {
        match (game.viewer(state), game.next(state)) {
            (Some(viewer), Next::Player(seat)) if seat != viewer => {
                let message = format!(
                    "this is what {viewer} sees, but {seat} is to move with cards it hides"
                );
                Err(Faults::one("/seen_by", "view", message))
            }
            _ => Ok(()),
        }
    }

    /// Hides again what a move may have shown to a view.
    pub(super) fn keep_hidden(game: &G, state: &mut G::State) {
        if let Some(viewer) = game.viewer(state) {
            *state = game.hide(state, viewer);
        }
    }
}
