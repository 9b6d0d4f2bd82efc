//! What a sentence about a case is about.

use super::wording::{quoted, setting_in_words};
use crate::lab::scenario::case::agents_label;
use crate::lab::scenario::plan::Plan;
use crate::lab::scenario::results::CaseResults;

/// The subject of a sentence.
pub(super) struct Subject {
    /// Its words.
    pub(super) text: String,
    /// Whether it is plural.
    pub(super) is_plural: bool,
}

/// What the case has that its baseline has not.
pub(super) fn subject(case: &CaseResults, baseline: Option<&CaseResults>) -> Subject {
    let named = Subject { text: quoted(&case.case), is_plural: false };
    let Some(baseline) = baseline else { return named };
    if !case.case.contains('=') || case.case.contains(": ") {
        return named;
    }
    let mut parts: Vec<(String, bool)> = case
        .settings
        .iter()
        .filter(|(key, value)| baseline.settings.get(*key) != Some(value))
        .map(|(key, value)| setting_in_words(key, value))
        .collect();
    let gone = baseline.settings.keys().filter(|key| !case.settings.contains_key(*key));
    parts.extend(gone.map(|key| (format!("the usual {}", key.replace('_', " ")), false)));
    if case.agents != baseline.agents {
        parts.push((format!("the table {}", agents_label(&case.agents)), false));
    }
    if case.components != baseline.components {
        parts.push((format!("the set {}", case.components), false));
    }
    let is_plural = parts.first().is_some_and(|(_, is_plural)| *is_plural);
    let texts: Vec<String> = parts.into_iter().map(|(text, _)| text).collect();
    Subject { text: texts.join(" with "), is_plural }
}

/// What a case shares with its baseline while others of its number of players have something else.
pub(super) fn context(plan: &Plan, at: usize) -> String {
    let case = &plan.cases[at];
    let Some(baseline) = case.baseline.map(|baseline| &plan.cases[baseline]) else {
        return String::new();
    };
    let others = || plan.cases.iter().filter(|other| other.players == case.players);
    let mut parts: Vec<String> = Vec::new();
    for (key, value) in &case.settings {
        let shared = baseline.setting(key) == Some(value);
        if shared && others().any(|other| other.setting(key) != Some(value)) {
            parts.push(setting_in_words(key, value).0);
        }
    }
    if baseline.agents == case.agents && others().any(|other| other.agents != case.agents) {
        parts.push(format!("agents {}", case.agents_text()));
    }
    if parts.is_empty() { String::new() } else { format!(" (with {})", parts.join(", ")) }
}
