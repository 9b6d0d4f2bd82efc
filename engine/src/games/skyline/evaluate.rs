//! What agents look at: points, and what unfinished buildings will bring.

use super::Skyline;
use super::attitude::PLAYS_TO_WIN;
use super::dice::Face;
use super::inputs;
use super::known_turns::KnownTurns;
use super::moves::Move;
use super::plan::Plan;
use super::rules::MAX_HEIGHT;
use super::state::{Buildings, State, Step};
use super::worths::{self, Worths};
use crate::game::{Game as _, Seat};
use crate::games::evaluate::{Evaluate, EvaluationCache, Features, Solution};
use crate::games::inputs::{InputTable, InputWriter};

/// How many classes of columns there are: low; mid of height 1 to 3; high of height 1 to 5.
pub(super) const CLASSES: usize = 9;
/// Columns by class.
pub(super) type Counts = [u8; CLASSES];
/// Where the worth of columns stands among the features.
pub(super) const WORTH: usize = 1 + CLASSES;

/// What `expert` holds a die more in the abandoned district to be worth to the next player, in
/// hundredths of points. In 2,000 games each against `tuned`, 100 won 55.5 %, 200 won 57.0 % and
/// 300 won 57.5 %, all ± 2.
const DISTRICT_DIE: i32 = 200;

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
        "worth of columns",
    ];
    const GREEDY: &'static [i32] = &[100, 10, 50, 150, 300, 60, 180, 350, 600, 900];
    const TUNED: Option<&'static str> = Some(include_str!("../../../data/skyline/tuned.json"));
    const INPUT_TABLES: &'static [InputTable] = inputs::TABLES;
    const EXPLORATION: f64 = 0.1;

    fn inputs(&self, state: &State, seat: Seat, out: &mut InputWriter<'_>) {
        self.write_inputs(state, seat, out);
    }

    /// No net comes near the computed plan of a turn; playing to win makes the difference.
    fn expert(&self) -> Option<Vec<i32>> {
        let mut weights = self.tuned().by_feature;
        weights.resize(PLAYS_TO_WIN, 0);
        weights.push(DISTRICT_DIE);
        Some(weights)
    }

    fn rollout(&self) -> u32 {
        0
    }

    fn is_quiet(&self, state: &State) -> bool {
        !matches!(state.step, Step::Act | Step::Pick | Step::Use(..) | Step::GoOn(_))
    }

    fn features(&self, state: &State, seat: Seat, out: &mut Features) {
        out[0] = self.score(state, seat).total();
        let counts = columns(state.skyline(seat));
        for (out, count) in out[1..=CLASSES].iter_mut().zip(counts) {
            *out = count.into();
        }
        out[WORTH] = Worths::of(self).get(counts, self.rounds_left(state, seat));
    }

    fn lookahead_value(
        &self,
        state: &State,
        seat: Seat,
        weights: &[i32],
        cache: &mut EvaluationCache,
    ) -> i64 {
        match Plan::new(self, state, seat, weights, cache.get_or_create(KnownTurns::new)) {
            Some(mut plan) => plan.value(state),
            None => self.value(state, seat, weights),
        }
    }

    /// All dice that can be taken are rolled on the same columns.
    fn move_values(
        &self,
        state: &State,
        moves: &[Move],
        weights: &[i32],
        cache: &mut EvaluationCache,
        out: &mut Vec<i64>,
    ) {
        if state.step == Step::Take {
            let known = cache.get_or_create(KnownTurns::new);
            let plan = Plan::new(self, state, state.seat, weights, known);
            let mut plan = plan.expect("it is the player's turn");
            out.extend(moves.iter().map(|&mv| plan.value_of_taking(state, mv)));
            return;
        }
        for &mv in moves {
            let mut after = *state;
            self.play(&mut after, mv, &mut ());
            out.push(self.lookahead_value(&after, state.seat, weights, cache));
        }
    }

    fn solve(&self, effort: u32, progress: &mut dyn FnMut(u32, f64)) -> Option<Solution> {
        let most = effort.clamp(1, 9) as u8;
        let (worths, optimum) = Worths::work_out(self, most, &mut |left, best| {
            progress(left as u32, f64::from(best) / 100.0);
        });
        let mut weights = vec![0; Self::FEATURES.len()];
        (weights[0], weights[WORTH]) = (100, 1);
        let name = worths::file_name(self.seats() == 1).to_string();
        let files = vec![(name, worths.to_csv())];
        Some(Solution { weights, effort: most.into(), optimum, files })
    }
}

/// Unfinished buildings by class.
pub(super) fn columns(skyline: &Buildings) -> Counts {
    let mut counts = [0u8; CLASSES];
    for face in Face::TYPES {
        for height in 1..=MAX_HEIGHT {
            let count = skyline.columns[face.index()][height].min(255) as u8;
            let own = &mut counts[class(face, height)];
            *own = own.saturating_add(count);
        }
    }
    counts
}

impl Skyline {
    /// How many turns a seat has to come; one that is under way does not count.
    pub(super) fn rounds_left(&self, state: &State, seat: Seat) -> i32 {
        let waits = seat > state.seat && state.step != Step::Over;
        let to_come = i32::from(waits || (seat == state.seat && state.step == Step::Take));
        if state.last_round {
            to_come
        } else {
            i32::from(self.rules.rounds) - i32::from(state.round) + to_come
        }
    }
}
