//! Results as tables: `summary.csv` and `results.csv`.
//!
//! A column is stated once: name, what it is, and how its cell is filled.

use serde_json::Value;

use super::case::{agents_label, plain_text};
use super::data_table::{Cell, DataTable};
use super::results::{CaseResults, Correlation, Difference, MetricResult, Results};
use crate::games::metrics::Metric;
use crate::lab::metrics::{
    self, BRANCHING, CLOSE, DECISIONS, DECISIVENESS, DRAMA, LEAD_CHANGES, LEAD_STABILITY,
    LEADER_AT_HALF_WINS, MARGIN, OUTCOME_UNIFORMITY, POINTS, SEAT_SPREAD, SHARED_WIN, STALEMATE,
    TURNS, UNFINISHED, WIN_SHARE, WINNER_POINTS,
};

/// A column of a table, whose cells a function `F` fills.
pub struct TableColumn<F> {
    /// Its name in the header.
    pub name: &'static str,
    /// What it is, for documentation.
    pub doc: &'static str,
    /// Fills the cell of a row.
    pub cell: F,
}

/// A column of `results.csv`.
pub type ResultColumn = TableColumn<fn(&ResultRow<'_>) -> Cell>;

/// What a row of `results.csv` is made of.
pub struct ResultRow<'a> {
    case: &'a CaseResults,
    metric: &'a MetricResult,
}

impl ResultRow<'_> {
    fn quantile(&self, at: usize) -> Cell {
        self.metric.quantiles.map_or(Cell::Empty, |quantiles| Cell::Whole(quantiles[at].into()))
    }

    fn difference(&self, value: fn(&Difference) -> Cell) -> Cell {
        self.metric.difference.as_ref().map_or(Cell::Empty, value)
    }

    fn correlation(&self, value: fn(&Correlation) -> f64) -> Cell {
        self.metric.win_correlation.as_ref().map(value).into()
    }
}

const fn column(
    name: &'static str,
    doc: &'static str,
    cell: fn(&ResultRow<'_>) -> Cell,
) -> ResultColumn {
    TableColumn { name, doc, cell }
}

/// The columns of `results.csv` after those of the case.
pub const RESULT_COLUMNS: &[ResultColumn] = &[
    column("seat", "the seat, from 0; empty for the whole table", |row| {
        row.metric.seat.map_or(Cell::Empty, |seat| u64::from(seat).into())
    }),
    column("agent", "the agent at that seat, or the agent that the row is about", |row| {
        row.metric.agent.as_deref().unwrap_or_default().into()
    }),
    column("metric", "the metric; see below", |row| row.metric.metric.as_str().into()),
    column("n", "games that have it: an objective counts only where it is in play", |row| {
        row.metric.n.into()
    }),
    column("mean", "its mean", |row| Cell::Number(row.metric.mean)),
    column(
        "low",
        "the lower end of the 95 % interval: Wilson's for shares (for as many whole games as games with shared wins are worth by their spread), Student's for means",
        |row| row.metric.low.into(),
    ),
    column("high", "the upper end of that interval", |row| row.metric.high.into()),
    column("sd", "its standard deviation from game to game", |row| row.metric.sd.into()),
    column("min", "its least value, for metrics whose distribution is kept", |row| row.quantile(0)),
    column("q25", "its first quartile", |row| row.quantile(1)),
    column("median", "its median", |row| row.quantile(2)),
    column("q75", "its third quartile", |row| row.quantile(3)),
    column("max", "its greatest value", |row| row.quantile(4)),
    column("baseline", "the case it is compared with", |row| {
        let baseline = row.case.baseline.as_deref().filter(|_| row.metric.difference.is_some());
        baseline.unwrap_or_default().into()
    }),
    column("difference", "the mean difference to the baseline, game by game", |row| {
        row.difference(|it| Cell::Number(it.mean))
    }),
    column(
        "difference_low",
        "the lower end of its 95 % interval, not corrected for many comparisons",
        |row| row.difference(|it| Cell::Number(it.low)),
    ),
    column("difference_high", "the upper end of that interval", |row| {
        row.difference(|it| Cell::Number(it.high))
    }),
    column("difference_n", "games that both have", |row| row.difference(|it| it.n.into())),
    column(
        "p_holm",
        "for what is tested: the p-value among all that is tested in this scenario, by Student's test and Holm's correction",
        |row| row.difference(|it| it.p.into()),
    ),
    column("effect", "`more`, `less`, or `noise` if `p_holm` is 0.05 or above", |row| {
        row.difference(|it| match it.is_effect() {
            Some(true) if it.mean > 0.0 => "more".into(),
            Some(true) => "less".into(),
            Some(false) => "noise".into(),
            None => Cell::Empty,
        })
    }),
    column(
        "win_correlation",
        "the correlation of the metric with winning, over all seats and games",
        |row| row.correlation(|it| it.value),
    ),
    column(
        "win_correlation_low",
        "the lower end of Fisher's interval, for as many pairs as games have the metric",
        |row| row.correlation(|it| it.low),
    ),
    column("win_correlation_high", "the upper end of that interval", |row| {
        row.correlation(|it| it.high)
    }),
];

/// The metrics of the whole table in `summary.csv`; those with an interval have columns for it.
pub const SUMMARY_METRICS: [SummaryMetric; 17] = [
    SummaryMetric::with_interval(&TURNS.metric),
    SummaryMetric::with_interval(&POINTS),
    SummaryMetric::mean(&WINNER_POINTS.metric),
    SummaryMetric::with_interval(&MARGIN.metric),
    SummaryMetric::mean(&CLOSE.metric),
    SummaryMetric::mean(&DECISIONS.metric),
    SummaryMetric::mean(&BRANCHING.metric),
    SummaryMetric::mean(&LEAD_CHANGES.metric),
    SummaryMetric::mean(&LEADER_AT_HALF_WINS.metric),
    SummaryMetric::mean(&LEAD_STABILITY.metric),
    SummaryMetric::mean(&DECISIVENESS.metric),
    SummaryMetric::mean(&DRAMA.metric),
    SummaryMetric::mean(&SEAT_SPREAD),
    SummaryMetric::mean(&OUTCOME_UNIFORMITY),
    SummaryMetric::mean(&SHARED_WIN.metric),
    SummaryMetric::mean(&STALEMATE.metric),
    SummaryMetric::mean(&UNFINISHED.metric),
];

/// The metrics whose difference to the baseline is in `summary.csv`.
pub const SUMMARY_DIFFERENCES: [&Metric; 3] = [&TURNS.metric, &POINTS, &MARGIN.metric];

/// A metric in `summary.csv`.
#[derive(Clone, Copy, Debug)]
pub struct SummaryMetric {
    /// The metric.
    pub metric: &'static Metric,
    /// Whether its interval is shown.
    pub has_interval: bool,
}

impl SummaryMetric {
    const fn mean(metric: &'static Metric) -> SummaryMetric {
        SummaryMetric { metric, has_interval: false }
    }

    const fn with_interval(metric: &'static Metric) -> SummaryMetric {
        SummaryMetric { metric, has_interval: true }
    }
}

/// The names of a value and the ends of its interval.
pub(super) fn interval_names(name: &str) -> [String; 3] {
    [name.to_string(), format!("{name}_low"), format!("{name}_high")]
}

/// A mean and the ends of its interval.
pub(super) fn interval_cells(metric: Option<&MetricResult>) -> [Cell; 3] {
    [metric.map(|it| it.mean), metric.and_then(|it| it.low), metric.and_then(|it| it.high)]
        .map(Cell::from)
}

impl Results {
    pub(super) fn case_header(&self) -> Vec<String> {
        let mut header = vec!["case".to_string(), "players".to_string()];
        header.extend(self.parameters.iter().cloned());
        header.extend(["components", "agents"].map(String::from));
        header
    }

    pub(super) fn case_cells(&self, case: &CaseResults) -> Vec<Cell> {
        let mut cells = vec![Cell::from(case.case.as_str()), u64::from(case.players).into()];
        let setting = |name: &String| case.settings.get(name).map_or(Cell::Empty, cell_of);
        cells.extend(self.parameters.iter().map(setting));
        cells.push(case.components.as_str().into());
        cells.push(agents_label(&case.agents).as_str().into());
        cells
    }

    /// `results.csv`: a row for each case, seat and metric.
    pub fn rows(&self) -> DataTable {
        let mut header = self.case_header();
        header.extend(RESULT_COLUMNS.iter().map(|column| column.name.to_string()));
        let is_wanted = |metric: &&MetricResult| {
            let mut wanted = self.metrics.iter();
            self.metrics.is_empty() || wanted.any(|it| metrics::canonical_id(it) == metric.metric)
        };
        let rows = self.cases.iter().flat_map(|case| {
            let metrics = case.metrics.iter().filter(is_wanted);
            metrics.map(move |metric| {
                let row = ResultRow { case, metric };
                let mut cells = self.case_cells(case);
                cells.extend(RESULT_COLUMNS.iter().map(|column| (column.cell)(&row)));
                cells
            })
        });
        DataTable { header, rows: rows.collect() }
    }

    /// `summary.csv`: a row for each case, with what is looked at first.
    pub fn summary(&self) -> DataTable {
        let seats = self.cases.iter().map(|case| case.players).max().unwrap_or(0);
        let mut header = self.case_header();
        header.push("games".into());
        for seat in 0..seats {
            header.extend(interval_names(&format!("seat{seat}_{}", WIN_SHARE.id)));
        }
        for SummaryMetric { metric, has_interval } in SUMMARY_METRICS {
            if has_interval {
                header.extend(interval_names(metric.id));
            } else {
                header.push(metric.id.into());
            }
        }
        header.extend(self.occurrences.iter().cloned());
        header.push("baseline".into());
        for metric in SUMMARY_DIFFERENCES {
            header.extend(interval_names(&format!("{}_difference", metric.id)));
        }
        let rows = self.cases.iter().map(|case| self.summary_cells(case, seats));
        DataTable { header, rows: rows.collect() }
    }

    fn summary_cells(&self, case: &CaseResults, seats: u8) -> Vec<Cell> {
        let mut cells = self.case_cells(case);
        let mean = |id: &str| Cell::from(case.metric(id, None).map(|metric| metric.mean));
        cells.push(case.games.into());
        for seat in 0..seats {
            cells.extend(interval_cells(case.metric(WIN_SHARE.id, Some(seat))));
        }
        for SummaryMetric { metric, has_interval } in SUMMARY_METRICS {
            if has_interval {
                cells.extend(interval_cells(case.metric(metric.id, None)));
            } else {
                cells.push(mean(metric.id));
            }
        }
        cells.extend(self.occurrences.iter().map(|id| mean(id)));
        cells.push(case.baseline.as_deref().unwrap_or_default().into());
        for metric in SUMMARY_DIFFERENCES {
            let difference = case.metric(metric.id, None).and_then(|metric| metric.difference);
            cells.push(difference.map(|it| it.mean).into());
            cells.push(difference.map(|it| it.low).into());
            cells.push(difference.map(|it| it.high).into());
        }
        cells
    }
}

/// A value of a rule: a number stays one.
pub(super) fn cell_of(value: &Value) -> Cell {
    match value.as_i64() {
        Some(number) => Cell::Whole(number),
        None => plain_text(value).as_str().into(),
    }
}
