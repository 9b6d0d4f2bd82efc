//! Skyline written down: the state document, its parts, and its JSON Schema.
//!
//! Buildings are words: `high 3` is an unfinished high-rise of height 3 among the
//! columns, and a finished one among the tiles. Dice in hand are listed by kind with
//! the faces they show. The yard follows from the rest.

use schemars::JsonSchema;
use serde::Serialize;

use super::dice::{Dice, Face};

/// Numbers of dice; what is left out is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct DiceCounts {
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub ground: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub upper: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub penthouse: u8,
}

fn is_zero(count: &u8) -> bool {
    *count == 0
}

impl From<Dice> for DiceCounts {
    fn from([ground, upper, penthouse]: Dice) -> DiceCounts {
        DiceCounts { ground, upper, penthouse }
    }
}

/// Rolled dice: by kind, the faces they show.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct HandDocument {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub ground: Vec<FaceName>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub upper: Vec<FaceName>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub penthouse: Vec<FaceName>,
}

/// What a die shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum FaceName {
    Low,
    Mid,
    High,
    Blank,
}

impl FaceName {
    /// The name of a face.
    pub fn of(face: Face) -> FaceName {
        [FaceName::Low, FaceName::Mid, FaceName::High, FaceName::Blank][face.index()]
    }
}

/// Whose turn it is and what is due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Turn {
    /// The seat whose turn it is, from 0.
    pub seat: u8,
    /// The round, from 1.
    pub round: u8,
    /// What is due.
    pub step: StepName,
    /// In the step `use`: the action that is under way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// In the steps `use` and `go_on`: the die named last, such as `upper mid`, and the height it
    /// was put on, such as `upper mid on 2`. Further dice follow in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    /// Whether a building that ends the game was finished in this round, so that no other
    /// round follows.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub last_round: bool,
}

/// What is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepName {
    /// Dice are taken.
    Take,
    /// Dice are rolled.
    Roll,
    /// A kind of action is chosen.
    Act,
    /// The building to demolish is chosen.
    Pick,
    /// Dice for the action are named.
    Use,
    /// Stop, or name dice to roll again.
    GoOn,
    /// Nothing can be done: stop.
    Stuck,
    /// Nothing any more.
    Over,
}

impl StepName {
    /// All steps with their names.
    pub const ALL: [(&'static str, StepName); 8] = [
        ("take", StepName::Take),
        ("roll", StepName::Roll),
        ("act", StepName::Act),
        ("pick", StepName::Pick),
        ("use", StepName::Use),
        ("go_on", StepName::GoOn),
        ("stuck", StepName::Stuck),
        ("over", StepName::Over),
    ];
}

/// What a player has built.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct PlayerDocument {
    /// Unfinished buildings, such as `high 3`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub columns: Vec<String>,
    /// Finished buildings, such as `mid 4`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub tiles: Vec<String>,
    /// Whether the player has ever demolished.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub demolished: bool,
}

/// A position of Skyline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StateDocument {
    /// Whose turn it is and what is due.
    pub turn: Turn,
    /// Dice in hand with the faces they show.
    #[serde(skip_serializing_if = "hand_is_empty")]
    #[schemars(default)]
    pub hand: HandDocument,
    /// Dice in hand that are to be rolled.
    #[serde(skip_serializing_if = "no_dice")]
    #[schemars(default)]
    pub to_roll: DiceCounts,
    /// Dice in the abandoned district.
    #[serde(skip_serializing_if = "no_dice")]
    #[schemars(default)]
    pub district: DiceCounts,
    /// Dice in the construction yard; follows from the rest.
    #[schemars(default)]
    pub yard: DiceCounts,
    /// What each player has built, in seat order.
    pub players: Vec<PlayerDocument>,
}

fn hand_is_empty(hand: &HandDocument) -> bool {
    *hand == HandDocument::default()
}

fn no_dice(dice: &DiceCounts) -> bool {
    *dice == DiceCounts::default()
}
