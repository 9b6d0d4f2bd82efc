//! The parameters of a game, described for people.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::domain::{Permitted, Rulebook, range_text};
use super::{Parameter, Parameters};

/// What there is to know about a parameter of a game's rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ParameterDocument {
    /// The key in a rules document, and in `--set`.
    pub name: String,
    /// The value if the parameter is left out; null or empty if that depends on something else.
    pub default: Value,
    /// What is played instead of a default that is null or empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unset: Option<String>,
    /// The values that need no `beyond_rulebook`.
    pub rulebook: String,
    /// The values that are permitted with `beyond_rulebook`.
    pub permitted: String,
    /// What the parameter means.
    pub meaning: String,
    /// Whether the engine adds the parameter: no rulebook has it.
    pub ours: bool,
}

impl ParameterDocument {
    /// The default as text: a value as it is given to `--set`, or words in parentheses.
    pub fn default_text(&self) -> String {
        match &self.unset {
            Some(words) => format!("({words})"),
            None => value_text(&self.default),
        }
    }
}

/// A value as it is given to `--set`.
pub(super) fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// The description of every parameter of a game.
pub(super) fn describe<R: Parameters>() -> Vec<ParameterDocument> {
    let default = R::default();
    let describe = |parameter: &Parameter<R>| {
        let permitted = permitted_text(parameter);
        ParameterDocument {
            name: parameter.name.into(),
            default: parameter.write(&default),
            unset: parameter.domain.unset.map(String::from),
            rulebook: rulebook_text(parameter, &default, &permitted),
            permitted,
            meaning: parameter.meaning(),
            ours: parameter.domain.is_ours,
        }
    };
    R::LIST.iter().map(describe).collect()
}

fn permitted_text<R: Parameters>(parameter: &Parameter<R>) -> String {
    match parameter.domain.permitted {
        Permitted::Range(low, high) => range_text(&(low..=high)),
        Permitted::Words(words) => words.into(),
        Permitted::All => match &parameter.choices()[..] {
            [] => "any".into(),
            [names @ .., last] if !names.is_empty() => format!("{} or {last}", names.join(", ")),
            names => names.join(", "),
        },
    }
}

fn rulebook_text<R: Parameters>(parameter: &Parameter<R>, default: &R, permitted: &str) -> String {
    match (parameter.domain.rulebook, parameter.domain.unset) {
        (Rulebook::All, _) => permitted.into(),
        (Rulebook::Range(range), _) => {
            let mut text = String::new();
            let mut last = None;
            for players in R::SEATS {
                let range = range(players);
                if last.is_none() {
                    text = range_text(&range);
                } else if last.as_ref() != Some(&range) {
                    let _ = write!(text, "; {players} players: {}", range_text(&range));
                }
                last = Some(range);
            }
            text
        }
        (Rulebook::Default | Rulebook::Unset, Some(words)) => words.into(),
        (Rulebook::Default | Rulebook::Unset, None) => value_text(&parameter.write(default)),
    }
}

/// The table of the parameters on the rules page, in Markdown.
pub(super) fn page_table<R: Parameters>() -> String {
    let mut table = String::from(
        "| parameter | default | without `beyond_rulebook` | with it | meaning |\n\
         | --- | --- | --- | --- | --- |\n",
    );
    for row in describe::<R>() {
        let default = row.unset.clone().unwrap_or_else(|| value_text(&row.default));
        let rulebook = if row.rulebook == default { "the default" } else { &row.rulebook };
        let permitted = if row.permitted == row.rulebook { "the same" } else { &row.permitted };
        let ours = if row.ours { " Ours: no rulebook has it." } else { "" };
        let default = if row.unset.is_some() { default } else { format!("`{default}`") };
        let ParameterDocument { name, meaning, .. } = &row;
        let _ = writeln!(
            table,
            "| `{name}` | {default} | {rulebook} | {permitted} | {meaning}{ours} |"
        );
    }
    table
}
