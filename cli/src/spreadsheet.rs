//! Reads spreadsheets (.xlsx, .ods, .xls) that contain tables: cases of a scenario, or components.

use std::path::Path;

use anyhow::{Context, anyhow};
use calamine::{Data, DataType, Reader, open_workbook_auto};
use towerlab_engine::document::{Fault, FaultCode, Faults};

/// The extensions of spreadsheets.
const EXTENSIONS: [&str; 6] = ["xlsx", "xlsm", "xlsb", "xls", "ods", "xlam"];

/// Whether a file is a spreadsheet, by its name.
pub fn is_spreadsheet(path: &Path) -> bool {
    let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
    EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// A spreadsheet that was read.
pub struct Spreadsheet {
    /// Its sheets, in order.
    pub sheets: Vec<InputSheet>,
}

/// A sheet that contains a table.
pub struct InputSheet {
    /// Its name.
    pub name: String,
    /// The table as CSV, one line for each row.
    pub csv: String,
    header: Vec<String>,
    header_line: usize,
    /// What is wrong with it, whatever the table is for.
    pub faults: Vec<Fault>,
}

impl Spreadsheet {
    /// Reads a spreadsheet. A formula counts as the value that was saved with it.
    pub fn read(path: &Path) -> anyhow::Result<Spreadsheet> {
        let unreadable = || format!("cannot read {} as a spreadsheet", path.display());
        std::fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
        let damaged = |_| anyhow!("{}: the file is damaged, or not a spreadsheet", unreadable());
        let mut workbook = open_workbook_auto(path).map_err(damaged)?;
        let mut sheets = Vec::new();
        for name in workbook.sheet_names() {
            let range = workbook.worksheet_range(&name).with_context(unreadable)?;
            let formulas = workbook.worksheet_formula(&name).unwrap_or_default();
            let (rows, columns) = range.end().map_or((0, 0), |(row, column)| (row + 1, column + 1));
            let line = |row: u32| -> Vec<String> {
                (0..columns).map(|column| cell_text(range.get_value((row, column)))).collect()
            };
            let lines: Vec<Vec<String>> = (0..rows).map(line).collect();
            let mut sheet = InputSheet::new(name, &lines);
            let (top, left) = formulas.start().unwrap_or_default();
            for (row, column, formula) in formulas.used_cells() {
                let at = (top + row as u32, left + column as u32);
                if !formula.is_empty() && cell_text(range.get_value(at)).is_empty() {
                    let cell = sheet.cell_at(at.0 as usize + 1, at.1 as usize);
                    let message = "this formula has no saved value; open the file in a spreadsheet program and save it";
                    sheet.faults.push(Fault::new(cell, FaultCode::Formula, message));
                }
            }
            sheets.push(sheet);
        }
        Ok(Spreadsheet { sheets })
    }
}

/// A cell as text. Line ends become spaces, because they would end the row.
fn cell_text(cell: Option<&Data>) -> String {
    match cell {
        None | Some(Data::Empty) => String::new(),
        Some(Data::Error(error)) => error.to_string(),
        Some(Data::Bool(value)) => value.to_string(),
        Some(cell) => {
            let text = cell.as_string().unwrap_or_else(|| cell.to_string());
            text.split(['\r', '\n']).collect::<Vec<_>>().join(" ")
        }
    }
}

impl InputSheet {
    fn new(name: String, lines: &[Vec<String>]) -> InputSheet {
        let is_blank = |line: &Vec<String>| line.iter().all(|cell| cell.trim().is_empty());
        let first = lines.iter().position(|line| !is_blank(line)).unwrap_or(0);
        let header: Vec<String> = lines.get(first).map_or(Vec::new(), |line| {
            line.iter().map(|name| name.trim().to_lowercase()).collect()
        });
        let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
        // Blank lines before the header stay blank, so that line and row have one number.
        let row = |line: &Vec<String>| line.iter().map(quoted).collect::<Vec<_>>().join(",");
        let rows = lines.iter().enumerate();
        let csv = rows.map(|(at, line)| if at < first { "\n".into() } else { row(line) + "\n" });
        let csv = csv.collect();
        let mut sheet =
            InputSheet { name, csv, header, header_line: first + 1, faults: Vec::new() };
        for column in (0..sheet.header.len()).filter(|at| sheet.header[*at].is_empty()) {
            if lines.iter().skip(first + 1).any(|line| !line[column].trim().is_empty()) {
                let cell = sheet.cell_at(first + 1, column);
                let message = "this column has values but no name";
                sheet.faults.push(Fault::new(cell, FaultCode::UnnamedColumn, message));
            }
        }
        sheet
    }

    /// The name of a cell by its line and column, such as `Cards!C7`.
    fn cell_at(&self, line: usize, column: usize) -> String {
        let is_plain = self.name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let name = if is_plain {
            self.name.clone()
        } else {
            format!("'{}'", self.name.replace('\'', "''"))
        };
        format!("{name}!{}{line}", column_letters(column))
    }

    /// Whether the sheet has no table.
    pub fn is_empty(&self) -> bool {
        self.header.is_empty()
    }

    /// The name of a cell by its line and the name of its column, such as `Cards!C7`.
    fn named_cell(&self, line: usize, column: &str) -> String {
        let column = column.to_lowercase();
        // Of two columns with the same name, the fault is in the second.
        let index = if line == self.header_line {
            self.header.iter().rposition(|known| *known == column)
        } else {
            self.header.iter().position(|known| *known == column)
        };
        self.cell_at(line, index.unwrap_or(0))
    }

    /// Names cells in the faults of a component file: `cards.csv:7:marker` becomes `Cards!G7`.
    pub fn locate_component_faults(&self, file: &str, Faults(faults): Faults) -> Faults {
        let locate = |fault: Fault| {
            let mut parts = fault.place.splitn(3, ':');
            if parts.next() != Some(file) {
                return fault;
            }
            let line = parts.next().and_then(|line| line.parse().ok());
            let place = match line {
                None => self.name.clone(),
                Some(line) => self.named_cell(line, parts.next().unwrap_or_default()),
            };
            Fault { place, ..fault }
        };
        Faults(faults.into_iter().map(locate).collect())
    }

    /// Names cells in the faults of a scenario: `/cases/1/players` in line 3 becomes `Cases!B3`.
    pub fn locate_case_faults(&self, Faults(faults): Faults) -> Faults {
        let locate = |fault: Fault| {
            // An unknown column is reported once, at its name.
            let line = fault.position.filter(|_| fault.code != "unknown-key");
            let line = line.map_or(self.header_line, |position| position.line);
            let parts: Vec<&str> = fault.place.split('/').skip(1).collect();
            let column = match parts[..] {
                ["cases", _, column, ..] => column,
                [column, ..] => column,
                [] => "",
            };
            Fault { place: self.named_cell(line, column), position: None, ..fault }
        };
        let mut faults: Vec<Fault> = faults.into_iter().map(locate).collect();
        let mut known = Vec::new();
        faults.retain(|fault| {
            let is_new = !known.contains(&(fault.place.clone(), fault.message.clone()));
            known.push((fault.place.clone(), fault.message.clone()));
            is_new
        });
        Faults(faults)
    }
}

/// The letters of a column, from `A` on.
fn column_letters(mut index: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push((b'A' + (index % 26) as u8) as char);
        if index < 26 {
            break;
        }
        index = index / 26 - 1;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::column_letters;

    #[test]
    fn columns_have_letters() {
        let all = [0, 25, 26, 51, 52, 701, 702].map(column_letters);
        assert_eq!(all, ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }
}
