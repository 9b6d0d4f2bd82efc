//! Intervals and tests, each against published values in its test.
//!
//! Exponentials and logarithms are those of `libm`, so that results are the same on every machine.

/// The quantile of the normal distribution for 95 % intervals.
pub const Z: f64 = 1.959_963_984_540_054;

/// Wilson's 95 % interval for a share.
pub fn wilson(share: f64, n: f64) -> (f64, f64) {
    let centre = share + Z * Z / (2.0 * n);
    let margin = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (((centre - margin) / scale).max(0.0), ((centre + margin) / scale).min(1.0))
}

/// The quantile of Student's distribution for 95 % intervals: exact for few degrees of freedom,
/// then Fisher's expansion around the normal one.
pub fn student(freedom: u64) -> f64 {
    const FEW: [f64; 8] = [12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060];
    if let Some(few) = (freedom as usize).checked_sub(1).and_then(|at| FEW.get(at)) {
        return *few;
    }
    let (z, v) = (Z, freedom.max(1) as f64);
    let z3 = z.powi(3);
    let z5 = z.powi(5);
    let z7 = z.powi(7);
    z + (z3 + z) / (4.0 * v)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * v * v)
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * v * v * v)
}

/// The chance that a value of Student's distribution is at least that far from 0.
pub fn student_tail(t: f64, freedom: u64) -> f64 {
    let v = freedom as f64;
    if freedom == 0 || t.is_nan() {
        return 1.0;
    }
    beta(v / (v + t * t), v / 2.0, 0.5)
}

/// The regularised incomplete beta function, by its continued fraction (Lentz's method).
fn beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    // The fraction converges fast on one side; the other follows by symmetry.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta(1.0 - x, b, a);
    }
    let ends = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
    let front = libm::exp(ends + a * libm::log(x) + b * libm::log(1.0 - x)) / a;
    let away = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut c, mut d) = (1.0, 1.0 / away(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = d;
    for m in 1..300 {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        for step in [even, odd] {
            d = 1.0 / away(1.0 + step * d);
            c = away(1.0 + step / c);
            fraction *= c * d;
        }
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front * fraction
}

/// Half the width of the 95 % interval of a mean; nothing for fewer than two values.
pub fn half_width(variance: f64, n: u64) -> Option<f64> {
    (n >= 2).then(|| student(n - 1) * (variance / n as f64).sqrt())
}

/// The chance that a standard normal value is at least that far from 0.
pub fn two_sided(z: f64) -> f64 {
    libm::erfc(z.abs() / std::f64::consts::SQRT_2)
}

/// Holm's correction: each p-value as it counts among all of them.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let mut corrected = vec![0.0; p.len()];
    let mut so_far: f64 = 0.0;
    for (rank, at) in order.into_iter().enumerate() {
        so_far = so_far.max(((p.len() - rank) as f64 * p[at]).min(1.0));
        corrected[at] = so_far;
    }
    corrected
}

/// The 95 % interval of a correlation of `n` pairs, by Fisher's transformation.
pub fn correlation_interval(correlation: f64, n: u64) -> Option<(f64, f64)> {
    if n < 4 || correlation.abs() >= 1.0 {
        return None;
    }
    let half = Z / (n as f64 - 3.0).sqrt();
    let centre = libm::atanh(correlation);
    Some((libm::tanh(centre - half), libm::tanh(centre + half)))
}

/// How evenly shares are spread: their entropy, 1 if all are equal and 0 if one has all.
pub fn evenness(shares: &[f64]) -> f64 {
    if shares.len() < 2 {
        return 1.0;
    }
    let entropy: f64 =
        shares.iter().filter(|share| **share > 0.0).map(|share| -share * libm::log(*share)).sum();
    entropy / libm::log(shares.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::{
        correlation_interval, evenness, half_width, holm, student, student_tail, two_sided, wilson,
    };

    fn close(found: f64, published: f64, within: f64) {
        assert!((found - published).abs() <= within, "{found} is not {published}");
    }

    /// Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20.
    #[test]
    fn wilson_intervals_are_as_published() {
        for (won, n, low, high) in
            [(81.0, 263.0, 0.2553, 0.3662), (15.0, 148.0, 0.0624, 0.1605), (0.0, 20.0, 0.0, 0.1611)]
        {
            let found = wilson(won / n, n);
            close(found.0, low, 5e-5);
            close(found.1, high, 5e-5);
        }
    }

    /// The usual table of the 97.5 % quantiles.
    #[test]
    fn students_quantiles_are_as_published() {
        for (freedom, quantile) in
            [(1, 12.706), (8, 2.306), (9, 2.262), (10, 2.228), (30, 2.042), (120, 1.980)]
        {
            close(student(freedom), quantile, 1e-3);
        }
        close(student(1_000_000_000), 1.959964, 1e-6);
    }

    /// The same table, read the other way; and the normal distribution in the limit.
    #[test]
    fn students_tails_are_as_published() {
        for (t, freedom, p) in [
            (12.7062, 1, 0.05),
            (2.2281, 10, 0.05),
            (3.1693, 10, 0.01),
            (1.0, 1, 0.5),
            (2.0423, 30, 0.05),
            (1.959964, 100_000_000, 0.05),
        ] {
            close(student_tail(t, freedom), p, 1e-5);
            close(student_tail(-t, freedom), p, 1e-5);
        }
        close(student_tail(0.0, 5), 1.0, 1e-12);
        assert!(student_tail(60.0, 1000) < 1e-100);
    }

    /// Michelson's 1879 measurements of the speed of light, first run: 20 values with mean 909
    /// and standard deviation 104.93; the interval is 859.9 to 958.1.
    #[test]
    fn the_interval_of_a_mean_is_as_published() {
        close(half_width(104.926_f64.powi(2), 20).expect("enough values"), 49.1, 0.05);
        assert_eq!(half_width(1.0, 1), None);
    }

    /// The usual table of the normal distribution.
    #[test]
    fn tails_are_as_published() {
        for (z, p) in [(1.0, 0.3173), (1.96, 0.0500), (2.576, 0.0100), (-3.291, 0.0010)] {
            close(two_sided(z), p, 5e-5);
        }
    }

    /// Holm (1979): the smallest counts as often as there are tests, and none less than one
    /// before it. The usual worked example: the first and the last are below 5 %.
    #[test]
    fn holms_correction_is_as_published() {
        let found = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, published) in found.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            close(*found, published, 1e-12);
        }
        assert!(holm(&[]).is_empty());
    }

    /// By hand: 0.5 of 103 pairs is 0.5493 in Fisher's scale, whose standard error is 0.1 there.
    #[test]
    fn correlations_have_fishers_interval() {
        let (low, high) = correlation_interval(0.5, 103).expect("enough pairs");
        close(low, 0.3393, 5e-5);
        close(high, 0.6323, 5e-5);
        assert_eq!(correlation_interval(1.0, 50), None);
    }

    #[test]
    fn evenness_is_one_for_equal_shares() {
        close(evenness(&[0.25; 4]), 1.0, 1e-12);
        close(evenness(&[1.0, 0.0]), 0.0, 1e-12);
        // A coin that falls on one side in 9 of 10: 0.469 bits.
        close(evenness(&[0.9, 0.1]), 0.4690, 5e-5);
    }
}
