//! How much one request may ask for.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use towerlab_engine::agents::AgentLimits;
use towerlab_engine::operations::{Bounds, OperationId};

/// How much one request may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Limits {
    /// The most games of one simulation.
    pub games: u64,
    /// The most iterations of a search for one decision.
    pub iterations: u64,
    /// The most games times iterations a decision of one simulation with searching agents.
    pub search_work: u64,
    /// The most moves of one log or one `play`.
    pub moves: u64,
    /// The most moves that one request for advice ranks.
    pub advice: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            games: 100_000,
            iterations: 20_000,
            search_work: 100_000,
            moves: 5_000,
            advice: 50,
        }
    }
}

impl Limits {
    /// The bounds that the engine keeps: no clock, no programs.
    pub fn bounds(&self) -> Bounds {
        Bounds {
            games: self.games,
            search_work: self.search_work,
            moves: self.moves,
            advice: self.advice,
            agents: AgentLimits { iterations: self.iterations, time: false, programs: false },
        }
    }

    /// Writes the limits into the schema of a request.
    pub fn annotate(&self, operation: OperationId, schema: &mut Value) {
        let mut set = |field: &str, keyword: &str, limit: u64| {
            if let Some(property) = schema["properties"].get_mut(field) {
                property[keyword] = limit.into();
            }
        };
        match operation {
            OperationId::Simulate => set("games", "maximum", self.games),
            OperationId::Advise => {
                set("games", "maximum", self.games);
                set("top", "maximum", self.advice);
            }
            OperationId::Play => set("moves", "maxItems", self.moves),
            _ => {}
        }
    }
}
