//! Agents that are asked by documents, such as programs of somebody's own.

use serde_json::{Value, json};

use super::Agent;
use crate::document::Documents;
use crate::game::View;
use crate::random::Rng;
use crate::table::Desk;

/// Answers questions; outside the engine, since it may need a process and a clock.
pub trait Bot: Send {
    /// The index of one of the `moves` of a question. An error is reported, and loses the game.
    fn choose(&mut self, question: &Value) -> Result<usize, String>;
}

/// Asks a bot for every decision.
pub struct Asked {
    bot: Box<dyn Bot>,
    failure: Option<String>,
}

impl Asked {
    /// An agent that asks this bot.
    pub fn new(bot: Box<dyn Bot>) -> Asked {
        Asked { bot, failure: None }
    }
}

impl<G: Documents> Agent<G> for Asked {
    fn choose(&mut self, view: &View<'_, G>, moves: &[G::Move], rng: &mut Rng) -> usize {
        if self.failure.is_some() {
            // The game is lost; it is only brought to its end.
            return rng.index(moves.len());
        }
        let seen = view.seen();
        let texts: Vec<String> = moves.iter().map(|&mv| view.game.show(mv).to_string()).collect();
        let question = json!({
            "game": G::NAME,
            "seat": view.seat.0,
            "view": Desk::write(view.game, seen.state()),
            "moves": texts,
        });
        let answer = self.bot.choose(&question).and_then(|index| match index < moves.len() {
            true => Ok(index),
            false => Err(format!("answered {index}; there are {} moves", moves.len())),
        });
        answer.unwrap_or_else(|why| {
            self.failure = Some(why);
            rng.index(moves.len())
        })
    }

    fn take_failure(&mut self) -> Option<String> {
        self.failure.take()
    }
}
