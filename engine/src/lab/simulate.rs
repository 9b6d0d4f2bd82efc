//! What play makes of a position: many games, counted exactly.
//!
//! Everything is counted in whole numbers, so the result is the same for any number of threads.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::agents::play::one_for_each_seat;
use crate::agents::{
    Agent, AgentContext, GameLoop, GameResult, Halt, Spec, Streams, WHOLE, create_agents,
};
use crate::game::playout::{Draws, Playout, key};
use crate::game::{Finish, PlayerView, Seat};
use crate::games::metrics::EventCounter;
use crate::games::{Documents, Evaluate};
use crate::lab::histogram::{Distribution, Histogram};
use crate::lab::statistics::wilson;
use crate::lab::warnings::find_warnings;

/// Games that a thread plays at a time.
const CHUNK: u64 = 64;

/// How many games to play from a position.
#[derive(Clone, Copy, Debug)]
pub struct SimulationOptions {
    /// How many.
    pub games: u64,
    /// The seed.
    pub seed: u64,
}

/// What many games came to: win shares with 95 % intervals, points, lengths and metrics.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SimulationResult {
    /// Games played.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// By seat, who played.
    pub agents: Vec<String>,
    /// How many games ended in which way.
    pub finish: BTreeMap<Finish, u64>,
    /// Decisions of all players in a game.
    pub decisions: Distribution,
    /// Turns of all players in a game.
    pub turns: Distribution,
    /// By seat.
    pub seats: Vec<SeatResult>,
    /// How far the agents can be trusted, if there is anything to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// What many games came to for one seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SeatResult {
    /// The seat.
    pub seat: usize,
    /// Its share of the wins; a shared win counts in part.
    pub win_share: f64,
    /// The lower end of its 95 % interval.
    pub win_share_low: f64,
    /// The upper end.
    pub win_share_high: f64,
    /// Mean points.
    pub points_mean: f64,
    /// The lower end of their 95 % interval.
    pub points_mean_low: f64,
    /// The upper end.
    pub points_mean_high: f64,
    /// The standard deviation of the points.
    pub points_sd: f64,
    /// The fewest points.
    pub points_min: i32,
    /// A quarter of the games ended with at most this many points.
    pub points_q25: i32,
    /// Half of the games ended with at most this many points.
    pub points_median: i32,
    /// Three quarters of the games ended with at most this many points.
    pub points_q75: i32,
    /// The most points.
    pub points_max: i32,
    /// By points, how many games ended with them.
    #[serde(deserialize_with = "read_histogram")]
    #[schemars(with = "BTreeMap<String, u64>")]
    pub points_histogram: BTreeMap<i32, u64>,
    /// By name, the metrics that mean something in this variant.
    #[serde(rename = "figures")]
    pub metrics: IndexMap<String, Distribution>,
    /// Games lost because the agent failed.
    pub failures: u64,
}

/// Reads whole numbers from keys, which are texts in JSON.
fn read_histogram<'de, D: Deserializer<'de>>(reader: D) -> Result<BTreeMap<i32, u64>, D::Error> {
    let counts = BTreeMap::<String, u64>::deserialize(reader)?;
    let parse = |(points, count): (String, u64)| {
        points.parse().map(|points| (points, count)).map_err(serde::de::Error::custom)
    };
    counts.into_iter().map(parse).collect()
}

/// A game that was played.
struct PlayedGame<G: Documents> {
    state: G::State,
    counters: G::Counters,
    result: GameResult,
}

/// The sums over many games.
#[derive(Clone, Debug, Default)]
struct SimulationTally {
    games: u64,
    decisions: Histogram,
    turns: Histogram,
    finishes: BTreeMap<Finish, u64>,
    seats: Vec<SeatTally>,
}

#[derive(Clone, Debug, Default)]
struct SeatTally {
    twelfths_won: u64,
    failures: u64,
    points: Histogram,
    metrics: Vec<Histogram>,
}

impl SimulationTally {
    fn add<G: Documents>(&mut self, game: &G, played: &PlayedGame<G>) {
        let PlayedGame { state, counters, result } = played;
        self.games += 1;
        self.decisions.add(result.decisions as i32);
        self.turns.add(game.turns(state, result.decisions) as i32);
        *self.finishes.entry(result.finish).or_default() += 1;
        self.seats.resize_with(game.seats(), SeatTally::default);
        let mut values = Vec::new();
        for (seat, tally) in Seat::all(game.seats()).zip(&mut self.seats) {
            tally.points.add(result.points[seat.index()]);
            tally.twelfths_won += u64::from(result.twelfths[seat.index()]);
            tally.failures += u64::from(result.has_failed(seat));
            values.clear();
            game.measure_seat(state, counters, seat, &mut values);
            tally.metrics.resize_with(values.len(), Histogram::default);
            for (histogram, value) in tally.metrics.iter_mut().zip(&values) {
                value.iter().for_each(|value| histogram.add(*value));
            }
        }
    }

    fn merge(mut self, other: SimulationTally) -> SimulationTally {
        self.games += other.games;
        self.decisions.merge(&other.decisions);
        self.turns.merge(&other.turns);
        for (finish, count) in other.finishes {
            *self.finishes.entry(finish).or_default() += count;
        }
        self.seats.resize_with(self.seats.len().max(other.seats.len()), SeatTally::default);
        for (mine, theirs) in self.seats.iter_mut().zip(other.seats) {
            mine.twelfths_won += theirs.twelfths_won;
            mine.failures += theirs.failures;
            mine.points.merge(&theirs.points);
            let metrics = theirs.metrics.len().max(mine.metrics.len());
            mine.metrics.resize_with(metrics, Histogram::default);
            mine.metrics.iter_mut().zip(&theirs.metrics).for_each(|(one, other)| one.merge(other));
        }
        self
    }

    fn result<G: Documents + Evaluate>(
        &self,
        game: &G,
        agents: &[Spec],
        seed: u64,
    ) -> SimulationResult {
        let names = game.seat_metric_ids();
        let seats = self.seats.iter().enumerate();
        SimulationResult {
            games: self.games,
            seed,
            agents: agents.iter().map(Spec::to_string).collect(),
            finish: self.finishes.clone(),
            decisions: self.decisions.distribution(),
            turns: self.turns.distribution(),
            seats: seats.map(|(seat, tally)| tally.result(seat, self.games, &names)).collect(),
            warnings: find_warnings(game, agents),
        }
    }
}

impl SeatTally {
    fn result(&self, seat: usize, games: u64, names: &[String]) -> SeatResult {
        let n = games.max(1) as f64;
        let win_share = self.twelfths_won as f64 / f64::from(WHOLE) / n;
        let (win_share_low, win_share_high) = wilson(win_share, n);
        let (points_mean_low, points_mean_high) = self.points.mean_interval();
        let points = self.points.distribution();
        let metrics = names.iter().zip(&self.metrics).filter(|(_, values)| values.total() > 0);
        SeatResult {
            seat,
            win_share,
            win_share_low,
            win_share_high,
            points_mean: points.mean,
            points_mean_low,
            points_mean_high,
            points_sd: points.sd,
            points_min: points.min,
            points_q25: points.q25,
            points_median: points.median,
            points_q75: points.q75,
            points_max: points.max,
            points_histogram: self.points.counts().collect(),
            metrics: metrics.map(|(name, it)| (name.clone(), it.distribution())).collect(),
            failures: self.failures,
        }
    }
}

/// A position to be played to its end many times, with an agent for each seat.
pub struct Simulation<'a, G: Documents> {
    /// The variant.
    pub game: &'a G,
    /// The position. What a seat's view leaves open is dealt again for every game.
    pub state: &'a G::State,
    /// By seat, who plays.
    pub agents: &'a [Spec],
    /// How many games.
    pub options: SimulationOptions,
}

impl<G: Documents + Evaluate> Simulation<'_, G> {
    /// Plays the games on all cores. `progress` gets the number of games done since its last call.
    pub fn run(
        &self,
        context: &AgentContext<'_>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> SimulationResult {
        let tally = if self.agents.iter().all(|agent| *agent == Spec::Random) {
            self.play_random(&context.halt, progress)
        } else {
            self.play_agents(context, progress)
        };
        tally.result(self.game, self.agents, self.options.seed)
    }

    /// Uniformly random moves need no agents, and less time.
    fn play_random(&self, halt: &Halt, progress: &(dyn Fn(u64) + Sync)) -> SimulationTally {
        let game = self.game;
        let key = key(self.options.seed, game);
        let play = |playout: &mut Playout<'_, G>, number: u64| {
            let mut draws = Draws::new(&key, number);
            let mut state = *self.state;
            if let Some(viewer) = game.viewer(&state) {
                let observation = PlayerView::new(game, &state, viewer).observe();
                state = game.redeal(&observation, draws.chance(false));
            }
            let mut counter = EventCounter::new(game, &state);
            let decisions = playout.watched(&mut state, &mut draws, &mut counter, |_, _| {});
            let result = GameResult::of(game, &state, decisions);
            PlayedGame { state, counters: counter.counters, result }
        };
        play_in_chunks(self, halt, progress, || Playout::new(game), play)
    }

    fn play_agents(
        &self,
        context: &AgentContext<'_>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> SimulationTally {
        let game = self.game;
        let key = key(self.options.seed, game);
        let seating = one_for_each_seat(game.seats());
        let start = || create_agents(game, self.agents, context);
        let play = |agents: &mut Vec<Box<dyn Agent<G>>>, number: u64| {
            let mut state = *self.state;
            let mut counter = EventCounter::new(game, &state);
            let streams = Streams::new(&key, number);
            let result = GameLoop { game, agents, seating: &seating, streams, recorded: None }
                .run_from(&mut state, &mut counter);
            PlayedGame { state, counters: counter.counters, result }
        };
        play_in_chunks(self, &context.halt, progress, start, play)
    }
}

/// Plays every game of a simulation, with one `player` per thread, and adds the games up.
fn play_in_chunks<G: Documents, P>(
    simulation: &Simulation<'_, G>,
    halt: &Halt,
    progress: &(dyn Fn(u64) + Sync),
    player: impl Fn() -> P + Sync + Send,
    play: impl Fn(&mut P, u64) -> PlayedGame<G> + Sync + Send,
) -> SimulationTally {
    let games = simulation.options.games;
    // Few long games are spread as well as many short ones.
    let size = CHUNK.min(games.div_ceil(64)).max(1);
    let play_chunk = |player: &mut P, chunk: u64| {
        let mut tally = SimulationTally::default();
        for number in chunk * size..((chunk + 1) * size).min(games) {
            if halt.is_halted() {
                break;
            }
            tally.add(simulation.game, &play(player, number));
            progress(1);
        }
        tally
    };
    (0..games.div_ceil(size))
        .into_par_iter()
        .map_init(player, play_chunk)
        .reduce(SimulationTally::default, SimulationTally::merge)
}
