//! What answers say of moves, events and points if a game adds nothing.

use std::fmt::Debug;

use schemars::JsonSchema;
use serde::Serialize;

use crate::game::{Seat, Standing};

/// What a move is made of: the notation has it all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "MoveDocument")]
pub struct PlainMoveDocument {
    /// The kind of move.
    pub kind: PlainMoveKind,
}

/// The only kind of move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MoveKind")]
pub enum PlainMoveKind {
    /// A decision, or an outcome of chance.
    #[default]
    Move,
}

/// Something that a move caused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "EventDocument")]
pub struct PlainEventDocument {
    /// The event.
    pub event: String,
}

impl PlainEventDocument {
    /// An event as its type shows itself.
    pub fn new(event: &impl Debug) -> PlainEventDocument {
        PlainEventDocument { event: format!("{event:?}") }
    }
}

/// A seat's points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ScoreDocument")]
pub struct PlainScoreDocument {
    /// The seat.
    pub seat: u8,
    /// The points.
    pub points: i32,
    /// Decides between equal points.
    pub tie_break: i32,
    /// The same in words.
    pub explanation: Vec<String>,
}

impl PlainScoreDocument {
    /// The points of a seat that stands so.
    pub fn new(seat: Seat, Standing { points, tie_break }: Standing) -> PlainScoreDocument {
        let explanation = vec![format!("points: {points}"), format!("tie-break: {tie_break}")];
        PlainScoreDocument { seat: seat.0, points, tie_break, explanation }
    }
}
