//! Where in a JSON text each value stands.

use std::collections::{HashMap, HashSet};

use crate::document::{Fault, Position};

/// The most repeated keys that are named.
const MOST_REPEATED: usize = 100;

/// Gives faults their line and column in a valid JSON text: those of their value, or of the
/// nearest value around it. Only what faults point at is remembered, however long the text is.
pub fn locate(faults: &mut [Fault], text: &str) {
    let mut scanner = Scanner::new(text);
    for fault in faults.iter() {
        let mut pointer = fault.place.as_str();
        loop {
            scanner.wanted.insert(pointer.to_string(), None);
            let Some((parent, _)) = pointer.rsplit_once('/') else { break };
            pointer = parent;
        }
    }
    scanner.longest = scanner.wanted.keys().map(String::len).max().unwrap_or(0);
    scanner.value(&mut String::new());
    for fault in faults {
        let mut pointer = fault.place.as_str();
        loop {
            if let Some(Some(offset)) = scanner.wanted.get(pointer) {
                fault.position = Some(position(text, *offset));
                break;
            }
            let Some((parent, _)) = pointer.rsplit_once('/') else { break };
            pointer = parent;
        }
    }
}

/// The pointers of values that repeat a key of their object.
pub fn repeated(text: &str) -> Vec<String> {
    let mut scanner = Scanner::new(text);
    scanner.value(&mut String::new());
    scanner.repeated
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
    /// Where the values are that somebody asks for.
    wanted: HashMap<String, Option<usize>>,
    /// The length of the longest pointer among them.
    longest: usize,
    repeated: Vec<String>,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Self {
        let (wanted, repeated) = (HashMap::new(), Vec::new());
        Scanner { text: text.as_bytes(), at: 0, wanted, longest: 0, repeated }
    }

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
        if pointer.len() <= self.longest
            && let Some(place) = self.wanted.get_mut(pointer.as_str())
        {
            *place = Some(self.at);
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
        let (mut index, mut keys) = (0, HashSet::new());
        while self.peek() != end && self.at < self.text.len() {
            let parent = pointer.len();
            if end == b'}' {
                let key = self.string();
                self.peek();
                self.at += 1; // the colon
                *pointer += &format!("/{}", escape(&key));
                if !keys.insert(key) && self.repeated.len() < MOST_REPEATED {
                    self.repeated.push(pointer.clone());
                }
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

/// A key as a part of a JSON Pointer.
pub fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::FaultCode;

    #[test]
    fn values_are_found_by_pointer() {
        let text = "{\n  \"a\": [1, {\"b/c\": \"x\\\"y\"}],\n  \"d\": null\n}";
        let at = |pointer: &str| {
            let mut faults = [Fault::new(pointer, FaultCode::Type, "x")];
            locate(&mut faults, text);
            faults[0].position.map(|position| (position.line, position.column))
        };
        assert_eq!(at(""), Some((1, 1)));
        assert_eq!(at("/a"), Some((2, 8)));
        assert_eq!(at("/a/0"), Some((2, 9)));
        assert_eq!(at("/a/1/b~1c"), Some((2, 20)));
        assert_eq!(at("/d"), Some((3, 8)));
        assert_eq!(at("/d/missing"), Some((3, 8)), "the value around it");
        assert!(repeated(text).is_empty());
    }

    #[test]
    fn keys_given_twice_are_found() {
        assert_eq!(repeated("{\"a\": 1, \"b\": {\"c\": 1, \"c\": 2}}"), ["/b/c"]);
    }
}
