//! The best course of the rest of a turn, computed.
//!
//! Within a turn nobody interferes, and dice and own columns are all that matters: the expectation
//! over all rolls, with the best choice after each, can be worked out exactly for any judgement of the
//! columns at the turn's end. Some choices are left out that hardly ever help
//! the own skyline: with others at the table a die is abandoned rather than a building demolished, and
//! one die at a time; alone, nothing is demolished while something can be built, and of tiles only the cheapest. More than [`EXACT`] dice are not
//! followed to the end: they are used or left, and of a larger roll the value is estimated.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::Skyline;
use super::attitude::Attitude;
use super::dice::{Dice, Face, Hand, Kind, total};
use super::evaluate::{CLASSES, WORTH, class};
use super::rules::MAX_HEIGHT;
use super::state::{Action, Buildings, State, Step};
use super::worths::Worths;
use crate::game::Seat;

/// Up to so many dice every way to roll again is looked at.
pub const EXACT: u32 = 4;
/// Values are kept in parts, so that means lose nothing that matters.
const PART: i64 = 256;
/// What is remembered at most.
const MOST: usize = 400_000;

/// What was worked out already. It holds for one set of weights.
#[derive(Default)]
pub struct Memo {
    known: HashMap<(Columns, u64, u64, u8, Attitude), i64, BuildHasherDefault<Mix>>,
    weights: Vec<i32>,
}

/// A quick hash for keys that differ in many bits.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }
}

/// Own unfinished buildings: by type and height.
pub(super) type Columns = [[u8; MAX_HEIGHT]; 3];

/// A turn under way.
#[derive(Clone, Copy)]
struct Course {
    columns: Columns,
    hand: Hand,
    /// Whether a building that ends the game was finished.
    last: bool,
    /// Dice in the abandoned district, if they matter.
    district: u8,
}

/// The columns of a skyline.
pub(super) fn columns_of(skyline: &Buildings) -> Columns {
    let mut columns = [[0; MAX_HEIGHT]; 3];
    for (own, all) in columns.iter_mut().zip(&skyline.columns) {
        own.iter_mut().zip(&all[1..]).for_each(|(own, count)| *own = (*count).min(255) as u8);
    }
    columns
}

/// Works out the rest of a seat's own turn.
pub(super) struct Plan<'a> {
    game: &'a Skyline,
    weights: &'a [i32],
    memo: &'a mut Memo,
    rounds: i64,
    alone: bool,
    /// What the skyline is worth besides its columns, in parts.
    base: i64,
    /// The least that a tile of the seat counts for: what it costs to demolish one.
    cheapest_tile: Option<i64>,
    /// What columns bring after the turn.
    worths: &'a Worths,
    /// What is played for besides points.
    attitude: Attitude,
}

impl<'a> Plan<'a> {
    /// A plan, if it is the seat's own turn.
    pub fn new(
        game: &'a Skyline,
        state: &State,
        seat: Seat,
        weights: &'a [i32],
        memo: &'a mut Memo,
    ) -> Option<Self> {
        if state.seat != seat || state.step == Step::Over {
            return None;
        }
        if memo.weights != weights || memo.known.len() > MOST {
            memo.known.clear();
            memo.weights = weights.to_vec();
        }
        let rounds = if state.last_round {
            0
        } else {
            i64::from(game.rules.rounds) - i64::from(state.round)
        };
        let skyline = state.skyline(seat);
        let (mut tiles, mut cheapest) = (0, None);
        for face in Face::TYPES {
            for height in 1..=MAX_HEIGHT {
                let count = i64::from(skyline.tiles[face.index()][height]);
                let worth = i64::from(game.values.get(height - 1).copied().unwrap_or(0));
                tiles += count * worth;
                if count > 0 {
                    cheapest = Some(cheapest.map_or(worth, |least: i64| least.min(worth)));
                }
            }
        }
        let point = i64::from(weights.first().copied().unwrap_or(0)) * PART;
        Some(Plan {
            game,
            weights,
            memo,
            rounds,
            alone: game.rules.players == 1,
            base: tiles * point,
            cheapest_tile: cheapest.map(|worth| worth * point),
            worths: Worths::of(game),
            attitude: Attitude::new(game, state, seat, weights),
        })
    }

    /// The value of the position for the seat, in the scale of the weights.
    pub fn value(&mut self, state: &State) -> i64 {
        let columns = columns_of(state.own());
        let district = self.attitude.count_dice(state.district);
        let course = Course { columns, hand: state.hand, last: state.last_round, district };
        let value = match state.step {
            Step::Roll => self.rolled(course, state.to_roll),
            Step::Act => self.act(course),
            Step::Pick => self.demolished(course),
            Step::Use(Action::Build, None) => self.built(course, false),
            Step::Use(Action::Build, Some(_)) => self.built(course, true),
            Step::Use(_, None) => self.dropped(course),
            Step::Use(_, Some(_)) => self.after(course),
            Step::GoOn(None) => self.after(course),
            Step::GoOn(Some(_)) => self.named(course, state.to_roll),
            Step::Take => self.taken(course, state.yard, state.district),
            Step::Stuck | Step::Over => self.end(&course),
        };
        (self.base + value).div_euclid(PART)
    }

    /// A plan for a seat without tiles, with so many rounds left after its turn.
    pub fn blank(
        game: &'a Skyline,
        weights: &'a [i32],
        worths: &'a Worths,
        memo: &'a mut Memo,
        rounds: i64,
    ) -> Self {
        if memo.weights != weights {
            memo.known.clear();
            memo.weights = weights.to_vec();
        }
        let alone = game.rules.players == 1;
        // Mostly there is some tile of the cheapest kind to sacrifice.
        let tile = game.values.get(1).map(|worth| i64::from(*worth) * i64::from(weights[0]) * PART);
        Plan {
            game,
            weights,
            memo,
            rounds,
            alone,
            base: 0,
            cheapest_tile: tile,
            worths,
            attitude: Attitude::POINTS,
        }
    }

    /// The value of a turn to come: the best dice from a full yard, rolled and used.
    pub fn turn(&mut self, columns: Columns) -> i64 {
        let course = Course { columns, hand: Hand::default(), last: false, district: 0 };
        let mut hauls = Vec::new();
        self.game.hauls(self.game.dice, |dice| hauls.push(dice));
        let best = hauls.into_iter().map(|dice| self.rolled(course, dice)).max().unwrap_or(0);
        best.div_euclid(PART)
    }

    /// The best dice to take: from the yard, or all that was abandoned.
    fn taken(&mut self, course: Course, yard: Dice, district: Dice) -> i64 {
        let mut hauls = Vec::new();
        self.game.hauls(yard, |dice| hauls.push((dice, course)));
        if total(district) > 0 {
            hauls.push((district, Course { district: 0, ..course }));
        }
        let values = hauls.into_iter().map(|(dice, course)| self.rolled(course, dice));
        values.max().unwrap_or_else(|| self.end(&course))
    }

    /// The mean over all rolls of some dice. Of more than [`EXACT`] the others are taken to add
    /// a point each: penthouses are counted first, grounds last.
    fn rolled(&mut self, course: Course, dice: Dice) -> i64 {
        let (mut some, mut extra) = (dice, 0);
        while total(some) > 0 && total(some) + total(course.hand.dice()) > EXACT {
            let kind = (0..3).max_by_key(|kind| (some[*kind], 2 - kind)).unwrap_or(0);
            some[kind] -= 1;
            extra += self.point();
        }
        self.mean(course, some) + extra
    }

    fn point(&self) -> i64 {
        i64::from(self.weights.first().copied().unwrap_or(0)) * PART
    }

    fn worth(&self, height: usize) -> i64 {
        i64::from(self.game.values.get(height - 1).copied().unwrap_or(0)) * self.point()
    }

    /// The columns at the end of the turn.
    fn end(&self, course: &Course) -> i64 {
        let rounds = if course.last { 0 } else { self.rounds };
        let (mut counts, mut low) = ([0; CLASSES], 0);
        for face in Face::TYPES {
            for height in 1..=MAX_HEIGHT {
                let count = course.columns[face.index()][height - 1];
                if count > 0 {
                    counts[class(face, height)] += count;
                    if face == Face::Low {
                        low += i64::from(count) * self.worth(height);
                    }
                }
            }
        }
        let weight = i64::from(self.weights.get(WORTH).copied().unwrap_or(0));
        let denied = if course.last { i64::from(self.attitude.denied) * self.point() } else { 0 };
        let left = self.attitude.value_of_district(course.district) * self.point() / 100;
        low + denied - left + i64::from(self.worths.get(counts, rounds as i32)) * weight * PART
    }

    fn remembered(
        &mut self,
        course: &Course,
        step: u64,
        work: impl FnOnce(&mut Self) -> i64,
    ) -> i64 {
        let mut dice = 0u64;
        for kind in 0..3 {
            for face in 0..4 {
                dice = dice << 4 | u64::from(course.hand.0[kind][face].min(15));
            }
        }
        let key = (
            course.columns,
            self.cheapest_tile.filter(|_| self.alone).unwrap_or(-1) as u64,
            dice << 16 | step << 9 | u64::from(course.last) << 8 | (self.rounds as u64 & 255),
            course.district,
            self.attitude,
        );
        if let Some(&value) = self.memo.known.get(&key) {
            return value;
        }
        let value = work(self);
        self.memo.known.insert(key, value);
        value
    }

    /// Dice lie there with their faces: one action.
    fn act(&mut self, course: Course) -> i64 {
        self.remembered(&course, 1, |plan| {
            let mut best = plan.built(course, false);
            if !plan.alone {
                best = best.max(plan.dropped(course));
            } else if best == i64::MIN {
                best = plan.demolished(course);
            }
            // Nothing can be done: the turn ends.
            if best == i64::MIN { plan.end(&course) } else { best }
        })
    }

    /// Building, with at least one die unless one is built already.
    fn built(&mut self, course: Course, enough: bool) -> i64 {
        let mut best = if enough { self.after(course) } else { i64::MIN };
        for (kind, face) in course.hand.classes() {
            if face == Face::Blank {
                continue;
            }
            let [_, most] = self.game.rules.heights[face.index()];
            for height in 0..=MAX_HEIGHT as u8 - 1 {
                let there =
                    height == 0 || course.columns[face.index()][usize::from(height) - 1] > 0;
                if !there || !self.game.fits(kind, face, height) {
                    continue;
                }
                let mut next = course;
                next.hand.remove(kind, face);
                let column = &mut next.columns[face.index()];
                if height > 0 {
                    column[usize::from(height) - 1] -= 1;
                }
                let raised = height + 1;
                let finished = kind == Kind::Penthouse || (face == Face::Low && raised == most);
                let mut gain = 0;
                if finished {
                    gain = self.worth(raised.into());
                    next.last |= raised == self.game.rules.end_height;
                } else {
                    column[usize::from(height)] += 1;
                }
                best = best.max(gain + self.built_further(next));
            }
        }
        best
    }

    fn built_further(&mut self, course: Course) -> i64 {
        self.remembered(&course, 2, |plan| plan.built(course, true))
    }

    /// One die goes.
    fn dropped(&mut self, course: Course) -> i64 {
        let mut best = i64::MIN;
        for (kind, face) in course.hand.classes() {
            let mut next = course;
            next.hand.remove(kind, face);
            next.district = self.attitude.abandon_one(course.district);
            best = best.max(self.after(next));
        }
        best
    }

    /// A building and one die go.
    fn demolished(&mut self, course: Course) -> i64 {
        let mut best = i64::MIN;
        for face in Face::TYPES {
            for height in 0..MAX_HEIGHT {
                if course.columns[face.index()][height] > 0 {
                    let mut next = course;
                    next.columns[face.index()][height] -= 1;
                    best = best.max(self.dropped(next));
                }
            }
        }
        match self.cheapest_tile {
            Some(cost) => best.max(self.dropped(course) - cost),
            None => best,
        }
    }

    /// After an action: stop, or roll some dice again.
    fn after(&mut self, course: Course) -> i64 {
        if course.hand.is_empty() {
            return self.end(&course);
        }
        self.remembered(&course, 3, |plan| {
            let mut best = plan.end(&course);
            if total(course.hand.dice()) <= EXACT {
                best = best.max(plan.some_again(course, [0; 3], 0));
            }
            best
        })
    }

    /// Every choice of dice to roll again, class by class from one on; at least one die.
    fn some_again(&mut self, course: Course, again: Dice, from: usize) -> i64 {
        if from == 12 {
            return if total(again) == 0 { i64::MIN } else { self.rolled(course, again) };
        }
        let (kind, face) = (from / 4, from % 4);
        let mut best = i64::MIN;
        for count in 0..=course.hand.0[kind][face] {
            let (mut next, mut more) = (course, again);
            next.hand.0[kind][face] -= count;
            more[kind] += count;
            best = best.max(self.some_again(next, more, from + 1));
        }
        best
    }

    /// Some dice to roll again are named; more may be.
    fn named(&mut self, course: Course, again: Dice) -> i64 {
        let rolled = self.rolled(course, again);
        rolled.max(self.some_again(course, again, 0))
    }

    /// The mean over all rolls of a few dice, kind by kind.
    fn mean(&mut self, course: Course, dice: Dice) -> i64 {
        let Some(kind) = (0..3).find(|kind| dice[*kind] > 0) else { return self.act(course) };
        let (count, mut rest) = (dice[kind], dice);
        rest[kind] = 0;
        let sides = self.game.faces[kind].map(i128::from);
        let (mut sum, mut all) = (0i128, 0i128);
        for low in 0..=count {
            for mid in 0..=count - low {
                for high in 0..=count - low - mid {
                    let faces = [low, mid, high, count - low - mid - high];
                    let mut ways: i128 = 1;
                    let mut placed = 0;
                    for face in 0..4 {
                        for one in 1..=i128::from(faces[face]) {
                            placed += 1;
                            ways = ways * placed / one * sides[face];
                        }
                    }
                    if ways == 0 {
                        continue;
                    }
                    let mut next = course;
                    (0..4).for_each(|face| next.hand.0[kind][face] += faces[face]);
                    sum += ways * i128::from(self.mean(next, rest));
                    all += ways;
                }
            }
        }
        (sum / all) as i64
    }
}
