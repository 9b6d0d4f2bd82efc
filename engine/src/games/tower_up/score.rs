//! Points, and where they come from.

use super::TowerUp;
use super::objectives::{IN_PLAY, Objective};
use super::state::State;
use crate::game::{Seat, Standing};

/// A player's points by source, as they would count if the game ended now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The values of the brown, black, gray and white marker's spaces.
    pub tracks: [u8; 4],
    /// Visible roofs: as counted, or as they are while the player still plays.
    pub visible_roofs: u8,
    /// The value of the cone for them.
    pub cone: u8,
    /// For each objective in play, the token won with it, if it was reached.
    pub tokens: [Option<(Objective, u8)>; IN_PLAY],
    /// What the seat started with.
    pub bonus: u8,
    /// Floors in stock: the tie-break.
    pub stock: u8,
}

impl Score {
    /// The sum of all sources.
    #[inline(always)]
    pub fn total(&self) -> i32 {
        let tracks: i32 = self.tracks.iter().map(|&value| i32::from(value)).sum();
        let tokens: i32 = self.tokens.iter().flatten().map(|&(_, value)| i32::from(value)).sum();
        tracks + tokens + i32::from(self.cone) + i32::from(self.bonus)
    }
}

impl TowerUp {
    /// A player's points by source.
    #[inline(always)]
    pub fn score(&self, state: &State, seat: Seat) -> Score {
        let player = state.player(seat);
        let visible_roofs = player.counted.unwrap_or(player.visible.len() as u8);
        let token = |slot: usize| player.tokens[slot].map(|value| (state.objectives[slot], value));
        Score {
            tracks: player.markers.map(|steps| self.track[usize::from(steps)]),
            visible_roofs,
            cone: self.cone[usize::from(visible_roofs).min(self.cone.len() - 1)],
            tokens: [token(0), token(1), token(2)],
            bonus: self.rules.bonuses[seat.index()].points,
            stock: player.stock.total() as u8,
        }
    }

    #[inline(always)]
    pub(super) fn rank(&self, state: &State, seat: Seat) -> Standing {
        let score = self.score(state, seat);
        Standing { points: score.total(), tie_break: score.stock.into() }
    }

    /// The token for reaching an objective that `before` others have reached; 0 if none is left.
    pub(super) fn token(&self, before: u8) -> u8 {
        self.tokens.get(usize::from(before)).copied().unwrap_or(0)
    }
}
