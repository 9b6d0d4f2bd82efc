//! Any document on one line.
//!
//! The same data as the JSON document, without quotes and spaces: objects are
//! `(key:value,...)`, lists are `!(...)`, and texts stand bare. A space is written
//! `~`; whatever else an address cannot hold is percent-encoded. A text that would
//! read as something else is marked with `'`.
//!
//! ```
//! use serde_json::json;
//! use towerlab_engine::document::compact;
//!
//! let value = json!({"turn": {"seat": 1}, "city": {"C4": "white .0.1"}, "market": ["gray+-brown-white"]});
//! let line = compact::write(&value);
//! assert_eq!(line, "(turn:(seat:1),city:(C4:white~.0.1),market:!(gray%2B-brown-white))");
//! assert_eq!(compact::read(&line), Ok(value));
//! ```

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value};

use crate::document::{FaultCode, Faults, Position};

/// Writes a document on one line.
pub fn write(value: &Value) -> String {
    let mut line = String::new();
    put(value, &mut line);
    line
}

fn put(value: &Value, line: &mut String) {
    match value {
        Value::String(text) => {
            if text.is_empty()
                || read_bare(text) != Value::String(text.clone())
                || text.starts_with('\'')
            {
                line.push('\'');
            }
            put_text(text, line);
        }
        Value::Array(items) => {
            line.push_str("!(");
            for (index, item) in items.iter().enumerate() {
                line.push_str(if index > 0 { "," } else { "" });
                put(item, line);
            }
            line.push(')');
        }
        Value::Object(map) => {
            line.push('(');
            for (index, (key, item)) in map.iter().enumerate() {
                line.push_str(if index > 0 { "," } else { "" });
                put_text(key, line);
                line.push(':');
                put(item, line);
            }
            line.push(')');
        }
        plain => line.push_str(&plain.to_string()),
    }
}

/// What is percent-encoded in a text.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'.').remove(b'-').remove(b'_').remove(b'/').remove(b'@');

fn put_text(text: &str, line: &mut String) {
    for (index, word) in text.split(' ').enumerate() {
        line.push_str(if index > 0 { "~" } else { "" });
        line.extend(utf8_percent_encode(word, ENCODED));
    }
}

/// A bare word: a number, true, false, null, or else a text.
fn read_bare(word: &str) -> Value {
    match serde_json::from_str(word) {
        Ok(value @ (Value::Null | Value::Bool(_) | Value::Number(_))) => value,
        _ => Value::String(word.to_string()),
    }
}

/// How deep documents may be nested.
const DEPTH: usize = 64;

/// Reads what [`write()`] writes.
pub fn read(line: &str) -> Result<Value, Faults> {
    let before = line.len() - line.trim_start().len();
    let mut parser = Parser { line: line.trim(), at: 0 };
    let result = parser.value(0).and_then(|value| match parser.rest() {
        "" => Ok(value),
        _ => Err("something follows the end"),
    });
    result.map_err(|message| {
        let read = &parser.line[..parser.at.min(parser.line.len())];
        let column = line[..before].chars().count() + read.chars().count() + 1;
        let mut faults = Faults::one(
            "",
            FaultCode::Syntax,
            format!("this is no state in its one-line form: {message}"),
        );
        faults.0[0].position = Some(Position { line: 1, column });
        faults
    })
}

struct Parser<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.line[self.at..]
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn value(&mut self, depth: usize) -> Result<Value, &'static str> {
        if depth > DEPTH {
            return Err("it is nested too deeply");
        }
        if self.take("!(") {
            let mut items = Vec::new();
            while !self.take(")") {
                if !items.is_empty() && !self.take(",") {
                    return Err("`,` or `)` is missing");
                }
                items.push(self.value(depth + 1)?);
            }
            return Ok(Value::Array(items));
        }
        if self.take("(") {
            let mut map = Map::new();
            while !self.take(")") {
                if !map.is_empty() && !self.take(",") {
                    return Err("`,` or `)` is missing");
                }
                let key = self.text()?;
                if !self.take(":") {
                    return Err("`:` is missing after a key");
                }
                if map.insert(key, self.value(depth + 1)?).is_some() {
                    return Err("a key is given twice");
                }
            }
            return Ok(Value::Object(map));
        }
        if self.take("'") {
            return Ok(Value::String(self.text()?));
        }
        match self.text()?.as_str() {
            "" => Err("a value is missing"),
            word => Ok(read_bare(word)),
        }
    }

    fn text(&mut self) -> Result<String, &'static str> {
        let mut bytes = Vec::new();
        while let Some(&byte) = self.line.as_bytes().get(self.at) {
            match byte {
                b'~' => bytes.push(b' '),
                b'%' => {
                    let code = self.line.get(self.at + 1..self.at + 3);
                    let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
                    bytes.push(code.ok_or("`%` needs two hexadecimal digits")?);
                    self.at += 2;
                }
                b',' | b':' | b'(' | b')' | b'!' | b'\'' => break,
                _ if byte.is_ascii_graphic() => bytes.push(byte),
                _ => return Err("a character that has to be written with `%`"),
            }
            self.at += 1;
        }
        String::from_utf8(bytes).map_err(|_| "the text is not UTF-8")
    }
}

#[cfg(test)]
mod tests {
    use super::{read, write};
    use serde_json::json;

    #[test]
    fn whatever_is_written_is_read_back() {
        let values = [
            json!({}),
            json!([]),
            json!([[], {}, [{}]]),
            json!({"a": null, "b": true, "c": -1.5, "d": 17, "e": ""}),
            json!({"number as text": "17", "null as text": "null", "quote": "'", "spaces": "  "}),
            json!(["é ü 漢", "a,b:c(d)!e'f%g~h", "\n\t\"\\", "+"]),
            json!("x"),
            json!(12345678901234u64),
        ];
        for value in values {
            let line = write(&value);
            assert_eq!(read(&line).as_ref(), Ok(&value), "{line}");
            assert!(line.bytes().all(|byte| byte.is_ascii_graphic()), "{line}");
        }
    }

    #[test]
    fn faults_name_the_column() {
        for (line, column) in
            [("(a:1", 5), ("(a)", 3), ("(a:1,a:2)", 9), ("%zz", 1), ("", 1), ("(a:1)x", 6)]
        {
            let faults = read(line).expect_err(line).0;
            assert_eq!(faults[0].position.map(|position| position.column), Some(column), "{line}");
        }
    }
}
