//! Bars that show the parts of a whole.

use maud::{Markup, html};

use super::{LEFT, ROW, WIDTH, px, row_name, svg};

const TINTS: [&str; 8] =
    ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999"];
/// How many parts fit on a line of the legend.
const LEGEND_COLUMNS: usize = 6;
/// A part that is at least so wide shows its share.
const LABEL_WIDTH: f64 = 34.0;

/// One bar.
pub struct StackedRow {
    /// What it is called.
    pub name: String,
    /// How much each part is.
    pub values: Vec<f64>,
}

/// Draws a bar for each row.
pub fn stacked(title: &str, rows: &[StackedRow], parts: &[String]) -> Markup {
    let top = 28.0 + (parts.len() / LEGEND_COLUMNS) as f64 * 20.0;
    let body = html! {
        (legend(parts))
        @for (at, row) in rows.iter().enumerate() { (bar(row, parts, top + at as f64 * ROW)) }
    };
    svg(title, top + rows.len() as f64 * ROW + 8.0, &body)
}

fn legend(parts: &[String]) -> Markup {
    html! {
        @for (at, name) in parts.iter().enumerate() {
            @let x = 20.0 + (at % LEGEND_COLUMNS) as f64 * 164.0;
            @let y = 4.0 + (at / LEGEND_COLUMNS) as f64 * 20.0;
            rect x=(x) y=(y) width="12" height="12" fill=(TINTS[at % 8]) {}
            text x=(x + 18.0) y=(y + 11.0) { (name) }
        }
    }
}

fn bar(row: &StackedRow, parts: &[String], y: f64) -> Markup {
    let total: f64 = row.values.iter().map(|value| value.max(0.0)).sum::<f64>().max(1e-9);
    let mut x = LEFT;
    let pieces = row.values.iter().enumerate().map(|(part, value)| {
        let (left, width) = (x, value.max(0.0) / total * (WIDTH - LEFT - 24.0));
        x += width;
        let percent = 100.0 * value / total;
        html! {
            rect x=(px(left)) y=(px(y + 3.0)) width=(px(width)) height=(px(ROW - 6.0))
                fill=(TINTS[part % 8]) stroke="var(--panel)" {
                title { (format!("{}, {}: {percent:.1} %", row.name, parts[part])) }
            }
            @if width > LABEL_WIDTH {
                @let colour = if part % 8 == 0 { "#fff" } else { "#000" };
                text x=(px(left + width / 2.0)) y=(px(y + 16.5)) text-anchor="middle"
                    style=(format!("fill:{colour};font-size:11px")) { (format!("{percent:.0}")) }
            }
        }
    });
    let pieces: Vec<Markup> = pieces.collect();
    html! {
        (row_name(&row.name, y + 15.0))
        @for piece in &pieces { (piece) }
    }
}
