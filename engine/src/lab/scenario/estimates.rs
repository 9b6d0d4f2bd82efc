//! Estimates from sums: means with intervals, differences, correlations, and what follows from
//! several columns.

use super::layout::{Column, Layout, SeatMetricIndex};
use super::results::{Correlation, Difference, MetricResult};
use super::tally::{CaseTally, ColumnTally, CrossSums, Sums};
use crate::lab::metrics::{AGENT_WIN_SHARE, OUTCOME_UNIFORMITY, SEAT_SPREAD, SHARE_OF_POINTS};
use crate::lab::statistics::{correlation_interval, evenness, half_width, wilson};

/// The metrics that games were measured by.
pub(super) fn measured(layout: &Layout, tally: &CaseTally, agents: &[String]) -> Vec<MetricResult> {
    let estimate = |it: ColumnTally<'_>| {
        let mut metric = mean_of(it.column, it.sums);
        metric.agent = it.column.seat.map(|seat| agents[usize::from(seat)].clone());
        if let Some(histogram) = it.histogram {
            metric.quantiles = Some([0.0, 0.25, 0.5, 0.75, 1.0].map(|it| histogram.quantile(it)));
            metric.histogram = Some(histogram.clone());
        }
        metric.difference = difference(it.differences, it.column.scale);
        let of_seats = layout.as_table_metric(it.index);
        metric.win_correlation =
            of_seats.and_then(|it| win_correlation(tally.cross(it), layout.seats()));
        metric
    };
    tally.columns(layout).filter(|it| it.sums.n > 0).map(estimate).collect()
}

fn mean_of(column: &Column, sums: &Sums) -> MetricResult {
    let (mean, variance) = (sums.mean(column.scale), sums.variance(column.scale));
    let interval = if column.is_share() {
        Some(share_interval(sums, column.scale))
    } else {
        half_width(variance, sums.n).map(|half| (mean - half, mean + half))
    };
    MetricResult {
        seat: column.seat,
        low: interval.map(|(low, _)| low),
        high: interval.map(|(_, high)| high),
        sd: (sums.n >= 2).then(|| variance.sqrt()),
        ..MetricResult::new(column.name.clone(), sums.n, mean)
    }
}

/// Wilson's interval of a share. Where it comes in parts, as shared wins do, games spread less
/// than all-or-nothing ones: they are worth more of those, by the ratio of the two variances.
fn share_interval(sums: &Sums, scale: i32) -> (f64, f64) {
    const MOST: f64 = 16.0;
    let (share, n) = (sums.mean(scale), sums.n as f64);
    let spread = sums.variance(scale) * (n - 1.0) / n;
    let whole = share * (1.0 - share);
    let worth = if whole > 0.0 {
        (whole / spread.max(whole / MOST)).max(1.0)
    } else {
        // Nobody, or everybody: nothing is known of a spread.
        1.0
    };
    wilson(share, n * worth)
}

fn difference(sums: &Sums, scale: i32) -> Option<Difference> {
    let (mean, half) = (sums.mean(scale), half_width(sums.variance(scale), sums.n)?);
    Some(Difference { n: sums.n, mean, low: mean - half, high: mean + half, p: None })
}

/// Over all seats and games; its interval takes the seats of a game for one observation.
fn win_correlation(cross: &CrossSums, seats: usize) -> Option<Correlation> {
    let n = i128::from(cross.metric.n);
    let (x, y) = (i128::from(cross.metric.sum), i128::from(cross.win.sum));
    let both = n * i128::from(cross.metric_win) - x * y;
    let spread = |sums: &Sums, sum: i128| (n * i128::from(sums.squares) - sum * sum) as f64;
    let (metric, win) = (spread(&cross.metric, x), spread(&cross.win, y));
    if metric <= 0.0 || win <= 0.0 {
        return None;
    }
    let value = both as f64 / (metric.sqrt() * win.sqrt());
    let (low, high) = correlation_interval(value, cross.metric.n / seats as u64)?;
    Some(Correlation { value, low, high })
}

/// What follows from several columns.
pub(super) fn derived(layout: &Layout, tally: &CaseTally, agents: &[String]) -> Vec<MetricResult> {
    let mut metrics = Vec::new();
    let share = |seat: usize| {
        let column = layout.win_share(seat);
        tally.sums(column).mean(layout.column(column).scale)
    };
    let shares: Vec<f64> = (0..layout.seats()).map(share).collect();
    if tally.games > 0 && layout.seats() > 1 {
        let most = shares.iter().copied().fold(f64::MIN, f64::max);
        let least = shares.iter().copied().fold(f64::MAX, f64::min);
        metrics.push(MetricResult::new(SEAT_SPREAD.id, tally.games, most - least));
        metrics.push(MetricResult::new(OUTCOME_UNIFORMITY.id, tally.games, evenness(&shares)));
        metrics.extend(agent_win_shares(&shares, tally.games, agents));
    }
    metrics.extend(layout.sources().iter().filter_map(|it| share_of_points(layout, tally, *it)));
    metrics
}

/// What each agent wins on all its seats, where different agents play.
fn agent_win_shares(shares: &[f64], games: u64, agents: &[String]) -> Vec<MetricResult> {
    let mut names = agents.to_vec();
    names.sort();
    names.dedup();
    let win_share = |agent: &String| {
        let seats = (0..shares.len()).filter(|seat| agents[*seat] == *agent);
        let share: f64 = seats.map(|seat| shares[seat]).sum();
        let interval = wilson(share.clamp(0.0, 1.0), games as f64);
        let metric = MetricResult::new(AGENT_WIN_SHARE.id, games, share).with_interval(interval);
        MetricResult { agent: Some(agent.clone()), ..metric }
    };
    names.iter().filter(|_| names.len() > 1).map(win_share).collect()
}

/// A ratio of sums, its spread by the usual linearisation.
fn share_of_points(
    layout: &Layout,
    tally: &CaseTally,
    source: SeatMetricIndex,
) -> Option<MetricResult> {
    let points = tally.sums(layout.table_points());
    let sums = tally.sums(layout.table_metric(source));
    if points.sum == 0 || sums.n < 2 {
        return None;
    }
    let n = sums.n as f64;
    let ratio = sums.sum as f64 / points.sum as f64;
    let both = tally.cross(source).metric_points as f64;
    let mean = |sum: i64| sum as f64 / n;
    let covariance = (both - n * mean(sums.sum) * mean(points.sum)) / (n - 1.0);
    let variance = sums.variance(1) - 2.0 * ratio * covariance + ratio * ratio * points.variance(1);
    let half = half_width(variance.max(0.0), sums.n).unwrap_or(0.0) / mean(points.sum).abs();
    let id = SHARE_OF_POINTS.id_of(layout.seat_metric_id(source));
    Some(MetricResult::new(id, tally.games, ratio).with_interval((ratio - half, ratio + half)))
}

#[cfg(test)]
mod tests {
    use super::share_interval;
    use crate::lab::scenario::tally::Sums;
    use crate::lab::statistics::wilson;

    #[test]
    fn whole_wins_have_wilsons_interval_and_parts_a_narrower_one() {
        let of = |twelfths: &[i32]| {
            let mut sums = Sums::default();
            twelfths.iter().for_each(|&part| sums.add(part));
            sums
        };
        let whole = share_interval(&of(&[12, 0, 12, 0, 0, 0, 12, 0, 12, 0]), 12);
        let published = wilson(0.4, 10.0);
        assert!((whole.0 - published.0).abs() < 1e-12 && (whole.1 - published.1).abs() < 1e-12);
        // Halves spread a quarter as much as wins and losses: four times as many games.
        let halves = share_interval(&of(&[9, 3, 9, 3, 9, 3, 9, 3]), 12);
        let four_times = wilson(0.5, 32.0);
        assert!((halves.0 - four_times.0).abs() < 1e-12);
        let level = share_interval(&of(&[6; 10]), 12);
        assert_eq!(level, wilson(0.5, 160.0));
        assert_eq!(share_interval(&of(&[0; 10]), 12), wilson(0.0, 10.0));
    }
}
