//! Sums of whole numbers over games: exact, and the same however games are split and merged.

use serde::{Deserialize, Serialize};

use super::layout::{Column, ColumnIndex, Layout, SeatMetricIndex};
use super::record::GameRecord;
use crate::lab::histogram::Histogram;

/// How many, their sum and the sum of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u64, i64, i64)", into = "(u64, i64, i64)")]
pub struct Sums {
    /// How many.
    pub n: u64,
    /// Their sum.
    pub sum: i64,
    /// The sum of their squares.
    pub squares: i64,
}

impl From<(u64, i64, i64)> for Sums {
    fn from((n, sum, squares): (u64, i64, i64)) -> Sums {
        Sums { n, sum, squares }
    }
}

impl From<Sums> for (u64, i64, i64) {
    fn from(Sums { n, sum, squares }: Sums) -> Self {
        (n, sum, squares)
    }
}

impl Sums {
    /// Adds a number.
    #[inline]
    pub fn add(&mut self, value: i32) {
        let value = i64::from(value);
        self.n += 1;
        self.sum += value;
        self.squares += value * value;
    }

    fn merge(&mut self, other: &Sums) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The mean, in units of `scale`.
    pub fn mean(&self, scale: i32) -> f64 {
        self.sum as f64 / self.n.max(1) as f64 / f64::from(scale)
    }

    /// The sample variance, in units of `scale`.
    pub fn variance(&self, scale: i32) -> f64 {
        if self.n < 2 {
            return 0.0;
        }
        // Whole numbers as long as possible: nothing cancels out.
        let n = i128::from(self.n);
        let squares = n * i128::from(self.squares) - i128::from(self.sum).pow(2);
        squares as f64 / (n as f64 * (n as f64 - 1.0)) / f64::from(scale).powi(2)
    }
}

/// A seat metric beside the seats' shares of the win, over all seats and games, and beside the
/// points of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CrossSums {
    /// The metric.
    #[serde(rename = "figure")]
    pub metric: Sums,
    /// The win, in twelfths, where the metric is.
    pub win: Sums,
    /// The sum of their products.
    #[serde(rename = "figure_win")]
    pub metric_win: i64,
    /// The sum of the products of the table's metric and its points.
    #[serde(rename = "figure_points")]
    pub metric_points: i64,
}

impl CrossSums {
    fn merge(&mut self, other: &CrossSums) {
        self.metric.merge(&other.metric);
        self.win.merge(&other.win);
        self.metric_win += other.metric_win;
        self.metric_points += other.metric_points;
    }
}

/// The sums over the games of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseTally {
    /// How many games.
    pub games: u64,
    /// By column.
    columns: Vec<Sums>,
    /// By column, for those with a distribution.
    histograms: Vec<Histogram>,
    /// By seat metric.
    #[serde(rename = "figures")]
    seat_metrics: Vec<CrossSums>,
    /// By kind, how many decisions.
    #[serde(rename = "kinds")]
    pub decisions: Vec<u64>,
    /// By column, what differs from the baseline, game by game.
    differences: Vec<Sums>,
}

/// What is known about a column.
#[derive(Clone, Copy, Debug)]
pub struct ColumnTally<'a> {
    /// Where it is.
    pub index: ColumnIndex,
    /// The column.
    pub column: &'a Column,
    /// Its values.
    pub sums: &'a Sums,
    /// Its differences to the baseline, game by game.
    pub differences: &'a Sums,
    /// Its distribution, if that is kept.
    pub histogram: Option<&'a Histogram>,
}

impl CaseTally {
    /// Nothing yet.
    pub fn new(layout: &Layout) -> CaseTally {
        let columns = layout.columns().len();
        let histograms = layout.columns().iter().filter(|column| column.has_histogram).count();
        CaseTally {
            games: 0,
            columns: vec![Sums::default(); columns],
            histograms: vec![Histogram::default(); histograms],
            seat_metrics: vec![CrossSums::default(); layout.seat_metrics().count()],
            decisions: vec![0; layout.decision_kinds().len()],
            differences: vec![Sums::default(); columns],
        }
    }

    /// The sums of a column.
    pub fn sums(&self, column: ColumnIndex) -> &Sums {
        &self.columns[column.get()]
    }

    /// The sums of a column's differences to the baseline.
    pub fn differences(&self, column: ColumnIndex) -> &Sums {
        &self.differences[column.get()]
    }

    /// A seat metric beside wins and points.
    pub fn cross(&self, metric: SeatMetricIndex) -> &CrossSums {
        &self.seat_metrics[metric.get()]
    }

    /// Everything, column by column.
    pub fn columns<'a>(&'a self, layout: &'a Layout) -> impl Iterator<Item = ColumnTally<'a>> {
        let mut histograms = self.histograms.iter();
        layout.indexed_columns().map(move |(index, column)| ColumnTally {
            index,
            column,
            sums: self.sums(index),
            differences: self.differences(index),
            histogram: if column.has_histogram { histograms.next() } else { None },
        })
    }

    /// Whether no game differs from the baseline's in anything that is measured.
    pub fn is_same_as_baseline(&self) -> bool {
        let mut both = self.differences.iter().zip(&self.columns);
        self.games > 0 && both.all(|(sums, own)| sums.n == own.n && sums.squares == 0)
    }

    /// Adds a game.
    pub fn add(&mut self, layout: &Layout, record: &GameRecord) {
        self.games += 1;
        let mut histograms = self.histograms.iter_mut();
        let columns = self.columns.iter_mut().zip(layout.columns());
        for ((sums, column), value) in columns.zip(record.values()) {
            let histogram = if column.has_histogram { histograms.next() } else { None };
            if let Some(value) = value {
                sums.add(value);
                if let Some(histogram) = histogram {
                    histogram.add(value);
                }
            }
        }
        let value = |column: ColumnIndex| record.value(column);
        let points = value(layout.table_points()).map_or(0, i64::from);
        for (metric, cross) in layout.seat_metrics().zip(&mut self.seat_metrics) {
            for seat in 0..layout.seats() {
                let win = value(layout.win_share(seat));
                if let (Some(own), Some(win)) = (value(layout.seat_metric(seat, metric)), win) {
                    cross.metric.add(own);
                    cross.win.add(win);
                    cross.metric_win += i64::from(own) * i64::from(win);
                }
            }
            if let Some(table) = value(layout.table_metric(metric)) {
                cross.metric_points += i64::from(table) * points;
            }
        }
        let decisions = self.decisions.iter_mut().zip(&record.decisions);
        decisions.for_each(|(all, one)| *all += u64::from(*one));
    }

    /// Adds how a game differs from the same game of the baseline. `same[column]` is the
    /// baseline's column of the same metric.
    pub fn compare(
        &mut self,
        record: &GameRecord,
        baseline: &GameRecord,
        same: &[Option<ColumnIndex>],
    ) {
        let columns = self.differences.iter_mut().zip(record.values());
        for ((sums, value), same) in columns.zip(same) {
            let other = same.and_then(|same| baseline.value(same));
            if let (Some(value), Some(other)) = (value, other) {
                sums.add(value - other);
            }
        }
    }

    /// Adds all games of another tally.
    pub fn merge(&mut self, other: &CaseTally) {
        fn each<T>(mine: &mut [T], theirs: &[T], merge: impl Fn(&mut T, &T)) {
            mine.iter_mut().zip(theirs).for_each(|(one, other)| merge(one, other));
        }
        self.games += other.games;
        each(&mut self.columns, &other.columns, Sums::merge);
        each(&mut self.differences, &other.differences, Sums::merge);
        each(&mut self.histograms, &other.histograms, Histogram::merge);
        each(&mut self.decisions, &other.decisions, |one, other| *one += other);
        each(&mut self.seat_metrics, &other.seat_metrics, CrossSums::merge);
    }

    /// Whether it has the shape of a layout's tallies.
    pub fn fits(&self, layout: &Layout) -> bool {
        let new = CaseTally::new(layout);
        self.columns.len() == new.columns.len()
            && self.differences.len() == new.differences.len()
            && self.histograms.len() == new.histograms.len()
            && self.seat_metrics.len() == new.seat_metrics.len()
            && self.decisions.len() == new.decisions.len()
    }
}
