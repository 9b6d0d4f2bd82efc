//! How much work one request may ask for.

use crate::agents::AgentLimits;
use crate::agents::Spec;
use crate::document::{Fault, FaultCode, Faults};

/// How much work a host lets one request do. The engine itself sets no bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The most games of one simulation or scenario.
    pub games: u64,
    /// The most games times iterations a decision, where agents search.
    pub search_work: u64,
    /// The most moves of one log or one `play`.
    pub moves: u64,
    /// The most moves that advice is given on.
    pub advice: u64,
    /// Which agents may play.
    pub agents: AgentLimits,
}

impl Bounds {
    /// No bounds: for the user's own machine.
    pub const NONE: Bounds = Bounds {
        games: u64::MAX,
        search_work: u64::MAX,
        moves: u64::MAX,
        advice: u64::MAX,
        agents: AgentLimits::ALL,
    };

    /// Checks a number of games.
    pub fn check_games(&self, games: u64) -> Result<(), Faults> {
        at_most("/games", games, self.games)
    }

    /// Checks a number of moves to advise on, with the games after each of them.
    pub fn check_advice(&self, top: u64, games: u64) -> Result<(), Faults> {
        at_most("/top", top, self.advice)?;
        self.check_games(games)?;
        if games.saturating_mul(top) > self.games {
            let message = format!("`top` times `games` is at most {}", self.games);
            return Err(Faults::one("/games", FaultCode::TooMuchWork, message));
        }
        Ok(())
    }

    /// Checks the length of a list of moves.
    pub fn check_moves(&self, pointer: &str, moves: usize) -> Result<(), Faults> {
        if moves as u64 > self.moves {
            let message =
                format!("these are {moves} moves; at most {} are played here", self.moves);
            return Err(Faults::one(pointer, FaultCode::TooMany, message));
        }
        Ok(())
    }

    /// Checks games in which agents search.
    pub fn check_search(&self, games: u64, iterations: u64) -> Result<(), Faults> {
        if iterations.saturating_mul(games) > self.search_work {
            let message = format!(
                "{games} games times {iterations} iterations a decision are more than the limit `search_work` of {}; \
                 ask for fewer games or a smaller search",
                self.search_work
            );
            return Err(Faults::one("/games", FaultCode::TooMuchWork, message));
        }
        Ok(())
    }

    /// Parses an agent that may play here.
    pub fn parse_agent(&self, pointer: &str, text: &str) -> Result<Spec, Faults> {
        let spec = text.parse::<Spec>();
        let allowed = spec.and_then(|spec| spec.find_breach(self.agents).map_or(Ok(spec), Err));
        allowed.map_err(|why| Faults::one(pointer, FaultCode::Agent, why))
    }

    /// Parses a list of agents, and names every one that may not play.
    pub fn parse_agents(&self, texts: &[String]) -> Result<Vec<Spec>, Faults> {
        let (mut agents, mut faults): (Vec<Spec>, Vec<Fault>) = (Vec::new(), Vec::new());
        for (index, text) in texts.iter().enumerate() {
            match self.parse_agent(&format!("/agents/{index}"), text) {
                Ok(agent) => agents.push(agent),
                Err(Faults(more)) => faults.extend(more),
            }
        }
        Faults::ok_if_empty(faults, agents)
    }
}

fn at_most(pointer: &str, given: u64, most: u64) -> Result<(), Faults> {
    if given > most {
        let message = format!("{given} is not a whole number from 1 to {most}");
        return Err(Faults::one(pointer, FaultCode::OutOfRange, message));
    }
    Ok(())
}
