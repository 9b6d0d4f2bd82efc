//! Which agents win.

use super::wording::percent;
use crate::lab::metrics::AGENT_WIN_SHARE;
use crate::lab::scenario::results::{CaseResults, MetricResult};

/// Who wins more than its seats would give it, where different agents sit at a table.
pub(super) fn find_agents(cases: &[CaseResults]) -> Vec<String> {
    let mut sentences = Vec::new();
    for case in cases {
        let fair = |metric: &MetricResult| {
            let seats = case.agents.iter().filter(|it| Some(*it) == metric.agent.as_ref()).count();
            seats as f64 / f64::from(case.players)
        };
        let best = case
            .metrics
            .iter()
            .filter(|metric| metric.metric == AGENT_WIN_SHARE.id)
            .max_by(|a, b| (a.mean - fair(a)).total_cmp(&(b.mean - fair(b))));
        if let Some(metric) = best
            && let MetricResult {
                agent: Some(agent), mean, low: Some(low), high: Some(high), ..
            } = metric
        {
            sentences.push(format!(
                "At the table {} {agent} wins {} [{}, {}] of the games; its seats alone would give it {}.",
                case.agents.join(", "),
                percent(*mean),
                percent(*low),
                percent(*high),
                percent(fair(metric))
            ));
        }
    }
    sentences
}
