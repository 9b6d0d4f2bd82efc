//! Scenario files as texts: TOML, JSON, or a CSV table with a case in each row.

use std::collections::HashMap;

use serde_json::{Map, Number, Value};
use toml::de::{DeTable, DeValue};

use super::csv_source::read_csv;
use crate::document::{
    Fault, FaultCode, Faults, Position, escape, locate, position, repeated, syntax,
};

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

/// A parsed text that can locate faults.
#[derive(Debug)]
pub struct Source<'a> {
    pub(super) text: &'a str,
    /// The document.
    pub value: Value,
    /// By pointer, where a value begins; JSON is searched only when there is a fault.
    pub(super) places: Option<HashMap<String, Position>>,
    /// What is wrong with it before anything is known about games, each with its place.
    pub faults: Vec<Fault>,
}

impl<'a> Source<'a> {
    /// Parses a text, or reports everything that is wrong with its syntax.
    pub fn parse(text: &'a str, format: Format) -> Result<Source<'a>, Faults> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match format {
            Format::Toml => read_toml(text),
            Format::Json => read_json(text),
            Format::Csv => read_csv(text),
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

fn read_json(text: &str) -> Result<Source<'_>, Faults> {
    let value = serde_json::from_str(text).map_err(|error| syntax(text, &error))?;
    let source = Source { text, value, places: None, faults: Vec::new() };
    let twice = |place| Fault::new(place, FaultCode::DuplicateKey, "the key is given twice");
    let faults: Vec<Fault> = repeated(text).into_iter().map(twice).collect();
    if faults.is_empty() { Ok(source) } else { Err(source.locate(Faults(faults))) }
}

fn read_toml(text: &str) -> Result<Source<'_>, Faults> {
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let fault = |error: &toml::de::Error| {
            let mut fault = Fault::new(
                "",
                FaultCode::Syntax,
                format!("this is not TOML: {}", error.message().trim()),
            );
            fault.position = error.span().map(|span| position(text, span.start));
            fault
        };
        return Err(Faults(errors.iter().map(fault).collect()));
    }
    let mut walk = Walk { text, places: HashMap::new(), faults: Vec::new() };
    let value = walk.table(table.get_ref(), "");
    let Walk { places, faults, .. } = walk;
    let source = Source { text, value, places: Some(places), faults: Vec::new() };
    if faults.is_empty() { Ok(source) } else { Err(source.locate(Faults(faults))) }
}

/// Turns TOML into JSON and notes where everything stands.
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
                self.faults.push(Fault::new(pointer, FaultCode::Type, message));
                Value::Null
            },
            Value::Number,
        )
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Format, Source};
    use crate::document::{Fault, FaultCode, Faults, Position};

    fn at(text: &str, format: Format, pointer: &str) -> Option<Position> {
        let source = Source::parse(text, format).expect("a text without faults");
        let Faults(faults) = source.locate(Faults(vec![Fault::new(pointer, FaultCode::Type, "")]));
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
    fn every_syntax_fault_is_reported() {
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
