//! Learning weights by self-play.
//!
//! Cross-entropy: candidates are drawn around the best weights known, each plays the same deals
//! against the present champion and against `greedy` from every seat, and the best quarter says where
//! to draw next. Everything is drawn from a seed, so a training can be repeated to the bit.

use rayon::prelude::*;

use super::play::one_against_all;
use super::{Agent, GameLoop, GameObserver, OnePly, Streams, WHOLE};
use crate::game::playout::key;
use crate::game::random::{Key, Purpose, Rng};
use crate::game::{Next, PlayerView, Seat, Watch};
use crate::games::Documents;
use crate::games::evaluate::Evaluate;
use crate::games::weights::{GenerationRecord, TrainingRecord, WeightsEntry, WeightsFile};

/// How a training is run.
#[derive(Clone, Copy, Debug)]
pub struct TrainingOptions {
    /// The seed of everything.
    pub seed: u64,
    /// How often candidates are drawn.
    pub generations: u32,
    /// Candidates of a generation.
    pub population: u32,
    /// Deals that each candidate plays, from every seat and against each rival.
    pub deals: u64,
}

/// One generation of a training.
#[derive(Clone, Copy, Debug)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u32,
    /// The mean share of wins of its best candidates, against the champion and `greedy` alike; for
    /// a game that computes its weights, the predicted mean points.
    pub elite: f64,
    /// What was learned from them: the share of wins against `greedy`, or mean points.
    pub mean: f64,
}

/// What was learned.
#[derive(Clone, Debug)]
pub struct TrainingResult {
    /// By feature.
    pub weights: Vec<i32>,
    /// See [`crate::games::weights::Weights::scale`].
    pub scale: i32,
    /// How it went.
    pub record: Vec<Generation>,
    /// Data files besides the weights, by name.
    pub files: Vec<(String, String)>,
}

impl TrainingResult {
    /// The weights file of a variant, for its number of players.
    pub fn weights_file<G: Documents + Evaluate>(
        &self,
        game: &G,
        options: TrainingOptions,
    ) -> WeightsFile {
        let four_digits = |value: f64| (value * 10_000.0).round() / 10_000.0;
        let record = |generation: &Generation| GenerationRecord {
            generation: generation.number,
            best: four_digits(generation.elite),
            mean: four_digits(generation.mean),
        };
        let training = TrainingRecord {
            seed: options.seed,
            generations: options.generations,
            population: options.population,
            deals: options.deals,
            components: game.set_id().to_string(),
            record: self.record.iter().map(record).collect(),
        };
        let entry = WeightsEntry {
            players: vec![game.seats()],
            weights: self.weights.clone(),
            scale: self.scale,
            training,
        };
        let features = G::FEATURES.iter().map(|name| name.to_string()).collect();
        WeightsFile { features, tables: vec![entry] }
    }
}

/// Plays weights against a rival, from every seat of some deals, and returns their share of wins.
fn play_share<G: Evaluate>(
    game: &G,
    weights: &[i32],
    rival: &mut OnePly<G>,
    key: &Key,
    deals: std::ops::Range<u64>,
) -> f64 {
    let mut candidate = OnePly::<G>::new(weights);
    let (mut won, mut games) = (0u64, 0u64);
    for number in deals {
        for seat in Seat::all(game.seats()) {
            let result = GameLoop {
                game,
                agents: &mut [&mut candidate, &mut *rival],
                seating: &one_against_all(game.seats(), seat.index()),
                streams: Streams::new(key, number),
                recorded: None,
            }
            .run();
            won += u64::from(result.twelfths[seat.index()]);
            games += 1;
        }
    }
    won as f64 / (games * u64::from(WHOLE)) as f64
}

/// Learns weights for a variant: by the game's own computation if it has one, else from wins.
/// `report` gets every generation.
pub fn train<G: Evaluate>(
    game: &G,
    options: TrainingOptions,
    report: &mut dyn FnMut(&Generation),
) -> TrainingResult {
    let generation = |number, value| Generation { number, elite: value, mean: value };
    let solution =
        game.solve(options.population, &mut |number, value| report(&generation(number, value)));
    let Some(solution) = solution else { return train_by_wins(game, options, report) };
    let scale = match game.seats() {
        1 => 100,
        _ => fit_scale(game, &solution.weights, &key(options.seed, game)),
    };
    let record = vec![generation(solution.effort, solution.optimum)];
    TrainingResult { weights: solution.weights, scale, record, files: solution.files }
}

/// Learns weights for a variant from wins, beginning with those of `greedy`.
fn train_by_wins<G: Evaluate>(
    game: &G,
    options: TrainingOptions,
    report: &mut dyn FnMut(&Generation),
) -> TrainingResult {
    let mut search = WeightDistribution::around_greedy::<G>();
    let mut rng = Key::new(options.seed, &format!("{}/{}/tune", G::NAME, game.seats()))
        .stream(0, Purpose::Setup);
    let games = key(options.seed, game);
    let mut record = Vec::new();
    for number in 1..=options.generations {
        let candidates = search.draw(options.population, &mut rng);
        let champion = search.centre();
        let deals = u64::from(number) * options.deals..u64::from(number + 1) * options.deals;
        let share = |weights: &[i32]| {
            let greedy = play_share(game, weights, &mut OnePly::greedy(), &games, deals.clone());
            let champion = &mut OnePly::new(&champion);
            let champion = play_share(game, weights, champion, &games, deals.clone());
            (champion + greedy) / 2.0
        };
        let mut ranked: Vec<(f64, usize)> = candidates
            .par_iter()
            .enumerate()
            .map(|(index, weights)| (share(weights), index))
            .collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let elite = &ranked[..(ranked.len() / 4).max(2).min(ranked.len())];
        search.move_to(&elite.iter().map(|(_, index)| &*candidates[*index]).collect::<Vec<_>>());
        let best = elite.iter().map(|(share, _)| share).sum::<f64>() / elite.len() as f64;
        let learned = search.centre();
        let against_greedy = play_share(game, &learned, &mut OnePly::greedy(), &games, deals);
        let generation = Generation { number, elite: best, mean: against_greedy };
        report(&generation);
        record.push(generation);
    }
    let weights = search.centre();
    TrainingResult { scale: fit_scale(game, &weights, &games), weights, record, files: Vec::new() }
}

/// Where candidates are drawn: a normal distribution for each weight.
struct WeightDistribution {
    mean: Vec<f64>,
    spread: Vec<f64>,
    /// The greatest weight at the beginning.
    size: f64,
}

impl WeightDistribution {
    /// Around the weights of `greedy`, in finer steps than those written by hand.
    fn around_greedy<G: Evaluate>() -> Self {
        let weight = |feature: usize| G::GREEDY.get(feature).map_or(0, |weight| weight * 20);
        let mean: Vec<f64> = (0..G::FEATURES.len()).map(|i| f64::from(weight(i))).collect();
        let size = mean.iter().fold(1.0f64, |most, weight| most.max(weight.abs()));
        // Each weight by about a third; those near 0 by what would matter.
        let spread = mean.iter().map(|weight| (weight.abs() * 0.35).max(size * 0.03)).collect();
        WeightDistribution { mean, spread, size }
    }

    /// The weights in the middle.
    fn centre(&self) -> Vec<i32> {
        rounded(&self.mean)
    }

    /// Some candidates, the first in the middle.
    fn draw(&self, count: u32, rng: &mut Rng) -> Vec<Vec<i32>> {
        let mut candidates = vec![self.centre()];
        for _ in 1..count {
            let ranges = self.mean.iter().zip(&self.spread);
            let weights = ranges.map(|(mean, spread)| mean + spread * normal(rng));
            candidates.push(rounded(&weights.collect::<Vec<_>>()));
        }
        candidates
    }

    /// Moves most of the way to the best candidates, and never becomes quite certain.
    fn move_to(&mut self, elite: &[&[i32]]) {
        let count = elite.len() as f64;
        for (feature, (mean, spread)) in self.mean.iter_mut().zip(&mut self.spread).enumerate() {
            let values = elite.iter().map(|weights| f64::from(weights[feature]));
            let centre = values.clone().sum::<f64>() / count;
            let variance = values.map(|value| (value - centre).powi(2)).sum::<f64>() / count;
            *mean = 0.3 * *mean + 0.7 * centre;
            *spread = 0.3 * *spread + 0.7 * variance.sqrt() + self.size * 0.003;
        }
    }
}

fn rounded(weights: &[f64]) -> Vec<i32> {
    weights.iter().map(|weight| weight.round().clamp(-1e6, 1e6) as i32).collect()
}

/// A draw that is normal enough: twelve uniform ones, without a logarithm.
fn normal(rng: &mut Rng) -> f64 {
    let sum: f64 = (0..12).map(|_| rng.bits() as f64 / 2f64.powi(64)).sum();
    sum - 6.0
}

/// The values of all seats in some position, and the seat that won from there.
struct LabelledPosition {
    values: Vec<i64>,
    winner: usize,
}

/// The scale at which values predict the winner best, over positions of self-play.
fn fit_scale<G: Evaluate>(game: &G, weights: &[i32], key: &Key) -> i32 {
    let positions: Vec<LabelledPosition> = (0..400u64)
        .into_par_iter()
        .flat_map_iter(|number| label_positions(game, weights, Streams::under_way(key, number)))
        .collect();
    let loss = |scale: f64| -> f64 {
        let one = |LabelledPosition { values, winner }: &LabelledPosition| {
            let best = values.iter().copied().max().unwrap_or(0);
            let weight = |value: i64| libm::exp((value - best) as f64 / scale);
            let total: f64 = values.iter().map(|value| weight(*value)).sum();
            -libm::log((weight(values[*winner]) / total).max(1e-9))
        };
        positions.iter().map(one).sum()
    };
    let mut best = (f64::INFINITY, 1.0);
    let mut scale = 1.0;
    while scale < 1e6 {
        let loss = loss(scale);
        if loss < best.0 {
            best = (loss, scale);
        }
        scale *= 1.1;
    }
    (best.1.round() as i32).max(1)
}

/// Some positions of a game of self-play.
fn label_positions<G: Evaluate>(
    game: &G,
    weights: &[i32],
    streams: Streams<'_>,
) -> Vec<LabelledPosition> {
    let mut sampler = PositionSampler { game, weights, decisions: 0, values: Vec::new() };
    let result = GameLoop {
        game,
        agents: &mut [Noisy { policy: OnePly::new(weights) }],
        seating: &vec![0; game.seats()],
        streams,
        recorded: None,
    }
    .run_from(&mut game.start(), &mut sampler);
    let winner = result.winners().next().map_or(0, Seat::index);
    sampler.values.into_iter().map(|values| LabelledPosition { values, winner }).collect()
}

/// Plays one move in twenty at random, so that games differ.
struct Noisy<G: Evaluate> {
    policy: OnePly<G>,
}

impl<G: Evaluate> Agent<G> for Noisy<G> {
    fn choose(&mut self, view: &PlayerView<'_, G>, moves: &[G::Move], rng: &mut Rng) -> usize {
        if rng.below(20) == 0 {
            rng.index(moves.len())
        } else {
            self.policy.choose(view, moves, rng)
        }
    }
}

/// Keeps the values of all seats after every fifth decision.
struct PositionSampler<'a, G: Evaluate> {
    game: &'a G,
    weights: &'a [i32],
    decisions: u32,
    values: Vec<Vec<i64>>,
}

impl<G: Evaluate> Watch<G::Event> for PositionSampler<'_, G> {
    fn see(&mut self, _: G::Event) {}
}

impl<G: Evaluate> GameObserver<G> for PositionSampler<'_, G> {
    fn reached(&mut self, state: &G::State) {
        self.decisions += 1;
        let is_over = matches!(self.game.next(state), Next::Over(_));
        if self.decisions.is_multiple_of(5) && !is_over {
            let value = |seat| self.game.value(state, seat, self.weights);
            self.values.push(Seat::all(self.game.seats()).map(value).collect());
        }
    }
}
