//! What random play makes of a position: many games, counted exactly.
//!
//! Everything is kept in whole numbers, so that the result is the same for any
//! number of threads.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::analysis::interval::wilson;
use crate::game::{Finish, Game, Next, Seat, View};
use crate::playout::{Draws, Playout, key};

/// How one game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// By what.
    pub finish: Finish,
    /// The seats that stand best.
    pub winners: Vec<u8>,
}

impl Outcome {
    /// How a game that is over ended.
    pub fn of<G: Game>(game: &G, state: &G::State) -> Outcome {
        let finish = match game.next(state) {
            Next::Over(finish) => finish,
            _ => Finish::Unfinished,
        };
        Outcome { finish, winners: game.leaders(state).map(|seat| seat.0).collect() }
    }
}

/// Shares of a win are counted in twelfths: up to four can share one.
const WHOLE: u64 = 12;

/// What many games came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    games: u64,
    decisions: u64,
    seed: u64,
    finishes: BTreeMap<&'static str, u64>,
    seats: Vec<SeatTally>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SeatTally {
    twelfths_won: u64,
    points: BTreeMap<i32, u64>,
}

impl Tally {
    fn add<G: Game>(&mut self, game: &G, state: &G::State, decisions: u64) {
        let Outcome { finish, winners } = Outcome::of(game, state);
        self.games += 1;
        self.decisions += decisions;
        *self.finishes.entry(finish.name()).or_default() += 1;
        self.seats.resize_with(game.seats(), SeatTally::default);
        for seat in Seat::all(game.seats()) {
            let tally = &mut self.seats[seat.index()];
            *tally.points.entry(game.standing(state, seat).points).or_default() += 1;
            if winners.contains(&seat.0) {
                tally.twelfths_won += WHOLE / winners.len() as u64;
            }
        }
    }

    fn merge(mut self, other: Tally) -> Tally {
        self.games += other.games;
        self.decisions += other.decisions;
        for (finish, count) in other.finishes {
            *self.finishes.entry(finish).or_default() += count;
        }
        self.seats.resize_with(self.seats.len().max(other.seats.len()), SeatTally::default);
        for (mine, theirs) in self.seats.iter_mut().zip(other.seats) {
            mine.twelfths_won += theirs.twelfths_won;
            for (points, count) in theirs.points {
                *mine.points.entry(points).or_default() += count;
            }
        }
        self
    }

    /// Win shares with 95 % intervals, and points, as a document.
    pub fn document(&self) -> Value {
        let seats: Vec<Value> = self
            .seats
            .iter()
            .enumerate()
            .map(|(seat, tally)| tally.document(seat, self.games))
            .collect();
        json!({
            "games": self.games,
            "seed": self.seed,
            "agent": "random",
            "decisions_per_game": self.decisions as f64 / self.games.max(1) as f64,
            "finish": self.finishes,
            "seats": seats,
        })
    }
}

impl SeatTally {
    fn document(&self, seat: usize, games: u64) -> Value {
        let n = games.max(1) as f64;
        let share = self.twelfths_won as f64 / WHOLE as f64 / n;
        let (low, high) = wilson(share, n);
        let mean = self
            .points
            .iter()
            .map(|(&points, &count)| f64::from(points) * count as f64)
            .sum::<f64>()
            / n;
        let squares = self
            .points
            .iter()
            .map(|(&points, &count)| (f64::from(points) - mean).powi(2) * count as f64);
        let variance = squares.sum::<f64>() / (n - 1.0).max(1.0);
        json!({
            "seat": seat,
            "win_share": share,
            "win_share_low": low,
            "win_share_high": high,
            "points_mean": mean,
            "points_sd": variance.sqrt(),
            "points_min": self.quantile(0.0, games),
            "points_q25": self.quantile(0.25, games),
            "points_median": self.quantile(0.5, games),
            "points_q75": self.quantile(0.75, games),
            "points_max": self.quantile(1.0, games),
        })
    }

    /// The least number of points that at least this part of the games stayed within (the
    /// inverse of the distribution: always a score that was reached).
    fn quantile(&self, part: f64, games: u64) -> i32 {
        let wanted = ((part * games as f64).ceil() as u64).max(1);
        let mut seen = 0;
        let within = self.points.iter().find(|(_, count)| {
            seen += **count;
            seen >= wanted
        });
        within.map_or(0, |(&points, _)| points)
    }
}

/// Plays a position to its end many times with random moves, on all cores. What a seat's
/// view leaves open is dealt anew for every game. `progress` is told now and then how many
/// more games are done.
pub fn random<G: Game>(
    game: &G,
    state: &G::State,
    games: u64,
    seed: u64,
    progress: &(dyn Fn(u64) + Sync),
) -> Tally {
    const CHUNK: u64 = 256;
    let key = key(seed, game);
    let chunk = |chunk: u64| {
        let mut playout = Playout::new(game);
        let mut tally = Tally::default();
        for k in chunk * CHUNK..((chunk + 1) * CHUNK).min(games) {
            let mut draws = Draws::new(&key, k);
            let mut end = match game.viewer(state) {
                None => *state,
                Some(viewer) => {
                    let seen = View::new(game, state, viewer).seen();
                    game.redeal(&seen, draws.chance(false))
                }
            };
            let decisions = playout.run(&mut end, &mut draws);
            tally.add(game, &end, decisions);
        }
        progress(tally.games);
        tally
    };
    let tally =
        (0..games.div_ceil(CHUNK)).into_par_iter().map(chunk).reduce(Tally::default, Tally::merge);
    Tally { seed, ..tally }
}
