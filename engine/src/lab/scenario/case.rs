//! The cases of a scenario.

use serde_json::Value;

use crate::agents::Spec;

/// One variant that is played.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it is called in tables.
    pub name: String,
    /// How many play.
    pub players: u8,
    /// Its components.
    pub components: String,
    /// One for each seat.
    pub agents: Vec<Spec>,
    /// The parameters that the scenario varies, in its order.
    pub settings: Vec<(String, Value)>,
    /// The case it is compared with.
    pub baseline: Option<usize>,
}

impl Case {
    /// The value of a varied parameter.
    pub fn setting(&self, name: &str) -> Option<&Value> {
        self.settings.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The agents, in one word if they are all the same.
    pub fn agents_text(&self) -> String {
        let texts: Vec<String> = self.agents.iter().map(Spec::to_string).collect();
        agents_label(&texts)
    }
}

/// Agents in one word if they are all the same, else one for each seat.
pub fn agents_label(agents: &[String]) -> String {
    if agents.windows(2).all(|pair| pair[0] == pair[1]) {
        agents.first().cloned().unwrap_or_default()
    } else {
        agents.join(" ")
    }
}

/// A value as people write it: words without quotes, no spaces.
pub fn plain_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
