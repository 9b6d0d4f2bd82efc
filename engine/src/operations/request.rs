//! Reading requests: every fault at once, each with a pointer from the root of the request.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::position::{GameVariant, Position};
use super::service::Service;
use crate::document::{Object, Reader, Tree};
use crate::game::random::MAX_SEED;
use crate::games::Documents;
use crate::games::draw::Theme;

/// A request on a game.
pub trait ReadRequest<G: Documents>: Sized {
    /// Reads it, with everything that is wrong in it.
    fn read(reader: &Reader<'_>, service: &Service<G>) -> Option<Self>;
}

/// A value of a request.
pub trait ReadValue<G: Documents>: Sized {
    /// Reads it.
    fn read(reader: &Reader<'_>, service: &Service<G>) -> Option<Self>;

    /// Reads it as the value of a key, which must be there.
    fn read_field(object: &Object<'_>, key: &str, service: &Service<G>) -> Option<Self> {
        object.require(key).and_then(|value| Self::read(&value, service))
    }
}

impl<G: Documents, T: ReadValue<G>> ReadValue<G> for Option<T> {
    fn read(reader: &Reader<'_>, service: &Service<G>) -> Option<Self> {
        T::read(reader, service).map(Some)
    }

    fn read_field(object: &Object<'_>, key: &str, service: &Service<G>) -> Option<Self> {
        object.get(key).map_or(Some(None), |value| Self::read(&value, service))
    }
}

impl<G: Documents, T: ReadValue<G>> ReadValue<G> for Vec<T> {
    fn read(reader: &Reader<'_>, service: &Service<G>) -> Option<Self> {
        let items: Vec<Option<T>> =
            reader.list()?.iter().map(|item| T::read(item, service)).collect();
        items.into_iter().collect()
    }
}

impl<G: Documents> ReadValue<G> for bool {
    fn read(reader: &Reader<'_>, _: &Service<G>) -> Option<Self> {
        reader.boolean()
    }
}

impl<G: Documents> ReadValue<G> for String {
    fn read(reader: &Reader<'_>, _: &Service<G>) -> Option<Self> {
        reader.string().map(String::from)
    }
}

impl<G: Documents> ReadValue<G> for u8 {
    fn read(reader: &Reader<'_>, _: &Service<G>) -> Option<Self> {
        reader.count(u8::MAX)
    }
}

impl<G: Documents> ReadValue<G> for Theme {
    fn read(reader: &Reader<'_>, _: &Service<G>) -> Option<Self> {
        reader.name("theme", Theme::named, &Theme::NAMES)
    }
}

impl<G: Documents> ReadValue<G> for GameVariant<G> {
    fn read(reader: &Reader<'_>, service: &Service<G>) -> Option<Self> {
        service.variant(reader)
    }
}

/// A document, or a text with its one-line form.
impl<G: Documents> ReadValue<G> for Position<G> {
    fn read(reader: &Reader<'_>, service: &Service<G>) -> Option<Self> {
        match reader.raw() {
            Tree::Text(line) => {
                service.read_state(line).map_err(|faults| reader.faults(faults)).ok()
            }
            _ => service.position(reader),
        }
    }
}

/// A whole number that JSON readers and spreadsheets hold exactly: a seed, or the number of a
/// game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SafeInteger(pub u64);

impl<G: Documents> ReadValue<G> for SafeInteger {
    fn read(reader: &Reader<'_>, _: &Service<G>) -> Option<Self> {
        reader.number(0..=MAX_SEED).map(SafeInteger)
    }
}

impl JsonSchema for SafeInteger {
    fn schema_name() -> Cow<'static, str> {
        "SafeInteger".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": 0, "maximum": MAX_SEED})
    }
}

/// How many of something, at least one. What a host allows at most is in [`super::Bounds`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Amount(pub u64);

impl<G: Documents> ReadValue<G> for Amount {
    fn read(reader: &Reader<'_>, _: &Service<G>) -> Option<Self> {
        reader.number(1..=MAX_SEED).map(Amount)
    }
}

impl JsonSchema for Amount {
    fn schema_name() -> Cow<'static, str> {
        "Amount".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": 1})
    }
}

/// Declares a request: a struct that serialises and has a schema, and that is read field by
/// field so that all faults are found.
macro_rules! request {
    ($(#[$meta:meta])* pub struct $name:ident {
        $($(#[$field_meta:meta])* pub $field:ident: $type:ty,)*
    }) => {
        #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        $(#[$meta])*
        #[serde(deny_unknown_fields)]
        #[serde(bound(serialize = "", deserialize = "M: crate::operations::model::ReadableModel"))]
        pub struct $name<M: crate::operations::model::Model = crate::operations::model::AnyGame> {
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl<G: crate::games::Documents> $name<crate::operations::model::Of<'static, G>> {
            /// The keys of the request.
            pub(crate) const KEYS: &'static [&'static str] = &[$(stringify!($field)),*];

            /// Reads every field before it gives up, so that all faults are found.
            pub(crate) fn read_fields(
                object: &crate::document::Object<'_>,
                service: &crate::operations::Service<G>,
            ) -> Option<Self> {
                $(let $field = crate::operations::request::ReadValue::read_field(
                    object, stringify!($field), service);)*
                Some($name { $($field: $field?),* })
            }
        }

        impl<G: crate::games::Documents> crate::operations::request::ReadRequest<G>
            for $name<crate::operations::model::Of<'static, G>>
        {
            fn read(
                reader: &crate::document::Reader<'_>,
                service: &crate::operations::Service<G>,
            ) -> Option<Self> {
                Self::read_fields(&reader.object(Self::KEYS)?, service)
            }
        }
    };
}

pub(super) use request;
