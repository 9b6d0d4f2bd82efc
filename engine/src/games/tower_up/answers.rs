//! What answers say of moves, events and points, with their JSON Schema.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::TowerUp;
use super::colour::{Colour, Floors};
use super::deck::bottom_name;
use super::document::{Counts, EndingDocument, is_zero};
use super::event::Event;
use super::moves::Move;
use super::objectives::Objective;
use super::sites::Site;
use super::state::State;
use super::write::ending_document;
use crate::game::Seat;

/// What a move is made of. Sites, cards and objectives go by their names.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum MoveDocument<'a> {
    /// Chance: an objective is drawn.
    Objective { objective: &'a str },
    /// Chance: a card of the first market, with its bottom.
    Open { card: &'a str, bottom: &'a str },
    /// Chance: the bottom of a card drawn for a starting floor.
    Bottom { bottom: &'a str },
    /// A starting floor.
    Place { site: &'a str, colour: &'a str },
    /// A card is taken; `free` are the colours chosen for wild floors.
    Take { card: &'a str, free: Counts },
    /// Chance: the market is refilled.
    Reveal { card: &'a str },
    /// Floors above the stock limit go back.
    Return { floors: Counts },
    /// A building is founded on `site` and a roof placed on the building at `roof`.
    Found { site: &'a str, colour: &'a str, roof: &'a str },
}

/// Something that a move caused.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum EventDocument<'a> {
    /// A starting floor fits nowhere.
    FloorLeftOut { floor: &'a str },
    /// A turn begins.
    Turn { seat: u8, extra: bool },
    /// Floors went from the supply to a stock.
    Collected { seat: u8, floors: Counts },
    /// The discard became the deck.
    Reshuffled,
    /// Floors went from a stock to the supply.
    Returned { seat: u8, floors: Counts },
    /// A floor was added to a building: paid for, or the first one.
    Raised { site: &'a str, colour: &'a str, height: u8 },
    /// A roof is no longer visible.
    Covered { seat: u8, site: &'a str },
    /// A roof was placed on that floor.
    Roofed { seat: u8, site: &'a str, level: u8 },
    /// A marker moved from one step to another.
    Advanced { seat: u8, colour: &'a str, from: u8, to: u8 },
    /// All markers reached a star column: an extra turn follows.
    StarColumn { seat: u8 },
    /// An objective was reached; `token` is 0 when none was left.
    Reached { seat: u8, objective: &'a str, token: u8 },
    /// The end was triggered.
    Triggered { ending: EndingDocument },
    /// A player's visible roofs were counted for good.
    Counted { seat: u8, visible: u8 },
    /// The game is over.
    Over { finish: &'a str },
}

/// A marker and what its space is worth.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct TrackDocument {
    /// Steps from the start.
    pub steps: u8,
    /// The value of the space.
    pub points: u8,
}

/// The four tracks.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[allow(missing_docs)]
pub struct TracksDocument {
    pub brown: TrackDocument,
    pub black: TrackDocument,
    pub gray: TrackDocument,
    pub white: TrackDocument,
}

/// A player's points by source, as if the game ended now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScoreDocument {
    /// Whose points.
    pub seat: u8,
    /// The sum of tracks, cone, tokens and bonus.
    pub points: i32,
    /// Floors in stock: more win a tie.
    pub tie_break: u8,
    /// The markers.
    pub tracks: TracksDocument,
    /// Roofs on top of their building.
    pub visible_roofs: u8,
    /// Whether they were counted for good.
    pub counted: bool,
    /// What they are worth.
    pub cone: u8,
    /// Points that the seat started with, by the rules.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub bonus: u8,
    /// The tokens won, by objective.
    pub tokens: BTreeMap<String, u8>,
    /// The tokens that can still be won, by objective.
    pub open_tokens: BTreeMap<String, u8>,
    /// Roofs not yet placed.
    pub roofs_left: u8,
    /// The same in words, one source after the other.
    pub explanation: Vec<String>,
}

fn counted(count: u8, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn points(count: u8) -> String {
    counted(count, "point")
}

impl TowerUp {
    fn explanation(&self, state: &State, seat: Seat) -> Vec<String> {
        let (score, player) = (self.score(state, seat), state.player(seat));
        let mut lines: Vec<String> = Colour::ALL
            .into_iter()
            .map(|colour| {
                let steps = player.markers[colour.index()];
                format!(
                    "{colour} marker after {}: {}",
                    counted(steps, "step"),
                    points(score.tracks[colour.index()])
                )
            })
            .collect();
        let roofs = counted(score.visible_roofs, "visible roof");
        lines.push(format!("{roofs}: {}", points(score.cone)));
        let tokens = score.tokens.iter().flatten();
        lines.extend(tokens.map(|&(objective, token)| {
            format!("objective {}: {}", self.objective_name(objective), points(token))
        }));
        if score.bonus > 0 {
            lines.push(format!("bonus: {}", points(score.bonus)));
        }
        lines.push(format!("{} in stock, for ties", counted(score.stock, "floor")));
        lines
    }

    fn objective_name(&self, objective: Objective) -> &str {
        &self.components.objectives[usize::from(objective.0)].id
    }

    pub(super) fn move_document(&self, mv: Move) -> MoveDocument<'_> {
        let site = |site: Site| self.board.name(site);
        let card = |face: u8| self.components.deck.faces[usize::from(face)].name.as_str();
        let counts = |floors: Floors| Counts::from(floors.counts());
        match mv {
            Move::Objective(objective) => {
                MoveDocument::Objective { objective: self.objective_name(objective) }
            }
            Move::Open(printing) => {
                let data = &self.components.deck.printings[usize::from(printing.0)];
                MoveDocument::Open { card: card(data.face.0), bottom: bottom_name(data.bottom) }
            }
            Move::Bottom(bottom) => MoveDocument::Bottom { bottom: bottom_name(bottom) },
            Move::Place { colour, site: at } => {
                MoveDocument::Place { site: site(at), colour: colour.name() }
            }
            Move::Take { card: face, free } => {
                MoveDocument::Take { card: card(face.0), free: counts(free) }
            }
            Move::Reveal(face) => MoveDocument::Reveal { card: card(face.0) },
            Move::Return(floors) => MoveDocument::Return { floors: counts(floors) },
            Move::Found { colour, site: at, roof } => {
                MoveDocument::Found { site: site(at), colour: colour.name(), roof: site(roof) }
            }
        }
    }

    pub(super) fn event_document(&self, event: &Event) -> EventDocument<'_> {
        let site = |site: Site| self.board.name(site);
        let counts = |floors: Floors| Counts::from(floors.counts());
        match *event {
            Event::FloorLeftOut(floor) => EventDocument::FloorLeftOut { floor: bottom_name(floor) },
            Event::Turn { seat, extra } => EventDocument::Turn { seat: seat.0, extra },
            Event::Collected { seat, floors } => {
                EventDocument::Collected { seat: seat.0, floors: counts(floors) }
            }
            Event::Reshuffled => EventDocument::Reshuffled,
            Event::Returned { seat, floors } => {
                EventDocument::Returned { seat: seat.0, floors: counts(floors) }
            }
            Event::Raised { site: at, colour, height } => {
                EventDocument::Raised { site: site(at), colour: colour.name(), height }
            }
            Event::Covered { seat, site: at } => {
                EventDocument::Covered { seat: seat.0, site: site(at) }
            }
            Event::Roofed { seat, site: at, level } => {
                EventDocument::Roofed { seat: seat.0, site: site(at), level }
            }
            Event::Advanced { seat, colour, from, to } => {
                EventDocument::Advanced { seat: seat.0, colour: colour.name(), from, to }
            }
            Event::StarColumn(seat) => EventDocument::StarColumn { seat: seat.0 },
            Event::Reached { seat, objective, points } => {
                let objective = self.objective_name(objective);
                EventDocument::Reached { seat: seat.0, objective, token: points }
            }
            Event::Triggered(ending) => {
                EventDocument::Triggered { ending: ending_document(ending) }
            }
            Event::Counted { seat, visible } => EventDocument::Counted { seat: seat.0, visible },
            Event::Over(finish) => EventDocument::Over { finish: finish.name() },
        }
    }

    pub(super) fn score_document(&self, state: &State, seat: Seat) -> ScoreDocument {
        let score = self.score(state, seat);
        let player = state.player(seat);
        let [brown, black, gray, white] = Colour::ALL.map(|colour| TrackDocument {
            steps: player.markers[colour.index()],
            points: score.tracks[colour.index()],
        });
        let won = score.tokens.iter().flatten();
        let open = (0..state.objectives().len()).filter(|&slot| player.tokens[slot].is_none());
        let next_token = |slot: usize| {
            let objective = self.objective_name(state.objectives[slot]).to_string();
            (objective, self.token(state.reached_by(slot)))
        };
        ScoreDocument {
            seat: seat.0,
            points: score.total(),
            tie_break: score.stock,
            tracks: TracksDocument { brown, black, gray, white },
            visible_roofs: score.visible_roofs,
            counted: player.counted.is_some(),
            cone: score.cone,
            bonus: score.bonus,
            tokens: won.map(|&(o, value)| (self.objective_name(o).to_string(), value)).collect(),
            open_tokens: open.map(next_token).collect(),
            roofs_left: player.roofs,
            explanation: self.explanation(state, seat),
        }
    }
}
