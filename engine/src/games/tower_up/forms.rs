//! How rules documents have the parameters that are not plain numbers.

use schemars::JsonSchema;
use serde::Serialize;

use super::colour::Colour;
use super::document::Counts;
use super::objectives::IN_PLAY;
use super::read::counts;
use super::rules::Choice;
use crate::document::{FaultCode, Reader, Tree};
use crate::games::parameters::{NumberOf, ParameterForm};

/// Floors by colour, or one number for each colour.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum OpeningStock {
    #[allow(dead_code)] // documents may have it; the engine writes the other form
    Each(u8),
    ByColour(Counts),
}

impl ParameterForm for OpeningStock {
    type Value = [u8; 4];

    fn read(reader: &Reader<'_>) -> Option<[u8; 4]> {
        if matches!(reader.raw(), Tree::Number(_)) {
            reader.count(100).map(|count| [count; 4])
        } else {
            counts(reader, 100)
        }
    }

    fn of(value: &[u8; 4]) -> OpeningStock {
        OpeningStock::ByColour((*value).into())
    }

    fn numbers(value: &[u8; 4]) -> Vec<NumberOf> {
        NumberOf::parts(Colour::ALL.map(Colour::name), value)
    }
}

/// A list of values, up to 100 each.
#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub(super) struct ValueList(Vec<u8>);

impl ParameterForm for ValueList {
    type Value = Vec<u8>;

    fn read(reader: &Reader<'_>) -> Option<Vec<u8>> {
        Some(reader.list()?.iter().filter_map(|item| item.count(100)).collect())
    }

    fn of(value: &Vec<u8>) -> ValueList {
        ValueList(value.clone())
    }
}

/// `drawn`, `start`, or three ids.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum ObjectivesDocument {
    Choice(ObjectivesChoice),
    Named([String; IN_PLAY]),
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ObjectivesChoice {
    Drawn,
    Start,
}

impl ParameterForm for ObjectivesDocument {
    type Value = Choice;

    fn read(reader: &Reader<'_>) -> Option<Choice> {
        if matches!(reader.raw(), Tree::List(_)) {
            let ids: Vec<String> =
                reader.list()?.iter().filter_map(|item| item.string()).map(String::from).collect();
            let named = <[String; IN_PLAY]>::try_from(ids).ok();
            if named.is_none() {
                reader.fault(FaultCode::Objectives, format!("name {IN_PLAY} objectives"));
            }
            return named.map(Choice::Named);
        }
        let choice = |name: &str| match name {
            "drawn" => Some(Choice::Drawn),
            "start" => Some(Choice::Start),
            _ => None,
        };
        reader.name("choice of objectives", choice, &["drawn", "start", "or three ids in a list"])
    }

    fn of(value: &Choice) -> ObjectivesDocument {
        match value {
            Choice::Drawn => ObjectivesDocument::Choice(ObjectivesChoice::Drawn),
            Choice::Start => ObjectivesDocument::Choice(ObjectivesChoice::Start),
            Choice::Named(ids) => ObjectivesDocument::Named(ids.clone()),
        }
    }
}
