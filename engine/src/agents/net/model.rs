//! A net while it learns: numbers with fractions, gradients and steps.
//!
//! Everything is plain `f32` arithmetic in a fixed order, which gives the same bits on every
//! machine.

use super::network::{HIDDEN, Network, OUTPUT_ONE, SUM_ONE, Units, WEIGHT_ONE};
use crate::game::random::Rng;

/// A position to learn from.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The rows that its inputs select.
    pub rows: Vec<u16>,
    /// By seat, counted from the one that looks, the share of the win to predict.
    pub targets: Vec<f32>,
}

/// All weights of a net, or one number for each of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// By row.
    rows: Vec<[f32; HIDDEN]>,
    bias: [f32; HIDDEN],
    /// By seat.
    outputs: Vec<[f32; HIDDEN]>,
    output_bias: Vec<f32>,
}

impl Parameters {
    fn zero(rows: usize, seats: usize) -> Parameters {
        Parameters {
            rows: vec![[0.0; HIDDEN]; rows],
            bias: [0.0; HIDDEN],
            outputs: vec![[0.0; HIDDEN]; seats],
            output_bias: vec![0.0; seats],
        }
    }

    /// Every number in one order.
    fn slices_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let rows = std::iter::once(self.rows.as_flattened_mut());
        let outputs = std::iter::once(self.outputs.as_flattened_mut());
        rows.chain([&mut self.bias[..]]).chain(outputs).chain([&mut self.output_bias[..]])
    }

    fn slices(&self) -> impl Iterator<Item = &[f32]> {
        let rows = std::iter::once(self.rows.as_flattened());
        let outputs = std::iter::once(self.outputs.as_flattened());
        rows.chain([&self.bias[..]]).chain(outputs).chain([&self.output_bias[..]])
    }

    /// Adds others, in their order.
    pub fn add(&mut self, other: &Parameters) {
        for (own, other) in self.slices_mut().zip(other.slices()) {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        }
    }

    /// Sets every number to 0.
    pub fn clear(&mut self) {
        self.slices_mut().for_each(|slice| slice.fill(0.0));
    }
}

/// A net that learns by Adam.
#[derive(Clone, Debug)]
pub struct Model {
    weights: Parameters,
    mean: Parameters,
    square: Parameters,
    /// The products of the decay rates so far.
    decayed: (f64, f64),
}

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
/// Weights stay in the range that whole numbers can hold.
const GREATEST: f32 = 4.0;

impl Model {
    /// A net with small random weights.
    pub fn random(rows: usize, seats: usize, rng: &mut Rng) -> Model {
        let mut weights = Parameters::zero(rows, seats);
        let mut draw = |size: f32| size * (rng.bits() >> 40) as f32 / (1u64 << 23) as f32 - size;
        weights.rows.as_flattened_mut().iter_mut().for_each(|weight| *weight = draw(0.08));
        weights.bias.fill(0.3);
        weights.outputs.as_flattened_mut().iter_mut().for_each(|weight| *weight = draw(0.3));
        let zero = Parameters::zero(rows, seats);
        Model { weights, mean: zero.clone(), square: zero, decayed: (1.0, 1.0) }
    }

    /// Room for a gradient.
    pub fn zero_gradient(&self) -> Parameters {
        Parameters::zero(self.weights.rows.len(), self.weights.outputs.len())
    }

    /// Adds the gradient of the cross-entropy of some samples; returns their loss.
    pub fn add_gradient(&self, samples: &[Sample], gradient: &mut Parameters) -> f64 {
        samples.iter().map(|sample| self.add_sample(sample, gradient)).sum()
    }

    fn add_sample(&self, sample: &Sample, gradient: &mut Parameters) -> f64 {
        let mut sums = self.weights.bias;
        for &row in &sample.rows {
            let row = &self.weights.rows[usize::from(row)];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        let clipped = sums.map(|sum| sum.clamp(0.0, 1.0));
        let active = clipped.map(|unit| unit * unit);
        let mut backward = [0.0f32; HIDDEN];
        let mut loss = 0.0;
        for (seat, &target) in sample.targets.iter().enumerate() {
            let weights = &self.weights.outputs[seat];
            let mut output = self.weights.output_bias[seat];
            active.iter().zip(weights).for_each(|(unit, weight)| output += unit * weight);
            let chance = 1.0 / (1.0 + libm::expf(-output));
            loss -= f64::from(target) * libm::log(f64::from(chance.max(1e-7)))
                + f64::from(1.0 - target) * libm::log(f64::from((1.0 - chance).max(1e-7)));
            let error = chance - target;
            gradient.output_bias[seat] += error;
            let outputs = &mut gradient.outputs[seat];
            for unit in 0..HIDDEN {
                outputs[unit] += error * active[unit];
                backward[unit] += error * weights[unit];
            }
        }
        for unit in 0..HIDDEN {
            let is_clipped = clipped[unit] != sums[unit];
            backward[unit] *= if is_clipped { 0.0 } else { 2.0 * clipped[unit] };
            gradient.bias[unit] += backward[unit];
        }
        for &row in &sample.rows {
            let row = &mut gradient.rows[usize::from(row)];
            row.iter_mut().zip(&backward).for_each(|(own, part)| *own += part);
        }
        loss
    }

    /// One step against a gradient that was summed over `samples`.
    pub fn step(&mut self, gradient: &Parameters, samples: usize, rate: f32) {
        self.decayed.0 *= f64::from(MEAN_DECAY);
        self.decayed.1 *= f64::from(SQUARE_DECAY);
        let mean_scale = (1.0 / (1.0 - self.decayed.0)) as f32;
        let square_scale = (1.0 / (1.0 - self.decayed.1)) as f32;
        let part = 1.0 / samples as f32;
        let moments = self.mean.slices_mut().zip(self.square.slices_mut());
        let all = self.weights.slices_mut().zip(moments).zip(gradient.slices());
        for ((weights, (means, squares)), gradient) in all {
            let moments = means.iter_mut().zip(squares);
            for ((weight, (mean, square)), gradient) in
                weights.iter_mut().zip(moments).zip(gradient)
            {
                let gradient = gradient * part;
                *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * gradient;
                *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * gradient * gradient;
                let step = *mean * mean_scale / ((*square * square_scale).sqrt() + 1e-8);
                *weight = (*weight - rate * step).clamp(-GREATEST, GREATEST);
            }
        }
    }

    /// Appends everything it has learned so far.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.decayed.0.to_le_bytes());
        bytes.extend(self.decayed.1.to_le_bytes());
        for parameters in [&self.weights, &self.mean, &self.square] {
            for slice in parameters.slices() {
                bytes.extend(slice.iter().flat_map(|number| number.to_le_bytes()));
            }
        }
    }

    /// Reads what [`Model::write`] writes.
    pub fn read(&mut self, bytes: &[u8]) -> Result<(), String> {
        let numbers: usize = self.weights.slices().map(<[f32]>::len).sum();
        let expected = 16 + 3 * 4 * numbers;
        if bytes.len() != expected {
            return Err(format!("it has {} bytes of weights, not {expected}", bytes.len()));
        }
        let double = |at: usize| f64::from_le_bytes(std::array::from_fn(|byte| bytes[at + byte]));
        self.decayed = (double(0), double(8));
        let mut rest = bytes[16..].chunks_exact(4);
        for parameters in [&mut self.weights, &mut self.mean, &mut self.square] {
            for number in parameters.slices_mut().flatten() {
                let next = rest.next().expect("the length was checked");
                *number = f32::from_le_bytes(std::array::from_fn(|byte| next[byte]));
            }
        }
        Ok(())
    }

    /// The net in whole numbers.
    pub fn network(&self) -> Network {
        let round = |value: f32, one: f32| (value * one).round().clamp(-32767.0, 32767.0) as i16;
        let units = |values: &[f32; HIDDEN], one: f32| Units(values.map(|value| round(value, one)));
        Network {
            rows: self.weights.rows.iter().map(|row| units(row, SUM_ONE)).collect(),
            bias: units(&self.weights.bias, SUM_ONE),
            outputs: self.weights.outputs.iter().map(|row| units(row, WEIGHT_ONE)).collect(),
            output_bias: self
                .weights
                .output_bias
                .iter()
                .map(|bias| (bias * OUTPUT_ONE).round() as i32)
                .collect(),
        }
    }
}
