//! A parsed JSON document that borrows from its text.
//!
//! Requests are read once and thrown away: names and texts stay where they are, and objects are
//! plain lists, which for the few keys of a document are faster than any map.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree<'a> {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A text.
    Text(Cow<'a, str>),
    /// A list.
    List(Vec<Tree<'a>>),
    /// Keys with their values.
    Object(Members<'a>),
}

/// The members of an object, in their order, each key once: the last one counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Members<'a> {
    list: Vec<(Cow<'a, str>, Tree<'a>)>,
    repeats: bool,
}

/// Up to so many keys are compared with each other; more are sorted.
const FEW: usize = 24;

impl<'a> Members<'a> {
    fn new(mut list: Vec<(Cow<'a, str>, Tree<'a>)>) -> Members<'a> {
        let repeats = match list.len() {
            ..=FEW => {
                (1..list.len()).any(|at| list[..at].iter().any(|(key, _)| *key == list[at].0))
            }
            _ => {
                let mut keys: Vec<&str> = list.iter().map(|(key, _)| key.as_ref()).collect();
                keys.sort_unstable();
                keys.windows(2).any(|pair| pair[0] == pair[1])
            }
        };
        if repeats {
            // From the end, so that the last one stays; then back into their order.
            let mut known = std::collections::HashSet::new();
            list.reverse();
            list.retain(|(key, _)| known.insert(key.clone()));
            list.reverse();
        }
        Members { list, repeats }
    }

    /// The value of a key, with the key.
    pub fn find(&self, key: &str) -> Option<(&str, &Tree<'a>)> {
        let (key, value) = self.list.iter().find(|(known, _)| known == key)?;
        Some((key, value))
    }

    /// All keys with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Tree<'a>)> {
        self.list.iter().map(|(key, value)| (key.as_ref(), value))
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl<'a> Tree<'a> {
    /// The same that borrows from a value.
    pub fn of(value: &'a Value) -> Tree<'a> {
        match value {
            Value::Null => Tree::Null,
            Value::Bool(value) => Tree::Bool(*value),
            Value::Number(number) => Tree::Number(number.clone()),
            Value::String(text) => Tree::Text(Cow::Borrowed(text)),
            Value::Array(items) => Tree::List(items.iter().map(Tree::of).collect()),
            Value::Object(map) => {
                let member =
                    |(key, value): (&'a String, &'a Value)| (key.as_str().into(), Tree::of(value));
                Tree::Object(Members { list: map.iter().map(member).collect(), repeats: false })
            }
        }
    }

    /// The same as a value of its own.
    pub fn to_value(&self) -> Value {
        match self {
            Tree::Null => Value::Null,
            Tree::Bool(value) => Value::Bool(*value),
            Tree::Number(number) => Value::Number(number.clone()),
            Tree::Text(text) => Value::String(text.to_string()),
            Tree::List(items) => items.iter().map(Tree::to_value).collect(),
            Tree::Object(members) => {
                let member = |(key, value): (&str, &Tree<'_>)| (key.to_string(), value.to_value());
                Value::Object(members.iter().map(member).collect::<Map<_, _>>())
            }
        }
    }

    /// Whether an object of it has given a key twice.
    pub fn has_repeats(&self) -> bool {
        match self {
            Tree::List(items) => items.iter().any(Tree::has_repeats),
            Tree::Object(members) => {
                members.repeats || members.list.iter().any(|(_, value)| value.has_repeats())
            }
            _ => false,
        }
    }
}

impl PartialEq<Value> for Tree<'_> {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Tree::Null, Value::Null) => true,
            (Tree::Bool(one), Value::Bool(other)) => one == other,
            (Tree::Number(one), Value::Number(other)) => one == other,
            (Tree::Text(one), Value::String(other)) => one == other,
            (Tree::List(one), Value::Array(other)) => one == other,
            (Tree::Object(one), Value::Object(other)) => {
                let same =
                    |(key, value): (&str, &Tree<'_>)| other.get(key).is_some_and(|it| value == it);
                one.len() == other.len() && one.iter().all(same)
            }
            _ => false,
        }
    }
}

impl<'de> Deserialize<'de> for Tree<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

/// A key, borrowed where it is written without escapes.
struct Key<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.deserialize_str(AnyValue)? {
            Tree::Text(text) => Ok(Key(text)),
            _ => Err(serde::de::Error::custom("a key is a text")),
        }
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Tree<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Tree<'de>, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Tree<'de>, E> {
        Ok(Tree::Bool(value))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Tree<'de>, E> {
        Ok(Tree::Number(number.into()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Tree<'de>, E> {
        Ok(Tree::Number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Tree<'de>, E> {
        Ok(Number::from_f64(number).map_or(Tree::Null, Tree::Number))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Tree<'de>, E> {
        Ok(Tree::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree<'de>, E> {
        Ok(Tree::Text(Cow::Owned(text.into())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Tree<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Tree::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Tree<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some((Key(key), value)) = members.next_entry()? {
            list.push((key, value));
        }
        Ok(Tree::Object(Members::new(list)))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Tree;

    #[test]
    fn a_tree_is_the_value_that_it_was_read_from() {
        let long: Vec<String> = (0..40).map(|key| format!("\"k{key}\": {key}")).collect();
        for text in [
            r#"{"a": [1, -2, 2.5, 1e300, true, null, "x\n\u00e9"], "b\"c": {}, "d": {"e": []}}"#,
            r#"{"a": 1, "b": {"c": 2, "c": 3}, "a": 4}"#,
            r#""a text""#,
            &format!("{{{}}}", long.join(",")),
            &format!("{{{}, \"k7\": 1}}", long.join(",")),
        ] {
            let value: Value = serde_json::from_str(text).expect("JSON");
            let tree: Tree<'_> = serde_json::from_str(text).expect("JSON");
            assert_eq!(tree.to_value(), value, "{text}");
            assert!(tree == value && Tree::of(&value).to_value() == value);
            assert_eq!(
                tree.has_repeats(),
                text.contains("\"a\": 4") || text.contains("\"k7\": 1}")
            );
        }
        let tree: Tree<'_> = serde_json::from_str(r#"{"a": {"b": 1}}"#).expect("JSON");
        assert!(tree != json!({"a": {"b": 2}}) && tree != json!({"a": {"b": 1}, "c": 1}));
    }
}
