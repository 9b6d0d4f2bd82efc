//! The charts of a report, as SVG within its page.

mod axis;
mod dots;
mod lines;
mod stacked;

use maud::{Markup, html};
use towerlab_engine::lab::scenario::results::MetricResult;

pub use dots::{DotChart, DotRow, dots};
pub use lines::{Line, lines};
pub use stacked::{StackedRow, stacked};

/// The width of a chart.
const WIDTH: f64 = 1010.0;
/// Where the names of cases end and the chart begins.
const LEFT: f64 = 300.0;
/// The height of a row.
const ROW: f64 = 26.0;
/// How many characters of a name fit beside a chart.
const NAME_LENGTH: usize = 42;

/// A mean with its interval.
#[derive(Clone, Copy)]
pub struct Measured {
    /// The mean.
    pub mean: f64,
    /// The ends of the interval.
    pub interval: Option<(f64, f64)>,
}

impl Measured {
    /// The mean and interval of a metric.
    pub fn of(metric: &MetricResult) -> Measured {
        Measured { mean: metric.mean, interval: metric.low.zip(metric.high) }
    }
}

/// A drawing with a title for screen readers.
fn svg(title: &str, height: f64, body: &Markup) -> Markup {
    let view_box = format!("0 0 {WIDTH} {height:.0}");
    html! { svg viewBox=(view_box) role="img" aria-label=(title) { (body) } }
}

/// The name of a row, left of its chart.
fn row_name(name: &str, y: f64) -> Markup {
    let (x, y) = (px(LEFT - 12.0), px(y));
    html! { text x=(x) y=(y) text-anchor="end" { (shorten(name, NAME_LENGTH)) } }
}

/// A length with one decimal.
fn px(value: f64) -> String {
    format!("{value:.1}")
}

/// A name that fits.
fn shorten(name: &str, most: usize) -> String {
    if name.chars().count() > most {
        name.chars().take(most - 1).chain(['…']).collect()
    } else {
        name.to_string()
    }
}
