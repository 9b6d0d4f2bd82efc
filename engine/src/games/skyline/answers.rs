//! What answers say of moves, events and points, with their JSON Schema.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::Skyline;
use super::dice::{Face, Kind};
use super::document::DiceCounts;
use super::event::Event;
use super::moves::Move;
use super::score::{LEVELS, Score};
use super::state::{Action, Building, State};
use crate::game::Seat;
use crate::games::parameters::NamedValue;

/// How many dice show each face.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[allow(missing_docs)]
pub struct FaceCounts {
    pub low: u8,
    pub mid: u8,
    pub high: u8,
    pub blank: u8,
}

/// What a move is made of. Dice are `ground`, `upper` or `penthouse`, types and faces `low`,
/// `mid`, `high` or `blank`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum MoveDocument {
    /// Chance: what the dice of a kind show.
    Rolled { die: &'static str, faces: FaceCounts },
    /// Dice are taken from the yard.
    Take { dice: DiceCounts },
    /// Dice are taken from the abandoned district.
    TakeAbandoned,
    /// The kind of action to do with the dice.
    Act { action: &'static str },
    /// The building to demolish.
    Pick {
        finished: bool,
        #[serde(rename = "type")]
        face: &'static str,
        height: u8,
    },
    /// A die that the action uses.
    With { die: &'static str, face: &'static str },
    /// A die is put on a building of that height, or beside all for 0.
    Put { die: &'static str, face: &'static str, on: u8 },
    /// The action is complete.
    Done,
    /// The turn ends.
    Stop,
    /// A die is rolled again.
    Again { die: &'static str, face: &'static str },
    /// The dice are rolled.
    Roll,
}

/// Something that a move caused.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum EventDocument {
    /// A turn begins.
    Turn { seat: u8, round: u16 },
    /// A player has no turn.
    Skipped { seat: u8 },
    /// Dice were taken.
    Took { seat: u8, dice: DiceCounts, abandoned: bool },
    /// A die went to the abandoned district.
    Abandoned { die: &'static str },
    /// A die was built; the building is that high now.
    Built {
        seat: u8,
        die: &'static str,
        #[serde(rename = "type")]
        face: &'static str,
        height: u8,
    },
    /// A building became a tile.
    Finished {
        seat: u8,
        #[serde(rename = "type")]
        face: &'static str,
        height: u8,
    },
    /// A building was demolished.
    Demolished {
        seat: u8,
        finished: bool,
        #[serde(rename = "type")]
        face: &'static str,
        height: u8,
    },
    /// A building was finished that ends the game after this round.
    LastRound,
    /// The abandoned district was empty at the end of a turn and got these dice from the yard.
    Refilled { dice: DiceCounts },
    /// The game is over.
    Over,
}

/// Buildings of a type and what they are worth.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TypeDocument {
    /// What they are worth.
    pub points: i32,
    /// How many there are of each height.
    pub by_height: BTreeMap<String, u16>,
}

/// Whether a city's constraint is kept.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CityDocument {
    /// The city.
    pub name: String,
    /// Whether it is kept as things stand.
    pub kept: bool,
    /// Why or why not.
    pub why: String,
}

/// A player's points by type of building, as if the game ended now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScoreDocument {
    /// Whose points.
    pub seat: u8,
    /// The sum of all types.
    pub points: i32,
    /// Buildings that count: more win a tie.
    pub tie_break: u32,
    /// Low-rises, finished or not.
    pub low: TypeDocument,
    /// Finished mid-rises.
    pub mid: TypeDocument,
    /// Finished high-rises.
    pub high: TypeDocument,
    /// Unfinished mid- and high-rises, which count nothing.
    pub unfinished: u16,
    /// The same in words, one source after the other.
    pub explanation: Vec<String>,
    /// Alone: the level reached, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<Option<&'static str>>,
    /// Alone: the points of the next level, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_level_at: Option<Option<i32>>,
    /// In a city: its constraint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<CityDocument>,
}

fn die(kind: Kind) -> &'static str {
    Kind::NAMES[kind.index()]
}

fn name(face: Face) -> &'static str {
    Face::NAMES[face.index()]
}

fn explanation(score: &Score) -> Vec<String> {
    let plural = |count: i32| if count == 1 { "" } else { "s" };
    let of_type = |face: Face| {
        let heights = score.buildings[face.index()].iter().enumerate();
        let some = heights.filter(|(_, count)| **count > 0);
        let list: Vec<String> =
            some.map(|(height, count)| format!("{count} of height {height}")).collect();
        let list = if list.is_empty() { "none".into() } else { list.join(", ") };
        let points = score.points[face.index()];
        format!("{face}-rises, {list}: {points} point{}", plural(points))
    };
    let mut lines: Vec<String> = Face::TYPES.into_iter().map(of_type).collect();
    let open = i32::from(score.unfinished);
    lines.push(format!("{open} unfinished mid- or high-rise{}: 0 points", plural(open)));
    lines
}

impl Skyline {
    pub(super) fn move_document(&self, mv: Move) -> MoveDocument {
        match mv {
            Move::Rolled { kind, faces: [low, mid, high, blank] } => {
                MoveDocument::Rolled { die: die(kind), faces: FaceCounts { low, mid, high, blank } }
            }
            Move::Take(dice) => MoveDocument::Take { dice: dice.into() },
            Move::TakeAbandoned => MoveDocument::TakeAbandoned,
            Move::Act(action) => MoveDocument::Act { action: Action::NAMES[action as usize] },
            Move::Pick(Building { finished, face, height }) => {
                MoveDocument::Pick { finished, face: name(face), height }
            }
            Move::With(kind, face) => MoveDocument::With { die: die(kind), face: name(face) },
            Move::Put(kind, face, on) => MoveDocument::Put { die: die(kind), face: name(face), on },
            Move::Done => MoveDocument::Done,
            Move::Stop => MoveDocument::Stop,
            Move::Again(kind, face) => MoveDocument::Again { die: die(kind), face: name(face) },
            Move::Roll => MoveDocument::Roll,
        }
    }

    pub(super) fn event_document(&self, event: &Event) -> EventDocument {
        match *event {
            Event::Turn { seat, round } => {
                EventDocument::Turn { seat: seat.0, round: round.into() }
            }
            Event::Skipped(seat) => EventDocument::Skipped { seat: seat.0 },
            Event::Took { seat, dice, abandoned } => {
                EventDocument::Took { seat: seat.0, dice: dice.into(), abandoned }
            }
            Event::Abandoned(kind) => EventDocument::Abandoned { die: die(kind) },
            Event::Built { seat, kind, face, height } => {
                EventDocument::Built { seat: seat.0, die: die(kind), face: name(face), height }
            }
            Event::Finished { seat, face, height } => {
                EventDocument::Finished { seat: seat.0, face: name(face), height }
            }
            Event::Demolished { seat, building: Building { finished, face, height } } => {
                EventDocument::Demolished { seat: seat.0, finished, face: name(face), height }
            }
            Event::LastRound => EventDocument::LastRound,
            Event::Refilled(dice) => EventDocument::Refilled { dice: dice.into() },
            Event::Over => EventDocument::Over,
        }
    }

    pub(super) fn score_document(&self, state: &State, seat: Seat) -> ScoreDocument {
        let score = self.score(state, seat);
        let of_type = |face: Face| {
            let heights = score.buildings[face.index()].iter().enumerate();
            let some = heights.filter(|(_, count)| **count > 0);
            TypeDocument {
                points: score.points[face.index()],
                by_height: some.map(|(height, &count)| (height.to_string(), count)).collect(),
            }
        };
        let alone = self.rules.players == 1;
        let next = LEVELS.iter().find(|(from, _)| *from > score.total());
        let city = self.rules.city.map(|city| {
            let (kept, why) = self.keeps(state, seat, city);
            CityDocument { name: city.name(), kept, why }
        });
        ScoreDocument {
            seat: seat.0,
            points: score.total(),
            tie_break: score.count(),
            low: of_type(Face::Low),
            mid: of_type(Face::Mid),
            high: of_type(Face::High),
            unfinished: score.unfinished,
            explanation: explanation(&score),
            level: alone.then(|| Skyline::level(score.total())),
            next_level_at: alone.then(|| next.map(|(from, _)| *from)),
            city,
        }
    }
}

/// Exact chances of the turn, with best play.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OddsDocument {
    /// The chance to finish a building of each type and height.
    pub finish: Vec<FinishOdds>,
}

/// The chance to finish a building.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FinishOdds {
    /// The type of the building.
    #[serde(rename = "type")]
    pub face: String,
    /// At least so high.
    #[schemars(range(min = 1))]
    pub least_height: u8,
    /// The chance, from 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub probability: f64,
}
