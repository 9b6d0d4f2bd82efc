//! What play finds out about the rules themselves.

use super::wording::{capitalised, percent, quoted};
use crate::games::metrics::{MetricKind, Occurrence};
use crate::lab::metrics::{STALEMATE, UNFINISHED};
use crate::lab::scenario::plan::Plan;
use crate::lab::scenario::results::CaseResults;

/// What play finds out about the rules themselves.
pub(super) fn find_rules(plan: &Plan, cases: &[CaseResults]) -> Vec<String> {
    let mut sentences: Vec<String> = imprecise_cases(plan).into_iter().collect();
    sentences.extend(stopped_games(cases));
    let occurrences = plan.occurrences();
    sentences.extend(occurrences.iter().filter_map(|it| exhausted_components(it, cases)));
    sentences.extend(unused_moves(cases));
    sentences
}

/// Cases that `max_games` stopped.
fn imprecise_cases(plan: &Plan) -> Option<String> {
    let short = plan.short();
    let case = quoted(&plan.cases[*short.first()?].name);
    Some(format!(
        "In {} of {} cases, {case} among them, `max_games` stops short of the precision asked for.",
        short.len(),
        plan.cases.len()
    ))
}

/// Games that did not end by the rules.
fn stopped_games(cases: &[CaseResults]) -> Vec<String> {
    let mut sentences = Vec::new();
    for (metric, what) in [(STALEMATE, "get stuck"), (UNFINISHED, "are stopped by the turn cap")] {
        for case in cases {
            if let Some(found) = case.metric(metric.id, None).filter(|metric| metric.mean > 0.0) {
                let count = (found.mean * found.n as f64).round();
                sentences.push(format!(
                    "{count} of {} games {what} in {}; they are counted as they stand.",
                    found.n,
                    quoted(&case.case)
                ));
            }
        }
    }
    sentences
}

/// How often components run out.
fn exhausted_components(occurrence: &Occurrence, cases: &[CaseResults]) -> Option<String> {
    let component = occurrence.runs_out?;
    let metrics = cases.iter().filter_map(|case| case.metric(occurrence.metric.id, None));
    let (least, most) = metrics
        .map(|metric| metric.mean)
        .fold((f64::MAX, 0.0_f64), |(least, most), mean| (least.min(mean), most.max(mean)));
    if most <= 0.0 {
        return None;
    }
    let is_share = occurrence.metric.kind == MetricKind::Share;
    let number = |mean: f64| if is_share { percent(mean) } else { format!("{mean:.2}") };
    let (least, most) = (number(least), number(most));
    let (range, by_case) = if least == most {
        (most, "")
    } else {
        (format!("{least} to {most}"), ", depending on the case")
    };
    let name = capitalised(component);
    let is_plural = ["floors", "sites", "dice"].iter().any(|word| component.contains(word));
    let verb = if is_plural { "run" } else { "runs" };
    Some(if is_share {
        format!("{name} {verb} out in {range} of the games{by_case}.")
    } else {
        format!("{name} {verb} out {range} times a game{by_case}.")
    })
}

/// Kinds of moves that nobody makes.
fn unused_moves(cases: &[CaseResults]) -> Vec<String> {
    let mut sentences = Vec::new();
    for kind in cases.first().into_iter().flat_map(|case| case.decisions_by_kind.keys()) {
        let never: Vec<&str> = cases
            .iter()
            .filter(|case| case.decisions_by_kind.get(kind) == Some(&0.0))
            .map(|case| case.case.as_str())
            .collect();
        if never.len() == cases.len() {
            sentences.push(format!("No player ever makes the move `{kind}`."));
        } else if !never.is_empty() && never.len() <= 3 {
            sentences.push(format!("No player makes the move `{kind}` in {}.", never.join(", ")));
        }
    }
    sentences
}
