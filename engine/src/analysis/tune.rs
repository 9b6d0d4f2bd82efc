//! Learning weights by self-play.
//!
//! Cross-entropy: candidates are drawn around the best weights known, each plays the same deals
//! against the present champion and against `greedy` from every seat, and the best quarter says where
//! to draw next. Everything is drawn from a seed, so a training can be repeated to the bit.

use rayon::prelude::*;

use crate::agents::evaluate::Evaluate;
use crate::agents::{Agent, OnePly};
use crate::analysis::arena::{self, WHOLE, one_against_all};
use crate::game::{Next, Seat};
use crate::playout::key;
use crate::random::{Key, Purpose, Rng};

/// How a training is run.
#[derive(Clone, Copy, Debug)]
pub struct Course {
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
    /// What was looked at, for its best: the share of wins against the champion and `greedy` alike.
    pub elite: f64,
    /// The same for what was learned from it: the share of wins against `greedy`, or mean points.
    pub mean: f64,
}

/// What was learned.
#[derive(Clone, Debug)]
pub struct Learned {
    /// By figure.
    pub weights: Vec<i32>,
    /// See [`crate::agents::weights::Weights::scale`].
    pub scale: i32,
    /// How it went.
    pub record: Vec<Generation>,
    /// Data files besides the weights, by name.
    pub files: Vec<(String, String)>,
}

/// What a player came to against another, from every seat of some deals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Came {
    /// The share of wins.
    pub share: f64,
    /// Mean points.
    pub points: f64,
}

/// Lets a player play against another, from every seat of some deals.
pub fn play<G: Evaluate>(
    game: &G,
    own: &[i32],
    rival: &mut OnePly<G>,
    key: &Key,
    deals: std::ops::Range<u64>,
) -> Came {
    let mut one = OnePly::<G>::new(own);
    let (mut won, mut points, mut games) = (0u64, 0i64, 0u64);
    for k in deals {
        for seat in 0..game.seats() {
            let mut agents: [&mut dyn Agent<G>; 2] = [&mut one, &mut *rival];
            let seating = one_against_all(game.seats(), seat);
            let ended = arena::play(game, &mut agents, &seating, key, k);
            won += u64::from(ended.twelfths[seat]);
            points += i64::from(ended.points[seat]);
            games += 1;
        }
    }
    let share = won as f64 / (games * u64::from(WHOLE)) as f64;
    Came { share, points: points as f64 / games as f64 }
}

/// Learns weights for a variant from wins, beginning with those of `greedy`. `tell` is told of
/// every generation.
pub fn by_wins<G: Evaluate>(
    game: &G,
    course: Course,
    tell: &mut dyn FnMut(&Generation),
) -> Learned {
    let dimension = G::FEATURES.len();
    // Finer than by hand.
    let begin: Vec<i32> = G::GREEDY.iter().map(|weight| weight * 20).collect();
    let mut mean: Vec<f64> =
        (0..dimension).map(|i| f64::from(begin.get(i).copied().unwrap_or(0))).collect();
    let size = mean.iter().fold(1.0f64, |most, weight| most.max(weight.abs()));
    // Each weight by about a third; those near 0 by what would matter.
    let mut spread: Vec<f64> =
        mean.iter().map(|weight| (weight.abs() * 0.35).max(size * 0.03)).collect();
    let mut rng = Key::new(course.seed, &format!("{}/{}/tune", G::NAME, game.seats()))
        .stream(0, Purpose::Setup);
    let games = key(course.seed, game);
    let mut record = Vec::new();
    for number in 1..=course.generations {
        let mut drawn: Vec<Vec<i32>> = vec![rounded(&mean)];
        for _ in 1..course.population {
            let one =
                mean.iter().zip(&spread).map(|(mean, spread)| mean + spread * normal(&mut rng));
            drawn.push(rounded(&one.collect::<Vec<_>>()));
        }
        let champion = rounded(&mean);
        let deals = u64::from(number) * course.deals..u64::from(number + 1) * course.deals;
        let mut judged: Vec<(f64, usize)> = drawn
            .par_iter()
            .enumerate()
            .map(|(index, weights)| {
                let greedy = play(game, weights, &mut OnePly::greedy(), &games, deals.clone());
                let champion = &mut OnePly::new(&champion);
                let champion = play(game, weights, champion, &games, deals.clone());
                ((champion.share + greedy.share) / 2.0, index)
            })
            .collect();
        judged.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let elite = &judged[..(judged.len() / 4).max(2)];
        for feature in 0..dimension {
            let values = elite.iter().map(|(_, index)| f64::from(drawn[*index][feature]));
            let centre = values.clone().sum::<f64>() / elite.len() as f64;
            let variance =
                values.map(|value| (value - centre).powi(2)).sum::<f64>() / elite.len() as f64;
            // Most of the way, and never quite certain.
            mean[feature] = 0.3 * mean[feature] + 0.7 * centre;
            spread[feature] = 0.3 * spread[feature] + 0.7 * variance.sqrt() + size * 0.003;
        }
        let best = elite.iter().map(|(share, _)| share).sum::<f64>() / elite.len() as f64;
        let new = rounded(&mean);
        let against_greedy = play(game, &new, &mut OnePly::greedy(), &games, deals);
        let generation = Generation { number, elite: best, mean: against_greedy.share };
        tell(&generation);
        record.push(generation);
    }
    let weights = rounded(&mean);
    Learned { scale: scale(game, &weights, &games), weights, record, files: Vec::new() }
}

fn rounded(weights: &[f64]) -> Vec<i32> {
    weights.iter().map(|weight| weight.round().clamp(-1e6, 1e6) as i32).collect()
}

/// A draw that is normal enough: twelve uniform ones, without a logarithm.
fn normal(rng: &mut Rng) -> f64 {
    let sum: f64 = (0..12).map(|_| rng.bits() as f64 / 2f64.powi(64)).sum();
    sum - 6.0
}

/// The scale at which values tell the winner best, over positions of self-play.
pub fn scale<G: Evaluate>(game: &G, weights: &[i32], key: &Key) -> i32 {
    let positions: Vec<(Vec<i64>, usize)> = (0..400u64)
        .into_par_iter()
        .flat_map_iter(|k| judged_positions(game, weights, key, k))
        .collect();
    let loss = |scale: f64| -> f64 {
        let one = |(values, winner): &(Vec<i64>, usize)| {
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

/// Some positions of a self-played game: the seats' values, and who won.
fn judged_positions<G: Evaluate>(
    game: &G,
    weights: &[i32],
    key: &Key,
    k: u64,
) -> Vec<(Vec<i64>, usize)> {
    let mut agent = OnePly::<G>::new(weights);
    let (mut rng, mut pick) = (key.stream(k, Purpose::Chance), key.stream(k, Purpose::Agent(0)));
    let (mut state, mut moves, mut seen) = (game.start(), Vec::new(), Vec::new());
    let mut decisions = 0u32;
    loop {
        match game.next(&state) {
            Next::Over(_) => break,
            Next::Chance => {
                let mv = game.sample(&state, &mut rng);
                game.play(&mut state, mv, &mut ());
            }
            Next::Player(_) => {
                moves.clear();
                game.moves(&state, &mut |mv| moves.push(mv));
                // A little noise, so that games differ.
                let choice = match pick.below(20) {
                    0 => pick.index(moves.len()),
                    _ => agent.best(game, &state, &moves, &mut pick),
                };
                game.play(&mut state, moves[choice], &mut ());
                decisions += 1;
                if decisions.is_multiple_of(5) && !matches!(game.next(&state), Next::Over(_)) {
                    let values =
                        Seat::all(game.seats()).map(|seat| game.value(&state, seat, weights));
                    seen.push(values.collect::<Vec<i64>>());
                }
            }
        }
    }
    let winner = game.leaders(&state).next().map_or(0, |seat| seat.index());
    seen.into_iter().map(|values| (values, winner)).collect()
}
