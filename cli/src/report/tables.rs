//! The tables of a report, to sort and to copy.

use maud::{Markup, html};
use towerlab_engine::lab::scenario::results::{CaseResults, MetricResult};

/// A column of the first table.
struct Column {
    metric: &'static str,
    heading: &'static str,
    scale: f64,
}

const COLUMNS: [Column; 6] = [
    Column { metric: "turns", heading: "turns", scale: 1.0 },
    Column { metric: "points", heading: "points", scale: 1.0 },
    Column { metric: "margin", heading: "margin", scale: 1.0 },
    Column { metric: "lead_changes", heading: "lead changes", scale: 1.0 },
    Column { metric: "close", heading: "close games, %", scale: 100.0 },
    Column { metric: "seat_spread", heading: "seat spread, %", scale: 100.0 },
];

const METRIC_HEADINGS: [&str; 9] =
    ["case", "seat", "metric", "n", "mean", "low", "high", "difference", "p (Holm)"];

/// A table of the cases, and one of every metric.
pub fn tables(cases: &[CaseResults]) -> Markup {
    html! {
        h2 { "Tables" }
        div.panel.tables {
            (summary_table(cases))
            details {
                summary { "Every metric" }
                (metric_table(cases))
            }
        }
    }
}

fn summary_table(cases: &[CaseResults]) -> Markup {
    let seats = cases.iter().map(|case| case.players).max().unwrap_or(0);
    let mut headings: Vec<String> = vec!["case".into(), "players".into(), "games".into()];
    headings.extend((0..seats).map(|seat| format!("seat {seat} wins, %")));
    headings.extend(COLUMNS.iter().map(|column| column.heading.to_string()));
    let rows = html! {
        @for case in cases {
            tr {
                td { (case.case) }
                td { (case.players) }
                td { (case.games) }
                @for seat in 0..seats {
                    (number(case.metric("win_share", Some(seat)).map(|share| share.mean * 100.0)))
                }
                @for column in &COLUMNS {
                    (number(case.metric(column.metric, None).map(|it| it.mean * column.scale)))
                }
            }
        }
    };
    sortable_table("summary", &headings, &rows)
}

fn metric_table(cases: &[CaseResults]) -> Markup {
    let rows = html! {
        @for case in cases {
            @for metric in &case.metrics { (metric_row(case, metric)) }
        }
    };
    sortable_table("metrics", &METRIC_HEADINGS.map(String::from), &rows)
}

fn metric_row(case: &CaseResults, metric: &MetricResult) -> Markup {
    html! {
        tr {
            td { (case.case) }
            td { @if let Some(seat) = metric.seat { (seat) } }
            td.text { (metric.metric) }
            td { (metric.n) }
            (number(Some(metric.mean)))
            (number(metric.low))
            (number(metric.high))
            (number(metric.difference.map(|difference| difference.mean)))
            (cell(metric.difference.and_then(|difference| difference.p), 4))
        }
    }
}

/// A table that sorts by a click on a heading, with a button to copy it.
fn sortable_table(id: &str, headings: &[String], rows: &Markup) -> Markup {
    html! {
        button.copy type="button" data-of=(id) { "Copy for a spreadsheet" }
        table.sortable id=(id) {
            thead {
                tr {
                    @for heading in headings {
                        th scope="col" { button type="button" { (heading) } }
                    }
                }
            }
            tbody { (rows) }
        }
    }
}

fn number(value: Option<f64>) -> Markup {
    cell(value, 2)
}

/// A cell that sorts by its exact value.
fn cell(value: Option<f64>, decimals: usize) -> Markup {
    html! {
        @if let Some(value) = value {
            td data-value=(format!("{value:.6}")) { (format!("{value:.decimals$}")) }
        } @else {
            td {}
        }
    }
}
