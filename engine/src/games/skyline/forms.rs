//! How rules documents have the parameters that are not plain numbers.

use schemars::JsonSchema;
use serde::Serialize;

use super::dice::{Dice, Face, Kind};
use super::document::DiceCounts;
use super::read::dice;
use super::rules::{MAX_HEIGHT, MAX_SEATS};
use crate::document::{FaultCode, Reader};
use crate::games::parameters::ParameterForm;

impl ParameterForm for DiceCounts {
    type Value = Dice;

    fn read(reader: &Reader<'_>) -> Option<Dice> {
        dice(reader)
    }

    fn of(value: &Dice) -> DiceCounts {
        (*value).into()
    }
}

/// By kind of die, how many of its faces show what; a kind that is left out has the faces of the
/// components.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct FacesByKind {
    #[serde(skip_serializing_if = "Option::is_none")]
    ground: Option<DieFaces>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper: Option<DieFaces>,
    #[serde(skip_serializing_if = "Option::is_none")]
    penthouse: Option<DieFaces>,
}

/// How many faces of a die show what; what is left out is 0.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct DieFaces {
    #[schemars(default, range(max = MOST_FACES))]
    low: u8,
    #[schemars(default, range(max = MOST_FACES))]
    mid: u8,
    #[schemars(default, range(max = MOST_FACES))]
    high: u8,
    #[schemars(default, range(max = MOST_FACES))]
    blank: u8,
}

/// The most faces of one type on a die.
const MOST_FACES: u8 = 12;

impl ParameterForm for FacesByKind {
    type Value = [Option<[u8; 4]>; 3];

    fn read(reader: &Reader<'_>) -> Option<[Option<[u8; 4]>; 3]> {
        let object = reader.object(&Kind::NAMES)?;
        let count = |reader: Reader<'_>| reader.count(MOST_FACES);
        Some(Kind::NAMES.map(|kind| {
            let faces = object.get(kind)?.object(&Face::NAMES)?;
            Some(Face::NAMES.map(|face| faces.get(face).and_then(count).unwrap_or(0)))
        }))
    }

    fn of(value: &[Option<[u8; 4]>; 3]) -> FacesByKind {
        let die = |[low, mid, high, blank]: [u8; 4]| DieFaces { low, mid, high, blank };
        let [ground, upper, penthouse] = value.map(|faces| faces.map(die));
        FacesByKind { ground, upper, penthouse }
    }
}

/// The values of tiles by height; values beyond the greatest height are ignored.
#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub(super) struct TileValues(Vec<u8>);

impl ParameterForm for TileValues {
    type Value = Vec<u8>;

    fn read(reader: &Reader<'_>) -> Option<Vec<u8>> {
        let items = reader.list()?;
        Some(items.iter().filter_map(|item| item.count(u8::MAX)).take(MAX_HEIGHT).collect())
    }

    fn of(value: &Vec<u8>) -> TileValues {
        TileValues(value.clone())
    }
}

/// By seat, the ground die it starts with: `low`, `mid`, `high` or `none`.
#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub(super) struct GroundList(Vec<String>);

const GROUNDS: [&str; 4] = ["low", "mid", "high", "none"];

impl ParameterForm for GroundList {
    type Value = [Face; MAX_SEATS];

    fn read(reader: &Reader<'_>) -> Option<[Face; MAX_SEATS]> {
        let ground = |name: &str| {
            GROUNDS.iter().position(|known| *known == name).map(|index| Face::ALL[index])
        };
        let items = reader.list()?;
        let mut grounds = [Face::Blank; MAX_SEATS];
        if items.len() > MAX_SEATS {
            reader.fault(
                FaultCode::StartingGrounds,
                format!("at most {MAX_SEATS} seats have starting grounds"),
            );
            return None;
        }
        for (place, item) in grounds.iter_mut().zip(items) {
            *place = item.name("ground", ground, &GROUNDS)?;
        }
        Some(grounds)
    }

    fn of(value: &[Face; MAX_SEATS]) -> GroundList {
        GroundList(value.iter().map(|face| GROUNDS[face.index()].into()).collect())
    }
}

/// By type, the least and the greatest height of a finished building.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct HeightsByType {
    low: [u8; 2],
    mid: [u8; 2],
    high: [u8; 2],
}

impl ParameterForm for HeightsByType {
    type Value = [[u8; 2]; 3];

    fn read(reader: &Reader<'_>) -> Option<[[u8; 2]; 3]> {
        let names = Face::TYPES.map(|face| Face::NAMES[face.index()]);
        let object = reader.object(&names)?;
        let mut all = [[0; 2]; 3];
        for (heights, name) in all.iter_mut().zip(names) {
            let pair = object.require(name)?;
            let items = pair.list()?;
            let [least, most] = &items[..] else {
                pair.fault(
                    FaultCode::Heights,
                    "give the least and the greatest height, such as [2, 4]",
                );
                return None;
            };
            *heights = [least.count(MAX_HEIGHT as u8)?, most.count(MAX_HEIGHT as u8)?];
        }
        Some(all)
    }

    fn of(value: &[[u8; 2]; 3]) -> HeightsByType {
        let [low, mid, high] = *value;
        HeightsByType { low, mid, high }
    }
}
