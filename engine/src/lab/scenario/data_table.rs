//! A table of typed cells, and how it is written for different readers.

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A text.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// A number.
    Number(f64),
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        if text.is_empty() { Cell::Empty } else { Cell::Text(text.to_string()) }
    }
}

impl From<Option<f64>> for Cell {
    fn from(number: Option<f64>) -> Cell {
        number.map_or(Cell::Empty, Cell::Number)
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Cell {
        Cell::Whole(number as i64)
    }
}

/// A table with a header.
#[derive(Clone, Debug, PartialEq)]
pub struct DataTable {
    /// The names of the columns.
    pub header: Vec<String>,
    /// As many cells in each as in the header.
    pub rows: Vec<Vec<Cell>>,
}

/// How a table is written as CSV.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CsvStyle {
    /// Between cells, an ASCII character.
    pub separator: char,
    /// In numbers.
    pub decimal: char,
    /// Whether the file begins with a byte order mark, by which Excel recognises UTF-8.
    pub mark: bool,
}

impl CsvStyle {
    /// RFC 4180.
    pub const PLAIN: CsvStyle = CsvStyle { separator: ',', decimal: '.', mark: false };

    /// What Excel opens with a double click: with a decimal comma, semicolons are between cells.
    pub fn new(mark: bool, comma: bool) -> CsvStyle {
        if comma {
            CsvStyle { separator: ';', decimal: ',', mark }
        } else {
            CsvStyle { mark, ..CsvStyle::PLAIN }
        }
    }

    /// A cell as text, without quotes.
    fn text(self, cell: &Cell) -> String {
        match cell {
            Cell::Empty => String::new(),
            Cell::Whole(number) => number.to_string(),
            Cell::Number(value) => {
                number(*value).replace('.', self.decimal.encode_utf8(&mut [0; 4]))
            }
            // What a spreadsheet would take for a formula is marked as text.
            Cell::Text(text) if text.starts_with(['=', '+', '-', '@', '\t', '\r']) => {
                format!("'{text}")
            }
            Cell::Text(text) => text.clone(),
        }
    }

    /// A cell as text, quoted where that is needed.
    pub fn cell(self, cell: &Cell) -> String {
        if *cell == Cell::Empty {
            return String::new();
        }
        self.row(std::slice::from_ref(cell)).trim_end_matches("\r\n").to_string()
    }

    /// A row of cells.
    pub fn row(self, cells: &[Cell]) -> String {
        self.rows(std::iter::once(cells))
    }

    fn rows<'a>(self, rows: impl Iterator<Item = &'a [Cell]>) -> String {
        let mut writer = csv::WriterBuilder::new()
            .delimiter(u8::try_from(self.separator).expect("the separator is ASCII"))
            .terminator(csv::Terminator::CRLF)
            .flexible(true)
            .from_writer(Vec::new());
        for cells in rows {
            let written = writer.write_record(cells.iter().map(|cell| self.text(cell)));
            written.expect("memory can be written to");
        }
        let bytes = writer.into_inner().expect("memory can be written to");
        String::from_utf8(bytes).expect("cells are UTF-8")
    }

    /// The first line of a file.
    pub fn header(self, names: &[String]) -> String {
        let names: Vec<Cell> = names.iter().map(|name| Cell::from(name.as_str())).collect();
        let mark = if self.mark { "\u{feff}" } else { "" };
        format!("{mark}{}", self.row(&names))
    }
}

impl DataTable {
    /// The table as CSV.
    pub fn csv(&self, style: CsvStyle) -> String {
        style.header(&self.header) + &style.rows(self.rows.iter().map(Vec::as_slice))
    }
}

/// A number for a table: as short as six decimals allow.
fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::{Cell, CsvStyle, DataTable, number};

    #[test]
    fn numbers_are_short() {
        let texts = [0.5, 12.0, -0.000_000_1, 1.0 / 3.0, 1000.0].map(number);
        assert_eq!(texts, ["0.5", "12", "0", "0.333333", "1000"]);
    }

    #[test]
    fn a_table_is_written_for_its_readers() {
        let text = |text: &str| Cell::from(text);
        let row = vec![
            text("=1+1"),
            text("a, \"b\"; c"),
            Cell::Number(-1.5),
            Cell::Whole(-2),
            Cell::Empty,
        ];
        let names = ["one", "two", "three", "four", "five"].map(String::from);
        let table = DataTable { header: names.into(), rows: vec![row] };
        let plain = "one,two,three,four,five\r\n'=1+1,\"a, \"\"b\"\"; c\",-1.5,-2,\r\n";
        assert_eq!(table.csv(CsvStyle::PLAIN), plain);
        let comma = "\u{feff}one;two;three;four;five\r\n'=1+1;\"a, \"\"b\"\"; c\";-1,5;-2;\r\n";
        assert_eq!(table.csv(CsvStyle::new(true, true)), comma);
    }

    #[test]
    fn a_cell_alone_is_quoted_as_in_a_row() {
        let comma = CsvStyle { decimal: ',', ..CsvStyle::PLAIN };
        assert_eq!(comma.cell(&Cell::Number(0.5)), "\"0,5\"");
        assert_eq!(CsvStyle::PLAIN.cell(&Cell::from("plain")), "plain");
        assert_eq!(CsvStyle::PLAIN.cell(&Cell::Empty), "");
    }
}
