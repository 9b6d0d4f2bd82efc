//! The answer of a scenario, for people at a terminal.

use std::io::Write;

use towerlab_engine::scenario::Results;
use towerlab_engine::scenario::results::{CaseResults, Metric};

use crate::failure::Failure;
use crate::output;

/// The most sentences of a kind that are shown; the files have all of them.
const MOST_SENTENCES: usize = 12;

/// Prints the table of cases and the findings.
pub fn show(results: &Results) -> Result<(), Failure> {
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
    let rows: Vec<Vec<String>> = results.cases.iter().map(|case| row(case, seats)).collect();
    write!(out, "{}", output::table(&header, &rows))?;
    writeln!(out, "\n± is half of a 95 % interval. Seed {}.\n", results.seed)?;
    for sentence in sentences(results) {
        writeln!(out, "- {sentence}")?;
    }
    Ok(())
}

/// The findings, of each kind the first ones.
pub fn sentences(results: &Results) -> Vec<String> {
    let mut sentences = Vec::new();
    for kind in results.findings.chunk_by(|one, other| one.about == other.about) {
        sentences.extend(kind.iter().take(MOST_SENTENCES).map(|finding| finding.text.clone()));
        if kind.len() > MOST_SENTENCES {
            let more = kind.len() - MOST_SENTENCES;
            sentences.push(format!("({more} more of these are in results.json)"));
        }
    }
    sentences
}

fn row(case: &CaseResults, seats: u8) -> Vec<String> {
    let mean = |metric: Option<&Metric>, scale: f64| match metric {
        None => String::new(),
        Some(metric) => {
            let half = metric.high.zip(metric.low).map(|(high, low)| (high - low) / 2.0 * scale);
            let digits = if half.is_some_and(|half| half < 0.05) { 2 } else { 1 };
            let half = half.map_or_else(String::new, |half| format!(" ±{half:.digits$}"));
            format!("{:.digits$}{half}", metric.mean * scale)
        }
    };
    let table = |name: &str| mean(case.metric(name, None), 1.0);
    let mut cells = vec![case.case.clone(), case.games.to_string()];
    cells.extend([table("turns"), table("points"), table("margin")]);
    if seats > 1 {
        cells.extend((0..seats).map(|seat| {
            let share = mean(case.metric("win_share", Some(seat)), 100.0);
            if share.is_empty() { share } else { format!("{share} %") }
        }));
    }
    cells
}
