//! Tower Up written down: the state document and its parts.
//!
//! A person can type it from the table. A building is its colour and its floors
//! from the ground up: `.`, or the seat whose roof lies there. Counts of 0 are left
//! out, and so is everything that follows from the rest; given all the same, it is
//! checked.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::state::Step;

/// Counts by colour; what is left out is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Counts {
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub brown: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub black: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub gray: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub white: u8,
}

pub(super) fn is_zero(count: &u8) -> bool {
    *count == 0
}

impl From<[u8; 4]> for Counts {
    fn from([brown, black, gray, white]: [u8; 4]) -> Counts {
        Counts { brown, black, gray, white }
    }
}

/// Whose turn it is and what is due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Turn {
    /// The seat whose turn it is, from 0.
    pub seat: u8,
    /// What is due.
    pub step: StepName,
    /// The number of turns begun, extra turns among them; 0 during setup, else 1 if left out.
    #[schemars(default)]
    pub number: u16,
    /// Whether this turn has earned another one (only before `reveal` and `return`).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub extra: bool,
}

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepName {
    /// An objective is drawn.
    DrawObjective,
    /// A card of the first market is revealed with its bottom.
    OpenMarket,
    /// A card is drawn for its bottom only.
    DrawFloor,
    /// A starting floor is placed.
    Place,
    /// A card is taken or a building founded.
    Act,
    /// The market is refilled.
    Reveal,
    /// Floors above the stock limit are returned.
    Return,
    /// Nothing any more.
    Over,
}

impl StepName {
    /// All steps with their names.
    pub const ALL: [(&'static str, StepName); 8] = [
        ("draw_objective", StepName::DrawObjective),
        ("open_market", StepName::OpenMarket),
        ("draw_floor", StepName::DrawFloor),
        ("place", StepName::Place),
        ("act", StepName::Act),
        ("reveal", StepName::Reveal),
        ("return", StepName::Return),
        ("over", StepName::Over),
    ];

    /// The name of a step.
    pub fn of(step: Step) -> StepName {
        match step {
            Step::DrawObjective => StepName::DrawObjective,
            Step::OpenMarket => StepName::OpenMarket,
            Step::DrawFloor => StepName::DrawFloor,
            Step::Place => StepName::Place,
            Step::Act => StepName::Act,
            Step::Reveal => StepName::Reveal,
            Step::Return => StepName::Return,
            Step::Over(_) => StepName::Over,
        }
    }
}

/// What lies before a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct PlayerDocument {
    /// Floors in stock.
    #[serde(skip_serializing_if = "nothing")]
    #[schemars(default)]
    pub stock: Counts,
    /// Steps of the markers.
    #[serde(skip_serializing_if = "nothing")]
    #[schemars(default)]
    pub markers: Counts,
    /// Roofs left; follows from the city.
    #[schemars(default)]
    pub roofs: u8,
    /// The token won with each objective reached.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(default)]
    pub tokens: BTreeMap<String, u8>,
    /// Visible roofs as counted at the end of the last turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<u8>,
}

fn nothing(counts: &Counts) -> bool {
    *counts == Counts::default()
}

/// Why and by whom the end was triggered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct EndingDocument {
    /// `last_roof`, `shortage` or `dead_board`.
    pub cause: Cause,
    /// The seat that triggered it.
    pub by: u8,
}

/// Why the end was triggered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The last roof was placed.
    LastRoof,
    /// A floor could not be given.
    Shortage,
    /// Nobody can found any more.
    DeadBoard,
}

/// A card of the first market, while its bottom matters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct OpenedDocument {
    /// The card.
    pub card: String,
    /// Its bottom: a colour or `wild`.
    pub bottom: String,
}

/// A building as text, such as `white .0.1`, or in parts.
///
/// The text is the colour and each floor from the ground up: `.`, or the seat whose roof lies there.
///
/// ```
/// use serde_json::json;
/// use towerlab_engine::games::tower_up::document::{BuildingDocument, RoofDocument};
///
/// let text = BuildingDocument::Text("white .0".into());
/// assert_eq!(serde_json::to_value(text).unwrap(), json!("white .0"));
/// let parts = BuildingDocument::Parts {
///     colour: "white".into(),
///     height: 2,
///     roofs: vec![RoofDocument { level: 2, seat: 0 }],
/// };
/// let json = json!({"colour": "white", "height": 2, "roofs": [{"level": 2, "seat": 0}]});
/// assert_eq!(serde_json::to_value(parts).unwrap(), json);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum BuildingDocument {
    /// Its colour, then each floor from the ground up.
    Text(String),
    /// Colour, height and roofs.
    Parts {
        /// `brown`, `black`, `gray` or `white`.
        colour: String,
        /// The number of floors.
        height: u8,
        /// The roofs in it.
        #[schemars(default)]
        roofs: Vec<RoofDocument>,
    },
}

/// A roof in a building.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct RoofDocument {
    /// The floor it lies on, the ground floor being 1.
    pub level: u8,
    /// Whose roof it is.
    pub seat: u8,
}

/// A position of Tower Up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StateDocument {
    /// Whose turn it is and what is due.
    pub turn: Turn,
    /// The objectives in play.
    pub objectives: Vec<String>,
    /// Cards on display.
    pub market: Vec<String>,
    /// Cards taken since the last shuffle.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub discard: Vec<String>,
    /// Setup only: the first market with its bottoms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub opened: Vec<OpenedDocument>,
    /// Setup only: starting floors still to place, colours or `wild`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub pending: Vec<String>,
    /// Buildings by site, such as `"C4": "white .0.1"`: colour, then each floor from the
    /// ground up as `.` or the seat whose roof lies there. Also read: an object with
    /// `colour`, `height` and `roofs`, a list of `level` and `seat`.
    #[schemars(with = "BTreeMap<String, BuildingDocument>")]
    pub city: BTreeMap<String, String>,
    /// What lies before each player, in seat order.
    pub players: Vec<PlayerDocument>,
    /// Floors in the container; follows from the rest.
    #[schemars(default)]
    pub supply: Counts,
    /// Why and by whom the end was triggered, or null.
    pub ending: Option<EndingDocument>,
}
