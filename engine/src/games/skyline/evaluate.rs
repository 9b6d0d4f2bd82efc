//! What agents look at: points, and unfinished buildings with the rounds left for them.

use super::Skyline;
use super::dice::Face;
use super::plan::{Memo, Plan};
use super::rules::MAX_HEIGHT;
use super::state::{Buildings, State, Step};
use crate::agents::evaluate::{Evaluate, Features};
use crate::game::Seat;

/// Where the classes of columns begin among the figures.
const COLUMNS: usize = 1;
/// How many classes there are: low; mid of height 1 to 3; high of height 1 to 5.
pub(super) const CLASSES: usize = 9;

/// The class of a column: taller ones than the rulebook knows count as the tallest.
#[inline]
pub(super) fn class(face: Face, height: usize) -> usize {
    match face {
        Face::Low | Face::Blank => 0,
        Face::Mid => height.min(3),
        Face::High => 3 + height.min(5),
    }
}

impl Evaluate for Skyline {
    const FEATURES: &'static [&'static str] = &[
        "points",
        "low columns",
        "mid columns of height 1",
        "mid columns of height 2",
        "mid columns of height 3",
        "high columns of height 1",
        "high columns of height 2",
        "high columns of height 3",
        "high columns of height 4",
        "high columns of height 5",
        "low columns, times rounds left",
        "mid columns of height 1, times rounds left",
        "mid columns of height 2, times rounds left",
        "mid columns of height 3, times rounds left",
        "high columns of height 1, times rounds left",
        "high columns of height 2, times rounds left",
        "high columns of height 3, times rounds left",
        "high columns of height 4, times rounds left",
        "high columns of height 5, times rounds left",
        "columns squared",
        "columns squared, times rounds left",
        "rounds left",
        "rounds left squared",
    ];
    const GREEDY: &'static [i32] = &[100, 10, 50, 150, 300, 60, 180, 350, 600, 900];
    const TUNED: &'static str = include_str!("../../../data/skyline/tuned.json");
    const ROLLOUT: u32 = 0;
    type Memo = Memo;

    fn is_quiet(&self, state: &State) -> bool {
        !matches!(state.step, Step::Act | Step::Pick | Step::Use(..) | Step::GoOn(_))
    }

    fn features(&self, state: &State, seat: Seat, out: &mut Features) {
        out[0] = self.score(state, seat).total();
        let counts = columns(state.skyline(seat));
        let rounds = self.rounds_left(state, seat);
        let mut all = 0;
        for (index, &count) in counts.iter().enumerate() {
            out[COLUMNS + index] = count;
            out[COLUMNS + CLASSES + index] = count * rounds;
            all += count;
        }
        out[COLUMNS + 2 * CLASSES] = all * all;
        out[COLUMNS + 2 * CLASSES + 1] = all * all * rounds;
        out[COLUMNS + 2 * CLASSES + 2] = rounds;
        out[COLUMNS + 2 * CLASSES + 3] = rounds * rounds;
    }

    fn foresee(&self, state: &State, seat: Seat, weights: &[i32], memo: &mut Memo) -> i64 {
        match Plan::new(self, state, seat, weights, memo) {
            Some(mut plan) => plan.value(state),
            None => self.value(state, seat, weights),
        }
    }
}

/// Unfinished buildings by class.
pub(super) fn columns(skyline: &Buildings) -> [i32; CLASSES] {
    let mut counts = [0; CLASSES];
    for face in Face::TYPES {
        for height in 1..=MAX_HEIGHT {
            counts[class(face, height)] += i32::from(skyline.columns[face.index()][height]);
        }
    }
    counts
}

impl Skyline {
    /// How many turns a seat has after the present turn.
    pub(super) fn rounds_left(&self, state: &State, seat: Seat) -> i32 {
        let to_come = i32::from(seat > state.seat && state.step != Step::Over);
        match state.last_round {
            true => to_come,
            false => i32::from(self.rules.rounds) - i32::from(state.round) + to_come,
        }
    }
}
