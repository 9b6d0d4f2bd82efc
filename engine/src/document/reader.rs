//! Walks a parsed document and collects every fault on the way.

use std::cell::RefCell;
use std::fmt::Write;
use std::ops::RangeInclusive;

use serde_json::Value;

use super::locations::{escape, locate, position, repeated};
use super::nearest;
use super::tree::{Members, Tree};
use super::{Fault, FaultCode, Faults};

/// What a name stands for, and the code of a fault if there is no such thing.
#[derive(Clone, Copy, Debug)]
pub struct Noun {
    /// In messages: "there is no `site` ...".
    pub name: &'static str,
    /// The code of a name that stands for nothing.
    pub code: FaultCode,
}

impl From<&'static str> for Noun {
    fn from(name: &'static str) -> Noun {
        Noun { name, code: FaultCode::UnknownName }
    }
}

/// A value of a document, with where it is. Readers of one document share the list
/// of faults, so reading goes on after a fault and finds the next one.
#[derive(Clone)]
pub struct Reader<'a> {
    value: &'a Tree<'a>,
    /// The last step of the way here, by its number; nothing for the document itself.
    path: Option<u32>,
    found: &'a RefCell<Found<'a>>,
}

/// The ways to the values of a document that were looked at, and their faults so far.
#[derive(Default)]
struct Found<'a> {
    steps: Vec<Step<'a>>,
    listed: Vec<Fault>,
    /// How many more there are.
    more: usize,
}

/// The most faults that are listed: nobody reads more, and a text may have a million.
const MOST_LISTED: usize = 200;

/// The way to a value from the one around it. Pointers are written only for faults: most
/// documents have none.
struct Step<'a> {
    parent: Option<u32>,
    at: At<'a>,
}

#[derive(Clone, Copy)]
enum At<'a> {
    Key(&'a str),
    Index(usize),
}

fn write_path(steps: &[Step<'_>], path: Option<u32>, out: &mut String) {
    if let Some(number) = path {
        let Step { parent, at } = &steps[number as usize];
        write_path(steps, *parent, out);
        let _ = match at {
            At::Key(key) => write!(out, "/{}", escape(key)),
            At::Index(index) => write!(out, "/{index}"),
        };
    }
}

impl<'a> Reader<'a> {
    /// Reads a text with `read`. Faults carry line and column.
    pub fn text<T>(text: &str, read: impl FnOnce(&Reader<'_>) -> Option<T>) -> Result<T, Faults> {
        let tree: Tree<'_> = serde_json::from_str(text).map_err(|error| syntax(text, &error))?;
        let result = Reader::tree(&tree, |reader| {
            if tree.has_repeats() {
                for pointer in repeated(text) {
                    reader.fault_at(
                        pointer,
                        FaultCode::DuplicateKey,
                        "the key is given twice".into(),
                    );
                }
            }
            read(reader)
        });
        result.map_err(|Faults(mut faults)| {
            locate(&mut faults, text);
            Faults(faults)
        })
    }

    /// Reads a parsed document with `read`.
    pub fn value<T>(
        value: &Value,
        read: impl FnOnce(&Reader<'_>) -> Option<T>,
    ) -> Result<T, Faults> {
        Reader::tree(&Tree::of(value), read)
    }

    fn tree<T>(value: &Tree<'_>, read: impl FnOnce(&Reader<'_>) -> Option<T>) -> Result<T, Faults> {
        let found = RefCell::new(Found::default());
        let result = read(&Reader { value, path: None, found: &found });
        let (mut faults, more) = {
            let mut found = found.borrow_mut();
            (std::mem::take(&mut found.listed), found.more)
        };
        if more > 0 {
            faults.push(Fault::new(
                "",
                FaultCode::MoreFaults,
                format!("there are {more} more faults"),
            ));
        }
        match result {
            Some(result) if faults.is_empty() => Ok(result),
            _ => {
                debug_assert!(!faults.is_empty(), "nothing was read, yet nothing is wrong");
                Err(Faults(faults))
            }
        }
    }

    /// The JSON Pointer of this value.
    pub fn pointer(&self) -> String {
        let mut pointer = String::new();
        write_path(&self.found.borrow().steps, self.path, &mut pointer);
        pointer
    }

    /// The value as it was parsed.
    pub fn raw(&self) -> &'a Tree<'a> {
        self.value
    }

    /// Reports a fault of this value.
    pub fn fault(&self, code: FaultCode, message: impl Into<String>) {
        self.fault_at(self.pointer(), code, message.into());
    }

    /// Takes over faults that were found elsewhere, below this value.
    pub fn faults(&self, Faults(faults): Faults) {
        let own = self.pointer();
        let below = |fault: Fault| Fault { place: format!("{own}{}", fault.place), ..fault };
        faults.into_iter().map(below).for_each(|fault| self.add(fault));
    }

    fn fault_at(&self, place: String, code: FaultCode, message: String) {
        self.add(Fault::new(place, code, message));
    }

    fn add(&self, fault: Fault) {
        let mut faults = self.found.borrow_mut();
        if faults.listed.len() < MOST_LISTED {
            faults.listed.push(fault);
        } else {
            faults.more += 1;
        }
    }

    /// How many faults the document has so far.
    pub fn fault_count(&self) -> usize {
        let faults = self.found.borrow();
        faults.listed.len() + faults.more
    }

    fn child(&self, value: &'a Tree<'a>, at: At<'a>) -> Reader<'a> {
        let steps = &mut self.found.borrow_mut().steps;
        steps.push(Step { parent: self.path, at });
        Reader { value, path: Some(steps.len() as u32 - 1), found: self.found }
    }

    fn wrong_type(&self, wanted: &str) {
        let found = match self.value {
            Tree::Null => "null".into(),
            Tree::Bool(_) => "true or false".into(),
            Tree::Number(number) => format!("the number {number}"),
            Tree::Text(text) => format!("the text \"{text}\""),
            Tree::List(_) => "a list".into(),
            Tree::Object(_) => "an object".into(),
        };
        self.fault(FaultCode::Type, format!("write {wanted} instead of {found}"));
    }

    /// An object that has no other keys than these.
    pub fn object(&self, keys: &[&str]) -> Option<Object<'a>> {
        let object = self.any_object()?;
        for (key, _) in object.members.iter().filter(|(key, _)| !keys.contains(key)) {
            let reader = self.child(self.value, At::Key(key));
            let message = match nearest(key, keys.iter().copied()) {
                Some(near) => format!("there is no key `{key}`; did you mean `{near}`?"),
                None => format!("there is no key `{key}`; the keys are {}", keys.join(", ")),
            };
            reader.fault(FaultCode::UnknownKey, message);
        }
        Some(object)
    }

    /// An object with any keys.
    pub fn any_object(&self) -> Option<Object<'a>> {
        match self.value {
            Tree::Object(members) => Some(Object { reader: self.clone(), members }),
            _ => {
                self.wrong_type("an object");
                None
            }
        }
    }

    /// The items of a list.
    pub fn list(&self) -> Option<Vec<Reader<'a>>> {
        match self.value {
            Tree::List(items) => Some(
                items
                    .iter()
                    .enumerate()
                    .map(|(index, item)| self.child(item, At::Index(index)))
                    .collect(),
            ),
            _ => {
                self.wrong_type("a list");
                None
            }
        }
    }

    /// A text.
    pub fn string(&self) -> Option<&'a str> {
        match self.value {
            Tree::Text(text) => Some(text),
            _ => {
                self.wrong_type("a text");
                None
            }
        }
    }

    /// True or false.
    pub fn boolean(&self) -> Option<bool> {
        match self.value {
            Tree::Bool(value) => Some(*value),
            _ => {
                self.wrong_type("true or false");
                None
            }
        }
    }

    /// A whole number within a range.
    pub fn number(&self, range: RangeInclusive<u64>) -> Option<u64> {
        let (low, high) = (range.start(), range.end());
        match self.value {
            Tree::Number(number) => match number.as_u64().filter(|number| range.contains(number)) {
                Some(number) => Some(number),
                None => {
                    self.fault(
                        FaultCode::OutOfRange,
                        format!("{number} is not a whole number from {low} to {high}"),
                    );
                    None
                }
            },
            _ => {
                self.wrong_type(&format!("a whole number from {low} to {high}"));
                None
            }
        }
    }

    /// A whole number within a range, negative ones among them.
    pub fn integer(&self, range: RangeInclusive<i64>) -> Option<i64> {
        let (low, high) = (range.start(), range.end());
        let wanted = format!("a whole number from {low} to {high}");
        let Tree::Number(number) = self.value else {
            self.wrong_type(&wanted);
            return None;
        };
        let found = number.as_i64().filter(|number| range.contains(number));
        if found.is_none() {
            self.fault(FaultCode::OutOfRange, format!("{number} is not {wanted}"));
        }
        found
    }

    /// Any number, if it is one.
    pub fn float(&self) -> Option<f64> {
        match self.value {
            Tree::Number(number) => number.as_f64(),
            _ => None,
        }
    }

    /// A small whole number, up to `most`.
    pub fn count(&self, most: u8) -> Option<u8> {
        self.number(0..=most.into()).map(|number| number as u8)
    }

    /// One of some names; `what` says of what.
    pub fn name<T>(
        &self,
        what: impl Into<Noun>,
        find: impl Fn(&str) -> Option<T>,
        known: &[impl AsRef<str>],
    ) -> Option<T> {
        self.word(self.string()?, what, find, known)
    }

    /// The same for a word within this value.
    pub fn word<T>(
        &self,
        word: &str,
        what: impl Into<Noun>,
        find: impl Fn(&str) -> Option<T>,
        known: &[impl AsRef<str>],
    ) -> Option<T> {
        let found = find(word);
        if found.is_none() {
            let Noun { name: what, code } = what.into();
            let message = match nearest(word, known.iter().map(AsRef::as_ref)) {
                Some(near) => format!("there is no {what} `{word}`; did you mean `{near}`?"),
                None if known.len() <= 16 => {
                    let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
                    format!("there is no {what} `{word}`; write {}", known.join(", "))
                }
                None => format!("there is no {what} `{word}`"),
            };
            self.fault(code, message);
        }
        found
    }
}

/// What is wrong with a text that is no JSON.
pub(crate) fn syntax(text: &str, error: &serde_json::Error) -> Faults {
    let line_start: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let mut fault = Fault::new("", FaultCode::Syntax, "");
    // Messages end with their own idea of the place.
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    fault.message = format!("this is not JSON: {message}");
    let mut offset = (line_start + error.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    fault.position = Some(position(text, offset));
    Faults(vec![fault])
}

/// An object of a document.
pub struct Object<'a> {
    reader: Reader<'a>,
    members: &'a Members<'a>,
}

impl<'a> Object<'a> {
    /// The object as a value, for faults that concern all of it.
    pub fn reader(&self) -> &Reader<'a> {
        &self.reader
    }

    /// The value of a key, unless it is missing or null.
    pub fn get(&self, key: &str) -> Option<Reader<'a>> {
        let (key, value) = self.members.find(key).filter(|(_, value)| **value != Tree::Null)?;
        Some(self.reader.child(value, At::Key(key)))
    }

    /// The value of a key that must be there.
    pub fn require(&self, key: &str) -> Option<Reader<'a>> {
        let found = self.get(key);
        if found.is_none() {
            self.reader.fault(FaultCode::MissingKey, format!("the key `{key}` is missing"));
        }
        found
    }

    /// Reports a fault of a key, whether it is there or not.
    pub fn fault(&self, key: &str, code: FaultCode, message: impl Into<String>) {
        let place = format!("{}/{}", self.reader.pointer(), escape(key));
        self.reader.fault_at(place, code, message.into());
    }

    /// Reports a fault of a value below the object, by its pointer from here.
    pub(super) fn fault_below(&self, pointer: &str, code: FaultCode, message: String) {
        self.reader.fault_at(self.reader.pointer() + pointer, code, message);
    }

    /// All keys with their values.
    pub fn entries(&self) -> impl Iterator<Item = (&'a str, Reader<'a>)> + '_ {
        self.members.iter().map(|(key, value)| (key, self.reader.child(value, At::Key(key))))
    }
}
