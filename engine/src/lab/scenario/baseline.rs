//! Which case a case is compared with.

use serde_json::{Map, Value};

use super::case::{Case, plain_text};
use super::document::Baseline;
use super::grid::{Alternative, read_agents};
use crate::agents::Spec;
use crate::document::{FaultCode, Faults};

/// By case, the case that it is compared with; a case may be found to be its own baseline.
pub(super) fn find_baselines(
    baseline: &Baseline,
    cases: &[Case],
) -> Result<Vec<Option<usize>>, Faults> {
    let agents = baseline_agents(baseline)?;
    let find = |case: &Case| match baseline {
        Baseline::None => None,
        Baseline::First => cases.iter().position(|other| is_alike(other, case, |_| false)),
        Baseline::Named(name) => find_named(name, case, cases),
        Baseline::Values(values) => cases.iter().position(|other| {
            has_values(other, case, values) && has_agents(other, agents.as_deref())
        }),
    };
    let found: Vec<Option<usize>> = cases.iter().map(find).collect();
    let is_wanted = !matches!(baseline, Baseline::None | Baseline::First);
    if is_wanted && found.iter().all(Option::is_none) {
        let names = cases.iter().take(8).map(|case| format!("`{}`", case.name));
        let names: Vec<String> = names.collect();
        let message = format!("no case is like this; the cases are {}", names.join(", "));
        return Err(Faults::one("/baseline", FaultCode::Baseline, message));
    }
    Ok(found)
}

/// The agents that a baseline names.
fn baseline_agents(baseline: &Baseline) -> Result<Option<Vec<Spec>>, Faults> {
    let Baseline::Values(values) = baseline else { return Ok(None) };
    let Some(value) = values.get("agents") else { return Ok(None) };
    let given = Alternative { value: value.clone(), pointer: "/baseline/agents".into() };
    let agents = read_agents(&given);
    agents.map(Some).map_err(|(place, why)| Faults::one(place, FaultCode::Agent, why))
}

/// Whether two cases have the same players, and the same components and agents except where
/// those may differ.
fn is_alike(other: &Case, case: &Case, may_differ: impl Fn(&str) -> bool) -> bool {
    other.players == case.players
        && (may_differ("components") || other.components == case.components)
        && (may_differ("agents") || other.agents == case.agents)
}

/// The case of this name that is most alike; it has as many players in any case.
fn find_named(name: &str, case: &Case, cases: &[Case]) -> Option<usize> {
    let is_named = |other: &Case| {
        let rest = other.name.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(": "))
    };
    let first = |may_differ: &dyn Fn(&str) -> bool| {
        cases.iter().position(|other| is_alike(other, case, may_differ) && is_named(other))
    };
    first(&|_| false).or_else(|| first(&|key| key == "agents")).or_else(|| first(&|_| true))
}

/// Whether a case has these values and otherwise agrees.
fn has_values(other: &Case, case: &Case, values: &Map<String, Value>) -> bool {
    let may_differ = |key: &str| values.contains_key(key);
    let mut keys = case.settings.iter().chain(&other.settings).map(|(key, _)| key);
    is_alike(other, case, may_differ)
        && values.iter().all(|(key, value)| match key.as_str() {
            "components" => plain_text(value) == other.components,
            "agents" => true,
            key => other.setting(key) == Some(value),
        })
        && keys.all(|key| may_differ(key) || other.setting(key) == case.setting(key))
}

fn has_agents(case: &Case, wanted: Option<&[Spec]>) -> bool {
    match wanted {
        Some([one]) => case.agents.iter().all(|agent| agent == one),
        Some(several) => case.agents == several,
        None => true,
    }
}
