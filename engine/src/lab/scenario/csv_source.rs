//! Scenarios as CSV tables: a case in each row, a parameter in each column.

use std::collections::HashMap;

use csv::StringRecord;
use serde_json::{Map, Value};

use super::source::Source;
use crate::document::rows::{prepared, with_point};
use crate::document::{Fault, FaultCode, Faults, Position, escape, position};

/// Columns that belong to the whole scenario: the same in every row that fills them.
pub const SCENARIO_COLUMNS: [&str; 10] = [
    "game",
    "title",
    "question",
    "seed",
    "games",
    "beyond_rulebook",
    "baseline",
    "metrics",
    "until",
    "max_games",
];

/// Reads a table of cases.
pub(super) fn read_csv(given: &str) -> Result<Source<'_>, Faults> {
    let (text, separator) = prepared(given);
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let headers = reader.headers().map_err(|error| syntax_fault(&error))?;
    let mut table = CaseTable {
        text: &text,
        separator,
        headers: headers.iter().map(str::to_lowercase).collect(),
        scenario: Map::new(),
        cases: Vec::new(),
        places: HashMap::new(),
        faults: Vec::new(),
    };
    table.check_headers();
    for record in reader.records() {
        table.add_row(&record.map_err(|error| syntax_fault(&error))?);
    }
    Ok(table.finish(given))
}

fn syntax_fault(error: &csv::Error) -> Faults {
    let why = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("the row has {len} cells, the header {expected_len}")
        }
        csv::ErrorKind::Utf8 { .. } => "the row is not UTF-8".to_string(),
        _ => error.to_string(),
    };
    let mut fault = Fault::new("", FaultCode::Syntax, format!("this is not a CSV table: {why}"));
    let line = error.position().map(|place| place.line() as usize);
    fault.position = line.map(|line| Position { line, column: 1 });
    Faults(vec![fault])
}

/// A table of cases as it is read.
struct CaseTable<'a> {
    text: &'a str,
    separator: u8,
    headers: Vec<String>,
    /// What all rows share.
    scenario: Map<String, Value>,
    cases: Vec<Value>,
    /// By pointer, where a value stands.
    places: HashMap<String, Position>,
    faults: Vec<Fault>,
}

impl CaseTable<'_> {
    fn fault(&mut self, pointer: String, code: FaultCode, message: String, place: Position) {
        let mut fault = Fault::new(pointer, code, message);
        fault.position = Some(place);
        self.faults.push(fault);
    }

    /// Where a field of the row that begins at a byte stands.
    fn place(&self, start: usize, index: usize) -> Position {
        position(self.text, field(self.text, start, self.separator, index))
    }

    fn check_headers(&mut self) {
        let headers = std::mem::take(&mut self.headers);
        for (index, name) in headers.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            if headers[..index].contains(name) {
                let message = format!("there are two columns `{name}`");
                let place = self.place(0, index);
                self.fault(format!("/{name}"), FaultCode::DuplicateKey, message, place);
            }
        }
        self.headers = headers;
    }

    fn add_row(&mut self, record: &StringRecord) {
        if record.iter().all(str::is_empty) {
            return;
        }
        let start = record.position().map_or(0, |place| place.byte() as usize);
        let mut case = Map::new();
        for (index, cell) in record.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
            let Some(name) = self.headers.get(index).cloned() else { continue };
            let place = self.place(start, index);
            if name.is_empty() {
                let message = format!("`{cell}` stands in a column without a name");
                self.fault(String::new(), FaultCode::UnnamedColumn, message, place);
            } else if SCENARIO_COLUMNS.contains(&name.as_str()) {
                self.set_scenario(&name, cell_value(&name, cell), place);
            } else {
                let pointer = format!("/cases/{}/{}", self.cases.len(), escape(&name));
                self.places.insert(pointer, place);
                // A cell is one value, even if the value is a list.
                let value = match cell_value(&name, cell) {
                    list @ Value::Array(_) if name != "agents" => Value::Array(vec![list]),
                    plain => plain,
                };
                case.insert(name, value);
            }
        }
        let pointer = format!("/cases/{}", self.cases.len());
        self.places.insert(pointer, position(self.text, start));
        self.cases.push(Value::Object(case));
    }

    /// Sets what all rows share.
    fn set_scenario(&mut self, name: &str, value: Value, place: Position) {
        match self.scenario.get(name) {
            Some(known) if *known != value => {
                let message =
                    format!("`{name}` is {known} in an earlier row; it is one for all cases");
                self.fault(format!("/{name}"), FaultCode::OneForAll, message, place);
            }
            Some(_) => {}
            None => {
                self.places.insert(format!("/{}", escape(name)), place);
                self.scenario.insert(name.to_string(), value);
            }
        }
    }

    fn finish(self, given: &str) -> Source<'_> {
        let CaseTable { mut scenario, cases, places, mut faults, .. } = self;
        if cases.is_empty() {
            faults.push(Fault::new(
                "",
                FaultCode::NoCase,
                "there is no row with a case below the header",
            ));
        }
        scenario.insert("cases".into(), Value::Array(cases));
        Source { text: given, value: Value::Object(scenario), places: Some(places), faults }
    }
}

/// A cell of a column as a value.
fn cell_value(column: &str, cell: &str) -> Value {
    match column {
        "name" | "title" | "question" => cell.into(),
        // Several agents stand in one cell, as other tables print them.
        "agents" if cell.contains([' ', ',']) && !cell.starts_with('[') => {
            let words = cell.split([' ', ',']).filter(|word| !word.is_empty());
            words.collect::<Vec<_>>().into()
        }
        _ => value_of(cell),
    }
}

/// A cell as a value: JSON where it is, a number with a decimal comma, or else a text.
fn value_of(cell: &str) -> Value {
    let number = with_point(cell);
    let plain = number.as_deref().unwrap_or(cell);
    match serde_json::from_str::<Value>(plain) {
        // Spreadsheets keep 2 as 2.0.
        Ok(Value::Number(number)) if number.is_f64() => match number.as_f64() {
            Some(float) if float.fract() == 0.0 && float.abs() < 1e15 => (float as i64).into(),
            _ => Value::Number(number),
        },
        Ok(value) => value,
        Err(_) => cell.into(),
    }
}

/// Where a field of a record begins.
fn field(text: &str, start: usize, separator: u8, index: usize) -> usize {
    let (mut quoted, mut left) = (false, index);
    for (at, byte) in text.bytes().enumerate().skip(start) {
        match byte {
            // The position of a record may be that of the line end before it.
            b'\n' | b'\r' if at == start => {}
            _ if left == 0 => return at,
            b'"' => quoted = !quoted,
            _ if byte == separator && !quoted => left -= 1,
            _ => {}
        }
    }
    text.len()
}
