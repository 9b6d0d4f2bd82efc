//! The results of a scenario as a spreadsheet.

use rust_xlsxwriter::{
    ConditionalFormat3ColorScale, ConditionalFormatFormula, ConditionalFormatType, Format, Formula,
    Workbook, Worksheet, XlsxError, utility,
};
use towerlab_engine::lab::scenario::Results;
use towerlab_engine::lab::scenario::data_table::{Cell, DataTable};

use super::{CellFormats, add_table_sheet, charts, new_workbook, write_table};
use crate::export::FinishedRun;
use crate::manifest::Manifest;
use crate::summary::shown_findings;

/// The columns of the key table behind those of the case.
const KEY_METRICS: [&str; 5] = ["games", "turns", "points", "margin", "seat_spread"];
/// The columns over which sentences go.
const ACROSS: u16 = 9;
const ABOVE: &str = "F4B183";
const BELOW: &str = "9DC3E6";

/// The spreadsheet of a run, as bytes.
pub fn results_workbook(run: &FinishedRun<'_>) -> Result<Vec<u8>, XlsxError> {
    let results = run.results;
    let mut workbook = new_workbook(&results.title)?;
    let formats = CellFormats::new();
    write_answer(workbook.add_worksheet().set_name("Answer")?, results, &formats)?;
    add_table_sheet(&mut workbook, "Summary", &results.summary(), &formats, false)?;
    add_table_sheet(&mut workbook, "Seats", &results.seats(), &formats, false)?;
    colour_seats(&mut workbook, &results.seats())?;
    let objectives = results.objectives();
    if !objectives.rows.is_empty() {
        add_table_sheet(&mut workbook, "Objectives", &objectives, &formats, false)?;
    }
    add_table_sheet(&mut workbook, "Metrics", &results.rows(), &formats, false)?;
    add_table_sheet(&mut workbook, "Scores", &results.scores(), &formats, true)?;
    if let Some(plan) = run.plan {
        add_table_sheet(&mut workbook, "Cases", &results.case_table(plan), &formats, false)?;
    }
    add_table_sheet(&mut workbook, "Chart data", &results.chart_data(), &formats, false)?;
    write_about(workbook.add_worksheet().set_name("About")?, results, run.manifest, &formats)?;
    workbook.save_to_buffer()
}

/// Writes the findings, the table of the most important columns, and the charts.
fn write_answer(
    sheet: &mut Worksheet,
    results: &Results,
    formats: &CellFormats,
) -> Result<(), XlsxError> {
    sheet.set_screen_gridlines(false);
    let top = write_findings(sheet, results, formats)?;
    let key = key_table(results);
    write_table(sheet, &key, top, formats, false)?;
    sheet.set_column_width(0, 40)?;
    let last = top + key.rows.len() as u32;
    colour_win_shares(sheet, results, &key, top)?;
    charts::insert(sheet, results, last + 2)?;
    sheet.set_print_fit_to_pages(1, 1);
    Ok(())
}

/// Writes title, question and findings, each across the sheet; returns the first row below.
fn write_findings(
    sheet: &mut Worksheet,
    results: &Results,
    formats: &CellFormats,
) -> Result<u32, XlsxError> {
    sheet.merge_range(0, 0, 0, ACROSS, &results.title, &formats.title)?;
    sheet.set_row_height(0, 24.0 * (1 + results.title.chars().count() / 90) as f64)?;
    let mut lines: Vec<(String, &Format)> = Vec::new();
    if !results.question.is_empty() {
        lines.push((results.question.clone(), &formats.faint));
    }
    let findings = shown_findings(results).into_iter();
    lines.extend(findings.map(|finding| (format!("• {finding}"), &formats.text)));
    lines.push((String::new(), &formats.text));
    let mut row = 1;
    for (text, format) in lines {
        sheet.merge_range(row, 0, row, ACROSS, &text, format)?;
        // About 160 characters fit on a line.
        sheet.set_row_height(row, 16.0 * (1 + text.chars().count() / 160) as f64)?;
        row += 1;
    }
    Ok(row)
}

/// Colours the win shares whose interval, which the summary has, excludes a fair share.
fn colour_win_shares(
    sheet: &mut Worksheet,
    results: &Results,
    key: &DataTable,
    top: u32,
) -> Result<(), XlsxError> {
    let (summary, last) = (results.summary(), top + key.rows.len() as u32);
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
            sheet.add_conditional_format(
                top + 1,
                column,
                last,
                column,
                &rule.set_format(format),
            )?;
        }
    }
    Ok(())
}

/// The most important columns of the summary.
fn key_table(results: &Results) -> DataTable {
    let summary = results.summary();
    let is_key = |name: &String| {
        KEY_METRICS.contains(&name.as_str())
            || name.ends_with("_win_share")
            || ["case", "players"].contains(&name.as_str())
            || results.parameters.contains(name)
    };
    // A game for one player has no margin.
    let has_some = |at: usize| summary.rows.iter().any(|row| row[at] != Cell::Empty);
    let kept: Vec<usize> = (0..summary.header.len())
        .filter(|at| is_key(&summary.header[*at]) && has_some(*at))
        .collect();
    let pick = |row: &Vec<Cell>| kept.iter().map(|at| row[*at].clone()).collect();
    DataTable {
        header: kept.iter().map(|at| summary.header[*at].clone()).collect(),
        rows: summary.rows.iter().map(pick).collect(),
    }
}

/// Orange for seats that win more than their share, blue for those that win less.
fn colour_seats(workbook: &mut Workbook, seats: &DataTable) -> Result<(), XlsxError> {
    let sheet = workbook.worksheet_from_name("Seats")?;
    let column = seats.header.iter().position(|name| name == "advantage").unwrap_or(0) as u16;
    let scale = ConditionalFormat3ColorScale::new()
        .set_minimum(ConditionalFormatType::Number, -0.1)
        .set_midpoint(ConditionalFormatType::Number, 0)
        .set_maximum(ConditionalFormatType::Number, 0.1)
        .set_minimum_color(BELOW)
        .set_midpoint_color("FFFFFF")
        .set_maximum_color(ABOVE);
    sheet.add_conditional_format(1, column, seats.rows.len().max(1) as u32, column, &scale)?;
    Ok(())
}

/// Writes what was run, and how well its components are known.
fn write_about(
    sheet: &mut Worksheet,
    results: &Results,
    manifest: Option<&Manifest>,
    formats: &CellFormats,
) -> Result<(), XlsxError> {
    let mut lines = about_run(results);
    lines.extend(manifest.map(about_components).unwrap_or_default());
    lines.push(("unofficial", "games and names belong to their owners".into()));
    sheet.set_column_width(0, 14)?.set_column_width(1, 110)?;
    let bold = Format::new().set_bold();
    for (row, (name, value)) in (0..).zip(&lines) {
        sheet.write_string_with_format(row, 0, *name, &bold)?;
        match value.parse::<f64>() {
            Ok(number) if *name == "seed" || *name == "games" => {
                sheet.write_number_with_format(row, 1, number, &formats.whole)?
            }
            _ => sheet.write_string_with_format(row, 1, value, &formats.text)?,
        };
    }
    Ok(())
}

fn about_run(results: &Results) -> Vec<(&'static str, String)> {
    let mut agents: Vec<String> =
        results.cases.iter().flat_map(|case| case.agents.iter().cloned()).collect();
    agents.sort();
    agents.dedup();
    let games: u64 = results.cases.iter().map(|case| case.games).sum();
    vec![
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
    ]
}

fn about_components(manifest: &Manifest) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    for set in &manifest.components {
        lines.push(("components", set.id.clone()));
        for part in &set.parts {
            lines.push(("", format!("{}: {}", part.file, part.holds)));
            for claim in &part.claims {
                lines.push(("", format!("{}: {} ({})", claim.provenance, claim.of, claim.source)));
            }
        }
    }
    lines
}
