//! The workbook of a scenario's results.

use rust_xlsxwriter::{
    ConditionalFormat3ColorScale, ConditionalFormatFormula, ConditionalFormatType, Format, Formula,
    Workbook, Worksheet, XlsxError, utility,
};
use serde_json::Value;
use towerlab_engine::scenario::sheet::{Cell, Sheet};
use towerlab_engine::scenario::{Plan, Results};

use super::{Looks, charts, new, page, table};
use crate::answer::sentences;

/// The columns of the key table behind those of the case.
const KEY_METRICS: [&str; 5] = ["games", "turns", "points", "margin", "seat_spread"];
/// The columns over which sentences go.
const ACROSS: u16 = 9;
const ABOVE: &str = "F4B183";
const BELOW: &str = "9DC3E6";

/// The workbook of a scenario's results, as bytes.
pub fn results(results: &Results, plan: &Plan, manifest: &Value) -> Result<Vec<u8>, XlsxError> {
    let mut book = new(&results.title)?;
    let looks = Looks::new();
    answer(book.add_worksheet().set_name("Answer")?, results, &looks)?;
    page(&mut book, "Summary", &results.summary(), &looks, false)?;
    page(&mut book, "Seats", &results.seats(), &looks, false)?;
    colour_seats(&mut book, &results.seats())?;
    let objectives = results.objectives();
    if !objectives.rows.is_empty() {
        page(&mut book, "Objectives", &objectives, &looks, false)?;
    }
    page(&mut book, "Metrics", &results.rows(), &looks, false)?;
    page(&mut book, "Scores", &results.scores(), &looks, true)?;
    page(&mut book, "Cases", &results.case_table(plan), &looks, false)?;
    page(&mut book, "Chart data", &results.chart_data(), &looks, false)?;
    about(book.add_worksheet().set_name("About")?, results, manifest, &looks)?;
    book.save_to_buffer()
}

/// The sentences, the table that is looked at first, and the charts.
fn answer(page: &mut Worksheet, results: &Results, looks: &Looks) -> Result<(), XlsxError> {
    page.set_screen_gridlines(false);
    page.merge_range(0, 0, 0, ACROSS, &results.title, &looks.title)?;
    page.set_row_height(0, 24.0 * (1 + results.title.chars().count() / 90) as f64)?;
    let mut row = 1;
    let mut sentence = |page: &mut Worksheet, text: &str, format: &Format| {
        page.merge_range(row, 0, row, ACROSS, text, format)?;
        // About 160 characters fit on a line.
        page.set_row_height(row, 16.0 * (1 + text.chars().count() / 160) as f64)?;
        row += 1;
        Ok::<u32, XlsxError>(row)
    };
    if !results.question.is_empty() {
        sentence(page, &results.question, &looks.faint)?;
    }
    for finding in sentences(results) {
        sentence(page, &format!("• {finding}"), &looks.text)?;
    }
    let top = sentence(page, "", &looks.text)?;
    let key = key_table(results);
    table(page, &key, top, looks, false)?;
    page.set_column_width(0, 40)?;
    let last = top + key.rows.len() as u32;
    // Coloured where the interval, which the summary has, leaves out a fair share.
    let summary = results.summary();
    for (column, name) in (0..).zip(&key.header).filter(|(_, name)| name.ends_with("win_share")) {
        let Some(at) = summary.header.iter().position(|it| it == name) else { continue };
        let end = |offset: u16| {
            let letter = utility::column_number_to_name(at as u16 + offset);
            format!("Summary!${letter}2")
        };
        let (low, high, fair) = (end(1), end(2), format!("1/$B{}", top + 2));
        for (rule, colour) in [
            (format!("=AND(ISNUMBER({low}),{low}>{fair})"), ABOVE),
            (format!("=AND(ISNUMBER({high}),{high}<{fair})"), BELOW),
        ] {
            let format = Format::new().set_background_color(colour);
            let rule = ConditionalFormatFormula::new().set_rule(Formula::new(rule));
            page.add_conditional_format(top + 1, column, last, column, &rule.set_format(format))?;
        }
    }
    charts::insert(page, results, last + 2)?;
    page.set_print_fit_to_pages(1, 1);
    Ok(())
}

/// The columns of the summary that answer most questions.
fn key_table(results: &Results) -> Sheet {
    let summary = results.summary();
    let is_key = |name: &String| {
        KEY_METRICS.contains(&name.as_str())
            || name.ends_with("_win_share")
            || ["case", "players"].contains(&name.as_str())
            || results.parameters.contains(name)
    };
    // Alone nobody has a margin.
    let has_some = |at: usize| summary.rows.iter().any(|row| row[at] != Cell::Empty);
    let kept: Vec<usize> = (0..summary.header.len())
        .filter(|at| is_key(&summary.header[*at]) && has_some(*at))
        .collect();
    let pick = |row: &Vec<Cell>| kept.iter().map(|at| row[*at].clone()).collect();
    Sheet {
        header: kept.iter().map(|at| summary.header[*at].clone()).collect(),
        rows: summary.rows.iter().map(pick).collect(),
    }
}

/// Orange for seats that win more than their share, blue for those that win less.
fn colour_seats(book: &mut Workbook, seats: &Sheet) -> Result<(), XlsxError> {
    let page = book.worksheet_from_name("Seats")?;
    let column = seats.header.iter().position(|name| name == "advantage").unwrap_or(0) as u16;
    let scale = ConditionalFormat3ColorScale::new()
        .set_minimum(ConditionalFormatType::Number, -0.1)
        .set_midpoint(ConditionalFormatType::Number, 0)
        .set_maximum(ConditionalFormatType::Number, 0.1)
        .set_minimum_color(BELOW)
        .set_midpoint_color("FFFFFF")
        .set_maximum_color(ABOVE);
    page.add_conditional_format(1, column, seats.rows.len().max(1) as u32, column, &scale)?;
    Ok(())
}

/// What was run, and how well its components are known.
fn about(
    page: &mut Worksheet,
    results: &Results,
    manifest: &Value,
    looks: &Looks,
) -> Result<(), XlsxError> {
    let mut agents: Vec<String> =
        results.cases.iter().flat_map(|case| case.agents.iter().cloned()).collect();
    agents.sort();
    agents.dedup();
    let games: u64 = results.cases.iter().map(|case| case.games).sum();
    let mut lines = vec![
        ("game", results.game.clone()),
        ("seed", results.seed.to_string()),
        ("games", games.to_string()),
        ("agents", agents.join(", ")),
        ("engine", format!("towerlab {}", results.engine)),
        ("fingerprint", results.fingerprint.clone()),
        ("intervals", "95 %; cases are compared game by game on common random numbers".into()),
        ("p_holm", "corrected by Holm for all differences tested together".into()),
        (
            "colours",
            "orange: more than a fair share of wins, beyond noise on the first sheet; blue: less"
                .into(),
        ),
        ("run again", "save the sheet Cases and pass this workbook to `towerlab run`".into()),
    ];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    for set in manifest["components"].as_array().into_iter().flatten() {
        lines.push(("components", text(&set["id"])));
        for part in set["parts"].as_array().into_iter().flatten() {
            lines.push(("", format!("{}: {}", text(&part["file"]), text(&part["holds"]))));
            for claim in part["claims"].as_array().into_iter().flatten() {
                let (how, of) = (text(&claim["provenance"]), text(&claim["of"]));
                lines.push(("", format!("{how}: {of} ({})", text(&claim["source"]))));
            }
        }
    }
    lines.push(("unofficial", "games and names belong to their owners".into()));
    page.set_column_width(0, 14)?.set_column_width(1, 110)?;
    let bold = Format::new().set_bold();
    for (row, (name, value)) in (0..).zip(&lines) {
        page.write_string_with_format(row, 0, *name, &bold)?;
        match value.parse::<f64>() {
            Ok(number) if *name == "seed" || *name == "games" => {
                page.write_number_with_format(row, 1, number, &looks.whole)?
            }
            _ => page.write_string_with_format(row, 1, value, &looks.text)?,
        };
    }
    Ok(())
}
