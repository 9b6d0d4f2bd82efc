//! The tables of a set of components as a workbook that can be changed and read again.

use std::collections::BTreeMap;

use rust_xlsxwriter::XlsxError;
use towerlab_engine::scenario::sheet::{Cell, Sheet};

use super::{Looks, new, page};

/// The sheet that is no table.
pub const NOTES: &str = "About";

/// The name of a sheet for a file: `build_cards.csv` is `Build cards`.
pub fn sheet_name(file: &str) -> String {
    let stem = file.trim_end_matches(".csv").replace('_', " ");
    let mut letters = stem.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The file of a sheet's name.
pub fn file_name(sheet: &str) -> String {
    sheet.trim().to_lowercase().replace([' ', '-'], "_") + ".csv"
}

/// The tables among the files of a set, as a workbook.
pub fn components(
    game: &str,
    id: &str,
    files: &BTreeMap<&str, &str>,
) -> Result<Vec<u8>, XlsxError> {
    let mut book = new(&format!("{game}: components {id}"))?;
    let looks = Looks::new();
    let is_table = |name: &&&str| name.ends_with(".csv");
    for name in files.keys().filter(is_table) {
        page(&mut book, &sheet_name(name), &sheet(files[*name]), &looks, false)?;
    }
    let others: Vec<&str> = files.keys().filter(|name| !is_table(name)).copied().collect();
    let rest = match others.is_empty() {
        true => "These are all files of the set.".to_string(),
        false => format!(
            "Not in here, since they are no tables: {}; `--export FOLDER` writes them.",
            others.join(", ")
        ),
    };
    let about = book.add_worksheet().set_name(NOTES)?;
    about.set_column_width(0, 110)?;
    let lines = [
        format!("Components {id} of {game}."),
        "Change cells, add or take away rows; keep the names of columns and sheets.".into(),
        format!("Then: towerlab components {game} --check FILE   (tells every fault by its cell)"),
        format!("and:  towerlab run --components FILE SCENARIO   (or any other command of {game})"),
        rest,
        "Unofficial: games and names belong to their owners.".into(),
    ];
    for (row, line) in (0..).zip(&lines) {
        about.write_string_with_format(row, 0, line, &looks.text)?;
    }
    book.save_to_buffer()
}

/// A CSV file of ours as a table: numbers are numbers.
fn sheet(text: &str) -> Sheet {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().map(|names| names.iter().map(String::from).collect());
    let cell = |text: &str| text.parse().map_or_else(|_| Cell::from(text), Cell::Whole);
    let rows = reader.records().flatten().map(|record| record.iter().map(cell).collect());
    let rows = rows.collect();
    Sheet { header: header.unwrap_or_default(), rows }
}
