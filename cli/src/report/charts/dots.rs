//! Rows of dots with their intervals, on one axis.

use maud::{Markup, html};
use towerlab_engine::games::draw::SEATS;

use super::axis::{label, round_step};
use super::{LEFT, Measured, ROW, WIDTH, px, row_name, svg};

/// What a dot chart shows.
pub struct DotChart<'a> {
    /// Its title, for screen readers.
    pub title: &'a str,
    /// The names of several series; none for a single one.
    pub series: &'a [String],
    /// Whether values are shares.
    pub percent: bool,
    /// Whether the axis includes zero.
    pub zero: bool,
}

/// One row of a dot chart.
pub struct DotRow {
    /// What it is called.
    pub name: String,
    /// Its values, each with the number of its series.
    pub values: Vec<(usize, Measured)>,
    /// A mark to compare with.
    pub mark: Option<f64>,
}

/// The values from one end of an axis to the other.
struct Axis {
    from: f64,
    to: f64,
    step: f64,
}

impl Axis {
    /// An axis that covers all values and ends on round numbers; none without values.
    fn new(rows: &[DotRow], zero: bool) -> Option<Axis> {
        let ends = rows.iter().flat_map(|row| {
            let intervals = row.values.iter().flat_map(|(_, value)| {
                let (low, high) = value.interval.unwrap_or((value.mean, value.mean));
                [low, high]
            });
            intervals.chain(row.mark)
        });
        let ends: Vec<f64> = ends.chain(zero.then_some(0.0)).collect();
        let least = ends.iter().copied().fold(f64::INFINITY, f64::min);
        let most = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if rows.is_empty() || !least.is_finite() {
            return None;
        }
        let step = round_step((most - least).max(1e-9));
        let (from, to) = ((least / step).floor() * step, (most / step).ceil() * step);
        Some(Axis { from, to: if to <= from { from + step } else { to }, step })
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + (value - self.from) / (self.to - self.from) * (WIDTH - LEFT - 24.0)
    }

    /// The values of the marks.
    fn marks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.to - self.from) / self.step).round() as u32;
        (0..=count).map(|mark| self.from + f64::from(mark) * self.step)
    }
}

/// Draws a dot chart; nothing without values.
pub fn dots(chart: &DotChart<'_>, rows: &[DotRow]) -> Option<Markup> {
    let axis = Axis::new(rows, chart.zero)?;
    let top = if chart.series.len() > 1 { 30.0 } else { 6.0 };
    let bottom = top + rows.len() as f64 * ROW;
    let body = html! {
        @if chart.series.len() > 1 { (legend(chart.series)) }
        @for value in axis.marks() {
            @let x = px(axis.x(value));
            path.grid d=(format!("M{x} {top:.1}V{bottom:.1}")) {}
            text.faint x=(x) y=(px(bottom + 18.0)) text-anchor="middle" {
                (label(value, chart.percent, axis.step))
            }
        }
        @for (at, row) in rows.iter().enumerate() {
            (dot_row(chart, &axis, row, top + (at as f64 + 0.5) * ROW))
        }
    };
    Some(svg(chart.title, bottom + 34.0, &body))
}

fn legend(series: &[String]) -> Markup {
    html! {
        @for (at, name) in series.iter().enumerate() {
            @let left = LEFT + at as f64 * 110.0;
            (dot(left + 6.0, 12.0, at, name))
            text x=(px(left + 18.0)) y="17" { (name) }
        }
    }
}

fn dot_row(chart: &DotChart<'_>, axis: &Axis, row: &DotRow, y: f64) -> Markup {
    let count = row.values.len().max(1) as f64;
    let offset = |nth: usize| (nth as f64 - (count - 1.0) / 2.0) * (ROW - 12.0) / count;
    html! {
        (row_name(&row.name, y + 4.5))
        @if let Some(mark) = row.mark {
            @let x = px(axis.x(mark));
            path.fair d=(format!("M{x} {}V{}", px(y - ROW / 2.0), px(y + ROW / 2.0))) {}
        }
        @for (nth, (number, value)) in row.values.iter().enumerate() {
            @let y = y + offset(nth);
            @if let Some((low, high)) = value.interval {
                path d=(format!("M{} {y:.1}H{}", px(axis.x(low)), px(axis.x(high))))
                    stroke=(SEATS[number % 4]) stroke-width="2.5" {}
            }
            (dot(axis.x(value.mean), y, *number, &tooltip(chart, row, *number, value)))
        }
    }
}

fn tooltip(chart: &DotChart<'_>, row: &DotRow, number: usize, value: &Measured) -> String {
    let (scale, unit) = if chart.percent { (100.0, " %") } else { (1.0, "") };
    let interval = value.interval.map_or_else(String::new, |(low, high)| {
        format!(" [{:.2}, {:.2}]", low * scale, high * scale)
    });
    let series = chart.series.get(number).map_or("", String::as_str);
    format!("{} {series}: {:.2}{unit}{interval}", row.name, value.mean * scale)
}

/// A dot whose shape shows its series without colour.
fn dot(x: f64, y: f64, series: usize, tooltip: &str) -> Markup {
    let fill = SEATS[series % 4];
    let title = html! { title { (tooltip) } };
    match series % 4 {
        0 => html! { circle cx=(px(x)) cy=(px(y)) r="5.5" fill=(fill) { (title) } },
        1 => html! {
            rect x=(px(x - 5.0)) y=(px(y - 5.0)) width="10" height="10" fill=(fill) { (title) }
        },
        2 => html! {
            path d=(format!("M{x:.1} {:.1}l6.5 11h-13z", y - 6.5)) fill=(fill) { (title) }
        },
        _ => html! {
            path d=(format!("M{x:.1} {:.1}l6.5 6.5-6.5 6.5-6.5-6.5z", y - 6.5)) fill=(fill) {
                (title)
            }
        },
    }
}
