//! Workbooks (.xlsx, .ods, .xls) that hold tables: cases of a scenario, or components.

use std::path::Path;

use anyhow::{Context, anyhow};
use calamine::{Data, DataType, Reader, open_workbook_auto};
use towerlab_engine::fault::{Fault, Faults};

/// What a file's name ends with if it is a workbook.
const ENDINGS: [&str; 6] = ["xlsx", "xlsm", "xlsb", "xls", "ods", "xlam"];

/// Whether a file is a workbook, by its name.
pub fn is_book(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// The sheets of a workbook.
pub struct Book {
    /// In their order.
    pub sheets: Vec<Page>,
}

/// A sheet that is a table.
pub struct Page {
    /// Its name.
    pub name: String,
    /// The table as CSV, each row on its own line.
    pub csv: String,
    header: Vec<String>,
    header_line: usize,
    /// What is wrong with it, whatever it is a table of.
    pub faults: Vec<Fault>,
}

impl Book {
    /// Reads a workbook. Formulas count as the values that were saved with them.
    pub fn read(path: &Path) -> anyhow::Result<Book> {
        let unreadable = || format!("cannot read {} as a workbook", path.display());
        std::fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
        let damaged = |_| anyhow!("{}: it is damaged, or of another kind", unreadable());
        let mut book = open_workbook_auto(path).map_err(damaged)?;
        let mut sheets = Vec::new();
        for name in book.sheet_names() {
            let range = book.worksheet_range(&name).with_context(unreadable)?;
            let formulas = book.worksheet_formula(&name).unwrap_or_default();
            let (rows, columns) = range.end().map_or((0, 0), |(row, column)| (row + 1, column + 1));
            let line = |row: u32| -> Vec<String> {
                (0..columns).map(|column| text(range.get_value((row, column)))).collect()
            };
            let lines: Vec<Vec<String>> = (0..rows).map(line).collect();
            let mut page = Page::new(name, &lines);
            let (top, left) = formulas.start().unwrap_or_default();
            for (row, column, formula) in formulas.used_cells() {
                let at = (top + row as u32, left + column as u32);
                if !formula.is_empty() && text(range.get_value(at)).is_empty() {
                    let cell = page.place(at.0 as usize + 1, at.1 as usize);
                    let message = "there is a formula without a saved value; open and save the workbook in a spreadsheet program";
                    page.faults.push(Fault::new(cell, "formula", message));
                }
            }
            sheets.push(page);
        }
        Ok(Book { sheets })
    }
}

/// A cell as a text; line ends would end the row.
fn text(cell: Option<&Data>) -> String {
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

impl Page {
    fn new(name: String, lines: &[Vec<String>]) -> Page {
        let is_blank = |line: &Vec<String>| line.iter().all(|cell| cell.trim().is_empty());
        let first = lines.iter().position(|line| !is_blank(line)).unwrap_or(0);
        let header: Vec<String> = lines.get(first).map_or(Vec::new(), |line| {
            line.iter().map(|name| name.trim().to_lowercase()).collect()
        });
        let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
        // Blank lines before the header stay blank, so that line and row have one number.
        let csv = lines.iter().enumerate().map(|(at, line)| match at < first {
            true => "\n".to_string(),
            false => line.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n",
        });
        let csv = csv.collect();
        let mut page = Page { name, csv, header, header_line: first + 1, faults: Vec::new() };
        for column in (0..page.header.len()).filter(|at| page.header[*at].is_empty()) {
            if lines.iter().skip(first + 1).any(|line| !line[column].trim().is_empty()) {
                let cell = page.place(first + 1, column);
                let message = "this column has values but no name";
                page.faults.push(Fault::new(cell, "unnamed-column", message));
            }
        }
        page
    }

    /// A cell by its line and column, such as `Cards!C7`.
    fn place(&self, line: usize, column: usize) -> String {
        let name = match self.name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            true => self.name.clone(),
            false => format!("'{}'", self.name.replace('\'', "''")),
        };
        format!("{name}!{}{line}", letters(column))
    }

    /// Whether there is anything on it.
    pub fn is_empty(&self) -> bool {
        self.header.is_empty()
    }

    /// A cell, such as `Cards!C7`.
    fn cell(&self, line: usize, column: &str) -> String {
        let column = column.to_lowercase();
        // Of two columns of a name the second is the one too many.
        let index = match line == self.header_line {
            true => self.header.iter().rposition(|known| *known == column),
            false => self.header.iter().position(|known| *known == column),
        };
        self.place(line, index.unwrap_or(0))
    }

    /// Faults of the table as a component file, by cell: `cards.csv:7:marker` is `Cards!G7`.
    pub fn cells_of(&self, file: &str, Faults(faults): Faults) -> Faults {
        let told = |fault: Fault| {
            let mut parts = fault.place.splitn(3, ':');
            if parts.next() != Some(file) {
                return fault;
            }
            let line = parts.next().and_then(|line| line.parse().ok());
            let place = match line {
                None => self.name.clone(),
                Some(line) => self.cell(line, parts.next().unwrap_or_default()),
            };
            Fault { place, ..fault }
        };
        Faults(faults.into_iter().map(told).collect())
    }

    /// Faults of the table as a scenario, by cell: `/cases/1/players` in line 3 is `Cases!B3`.
    pub fn cases_of(&self, Faults(faults): Faults) -> Faults {
        let told = |fault: Fault| {
            // A column that nobody knows is told once, by its name.
            let line = fault.position.filter(|_| fault.code != "unknown-key");
            let line = line.map_or(self.header_line, |position| position.line);
            let parts: Vec<&str> = fault.place.split('/').skip(1).collect();
            let column = match parts[..] {
                ["cases", _, column, ..] => column,
                [column, ..] => column,
                [] => "",
            };
            Fault { place: self.cell(line, column), position: None, ..fault }
        };
        let mut faults: Vec<Fault> = faults.into_iter().map(told).collect();
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
fn letters(mut index: usize) -> String {
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
    use super::letters;

    #[test]
    fn columns_have_letters() {
        let all = [0, 25, 26, 51, 52, 701, 702].map(letters);
        assert_eq!(all, ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }
}
