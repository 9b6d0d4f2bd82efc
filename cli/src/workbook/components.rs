//! The tables of a component set as a spreadsheet that can be edited and read again.

use std::collections::BTreeMap;

use rust_xlsxwriter::XlsxError;
use towerlab_engine::lab::scenario::data_table::{Cell, DataTable};

use super::{CellFormats, add_table_sheet, new_workbook};

/// The sheet with notes, which is not a table.
pub const NOTES: &str = "About";

/// The name of the sheet of a file: `build_cards.csv` becomes `Build cards`.
pub fn sheet_name(file: &str) -> String {
    let stem = file.trim_end_matches(".csv").replace('_', " ");
    let mut letters = stem.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The file of a sheet: the inverse of [`sheet_name`].
pub fn file_name(sheet: &str) -> String {
    sheet.trim().to_lowercase().replace([' ', '-'], "_") + ".csv"
}

/// The tables among the files of a set, as a spreadsheet.
pub fn components_workbook(
    game: &str,
    id: &str,
    files: &BTreeMap<&str, &str>,
) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = new_workbook(&format!("{game}: components {id}"))?;
    let formats = CellFormats::new();
    let is_table = |name: &&&str| name.ends_with(".csv");
    for name in files.keys().filter(is_table) {
        add_table_sheet(
            &mut workbook,
            &sheet_name(name),
            &parse_table(files[*name]),
            &formats,
            false,
        )?;
    }
    let others: Vec<&str> = files.keys().filter(|name| !is_table(name)).copied().collect();
    let rest = if others.is_empty() {
        "These are all files of the set.".to_string()
    } else {
        let others = others.join(", ");
        format!(
            "Not included, because they are not tables: {others}; `--export FOLDER` writes them."
        )
    };
    let notes = workbook.add_worksheet().set_name(NOTES)?;
    notes.set_column_width(0, 110)?;
    let lines = [
        format!("Components {id} of {game}."),
        "Change cells, add or delete rows; keep the names of columns and sheets.".into(),
        format!(
            "Then: towerlab components {game} --check FILE   (reports every fault by its cell)"
        ),
        format!("and:  towerlab run --components FILE SCENARIO   (or any other command of {game})"),
        rest,
        "Unofficial: games and names belong to their owners.".into(),
    ];
    for (row, line) in (0..).zip(&lines) {
        notes.write_string_with_format(row, 0, line, &formats.text)?;
    }
    workbook.save_to_buffer()
}

/// Parses a CSV file of the engine: numbers become numbers.
fn parse_table(text: &str) -> DataTable {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().map(|names| names.iter().map(String::from).collect());
    let cell = |text: &str| text.parse().map_or_else(|_| Cell::from(text), Cell::Whole);
    let rows = reader.records().flatten().map(|record| record.iter().map(cell).collect());
    let rows = rows.collect();
    DataTable { header: header.unwrap_or_default(), rows }
}
