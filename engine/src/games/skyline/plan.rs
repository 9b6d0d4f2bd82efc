//! The best course of the rest of a turn, computed.
//!
//! Within a turn nobody interferes, and dice and own columns are all that matters: the expectation
//! over all rolls, with the best choice after each, can be worked out exactly for any judgement of the
//! columns at the turn's end. Some choices are left out that hardly ever help the own skyline: with
//! others at the table a die is abandoned rather than a building demolished, and one die at a time;
//! alone, nothing is demolished while something can be built, and of tiles only the cheapest.
//!
//! Hands of up to `MOST_DICE` dice have their values in tables; see `turn_values.rs`. Larger
//! ones are not followed to the end: their dice are used or left, and of a larger roll the value is
//! estimated. Of more than `MOST_FOLLOWED` dice, which only variants and made-up positions
//! give a player, the others are taken to add a point each, so that a choice takes
//! milliseconds whatever is in hand.

use super::Skyline;
use super::dice::{Dice, Hand, total};
use super::hands::{MOST_DICE, choose_again};
use super::judgement::{Columns, Judgement, PART, columns_of};
use super::known_turns::{KnownTurns, LargeHand, LargeHandStep, LaterValues, Values};
use super::moves::Move;
use super::state::{Action, State, Step};
use super::turn_values::{Shifted, Standing};
use super::worths::Worths;
use crate::game::Seat;

/// The most dice of a hand for which every way to build them is tried.
const MOST_FOLLOWED: u32 = 8;

/// A turn under way.
#[derive(Clone, Copy)]
struct Course {
    standing: Standing,
    hand: Hand,
}

/// Works out the rest of a seat's own turn.
pub(super) struct Plan<'a> {
    judgement: Judgement<'a>,
    known: &'a mut KnownTurns,
}

impl<'a> Plan<'a> {
    /// A plan, if it is the seat's own turn.
    pub fn new(
        game: &'a Skyline,
        state: &State,
        seat: Seat,
        weights: &'a [i32],
        known: &'a mut KnownTurns,
    ) -> Option<Self> {
        if state.seat != seat || state.step == Step::Over {
            return None;
        }
        known.prepare(game, weights);
        Some(Plan { judgement: Judgement::new(game, state, seat, weights), known })
    }

    /// A plan for a seat without tiles, with so many rounds left after its turn.
    pub fn blank(
        game: &'a Skyline,
        weights: &'a [i32],
        worths: &'a Worths,
        known: &'a mut KnownTurns,
        rounds: u8,
    ) -> Self {
        Plan { judgement: Judgement::blank(game, weights, worths, rounds), known }
    }

    /// The value of the position for the seat, in the scale of the weights.
    pub fn value(&mut self, state: &State) -> i64 {
        let course = self.course(state);
        let value = match state.step {
            Step::Roll => self.rolled(course, state.to_roll),
            Step::Act => self.act(course),
            Step::Pick => self.demolished(course),
            Step::Use(Action::Build, None) => self.built(course),
            Step::Use(Action::Build, Some(_)) => self.build_on(course),
            Step::Use(_, None) => self.dropped(course),
            Step::Use(_, Some(_)) => self.after(course),
            Step::GoOn(None) => self.after(course),
            Step::GoOn(Some(_)) => self.named(course, state.to_roll),
            Step::Take => self.taken(course, state.yard, state.district),
            Step::Stuck | Step::Over => self.judgement.end(&course.standing),
        };
        self.with_tiles(state, value)
    }

    /// The value of the position after the seat takes dice.
    pub fn value_of_taking(&mut self, state: &State, mv: Move) -> i64 {
        let mut course = self.course(state);
        let dice = match mv {
            Move::Take(dice) => dice,
            Move::TakeAbandoned => {
                course.standing.district = 0;
                state.district
            }
            _ => unreachable!("a turn starts with taking dice"),
        };
        let value = self.rolled(course, dice);
        self.with_tiles(state, value)
    }

    fn course(&self, state: &State) -> Course {
        let standing = Standing {
            columns: columns_of(state.own()),
            last: state.last_round,
            district: self.judgement.attitude.count_dice(state.district),
        };
        Course { standing, hand: state.hand }
    }

    /// The value of a course and of the tiles, in the scale of the weights.
    fn with_tiles(&self, state: &State, value: i64) -> i64 {
        (self.judgement.tiles(state.own()) + value).div_euclid(PART)
    }

    /// The value of a turn to come: the best dice from a full yard, rolled and used.
    pub fn turn(&mut self, columns: Columns) -> i64 {
        let standing = Standing { columns, last: false, district: 0 };
        let course = Course { standing, hand: Hand::default() };
        let mut best = None;
        let game = self.judgement.game;
        game.hauls(game.dice, |dice| best = best.max(Some(self.rolled(course, dice))));
        best.unwrap_or(0).div_euclid(PART)
    }

    /// The best dice to take: from the yard, or all that was abandoned.
    fn taken(&mut self, course: Course, yard: Dice, district: Dice) -> i64 {
        let mut best = None;
        self.judgement.game.hauls(yard, |dice| best = best.max(Some(self.rolled(course, dice))));
        if total(district) > 0 {
            let standing = Standing { district: 0, ..course.standing };
            best = best.max(Some(self.rolled(Course { standing, ..course }, district)));
        }
        best.unwrap_or_else(|| self.judgement.end(&course.standing))
    }

    /// The mean over all rolls of some dice. Of more than [`MOST_DICE`] the others are taken to add
    /// a point each: penthouses are counted first, grounds last.
    fn rolled(&mut self, course: Course, dice: Dice) -> i64 {
        let (mut some, mut extra) = (dice, 0);
        while total(some) > 0 && total(some) + total(course.hand.dice()) > MOST_DICE as u32 {
            let kind = (0..3).max_by_key(|kind| (some[*kind], 2 - kind)).unwrap_or(0);
            some[kind] -= 1;
            extra += self.judgement.point();
        }
        if total(some) == 0 {
            return self.act(course) + extra;
        }
        let size = (total(some) + total(course.hand.dice())) as usize;
        let Shifted { values, shift } =
            self.judgement.turn_values(&course.standing, size, self.known);
        self.judgement.game.hands().mean(course.hand, some, &values.act) + shift + extra
    }

    /// The place of a hand among those of its size, unless it is too large.
    fn place(&self, hand: &Hand) -> Option<(usize, usize)> {
        let size = total(hand.dice()) as usize;
        (size <= MOST_DICE).then(|| (size, self.judgement.game.hands().place(hand)))
    }

    /// A value of a hand in the course of an action or after it, unless it is too large.
    fn later(&mut self, course: Course, of: impl Fn(&LaterValues) -> &Values) -> Option<i64> {
        let (size, place) = self.place(&course.hand)?;
        let later = self.judgement.later_values(&course.standing, size, self.known);
        Some(i64::from(of(&later.values)[place]) + later.shift)
    }

    /// Dice lie there with their faces: one action.
    fn act(&mut self, course: Course) -> i64 {
        match self.place(&course.hand) {
            Some((0, _)) => self.judgement.end(&course.standing),
            Some((size, place)) => {
                let Shifted { values, shift } =
                    self.judgement.turn_values(&course.standing, size, self.known);
                i64::from(values.act[place]) + shift
            }
            None => self.remembered(course, LargeHandStep::Act, |plan, course| {
                let mut best = plan.built(course);
                if !plan.judgement.alone {
                    best = best.max(plan.dropped(course));
                } else if best == i64::MIN {
                    best = plan.demolished(course);
                }
                // Nothing can be done: the turn ends.
                if best == i64::MIN { plan.judgement.end(&course.standing) } else { best }
            }),
        }
    }

    /// Building, with at least one die.
    fn built(&mut self, course: Course) -> i64 {
        let mut best = i64::MIN;
        for (kind, face) in course.hand.classes() {
            let mut hand = course.hand;
            hand.remove(kind, face);
            let mut placements = Vec::new();
            self.judgement
                .placements(&course.standing.columns, kind, face, |placed| placements.push(placed));
            for placed in placements {
                let last = course.standing.last || placed.ends_game;
                let standing = Standing { columns: placed.columns, last, ..course.standing };
                best = best.max(placed.gain + self.build_on(Course { standing, hand }));
            }
        }
        best
    }

    /// Building more, or what follows after it.
    fn build_on(&mut self, course: Course) -> i64 {
        match self.later(course, |values| &values.build_on) {
            Some(value) => value,
            None => self.remembered(course, LargeHandStep::BuildOn, |plan, course| {
                plan.after(course).max(plan.built(course))
            }),
        }
    }

    /// One die goes.
    fn dropped(&mut self, course: Course) -> i64 {
        let district = self.judgement.attitude.abandon_one(course.standing.district);
        let standing = Standing { district, ..course.standing };
        if let Some((size, place)) = self.place(&course.hand).filter(|(size, _)| *size > 0) {
            let later = self.judgement.later_values(&standing, size - 1, self.known);
            let removals = self.judgement.game.hands().removals_of(size, place).iter();
            let best = removals.map(|removal| later.values.after[usize::from(removal.rest)]).max();
            return best.map_or(i64::MIN, |best| i64::from(best) + later.shift);
        }
        let mut best = i64::MIN;
        for (kind, face) in course.hand.classes() {
            let mut hand = course.hand;
            hand.remove(kind, face);
            best = best.max(self.after(Course { standing, hand }));
        }
        best
    }

    /// A building and one die go.
    fn demolished(&mut self, course: Course) -> i64 {
        let mut best = i64::MIN;
        for face in 0..course.standing.columns.len() {
            for height in 0..course.standing.columns[face].len() {
                if course.standing.columns[face][height] > 0 {
                    let mut next = course;
                    next.standing.columns[face][height] -= 1;
                    best = best.max(self.dropped(next));
                }
            }
        }
        match self.judgement.cheapest_tile {
            Some(cost) => best.max(self.dropped(course) - cost),
            None => best,
        }
    }

    /// After an action: stop, or roll some dice again. Of a large hand no dice are rolled again.
    fn after(&mut self, course: Course) -> i64 {
        self.later(course, |values| &values.after)
            .unwrap_or_else(|| self.judgement.end(&course.standing))
    }

    /// Some dice to roll again are named; more may be, unless there are many.
    fn named(&mut self, course: Course, again: Dice) -> i64 {
        let mut best = i64::MIN;
        let size = (total(course.hand.dice()) + total(again)) as usize;
        if size <= MOST_DICE {
            let Shifted { values, shift } =
                self.judgement.turn_values(&course.standing, size, self.known);
            let hands = self.judgement.game.hands();
            choose_again(course.hand, again, 0, &mut |hand, again| {
                best = best.max(hands.mean(hand, again, &values.act));
            });
            return best + shift;
        }
        if size > MOST_FOLLOWED as usize {
            return self.rolled(course, again);
        }
        choose_again(course.hand, again, 0, &mut |hand, again| {
            best = best.max(self.rolled(Course { hand, ..course }, again));
        });
        best
    }

    fn remembered(
        &mut self,
        course: Course,
        step: LargeHandStep,
        work: impl FnOnce(&mut Self, Course) -> i64,
    ) -> i64 {
        let (mut followed, mut extra) = (course, 0);
        for _ in MOST_FOLLOWED..total(course.hand.dice()) {
            followed.hand.remove_most_common();
            extra += self.judgement.point();
        }
        let large = LargeHand::new(&self.judgement, &course.standing, followed.hand, step);
        if let Some(value) = self.known.large_hand(&large) {
            return value + extra;
        }
        if self.known.halt.is_halted() {
            return 0;
        }
        let value = work(self, followed);
        // Halted on the way, the value is meaningless.
        if !self.known.halt.is_halted() {
            self.known.remember_large_hand(large, value);
        }
        value + extra
    }
}
