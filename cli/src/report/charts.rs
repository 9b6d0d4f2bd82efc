//! The charts of a report, as SVG within its page.

use std::fmt::Write;

use serde_json::Value;
use towerlab_engine::draw::{SEATS, escaped};

/// More cases than these make no readable chart.
pub const MOST_CASES: usize = 30;
const WIDTH: f64 = 1010.0;
/// Where the names of cases end and the chart begins.
const LEFT: f64 = 300.0;
const ROW: f64 = 26.0;

/// A figure of a case with its interval.
#[derive(Clone, Copy)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// The interval.
    pub ends: Option<(f64, f64)>,
}

impl Figure {
    /// A metric of a case: of the table, or of a seat.
    pub fn of(case: &Value, name: &str, seat: Option<u64>) -> Option<Figure> {
        let metrics = case["metrics"].as_array()?;
        let found =
            metrics.iter().find(|it| it["metric"] == name && it["seat"].as_u64() == seat)?;
        Figure::read(found)
    }

    /// A mean, low and high.
    pub fn read(value: &Value) -> Option<Figure> {
        let ends = value["low"].as_f64().zip(value["high"].as_f64());
        Some(Figure { mean: value["mean"].as_f64()?, ends })
    }
}

/// One line of a dot chart.
pub struct Row {
    /// What it is called.
    pub name: String,
    /// Its figures, each with a number for its colour and shape.
    pub figures: Vec<(usize, Figure)>,
    /// A mark to compare with.
    pub mark: Option<f64>,
}

/// Numbers from 0 that end on round ones.
fn round_step(span: f64) -> f64 {
    let rough = span / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    steps.into_iter().find(|step| *step >= rough).unwrap_or(rough)
}

/// How a number on an axis is written.
fn label(value: f64, percent: bool, step: f64) -> String {
    // As many decimals as the distance of two marks has.
    let scaled = step * if percent { 100.0 } else { 1.0 };
    let decimals = (-(scaled.log10() + 1e-9).floor()).clamp(0.0, 9.0) as usize;
    let text = match percent {
        true => format!("{:.decimals$} %", value * 100.0),
        false => format!("{value:.decimals$}"),
    };
    if text.starts_with("-0") && text.trim_start_matches(['-', '0', '.', ' ', '%']).is_empty() {
        return text[1..].to_string();
    }
    text
}

/// A shape that tells series apart without colour.
fn dot(out: &mut String, x: f64, y: f64, series: usize, title: &str) {
    let fill = SEATS[series % 4];
    let shape = match series % 4 {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5.5\""),
        1 => format!("<rect x=\"{:.1}\" y=\"{:.1}\" width=\"10\" height=\"10\"", x - 5.0, y - 5.0),
        2 => format!("<path d=\"M{x:.1} {:.1}l6.5 11h-13z\"", y - 6.5),
        _ => format!("<path d=\"M{x:.1} {:.1}l6.5 6.5-6.5 6.5-6.5-6.5z\"", y - 6.5),
    };
    let _ = write!(out, "{shape} fill=\"{fill}\"><title>{}</title>", escaped(title));
    let end = shape.split([' ', '<']).find(|word| !word.is_empty()).unwrap_or("path");
    let _ = writeln!(out, "</{end}>");
}

/// Rows of dots with their intervals, on one axis.
pub fn dots(title: &str, rows: &[Row], series: &[String], percent: bool, zero: bool) -> String {
    let ends = rows.iter().flat_map(|row| {
        let figures = row.figures.iter().flat_map(|(_, it)| {
            let (low, high) = it.ends.unwrap_or((it.mean, it.mean));
            [low, high]
        });
        figures.chain(row.mark)
    });
    let ends: Vec<f64> = ends.chain(zero.then_some(0.0)).collect();
    let (least, most) = (
        ends.iter().copied().fold(f64::INFINITY, f64::min),
        ends.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    );
    if !least.is_finite() {
        return String::new();
    }
    let step = round_step((most - least).max(1e-9));
    let (from, to) = ((least / step).floor() * step, (most / step).ceil() * step);
    let to = if to <= from { from + step } else { to };
    let legend = if series.len() > 1 { 30.0 } else { 6.0 };
    let height = legend + rows.len() as f64 * ROW + 34.0;
    let x = |value: f64| LEFT + (value - from) / (to - from) * (WIDTH - LEFT - 24.0);
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{}\">\n",
        escaped(title)
    );
    if series.len() > 1 {
        for (at, name) in series.iter().enumerate() {
            let left = LEFT + at as f64 * 110.0;
            dot(&mut out, left + 6.0, 12.0, at, name);
            let _ =
                writeln!(out, "<text x=\"{:.1}\" y=\"17\">{}</text>", left + 18.0, escaped(name));
        }
    }
    let bottom = legend + rows.len() as f64 * ROW;
    let ticks = ((to - from) / step).round() as u32;
    for tick in 0..=ticks {
        let value = from + f64::from(tick) * step;
        let at = x(value);
        let _ = writeln!(out, "<path class=\"grid\" d=\"M{at:.1} {legend:.1}V{bottom:.1}\"/>");
        let _ = writeln!(
            out,
            "<text class=\"faint\" x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 18.0,
            label(value, percent, step)
        );
    }
    for (at, row) in rows.iter().enumerate() {
        let y = legend + (at as f64 + 0.5) * ROW;
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 12.0,
            y + 4.5,
            escaped(&shortened(&row.name, 42))
        );
        if let Some(mark) = row.mark {
            let at = x(mark);
            let (top, end) = (y - ROW / 2.0, y + ROW / 2.0);
            let _ = writeln!(out, "<path class=\"fair\" d=\"M{at:.1} {top:.1}V{end:.1}\"/>");
        }
        let count = row.figures.len().max(1) as f64;
        for (nth, (number, figure)) in row.figures.iter().enumerate() {
            let y = y + (nth as f64 - (count - 1.0) / 2.0) * (ROW - 12.0) / count;
            if let Some((low, high)) = figure.ends {
                let (from, to) = (x(low), x(high));
                let colour = SEATS[number % 4];
                let _ = writeln!(
                    out,
                    "<path d=\"M{from:.1} {y:.1}H{to:.1}\" stroke=\"{colour}\" stroke-width=\"2.5\"/>"
                );
            }
            let scale = if percent { 100.0 } else { 1.0 };
            let unit = if percent { " %" } else { "" };
            let interval = figure.ends.map_or(String::new(), |(low, high)| {
                format!(" [{:.2}, {:.2}]", low * scale, high * scale)
            });
            let who = series.get(*number).map_or("", String::as_str);
            let says = format!("{} {who}: {:.2}{unit}{interval}", row.name, figure.mean * scale);
            dot(&mut out, x(figure.mean), y, *number, &says);
        }
    }
    out + "</svg>\n"
}

/// Bars that are parts of a whole.
pub fn stacked(title: &str, rows: &[(String, Vec<f64>)], parts: &[String]) -> String {
    const TINTS: [&str; 8] =
        ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999"];
    let legend = 28.0 + (parts.len() / 6) as f64 * 20.0;
    let height = legend + rows.len() as f64 * ROW + 8.0;
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{}\">\n",
        escaped(title)
    );
    for (at, name) in parts.iter().enumerate() {
        let (x, y) = (20.0 + (at % 6) as f64 * 164.0, 4.0 + (at / 6) as f64 * 20.0);
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"12\" height=\"12\" fill=\"{}\"/><text x=\"{}\" y=\"{}\">{}</text>",
            TINTS[at % 8],
            x + 18.0,
            y + 11.0,
            escaped(name)
        );
    }
    for (at, (name, values)) in rows.iter().enumerate() {
        let y = legend + at as f64 * ROW;
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 12.0,
            y + 15.0,
            escaped(&shortened(name, 42))
        );
        let total: f64 = values.iter().map(|value| value.max(0.0)).sum::<f64>().max(1e-9);
        let mut x = LEFT;
        for (part, value) in values.iter().enumerate() {
            let width = value.max(0.0) / total * (WIDTH - LEFT - 24.0);
            let says = format!("{name}, {}: {:.1} %", parts[part], 100.0 * value / total);
            let _ = writeln!(
                out,
                "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{:.1}\" fill=\"{}\" stroke=\"var(--panel)\"><title>{}</title></rect>",
                y + 3.0,
                ROW - 6.0,
                TINTS[part % 8],
                escaped(&says)
            );
            // Parts that have room say how much they are.
            if width > 34.0 {
                let _ = writeln!(
                    out,
                    "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" style=\"fill:{};font-size:11px\">{:.0}</text>",
                    x + width / 2.0,
                    y + 16.5,
                    if part % 8 == 0 { "#fff" } else { "#000" },
                    100.0 * value / total
                );
            }
            x += width;
        }
    }
    out + "</svg>\n"
}

/// Distributions as lines over the same values.
pub fn lines(title: &str, series: &[(String, Vec<(f64, f64)>)]) -> String {
    let points = || series.iter().flat_map(|(_, line)| line.iter());
    let (least, most) = (
        points().map(|it| it.0).fold(f64::INFINITY, f64::min),
        points().map(|it| it.0).fold(f64::NEG_INFINITY, f64::max),
    );
    let high = points().map(|it| it.1).fold(0.0, f64::max);
    if !least.is_finite() || high <= 0.0 {
        return String::new();
    }
    let (left, top, bottom) = (50.0, 30.0, 290.0);
    let span = (most - least).max(1.0);
    let x = |value: f64| left + (value - least) / span * (WIDTH - left - 20.0);
    let y = |share: f64| bottom - share / high * (bottom - top - 10.0);
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} 330\" role=\"img\" aria-label=\"{}\">\n",
        escaped(title)
    );
    let step = round_step(high);
    for tick in 0..=((high / step).floor() as u32) {
        let value = f64::from(tick) * step;
        let at = y(value);
        let _ = writeln!(out, "<path class=\"grid\" d=\"M{left} {at:.1}H{:.1}\"/>", WIDTH - 20.0);
        let _ = writeln!(
            out,
            "<text class=\"faint\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 8.0,
            at + 4.0,
            label(value, true, step)
        );
    }
    let step = round_step(span).max(1.0);
    let mut value = (least / step).ceil() * step;
    while value <= most {
        let _ = writeln!(
            out,
            "<text class=\"faint\" x=\"{:.1}\" y=\"310\" text-anchor=\"middle\">{value:.0}</text>",
            x(value)
        );
        value += step;
    }
    const DASHES: [&str; 4] = ["none", "8 4", "2 4", "10 4 2 4"];
    for (at, (name, line)) in series.iter().enumerate() {
        let path: Vec<String> = line
            .iter()
            .map(|(value, share)| format!("{:.1} {:.1}", x(*value), y(*share)))
            .collect();
        let (colour, dashes) = (SEATS[at % 4], DASHES[(at + at / 4) % 4]);
        let _ = writeln!(
            out,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"><title>{}</title></path>",
            path.join("L"),
            escaped(name)
        );
        let left = 60.0 + (at % 3) as f64 * 315.0;
        let top = 8.0 + (at / 3) as f64 * 16.0;
        let _ = writeln!(
            out,
            "<path d=\"M{left} {top}h26\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/><text x=\"{}\" y=\"{}\">{}</text>",
            left + 32.0,
            top + 4.0,
            escaped(&shortened(name, 36))
        );
    }
    out + "</svg>\n"
}

/// A name that fits.
fn shortened(name: &str, most: usize) -> String {
    match name.chars().count() > most {
        true => name.chars().take(most - 1).chain(['…']).collect(),
        false => name.to_string(),
    }
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
