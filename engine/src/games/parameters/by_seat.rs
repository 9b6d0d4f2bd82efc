//! Parameters that differ from seat to seat, and sets of named values.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::form::{NamedValue, ParameterForm};
use crate::document::{FaultCode, Reader};

/// The most seats of any game.
const MAX_SEATS: usize = 4;

/// A list with an entry for each seat; seats that are left out have the default.
#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct BySeat<F>(#[schemars(length(max = MAX_SEATS))] Vec<F>);

impl<F> ParameterForm for BySeat<F>
where
    F: ParameterForm,
    F::Value: Copy + Default,
{
    type Value = [F::Value; MAX_SEATS];

    fn read(reader: &Reader<'_>) -> Option<Self::Value> {
        let items = reader.list()?;
        if items.len() > MAX_SEATS {
            let message = format!("{} entries; there are at most {MAX_SEATS} seats", items.len());
            reader.fault(FaultCode::SeatList, message);
            return None;
        }
        let mut values = Self::Value::default();
        let mut is_whole = true;
        for (value, item) in values.iter_mut().zip(&items) {
            match F::read(item) {
                Some(read) => *value = read,
                None => is_whole = false,
            }
        }
        is_whole.then_some(values)
    }

    fn of(values: &Self::Value) -> Self {
        let default = F::Value::default();
        let len = values.iter().rposition(|value| *value != default).map_or(0, |last| last + 1);
        BySeat(values[..len].iter().map(F::of).collect())
    }
}

/// Some of the values of a type, each at most once.
#[derive(Debug)]
pub struct NameSet<T> {
    bits: u8,
    values: PhantomData<T>,
}

// Derived implementations would ask the same of `T`.
impl<T> Clone for NameSet<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for NameSet<T> {}

impl<T> PartialEq for NameSet<T> {
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

impl<T> Eq for NameSet<T> {}

impl<T> Default for NameSet<T> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<T> NameSet<T> {
    /// No value.
    pub const NONE: NameSet<T> = NameSet { bits: 0, values: PhantomData };

    /// Whether it has no value.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// A bit for each of its values, in the order of [`NamedValue::ALL`].
    #[inline]
    pub fn bits(self) -> u8 {
        self.bits
    }

    /// The set with these bits.
    pub fn from_bits(bits: u8) -> Self {
        NameSet { bits, values: PhantomData }
    }
}

impl<T: NamedValue> NameSet<T> {
    fn bit(value: T) -> u8 {
        let at = T::ALL.iter().position(|known| *known == value);
        1 << at.expect("all values are listed")
    }

    /// Whether a value is among them.
    #[inline]
    pub fn has(self, value: T) -> bool {
        !self.is_empty() && self.bits & Self::bit(value) != 0
    }

    /// The set with one more value.
    pub fn with(self, value: T) -> Self {
        Self::from_bits(self.bits | Self::bit(value))
    }
}

/// A list of names.
#[derive(Serialize)]
#[serde(transparent)]
pub struct NameList<T>(Vec<T>);

impl<T: NamedValue> JsonSchema for NameList<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("{}List", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Vec::<T>::json_schema(generator);
        schema.insert("uniqueItems".into(), true.into());
        schema
    }
}

impl<T: NamedValue> ParameterForm for NameList<T> {
    type Value = NameSet<T>;

    fn read(reader: &Reader<'_>) -> Option<NameSet<T>> {
        let mut set = NameSet::NONE;
        for item in reader.list()? {
            set = set.with(item.name(T::NOUN, T::from_name, &T::choices())?);
        }
        Some(set)
    }

    fn of(set: &NameSet<T>) -> Self {
        NameList(T::ALL.iter().copied().filter(|value| set.has(*value)).collect())
    }
}
