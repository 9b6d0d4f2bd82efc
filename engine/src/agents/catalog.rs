//! The one list of agents. The parser, the printer, help texts, suggestions, the docs table and
//! the API's description are all made from it.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;

use super::level::Level;
use super::spec::{MAX_ITERATIONS, MAX_MILLISECONDS, MAX_TREES, SearchBudget, Spec, Temperature};

/// A kind of agent.
#[derive(Debug)]
pub struct AgentKind {
    /// The word that a spec begins with.
    pub name: &'static str,
    /// How it is written; the first form is the usual one.
    pub forms: &'static [AgentForm],
    /// Reads what follows the name and a colon; nothing if that is not a way to write this kind.
    pub(super) read: fn(Option<&str>) -> Option<Result<Spec, String>>,
}

/// One way to write an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AgentForm {
    /// How it is written; words in capitals are to be replaced.
    pub syntax: &'static str,
    /// A spec of this form.
    pub example: &'static str,
    /// What it plays.
    pub doc: &'static str,
    /// Whether its choice depends on nothing but the position and the seed.
    pub reproducible: bool,
    /// What bounds the words in capitals, if anything does.
    pub limits: Option<&'static str>,
}

/// Every kind of agent: the levels for people first, the weakest of them first.
pub static AGENTS: [&AgentKind; 11] =
    [&EASY, &MEDIUM, &HARD, &EXPERT, &MASTER, &SEARCH, &RANDOM, &GREEDY, &TUNED, &ROLLOUT, &EXEC];

/// See [`Level::Easy`].
pub(super) static EASY: AgentKind = AgentKind {
    name: "easy",
    forms: &[AgentForm::plain("easy", "A level for a first game.")],
    read: |argument| argument.is_none().then_some(Ok(Spec::Level(Level::Easy))),
};

/// See [`Level::Medium`].
pub(super) static MEDIUM: AgentKind = AgentKind {
    name: "medium",
    forms: &[AgentForm::plain("medium", "A level for players who know the rules.")],
    read: |argument| argument.is_none().then_some(Ok(Spec::Level(Level::Medium))),
};

/// See [`Level::Hard`].
pub(super) static HARD: AgentKind = AgentKind {
    name: "hard",
    forms: &[AgentForm::plain("hard", "A level for experienced players.")],
    read: |argument| argument.is_none().then_some(Ok(Spec::Level(Level::Hard))),
};

/// See [`Level::Master`].
pub(super) static MASTER: AgentKind = AgentKind {
    name: "master",
    forms: &[AgentForm::plain(
        "master",
        "The highest level for people: a short search guided by the net of `expert`.",
    )],
    read: |argument| argument.is_none().then_some(Ok(Spec::Level(Level::Master))),
};

/// See [`Spec::Random`].
pub(super) static RANDOM: AgentKind = AgentKind {
    name: "random",
    forms: &[AgentForm::plain("random", "Plays any legal move, all equally likely.")],
    read: |argument| argument.is_none().then_some(Ok(Spec::Random)),
};

/// See [`Spec::Greedy`].
pub(super) static GREEDY: AgentKind = AgentKind {
    name: "greedy",
    forms: &[AgentForm::plain(
        "greedy",
        "Looks one decision ahead and judges positions by a few features with hand-written weights.",
    )],
    read: |argument| argument.is_none().then_some(Ok(Spec::Greedy)),
};

/// See [`Spec::Tuned`].
pub(super) static TUNED: AgentKind = AgentKind {
    name: "tuned",
    forms: &[AgentForm::plain(
        "tuned",
        "Looks one decision ahead and judges positions by many features with weights learned by self-play.",
    )],
    read: |argument| argument.is_none().then_some(Ok(Spec::Tuned)),
};

/// See [`Spec::Expert`].
pub(super) static EXPERT: AgentKind = AgentKind {
    name: "expert",
    forms: &[
        AgentForm::plain(
            "expert",
            "Looks one decision ahead and judges positions by a neural net trained by self-play. Where a game has no net for the number of players, plays like `tuned`.",
        ),
        AgentForm {
            syntax: "expert:TEMPERATURE",
            example: "expert:0.5",
            doc: "Plays like `expert`, but strays from its best moves: the higher the temperature, the more often and the farther.",
            reproducible: true,
            limits: Some("0.01 to 100"),
        },
    ],
    read: |argument| match argument {
        None => Some(Ok(Spec::Expert)),
        Some(text) => Some(read_temperature(text).map(Spec::Softened)),
    },
};

/// See [`Spec::Rollout`].
pub(super) static ROLLOUT: AgentKind = AgentKind {
    name: "rollout",
    forms: &[AgentForm {
        syntax: "rollout:ITERATIONS",
        example: "rollout:1000",
        doc: "Searches a tree and plays on from its leaves with `tuned`: a fixed reference to measure other agents against.",
        reproducible: true,
        limits: Some("1 to 10,000,000 iterations"),
    }],
    read: |argument| argument.map(|text| read_budget(text).map(Spec::Rollout)),
};

/// See [`Spec::Search`].
pub(super) static SEARCH: AgentKind = AgentKind {
    name: "search",
    forms: &[
        AgentForm {
            syntax: "search:ITERATIONS",
            example: "search:1000",
            doc: "Searches a tree for a number of iterations, guided by the net of `expert`. Without a net, searches like `rollout`.",
            reproducible: true,
            limits: Some("1 to 10,000,000 iterations"),
        },
        AgentForm {
            syntax: "search:ITERATIONSxTREES",
            example: "search:1000x4",
            doc: "Searches several trees at the same time, each for that many iterations, and merges them.",
            reproducible: true,
            limits: Some("1 to 10,000,000 iterations, 1 to 64 trees"),
        },
        AgentForm {
            syntax: "search:TIMEms",
            example: "search:200ms",
            doc: "Searches a tree for a time: for play against people.",
            reproducible: false,
            limits: Some("1 to 600,000 milliseconds"),
        },
    ],
    read: |argument| argument.map(|text| read_budget(text).map(Spec::Search)),
};

/// See [`Spec::Exec`].
pub(super) static EXEC: AgentKind = AgentKind {
    name: "exec",
    forms: &[AgentForm {
        syntax: "exec:COMMAND",
        example: "exec:./mybot",
        doc: "Starts a program, which reads a JSON line with `view` and `moves` for each decision and answers with the index of a move.",
        reproducible: false,
        limits: None,
    }],
    read: |argument| {
        let command = argument.filter(|command| !command.trim().is_empty())?;
        Some(Ok(Spec::Exec(command.to_string())))
    },
};

impl AgentForm {
    /// An agent without settings: its name is the whole spec.
    const fn plain(name: &'static str, doc: &'static str) -> AgentForm {
        AgentForm { syntax: name, example: name, doc, reproducible: true, limits: None }
    }
}

/// Every way to write an agent, in the order of [`AGENTS`].
pub fn forms() -> impl Iterator<Item = &'static AgentForm> {
    AGENTS.iter().flat_map(|kind| kind.forms)
}

/// One example of each kind.
pub(super) fn examples() -> impl Iterator<Item = &'static str> + Clone {
    AGENTS.iter().filter_map(|kind| kind.forms.first()).map(|form| form.example)
}

/// The examples of all forms in one line, for a short help: `random, greedy, ...`.
pub fn summarize() -> String {
    forms().map(|form| form.example).collect::<Vec<_>>().join(", ")
}

/// The agents in sentences, one line each, for a long help or an API description.
pub fn describe() -> String {
    let mut text = String::new();
    for form in forms() {
        let _ = writeln!(text, "- `{}`: {}", form.syntax, sentences(form));
    }
    text
}

/// The agents as a Markdown table, for docs.
pub fn markdown_table() -> String {
    let mut text = String::from("| written as | example | plays |\n| --- | --- | --- |\n");
    for form in forms() {
        let _ = writeln!(text, "| `{}` | `{}` | {} |", form.syntax, form.example, sentences(form));
    }
    text
}

fn sentences(form: &AgentForm) -> String {
    let mut text = form.doc.to_string();
    if let Some(limits) = form.limits {
        let _ = write!(text, " Takes {limits}.");
    }
    if !form.reproducible {
        text.push_str(" Not reproducible.");
    }
    text
}

fn read_temperature(text: &str) -> Result<Temperature, String> {
    let most = Temperature::MOST.value();
    let hundredths = text.parse::<f64>().ok().map(|number| (number * 100.0).round());
    match hundredths {
        Some(hundredths) if (1.0..=100.0 * most).contains(&hundredths) => {
            Ok(Temperature::from_hundredths(hundredths as u32))
        }
        _ => Err(format!("`{text}` is not a number from 0.01 to {most}")),
    }
}

fn read_budget(text: &str) -> Result<SearchBudget, String> {
    let number = |text: &str, most: u64| match text.parse::<u64>() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("`{text}` is not a number from 1 to {most}")),
    };
    if let Some(time) = text.strip_suffix("ms") {
        return Ok(SearchBudget::Milliseconds(number(time, MAX_MILLISECONDS)?));
    }
    let (each, trees) = text.split_once('x').unwrap_or((text, "1"));
    let trees = number(trees, MAX_TREES.into())? as u32;
    Ok(SearchBudget::Iterations { each: number(each, MAX_ITERATIONS)?, trees })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_agent_is_read_and_written_alike() {
        for kind in AGENTS {
            for form in kind.forms {
                let spec: Spec = form.example.parse().expect("an example is an agent");
                assert_eq!(spec.to_string(), form.example);
                assert_eq!(spec.kind().name, kind.name);
                assert_eq!(spec.is_reproducible(), form.reproducible, "{}", form.example);
                assert!(form.syntax.starts_with(kind.name) && form.doc.ends_with('.'));
            }
        }
    }

    #[test]
    fn limits_are_as_described() {
        let described: Vec<&str> = forms().filter_map(|form| form.limits).collect();
        let grouped = |number: u64| {
            let digits = number.to_string();
            let start = digits.len() % 3;
            let mut groups = vec![&digits[..start]];
            groups.extend((start..digits.len()).step_by(3).map(|at| &digits[at..at + 3]));
            groups.retain(|group| !group.is_empty());
            groups.join(",")
        };
        for (most, form) in [
            (MAX_ITERATIONS, 1),
            (MAX_ITERATIONS, 2),
            (MAX_TREES.into(), 2),
            (MAX_MILLISECONDS, 3),
            (MAX_ITERATIONS, 4),
        ] {
            assert!(described[form].contains(&format!("1 to {}", grouped(most))), "{most}");
        }
        assert_eq!(described[0], format!("0.01 to {}", Temperature::MOST));
    }

    #[test]
    fn texts_name_every_form() {
        let texts = [describe(), markdown_table()];
        for form in forms() {
            assert!(texts.iter().all(|text| text.contains(form.syntax)), "{}", form.syntax);
            assert!(summarize().contains(form.example));
        }
    }
}
