//! A net in whole numbers: the same values on every machine.

use crate::games::inputs::InputLayout;

/// The units of the hidden layer.
pub const HIDDEN: usize = 128;
/// The most values of a net: one for each seat.
pub const MAX_OUTPUTS: usize = 4;

/// An activation of 1 in the hidden layer before it is clipped.
pub(super) const SUM_ONE: f32 = (CLIP << SHIFT) as f32;
/// An output of 1.
pub(in crate::agents) const OUTPUT_ONE: f32 = (CLIP * CLIP) as f32 * WEIGHT_ONE;
/// The difference of preferences that makes one move e times as likely as another.
pub(in crate::agents) const TEMPERATURE: f32 = 0.3;
/// A weight of 1 between the layers.
pub(super) const WEIGHT_ONE: f32 = 128.0;
/// The greatest activation; its square just fits 16 bits.
const CLIP: i32 = 181;
/// The bits of a sum that are dropped before it is clipped.
const SHIFT: u32 = 2;

/// A value for each hidden unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Units(pub [i16; HIDDEN]);

/// The sums of a position's hidden units.
#[derive(Clone, Copy)]
pub struct KnownSums<'a> {
    /// The rows that the position selects.
    pub rows: &'a [u16],
    /// Their sums.
    pub sums: &'a Units,
}

/// A net with one hidden layer. Its input is a list of rows; its outputs are a value for each seat,
/// the seat that looks first, and a preference: how much the seat that looks wants to move into
/// the position.
///
/// A hidden unit is the clipped sum of its weights in the selected rows, squared. Sums are 16 bits
/// wide, products 32; nothing is rounded after training but the clipped sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    pub(super) rows: Vec<Units>,
    pub(super) bias: Units,
    /// By seat, counted from the one that looks; the last is the preference.
    pub(super) outputs: Vec<Units>,
    pub(super) output_bias: Vec<i32>,
}

impl Network {
    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.outputs.len() - 1
    }

    /// Whether it fits the inputs of a game.
    pub fn fits(&self, layout: &InputLayout) -> bool {
        self.rows.len() == layout.total()
    }

    /// The sums of the hidden units for some rows.
    pub fn sums(&self, rows: &[u16]) -> Units {
        wide::sum(&self.rows, &self.bias, rows)
    }

    /// The sums for some rows, from those of one or two positions that are much like it.
    #[inline]
    pub fn update(&self, one: KnownSums<'_>, other: Option<KnownSums<'_>>, rows: &[u16]) -> Units {
        wide::update(&self.rows, one, other, rows)
    }

    /// The value for a seat, counted from the one that looks: the logarithm of the odds that it
    /// wins, times a constant.
    #[inline]
    pub fn output(&self, sums: &Units, seat: usize) -> i32 {
        self.output_bias[seat] + wide::weigh(sums, &self.outputs[seat])
    }

    /// How much the seat that looks wants to move into the position, compared with others.
    #[inline]
    pub fn preference(&self, sums: &Units) -> i32 {
        self.output(sums, self.seats())
    }

    /// The logarithm of the odds that a seat wins, for itself alone: the chances of all seats need not
    /// add up to 1.
    #[inline]
    pub fn log_odds(&self, sums: &Units, seat: usize) -> f64 {
        f64::from(self.output(sums, seat)) / f64::from(OUTPUT_ONE)
    }

    /// By seat, counted from the one that looks, its chance to win; together 1.
    pub fn chances(&self, sums: &Units) -> [f64; MAX_OUTPUTS] {
        let mut chances = [0.0; MAX_OUTPUTS];
        for (seat, chance) in chances.iter_mut().enumerate().take(self.seats()) {
            *chance = chance_of(self.log_odds(sums, seat));
        }
        let total: f64 = chances.iter().sum();
        chances.map(|chance| chance / total)
    }
}

/// The chance of which these are the logarithm of the odds.
pub fn chance_of(log_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-log_odds))
}

/// The inner loops. The same whole numbers come out whatever the width of the registers.
mod portable {
    use super::{CLIP, HIDDEN, KnownSums, SHIFT, Units};
    use crate::games::inputs::MAX_INPUTS;

    /// Inputs that are compared together.
    const COMPARED: usize = 32;
    /// The numbers that hold a bit for every input.
    const PARTS: usize = MAX_INPUTS / COMPARED;

    /// The inputs in which two positions differ, as bits.
    struct Difference {
        bits: [u32; PARTS],
        count: u32,
    }

    impl Difference {
        #[inline(always)]
        fn new(before: &[u16], after: &[u16]) -> Difference {
            let mut difference = Difference { bits: [0; PARTS], count: 0 };
            let (before_parts, before_rest) = before.as_chunks();
            let (after_parts, after_rest) = after.as_chunks();
            let pairs = before_parts.iter().zip(after_parts).enumerate();
            pairs.for_each(|(part, (before, after))| {
                difference.set(part, Self::compare(before, after));
            });
            if let (Some(before), Some(after)) = (before.last_chunk(), after.last_chunk()) {
                // The last inputs, without those that the last whole part had.
                let seen = (COMPARED - after_rest.len()) as u32;
                let bits = Self::compare(before, after).checked_shr(seen).unwrap_or(0);
                difference.set(after_parts.len().min(PARTS - 1), bits);
            } else {
                let pairs = before_rest.iter().zip(after_rest).enumerate();
                let bits = pairs.map(|(at, (old, new))| u32::from(old != new) << at);
                difference.set(0, bits.fold(0, |all, bit| all | bit));
            }
            difference
        }

        #[inline(always)]
        fn compare(before: &[u16; COMPARED], after: &[u16; COMPARED]) -> u32 {
            (0..COMPARED).fold(0, |bits, at| bits | u32::from(before[at] != after[at]) << at)
        }

        #[inline(always)]
        fn set(&mut self, part: usize, bits: u32) {
            self.bits[part] |= bits;
            self.count += bits.count_ones();
        }

        /// Calls a function with the place of each differing input.
        #[inline(always)]
        fn for_each(&self, mut visit: impl FnMut(usize)) {
            for (part, &bits) in self.bits.iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    visit(part * COMPARED + bits.trailing_zeros() as usize);
                    bits &= bits - 1;
                }
            }
        }
    }

    /// Units that are added together: as many as two of the widest registers hold.
    const LANES: usize = 64;

    #[inline(always)]
    pub fn sum(rows: &[Units], bias: &Units, selected: &[u16]) -> Units {
        let mut sums = *bias;
        for (part, sums) in sums.0.chunks_exact_mut(LANES).enumerate() {
            let part = part * LANES..(part + 1) * LANES;
            let mut lanes: [i16; LANES] = std::array::from_fn(|lane| sums[lane]);
            for &row in selected {
                let row = &rows[usize::from(row)].0[part.clone()];
                for lane in 0..LANES {
                    lanes[lane] = lanes[lane].wrapping_add(row[lane]);
                }
            }
            sums.copy_from_slice(&lanes);
        }
        sums
    }

    #[inline(always)]
    pub fn update(
        rows: &[Units],
        one: KnownSums<'_>,
        other: Option<KnownSums<'_>>,
        after: &[u16],
    ) -> Units {
        let (mut nearest, mut difference) = (one, Difference::new(one.rows, after));
        if let Some(other) = other {
            let other_difference = Difference::new(other.rows, after);
            if other_difference.count < difference.count {
                (nearest, difference) = (other, other_difference);
            }
        }
        let mut lanes = nearest.sums.0;
        difference.for_each(|at| {
            let old = &rows[usize::from(nearest.rows[at])].0;
            let new = &rows[usize::from(after[at])].0;
            for lane in 0..HIDDEN {
                lanes[lane] = lanes[lane].wrapping_add(new[lane]).wrapping_sub(old[lane]);
            }
        });
        Units(lanes)
    }

    #[inline(always)]
    pub fn weigh(sums: &Units, weights: &Units) -> i32 {
        let mut total = 0;
        for unit in 0..HIDDEN {
            let clipped = (sums.0[unit] >> SHIFT).clamp(0, CLIP as i16);
            total += i32::from(clipped * clipped) * i32::from(weights.0[unit]);
        }
        total
    }
}

/// The same loops, compiled for the widest registers that the processor has.
mod wide {
    use super::{KnownSums, Units, portable};
    use crate::game::widest::widest;

    widest!(
        pub fn sum(rows: &[Units], bias: &Units, selected: &[u16]) -> Units = portable::sum
    );
    widest!(
        pub fn update(
            rows: &[Units],
            one: KnownSums<'_>,
            other: Option<KnownSums<'_>>,
            after: &[u16],
        ) -> Units = portable::update
    );
    widest!(pub fn weigh(sums: &Units, weights: &Units) -> i32 = portable::weigh);
}

#[cfg(test)]
mod tests {
    use super::{HIDDEN, KnownSums, Units, portable, wide};
    use crate::game::random::{Key, Purpose};

    #[test]
    fn wide_registers_give_the_same_numbers() {
        let mut rng = Key::new(1, "net").stream(0, Purpose::Setup);
        let mut units = || Units(std::array::from_fn(|_| rng.bits() as i16));
        let rows: Vec<Units> = (0..50).map(|_| units()).collect();
        for round in 0..1000usize {
            let pick = |at: usize| ((round * 31 + at * at * 7) % 50) as u16;
            // More and fewer inputs than are compared together.
            let inputs = round % 100 + 1;
            let before: Vec<u16> = (0..inputs).map(pick).collect();
            let between: Vec<u16> = (0..inputs).map(|at| pick(at + at % 4 / 3)).collect();
            let after: Vec<u16> = (0..inputs).map(|at| pick(at + at % 3)).collect();
            let start = units();
            let sum = |inputs: &[u16]| wide::sum(&rows, &start, inputs);
            assert_eq!(portable::sum(&rows, &start, &before), sum(&before));
            let (sums, others) = (sum(&before), sum(&between));
            let one = KnownSums { rows: &before, sums: &sums };
            let other = Some(KnownSums { rows: &between, sums: &others });
            let sums = sum(&after);
            assert_eq!(sums, portable::update(&rows, one, other, &after));
            assert_eq!(sums, wide::update(&rows, one, other, &after));
            let weights = Units(units().0.map(|weight| weight >> 6));
            assert_eq!(portable::weigh(&sums, &weights), wide::weigh(&sums, &weights));
        }
        assert_eq!(HIDDEN % 64, 0, "units fill whole registers");
    }
}
