//! Where in a JSON text each value stands.

use std::collections::HashMap;

use crate::fault::{Fault, Position};

/// The places of all values of a valid JSON text, and keys given twice.
pub struct Places {
    found: HashMap<String, usize>,
    /// The pointers of values that repeat a key of their object.
    pub repeated: Vec<String>,
}

impl Places {
    /// Finds every value of a text that is known to be valid JSON.
    pub fn of(text: &str) -> Places {
        let mut scanner = Scanner {
            text: text.as_bytes(),
            at: 0,
            places: Places { found: HashMap::new(), repeated: Vec::new() },
        };
        scanner.value(&mut String::new());
        scanner.places
    }

    /// Gives a fault its line and column: those of its value, or of the nearest
    /// value around it.
    pub fn locate(&self, fault: &mut Fault, text: &str) {
        let mut pointer = fault.place.as_str();
        loop {
            if let Some(&offset) = self.found.get(pointer) {
                fault.position = Some(position(text, offset));
                return;
            }
            let Some((parent, _)) = pointer.rsplit_once('/') else { return };
            pointer = parent;
        }
    }
}

/// The line and column of a byte of a text.
pub fn position(text: &str, offset: usize) -> Position {
    let before = &text[..offset.min(text.len())];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    Position {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
    }
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    places: Places,
}

impl Scanner<'_> {
    fn skip(&mut self, skipped: impl Fn(u8) -> bool) {
        while self.text.get(self.at).is_some_and(|&byte| skipped(byte)) {
            self.at += 1;
        }
    }

    /// Skips spaces and tells what comes next.
    fn peek(&mut self) -> u8 {
        self.skip(|byte| byte.is_ascii_whitespace());
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn value(&mut self, pointer: &mut String) {
        let first = self.peek();
        if self.places.found.insert(pointer.clone(), self.at).is_some() {
            self.places.repeated.push(pointer.clone());
        }
        match first {
            b'{' => self.members(pointer, b'}'),
            b'[' => self.members(pointer, b']'),
            b'"' => {
                self.string();
            }
            _ => {
                self.skip(|byte| !matches!(byte, b',' | b']' | b'}') && !byte.is_ascii_whitespace())
            }
        }
    }

    fn members(&mut self, pointer: &mut String, end: u8) {
        self.at += 1;
        let mut index = 0;
        while self.peek() != end && self.at < self.text.len() {
            let parent = pointer.len();
            if end == b'}' {
                let key = self.string();
                self.peek();
                self.at += 1; // the colon
                *pointer += &format!("/{}", escape(&key));
            } else {
                *pointer += &format!("/{index}");
                index += 1;
            }
            self.value(pointer);
            pointer.truncate(parent);
            if self.peek() == b',' {
                self.at += 1;
            }
        }
        self.at += 1;
    }

    fn string(&mut self) -> String {
        let start = self.at;
        self.at += 1;
        while self.at < self.text.len() && self.text[self.at] != b'"' {
            self.at += if self.text[self.at] == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
        let quoted = self.text.get(start..self.at).unwrap_or_default();
        serde_json::from_slice(quoted).unwrap_or_default()
    }
}

/// How many keys are written in a valid JSON text: colons outside of strings.
pub fn members(text: &str) -> usize {
    let (mut count, mut within, mut escaped) = (0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if within => escaped = true,
            b'"' => within = !within,
            b':' if !within => count += 1,
            _ => {}
        }
    }
    count
}

/// A key as a part of a JSON Pointer.
pub fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_pointer() {
        let text = "{\n  \"a\": [1, {\"b/c\": \"x\\\"y\"}],\n  \"d\": null\n}";
        let places = Places::of(text);
        let at = |pointer: &str| {
            let mut fault = Fault::new(pointer, "x", "x");
            places.locate(&mut fault, text);
            fault.position.map(|position| (position.line, position.column))
        };
        assert_eq!(at(""), Some((1, 1)));
        assert_eq!(at("/a"), Some((2, 8)));
        assert_eq!(at("/a/0"), Some((2, 9)));
        assert_eq!(at("/a/1/b~1c"), Some((2, 20)));
        assert_eq!(at("/d"), Some((3, 8)));
        assert_eq!(at("/d/missing"), Some((3, 8)), "the value around it");
        assert!(places.repeated.is_empty());
    }

    #[test]
    fn keys_given_twice_are_found() {
        assert_eq!(Places::of("{\"a\": 1, \"b\": {\"c\": 1, \"c\": 2}}").repeated, ["/b/c"]);
    }
}
