//! Tables of data, such as `cards.csv`, read cell by cell: every fault is found, each with its
//! cell.
//!
//! Spreadsheets write tables in their own ways: with a byte order mark, with semicolons or tabs
//! between cells, with other line ends, with numbers such as `2,0`. All of that is read.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, DeserializeOwned, Deserializer, IntoDeserializer, MapAccess, Visitor};

use super::nearest;
use super::{Fault, FaultCode};

/// A table without a byte order mark and without the line `sep=;` that Excel knows, and what is
/// between its cells. Every line keeps its number.
pub(crate) fn prepared(text: &str) -> (Cow<'_, str>, u8) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = text.lines().next().unwrap_or_default();
    match first.strip_prefix("sep=").map(str::as_bytes) {
        Some([separator @ (b',' | b';' | b'\t')]) => {
            (Cow::Owned(text[first.len()..].to_string()), *separator)
        }
        _ => (Cow::Borrowed(text), separator(text)),
    }
}

/// What its header has most of.
fn separator(text: &str) -> u8 {
    let header = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let count = |separator: u8| header.bytes().filter(|byte| *byte == separator).count();
    [b',', b';', b'\t'].into_iter().rev().max_by_key(|separator| count(*separator)).unwrap_or(b',')
}

/// A number with a decimal comma, written with a point.
pub(crate) fn with_point(cell: &str) -> Option<String> {
    let (whole, rest) = cell.split_once(',')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    // Three digits may be thousands.
    let is_number =
        digits(whole.strip_prefix('-').unwrap_or(whole)) && digits(rest) && rest.len() != 3;
    is_number.then(|| format!("{whole}.{rest}"))
}

/// A row of a table, and where it stands.
pub(crate) struct Row<T> {
    /// What is in it; cells with faults have some value.
    pub data: T,
    /// `cards.csv:7`
    place: String,
    /// Whether every cell could be read.
    pub is_whole: bool,
}

impl<T> Row<T> {
    /// A fault of a cell of this row.
    pub fn fault(&self, column: &str, code: FaultCode, message: impl Into<String>) -> Fault {
        Fault::new(format!("{}:{column}", self.place), code, message)
    }
}

/// Reads a table; what is wrong with its cells is added to the faults.
pub(crate) fn read<T: DeserializeOwned>(
    file: &str,
    text: &str,
    faults: &mut Vec<Fault>,
) -> Vec<Row<T>> {
    let (text, separator) = prepared(text);
    let text = &*text;
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .delimiter(separator)
        .flexible(true)
        .from_reader(text.as_bytes());
    let header: Vec<String> = match reader.headers() {
        Ok(header) => header.iter().map(str::to_lowercase).collect(),
        Err(error) => {
            faults.push(Fault::new(format!("{file}:1"), FaultCode::Syntax, error.to_string()));
            return Vec::new();
        }
    };
    let header_line = reader.position().line().saturating_sub(1).max(1);
    let (mut rows, mut is_first) = (Vec::new(), true);
    for record in reader.records() {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                let line = error.position().map_or(1, csv::Position::line);
                faults.push(Fault::new(
                    format!("{file}:{line}"),
                    FaultCode::Syntax,
                    error.to_string(),
                ));
                continue;
            }
        };
        if record.iter().all(str::is_empty) {
            continue;
        }
        let place = format!("{file}:{}", record.position().map_or(1, |at| line_of(text, at)));
        let known = faults.len();
        let cells = Cells { header: &header, record: &record, place: &place, faults };
        let names = is_first.then(|| format!("{file}:{header_line}"));
        match T::deserialize(Whole { cells, header_place: names }) {
            Ok(data) => rows.push(Row { data, is_whole: faults.len() == known, place }),
            // With a wrong header every row would be wrong.
            Err(error) if error.0.is_empty() => break,
            Err(error) => faults.push(Fault::new(place, FaultCode::Syntax, error.to_string())),
        }
        is_first = false;
    }
    rows
}

/// The line of a record; its position may be that of blank lines before it.
fn line_of(text: &str, at: &csv::Position) -> usize {
    let rest = text.get(at.byte() as usize..).unwrap_or_default();
    let blank = rest.bytes().take_while(|byte| matches!(byte, b'\n' | b'\r'));
    at.line() as usize + blank.filter(|byte| *byte == b'\n').count()
}

/// Why reading cannot go on: only if a type asks for what no cell can be.
#[derive(Debug)]
struct Stuck(String);

impl Stuck {
    /// The header is wrong, which was told.
    fn header() -> Stuck {
        Stuck(String::new())
    }
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Stuck {}

impl de::Error for Stuck {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Stuck(message.to_string())
    }
}

/// The cells of a row.
struct Cells<'a> {
    header: &'a [String],
    record: &'a csv::StringRecord,
    place: &'a str,
    faults: &'a mut Vec<Fault>,
}

/// A row as a whole.
struct Whole<'a> {
    cells: Cells<'a>,
    /// Where the header is, for the row that checks it.
    header_place: Option<String>,
}

impl<'de> Deserializer<'de> for Whole<'_> {
    type Error = Stuck;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stuck> {
        let Whole { cells, header_place } = self;
        if let Some(place) = header_place {
            let before = cells.faults.len();
            check_header(&place, cells.header, fields, cells.faults);
            if cells.faults.len() > before {
                return Err(Stuck::header());
            }
        }
        let named = cells.header.iter().filter(|name| !name.is_empty()).count();
        let stray = (0..cells.record.len())
            .filter(|at| cells.header.get(*at).is_none_or(String::is_empty))
            .find(|at| !cells.record[*at].is_empty());
        if let Some(stray) = stray {
            let message = format!(
                "`{}` stands in a column without a name; {named} columns have names",
                &cells.record[stray]
            );
            cells.faults.push(Fault::new(cells.place, FaultCode::UnnamedColumn, message));
        }
        visitor.visit_map(Fields { cells, fields, at: 0 })
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Stuck> {
        Err(Stuck("a row is a record".into()))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

fn check_header(place: &str, header: &[String], fields: &[&str], faults: &mut Vec<Fault>) {
    for (at, name) in header.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        let mut fault = |code, message: String| {
            faults.push(Fault::new(format!("{place}:{name}"), code, message));
        };
        if header[..at].contains(name) {
            fault(FaultCode::DuplicateKey, format!("there are two columns `{name}`"));
        } else if !fields.contains(&name.as_str()) {
            let message = match nearest(name, fields.iter().copied()) {
                Some(near) => format!("there is no column `{name}`; did you mean `{near}`?"),
                None => format!("there is no column `{name}`; there are {}", fields.join(", ")),
            };
            fault(FaultCode::UnknownKey, message);
        }
    }
    for name in fields.iter().filter(|name| !header.iter().any(|known| known == *name)) {
        faults.push(Fault::new(
            place,
            FaultCode::MissingKey,
            format!("the column `{name}` is missing"),
        ));
    }
}

/// The fields of a row, one after the other.
struct Fields<'a> {
    cells: Cells<'a>,
    fields: &'static [&'static str],
    at: usize,
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Stuck;

    fn next_key_seed<K: de::DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Stuck> {
        let Some(field) = self.fields.get(self.at) else { return Ok(None) };
        seed.deserialize((*field).into_deserializer()).map(Some)
    }

    fn next_value_seed<V: de::DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Stuck> {
        let column = self.fields[self.at];
        self.at += 1;
        let Cells { header, record, place, faults } = &mut self.cells;
        let index = header.iter().position(|name| name == column);
        let text = index.map(|index| record.get(index).unwrap_or_default());
        seed.deserialize(One { column, text, place, faults })
    }
}

/// One cell; no text if its column is missing, which is told once for all rows.
struct One<'a> {
    column: &'static str,
    text: Option<&'a str>,
    place: &'a str,
    faults: &'a mut Vec<Fault>,
}

impl One<'_> {
    fn fault(&mut self, code: FaultCode, message: String) {
        self.faults.push(Fault::new(format!("{}:{}", self.place, self.column), code, message));
    }

    fn whole(&mut self, most: u64) -> u64 {
        let Some(text) = self.text else { return 0 };
        let plain = with_point(text);
        let plain = plain.as_deref().unwrap_or(text);
        // Spreadsheets keep 2 as 2.0.
        let plain = plain.strip_suffix(".0").or_else(|| plain.strip_suffix(".00")).unwrap_or(plain);
        match plain.parse::<u64>().ok().filter(|number| *number <= most) {
            Some(number) => number,
            None => {
                let shown = if text.is_empty() { "nothing".into() } else { format!("`{text}`") };
                let message =
                    format!("{}: {shown} is no whole number from 0 to {most}", self.column);
                self.fault(FaultCode::Number, message);
                0
            }
        }
    }
}

impl<'de> Deserializer<'de> for One<'_> {
    type Error = Stuck;

    fn deserialize_u8<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Stuck> {
        visitor.visit_u64(self.whole(u8::MAX.into()))
    }

    fn deserialize_u16<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Stuck> {
        visitor.visit_u64(self.whole(u16::MAX.into()))
    }

    fn deserialize_bool<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Stuck> {
        let text = self.text.unwrap_or("false").to_lowercase();
        match text.as_str() {
            "true" | "yes" | "1" => visitor.visit_bool(true),
            "false" | "no" | "0" => visitor.visit_bool(false),
            _ => {
                let message = format!("{}: `{text}`; write true or false", self.column);
                self.fault(FaultCode::Type, message);
                visitor.visit_bool(false)
            }
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stuck> {
        visitor.visit_str(self.text.unwrap_or_default())
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stuck> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stuck> {
        match self.text.unwrap_or_default() {
            "" => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stuck> {
        let text = self.text.unwrap_or(variants[0]);
        let found = variants.iter().find(|variant| **variant == text);
        if found.is_none() {
            let message = unknown(self.column, text, variants);
            self.fault(FaultCode::UnknownName, message);
        }
        visitor.visit_enum((*found.unwrap_or(&variants[0])).into_deserializer())
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stuck> {
        self.deserialize_str(visitor)
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 u32 u64 f32 f64 char bytes byte_buf unit unit_struct newtype_struct seq
        tuple tuple_struct map struct identifier ignored_any
    }
}

/// What to say about a name that is none of those known.
pub(crate) fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("{what} `{name}`: did you mean `{near}`?"),
        None => format!("{what} `{name}`: write {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::{read, with_point};

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        House,
        Tower,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Line {
        name: String,
        count: u8,
        #[serde(default)]
        other: Option<u8>,
        kind: Kind,
        tall: bool,
    }

    #[test]
    fn tables_are_read_as_spreadsheets_write_them() {
        let plain = "name,count,other,kind,tall\na,2,,house,false\nb,3,4,tower,true\n";
        let other = "\u{feff}Name;count;other;kind;tall\r\na;2,0;;house;FALSE\r\n;;;;\r\nb;3.0;4;tower;TRUE\r\n";
        let rows = |text: &str| {
            let mut faults = Vec::new();
            let rows = read::<Line>("t.csv", text, &mut faults);
            assert!(faults.is_empty(), "{faults:?}");
            rows.into_iter().map(|row| row.data).collect::<Vec<_>>()
        };
        assert_eq!(rows(plain), rows(other));
        assert_eq!(rows(plain)[1].other, Some(4));
    }

    #[test]
    fn every_cell_with_a_fault_is_named() {
        let header = "name,count,knd,tall\na,x,house,maybe\nb,,hose,true\n";
        let mut faults = Vec::new();
        assert!(read::<Line>("t.csv", header, &mut faults).is_empty());
        let places: Vec<&str> = faults.iter().map(|fault| fault.place.as_str()).collect();
        assert_eq!(places, ["t.csv:1:knd", "t.csv:1", "t.csv:1"], "{faults:?}");
        assert!(faults[0].message.contains("did you mean `kind`?"));
        let text = "name,count,other,kind,tall,\na,x,,house,maybe,\n\nb,,,hose,true,stray\nc,256,,house,yes,\n";
        let mut faults = Vec::new();
        let rows = read::<Line>("t.csv", text, &mut faults);
        let places: Vec<&str> = faults.iter().map(|fault| fault.place.as_str()).collect();
        let expected = [
            "t.csv:2:count",
            "t.csv:2:tall",
            "t.csv:4",
            "t.csv:4:count",
            "t.csv:4:kind",
            "t.csv:5:count",
        ];
        assert_eq!(places, expected, "{faults:?}");
        assert!(rows.iter().all(|row| !row.is_whole));
    }

    #[test]
    fn a_decimal_comma_is_a_point() {
        assert_eq!(with_point("-2,50").as_deref(), Some("-2.50"));
        for other in ["2", "1,2,3", "a,b", ",5", "2,", "1,000"] {
            assert_eq!(with_point(other), None, "{other}");
        }
    }
}
