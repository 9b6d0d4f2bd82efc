//! Distributions as lines over the same values.

use maud::{Markup, html};
use towerlab_engine::games::draw::SEATS;

use super::axis::{label, round_step};
use super::{WIDTH, px, shorten, svg};

const LEFT: f64 = 50.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 290.0;
const HEIGHT: f64 = 330.0;
const DASHES: [&str; 4] = ["none", "8 4", "2 4", "10 4 2 4"];

/// A line of the chart.
pub struct Line {
    /// What it is called.
    pub name: String,
    /// Values and their shares.
    pub points: Vec<(f64, f64)>,
}

/// What the axes cover.
struct Axes {
    least: f64,
    most: f64,
    high: f64,
}

impl Axes {
    fn new(series: &[Line]) -> Option<Axes> {
        let points = || series.iter().flat_map(|line| line.points.iter());
        let least = points().map(|it| it.0).fold(f64::INFINITY, f64::min);
        let most = points().map(|it| it.0).fold(f64::NEG_INFINITY, f64::max);
        let high = points().map(|it| it.1).fold(0.0, f64::max);
        (least.is_finite() && high > 0.0).then_some(Axes { least, most, high })
    }

    fn span(&self) -> f64 {
        (self.most - self.least).max(1.0)
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + (value - self.least) / self.span() * (WIDTH - LEFT - 20.0)
    }

    fn y(&self, share: f64) -> f64 {
        BOTTOM - share / self.high * (BOTTOM - TOP - 10.0)
    }
}

/// Draws a line for each distribution; nothing without values.
pub fn lines(title: &str, series: &[Line]) -> Option<Markup> {
    let axes = Axes::new(series)?;
    let body = html! {
        (share_marks(&axes))
        (value_marks(&axes))
        @for (at, line) in series.iter().enumerate() { (draw_line(&axes, at, line)) }
    };
    Some(svg(title, HEIGHT, &body))
}

fn share_marks(axes: &Axes) -> Markup {
    let step = round_step(axes.high);
    html! {
        @for mark in 0..=((axes.high / step).floor() as u32) {
            @let value = f64::from(mark) * step;
            @let y = axes.y(value);
            path.grid d=(format!("M{LEFT} {y:.1}H{:.1}", WIDTH - 20.0)) {}
            text.faint x=(px(LEFT - 8.0)) y=(px(y + 4.0)) text-anchor="end" {
                (label(value, true, step))
            }
        }
    }
}

fn value_marks(axes: &Axes) -> Markup {
    let step = round_step(axes.span()).max(1.0);
    let first = (axes.least / step).ceil() * step;
    let marks = std::iter::successors(Some(first), |value| Some(value + step));
    html! {
        @for value in marks.take_while(|value| *value <= axes.most) {
            text.faint x=(px(axes.x(value))) y="310" text-anchor="middle" {
                (format!("{value:.0}"))
            }
        }
    }
}

fn draw_line(axes: &Axes, at: usize, line: &Line) -> Markup {
    let points: Vec<String> = line
        .points
        .iter()
        .map(|(value, share)| format!("{:.1} {:.1}", axes.x(*value), axes.y(*share)))
        .collect();
    let (colour, dashes) = (SEATS[at % 4], DASHES[(at + at / 4) % 4]);
    let (left, top) = (60.0 + (at % 3) as f64 * 315.0, 8.0 + (at / 3) as f64 * 16.0);
    html! {
        path d=(format!("M{}", points.join("L"))) fill="none" stroke=(colour) stroke-width="2"
            stroke-dasharray=(dashes) {
            title { (line.name) }
        }
        path d=(format!("M{left} {top}h26")) stroke=(colour) stroke-width="2"
            stroke-dasharray=(dashes) {}
        text x=(left + 32.0) y=(top + 4.0) { (shorten(&line.name, 36)) }
    }
}
