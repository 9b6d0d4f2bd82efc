//! What sets a seat apart from the others: what it starts with, and what it may not do.

use schemars::JsonSchema;
use serde::Serialize;

use super::document::Counts;
use super::read::counts;
use crate::document::Reader;
use crate::games::parameters::{NameSet, NamedValue, ParameterForm};

/// The most bonus points of a seat.
const MOST_POINTS: u8 = 50;
/// The most bonus floors and steps of a colour.
const MOST_OF_COLOUR: u8 = 10;

/// What a seat starts with beyond what everybody has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bonus {
    /// Points.
    pub points: u8,
    /// Floors in stock, by colour.
    pub floors: [u8; 4],
    /// Steps of the markers, by colour.
    pub steps: [u8; 4],
}

/// What a seat starts with beyond what everybody has; what is left out is nothing.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct BonusDocument {
    /// Points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = MOST_POINTS))]
    points: Option<u8>,
    /// Floors in stock, taken from the supply.
    #[serde(skip_serializing_if = "Option::is_none")]
    floors: Option<Counts>,
    /// Steps of the markers.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Counts>,
}

impl ParameterForm for BonusDocument {
    type Value = Bonus;

    fn read(reader: &Reader<'_>) -> Option<Bonus> {
        let before = reader.fault_count();
        let object = reader.object(&["points", "floors", "steps"])?;
        let of_colours = |key| match object.get(key) {
            Some(reader) => counts(&reader, MOST_OF_COLOUR),
            None => Some([0; 4]),
        };
        let (floors, steps) = (of_colours("floors"), of_colours("steps"));
        let points = object.get("points").map_or(Some(0), |reader| reader.count(MOST_POINTS));
        let bonus = Bonus { points: points?, floors: floors?, steps: steps? };
        (reader.fault_count() == before).then_some(bonus)
    }

    fn of(bonus: &Bonus) -> BonusDocument {
        let counts = |counts: [u8; 4]| (counts != [0; 4]).then(|| Counts::from(counts));
        BonusDocument {
            points: (bonus.points > 0).then_some(bonus.points),
            floors: counts(bonus.floors),
            steps: counts(bonus.steps),
        }
    }
}

impl Bonus {
    /// The floors of all colours.
    pub fn floor_count(&self) -> u32 {
        self.floors.into_iter().map(u32::from).sum()
    }
}

/// Something that a seat may be forbidden to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Forbidden {
    /// Taking cards with floors of free colour, unless nothing else can be done.
    WildCards,
    /// Taking cards that move a marker, unless nothing else can be done.
    MarkerCards,
    /// Winning tokens of objectives.
    Objectives,
}

impl NamedValue for Forbidden {
    const NOUN: &'static str = "option";
    const ALL: &'static [Forbidden] =
        &[Forbidden::WildCards, Forbidden::MarkerCards, Forbidden::Objectives];
}

/// What a seat may not do.
pub type ForbiddenSet = NameSet<Forbidden>;
