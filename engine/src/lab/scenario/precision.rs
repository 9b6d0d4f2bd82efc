//! How many games a precision takes, by what a pilot shows.

use super::layout::{Column, Layout};
use super::plan::PILOT;
use super::tally::{CaseTally, Sums};
use crate::lab::metrics::canonical_id;
use crate::lab::statistics::{Z, wilson};

/// The games that a case needs so that the 95 % intervals of these metrics are no wider than
/// twice these halves.
pub(super) fn games_needed(wanted: &[(String, f64)], layout: &Layout, tally: &CaseTally) -> u64 {
    let mut needed = PILOT;
    for (metric, half) in wanted {
        let name = canonical_id(metric);
        for it in tally.columns(layout).filter(|it| it.column.name == name && it.sums.n > 0) {
            let variance = likely_variance(it.column, it.sums);
            // Metrics that few games have need more games.
            let games = variance * (Z / half).powi(2) * tally.games as f64 / it.sums.n as f64;
            needed = needed.max(games.ceil() as u64);
        }
    }
    needed.div_ceil(100).saturating_mul(100)
}

/// A variance that the pilot is unlikely to have missed.
fn likely_variance(column: &Column, sums: &Sums) -> f64 {
    if column.is_share() {
        // The least favourable share that the pilot allows.
        let (low, high) = wilson(sums.mean(column.scale), sums.n as f64);
        let share = 0.5_f64.clamp(low, high);
        share * (1.0 - share)
    } else {
        // A standard deviation that few pilots would have hidden.
        let few = 1.0 + 1.645 / (2.0 * sums.n as f64).sqrt();
        sums.variance(column.scale) * few * few
    }
}
