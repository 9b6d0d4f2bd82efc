//! What a plan is for: as many points as possible, or as large a lead as possible.
//!
//! `tuned` plays for its own points. Who plays to win counts what the others get as well: the dice that
//! are left to the next player, and the rounds that everybody loses when the game ends early. Taking
//! risks when behind, by an exponential utility, was tried too and made play weaker.

use super::Skyline;
use super::dice::{Dice, total};
use super::evaluate::{WORTH, columns};
use super::state::State;
use super::worths::Worths;
use crate::game::{Game as _, Seat};

/// The place of the weight that turns playing to win on; it belongs to no feature. It says what a
/// die more in the abandoned district is worth to the next player, in hundredths of points.
pub(super) const PLAYS_TO_WIN: usize = WORTH + 1;

/// The dice in the district that the next player gains nothing from: an empty one is filled with a
/// die of each kind, and three dice can be had from the yard as well.
const USUAL_DISTRICT: u8 = 3;
/// More dice in the district gain no more.
const FULL_DISTRICT: u8 = 10;

/// What is played for besides own points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Attitude {
    /// The points that the best rival loses if the game ends with this round.
    pub denied: i32,
    /// What a die more in the abandoned district is worth to the next player, in hundredths of
    /// points.
    die: i32,
}

impl Attitude {
    /// Nothing but points.
    pub const POINTS: Attitude = Attitude { denied: 0, die: 0 };

    /// What a seat plays for in a position.
    pub fn new(game: &Skyline, state: &State, seat: Seat, weights: &[i32]) -> Attitude {
        let die = weights.get(PLAYS_TO_WIN).copied().unwrap_or(0);
        if die == 0 || game.seats() == 1 {
            return Attitude::POINTS;
        }
        let worths = Worths::of(game);
        let to_come =
            |rival: Seat, left: i32| worths.get(columns(state.skyline(rival)), left) / 100;
        let expected = |rival: &Seat| {
            game.score(state, *rival).total() + to_come(*rival, game.rounds_left(state, *rival))
        };
        let rivals = Seat::all(game.seats()).filter(|rival| *rival != seat);
        let denied = rivals.max_by_key(expected).filter(|_| !state.last_round).map_or(0, |rival| {
            let left = game.rounds_left(state, rival);
            // A rival who sits later still has its turn of this round.
            let in_round = i32::from(rival > seat).min(left);
            to_come(rival, left) - to_come(rival, in_round)
        });
        Attitude { denied, die }
    }

    /// How many dice there are, as far as they matter.
    pub fn count_dice(self, dice: Dice) -> u8 {
        if self.die == 0 { 0 } else { total(dice).min(FULL_DISTRICT.into()) as u8 }
    }

    /// What the next player gains from the abandoned district, in hundredths of points.
    pub fn value_of_district(self, dice: u8) -> i64 {
        i64::from(self.die) * i64::from(dice.clamp(USUAL_DISTRICT, FULL_DISTRICT) - USUAL_DISTRICT)
    }

    /// The dice in the district after one more was abandoned.
    pub fn abandon_one(self, dice: u8) -> u8 {
        if self.die == 0 { 0 } else { (dice + 1).min(FULL_DISTRICT) }
    }

    /// Dice in the district that stand for others when so many more may follow: the value of all
    /// that can happen differs by the same amount, or not at all. `point` is what a point counts.
    pub fn like_district(self, dice: u8, more: u8, point: i64) -> u8 {
        let is_linear = dice >= USUAL_DISTRICT && dice + more <= FULL_DISTRICT;
        if self.die == 0 || dice + more <= USUAL_DISTRICT {
            0
        } else if is_linear && i64::from(self.die) * point % 100 == 0 {
            USUAL_DISTRICT
        } else {
            dice
        }
    }
}
