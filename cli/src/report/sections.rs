//! The sections of a report that show a chart.

use std::collections::BTreeMap;

use maud::{Markup, html};
use towerlab_engine::lab::scenario::results::{CaseResults, ObjectiveResults};

use super::charts::{DotChart, DotRow, Line, Measured, StackedRow, dots, lines, stacked};

/// More cases do not make a readable chart.
const MOST_CASES: usize = 30;
/// The most distributions in a chart.
const MOST_LINES: usize = 6;

/// Every section with a chart that these cases give.
pub fn chart_sections(cases: &[CaseResults]) -> Markup {
    let shown = &cases[..cases.len().min(MOST_CASES)];
    html! {
        @if shown.len() < cases.len() {
            p.question {
                "The charts show the first " (shown.len()) " of " (cases.len())
                " cases, the tables all."
            }
        }
        (win_shares(shown))
        (differences(shown))
        (lengths(shown))
        (scores(cases))
        (sources(shown))
        (objectives(cases))
    }
}

/// A heading, an explanation and a chart; nothing without a chart.
fn section(heading: &str, explanation: &str, chart: Option<Markup>) -> Markup {
    html! {
        @if let Some(chart) = chart {
            h2 { (heading) }
            p { (explanation) }
            div.panel tabindex="0" role="region" aria-label=(heading) { (chart) }
        }
    }
}

fn win_shares(cases: &[CaseResults]) -> Markup {
    let seats = cases.iter().map(|case| case.players).max().unwrap_or(0);
    if seats < 2 {
        return Markup::default();
    }
    let series: Vec<String> = (0..seats).map(|seat| format!("seat {seat}")).collect();
    let row = |case: &CaseResults| {
        let share = |seat: u8| {
            Some((usize::from(seat), Measured::of(case.metric("win_share", Some(seat))?)))
        };
        DotRow {
            name: case.case.clone(),
            values: (0..case.players).filter_map(share).collect(),
            mark: Some(1.0 / f64::from(case.players)),
        }
    };
    let rows: Vec<DotRow> = cases.iter().map(row).collect();
    let chart =
        DotChart { title: "Win share by seat", series: &series, percent: true, zero: false };
    section(
        "Who wins",
        "Share of wins by seat with 95 % intervals; the dashed line is a fair share. One interval in twenty leaves out the line by chance alone; what is beyond noise stands in the sentences above.",
        dots(&chart, &rows),
    )
}

fn differences(cases: &[CaseResults]) -> Markup {
    let metrics =
        [("turns", "turns"), ("points", "points of a player"), ("margin", "margin of the winner")];
    let charts = metrics.iter().filter_map(|(metric, heading)| {
        let row = |case: &CaseResults| {
            let difference = case.metric(metric, None)?.difference?;
            let value = Measured {
                mean: difference.mean,
                interval: Some((difference.low, difference.high)),
            };
            Some(DotRow { name: case.case.clone(), values: vec![(0, value)], mark: Some(0.0) })
        };
        let rows: Vec<DotRow> = cases.iter().filter_map(row).collect();
        let title = format!("Difference in {heading}");
        let chart = DotChart { title: &title, series: &[], percent: false, zero: true };
        let chart = dots(&chart, &rows)?;
        Some(html! { h3 { (heading) } (chart) })
    });
    let charts: Vec<Markup> = charts.collect();
    let all = html! { @for chart in &charts { (chart) } };
    section(
        "Against the baseline",
        "How much a case differs from its baseline, game by game on the same deals, with 95 % intervals. Right of the line is more.",
        (!charts.is_empty()).then_some(all),
    )
}

fn lengths(cases: &[CaseResults]) -> Markup {
    let row = |case: &CaseResults| {
        let turns = Measured::of(case.metric("turns", None)?);
        Some(DotRow { name: case.case.clone(), values: vec![(0, turns)], mark: None })
    };
    let rows: Vec<DotRow> = cases.iter().filter_map(row).collect();
    let chart = DotChart { title: "Turns of a game", series: &[], percent: false, zero: false };
    section("How long", "Turns of a game, mean with its 95 % interval.", dots(&chart, &rows))
}

fn scores(cases: &[CaseResults]) -> Markup {
    let series: Vec<Line> = cases.iter().take(MOST_LINES).map(score_line).collect();
    let which = if cases.len() > MOST_LINES {
        format!(" The first {MOST_LINES} cases.")
    } else {
        String::new()
    };
    let explanation = format!("How often a player ends with so many points.{which}");
    section("Scores", &explanation, lines("Distribution of points", &series))
}

/// How often each number of points came up, over all seats.
fn score_line(case: &CaseResults) -> Line {
    let mut counts: BTreeMap<i32, u64> = BTreeMap::new();
    let points = case.metrics.iter().filter(|it| it.metric == "points" && it.seat.is_some());
    for histogram in points.filter_map(|metric| metric.histogram.as_ref()) {
        histogram.counts().for_each(|(value, n)| *counts.entry(value).or_default() += n);
    }
    let total: u64 = counts.values().sum();
    let share = |value: i32| counts.get(&value).copied().unwrap_or(0) as f64 / total as f64;
    let points = match (counts.keys().next(), counts.keys().next_back()) {
        (Some(least), Some(most)) => {
            (*least..=*most).map(|value| (f64::from(value), share(value))).collect()
        }
        _ => Vec::new(),
    };
    Line { name: case.case.clone(), points }
}

fn sources(cases: &[CaseResults]) -> Markup {
    let Some(first) = cases.first() else { return Markup::default() };
    let names: Vec<&str> = first.points_sources().map(|(name, _)| name).collect();
    let row = |case: &CaseResults| {
        let share = |name: &&str| {
            let found = case.points_sources().find(|(source, _)| source == name);
            found.map_or(0.0, |(_, metric)| metric.mean)
        };
        StackedRow { name: case.case.clone(), values: names.iter().map(share).collect() }
    };
    let rows: Vec<StackedRow> = cases.iter().map(row).collect();
    let parts: Vec<String> = names.iter().map(|name| name.replace('_', " ")).collect();
    let chart = (!parts.is_empty()).then(|| stacked("Points by source", &rows, &parts));
    section("Where points come from", "Parts of all points, in percent.", chart)
}

fn objectives(cases: &[CaseResults]) -> Markup {
    let Some(first) = cases.first() else { return Markup::default() };
    let row = |results: ObjectiveResults<'_>| DotRow {
        name: results.objective.replace('_', " "),
        values: vec![(0, Measured::of(results.reached))],
        mark: None,
    };
    let rows: Vec<DotRow> = first.objectives().map(row).collect();
    let chart = DotChart { title: "Objectives reached", series: &[], percent: true, zero: true };
    let explanation = format!(
        "How many of the players reach an objective when it is in play, in {}.",
        first.case
    );
    section("Objectives", &explanation, dots(&chart, &rows))
}
