//! Agents by name, such as `tuned` or `search:1000`; [`AGENTS`] lists them.

use std::fmt;
use std::str::FromStr;

use super::catalog::{self, AGENTS, AgentKind};
use super::level::Level;
use crate::document::nearest;

/// The most iterations of one search.
pub const MAX_ITERATIONS: u64 = 10_000_000;
/// The most trees of one search.
pub const MAX_TREES: u32 = 64;
/// The longest time of one search.
pub const MAX_MILLISECONDS: u64 = 600_000;

/// How long a search may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchBudget {
    /// So many iterations of each of so many trees: always the same choice.
    Iterations {
        /// Iterations of one tree.
        each: u64,
        /// Trees that are grown apart and then merged.
        trees: u32,
    },
    /// So many milliseconds: for people, not reproducible.
    Milliseconds(u64),
}

/// How far an agent strays from the moves that it likes best: a move whose logarithm of the odds
/// to win is lower by this much is chosen e times less often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Temperature {
    hundredths: u32,
}

impl Temperature {
    /// The greatest; there every move is about as likely as any other.
    pub const MOST: Temperature = Temperature { hundredths: 10_000 };

    /// A temperature in hundredths, at least 1 and at most [`Temperature::MOST`].
    pub const fn from_hundredths(hundredths: u32) -> Temperature {
        Temperature { hundredths }
    }

    /// As a number.
    pub fn value(self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }
}

impl fmt::Display for Temperature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}

/// Which agent.
///
/// ```
/// use towerlab_engine::agents::Spec;
///
/// let spec: Spec = "search:250x4".parse()?;
/// assert_eq!(spec.iterations(), 1000);
/// assert_eq!(spec.to_string(), "search:250x4");
/// assert!("serch:5".parse::<Spec>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Spec {
    /// Any legal move, all equally likely.
    Random,
    /// One decision deep, hand-written weights.
    Greedy,
    /// One decision deep, learned weights.
    Tuned,
    /// One decision deep, a neural net.
    Expert,
    /// The same, straying from the best moves.
    Softened(Temperature),
    /// A level of play for people.
    Level(Level),
    /// Tree search with rollouts by `tuned`.
    Rollout(SearchBudget),
    /// Tree search guided by the net of `expert`.
    Search(SearchBudget),
    /// A program, by its command.
    Exec(String),
}

/// Which agents a place allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentLimits {
    /// The most iterations of a search, all trees together.
    pub iterations: u64,
    /// Whether results may depend on the clock.
    pub time: bool,
    /// Whether programs may be started.
    pub programs: bool,
}

impl AgentLimits {
    /// Everything is allowed, as on the user's own machine.
    pub const ALL: AgentLimits = AgentLimits { iterations: u64::MAX, time: true, programs: true };
}

impl Spec {
    /// Its entry in the list of agents.
    pub fn kind(&self) -> &'static AgentKind {
        match self {
            Spec::Random => &catalog::RANDOM,
            Spec::Greedy => &catalog::GREEDY,
            Spec::Tuned => &catalog::TUNED,
            Spec::Expert | Spec::Softened(_) => &catalog::EXPERT,
            Spec::Level(Level::Easy) => &catalog::EASY,
            Spec::Level(Level::Medium) => &catalog::MEDIUM,
            Spec::Level(Level::Hard) => &catalog::HARD,
            Spec::Level(Level::Master) => &catalog::MASTER,
            Spec::Rollout(_) => &catalog::ROLLOUT,
            Spec::Search(_) => &catalog::SEARCH,
            Spec::Exec(_) => &catalog::EXEC,
        }
    }

    /// Whether a choice depends on nothing but the position and the draws.
    pub fn is_reproducible(&self) -> bool {
        !matches!(self, Spec::Exec(_))
            && !matches!(self.budget(), Some(SearchBudget::Milliseconds(_)))
    }

    /// The budget of its search, if it searches.
    pub fn budget(&self) -> Option<SearchBudget> {
        match self {
            Spec::Rollout(budget) | Spec::Search(budget) => Some(*budget),
            Spec::Level(level) => level.agent().budget(),
            _ => None,
        }
    }

    /// The iterations of its search for one decision, all trees together; 0 for no search.
    pub fn iterations(&self) -> u64 {
        match self.budget() {
            Some(SearchBudget::Iterations { each, trees }) => each.saturating_mul(trees.into()),
            _ => 0,
        }
    }

    /// Why this agent may not play within some limits, if so.
    pub fn find_breach(&self, limits: AgentLimits) -> Option<String> {
        match self {
            Spec::Exec(_) if !limits.programs => {
                Some(format!("`{self}`: no program is started here; use another agent"))
            }
            Spec::Rollout(SearchBudget::Milliseconds(_))
            | Spec::Search(SearchBudget::Milliseconds(_))
                if !limits.time =>
            {
                Some(format!(
                    "`{self}`: a time budget gives another result on every machine; write iterations, such as `{}`",
                    catalog::SEARCH.forms[0].example
                ))
            }
            spec if spec.iterations() > limits.iterations => {
                let most = limits.iterations;
                Some(format!("`{self}`: at most {most} iterations in all are allowed here"))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.kind().name;
        match self {
            Spec::Random | Spec::Greedy | Spec::Tuned | Spec::Expert | Spec::Level(_) => {
                write!(f, "{name}")
            }
            Spec::Softened(temperature) => write!(f, "{name}:{temperature}"),
            Spec::Rollout(budget) | Spec::Search(budget) => write!(f, "{name}:{budget}"),
            Spec::Exec(command) => write!(f, "{name}:{command}"),
        }
    }
}

impl fmt::Display for SearchBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchBudget::Iterations { each, trees: 1 } => write!(f, "{each}"),
            SearchBudget::Iterations { each, trees } => write!(f, "{each}x{trees}"),
            SearchBudget::Milliseconds(time) => write!(f, "{time}ms"),
        }
    }
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Spec, String> {
        let (name, argument) = match text.split_once(':') {
            Some((name, argument)) => (name, Some(argument)),
            None => (text, None),
        };
        let kind = AGENTS.iter().find(|kind| kind.name == name);
        match kind.and_then(|kind| (kind.read)(argument)) {
            Some(spec) => spec.map_err(|why| format!("`{text}`: {why}")),
            None => Err(unknown(text)),
        }
    }
}

/// What to say about a text that is not an agent.
fn unknown(text: &str) -> String {
    let examples: Vec<&str> = catalog::examples().collect();
    let hint = nearest(text, examples.iter().copied());
    let hint = hint.map_or(String::new(), |near| format!(" did you mean `{near}`?"));
    format!("there is no agent `{text}`;{hint} write {}", examples.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{AgentLimits, Spec};

    #[test]
    fn agents_are_read_as_they_are_written() {
        for text in [
            "random",
            "greedy",
            "tuned",
            "expert",
            "expert:0.5",
            "easy",
            "medium",
            "hard",
            "master",
            "rollout:1000",
            "search:1000",
            "search:250x4",
            "search:200ms",
            "exec:./b -x",
        ] {
            assert_eq!(text.parse::<Spec>().map(|spec| spec.to_string()), Ok(text.to_string()));
        }
        for text in
            ["", "ranom", "search", "search:", "search:0", "search:x", "search:5x65", "exec:"]
        {
            assert!(text.parse::<Spec>().is_err(), "{text}");
        }
        for text in
            ["random:", "random:5", "tuned:x", "expert:0", "expert:x", "expert:-1", "hard:1"]
        {
            assert!(text.parse::<Spec>().is_err(), "{text}");
        }
        assert!("ranom".parse::<Spec>().is_err_and(|why| why.contains("did you mean `random`")));
    }

    #[test]
    fn limits_can_exclude_programs_clocks_and_long_searches() {
        let service = AgentLimits { iterations: 1000, time: false, programs: false };
        let refused =
            |text: &str| text.parse::<Spec>().is_ok_and(|s| s.find_breach(service).is_some());
        assert!(!refused("tuned") && !refused("search:1000") && !refused("search:250x4"));
        assert!(refused("search:251x4") && refused("search:5ms") && refused("exec:./bot"));
    }
}
