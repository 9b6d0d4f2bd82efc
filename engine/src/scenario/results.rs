//! What the sums of a run say: figures with intervals, and how cases differ from their baseline.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::findings::{self, Finding};
use super::plan::{Plan, column_name};
use super::progress::Progress;
use super::record::{Column, Layout};
use super::tally::{Cross, Sums, Tally};
use crate::VERSION;
use crate::agents::Spec;
use crate::analysis::histogram::Histogram;
use crate::analysis::statistics::{
    correlation_interval, evenness, half_width, holm, student, student_tail, wilson,
};

/// The metrics whose differences are tested together when a scenario wants no certain ones.
pub const HEADLINES: [&str; 5] = ["turns", "points", "margin", "lead_changes", "win_share"];

/// A difference is an effect if it would come up by chance in fewer runs than this, among all
/// that are tested.
const SIGNIFICANT: f64 = 0.05;

/// The answer to a scenario.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Results {
    /// The title of the scenario.
    pub title: String,
    /// What it asks.
    pub question: String,
    /// The game.
    pub game: String,
    /// The seed.
    pub seed: u64,
    /// The version of the engine.
    pub engine: &'static str,
    /// What was run: the same fingerprint means the same tables.
    pub fingerprint: String,
    /// The answer in sentences.
    pub findings: Vec<Finding>,
    /// The names of the rules that vary.
    pub parameters: Vec<String>,
    /// The metrics that are wanted; all of them if empty.
    pub metrics: Vec<String>,
    /// What can happen in a game: metrics of their own.
    pub occurrences: Vec<String>,
    /// Case by case.
    pub cases: Vec<CaseResults>,
}

/// What is known about a case.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CaseResults {
    /// Its name.
    pub case: String,
    /// How many play.
    pub players: u8,
    /// Its components.
    pub components: String,
    /// By seat.
    pub agents: Vec<String>,
    /// What varies.
    pub settings: Map<String, Value>,
    /// The games that were played.
    pub games: u64,
    /// The case it is compared with.
    pub baseline: Option<String>,
    /// Whether every game went as in the baseline.
    pub same_as_baseline: bool,
    /// By kind, decisions a game.
    pub decisions_by_kind: Map<String, Value>,
    /// Everything that was measured.
    pub metrics: Vec<Metric>,
}

/// A figure of a case.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Metric {
    /// Its name.
    pub metric: String,
    /// The seat; nothing for the whole table.
    pub seat: Option<u8>,
    /// The agent at that seat, or that it is about.
    pub agent: Option<String>,
    /// How many games have it.
    pub n: u64,
    /// Its mean.
    pub mean: f64,
    /// The 95 % interval of the mean.
    pub low: Option<f64>,
    /// The 95 % interval of the mean.
    pub high: Option<f64>,
    /// Its standard deviation from game to game.
    pub sd: Option<f64>,
    /// Least, quarters, median and greatest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantiles: Option<[i32; 5]>,
    /// How it differs from the baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// How it goes together with winning, over all seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_correlation: Option<Correlation>,
    /// How often each value came up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<(i32, u64)>>")]
    pub histogram: Option<Histogram>,
}

/// A difference to the baseline, game by game on the same deals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Difference {
    /// Games that both have.
    pub n: u64,
    /// Its mean.
    pub mean: f64,
    /// The 95 % interval of the mean.
    pub low: f64,
    /// The 95 % interval of the mean.
    pub high: f64,
    /// Holm's p-value among all differences that are tested; nothing if it is not tested.
    pub p: Option<f64>,
}

impl Difference {
    /// Whether it is more than noise; nothing if it is not tested.
    pub fn is_effect(&self) -> Option<bool> {
        self.p.map(|p| p < SIGNIFICANT)
    }
}

/// A correlation with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Correlation {
    /// From -1 to 1.
    pub value: f64,
    /// Its interval.
    pub low: f64,
    /// Its interval.
    pub high: f64,
}

impl CaseResults {
    /// A metric of the table, or of a seat.
    pub fn metric(&self, name: &str, seat: Option<u8>) -> Option<&Metric> {
        self.metrics.iter().find(|metric| metric.metric == name && metric.seat == seat)
    }

    /// Every seat's share of the wins.
    pub fn win_shares(&self) -> impl Iterator<Item = &Metric> {
        (0..self.players).filter_map(|seat| self.metric("win_share", Some(seat)))
    }
}

impl Results {
    /// What a run came to.
    pub fn new(plan: &Plan, progress: &Progress) -> Results {
        let mut cases: Vec<CaseResults> =
            (0..plan.cases.len()).map(|case| case_results(plan, progress, case)).collect();
        correct(plan, &mut cases);
        let findings = findings::find(plan, &cases);
        let occurrences = plan.blocks.first().map_or(&[][..], |block| block.block.occurrences());
        Results {
            title: plan.scenario.title.clone(),
            question: plan.scenario.question.clone(),
            game: plan.scenario.game.clone(),
            seed: plan.scenario.seed,
            engine: VERSION,
            fingerprint: progress.fingerprint.clone(),
            findings,
            parameters: plan.parameters.clone(),
            metrics: plan.scenario.metrics.clone(),
            occurrences: occurrences.iter().map(|it| it.name.to_string()).collect(),
            cases,
        }
    }
}

fn case_results(plan: &Plan, progress: &Progress, case: usize) -> CaseResults {
    let (planned, at) = plan.find(case);
    let block = plan.blocks.iter().position(|block| block.players == planned.players);
    let tally = &progress.blocks[block.expect("the block is in the plan")].tallies[at];
    let (case, layout) = (&plan.cases[case], planned.block.layout(at));
    let agents: Vec<String> = case.agents.iter().map(Spec::to_string).collect();
    let mut metrics = measured(layout, tally, &agents);
    metrics.extend(derived(layout, tally, &agents));
    let by_kind = layout.kinds.iter().zip(&tally.kinds);
    let per_game = |count: &u64| Value::from(*count as f64 / tally.games.max(1) as f64);
    CaseResults {
        case: case.name.clone(),
        players: case.players,
        components: case.components.clone(),
        agents,
        settings: case.settings.iter().cloned().collect(),
        games: tally.games,
        baseline: case.baseline.map(|baseline| plan.cases[baseline].name.clone()),
        same_as_baseline: case.baseline.is_some() && is_same(tally),
        decisions_by_kind: by_kind.map(|(kind, n)| ((*kind).to_string(), per_game(n))).collect(),
        metrics,
    }
}

/// Whether no game differs from the baseline's in anything that is measured.
fn is_same(tally: &Tally) -> bool {
    let compared = tally.differences.iter().zip(&tally.columns).all(|(sums, own)| sums.n == own.n);
    compared && tally.games > 0 && tally.differences.iter().all(|sums| sums.squares == 0)
}

/// The columns of the games.
fn measured(layout: &Layout, tally: &Tally, agents: &[String]) -> Vec<Metric> {
    let mut histograms = tally.histograms.iter();
    let mut metrics = Vec::new();
    for (at, column) in layout.columns.iter().enumerate() {
        let histogram = if column.has_histogram { histograms.next() } else { None };
        let sums = &tally.columns[at];
        if sums.n == 0 {
            continue;
        }
        let mut metric = mean_of(column, sums);
        metric.agent = column.seat.map(|seat| agents[usize::from(seat)].clone());
        if let Some(histogram) = histogram {
            let part = |part| histogram.quantile(part);
            metric.quantiles = Some([part(0.0), part(0.25), part(0.5), part(0.75), part(1.0)]);
            metric.histogram = Some(histogram.clone());
        }
        metric.difference = difference(&tally.differences[at], column.scale);
        let figure = at.checked_sub(layout.table + 1).filter(|at| *at < layout.figures.len());
        metric.win_correlation =
            figure.and_then(|figure| win_correlation(&tally.figures[figure], layout.seats));
        metrics.push(metric);
    }
    metrics
}

fn mean_of(column: &Column, sums: &Sums) -> Metric {
    let (mean, variance) = (sums.mean(column.scale), sums.variance(column.scale));
    let interval = match column.is_share {
        true => Some(share_interval(sums, column.scale)),
        false => half_width(variance, sums.n).map(|half| (mean - half, mean + half)),
    };
    Metric {
        metric: column.name.clone(),
        seat: column.seat,
        agent: None,
        n: sums.n,
        mean,
        low: interval.map(|(low, _)| low),
        high: interval.map(|(_, high)| high),
        sd: (sums.n >= 2).then(|| variance.sqrt()),
        quantiles: None,
        difference: None,
        win_correlation: None,
        histogram: None,
    }
}

/// Wilson's interval of a share. Where it comes in parts, as shared wins do, games spread less
/// than all-or-nothing ones: they are worth more of those, by the ratio of the two variances.
fn share_interval(sums: &Sums, scale: i32) -> (f64, f64) {
    const MOST: f64 = 16.0;
    let (share, n) = (sums.mean(scale), sums.n as f64);
    let spread = sums.variance(scale) * (n - 1.0) / n;
    let whole = share * (1.0 - share);
    let worth = match whole > 0.0 {
        true => (whole / spread.max(whole / MOST)).max(1.0),
        // Nobody, or everybody: nothing is known of a spread.
        false => 1.0,
    };
    wilson(share, n * worth)
}

fn difference(sums: &Sums, scale: i32) -> Option<Difference> {
    let (mean, half) = (sums.mean(scale), half_width(sums.variance(scale), sums.n)?);
    Some(Difference { n: sums.n, mean, low: mean - half, high: mean + half, p: None })
}

/// Over all seats and games; its interval takes the seats of a game for one observation.
fn win_correlation(cross: &Cross, seats: usize) -> Option<Correlation> {
    let n = i128::from(cross.figure.n);
    let (x, y) = (i128::from(cross.figure.sum), i128::from(cross.win.sum));
    let both = n * i128::from(cross.figure_win) - x * y;
    let spread = |sums: &Sums, sum: i128| (n * i128::from(sums.squares) - sum * sum) as f64;
    let (figure, win) = (spread(&cross.figure, x), spread(&cross.win, y));
    if figure <= 0.0 || win <= 0.0 {
        return None;
    }
    let value = both as f64 / (figure.sqrt() * win.sqrt());
    let (low, high) = correlation_interval(value, cross.figure.n / seats as u64)?;
    Some(Correlation { value, low, high })
}

/// What follows from several columns.
fn derived(layout: &Layout, tally: &Tally, agents: &[String]) -> Vec<Metric> {
    let mut metrics = Vec::new();
    let shares: Vec<f64> = (0..layout.seats)
        .map(|seat| tally.columns[layout.seat(seat)].mean(layout.columns[layout.seat(seat)].scale))
        .collect();
    let plain = |name: &str, mean: f64| Metric {
        metric: name.to_string(),
        seat: None,
        agent: None,
        n: tally.games,
        mean,
        low: None,
        high: None,
        sd: None,
        quantiles: None,
        difference: None,
        win_correlation: None,
        histogram: None,
    };
    if tally.games > 0 && layout.seats > 1 {
        let most = shares.iter().copied().fold(f64::MIN, f64::max);
        let least = shares.iter().copied().fold(f64::MAX, f64::min);
        metrics.push(plain("seat_spread", most - least));
        metrics.push(plain("outcome_uniformity", evenness(&shares)));
        let mut names = agents.to_vec();
        names.sort();
        names.dedup();
        for agent in names.iter().filter(|_| names.len() > 1) {
            let seats = (0..layout.seats).filter(|seat| agents[*seat] == **agent);
            let share: f64 = seats.map(|seat| shares[seat]).sum();
            let (low, high) = wilson(share.clamp(0.0, 1.0), tally.games as f64);
            let about = Some(agent.clone());
            let metric = plain("agent_win_share", share);
            metrics.push(Metric { agent: about, low: Some(low), high: Some(high), ..metric });
        }
    }
    let points = &tally.columns[layout.table];
    for &source in &layout.sources {
        let (name, sums) = (&layout.figures[source], &tally.columns[layout.table + 1 + source]);
        if points.sum == 0 || sums.n < 2 {
            continue;
        }
        // A ratio of sums, its spread by the usual linearisation.
        let n = sums.n as f64;
        let ratio = sums.sum as f64 / points.sum as f64;
        let both = tally.figures[source].figure_points as f64;
        let mean = |sum: i64| sum as f64 / n;
        let covariance = (both - n * mean(sums.sum) * mean(points.sum)) / (n - 1.0);
        let variance =
            sums.variance(1) - 2.0 * ratio * covariance + ratio * ratio * points.variance(1);
        let half = half_width(variance.max(0.0), sums.n).unwrap_or(0.0) / mean(points.sum).abs();
        let metric = plain(&format!("share_of_points_{name}"), ratio);
        metrics.push(Metric { low: Some(ratio - half), high: Some(ratio + half), ..metric });
    }
    metrics
}

/// Gives the differences that are tested their p-values, corrected for how many there are.
fn correct(plan: &Plan, cases: &mut [CaseResults]) {
    let wanted = &plan.scenario.metrics;
    let is_tested = |metric: &Metric| match wanted.is_empty() {
        // Of points the table's, of wins every seat's.
        true => {
            HEADLINES.contains(&metric.metric.as_str())
                && (metric.metric != "points" || metric.seat.is_none())
        }
        false => wanted.iter().any(|it| column_name(it) == metric.metric),
    };
    let tested = cases.iter_mut().flat_map(|case| &mut case.metrics).filter(|m| is_tested(m));
    let mut tested: Vec<&mut Difference> =
        tested.filter_map(|metric| metric.difference.as_mut()).collect();
    let p: Vec<f64> = tested.iter().map(|difference| p_value(difference)).collect();
    tested.iter_mut().zip(holm(&p)).for_each(|(difference, p)| difference.p = Some(p));
}

fn p_value(difference: &Difference) -> f64 {
    let half = (difference.high - difference.low) / 2.0;
    let freedom = difference.n.saturating_sub(1);
    if half <= 0.0 {
        // Every game differs by the same: by nothing, or as surely as a coin that always falls
        // on the same side is no coin.
        let sure = libm::exp2(-(freedom.min(1000) as f64));
        return if difference.mean == 0.0 { 1.0 } else { sure };
    }
    student_tail(difference.mean / (half / student(freedom)), freedom)
}

/// The JSON Schema of an answer.
pub fn answer_schema() -> Value {
    schemars::schema_for!(Results).to_value()
}

#[cfg(test)]
mod tests {
    use super::{Sums, share_interval, wilson};

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
