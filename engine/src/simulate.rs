//! What random play makes of a position: many games, counted exactly.
//!
//! Everything is kept in whole numbers, so that the result is the same for any
//! number of threads.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::agents::{Agent, Evaluate, Spec, Tools, agent};
use crate::analysis::arena::{self, Ended, MAX_AGENTS, WHOLE};
use crate::analysis::interval::wilson;
use crate::document::Documents;
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

/// What many games came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    games: u64,
    decisions: u64,
    seed: u64,
    agents: Vec<String>,
    finishes: BTreeMap<&'static str, u64>,
    seats: Vec<SeatTally>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SeatTally {
    twelfths_won: u64,
    failures: u64,
    points: BTreeMap<i32, u64>,
}

impl Tally {
    fn add<G: Game>(&mut self, game: &G, state: &G::State, decisions: u64) {
        let Outcome { finish, winners } = Outcome::of(game, state);
        let mut ended = Ended {
            twelfths: [0; MAX_AGENTS],
            points: [0; MAX_AGENTS],
            finish,
            decisions,
            failed: 0,
        };
        for seat in Seat::all(game.seats()) {
            ended.points[seat.index()] = game.standing(state, seat).points;
            if winners.contains(&seat.0) {
                ended.twelfths[seat.index()] = WHOLE / winners.len() as u32;
            }
        }
        self.add_ended(&ended, game.seats());
    }

    fn add_ended(&mut self, ended: &Ended, seats: usize) {
        self.games += 1;
        self.decisions += ended.decisions;
        *self.finishes.entry(ended.finish.name()).or_default() += 1;
        self.seats.resize_with(seats, SeatTally::default);
        for (seat, tally) in self.seats.iter_mut().enumerate() {
            *tally.points.entry(ended.points[seat]).or_default() += 1;
            tally.twelfths_won += u64::from(ended.twelfths[seat]);
            tally.failures += u64::from(ended.failed >> seat & 1);
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
            mine.failures += theirs.failures;
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
            "agents": self.agents,
            "decisions_per_game": self.decisions as f64 / self.games.max(1) as f64,
            "finish": self.finishes,
            "seats": seats,
        })
    }
}

impl SeatTally {
    fn document(&self, seat: usize, games: u64) -> Value {
        let n = games.max(1) as f64;
        let share = self.twelfths_won as f64 / f64::from(WHOLE) / n;
        let (low, high) = wilson(share, n);
        let mean = self
            .points
            .iter()
            .map(|(&points, &count)| f64::from(points) * count as f64)
            .sum::<f64>()
            / n;
        let histogram: serde_json::Map<String, Value> = self
            .points
            .iter()
            .map(|(points, count)| (points.to_string(), (*count).into()))
            .collect();
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
            "points_histogram": histogram,
            "failures": self.failures,
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
    Tally { seed, agents: vec!["random".into(); game.seats()], ..tally }
}

/// The same with an agent for each seat.
pub fn played<G: Documents + Evaluate>(
    game: &G,
    state: &G::State,
    agents: &[Spec],
    (games, seed): (u64, u64),
    tools: &Tools<'_>,
    progress: &(dyn Fn(u64) + Sync),
) -> Tally {
    let key = key(seed, game);
    let seating: Vec<usize> = (0..game.seats()).collect();
    let start = || -> Vec<Box<dyn Agent<G>>> {
        agents.iter().map(|spec| agent(game, spec, tools)).collect()
    };
    let one = |players: &mut Vec<Box<dyn Agent<G>>>, k: u64| {
        let mut players: Vec<&mut dyn Agent<G>> =
            players.iter_mut().map(|player| &mut **player as &mut dyn Agent<G>).collect();
        let ended = arena::play_from(game, *state, &mut players, &seating, &key, k);
        progress(1);
        ended
    };
    let ended: Vec<Ended> = (0..games).into_par_iter().map_init(start, one).collect();
    let agents = agents.iter().map(|agent| agent.to_string()).collect();
    let mut tally = Tally { seed, agents, ..Tally::default() };
    ended.iter().for_each(|ended| tally.add_ended(ended, game.seats()));
    tally
}
