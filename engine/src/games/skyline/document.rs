//! Skyline written down: the state document, its parts, and its JSON Schema.
//!
//! Buildings are words: `high 3` is an unfinished high-rise of height 3 among the
//! columns, and a finished one among the tiles. Dice in hand are listed by kind with
//! the faces they show. The yard follows from the rest.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::Skyline;
use super::dice::{Dice, Face, Kind};
use super::rules::{City, Rules};
use super::state::{Action, Mark, State, Step};
use crate::game::Seat;

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
    /// Whether a building that ends the game was finished in this round.
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

fn mark_text((kind, face, height): Mark) -> String {
    match height {
        0 => format!("{kind} {face}"),
        _ => format!("{kind} {face} on {height}"),
    }
}

impl Skyline {
    pub(super) fn state_document(&self, state: &State) -> StateDocument {
        let (step, action, last) = match state.step {
            Step::Take => (StepName::Take, None, None),
            Step::Roll => (StepName::Roll, None, None),
            Step::Act => (StepName::Act, None, None),
            Step::Pick => (StepName::Pick, None, None),
            Step::Use(action, mark) => {
                (StepName::Use, Some(Action::NAMES[action as usize].to_string()), mark)
            }
            Step::GoOn(mark) => (StepName::GoOn, None, mark),
            Step::Stuck => (StepName::Stuck, None, None),
            Step::Over => (StepName::Over, None, None),
        };
        let faces = |kind: Kind| {
            let each =
                Face::ALL.into_iter().flat_map(|face| vec![face; state.hand.of(kind, face).into()]);
            each.map(FaceName::of).collect()
        };
        StateDocument {
            turn: Turn {
                seat: state.seat.0,
                round: state.round,
                step,
                action,
                last: last.map(mark_text),
                last_round: state.last_round,
            },
            hand: HandDocument {
                ground: faces(Kind::Ground),
                upper: faces(Kind::Upper),
                penthouse: faces(Kind::Penthouse),
            },
            to_roll: state.to_roll.into(),
            district: state.district.into(),
            yard: state.yard.into(),
            players: Seat::all(self.rules.players.into())
                .map(|seat| player_document(state, seat))
                .collect(),
        }
    }

    /// The parameters that differ from the default; the number of players always.
    pub(super) fn rules_document(&self) -> Map<String, Value> {
        let (rules, book) = (&self.rules, Rules::default());
        let mut map = Map::new();
        let mut put = |key: &str, changed: bool, value: Value| {
            if changed {
                map.insert(key.into(), value);
            }
        };
        let grounds =
            |seats: &[Face]| seats.iter().map(|&face| ground_name(face)).collect::<Vec<_>>();
        let by_kind = |faces: [[u8; 4]; 3]| {
            let one = |faces: [u8; 4]| json!({"low": faces[0], "mid": faces[1], "high": faces[2], "blank": faces[3]});
            json!({"ground": one(faces[0]), "upper": one(faces[1]), "penthouse": one(faces[2])})
        };
        put("players", true, rules.players.into());
        put("city", rules.city.is_some(), json!(rules.city));
        put("dice", rules.dice.is_some(), json!(rules.dice.map(DiceCounts::from)));
        put("faces", rules.faces.is_some(), json!(rules.faces.map(by_kind)));
        put("tile_values", rules.tile_values.is_some(), json!(rules.tile_values));
        put("rounds", rules.rounds != book.rounds, rules.rounds.into());
        put("dice_taken", rules.dice_taken != book.dice_taken, rules.dice_taken.into());
        let grounds_changed = rules.starting_grounds != book.starting_grounds;
        put("starting_grounds", grounds_changed, json!(grounds(&rules.starting_grounds)));
        let [low, mid, high] = rules.heights;
        put(
            "heights",
            rules.heights != book.heights,
            json!({"low": low, "mid": mid, "high": high}),
        );
        put("end_height", rules.end_height != book.end_height, rules.end_height.into());
        put("beyond_rulebook", rules.beyond_rulebook, true.into());
        map
    }
}

/// The name of a city.
pub(super) fn city_name(city: City) -> &'static str {
    City::ALL.iter().find(|(_, known)| *known == city).map_or("?", |(name, _)| name)
}

fn ground_name(face: Face) -> &'static str {
    if face == Face::Blank { "none" } else { Face::NAMES[face.index()] }
}

fn player_document(state: &State, seat: Seat) -> PlayerDocument {
    let skyline = state.skyline(seat);
    let list = |finished: bool| {
        let those = skyline.buildings().filter(move |building| building.finished == finished);
        let words = those
            .flat_map(|b| vec![format!("{} {}", b.face, b.height); usize::from(skyline.count(b))]);
        words.collect()
    };
    PlayerDocument { columns: list(false), tiles: list(true), demolished: skyline.demolished }
}
