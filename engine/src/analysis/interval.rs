//! Intervals.

/// The quantile of the normal distribution for 95 % intervals.
pub const Z: f64 = 1.959_963_984_540_054;

/// Wilson's 95 % interval for a share.
pub fn wilson(share: f64, n: f64) -> (f64, f64) {
    let centre = share + Z * Z / (2.0 * n);
    let margin = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    (((centre - margin) / scale).max(0.0), ((centre + margin) / scale).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::wilson;

    /// Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20.
    #[test]
    fn wilson_intervals_are_as_published() {
        let close = |(low, high): (f64, f64), (l, h): (f64, f64)| {
            (low - l).abs() < 5e-5 && (high - h).abs() < 5e-5
        };
        assert!(close(wilson(81.0 / 263.0, 263.0), (0.2553, 0.3662)));
        assert!(close(wilson(15.0 / 148.0, 148.0), (0.0624, 0.1605)));
        assert!(close(wilson(0.0, 20.0), (0.0, 0.1611)));
    }
}
