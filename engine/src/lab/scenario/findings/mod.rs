//! Findings: results in sentences.
//!
//! To add a finding, write a function in the file of its topic and call it there. [`find_all`] lists
//! the topics.

mod agents;
mod effects;
mod objectives;
mod rules;
mod seats;
mod strength;
mod subject;
mod summary;
mod warnings;
mod wording;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::plan::Plan;
use super::results::CaseResults;

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FindingTopic {
    /// All cases in short.
    Summary,
    /// How far the players can be trusted.
    Warning,
    /// What a case does, compared with its baseline.
    Effect,
    /// Whether it holds with stronger play.
    Strength,
    /// Which seats are favoured.
    Seats,
    /// Which agents win.
    Agents,
    /// Which objectives are easy and useful.
    Objectives,
    /// What play finds out about the rules.
    Rules,
}

impl FindingTopic {
    /// Its name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            FindingTopic::Summary => "summary",
            FindingTopic::Warning => "warning",
            FindingTopic::Effect => "effect",
            FindingTopic::Strength => "strength",
            FindingTopic::Seats => "seats",
            FindingTopic::Agents => "agents",
            FindingTopic::Objectives => "objectives",
            FindingTopic::Rules => "rules",
        }
    }
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// What it is about.
    pub about: FindingTopic,
    /// The sentence.
    pub text: String,
}

/// All findings, the answer to the question first.
pub(super) fn find_all(plan: &Plan, cases: &[CaseResults]) -> Vec<Finding> {
    let by_topic = [
        (FindingTopic::Summary, summary::summarise(plan, cases).into_iter().collect()),
        (FindingTopic::Warning, warnings::find_warnings(plan)),
        (FindingTopic::Effect, effects::find_effects(plan, cases)),
        (FindingTopic::Strength, strength::find_trends(plan, cases)),
        (FindingTopic::Seats, seats::find_seats(plan, cases)),
        (FindingTopic::Agents, agents::find_agents(cases)),
        (FindingTopic::Objectives, objectives::find_objectives(cases)),
        (FindingTopic::Rules, rules::find_rules(plan, cases)),
    ];
    let findings = |(about, texts): (FindingTopic, Vec<String>)| {
        texts.into_iter().map(move |text| Finding { about, text })
    };
    by_topic.into_iter().flat_map(findings).collect()
}
