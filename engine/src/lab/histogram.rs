//! How often each whole number came up: sums that merge exactly, in any order.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::statistics::Z;

/// How often each value came up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<(i32, u64)>", into = "Vec<(i32, u64)>")]
pub struct Histogram {
    counts: BTreeMap<i32, u64>,
    total: u64,
}

impl From<Vec<(i32, u64)>> for Histogram {
    fn from(counts: Vec<(i32, u64)>) -> Histogram {
        let total = counts.iter().map(|(_, count)| count).sum();
        Histogram { counts: counts.into_iter().collect(), total }
    }
}

impl From<Histogram> for Vec<(i32, u64)> {
    fn from(histogram: Histogram) -> Self {
        histogram.counts.into_iter().collect()
    }
}

impl Histogram {
    /// Counts a value.
    pub fn add(&mut self, value: i32) {
        *self.counts.entry(value).or_default() += 1;
        self.total += 1;
    }

    /// Counts all that another one has counted.
    pub fn merge(&mut self, other: &Histogram) {
        for (&value, &count) in &other.counts {
            *self.counts.entry(value).or_default() += count;
        }
        self.total += other.total;
    }

    /// How many values were counted.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The values, ascending, with how often each came up.
    pub fn counts(&self) -> impl Iterator<Item = (i32, u64)> + '_ {
        self.counts.iter().map(|(&value, &count)| (value, count))
    }

    /// The mean; 0 of nothing.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.counts().map(|(value, count)| f64::from(value) * count as f64).sum();
        sum / self.total.max(1) as f64
    }

    /// The sample standard deviation; 0 of fewer than two.
    pub fn sd(&self) -> f64 {
        let mean = self.mean();
        let squares = self.counts().map(|(value, count)| {
            let distance = f64::from(value) - mean;
            distance * distance * count as f64
        });
        let squares: f64 = squares.sum();
        (squares / (self.total as f64 - 1.0).max(1.0)).sqrt()
    }

    /// A 95 % interval of the mean, by the normal approximation.
    pub fn mean_interval(&self) -> (f64, f64) {
        let half = Z * self.sd() / (self.total.max(1) as f64).sqrt();
        (self.mean() - half, self.mean() + half)
    }

    /// The least value that at least this part of all stayed within (the inverse of the
    /// distribution: always a value that came up).
    pub fn quantile(&self, part: f64) -> i32 {
        let wanted = ((part * self.total as f64).ceil() as u64).max(1);
        let mut seen = 0;
        let within = self.counts().find(|(_, count)| {
            seen += count;
            seen >= wanted
        });
        within.map_or(0, |(value, _)| value)
    }

    /// Mean, spread and quantiles.
    pub fn distribution(&self) -> Distribution {
        Distribution {
            mean: self.mean(),
            sd: self.sd(),
            min: self.quantile(0.0),
            q25: self.quantile(0.25),
            median: self.quantile(0.5),
            q75: self.quantile(0.75),
            max: self.quantile(1.0),
            count: self.total,
        }
    }
}

/// How some values are distributed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Distribution {
    /// The mean; 0 of nothing.
    pub mean: f64,
    /// The sample standard deviation.
    pub sd: f64,
    /// The least value.
    pub min: i32,
    /// A quarter of all values are at most this.
    pub q25: i32,
    /// Half of all values are at most this.
    pub median: i32,
    /// Three quarters of all values are at most this.
    pub q75: i32,
    /// The greatest value.
    pub max: i32,
    /// How many values there are.
    pub count: u64,
}

#[cfg(test)]
mod tests {
    use super::Histogram;

    fn of(values: &[i32]) -> Histogram {
        let mut histogram = Histogram::default();
        values.iter().for_each(|&value| histogram.add(value));
        histogram
    }

    #[test]
    fn statistics_are_those_of_the_sample() {
        let eight = of(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!((eight.mean(), eight.quantile(0.5), eight.quantile(1.0)), (5.0, 4, 9));
        assert!((eight.sd() - (32.0f64 / 7.0).sqrt()).abs() < 1e-12);
        let (low, high) = eight.mean_interval();
        assert!((high - low - 2.0 * 1.959963984540054 * eight.sd() / 8f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_merge_is_the_whole_sample() {
        let mut part = of(&[1, 2, 2]);
        part.merge(&of(&[2, 3]));
        assert_eq!(part, of(&[3, 2, 1, 2, 2]));
    }
}
