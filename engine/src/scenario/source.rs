//! Scenario files as texts: TOML, JSON, or a CSV table with a case in each row.

use std::collections::HashMap;

use serde_json::{Map, Number, Value};
use toml::de::{DeTable, DeValue};

use crate::document::{escape, locate, position, repeated};
use crate::fault::{Fault, Faults, Position};
use crate::rows::{prepared, with_point};

/// How a scenario is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The usual form.
    Toml,
    /// The same keys for programs.
    Json,
    /// Each row is a case, each column a parameter.
    Csv,
}

impl Format {
    /// The format that a file's name promises; TOML unless it says otherwise.
    pub fn of(name: &str) -> Format {
        match name.rsplit('.').next() {
            Some("json") => Format::Json,
            Some("csv") => Format::Csv,
            _ => Format::Toml,
        }
    }
}

/// A parsed text that can tell where in it a fault is.
#[derive(Debug)]
pub struct Source<'a> {
    text: &'a str,
    /// The document.
    pub value: Value,
    /// By pointer, where a value begins; JSON is searched only when there is a fault.
    places: Option<HashMap<String, Position>>,
    /// What is wrong with it before anything is known about games, each with its place.
    pub faults: Vec<Fault>,
}

impl<'a> Source<'a> {
    /// Parses a text, or tells everything that is wrong with its syntax.
    pub fn parse(text: &'a str, format: Format) -> Result<Source<'a>, Faults> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match format {
            Format::Toml => toml(text),
            Format::Json => json(text),
            Format::Csv => csv(text),
        }
    }

    /// Gives faults their line and column.
    pub fn locate(&self, Faults(mut faults): Faults) -> Faults {
        let Some(places) = &self.places else {
            locate(&mut faults, self.text);
            return Faults(faults);
        };
        for fault in &mut faults {
            let mut pointer = fault.place.as_str();
            loop {
                if let Some(place) = places.get(pointer) {
                    fault.position = Some(*place);
                    break;
                }
                let Some((parent, _)) = pointer.rsplit_once('/') else { break };
                pointer = parent;
            }
        }
        Faults(faults)
    }
}

fn json(text: &str) -> Result<Source<'_>, Faults> {
    let value =
        serde_json::from_str(text).map_err(|error| crate::document::syntax(text, &error))?;
    let source = Source { text, value, places: None, faults: Vec::new() };
    let twice = |place| Fault::new(place, "duplicate-key", "the key is given twice");
    let faults: Vec<Fault> = repeated(text).into_iter().map(twice).collect();
    match faults.is_empty() {
        true => Ok(source),
        false => Err(source.locate(Faults(faults))),
    }
}

fn toml(text: &str) -> Result<Source<'_>, Faults> {
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let fault = |error: &toml::de::Error| {
            let mut fault =
                Fault::new("", "syntax", format!("this is not TOML: {}", error.message().trim()));
            fault.position = error.span().map(|span| position(text, span.start));
            fault
        };
        return Err(Faults(errors.iter().map(fault).collect()));
    }
    let mut walk = Walk { text, places: HashMap::new(), faults: Vec::new() };
    let value = walk.table(table.get_ref(), "");
    let Walk { places, faults, .. } = walk;
    let source = Source { text, value, places: Some(places), faults: Vec::new() };
    match faults.is_empty() {
        true => Ok(source),
        false => Err(source.locate(Faults(faults))),
    }
}

/// Turns TOML into JSON and remembers where everything stands.
struct Walk<'a> {
    text: &'a str,
    places: HashMap<String, Position>,
    faults: Vec<Fault>,
}

impl Walk<'_> {
    fn table(&mut self, table: &DeTable<'_>, pointer: &str) -> Value {
        // In the order of the text.
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut map = Map::new();
        for (key, value) in entries {
            let place = format!("{pointer}/{}", escape(key.get_ref()));
            self.places.insert(place.clone(), position(self.text, key.span().start));
            map.insert(key.get_ref().to_string(), self.value(value.get_ref(), &place));
        }
        Value::Object(map)
    }

    fn value(&mut self, value: &DeValue<'_>, pointer: &str) -> Value {
        let number = match value {
            DeValue::String(text) => return text.to_string().into(),
            DeValue::Boolean(flag) => return (*flag).into(),
            DeValue::Table(table) => return self.table(table, pointer),
            DeValue::Array(items) => {
                let mut list = Vec::new();
                for (index, item) in items.iter().enumerate() {
                    let place = format!("{pointer}/{index}");
                    self.places.insert(place.clone(), position(self.text, item.span().start));
                    list.push(self.value(item.get_ref(), &place));
                }
                return Value::Array(list);
            }
            DeValue::Integer(number) => {
                i64::from_str_radix(number.as_str(), number.radix()).ok().map(Number::from)
            }
            DeValue::Float(number) => number.as_str().parse().ok().and_then(Number::from_f64),
            DeValue::Datetime(_) => None,
        };
        number.map_or_else(
            || {
                let message = "write a text, a number, true or false, a list or a table";
                self.faults.push(Fault::new(pointer, "type", message));
                Value::Null
            },
            Value::Number,
        )
    }
}

/// Columns of a table of cases that belong to the whole scenario: the same in every row.
const OF_ALL: [&str; 10] = [
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

/// A table of cases: `game` and the like once for all, the rest by case.
fn csv(given: &str) -> Result<Source<'_>, Faults> {
    let (text, separator) = prepared(given);
    let text = &*text;
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let syntax = |error: csv::Error| {
        let why = match error.kind() {
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                format!("the row has {len} cells, the header {expected_len}")
            }
            csv::ErrorKind::Utf8 { .. } => "the row is no UTF-8".to_string(),
            _ => error.to_string(),
        };
        let mut fault = Fault::new("", "syntax", format!("this is no CSV table: {why}"));
        let line = error.position().map(|place| place.line() as usize);
        fault.position = line.map(|line| Position { line, column: 1 });
        Faults(vec![fault])
    };
    let headers = reader.headers().map_err(syntax)?.clone();
    let headers: Vec<String> = headers.iter().map(str::to_lowercase).collect();
    let (mut map, mut cases) = (Map::new(), Vec::new());
    let (mut places, mut faults) = (HashMap::new(), Vec::new());
    for (index, name) in headers.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        if headers[..index].contains(name) {
            let message = format!("there are two columns `{name}`");
            let mut fault = Fault::new(format!("/{name}"), "duplicate-key", message);
            fault.position = Some(position(text, field(text, 0, separator, index)));
            faults.push(fault);
        }
    }
    for record in reader.records() {
        let record = record.map_err(syntax)?;
        let start = record.position().map_or(0, |place| place.byte() as usize);
        if record.iter().all(str::is_empty) {
            continue;
        }
        let mut case = Map::new();
        for (index, (name, cell)) in headers.iter().zip(&record).enumerate() {
            let (name, place) =
                (name.as_str(), position(text, field(text, start, separator, index)));
            if cell.is_empty() {
                continue;
            }
            if name.is_empty() {
                let message = format!("`{cell}` stands in a column without a name");
                let mut fault = Fault::new("", "unnamed-column", message);
                fault.position = Some(place);
                faults.push(fault);
                continue;
            }
            let value = match name {
                "name" | "title" | "question" => cell.into(),
                // Several agents stand in one cell, as other tables print them.
                "agents" if cell.contains([' ', ',']) && !cell.starts_with('[') => {
                    let words = cell.split([' ', ',']).filter(|word| !word.is_empty());
                    words.collect::<Vec<_>>().into()
                }
                _ => value_of(cell),
            };
            if !OF_ALL.contains(&name) {
                places.insert(format!("/cases/{}/{}", cases.len(), escape(name)), place);
                // A cell is one value, even if the value is a list.
                let value = match value {
                    Value::Array(_) if name != "agents" => Value::Array(vec![value]),
                    plain => plain,
                };
                case.insert(name.to_string(), value);
                continue;
            }
            match map.get(name) {
                Some(known) if *known != value => {
                    let message =
                        format!("`{name}` is {known} in an earlier row; it is one for all cases");
                    let mut fault = Fault::new(format!("/{name}"), "one-for-all", message);
                    fault.position = Some(place);
                    faults.push(fault);
                }
                Some(_) => {}
                None => {
                    places.insert(format!("/{}", escape(name)), place);
                    map.insert(name.to_string(), value);
                }
            }
        }
        places.insert(format!("/cases/{}", cases.len()), position(text, start));
        cases.push(Value::Object(case));
    }
    if cases.is_empty() {
        faults.push(Fault::new("", "no-case", "there is no row with a case below the header"));
    }
    map.insert("cases".into(), Value::Array(cases));
    Ok(Source { text: given, value: Value::Object(map), places: Some(places), faults })
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Format, Source};
    use crate::fault::{Fault, Faults, Position};

    fn at(text: &str, format: Format, pointer: &str) -> Option<Position> {
        let source = Source::parse(text, format).expect("a text without faults");
        let Faults(faults) = source.locate(Faults(vec![Fault::new(pointer, "test", "")]));
        faults[0].position
    }

    #[test]
    fn the_three_forms_say_the_same() {
        let toml = "game = 'tower'\n[[cases]]\nplayers = 3\ntokens = [[1, 2]]\n";
        let json = r#"{"game": "tower", "cases": [{"players": 3, "tokens": [[1, 2]]}]}"#;
        let csv = "game;players;tokens\r\ntower;3;[1, 2]\r\n";
        let all = [(toml, Format::Toml), (json, Format::Json), (csv, Format::Csv)];
        for (text, format) in all {
            let source = Source::parse(text, format).expect("a scenario");
            let expected = json!({"game": "tower", "cases": [{"players": 3, "tokens": [[1, 2]]}]});
            assert_eq!(source.value, expected, "{format:?}");
        }
    }

    #[test]
    fn faults_are_found_again_in_every_form() {
        let place = |line, column| Some(Position { line, column });
        let toml = "game = 'tower'\n[vary]\n  draw_size = [3, 40]\n";
        assert_eq!(at(toml, Format::Toml, "/vary/draw_size/1"), place(3, 19));
        assert_eq!(at(toml, Format::Toml, "/vary/draw_size/1/x"), place(3, 19));
        let json = "{\"game\": \"tower\",\n \"vary\": {\"draw_size\": [3, 40]}}";
        assert_eq!(at(json, Format::Json, "/vary/draw_size/1"), place(2, 28));
        let csv = "game,players,draw_size\ntower,2,3\ntower,\"3\",40\n";
        assert_eq!(at(csv, Format::Csv, "/cases/1/draw_size"), place(3, 11));
    }

    #[test]
    fn every_syntax_fault_is_told() {
        let Faults(faults) =
            Source::parse("a = \nb = 1\nc = = 2\n", Format::Toml).expect_err("no TOML");
        let lines: Vec<usize> = faults.iter().filter_map(|f| Some(f.position?.line)).collect();
        assert!(lines.contains(&1) && lines.contains(&3), "{faults:?}");
        assert!(Source::parse("{\"a\": 1, \"a\": 2}", Format::Json).is_err());
        let csv = "game,draw_size\ntower,3\nskyline,4\n";
        let source = Source::parse(csv, Format::Csv).expect("a table");
        assert_eq!(source.faults[0].code, "one-for-all");
    }
}
