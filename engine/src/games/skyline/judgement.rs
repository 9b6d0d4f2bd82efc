//! What a turn is played for: how the columns at its end are valued.

use super::Skyline;
use super::attitude::Attitude;
use super::dice::{Face, Kind};
use super::evaluate::{CLASSES, WORTH, class};
use super::rules::MAX_HEIGHT;
use super::state::{Buildings, State};
use super::worths::{ROUNDS, Worths};
use crate::game::Seat;

/// Values are kept in parts, so that means lose nothing that matters.
pub(super) const PART: i64 = 256;

/// Own unfinished buildings: by type and height.
pub(super) type Columns = [[u8; MAX_HEIGHT]; 3];

/// The columns of a skyline.
pub(super) fn columns_of(skyline: &Buildings) -> Columns {
    let mut columns = [[0; MAX_HEIGHT]; 3];
    for (own, all) in columns.iter_mut().zip(&skyline.columns) {
        own.iter_mut().zip(&all[1..]).for_each(|(own, count)| *own = (*count).min(255) as u8);
    }
    columns
}

/// How the end of a seat's turn is judged.
pub(super) struct Judgement<'a> {
    pub game: &'a Skyline,
    pub weights: &'a [i32],
    /// What columns bring after the turn.
    pub worths: &'a Worths,
    /// The rounds after this one, as far as there are figures.
    pub rounds: u8,
    pub alone: bool,
    /// The least that a tile of the seat counts for: what it costs to demolish one.
    pub cheapest_tile: Option<i64>,
    /// What is played for besides points.
    pub attitude: Attitude,
}

/// A die put on a column.
#[derive(Clone, Copy)]
pub(super) struct Placement {
    pub columns: Columns,
    /// The value of the building, if it is finished.
    pub gain: i64,
    /// Whether the finished building ends the game.
    pub ends_game: bool,
}

impl<'a> Judgement<'a> {
    /// How a seat judges the end of its turn in a position.
    pub fn new(game: &'a Skyline, state: &State, seat: Seat, weights: &'a [i32]) -> Self {
        let left = game.rules.rounds.saturating_sub(state.round);
        let rounds = if state.last_round { 0 } else { left.min(ROUNDS as u8) };
        let mut judgement = Judgement {
            game,
            weights,
            worths: Worths::of(game),
            rounds,
            alone: game.rules.players == 1,
            cheapest_tile: None,
            attitude: Attitude::new(game, state, seat, weights),
        };
        let tiles = &state.skyline(seat).tiles;
        let has = |height: &usize| tiles.iter().any(|heights| heights[*height] > 0);
        let worths = (1..=MAX_HEIGHT).filter(has).map(|height| judgement.worth(height));
        judgement.cheapest_tile = worths.min();
        judgement
    }

    /// The judgement of a seat without tiles, with so many rounds left after its turn.
    pub fn blank(game: &'a Skyline, weights: &'a [i32], worths: &'a Worths, rounds: u8) -> Self {
        let mut judgement = Judgement {
            game,
            weights,
            worths,
            rounds: rounds.min(ROUNDS as u8),
            alone: game.rules.players == 1,
            cheapest_tile: None,
            attitude: Attitude::POINTS,
        };
        // Mostly there is some tile of the cheapest kind to sacrifice.
        judgement.cheapest_tile = (game.values.len() > 1).then(|| judgement.worth(2));
        judgement
    }

    /// What a point counts.
    #[inline]
    pub fn point(&self) -> i64 {
        i64::from(self.weights.first().copied().unwrap_or(0)) * PART
    }

    /// What a tile of a height counts.
    #[inline]
    pub fn worth(&self, height: usize) -> i64 {
        i64::from(self.game.values.get(height - 1).copied().unwrap_or(0)) * self.point()
    }

    /// What the tiles of a skyline count.
    pub fn tiles(&self, skyline: &Buildings) -> i64 {
        let count = |height: usize| -> i64 {
            skyline.tiles.iter().map(|heights| i64::from(heights[height])).sum()
        };
        (1..=MAX_HEIGHT).map(|height| count(height) * self.worth(height)).sum()
    }

    /// What it counts that a building ends the game.
    pub fn denied(&self) -> i64 {
        i64::from(self.attitude.denied) * self.point()
    }

    /// What the dice in the abandoned district cost.
    pub fn district(&self, dice: u8) -> i64 {
        self.attitude.value_of_district(dice) * self.point() / 100
    }

    /// What columns count at the end of the turn, with so many rounds to come.
    pub fn columns(&self, columns: &Columns, rounds: u8) -> i64 {
        let (mut counts, mut low) = ([0; CLASSES], 0);
        for face in Face::TYPES {
            for height in 1..=MAX_HEIGHT {
                let count = columns[face.index()][height - 1];
                if count > 0 {
                    counts[class(face, height)] += count;
                    if face == Face::Low {
                        low += i64::from(count) * self.worth(height);
                    }
                }
            }
        }
        let weight = i64::from(self.weights.get(WORTH).copied().unwrap_or(0));
        low + i64::from(self.worths.get(counts, rounds.into())) * weight * PART
    }

    /// Every way to build a die on some columns.
    pub fn placements(
        &self,
        columns: &Columns,
        kind: Kind,
        face: Face,
        mut out: impl FnMut(Placement),
    ) {
        if face == Face::Blank {
            return;
        }
        let rules = &self.game.rules;
        let [_, most] = rules.heights[face.index()];
        for height in 0..MAX_HEIGHT {
            let there = height == 0 || columns[face.index()][height - 1] > 0;
            if !there || !self.game.fits(kind, face, height as u8) {
                continue;
            }
            let mut placement = Placement { columns: *columns, gain: 0, ends_game: false };
            let own = &mut placement.columns[face.index()];
            if height > 0 {
                own[height - 1] -= 1;
            }
            let raised = height as u8 + 1;
            if kind == Kind::Penthouse || (face == Face::Low && raised == most) {
                placement.gain = self.worth(raised.into());
                placement.ends_game = raised == rules.end_height;
            } else {
                own[height] += 1;
            }
            out(placement);
        }
    }
}
