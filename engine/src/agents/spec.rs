//! Agents by name: `random`, `greedy`, `tuned`, `search:1000`, `search:1000x4`,
//! `search:200ms`, `exec:./mybot`.

use std::fmt;
use std::str::FromStr;

use crate::document::nearest;

/// The most iterations of one search.
pub const MOST_ITERATIONS: u64 = 10_000_000;
/// The most trees of one search.
pub const MOST_TREES: u32 = 64;

/// How long a search may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Budget {
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

/// Which agent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Spec {
    /// Any legal move alike.
    Random,
    /// One decision deep, hand-written.
    Greedy,
    /// One decision deep, learned.
    Tuned,
    /// Tree search.
    Search(Budget),
    /// A program of one's own.
    Exec(String),
}

/// What a place allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// The most iterations of a search, all trees together.
    pub iterations: u64,
    /// Whether results may depend on the clock.
    pub time: bool,
    /// Whether programs may be started.
    pub programs: bool,
}

impl Allowed {
    /// Everything, for somebody's own machine.
    pub const ALL: Allowed = Allowed { iterations: u64::MAX, time: true, programs: true };
}

impl Spec {
    /// Whether a choice depends on nothing but the position and the draws.
    pub fn is_reproducible(&self) -> bool {
        !matches!(self, Spec::Search(Budget::Milliseconds(_)) | Spec::Exec(_))
    }

    /// The iterations of its search for one decision, all trees together; 0 for no search.
    pub fn iterations(&self) -> u64 {
        match self {
            Spec::Search(Budget::Iterations { each, trees }) => {
                each.saturating_mul((*trees).into())
            }
            _ => 0,
        }
    }

    /// Why this agent may not play somewhere, if so.
    pub fn refused(&self, allowed: Allowed) -> Option<String> {
        match self {
            Spec::Exec(_) if !allowed.programs => {
                Some(format!("`{self}`: no program is started here; use another agent"))
            }
            Spec::Search(Budget::Milliseconds(_)) if !allowed.time => Some(format!(
                "`{self}`: a time budget gives another result on every machine; write iterations, such as `search:1000`"
            )),
            spec if spec.iterations() > allowed.iterations => {
                let most = allowed.iterations;
                Some(format!("`{self}`: at most {most} iterations in all are allowed here"))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Random => write!(f, "random"),
            Spec::Greedy => write!(f, "greedy"),
            Spec::Tuned => write!(f, "tuned"),
            Spec::Search(Budget::Iterations { each, trees: 1 }) => write!(f, "search:{each}"),
            Spec::Search(Budget::Iterations { each, trees }) => write!(f, "search:{each}x{trees}"),
            Spec::Search(Budget::Milliseconds(time)) => write!(f, "search:{time}ms"),
            Spec::Exec(command) => write!(f, "exec:{command}"),
        }
    }
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Spec, String> {
        match text {
            "random" => return Ok(Spec::Random),
            "greedy" => return Ok(Spec::Greedy),
            "tuned" => return Ok(Spec::Tuned),
            _ => {}
        }
        match text.split_once(':') {
            Some(("search", budget)) => {
                budget_of(budget).map(Spec::Search).map_err(|why| format!("`{text}`: {why}"))
            }
            Some(("exec", command)) if !command.trim().is_empty() => {
                Ok(Spec::Exec(command.to_string()))
            }
            _ => {
                let known = ["random", "greedy", "tuned", "search:1000", "exec:./mybot"];
                let hint = nearest(text, known);
                let near = hint.map_or(String::new(), |near| format!(" did you mean `{near}`?"));
                Err(format!("there is no agent `{text}`;{near} write {}", known.join(", ")))
            }
        }
    }
}

fn budget_of(text: &str) -> Result<Budget, String> {
    let number = |text: &str, most: u64| match text.parse::<u64>() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("`{text}` is no number from 1 to {most}")),
    };
    if let Some(time) = text.strip_suffix("ms") {
        return Ok(Budget::Milliseconds(number(time, 600_000)?));
    }
    let (each, trees) = text.split_once('x').unwrap_or((text, "1"));
    let trees = number(trees, MOST_TREES.into())? as u32;
    Ok(Budget::Iterations { each: number(each, MOST_ITERATIONS)?, trees })
}

#[cfg(test)]
mod tests {
    use super::{Allowed, Spec};

    #[test]
    fn agents_are_read_as_they_are_written() {
        for text in [
            "random",
            "greedy",
            "tuned",
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
        assert!("ranom".parse::<Spec>().is_err_and(|why| why.contains("did you mean `random`")));
    }

    #[test]
    fn a_place_may_refuse_programs_clocks_and_long_searches() {
        let service = Allowed { iterations: 1000, time: false, programs: false };
        let refused = |text: &str| text.parse::<Spec>().is_ok_and(|s| s.refused(service).is_some());
        assert!(!refused("tuned") && !refused("search:1000") && !refused("search:250x4"));
        assert!(refused("search:251x4") && refused("search:5ms") && refused("exec:./bot"));
    }
}
