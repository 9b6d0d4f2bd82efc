//! Which seats are favoured.

use super::wording::{percent, quoted};
use crate::lab::scenario::plan::Plan;
use crate::lab::scenario::results::{CaseResults, MetricResult};
use crate::lab::statistics::two_sided;

/// Whether a seat's share is off the fair one: chance alone would put any seat of so many cases
/// there in fewer than 5 % of runs.
pub(super) fn is_off(metric: &MetricResult, case: &CaseResults, cases: usize) -> bool {
    let fair = 1.0 / f64::from(case.players);
    let error = (fair * (1.0 - fair) / case.games as f64).sqrt();
    let tests = f64::from(case.players) * cases as f64;
    two_sided((metric.mean - fair) / error) * tests < 0.05
}

/// Who is favoured by sitting where, in the cases that others are compared with.
pub(super) fn find_seats(plan: &Plan, cases: &[CaseResults]) -> Vec<String> {
    let mut sentences = Vec::new();
    let bases = plan.cases.iter().filter(|case| case.baseline.is_none()).count();
    for (at, case) in cases.iter().enumerate() {
        let is_alike = case.agents.windows(2).all(|pair| pair[0] == pair[1]);
        if case.players < 2 || plan.cases[at].baseline.is_some() || !is_alike || case.games < 2 {
            continue;
        }
        let fair = 1.0 / f64::from(case.players);
        let mut shares: Vec<&MetricResult> =
            case.win_shares().filter(|metric| is_off(metric, case, bases)).collect();
        shares.sort_by(|a, b| (b.mean - fair).abs().total_cmp(&(a.mean - fair).abs()));
        let place = format!("{} ({} players)", quoted(&case.case), case.players);
        let place = if case.case.contains("players=") { case.case.clone() } else { place };
        sentences.push(match shares.first() {
            None => format!("No seat is favoured beyond noise in {place}."),
            Some(metric) => {
                let (low, high) = (metric.low.unwrap_or(0.0), metric.high.unwrap_or(1.0));
                let (seat, points) = (metric.seat.unwrap_or(0), 100.0 * (metric.mean - fair));
                let side = if points > 0.0 { "above" } else { "below" };
                format!(
                    "In {place} seat {seat} wins {} [{}, {}] of the games, {:.1} points {side} a fair share.",
                    percent(metric.mean),
                    percent(low),
                    percent(high),
                    points.abs()
                )
            }
        });
    }
    sentences
}
