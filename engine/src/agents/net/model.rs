//! A net while it learns: numbers with fractions, gradients and steps.
//!
//! Everything is plain `f32` arithmetic in a fixed order, which gives the same bits on every
//! machine.

use std::ops::Range;

use super::network::{HIDDEN, Network, OUTPUT_ONE, SUM_ONE, TEMPERATURE, Units, WEIGHT_ONE};
use crate::game::random::Rng;
use crate::game::widest::widest;

/// A position to learn from.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The rows that its inputs select.
    pub rows: Vec<u16>,
    /// By seat, counted from the one that looks, the share of the win to predict.
    pub targets: Vec<f32>,
}

/// A decision to learn from.
#[derive(Clone, Debug)]
pub struct Choice {
    /// By move, the rows that the inputs after it select.
    pub moves: Vec<Vec<u16>>,
    /// By move, how likely it should be chosen.
    pub targets: Vec<f32>,
}

/// What is learned from in one step.
#[derive(Clone, Copy)]
pub struct Lesson<'a> {
    /// Positions.
    pub samples: &'a [Sample],
    /// Decisions. Without any, the preference learns to be the value.
    pub choices: &'a [Choice],
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
    fn zero(rows: usize, outputs: usize) -> Parameters {
        Parameters {
            rows: vec![[0.0; HIDDEN]; rows],
            bias: [0.0; HIDDEN],
            outputs: vec![[0.0; HIDDEN]; outputs],
            output_bias: vec![0.0; outputs],
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

    /// Sets every number to 0 but those of some rows, which are given in ascending order.
    pub fn clear_all_but(&mut self, kept: &[Range<usize>]) {
        let mut from = 0;
        for rows in kept {
            self.rows[from..rows.start].as_flattened_mut().fill(0.0);
            from = rows.end;
        }
        self.rows[from..].as_flattened_mut().fill(0.0);
        self.slices_mut().skip(1).for_each(|slice| slice.fill(0.0));
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
    /// What the weights were like lately: the net that plays. Single steps are noisy.
    average: Parameters,
    mean: Parameters,
    square: Parameters,
    /// Steps so far.
    steps: u64,
}

/// The hidden layer for one position.
struct Hidden {
    sums: [f32; HIDDEN],
    clipped: [f32; HIDDEN],
    active: [f32; HIDDEN],
}

/// Adds what errors of the hidden units mean for the rows that were selected.
#[inline(always)]
fn add_hidden(
    rows: &[u16],
    hidden: &Hidden,
    backward: &mut [f32; HIDDEN],
    gradient: &mut Parameters,
) {
    for (unit, part) in backward.iter_mut().enumerate() {
        let is_clipped = hidden.clipped[unit] != hidden.sums[unit];
        *part *= if is_clipped { 0.0 } else { 2.0 * hidden.clipped[unit] };
        gradient.bias[unit] += *part;
    }
    for &row in rows {
        let row = &mut gradient.rows[usize::from(row)];
        row.iter_mut().zip(&*backward).for_each(|(own, part)| *own += part);
    }
}

widest!(
    fn add_gradient(model: &Model, lesson: Lesson<'_>, gradient: &mut Parameters) -> f64
        = Model::add_gradient_portably
);
widest!(
    fn step(model: &mut Model, gradient: &Parameters, samples: usize, rate: f32) -> ()
        = Model::step_portably
);

/// Sums that are added up side by side.
const LANES: usize = 16;
/// How much a decision counts beside a position.
const CHOICE_WEIGHT: f32 = 0.3;
const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
/// How much of the average the weights of one step replace, once there are many.
const AVERAGE_PART: f32 = 1.0 / 2000.0;
/// Weights stay in the range that whole numbers can hold.
const GREATEST: f32 = 4.0;

impl Model {
    /// A net with small random weights.
    pub fn random(rows: usize, seats: usize, rng: &mut Rng) -> Model {
        let mut weights = Parameters::zero(rows, seats + 1);
        let mut draw = |size: f32| size * (rng.bits() >> 40) as f32 / (1u64 << 23) as f32 - size;
        weights.rows.as_flattened_mut().iter_mut().for_each(|weight| *weight = draw(0.08));
        weights.bias.fill(0.3);
        weights.outputs.as_flattened_mut().iter_mut().for_each(|weight| *weight = draw(0.3));
        let zero = Parameters::zero(rows, seats + 1);
        Model { average: weights.clone(), weights, mean: zero.clone(), square: zero, steps: 0 }
    }

    /// Room for a gradient.
    pub fn zero_gradient(&self) -> Parameters {
        Parameters::zero(self.weights.rows.len(), self.weights.outputs.len())
    }

    /// Adds the gradient of the cross-entropy of a lesson; returns the loss of its samples.
    pub fn add_gradient(&self, lesson: Lesson<'_>, gradient: &mut Parameters) -> f64 {
        add_gradient(self, lesson, gradient)
    }

    #[inline(always)]
    fn add_gradient_portably(&self, lesson: Lesson<'_>, gradient: &mut Parameters) -> f64 {
        let is_first = lesson.choices.is_empty();
        for choice in lesson.choices {
            self.add_choice(choice, gradient);
        }
        lesson.samples.iter().map(|sample| self.add_sample(sample, is_first, gradient)).sum()
    }

    #[inline(always)]
    fn add_sample(&self, sample: &Sample, with_preference: bool, gradient: &mut Parameters) -> f64 {
        let hidden = self.hidden(&sample.rows);
        let mut backward = [0.0f32; HIDDEN];
        let mut loss = 0.0;
        for (seat, &target) in sample.targets.iter().enumerate() {
            let chance = 1.0 / (1.0 + libm::expf(-self.output(&hidden, seat)));
            loss -= f64::from(target) * libm::log(f64::from(chance.max(1e-7)))
                + f64::from(1.0 - target) * libm::log(f64::from((1.0 - chance).max(1e-7)));
            self.add_output(&hidden, seat, chance - target, &mut backward, gradient);
        }
        if with_preference {
            let output = sample.targets.len();
            let chance = 1.0 / (1.0 + libm::expf(-self.output(&hidden, output)));
            let error = chance - sample.targets[0];
            self.add_output(&hidden, output, error, &mut backward, gradient);
        }
        add_hidden(&sample.rows, &hidden, &mut backward, gradient);
        loss
    }

    #[inline(always)]
    fn add_choice(&self, choice: &Choice, gradient: &mut Parameters) {
        let output = self.weights.outputs.len() - 1;
        let hidden: Vec<Hidden> = choice.moves.iter().map(|rows| self.hidden(rows)).collect();
        let preferences: Vec<f32> =
            hidden.iter().map(|hidden| self.output(hidden, output) / TEMPERATURE).collect();
        let most = preferences.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let shares: Vec<f32> = preferences.iter().map(|it| libm::expf(it - most)).collect();
        let mut total = 0.0;
        shares.iter().for_each(|share| total += share);
        for (at, hidden) in hidden.iter().enumerate() {
            let error = (shares[at] / total - choice.targets[at]) / TEMPERATURE * CHOICE_WEIGHT;
            // Most moves are out of the question, and the net knows.
            if error.abs() > 1e-4 {
                let mut backward = [0.0f32; HIDDEN];
                self.add_output(hidden, output, error, &mut backward, gradient);
                add_hidden(&choice.moves[at], hidden, &mut backward, gradient);
            }
        }
    }

    #[inline(always)]
    fn hidden(&self, rows: &[u16]) -> Hidden {
        let mut sums = self.weights.bias;
        for &row in rows {
            let row = &self.weights.rows[usize::from(row)];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        let clipped = sums.map(|sum| sum.clamp(0.0, 1.0));
        Hidden { sums, clipped, active: clipped.map(|unit| unit * unit) }
    }

    #[inline(always)]
    fn output(&self, hidden: &Hidden, output: usize) -> f32 {
        let weights = &self.weights.outputs[output];
        // Sums side by side, in an order that does not depend on the registers.
        let mut sums = [0.0f32; LANES];
        for (units, weights) in hidden.active.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
            for lane in 0..LANES {
                sums[lane] += units[lane] * weights[lane];
            }
        }
        sums.iter().fold(self.weights.output_bias[output], |total, sum| total + sum)
    }

    /// Adds what an error of an output means for its weights and for the hidden units.
    #[inline(always)]
    fn add_output(
        &self,
        hidden: &Hidden,
        output: usize,
        error: f32,
        backward: &mut [f32; HIDDEN],
        gradient: &mut Parameters,
    ) {
        let weights = &self.weights.outputs[output];
        gradient.output_bias[output] += error;
        let outputs = &mut gradient.outputs[output];
        for unit in 0..HIDDEN {
            outputs[unit] += error * hidden.active[unit];
            backward[unit] += error * weights[unit];
        }
    }

    /// One step against a gradient that was summed over `samples`.
    pub fn step(&mut self, gradient: &Parameters, samples: usize, rate: f32) {
        step(self, gradient, samples, rate);
    }

    #[inline(always)]
    fn step_portably(&mut self, gradient: &Parameters, samples: usize, rate: f32) {
        self.steps += 1;
        let correction =
            |decay: f32| (1.0 / (1.0 - libm::pow(f64::from(decay), self.steps as f64))) as f32;
        let (mean_scale, square_scale) = (correction(MEAN_DECAY), correction(SQUARE_DECAY));
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
        // The first steps are far from where it will be, so they are soon forgotten.
        let part = AVERAGE_PART.max(1.0 / (1.0 + self.steps as f32 / 5.0));
        for (average, weights) in self.average.slices_mut().zip(self.weights.slices()) {
            let pairs = average.iter_mut().zip(weights);
            pairs.for_each(|(average, weight)| *average += part * (weight - *average));
        }
    }

    /// Appends everything it has learned so far.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.steps.to_le_bytes());
        for parameters in [&self.weights, &self.average, &self.mean, &self.square] {
            for slice in parameters.slices() {
                bytes.extend(slice.iter().flat_map(|number| number.to_le_bytes()));
            }
        }
    }

    /// Reads what [`Model::write`] writes.
    pub fn read(&mut self, bytes: &[u8]) -> Result<(), String> {
        let numbers: usize = self.weights.slices().map(<[f32]>::len).sum();
        let expected = 8 + 4 * 4 * numbers;
        if bytes.len() != expected {
            return Err(format!("it has {} bytes of weights, not {expected}", bytes.len()));
        }
        self.steps = u64::from_le_bytes(std::array::from_fn(|byte| bytes[byte]));
        let mut rest = bytes[8..].chunks_exact(4);
        let all = [&mut self.weights, &mut self.average, &mut self.mean, &mut self.square];
        for parameters in all {
            for number in parameters.slices_mut().flatten() {
                let next = rest.next().expect("the length was checked");
                *number = f32::from_le_bytes(std::array::from_fn(|byte| next[byte]));
            }
        }
        Ok(())
    }

    /// Takes the weights of a net of the same shape, as if it had not learned before.
    pub fn set_network(&mut self, network: &Network) {
        let units = |units: &Units, one: f32| units.0.map(|weight| f32::from(weight) / one);
        self.weights = Parameters {
            rows: network.rows.iter().map(|row| units(row, SUM_ONE)).collect(),
            bias: units(&network.bias, SUM_ONE),
            outputs: network.outputs.iter().map(|row| units(row, WEIGHT_ONE)).collect(),
            output_bias: network.output_bias.iter().map(|bias| *bias as f32 / OUTPUT_ONE).collect(),
        };
        self.average = self.weights.clone();
        self.mean.clear();
        self.square.clear();
        self.steps = 0;
    }

    /// The net in whole numbers.
    pub fn network(&self) -> Network {
        let round = |value: f32, one: f32| (value * one).round().clamp(-32767.0, 32767.0) as i16;
        let units = |values: &[f32; HIDDEN], one: f32| Units(values.map(|value| round(value, one)));
        Network {
            rows: self.average.rows.iter().map(|row| units(row, SUM_ONE)).collect(),
            bias: units(&self.average.bias, SUM_ONE),
            outputs: self.average.outputs.iter().map(|row| units(row, WEIGHT_ONE)).collect(),
            output_bias: self
                .average
                .output_bias
                .iter()
                .map(|bias| (bias * OUTPUT_ONE).round() as i32)
                .collect(),
        }
    }
}
