//! What the rest of a turn is worth, for every hand of a few dice at once.
//!
//! Within a turn nobody interferes, so its worth depends on little: the dice in hand, the own columns
//! and what is played for. For one set of columns, the values of all hands of a size follow from those
//! of smaller hands, on these columns and on those that a die more makes of them. Games come to the
//! same columns again and again, so the values are kept, and shared by all threads that play a
//! variant.

use std::sync::{Arc, OnceLock};

use super::dice::{Face, Kind};
use super::hands::{CLASSES, MOST_DICE, Removal, class_of};
use super::judgement::{Columns, Judgement};
use super::known_turns::{KnownTurns, LaterTurnValues, LaterValues, Outlook, TurnValues, Values};

/// Where a turn stands, apart from the hand.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    pub columns: Columns,
    /// Whether a building that ends the game was finished.
    pub last: bool,
    /// Dice in the abandoned district, if they matter.
    pub district: u8,
}

/// Values, and what is to be added to each of them.
#[derive(Clone)]
pub(super) struct Shifted<T> {
    pub values: T,
    pub shift: i64,
}

impl Judgement<'_> {
    /// The values of all hands of so many dice before an action.
    pub fn turn_values(
        &self,
        standing: &Standing,
        dice: usize,
        known: &mut KnownTurns,
    ) -> Shifted<Arc<TurnValues>> {
        let (outlook, shift) = self.outlook(standing, dice);
        let values = known.find(&outlook);
        let values = values.unwrap_or_else(|| self.work_out(&outlook, false, known));
        Shifted { values, shift }
    }

    /// The same with the values of these hands in the course of an action and after it.
    pub fn later_values(
        &self,
        standing: &Standing,
        dice: usize,
        known: &mut KnownTurns,
    ) -> Shifted<LaterTurnValues> {
        if dice == 0 {
            return Shifted { values: known.empty_hand.clone(), shift: self.end(standing) };
        }
        let (outlook, shift) = self.outlook(standing, dice);
        let values = match known.find(&outlook) {
            Some(values) if values.later.get().is_some() => values,
            Some(values) => {
                let (judgement, standing) = self.with(&outlook);
                let buildings = judgement.buildings(&standing, dice, known);
                let built = self.best_buildings(&buildings, dice);
                self.add_later(&values, &built, dice, known);
                values
            }
            None => self.work_out(&outlook, true, known),
        };
        Shifted { values: LaterTurnValues(values), shift }
    }

    /// What ending the turn is worth.
    pub fn end(&self, standing: &Standing) -> i64 {
        let rounds = if standing.last { 0 } else { self.rounds };
        let denied = if standing.last { self.denied() } else { 0 };
        self.columns(&standing.columns, rounds) + denied - self.district(standing.district)
    }

    /// What values depend on, without what makes no difference or the same for all hands.
    fn outlook(&self, standing: &Standing, dice: usize) -> (Outlook, i64) {
        let (mut shift, mut attitude) = (0, self.attitude);
        if standing.last {
            shift += self.denied();
        }
        if standing.last || !self.may_end_game(&standing.columns, dice) {
            attitude.denied = 0;
        }
        let district = self.attitude.like_district(standing.district, dice as u8, self.point());
        shift += self.district(district) - self.district(standing.district);
        let outlook = Outlook {
            columns: standing.columns,
            cheapest_tile: self.cheapest_tile.filter(|_| self.alone).unwrap_or(-1),
            attitude,
            rounds: if standing.last { 0 } else { self.rounds },
            district,
            dice: dice as u8,
        };
        (outlook, shift)
    }

    /// Whether so many dice might finish a building that ends the game.
    fn may_end_game(&self, columns: &Columns, dice: usize) -> bool {
        let height = usize::from(self.game.rules.end_height);
        // From this height on, the dice reach the top.
        let Some(least) = height.checked_sub(dice).filter(|least| *least > 0) else {
            return height > 0;
        };
        columns.iter().any(|heights| heights.iter().skip(least - 1).any(|count| *count > 0))
    }

    /// This judgement for an outlook, and where the turn stands in it.
    fn with(&self, outlook: &Outlook) -> (Judgement<'_>, Standing) {
        let Outlook { columns, attitude, rounds, district, .. } = *outlook;
        (Judgement { attitude, rounds, ..*self }, Standing { columns, last: false, district })
    }

    /// Works out the values of hands from those of hands with a die less: before an action, and
    /// perhaps later.
    fn work_out(
        &self,
        outlook: &Outlook,
        also_later: bool,
        known: &mut KnownTurns,
    ) -> Arc<TurnValues> {
        let hands = self.game.hands();
        let (judgement, standing) = self.with(outlook);
        let dice = usize::from(outlook.dice);
        let end = judgement.end(&standing);
        let buildings = judgement.buildings(&standing, dice, known);
        let built = self.best_buildings(&buildings, dice);
        let losses = judgement.losses(&standing, dice, known);
        let act = hands.of_size(dice).zip(&built).map(|(hand, &built)| {
            let mut best = built;
            // Alone, nothing is given up while something can be built.
            if !self.alone || best == i64::MIN {
                best = best.max(best_loss(&losses, hands.removals(hand)));
            }
            // Nothing can be done: the turn ends.
            shortened(if best == i64::MIN { end } else { best })
        });
        let values = Arc::new(TurnValues { end, act: act.collect(), later: OnceLock::new() });
        known.insert(*outlook, values.clone());
        if also_later {
            self.add_later(&values, &built, dice, known);
        }
        values
    }

    /// By place of the hand, the best way to build at least one die.
    fn best_buildings(&self, buildings: &Buildings, dice: usize) -> Vec<i64> {
        let hands = self.game.hands();
        hands.of_size(dice).map(|hand| best_building(buildings, hands.removals(hand))).collect()
    }

    fn add_later(&self, values: &TurnValues, built: &[i64], dice: usize, known: &mut KnownTurns) {
        let rolled = self.game.hands().best_rolls(dice, &values.act, &mut known.means);
        let after: Values = rolled.map(|best| shortened(best.max(values.end))).collect();
        let build_on = built.iter().zip(&after).map(|(&built, &after)| shortened(built).max(after));
        let later = LaterValues { build_on: build_on.collect(), after };
        known.count_later(&later);
        // Another thread may have been faster, with the same values.
        let _ = values.later.set(later);
    }

    /// The values after a die is built, for each class of dice and each place to build it.
    fn buildings(&self, standing: &Standing, dice: usize, known: &mut KnownTurns) -> Buildings {
        let mut buildings = Buildings::default();
        for kind in Kind::ALL {
            for face in Face::ALL {
                self.placements(&standing.columns, kind, face, |placed| {
                    let after =
                        Standing { columns: placed.columns, last: placed.ends_game, ..*standing };
                    let mut values = self.later_values(&after, dice - 1, known);
                    values.shift += placed.gain;
                    buildings.values.push(values);
                });
                buildings.ends[class_of(kind, face)] = buildings.values.len() as u8;
            }
        }
        buildings
    }

    /// The values after a die is lost: abandoned, or alone with a building for each building.
    fn losses(
        &self,
        standing: &Standing,
        dice: usize,
        known: &mut KnownTurns,
    ) -> Vec<Shifted<LaterTurnValues>> {
        if !self.alone {
            let district = self.attitude.abandon_one(standing.district);
            return vec![self.later_values(&Standing { district, ..*standing }, dice - 1, known)];
        }
        let mut losses = Vec::new();
        for face in 0..standing.columns.len() {
            for height in 0..standing.columns[face].len() {
                if standing.columns[face][height] > 0 {
                    let mut after = *standing;
                    after.columns[face][height] -= 1;
                    losses.push(self.later_values(&after, dice - 1, known));
                }
            }
        }
        if let Some(cost) = self.cheapest_tile {
            let mut values = self.later_values(standing, dice - 1, known);
            values.shift -= cost;
            losses.push(values);
        }
        losses
    }
}

/// The values after a die is built, those of a class of dice together.
#[derive(Default)]
struct Buildings {
    values: Vec<Shifted<LaterTurnValues>>,
    ends: [u8; CLASSES],
}

impl Buildings {
    #[inline]
    fn of(&self, class: usize) -> &[Shifted<LaterTurnValues>] {
        let start = if class == 0 { 0 } else { self.ends[class - 1] };
        &self.values[start.into()..self.ends[class].into()]
    }
}

fn shortened(value: i64) -> i32 {
    value.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

#[inline]
fn best_building(buildings: &Buildings, removals: &[Removal]) -> i64 {
    let mut best = i64::MIN;
    for removal in removals {
        for next in buildings.of(removal.class.into()) {
            best =
                best.max(i64::from(next.values.build_on[usize::from(removal.rest)]) + next.shift);
        }
    }
    best
}

#[inline]
fn best_loss(losses: &[Shifted<LaterTurnValues>], removals: &[Removal]) -> i64 {
    let mut best = i64::MIN;
    for next in losses {
        for removal in removals {
            best = best.max(i64::from(next.values.after[usize::from(removal.rest)]) + next.shift);
        }
    }
    best
}

const _: () = assert!(MOST_DICE < 16, "hands are numbered in 16 bits");
