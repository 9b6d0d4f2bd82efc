//! Tower Up written down: the state document and its parts.
//!
//! A person can type it from the table. A building is its colour and its floors
//! from the ground up: `.`, or the seat whose roof lies there. Counts of 0 are left
//! out, and so is everything that follows from the rest; given all the same, it is
//! checked.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::TowerUp;
use super::colour::Colour;
use super::deck::bottom_name;
use super::rules::{Choice, Rules};
use super::sites::Site;
use super::state::{Ending, State, Step};
use crate::game::Seat;

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

fn is_zero(count: &u8) -> bool {
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

impl TowerUp {
    pub(super) fn state_document(&self, state: &State) -> StateDocument {
        let face = |index: usize| self.components.deck.faces[index].name.clone();
        let discard = state.discard.counts.iter().enumerate();
        let opened = state.opened.as_slice().iter().map(|printing| {
            let data = &self.components.deck.printings[usize::from(printing.0)];
            OpenedDocument {
                card: face(usize::from(data.face.0)),
                bottom: bottom_name(data.bottom).into(),
            }
        });
        let (floors, wild) = state.pending;
        let coloured =
            Colour::ALL.into_iter().flat_map(|c| vec![c.name(); usize::from(floors.of(c))]);
        let pending = coloured.chain(vec!["wild"; usize::from(wild)]);
        let building = |site: Site| {
            let (colour, building) = state.building(site)?;
            Some((self.board.name(site).to_string(), format!("{colour} {building:?}")))
        };
        StateDocument {
            turn: Turn {
                seat: state.seat.0,
                step: StepName::of(state.step),
                number: state.turns,
                extra: state.extra,
            },
            objectives: state
                .objectives()
                .iter()
                .map(|o| self.objective_id(usize::from(o.0)))
                .collect(),
            market: state.market().iter().map(|f| face(usize::from(f.0))).collect(),
            discard: discard.flat_map(|(f, &n)| (0..n).map(move |_| f)).map(face).collect(),
            opened: opened.collect(),
            pending: pending.map(String::from).collect(),
            city: self.board.sites().into_iter().filter_map(building).collect(),
            players: Seat::all(usize::from(self.rules.players))
                .map(|seat| self.player_document(state, seat))
                .collect(),
            supply: state.supply.counts().into(),
            ending: state.ending.map(ending_document),
        }
    }

    fn objective_id(&self, index: usize) -> String {
        self.components.objectives[index].id.clone()
    }

    fn player_document(&self, state: &State, seat: Seat) -> PlayerDocument {
        let player = state.player(seat);
        let tokens = state.objectives().iter().zip(player.tokens);
        PlayerDocument {
            stock: player.stock.counts().into(),
            markers: player.markers.into(),
            roofs: player.roofs,
            tokens: tokens
                .filter_map(|(o, token)| Some((self.objective_id(usize::from(o.0)), token?)))
                .collect(),
            counted: player.counted,
        }
    }

    /// The parameters that differ from the default; the number of players always.
    pub(super) fn rules_document(&self) -> Map<String, Value> {
        let (rules, book) = (&self.rules, Rules::default());
        let mut map = Map::new();
        map.insert("players".into(), rules.players.into());
        if *rules == (Rules { players: rules.players, ..book.clone() }) {
            return map;
        }
        let value = |rules: &Rules| serde_json::to_value(rules).unwrap_or_default();
        let (all, book) = (value(rules), value(&book));
        for (key, value) in all.as_object().into_iter().flatten() {
            if key != "players" && book.get(key) != Some(value) {
                let shown = match (key.as_str(), &rules.objectives) {
                    ("objectives", Choice::Named(ids)) => json!(ids),
                    ("opening_stock", _) => json!(Counts::from(rules.opening_stock)),
                    _ => value.clone(),
                };
                map.insert(key.clone(), shown);
            }
        }
        map
    }
}

pub(super) fn ending_document(ending: Ending) -> EndingDocument {
    let (cause, by) = match ending {
        Ending::LastRoof(by) => (Cause::LastRoof, by),
        Ending::Shortage(by) => (Cause::Shortage, by),
        Ending::DeadBoard(by) => (Cause::DeadBoard, by),
    };
    EndingDocument { cause, by: by.0 }
}
