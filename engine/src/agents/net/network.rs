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

    /// The sums for `after`, given those for `before`.
    #[inline]
    pub fn update(&self, sums: &Units, before: &[u16], after: &[u16]) -> Units {
        wide::update(&self.rows, sums, before, after)
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

    /// The chance of a seat to win, for itself alone: those of all seats need not add up to 1.
    pub fn chance(&self, sums: &Units, seat: usize) -> f64 {
        let odds = f64::from(self.output(sums, seat)) / f64::from(OUTPUT_ONE);
        1.0 / (1.0 + libm::exp(-odds))
    }

    /// By seat, counted from the one that looks, its chance to win; together 1.
    pub fn chances(&self, sums: &Units) -> [f64; MAX_OUTPUTS] {
        let mut chances = [0.0; MAX_OUTPUTS];
        for (seat, chance) in chances.iter_mut().enumerate().take(self.seats()) {
            *chance = self.chance(sums, seat);
        }
        let total: f64 = chances.iter().sum();
        chances.map(|chance| chance / total)
    }
}

/// The inner loops. The same whole numbers come out whatever the width of the registers.
mod portable {
    use super::{CLIP, HIDDEN, SHIFT, Units};
    use crate::games::inputs::MAX_INPUTS;

    /// Inputs that are compared together.
    const COMPARED: usize = 32;

    /// The places where some inputs differ, as bits.
    #[inline(always)]
    fn difference(before: &[u16; COMPARED], after: &[u16; COMPARED]) -> u32 {
        let mut bits = 0;
        for at in 0..COMPARED {
            bits |= u32::from(before[at] != after[at]) << at;
        }
        bits
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
    pub fn update(rows: &[Units], sums: &Units, before: &[u16], after: &[u16]) -> Units {
        let (mut changes, mut count) = ([(0, 0); MAX_INPUTS], 0);
        let mut add = |old: u16, new: u16| {
            changes[count] = (old, new);
            count += 1;
        };
        let (before, before_rest) = before.as_chunks();
        let (after, after_rest) = after.as_chunks();
        for (before, after) in before.iter().zip(after) {
            let mut differing = difference(before, after);
            while differing != 0 {
                let at = differing.trailing_zeros() as usize % COMPARED;
                add(before[at], after[at]);
                differing &= differing - 1;
            }
        }
        for (&old, &new) in before_rest.iter().zip(after_rest) {
            if old != new {
                add(old, new);
            }
        }
        let mut sums = *sums;
        for (part, sums) in sums.0.chunks_exact_mut(LANES).enumerate() {
            let part = part * LANES..(part + 1) * LANES;
            let mut lanes: [i16; LANES] = std::array::from_fn(|lane| sums[lane]);
            for &(old, new) in &changes[..count] {
                let old = &rows[usize::from(old)].0[part.clone()];
                let new = &rows[usize::from(new)].0[part.clone()];
                for lane in 0..LANES {
                    lanes[lane] = lanes[lane].wrapping_add(new[lane]).wrapping_sub(old[lane]);
                }
            }
            sums.copy_from_slice(&lanes);
        }
        sums
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
    use super::{Units, portable};
    use crate::game::widest::widest;

    widest!(
        pub fn sum(rows: &[Units], bias: &Units, selected: &[u16]) -> Units = portable::sum
    );
    widest!(
        pub fn update(rows: &[Units], sums: &Units, before: &[u16], after: &[u16]) -> Units
            = portable::update
    );
    widest!(pub fn weigh(sums: &Units, weights: &Units) -> i32 = portable::weigh);
}

#[cfg(test)]
mod tests {
    use super::{HIDDEN, Units, portable, wide};
    use crate::game::random::{Key, Purpose};

    #[test]
    fn wide_registers_give_the_same_numbers() {
        let mut rng = Key::new(1, "net").stream(0, Purpose::Setup);
        let mut units = || Units(std::array::from_fn(|_| rng.bits() as i16));
        let rows: Vec<Units> = (0..50).map(|_| units()).collect();
        for round in 0..1000usize {
            let pick = |at: usize| ((round * 31 + at * at * 7) % 50) as u16;
            let before: Vec<u16> = (0..40).map(pick).collect();
            let after: Vec<u16> = (0..40).map(|at| pick(at + at % 3)).collect();
            let start = units();
            assert_eq!(portable::sum(&rows, &start, &before), wide::sum(&rows, &start, &before));
            let sums = portable::update(&rows, &start, &before, &after);
            assert_eq!(sums, wide::update(&rows, &start, &before, &after));
            let weights = Units(units().0.map(|weight| weight >> 6));
            assert_eq!(portable::weigh(&sums, &weights), wide::weigh(&sums, &weights));
        }
        assert_eq!(HIDDEN % 64, 0, "units fill whole registers");
    }
}
