//! Matches between agents: every pairing on the same deals, seats rotated.

use std::collections::HashMap;

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ratings::{Rating, rate_agents};
use super::statistics::wilson;
use crate::agents::play::one_against_all;
use crate::agents::{
    Agent, AgentContext, GameLoop, GameResult, Spec, Streams, WHOLE, create_agent,
};
use crate::game::playout::key;
use crate::game::random::Key;
use crate::game::{Finish, Seat};
use crate::games::{Documents, Evaluate};

/// A match to be played.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// Who plays.
    pub agents: Vec<Spec>,
    /// Games of each pairing; rounded up so that every seat comes up equally often.
    pub games: u64,
    /// The seed.
    pub seed: u64,
}

/// What a match came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchResult {
    /// Every pairing.
    pub pairings: Vec<PairingResult>,
    /// The ratings, the best first. An agent that failed in every game has none.
    pub ratings: Vec<Rating>,
    /// The agents that failed in every game, such as programs that do not start.
    pub unrated: Vec<String>,
}

/// What one pairing came to: with two players the agent against its rival, with more the agent
/// against as many of the rival as there are seats left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PairingResult {
    /// The agent.
    pub agent: String,
    /// Its rival.
    pub rival: String,
    /// Seats.
    pub players: usize,
    /// Games played.
    pub games: u64,
    /// The agent's share of wins.
    pub win_share: f64,
    /// The lower end of its 95 % interval.
    pub win_share_low: f64,
    /// The upper end.
    pub win_share_high: f64,
    /// The share of an agent as good as its rival.
    pub fair_share: f64,
    /// Mean points more than the best rival seat.
    pub margin: f64,
    /// Games that the agent lost because it failed.
    pub failures: u64,
    /// Games that were not decided.
    pub undecided: u64,
    /// Decisions made by all.
    pub decisions: u64,
    /// Games that the rival lost because it failed.
    pub rival_failures: u64,
}

/// The sums over the games of a pairing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairingTally {
    /// The agent, as an index.
    pub agent: usize,
    /// Its rival.
    pub rival: usize,
    /// Games played.
    pub games: u64,
    /// The agent's wins, in twelfths.
    pub twelfths: u64,
    /// The sum of the agent's points less those of the best rival seat.
    pub margin: i64,
    /// Decisions made.
    pub decisions: u64,
    /// Games that the agent lost because it failed.
    pub failures: u64,
    /// Games that the rival lost because it failed.
    pub rival_failures: u64,
    /// Games that were not decided.
    pub undecided: u64,
}

impl PairingTally {
    /// No games yet.
    fn new((agent, rival): (usize, usize)) -> PairingTally {
        PairingTally { agent, rival, ..PairingTally::default() }
    }

    /// Counts a game in which the agent sat at `seat`.
    fn add(&mut self, result: &GameResult, seat: Seat, seats: usize) {
        self.games += 1;
        self.twelfths += u64::from(result.twelfths[seat.index()]);
        self.margin += i64::from(result.margin(seat, seats));
        self.decisions += result.decisions;
        self.failures += u64::from(result.has_failed(seat));
        let mut rivals = Seat::all(seats).filter(|rival| *rival != seat);
        self.rival_failures += u64::from(rivals.any(|rival| result.has_failed(rival)));
        self.undecided += u64::from(result.finish != Finish::Decided);
    }

    fn merge(&mut self, other: &PairingTally) {
        self.games += other.games;
        self.twelfths += other.twelfths;
        self.margin += other.margin;
        self.decisions += other.decisions;
        self.failures += other.failures;
        self.rival_failures += other.rival_failures;
        self.undecided += other.undecided;
    }

    /// The agent's share of wins.
    pub fn share(&self) -> f64 {
        self.twelfths as f64 / (self.games * u64::from(WHOLE)) as f64
    }

    fn result(&self, agents: &[Spec], players: usize) -> PairingResult {
        let (win_share, games) = (self.share(), self.games as f64);
        let (win_share_low, win_share_high) = wilson(win_share, games);
        PairingResult {
            agent: agents[self.agent].to_string(),
            rival: agents[self.rival].to_string(),
            players,
            games: self.games,
            win_share,
            win_share_low,
            win_share_high,
            fair_share: 1.0 / players as f64,
            margin: self.margin as f64 / games,
            failures: self.failures,
            undecided: self.undecided,
            decisions: self.decisions,
            rival_failures: self.rival_failures,
        }
    }
}

/// Plays every pairing. `progress` gets the number of games done since its last call.
pub fn play_match<G: Documents + Evaluate>(
    game: &G,
    options: &MatchOptions,
    context: &AgentContext<'_>,
    progress: &(dyn Fn(u64) + Sync),
) -> MatchResult {
    let seats = game.seats();
    let deals = options.games.div_ceil(seats as u64);
    let pairs = list_pairs(options.agents.len(), seats);
    let pairing = PairingGames { game, key: &key(options.seed, game), progress };
    let tasks: Vec<(usize, u64)> =
        (0..pairs.len()).flat_map(|pair| (0..deals).map(move |deal| (pair, deal))).collect();
    let parts: Vec<(usize, PairingTally)> = tasks
        .into_par_iter()
        .map_init(HashMap::<usize, Box<dyn Agent<G>>>::new, |idle, (pair, deal)| {
            let (one, other) = pairs[pair];
            // Starting an agent can take long; what it remembers changes no choice.
            let mut agents = [one, other].map(|index| {
                let create = || create_agent(game, &options.agents[index], context);
                idle.remove(&index).unwrap_or_else(create)
            });
            let tally = pairing.play_deal(pairs[pair], &mut agents, deal);
            idle.extend([one, other].into_iter().zip(agents));
            (pair, tally)
        })
        .collect();
    let mut tallies: Vec<PairingTally> = pairs.iter().copied().map(PairingTally::new).collect();
    for (pair, tally) in &parts {
        tallies[*pair].merge(tally);
    }
    summarize(&options.agents, &tallies, seats)
}

/// Who plays whom. With more than two players, one against many is another game than many against
/// one, so that both are played.
fn list_pairs(agents: usize, seats: usize) -> Vec<(usize, usize)> {
    let rivals = |one: usize| if seats == 2 { one + 1..agents } else { 0..agents };
    (0..agents)
        .flat_map(|one| rivals(one).filter(move |other| *other != one).map(move |it| (one, it)))
        .collect()
}

/// Plays the games of pairings.
struct PairingGames<'a, G: Documents> {
    game: &'a G,
    key: &'a Key,
    progress: &'a (dyn Fn(u64) + Sync),
}

impl<G: Documents> PairingGames<'_, G> {
    /// Plays a deal once for every seat that the first agent can sit at.
    fn play_deal(
        &self,
        pair: (usize, usize),
        agents: &mut [Box<dyn Agent<G>>; 2],
        deal: u64,
    ) -> PairingTally {
        let (game, seats) = (self.game, self.game.seats());
        let mut tally = PairingTally::new(pair);
        for seat in Seat::all(seats) {
            let seating = one_against_all(seats, seat.index());
            let streams = Streams::new(self.key, deal);
            let result =
                GameLoop { game, agents: &mut *agents, seating: &seating, streams, recorded: None }
                    .run();
            tally.add(&result, seat, seats);
            (self.progress)(1);
        }
        tally
    }
}

/// The result of a match. An agent that failed in every game says nothing about the strength of
/// others: it gets no rating, and its pairings count for none.
fn summarize(agents: &[Spec], tallies: &[PairingTally], seats: usize) -> MatchResult {
    let names: Vec<String> = agents.iter().map(Spec::to_string).collect();
    let has_played: Vec<bool> = (0..agents.len())
        .map(|agent| {
            let as_agent = tallies.iter().filter(|tally| tally.agent == agent);
            let as_rival = tallies.iter().filter(|tally| tally.rival == agent);
            as_agent
                .map(|tally| (tally.games, tally.failures))
                .chain(as_rival.map(|tally| (tally.games, tally.rival_failures)))
                .any(|(games, failures)| failures < games)
        })
        .collect();
    let unrated = names.iter().zip(&has_played).filter(|(_, has_played)| !**has_played);
    MatchResult {
        pairings: tallies.iter().map(|tally| tally.result(agents, seats)).collect(),
        ratings: rate_agents(&names, &has_played, tallies, seats),
        unrated: unrated.map(|(name, _)| name.clone()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{PairingTally, Spec, list_pairs, summarize};

    #[test]
    fn with_two_players_every_pair_plays_once_and_with_more_both_ways() {
        assert_eq!(list_pairs(3, 2), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(list_pairs(2, 3), [(0, 1), (1, 0)]);
    }

    /// A program that never starts fails in every game, on either side of its pairings.
    #[test]
    fn an_agent_that_failed_in_every_game_is_not_rated() {
        let agents = [Spec::Tuned, Spec::Exec("missing".into()), Spec::Random];
        let tally = |agent, rival, won: u64, failures, rival_failures| PairingTally {
            games: 10,
            twelfths: 12 * won,
            failures,
            rival_failures,
            ..PairingTally::new((agent, rival))
        };
        let tallies = [tally(0, 1, 10, 0, 10), tally(0, 2, 9, 0, 0), tally(1, 2, 0, 10, 0)];
        let result = summarize(&agents, &tallies, 2);
        assert_eq!(result.unrated, ["exec:missing"]);
        let rated: Vec<&str> = result.ratings.iter().map(|rating| rating.agent.as_str()).collect();
        assert_eq!(rated, ["tuned", "random"]);
        let without = summarize(&[Spec::Tuned, Spec::Random], &[tally(0, 1, 9, 0, 0)], 2);
        assert_eq!(result.ratings, without.ratings);
        assert_eq!((result.pairings[0].failures, result.pairings[0].rival_failures), (0, 10));
    }

    #[test]
    fn an_agent_without_rivals_that_play_is_not_rated() {
        let agents = [Spec::Tuned, Spec::Exec("missing".into())];
        let tally =
            PairingTally { games: 4, twelfths: 48, rival_failures: 4, ..PairingTally::new((0, 1)) };
        let result = summarize(&agents, &[tally], 2);
        assert!(result.ratings.is_empty());
        assert_eq!(result.unrated, ["exec:missing"]);
    }
}
