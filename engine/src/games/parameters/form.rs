//! How the value of a parameter is written in documents.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::Value;

use crate::document::Reader;

/// The form in which a rules document has the value of a parameter: the type that is written,
/// and whose JSON Schema is published.
///
/// Numbers, flags and [named values](NamedValue) are their own form. A parameter whose value is
/// laid out for play names another form in its declaration: `tokens: Tokens as TokenCounts`.
pub trait ParameterForm: Serialize + JsonSchema + Sized {
    /// The value that the game plays with.
    type Value: Clone + PartialEq;

    /// Reads a value. Returns `None` if there are faults, after reporting all of them.
    fn read(reader: &Reader<'_>) -> Option<Self::Value>;

    /// Reads a value that may leave out parts, which are then those of `default`.
    fn read_over(reader: &Reader<'_>, _default: &Self::Value) -> Option<Self::Value> {
        Self::read(reader)
    }

    /// The form of a value.
    fn of(value: &Self::Value) -> Self;

    /// The numbers of a value that the permitted range applies to.
    fn numbers(_value: &Self::Value) -> Vec<NumberOf> {
        Vec::new()
    }

    /// The names of all values, if they have names.
    fn choices() -> Vec<String> {
        Vec::new()
    }

    /// The JSON Schema; the value may also be null, which is the same as leaving it out.
    fn schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Option<Self>>()
    }
}

/// A value as a document has it.
pub fn write_form<F: ParameterForm>(value: &F::Value) -> Value {
    serde_json::to_value(F::of(value)).expect("a form is plain data")
}

/// A number that a value consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberOf {
    /// Which part it is, such as a colour; nothing if the value is this number.
    pub part: Option<&'static str>,
    /// The number.
    pub number: u32,
}

impl NumberOf {
    /// The only number of a value.
    pub fn whole(number: impl Into<u32>) -> Vec<NumberOf> {
        vec![NumberOf { part: None, number: number.into() }]
    }

    /// The numbers of named parts.
    pub fn parts<'a>(
        names: impl IntoIterator<Item = &'static str>,
        numbers: impl IntoIterator<Item = &'a u8>,
    ) -> Vec<NumberOf> {
        let pairs = names.into_iter().zip(numbers);
        pairs.map(|(part, &n)| NumberOf { part: Some(part), number: n.into() }).collect()
    }
}

impl ParameterForm for u8 {
    type Value = u8;

    fn read(reader: &Reader<'_>) -> Option<u8> {
        reader.count(u8::MAX)
    }

    fn of(value: &u8) -> u8 {
        *value
    }

    fn numbers(value: &u8) -> Vec<NumberOf> {
        NumberOf::whole(*value)
    }
}

impl ParameterForm for u16 {
    type Value = u16;

    fn read(reader: &Reader<'_>) -> Option<u16> {
        reader.number(0..=u16::MAX.into()).map(|number| number as u16)
    }

    fn of(value: &u16) -> u16 {
        *value
    }

    fn numbers(value: &u16) -> Vec<NumberOf> {
        NumberOf::whole(*value)
    }
}

impl ParameterForm for bool {
    type Value = bool;

    fn read(reader: &Reader<'_>) -> Option<bool> {
        reader.boolean()
    }

    fn of(value: &bool) -> bool {
        *value
    }

    fn choices() -> Vec<String> {
        [false, true].map(|value| value.to_string()).into()
    }
}

/// `None` stands for a value that is left out: the declaration says what is played then.
impl<F: ParameterForm> ParameterForm for Option<F> {
    type Value = Option<F::Value>;

    fn read(reader: &Reader<'_>) -> Option<Option<F::Value>> {
        F::read(reader).map(Some)
    }

    fn of(value: &Option<F::Value>) -> Option<F> {
        value.as_ref().map(F::of)
    }

    fn numbers(value: &Option<F::Value>) -> Vec<NumberOf> {
        value.as_ref().map(F::numbers).unwrap_or_default()
    }

    fn choices() -> Vec<String> {
        F::choices()
    }

    fn schema(generator: &mut SchemaGenerator) -> Schema {
        F::schema(generator)
    }
}

/// A value that is one of a few names: an enum whose names are those of its serialization.
pub trait NamedValue: Copy + PartialEq + Serialize + JsonSchema + 'static {
    /// What the names are names of, for messages.
    const NOUN: &'static str;
    /// All values.
    const ALL: &'static [Self];

    /// The name of a value.
    fn name(self) -> String {
        match serde_json::to_value(self) {
            Ok(Value::String(name)) => name,
            _ => unreachable!("a named value is written as its name"),
        }
    }

    /// The value of a name.
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.name() == name)
    }
}

impl<T: NamedValue> ParameterForm for T {
    type Value = T;

    fn read(reader: &Reader<'_>) -> Option<T> {
        reader.name(T::NOUN, T::from_name, &T::choices())
    }

    fn of(value: &T) -> T {
        *value
    }

    fn choices() -> Vec<String> {
        T::ALL.iter().map(|value| value.name()).collect()
    }
}
