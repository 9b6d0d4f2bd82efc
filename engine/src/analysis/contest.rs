//! Matches between agents: every pairing on the same deals, seats rotated.

use std::collections::HashMap;

use rayon::prelude::*;
use serde::Serialize;

use super::arena::{self, WHOLE, one_against_all};
use super::elo::{self, Rating};
use super::statistics::wilson;
use crate::agents::{Agent, Evaluate, Spec, Tools, agent};
use crate::document::Documents;
use crate::playout::key;

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Who plays.
    pub agents: Vec<Spec>,
    /// Games of each pairing; rounded up so that every seat comes up equally often.
    pub games: u64,
    /// The seed.
    pub seed: u64,
}

/// What one pairing came to: with two players one against the other, with more one against as
/// many of the other as there are seats left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairing {
    /// The one, as an index.
    pub agent: usize,
    /// The other.
    pub rival: usize,
    /// Games played.
    pub games: u64,
    /// The one's wins, in twelfths.
    pub twelfths: u64,
    /// The sum of the one's points less those of the best other.
    pub margin: i64,
    /// Decisions made.
    pub decisions: u64,
    /// Games that the one lost by failing to answer.
    pub failures: u64,
    /// Games that were not decided.
    pub undecided: u64,
}

/// A row of the result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The one.
    pub agent: String,
    /// The other.
    pub rival: String,
    /// Seats.
    pub players: usize,
    /// Games played.
    pub games: u64,
    /// The one's share of wins.
    pub win_share: f64,
    /// The lower end of its 95 % interval.
    pub win_share_low: f64,
    /// The upper end.
    pub win_share_high: f64,
    /// The share of somebody as good as the others.
    pub fair_share: f64,
    /// Mean points more than the best other.
    pub margin: f64,
    /// Games that the one lost by failing to answer.
    pub failures: u64,
    /// Games that were not decided.
    pub undecided: u64,
    /// Decisions made by all.
    pub decisions: u64,
}

impl Pairing {
    fn add(&mut self, other: &Pairing) {
        self.games += other.games;
        self.twelfths += other.twelfths;
        self.margin += other.margin;
        self.decisions += other.decisions;
        self.failures += other.failures;
        self.undecided += other.undecided;
    }

    /// The one's share of wins.
    pub fn share(&self) -> f64 {
        self.twelfths as f64 / (self.games * u64::from(WHOLE)) as f64
    }

    fn row(&self, agents: &[Spec], players: usize) -> Row {
        let (share, games) = (self.share(), self.games as f64);
        let (low, high) = wilson(share, games);
        Row {
            agent: agents[self.agent].to_string(),
            rival: agents[self.rival].to_string(),
            players,
            games: self.games,
            win_share: share,
            win_share_low: low,
            win_share_high: high,
            fair_share: 1.0 / players as f64,
            margin: self.margin as f64 / games,
            failures: self.failures,
            undecided: self.undecided,
            decisions: self.decisions,
        }
    }
}

/// What a match came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ladder {
    /// Every pairing.
    pub pairings: Vec<Row>,
    /// Everybody's rating, the best first.
    pub ratings: Vec<Rating>,
}

/// Plays every pairing. `progress` is told of games done.
pub fn play<G: Documents + Evaluate>(
    game: &G,
    contest: &Contest,
    tools: &Tools<'_>,
    progress: &(dyn Fn(u64) + Sync),
) -> Ladder {
    let seats = game.seats();
    let deals = contest.games.div_ceil(seats as u64);
    let key = key(contest.seed, game);
    let count = contest.agents.len();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for one in 0..count {
        // With more than two players, one against many is another game than many against one.
        let first = if seats == 2 { one + 1 } else { 0 };
        pairs.extend((first..count).filter(|other| *other != one).map(|other| (one, other)));
    }
    let tasks: Vec<(usize, u64)> =
        (0..pairs.len()).flat_map(|pair| (0..deals).map(move |deal| (pair, deal))).collect();
    let parts: Vec<(usize, Pairing)> = tasks
        .into_par_iter()
        .map_init(HashMap::<usize, Box<dyn Agent<G>>>::new, |known, (pair, deal)| {
            let (one, other) = pairs[pair];
            // Starting an agent can take long; what it remembers changes no choice.
            let mut players = [one, other].map(|index| {
                known.remove(&index).unwrap_or_else(|| agent(game, &contest.agents[index], tools))
            });
            let mut sums = Pairing { agent: one, rival: other, ..Pairing::default() };
            for seat in 0..seats {
                let [first, second] = &mut players;
                let mut agents: [&mut dyn Agent<G>; 2] = [&mut **first, &mut **second];
                let seating = one_against_all(seats, seat);
                let ended = arena::play(game, &mut agents, &seating, &key, deal);
                let others = (0..seats).filter(|at| *at != seat).map(|at| ended.points[at]).max();
                sums.games += 1;
                sums.twelfths += u64::from(ended.twelfths[seat]);
                sums.margin += i64::from(ended.points[seat] - others.unwrap_or(0));
                sums.decisions += ended.decisions;
                sums.failures += u64::from(ended.failed >> seat & 1);
                sums.undecided += u64::from(ended.finish != crate::game::Finish::Decided);
                progress(1);
            }
            known.extend([one, other].into_iter().zip(players));
            (pair, sums)
        })
        .collect();
    let mut pairings: Vec<Pairing> = pairs
        .iter()
        .map(|&(agent, rival)| Pairing { agent, rival, ..Pairing::default() })
        .collect();
    for (pair, sums) in &parts {
        pairings[*pair].add(sums);
    }
    let names: Vec<String> = contest.agents.iter().map(|agent| agent.to_string()).collect();
    Ladder {
        pairings: pairings.iter().map(|pairing| pairing.row(&contest.agents, seats)).collect(),
        ratings: elo::ratings(&names, &pairings, seats),
    }
}
