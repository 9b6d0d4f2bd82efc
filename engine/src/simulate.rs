//! What play makes of a position: many games, counted exactly.
//!
//! Everything is kept in whole numbers, so that the result is the same for any
//! number of threads.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde_json::{Map, Value, json};

use crate::agents::{Agent, Evaluate, Halt, Spec, Tools, agent};
use crate::analysis::arena::{self, Ended, MAX_AGENTS, WHOLE};
use crate::analysis::histogram::Histogram;
use crate::analysis::statistics::wilson;
use crate::document::Documents;
use crate::game::{Finish, Game, Next, Seat, View};
use crate::measure::Noticing;
use crate::playout::{Draws, Playout, key};

/// Games that a thread plays at a time.
const CHUNK: u64 = 64;

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

/// A game that was played.
struct End<G: Documents> {
    state: G::State,
    diary: G::Diary,
    ended: Ended,
}

/// What many games came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    games: u64,
    decisions: Histogram,
    turns: Histogram,
    finishes: BTreeMap<&'static str, u64>,
    seats: Vec<SeatTally>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SeatTally {
    twelfths_won: u64,
    failures: u64,
    points: Histogram,
    figures: Vec<Histogram>,
}

impl Tally {
    fn add<G: Documents>(&mut self, game: &G, End { state, diary, ended }: &End<G>) {
        self.games += 1;
        self.decisions.add(ended.decisions as i32);
        self.turns.add(game.turns(state) as i32);
        *self.finishes.entry(ended.finish.name()).or_default() += 1;
        self.seats.resize_with(game.seats(), SeatTally::default);
        let mut figures = Vec::new();
        for (seat, tally) in self.seats.iter_mut().enumerate() {
            tally.points.add(ended.points[seat]);
            tally.twelfths_won += u64::from(ended.twelfths[seat]);
            tally.failures += u64::from(ended.failed >> seat & 1);
            figures.clear();
            game.measure(state, diary, Seat(seat as u8), &mut figures);
            tally.figures.resize_with(figures.len(), Histogram::default);
            for (tally, figure) in tally.figures.iter_mut().zip(&figures) {
                figure.iter().for_each(|figure| tally.add(*figure));
            }
        }
    }

    fn merge(mut self, other: Tally) -> Tally {
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
            mine.figures
                .resize_with(theirs.figures.len().max(mine.figures.len()), Histogram::default);
            mine.figures.iter_mut().zip(&theirs.figures).for_each(|(one, other)| one.merge(other));
        }
        self
    }

    /// Win shares with 95 % intervals, points, lengths and figures, as a document.
    fn document<G: Documents>(&self, game: &G, agents: &[String], seed: u64) -> Value {
        let names = game.figures();
        let seat = |(seat, tally): (usize, &SeatTally)| tally.document(seat, self.games, &names);
        json!({
            "games": self.games,
            "seed": seed,
            "agents": agents,
            "finish": self.finishes,
            "decisions": self.decisions.document(),
            "turns": self.turns.document(),
            "seats": self.seats.iter().enumerate().map(seat).collect::<Vec<_>>(),
        })
    }
}

impl SeatTally {
    fn document(&self, seat: usize, games: u64, names: &[String]) -> Value {
        let n = games.max(1) as f64;
        let share = self.twelfths_won as f64 / f64::from(WHOLE) / n;
        let (low, high) = wilson(share, n);
        let points = &self.points;
        let (mean_low, mean_high) = points.mean_interval();
        let histogram: Map<String, Value> =
            points.counts().map(|(points, count)| (points.to_string(), count.into())).collect();
        let some = names.iter().zip(&self.figures).filter(|(_, figure)| figure.total() > 0);
        let figures: Map<String, Value> =
            some.map(|(name, figure)| (name.clone(), figure.document())).collect();
        json!({
            "seat": seat,
            "win_share": share,
            "win_share_low": low,
            "win_share_high": high,
            "points_mean": points.mean(),
            "points_mean_low": mean_low,
            "points_mean_high": mean_high,
            "points_sd": points.sd(),
            "points_min": points.quantile(0.0),
            "points_q25": points.quantile(0.25),
            "points_median": points.quantile(0.5),
            "points_q75": points.quantile(0.75),
            "points_max": points.quantile(1.0),
            "points_histogram": histogram,
            "figures": figures,
            "failures": self.failures,
        })
    }
}

/// Many games from a position.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// How many.
    pub games: u64,
    /// The seed.
    pub seed: u64,
}

/// Plays a position to its end many times with an agent for each seat, on all cores. What a
/// seat's view leaves open is dealt anew for every game. `progress` is told now and then how
/// many more games are done.
pub fn play<G: Documents + Evaluate>(
    game: &G,
    state: &G::State,
    agents: &[Spec],
    run: Run,
    tools: &Tools<'_>,
    progress: &(dyn Fn(u64) + Sync),
) -> Value {
    let tally = match agents.iter().all(|agent| *agent == Spec::Random) {
        true => random(game, state, run, &tools.halt, progress),
        false => played(game, state, agents, run, tools, progress),
    };
    let agents: Vec<String> = agents.iter().map(Spec::to_string).collect();
    tally.document(game, &agents, run.seed)
}

/// Uniformly random moves need no agents, and less time.
fn random<G: Documents>(
    game: &G,
    state: &G::State,
    run: Run,
    halt: &Halt,
    progress: &(dyn Fn(u64) + Sync),
) -> Tally {
    let key = key(run.seed, game);
    let one = |playout: &mut Playout<'_, G>, k: u64| {
        let mut draws = Draws::new(&key, k);
        let mut end = match game.viewer(state) {
            None => *state,
            Some(viewer) => {
                let seen = View::new(game, state, viewer).seen();
                game.redeal(&seen, draws.chance(false))
            }
        };
        let mut noticing = Noticing::new(game, &end);
        let decisions = playout.watched(&mut end, &mut draws, &mut noticing, |_, _| {});
        let Outcome { finish, winners } = Outcome::of(game, &end);
        let mut ended = Ended {
            twelfths: [0; MAX_AGENTS],
            points: [0; MAX_AGENTS],
            finish,
            decisions,
            failed: 0,
        };
        for seat in Seat::all(game.seats()) {
            ended.points[seat.index()] = game.standing(&end, seat).points;
            if winners.contains(&seat.0) {
                ended.twelfths[seat.index()] = WHOLE / winners.len() as u32;
            }
        }
        End { state: end, diary: noticing.diary, ended }
    };
    in_chunks(game, run.games, halt, progress, || Playout::new(game), one)
}

fn played<G: Documents + Evaluate>(
    game: &G,
    state: &G::State,
    agents: &[Spec],
    run: Run,
    tools: &Tools<'_>,
    progress: &(dyn Fn(u64) + Sync),
) -> Tally {
    let key = key(run.seed, game);
    let seating: Vec<usize> = (0..game.seats()).collect();
    let start = || -> Vec<Box<dyn Agent<G>>> {
        agents.iter().map(|spec| agent(game, spec, tools)).collect()
    };
    let one = |players: &mut Vec<Box<dyn Agent<G>>>, k: u64| {
        let mut players: Vec<&mut dyn Agent<G>> =
            players.iter_mut().map(|player| &mut **player as &mut dyn Agent<G>).collect();
        let mut end = *state;
        let mut noticing = Noticing::new(game, &end);
        let ended =
            arena::play_from(game, &mut end, &mut players, &seating, (&key, k), &mut noticing);
        End { state: end, diary: noticing.diary, ended }
    };
    in_chunks(game, run.games, &tools.halt, progress, start, one)
}

/// Plays games `0..games` with one `player` per thread and adds them up.
fn in_chunks<G: Documents, P>(
    game: &G,
    games: u64,
    halt: &Halt,
    progress: &(dyn Fn(u64) + Sync),
    player: impl Fn() -> P + Sync + Send,
    one: impl Fn(&mut P, u64) -> End<G> + Sync + Send,
) -> Tally {
    // Few long games are spread as well as many short ones.
    let size = CHUNK.min(games.div_ceil(64)).max(1);
    let chunk = |player: &mut P, chunk: u64| {
        let mut tally = Tally::default();
        for k in chunk * size..((chunk + 1) * size).min(games) {
            if halt.is_halted() {
                break;
            }
            tally.add(game, &one(player, k));
            progress(1);
        }
        tally
    };
    (0..games.div_ceil(size))
        .into_par_iter()
        .map_init(player, chunk)
        .reduce(Tally::default, Tally::merge)
}
