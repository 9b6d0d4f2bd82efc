//! The answer in two sentences, where many cases would take a page.

use super::seats::is_off;
use crate::games::metrics::Metric;
use crate::lab::metrics::{POINTS, TURNS};
use crate::lab::scenario::plan::Plan;
use crate::lab::scenario::results::{CaseResults, Difference};

/// Fewer comparisons than this are read as fast as a summary.
const MANY: usize = 4;

/// What all cases together come to; nothing if there are few cases or nothing stands out.
pub(super) fn summarise(plan: &Plan, cases: &[CaseResults]) -> Option<String> {
    let compared: Vec<&CaseResults> = (plan.cases.iter().zip(cases))
        .filter(|(case, _)| case.baseline.is_some())
        .map(|(_, results)| results)
        .collect();
    if compared.len() < MANY {
        return None;
    }
    let changes = [(&TURNS.metric, "length"), (&POINTS, "mean score")];
    let mut clauses: Vec<String> =
        changes.into_iter().filter_map(|(metric, what)| change(&compared, metric, what)).collect();
    clauses.extend(seats_moved(&compared));
    let compared = if clauses.is_empty() {
        String::new()
    } else {
        format!(" of {} cases against their baselines, {}.", compared.len(), clauses.join("; "))
    };
    let edge = edge(cases).map_or(String::new(), |edge| format!(" {edge}."));
    (!compared.is_empty() || !edge.is_empty()).then(|| format!("In short:{compared}{edge}"))
}

/// How many cases change a metric of the whole table, and by how much; nothing if it was not tested.
fn change(compared: &[&CaseResults], metric: &Metric, what: &str) -> Option<String> {
    let tested: Vec<Difference> =
        compared.iter().filter_map(|case| case.metric(metric.id, None)?.tested()).collect();
    if tested.is_empty() {
        return None;
    }
    let effects = tested.iter().filter(|it| it.is_effect() == Some(true)).map(|it| it.mean);
    let (more, fewer): (Vec<f64>, Vec<f64>) = effects.partition(|mean| *mean > 0.0);
    let side = |means: &[f64], word: &str| {
        let (least, most) = ends(means.iter().map(|mean| mean.abs()))?;
        let (least, most, unit) = (decimal(least), decimal(most), metric.unit);
        Some(if least == most {
            format!("{most} {unit} {word}")
        } else {
            format!("{least} to {most} {unit} {word}")
        })
    };
    let sides: Vec<String> =
        [side(&more, "more"), side(&fewer, "fewer")].into_iter().flatten().collect();
    Some(match (more.len() + fewer.len(), compared.len()) {
        (0, _) => format!("none changes the {what} beyond noise"),
        (1, _) => format!("one changes the {what} ({})", sides.join(", ")),
        (all, count) if all == count => format!("all change the {what} ({})", sides.join(", ")),
        (some, _) => format!("{some} change the {what} ({})", sides.join(", ")),
    })
}

/// A number with a decimal, or more if it would look like nothing.
fn decimal(number: f64) -> String {
    let decimals = (1..4).find(|it| number >= 0.5 / 10f64.powi(*it)).unwrap_or(4) as usize;
    format!("{number:.decimals$}")
}

/// Whether any case moves the chances of a seat; nothing if that was not tested.
fn seats_moved(compared: &[&CaseResults]) -> Option<String> {
    let tested = |case: &CaseResults| -> Vec<(u8, Difference)> {
        case.win_shares().filter_map(|it| Some((it.seat?, it.tested()?))).collect()
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
        None => "none moves a seat beyond noise".to_string(),
        Some((case, (seat, difference))) => format!(
            "{case} moves a seat the most, seat {seat} by {:+.1} points of win rate",
            100.0 * difference.mean
        ),
    })
}

/// The seat that is favoured in every case, if it is always the same one.
fn edge(cases: &[CaseResults]) -> Option<String> {
    let favoured = |case: &CaseResults| {
        let is_alike = case.agents.windows(2).all(|pair| pair[0] == pair[1]);
        let best = case.win_shares().max_by(|a, b| a.mean.total_cmp(&b.mean))?;
        let is_clear = case.players > 1 && is_alike && is_off(best, case, cases.len());
        is_clear.then_some((best.seat?, 100.0 * (best.mean - 1.0 / f64::from(case.players))))
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
