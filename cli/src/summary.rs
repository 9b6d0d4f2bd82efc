//! The results of a scenario, for people at a terminal.

use std::io::Write;

use towerlab_engine::lab::scenario::Results;
use towerlab_engine::lab::scenario::results::{CaseResults, MetricResult};

use crate::failure::Failure;
use crate::output;

/// How many findings of each kind are shown; the files have all of them.
const MOST_FINDINGS: usize = 12;

/// Prints the table of cases and the findings.
pub fn print_summary(results: &Results) -> Result<(), Failure> {
    let mut out = output::stdout();
    writeln!(out, "{}", output::bold(&results.title))?;
    if !results.question.is_empty() {
        writeln!(out, "{}", results.question)?;
    }
    writeln!(out)?;
    let seats = results.cases.iter().map(|case| case.players).max().unwrap_or(0);
    let mut header: Vec<String> =
        ["case", "games", "turns", "points", "margin"].map(String::from).into();
    if seats > 1 {
        header.extend((0..seats).map(|seat| format!("seat {seat} wins")));
    }
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let rows: Vec<Vec<String>> = results.cases.iter().map(|case| case_row(case, seats)).collect();
    write!(out, "{}", output::table(&header, &rows))?;
    writeln!(out, "\n± is half of a 95 % interval. Seed {}.\n", results.seed)?;
    for finding in shown_findings(results) {
        writeln!(out, "- {finding}")?;
    }
    Ok(())
}

/// The first findings of each kind, as sentences.
pub fn shown_findings(results: &Results) -> Vec<String> {
    let mut sentences = Vec::new();
    for kind in results.findings.chunk_by(|one, other| one.about == other.about) {
        sentences.extend(kind.iter().take(MOST_FINDINGS).map(|finding| finding.text.clone()));
        if kind.len() > MOST_FINDINGS {
            let more = kind.len() - MOST_FINDINGS;
            sentences.push(format!("({more} more of these are in results.json)"));
        }
    }
    sentences
}

fn case_row(case: &CaseResults, seats: u8) -> Vec<String> {
    let whole_game = |name: &str| {
        case.metric(name, None).map_or_else(String::new, |metric| mean_with_error(metric, 1.0))
    };
    let mut cells = vec![case.case.clone(), case.games.to_string()];
    cells.extend([whole_game("turns"), whole_game("points"), whole_game("margin")]);
    if seats > 1 {
        cells.extend((0..seats).map(|seat| {
            let share = case.metric("win_share", Some(seat));
            share.map_or_else(String::new, |share| format!("{} %", mean_with_error(share, 100.0)))
        }));
    }
    cells
}

/// A mean and half of its interval, with as many decimals as the interval deserves.
fn mean_with_error(metric: &MetricResult, scale: f64) -> String {
    let half = metric.high.zip(metric.low).map(|(high, low)| (high - low) / 2.0 * scale);
    let digits = if half.is_some_and(|half| half < 0.05) { 2 } else { 1 };
    let half = half.map_or_else(String::new, |half| format!(" ±{half:.digits$}"));
    format!("{:.digits$}{half}", metric.mean * scale)
}
