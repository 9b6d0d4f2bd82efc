//! The answer in two sentences, where many cases would take a page.

use super::plan::Plan;
use super::results::{CaseResults, Difference};

/// Fewer comparisons than this are read as fast as a summary.
const MANY: usize = 4;

/// What all cases together come to; nothing if there are few.
pub fn summary(plan: &Plan, cases: &[CaseResults]) -> Option<String> {
    let compared: Vec<&CaseResults> = (plan.cases.iter().zip(cases))
        .filter(|(case, _)| case.baseline.is_some())
        .map(|(_, results)| results)
        .collect();
    if compared.len() < MANY {
        return None;
    }
    let mut clauses = Vec::new();
    clauses.extend(range(&compared, "turns").map(|by| format!("the length by {by}")));
    clauses.extend(range(&compared, "points").map(|by| format!("the mean score by {by}")));
    let changes = match clauses.as_slice() {
        [] => "change neither length nor mean score beyond noise".to_string(),
        changes => format!("change {}", changes.join(" and ")),
    };
    let count = compared.len();
    let mut text = format!("In short: against their baselines {count} cases {changes}");
    text += &seats_moved(&compared).map_or(String::new(), |moved| format!("; {moved}"));
    text += ".";
    text += &edge(cases).map_or(String::new(), |edge| format!(" {edge}."));
    Some(text)
}

/// From the least to the greatest effect on a metric of the whole table, and how many have one.
fn range(compared: &[&CaseResults], metric: &str) -> Option<String> {
    let effects: Vec<f64> = compared
        .iter()
        .filter_map(|case| case.metric(metric, None)?.difference)
        .filter(|difference| difference.is_effect() == Some(true))
        .map(|difference| difference.mean)
        .collect();
    let (least, most) = ends(effects.iter().copied())?;
    let span = match format!("{least:+.1}") == format!("{most:+.1}") {
        true => format!("{most:+.1} {metric}"),
        false => format!("{least:+.1} to {most:+.1} {metric}"),
    };
    Some(match effects.len() == compared.len() {
        true => span,
        false => format!("{span} ({} of them)", effects.len()),
    })
}

/// Whether any case moves the chances of a seat.
fn seats_moved(compared: &[&CaseResults]) -> Option<String> {
    let tested = |case: &CaseResults| -> Vec<(u8, Difference)> {
        let moved = case.win_shares().filter_map(|it| Some((it.seat?, it.difference?)));
        moved.filter(|(_, difference)| difference.p.is_some()).collect()
    };
    let tested: Vec<_> = compared
        .iter()
        .flat_map(|case| tested(case).into_iter().map(|it| (&case.case, it)))
        .collect();
    let most = tested
        .iter()
        .filter(|(_, (_, difference))| difference.is_effect() == Some(true))
        .max_by(|a, b| a.1.1.mean.abs().total_cmp(&b.1.1.mean.abs()));
    Some(match most {
        _ if tested.is_empty() => return None,
        None => "no seat moves beyond noise".to_string(),
        Some((case, (seat, difference))) => format!(
            "most of all {case} moves a seat, seat {seat} by {:+.1} points of win rate",
            100.0 * difference.mean
        ),
    })
}

/// The seat that is favoured in every case, if it is always the same one.
fn edge(cases: &[CaseResults]) -> Option<String> {
    let favoured = |case: &CaseResults| {
        let is_alike = case.agents.windows(2).all(|pair| pair[0] == pair[1]);
        let fair = 1.0 / f64::from(case.players);
        let best = case.win_shares().max_by(|a, b| a.mean.total_cmp(&b.mean))?;
        let is_clear = case.players > 1 && is_alike && best.low? > fair;
        is_clear.then_some((best.seat?, 100.0 * (best.mean - fair)))
    };
    let all: Vec<(u8, f64)> = cases.iter().map(favoured).collect::<Option<_>>()?;
    let (seat, _) = *all.first()?;
    let (least, most) = ends(all.iter().map(|(_, points)| *points))?;
    all.iter().all(|(own, _)| *own == seat).then(|| {
        format!(
            "Seat {seat} has the edge in all {} cases, {least:.1} to {most:.1} points above a fair share",
            all.len()
        )
    })
}

fn ends(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    numbers.fold(None, |ends, number| {
        let (least, most) = ends.unwrap_or((number, number));
        Some((number.min(least), number.max(most)))
    })
}
