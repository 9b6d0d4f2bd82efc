//! Agents outside the engine, such as programs: they get a document and answer with an index.

use serde::Serialize;
use serde_json::Value;

use super::Agent;
use crate::game::PlayerView;
use crate::game::random::Rng;
use crate::games::Documents;

/// A decision that an external agent has to make.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DecisionRequest {
    /// The name of the game.
    pub game: &'static str,
    /// The seat that decides.
    pub seat: u8,
    /// The position as that seat sees it: a state document.
    pub view: Value,
    /// The legal moves, in the game's notation.
    pub moves: Vec<String>,
}

/// Makes decisions outside the engine, since it may need a process and a clock.
pub trait Bot: Send {
    /// The index of one of the moves of a request. The reason of an error is reported, and the
    /// game is lost.
    fn choose(&mut self, request: &DecisionRequest) -> Result<usize, String>;
}

/// Hands every decision to a [`Bot`].
pub struct ExternalAgent {
    bot: Box<dyn Bot>,
    failure: Option<String>,
}

impl ExternalAgent {
    /// An agent that plays what this bot answers.
    pub fn new(bot: Box<dyn Bot>) -> ExternalAgent {
        ExternalAgent { bot, failure: None }
    }

    /// The answer of the bot, if it is one of `count` moves.
    fn request_index(&mut self, request: &DecisionRequest) -> Result<usize, String> {
        let index = self.bot.choose(request)?;
        let count = request.moves.len();
        if index < count {
            Ok(index)
        } else {
            Err(format!("answered {index}; there are {count} moves"))
        }
    }
}

impl<G: Documents> Agent<G> for ExternalAgent {
    fn choose(&mut self, view: &PlayerView<'_, G>, moves: &[G::Move], rng: &mut Rng) -> usize {
        if self.failure.is_some() {
            // The game is lost; random moves bring it to its end.
            return rng.index(moves.len());
        }
        let request = DecisionRequest {
            game: G::NAME,
            seat: view.seat.0,
            view: view.game.full_state(view.observe().state()),
            moves: moves.iter().map(|&mv| view.game.show(mv).to_string()).collect(),
        };
        self.request_index(&request).unwrap_or_else(|why| {
            self.failure = Some(why);
            rng.index(moves.len())
        })
    }

    fn take_failure(&mut self) -> Option<String> {
        self.failure.take()
    }
}
