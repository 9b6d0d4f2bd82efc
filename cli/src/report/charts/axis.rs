//! Round numbers for axes.

/// The distance between the marks of an axis: a round number.
pub fn round_step(span: f64) -> f64 {
    let rough = span / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    steps.into_iter().find(|step| *step >= rough).unwrap_or(rough)
}

/// A number on an axis, with as many decimals as the distance between two marks has.
pub fn label(value: f64, percent: bool, step: f64) -> String {
    let scaled = step * if percent { 100.0 } else { 1.0 };
    let decimals = (-(scaled.log10() + 1e-9).floor()).clamp(0.0, 9.0) as usize;
    let text = if percent {
        format!("{:.decimals$} %", value * 100.0)
    } else {
        format!("{value:.decimals$}")
    };
    if text.starts_with("-0") && text.trim_start_matches(['-', '0', '.', ' ', '%']).is_empty() {
        return text[1..].to_string();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{label, round_step};

    #[test]
    fn marks_are_as_far_apart_as_they_say() {
        for (span, percent) in
            [(0.14, true), (0.03, true), (14.0, false), (0.05, false), (0.7, false)]
        {
            let step = round_step(span);
            let marks: Vec<String> =
                (0..7).map(|at| label(f64::from(at) * step, percent, step)).collect();
            let numbers: Vec<f64> = marks
                .iter()
                .map(|mark| mark.trim_end_matches(" %").parse().expect("a number"))
                .collect();
            let scaled = step * if percent { 100.0 } else { 1.0 };
            for pair in numbers.windows(2) {
                assert!((pair[1] - pair[0] - scaled).abs() < 1e-9, "{marks:?}");
            }
        }
    }
}
