//! What each case does to the game, compared with its baseline.

use super::subject::{Subject, context, subject};
use super::wording::{
    capitalised, fall_with_interval, joined, signed_with_interval, with_interval,
};
use crate::lab::metrics::{POINTS, TURNS, WIN_SHARE, canonical_id};
use crate::lab::scenario::plan::Plan;
use crate::lab::scenario::results::{CaseResults, Difference, MetricResult};

/// What each case does, compared with its baseline; on all sets of components if there are
/// several.
pub(super) fn find_effects(plan: &Plan, cases: &[CaseResults]) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut is_done = vec![false; cases.len()];
    for at in 0..cases.len() {
        if is_done[at] || plan.cases[at].baseline.is_none() {
            continue;
        }
        let one = &cases[at];
        let family: Vec<usize> = (at..cases.len())
            .filter(|other| {
                let other_case = &cases[*other];
                plan.cases[*other].baseline.is_some()
                    && (other_case.players, &other_case.settings, &other_case.agents)
                        == (one.players, &one.settings, &one.agents)
            })
            .collect();
        family.iter().for_each(|member| is_done[*member] = true);
        let baseline = plan.cases[at].baseline.map(|baseline| &cases[baseline]);
        let subject = subject(one, baseline);
        let subject = Subject { text: subject.text + &context(plan, at), ..subject };
        let text = describe_effect(plan, one, &subject);
        let family: Vec<&CaseResults> = family.into_iter().map(|member| &cases[member]).collect();
        sentences.push(text + &other_components(one, &family) + ".");
    }
    sentences
}

/// Whether the same comes out on the other component sets of a family of cases.
fn other_components(one: &CaseResults, family: &[&CaseResults]) -> String {
    if family.len() < 2 {
        return String::new();
    }
    let others = family.iter().filter(|member| verdicts(member) != verdicts(one));
    let others: Vec<&str> = others.map(|member| member.components.as_str()).collect();
    match others.len() {
        0 => format!("; this holds on all {} component sets", family.len()),
        n => format!(
            "; this is {}, and it comes out otherwise on {n} of {} sets ({})",
            one.components,
            family.len(),
            others.join(", ")
        ),
    }
}

/// By tested difference, whether it goes up, down, or is noise.
fn verdicts(case: &CaseResults) -> Vec<i8> {
    let verdict = |difference: &Difference| match difference.is_effect() {
        Some(true) if difference.mean > 0.0 => 1,
        Some(true) => -1,
        _ => 0,
    };
    let judged = case.metrics.iter().filter(|metric| {
        metric.metric == TURNS.id
            || metric.metric == POINTS.id && metric.seat.is_none()
            || metric.metric == WIN_SHARE.id
    });
    judged.filter_map(|metric| metric.difference.as_ref()).map(verdict).collect()
}

/// The ending of a verb after a singular subject.
fn verb_ending(subject: &Subject) -> &'static str {
    if subject.is_plural { "" } else { "s" }
}

/// The sentence about a case, without its full stop.
fn describe_effect(plan: &Plan, case: &CaseResults, subject: &Subject) -> String {
    let s = verb_ending(subject);
    let name = capitalised(&subject.text);
    let players = match case.players {
        1 => "games alone".to_string(),
        players => format!("{players}-player games"),
    };
    if case.same_as_baseline {
        return format!(
            "{name} change{s} nothing at all in {players}: all {} games go as in the baseline",
            case.games
        );
    }
    let mut clauses: Vec<String> = length_clause(case, s, &players).into_iter().collect();
    for metric in case.table_metrics().filter(|metric| is_shown(plan, metric)) {
        let whose = if clauses.is_empty() { format!(" of {players}") } else { String::new() };
        clauses.extend(metric_clause(metric, s, &whose));
    }
    if case.players > 1 && case.win_shares().any(|it| it.tested().is_some()) {
        clauses.push(seat_clause(case, s));
    }
    let text = joined(&clauses)
        .unwrap_or_else(|| format!("change{s} nothing that can be told from noise in {players}"));
    format!("{name} {text}")
}

/// What happens to the length of games.
fn length_clause(case: &CaseResults, s: &str, players: &str) -> Option<String> {
    let turns = case.metric(TURNS.id, None)?.tested()?;
    if turns.mean == 0.0 && turns.high <= turns.low {
        return None;
    }
    let unit = TURNS.unit;
    Some(match turns.is_effect() {
        Some(true) if turns.mean < 0.0 => {
            format!("shorten{s} {players} by {} {unit}", fall_with_interval(&turns))
        }
        Some(true) => format!("lengthen{s} {players} by {} {unit}", with_interval(&turns, 1.0)),
        _ => format!(
            "leave{s} the length of {players} within noise ({} {unit})",
            signed_with_interval(&turns, 1.0)
        ),
    })
}

/// Whether a clause is about the metric. Unless the scenario names metrics, points stand for the
/// rest; margins and leads are in the tables.
fn is_shown(plan: &Plan, metric: &MetricResult) -> bool {
    let is_wanted = plan.scenario.metrics.iter().any(|it| canonical_id(it) == metric.metric);
    metric.metric != TURNS.id && (metric.metric == POINTS.id || is_wanted)
}

/// What happens to a metric of the whole table, if it is more than noise.
fn metric_clause(metric: &MetricResult, s: &str, whose: &str) -> Option<String> {
    let difference = metric.difference.filter(|it| it.is_effect() == Some(true))?;
    let (verb, by) = if difference.mean > 0.0 {
        ("raise", with_interval(&difference, 1.0))
    } else {
        ("lower", fall_with_interval(&difference))
    };
    Some(if metric.metric == POINTS.id {
        format!("{verb}{s} the mean score{whose} by {by} {}", POINTS.unit)
    } else {
        format!("{verb}{s} `{}`{whose} by {by}", metric.metric)
    })
}

/// What happens to the seats' chances.
fn seat_clause(case: &CaseResults, s: &str) -> String {
    let moved: Vec<(&MetricResult, Difference)> =
        case.win_shares().filter_map(|metric| Some((metric, metric.difference?))).collect();
    let by = |a: &&(&MetricResult, Difference), b: &&(&MetricResult, Difference)| {
        a.1.mean.abs().total_cmp(&b.1.mean.abs())
    };
    let effects = moved.iter().filter(|(_, difference)| difference.is_effect() == Some(true));
    match (effects.max_by(by), moved.iter().max_by(by)) {
        (Some((metric, difference)), _) => {
            let seat = metric.seat.unwrap_or(0);
            format!(
                "move{s} seat {seat} by {} points of win rate",
                signed_with_interval(difference, 100.0)
            )
        }
        (None, Some((_, most))) => format!(
            "move{s} no seat beyond noise (the largest difference is {:.1} points of win rate)",
            100.0 * most.mean.abs()
        ),
        (None, None) => format!("move{s} no seat"),
    }
}
