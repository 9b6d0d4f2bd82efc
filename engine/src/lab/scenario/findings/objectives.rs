//! Which objectives are easy, and which go with winning.

use super::wording::percent;
use crate::lab::scenario::results::CaseResults;

/// An objective over all cases.
struct ObjectiveSummary<'a> {
    name: &'a str,
    /// The share of the seats that reach it when it is in play.
    reached: f64,
    /// Its correlation with winning.
    correlation: f64,
}

/// Which objectives are easy, and which go with winning; over all cases.
pub(super) fn find_objectives(cases: &[CaseResults]) -> Vec<String> {
    let mut all = summarise(cases);
    let mut sentences = Vec::new();
    for objective in all.iter().filter(|it| it.reached == 0.0) {
        sentences.push(format!("Nobody ever reaches the objective {}.", objective.name));
    }
    all.retain(|it| it.reached > 0.0);
    let by_reached =
        |a: &&ObjectiveSummary<'_>, b: &&ObjectiveSummary<'_>| a.reached.total_cmp(&b.reached);
    let by_win = |a: &&ObjectiveSummary<'_>, b: &&ObjectiveSummary<'_>| {
        a.correlation.total_cmp(&b.correlation)
    };
    if all.len() > 1
        && let (Some(easy), Some(hard)) =
            (all.iter().max_by(by_reached), all.iter().min_by(by_reached))
        && let Some(useful) = all.iter().max_by(by_win)
    {
        let wins = if useful.correlation >= 0.01 {
            let ObjectiveSummary { name, correlation, .. } = useful;
            format!("; {name} goes most with winning (correlation {correlation:.2})")
        } else {
            String::new()
        };
        sentences.push(format!(
            "Of the objectives {} is reached most often (by {} of the players when it is in play) and {} least ({}){wins}.",
            easy.name,
            percent(easy.reached),
            hard.name,
            percent(hard.reached),
        ));
    }
    sentences
}

/// The objectives of the first case, over all cases.
fn summarise(cases: &[CaseResults]) -> Vec<ObjectiveSummary<'_>> {
    let mut all = Vec::new();
    for objective in cases.first().into_iter().flat_map(CaseResults::objectives) {
        let id = &objective.reached.metric;
        let of_all = cases.iter().filter_map(|case| case.metric(id, None));
        let (games, reached) = of_all.clone().fold((0.0, 0.0), |(games, reached), metric| {
            (games + metric.n as f64, reached + metric.n as f64 * metric.mean)
        });
        let wins =
            of_all.filter_map(|metric| Some(metric.n as f64 * metric.win_correlation?.value));
        if games > 0.0 {
            all.push(ObjectiveSummary {
                name: objective.objective,
                reached: reached / games,
                correlation: wins.sum::<f64>() / games,
            });
        }
    }
    all
}
