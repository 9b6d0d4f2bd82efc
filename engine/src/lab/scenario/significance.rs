//! Which differences to the baseline are more than noise.

use super::results::{CaseResults, Difference, MetricResult};
use crate::lab::metrics::{canonical_id, is_headline};
use crate::lab::statistics::{holm, student, student_tail};

/// A difference is an effect if it would come up by chance in fewer runs than this, among all
/// that are tested.
pub(super) const SIGNIFICANT: f64 = 0.05;

/// Gives the differences that are tested their p-values, corrected for how many there are:
/// those of the wanted metrics, or of the headlines if none is named.
pub(super) fn test_differences(wanted: &[String], cases: &mut [CaseResults]) {
    let is_tested = |metric: &MetricResult| {
        if wanted.is_empty() {
            is_headline(&metric.metric, metric.seat)
        } else {
            wanted.iter().any(|it| canonical_id(it) == metric.metric)
        }
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
        // Every game differs by the same: by nothing, or so surely that no coin
        // would fall on the same side as often.
        let sure = libm::exp2(-(freedom.min(1000) as f64));
        return if difference.mean == 0.0 { 1.0 } else { sure };
    }
    student_tail(difference.mean / (half / student(freedom)), freedom)
}
