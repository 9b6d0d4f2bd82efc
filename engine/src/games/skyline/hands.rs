//! Hands of a few dice and all that rolling can make of them, numbered.
//!
//! What a turn is worth is worked out for every hand of up to [`MOST_DICE`] dice, so hands are
//! numbered by size: the values of all hands of a size are then a plain array.

use super::dice::{Dice, Face, Hand, Kind, total};
use super::quick_map::QuickMap;

/// The most dice of a numbered hand.
pub(super) const MOST_DICE: usize = 4;
/// How many classes of equal dice there are: three kinds with four faces each.
pub(super) const CLASSES: usize = 12;

/// Every hand of up to [`MOST_DICE`] dice.
#[derive(Debug)]
pub(super) struct Hands {
    hands: Vec<Hand>,
    /// By number of dice, the number of the first hand.
    first: [usize; MOST_DICE + 2],
    /// By hand, the classes of its dice and the hands without one of them.
    removals: Ranges<Removal>,
    /// By number of dice, what rolling some of them again leads to.
    throws: Vec<Throws>,
}

/// A die of a hand, and the hand without it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Removal {
    /// The class of the die.
    pub class: u8,
    /// The place of the hand that is left among the hands of its size.
    pub rest: u16,
}

/// The class of dice of a kind that show a face.
#[inline]
pub(super) fn class_of(kind: Kind, face: Face) -> usize {
    kind.index() * 4 + face.index()
}

/// The ways to roll some dice of hands of one size. A place below the number of such hands is a hand
/// whose dice all lie; the others have dice to roll, those with fewer kinds to roll first.
#[derive(Debug, Default)]
struct Throws {
    /// By place less the number of hands, what the first kind to roll may lead to.
    outcomes: Ranges<Outcome>,
    /// By hand, the places of all its throws.
    again: Ranges<u16>,
    /// By what is kept and what is rolled.
    places: QuickMap<(Hand, Dice), u16>,
}

/// What may lie after dice of one kind are rolled.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    place: u16,
    /// How many of the equally likely rolls lead there.
    rolls: u32,
}

/// Lists of different lengths in one allocation.
#[derive(Debug)]
struct Ranges<T> {
    items: Vec<T>,
    ends: Vec<u32>,
}

impl<T> Default for Ranges<T> {
    fn default() -> Self {
        Ranges { items: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Ranges<T> {
    fn push(&mut self, items: impl IntoIterator<Item = T>) {
        self.items.extend(items);
        self.ends.push(self.items.len() as u32);
    }

    #[inline]
    fn get(&self, index: usize) -> &[T] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.items[start..self.ends[index] as usize]
    }
}

impl Hands {
    /// All hands of dice with these faces: by kind, how many are low, mid, high and blank.
    pub fn new(faces: [[u8; 4]; 3]) -> Hands {
        let (mut hands, mut first) = (vec![Hand::default()], [0; MOST_DICE + 2]);
        for size in 1..=MOST_DICE {
            let smaller = first[size - 1]..hands.len();
            first[size] = hands.len();
            // Dice are added in ascending order of their classes, so that no hand comes twice.
            for class in 0..CLASSES {
                for number in smaller.clone() {
                    let mut hand: Hand = hands[number];
                    let highest = (0..CLASSES).rev().find(|&class| count(&hand, class) > 0);
                    if highest.is_none_or(|highest| highest <= class) {
                        hand.0[class / 4][class % 4] += 1;
                        hands.push(hand);
                    }
                }
            }
        }
        first[MOST_DICE + 1] = hands.len();
        let mut all = Hands { hands, first, removals: Ranges::default(), throws: Vec::new() };
        for number in 0..all.hands.len() {
            let hand = all.hands[number];
            let removals: Vec<Removal> = hand
                .classes()
                .map(|(kind, face)| {
                    let mut rest = hand;
                    rest.remove(kind, face);
                    Removal { class: class_of(kind, face) as u8, rest: all.place(&rest) as u16 }
                })
                .collect();
            all.removals.push(removals);
        }
        for size in 0..=MOST_DICE {
            let throws = Throws::new(&all, size, faces);
            all.throws.push(throws);
        }
        all
    }

    /// The numbers of the hands of so many dice.
    #[inline]
    pub fn of_size(&self, dice: usize) -> std::ops::Range<usize> {
        self.first[dice]..self.first[dice + 1]
    }

    /// The place of a hand of up to [`MOST_DICE`] dice among those of its size.
    pub fn place(&self, hand: &Hand) -> usize {
        // The k-th die, in ascending order, stands after all multisets of k dice of lower classes.
        let (mut rank, mut dice) = (0, 0);
        for class in 0..CLASSES {
            for _ in 0..count(hand, class) {
                dice += 1;
                rank += multisets(class, dice);
            }
        }
        rank
    }

    /// The dice of a hand, one of each class, and what is left without them.
    #[inline]
    pub fn removals(&self, number: usize) -> &[Removal] {
        self.removals.get(number)
    }

    /// The same for the hand at a place among those of its size.
    pub fn removals_of(&self, dice: usize, place: usize) -> &[Removal] {
        self.removals(self.first[dice] + place)
    }

    /// The mean value of rolling some dice and keeping a hand; up to [`MOST_DICE`] together.
    /// `values` has the values of the hands of this size, by place.
    pub fn mean(&self, kept: Hand, dice: Dice, values: &[i32]) -> i64 {
        let size = (total(dice) + total(kept.dice())) as usize;
        let throws = &self.throws[size];
        throws.mean_at(throws.places[&(kept, dice)], values)
    }

    /// The best mean of rolling some dice again, for each hand of a size by place. `means` is
    /// working space.
    pub fn best_rolls<'a>(
        &'a self,
        size: usize,
        values: &[i32],
        means: &'a mut Vec<i64>,
    ) -> impl Iterator<Item = i64> + 'a {
        let throws = &self.throws[size];
        means.clear();
        means.extend(values.iter().map(|&value| i64::from(value)));
        for throw in 0..throws.outcomes.ends.len() {
            let mean = mean_of(throws.outcomes.get(throw), |place| means[place]);
            means.push(mean);
        }
        (0..values.len()).map(move |hand| {
            let means = throws.again.get(hand).iter().map(|&place| means[usize::from(place)]);
            means.max().expect("a hand with dice can roll them")
        })
    }
}

impl Throws {
    fn new(hands: &Hands, size: usize, faces: [[u8; 4]; 3]) -> Throws {
        let mut throws = Throws::default();
        if size == 0 {
            return throws;
        }
        let settled = hands.of_size(size).len();
        for kinds in 1..=3 {
            for kept in hands.hands[..hands.first[size]].iter() {
                for dice in handfuls(size - total(kept.dice()) as usize) {
                    if dice.iter().filter(|count| **count > 0).count() == kinds {
                        let outcomes = throws.roll_first_kind(hands, (*kept, dice), faces);
                        let place = settled + throws.outcomes.ends.len();
                        throws.outcomes.push(outcomes);
                        throws.places.insert((*kept, dice), place as u16);
                    }
                }
            }
        }
        for hand in &hands.hands[hands.of_size(size)] {
            let mut again = Vec::new();
            choose_again(*hand, [0; 3], 0, &mut |kept, dice| {
                if total(dice) > 0 {
                    again.push(throws.places[&(kept, dice)]);
                }
            });
            throws.again.push(again);
        }
        throws
    }

    fn roll_first_kind(
        &self,
        hands: &Hands,
        (kept, dice): (Hand, Dice),
        faces: [[u8; 4]; 3],
    ) -> Vec<Outcome> {
        let kind = (0..3).find(|kind| dice[*kind] > 0).expect("there are dice to roll");
        let (count, mut rest) = (dice[kind], dice);
        rest[kind] = 0;
        let mut outcomes = Vec::new();
        for low in 0..=count {
            for mid in 0..=count - low {
                for high in 0..=count - low - mid {
                    let shown = [low, mid, high, count - low - mid - high];
                    let (mut rolls, mut placed) = (1, 0);
                    for (shown, sides) in shown.into_iter().zip(faces[kind]) {
                        for one in 1..=u32::from(shown) {
                            placed += 1;
                            rolls = rolls * placed / one * u32::from(sides);
                        }
                    }
                    if rolls == 0 {
                        continue;
                    }
                    let mut hand = kept;
                    hand.0[kind].iter_mut().zip(shown).for_each(|(all, new)| *all += new);
                    let place = if total(rest) > 0 {
                        self.places[&(hand, rest)]
                    } else {
                        hands.place(&hand) as u16
                    };
                    outcomes.push(Outcome { place, rolls });
                }
            }
        }
        outcomes
    }

    /// The mean at a place; `settled` has the values of the hands of this size.
    fn mean_at(&self, place: u16, settled: &[i32]) -> i64 {
        let place = usize::from(place);
        if place < settled.len() {
            return settled[place].into();
        }
        let outcomes = self.outcomes.get(place - settled.len());
        mean_of(outcomes, |place| self.mean_at(place as u16, settled))
    }
}

#[inline]
fn mean_of(outcomes: &[Outcome], value: impl Fn(usize) -> i64) -> i64 {
    let (mut sum, mut all) = (0, 0);
    for outcome in outcomes {
        sum += i64::from(outcome.rolls) * value(outcome.place.into());
        all += i64::from(outcome.rolls);
    }
    sum / all
}

/// Every choice of dice to roll again, class by class from one on: what is kept and what is rolled.
pub(super) fn choose_again(kept: Hand, again: Dice, from: usize, out: &mut impl FnMut(Hand, Dice)) {
    let Some(class) = (from..CLASSES).find(|&class| count(&kept, class) > 0) else {
        return out(kept, again);
    };
    for chosen in 0..=count(&kept, class) {
        let (mut kept, mut again) = (kept, again);
        kept.0[class / 4][class % 4] -= chosen;
        again[class / 4] += chosen;
        choose_again(kept, again, class + 1, out);
    }
}

fn count(hand: &Hand, class: usize) -> u8 {
    hand.0[class / 4][class % 4]
}

/// All handfuls of so many dice.
fn handfuls(size: usize) -> impl Iterator<Item = Dice> {
    let size = size as u8;
    (0..=size).flat_map(move |ground| {
        (0..=size - ground).map(move |upper| [ground, upper, size - ground - upper])
    })
}

/// How many multisets of `size` things of `classes` classes there are.
fn multisets(classes: usize, size: usize) -> usize {
    (0..size).fold(1, |ways, k| ways * (classes + k) / (k + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_of_a_size_are_numbered_without_gaps() {
        let hands = Hands::new([[2, 2, 1, 1]; 3]);
        assert_eq!(hands.first, [0, 1, 13, 91, 455, 1820]);
        for size in 0..=MOST_DICE {
            for (place, hand) in hands.hands[hands.of_size(size)].iter().enumerate() {
                assert_eq!(hands.place(hand), place, "{hand:?}");
            }
        }
    }

    #[test]
    fn a_mean_weighs_every_roll_by_its_chance() {
        // Of an upper die, two of six faces are low; low faces count 1.
        let hands = Hands::new([[0, 0, 0, 1], [2, 1, 1, 2], [0, 1, 0, 0]]);
        let low = |hand: &Hand| 3600 * i32::from(hand.0.iter().map(|faces| faces[0]).sum::<u8>());
        let values = |size| hands.hands[hands.of_size(size)].iter().map(low).collect::<Vec<i32>>();
        assert_eq!(hands.mean(Hand::default(), [0, 3, 0], &values(3)), 3600);
        assert_eq!(hands.mean(Hand::default(), [1, 1, 1], &values(3)), 1200);
        let mut kept = Hand::default();
        kept.0[1][0] = 1;
        assert_eq!(hands.mean(kept, [0, 1, 0], &values(2)), 4800);
    }
}
