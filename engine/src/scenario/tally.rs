//! Sums of whole numbers over games: exact, and the same however games are split and merged.

use serde::{Deserialize, Serialize};

use super::record::{Layout, NOTHING, Record};
use crate::analysis::histogram::Histogram;

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

/// A figure of seats beside their share of the win, over all seats and games, and beside the
/// points of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cross {
    /// The figure.
    pub figure: Sums,
    /// The win, in twelfths, where the figure is.
    pub win: Sums,
    /// The sum of their products.
    pub figure_win: i64,
    /// The sum of the products of the table's figure and its points.
    pub figure_points: i64,
}

/// What the games of a case came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// How many games.
    pub games: u64,
    /// By column.
    pub columns: Vec<Sums>,
    /// By column, for those with a distribution.
    pub histograms: Vec<Histogram>,
    /// By figure of seats.
    pub figures: Vec<Cross>,
    /// By kind, how many decisions.
    pub kinds: Vec<u64>,
    /// By column, what differs from the baseline, game by game.
    pub differences: Vec<Sums>,
}

impl Tally {
    /// Nothing yet.
    pub fn new(layout: &Layout) -> Tally {
        let columns = layout.columns.len();
        let histograms = layout.columns.iter().filter(|column| column.has_histogram).count();
        Tally {
            games: 0,
            columns: vec![Sums::default(); columns],
            histograms: vec![Histogram::default(); histograms],
            figures: vec![Cross::default(); layout.figures.len()],
            kinds: vec![0; layout.kinds.len()],
            differences: vec![Sums::default(); columns],
        }
    }

    /// Adds a game.
    pub fn add(&mut self, layout: &Layout, record: &Record) {
        self.games += 1;
        let mut histograms = self.histograms.iter_mut();
        let columns = self.columns.iter_mut().zip(&layout.columns);
        for ((sums, column), &value) in columns.zip(&record.values) {
            let histogram = if column.has_histogram { histograms.next() } else { None };
            if value != NOTHING {
                sums.add(value);
                if let Some(histogram) = histogram {
                    histogram.add(value);
                }
            }
        }
        let points = i64::from(record.values[layout.table]);
        for (at, cross) in self.figures.iter_mut().enumerate() {
            for seat in 0..layout.seats {
                let own = &record.values[layout.seat(seat)..];
                let (win, figure) = (own[0], own[2 + at]);
                if figure != NOTHING {
                    cross.figure.add(figure);
                    cross.win.add(win);
                    cross.figure_win += i64::from(figure) * i64::from(win);
                }
            }
            let table = record.values[layout.table + 1 + at];
            if table != NOTHING {
                cross.figure_points += i64::from(table) * points;
            }
        }
        self.kinds.iter_mut().zip(&record.kinds).for_each(|(all, one)| *all += u64::from(*one));
    }

    /// Adds how a game differs from the same game of the baseline. `same[column]` is the
    /// baseline's column of the same name.
    pub fn compare(&mut self, record: &Record, baseline: &Record, same: &[Option<usize>]) {
        for ((sums, &value), same) in self.differences.iter_mut().zip(&record.values).zip(same) {
            let other = same.map_or(NOTHING, |same| baseline.values[same]);
            if value != NOTHING && other != NOTHING {
                sums.add(value - other);
            }
        }
    }

    /// Adds all games of another one.
    pub fn merge(&mut self, other: &Tally) {
        fn each<T>(mine: &mut [T], theirs: &[T], merge: impl Fn(&mut T, &T)) {
            mine.iter_mut().zip(theirs).for_each(|(one, other)| merge(one, other));
        }
        self.games += other.games;
        each(&mut self.columns, &other.columns, Sums::merge);
        each(&mut self.differences, &other.differences, Sums::merge);
        each(&mut self.histograms, &other.histograms, Histogram::merge);
        each(&mut self.kinds, &other.kinds, |one, other| *one += other);
        each(&mut self.figures, &other.figures, |one, other| {
            one.figure.merge(&other.figure);
            one.win.merge(&other.win);
            one.figure_win += other.figure_win;
            one.figure_points += other.figure_points;
        });
    }

    /// Whether it has the shape of a layout's tallies.
    pub fn fits(&self, layout: &Layout) -> bool {
        let new = Tally::new(layout);
        self.columns.len() == new.columns.len()
            && self.differences.len() == new.differences.len()
            && self.histograms.len() == new.histograms.len()
            && self.figures.len() == new.figures.len()
            && self.kinds.len() == new.kinds.len()
    }
}
