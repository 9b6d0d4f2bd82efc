//! A net in whole numbers: the same values on every machine.

use crate::games::inputs::InputLayout;

/// The units of the hidden layer.
pub const HIDDEN: usize = 64;
/// The most values of a net: one for each seat.
pub const MAX_OUTPUTS: usize = 4;

/// An activation of 1 in the hidden layer before it is clipped.
pub(super) const SUM_ONE: f32 = (CLIP << SHIFT) as f32;
/// An output of 1.
pub(in crate::agents) const OUTPUT_ONE: f32 = (CLIP * CLIP) as f32 * WEIGHT_ONE;
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

/// A net with one hidden layer. Its input is a list of rows, its output a value for each seat,
/// the seat that looks first.
///
/// A hidden unit is the clipped sum of its weights in the selected rows, squared. Sums are 16 bits
/// wide, products 32; nothing is rounded after training but the clipped sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    pub(super) rows: Vec<Units>,
    pub(super) bias: Units,
    /// By seat, counted from the one that looks.
    pub(super) outputs: Vec<Units>,
    pub(super) output_bias: Vec<i32>,
}

impl Network {
    /// The number of values.
    pub fn seats(&self) -> usize {
        self.outputs.len()
    }

    /// Whether it fits the inputs of a game.
    pub fn fits(&self, layout: &InputLayout) -> bool {
        self.rows.len() == layout.total()
    }

    /// The sums of the hidden units for some rows.
    pub fn sums(&self, rows: &[u16]) -> Units {
        let mut sums = self.bias;
        for &row in rows {
            add(&mut sums, &self.rows[usize::from(row)]);
        }
        sums
    }

    /// The sums for `after`, given those for `before`.
    #[inline]
    pub fn update(&self, sums: &Units, before: &[u16], after: &[u16]) -> Units {
        let mut sums = *sums;
        for (&old, &new) in before.iter().zip(after) {
            if old != new {
                let (old, new) = (&self.rows[usize::from(old)], &self.rows[usize::from(new)]);
                for unit in 0..HIDDEN {
                    sums.0[unit] = sums.0[unit].wrapping_add(new.0[unit]).wrapping_sub(old.0[unit]);
                }
            }
        }
        sums
    }

    /// The value for a seat, counted from the one that looks: the logarithm of the odds that it
    /// wins, times a constant.
    #[inline]
    pub fn output(&self, sums: &Units, seat: usize) -> i32 {
        let weights = &self.outputs[seat];
        let mut total = self.output_bias[seat];
        for unit in 0..HIDDEN {
            let clipped = (sums.0[unit] >> SHIFT).clamp(0, CLIP as i16);
            total += i32::from(clipped * clipped) * i32::from(weights.0[unit]);
        }
        total
    }

    /// By seat, counted from the one that looks, its chance to win.
    pub fn chances(&self, sums: &Units) -> [f64; MAX_OUTPUTS] {
        let mut chances = [0.0; MAX_OUTPUTS];
        for (seat, chance) in chances.iter_mut().enumerate().take(self.seats()) {
            let odds = f64::from(self.output(sums, seat)) / f64::from(OUTPUT_ONE);
            *chance = 1.0 / (1.0 + libm::exp(-odds));
        }
        let total: f64 = chances.iter().sum();
        chances.map(|chance| chance / total)
    }
}

#[inline]
fn add(sums: &mut Units, row: &Units) {
    for unit in 0..HIDDEN {
        sums.0[unit] = sums.0[unit].wrapping_add(row.0[unit]);
    }
}
