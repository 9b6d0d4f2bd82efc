//! `towerlab bench`: how fast games are played on one thread.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use serde::Serialize;
use towerlab_engine::agents::spec::Budget;
use towerlab_engine::agents::{Agent, Evaluate, OnePly, Search, Spec, agent};
use towerlab_engine::analysis::arena;
use towerlab_engine::document::Documents;
use towerlab_engine::each_game;
use towerlab_engine::game::{Game, Next, Seat, View};
use towerlab_engine::playout::{Draws, Playout, key};
use towerlab_engine::random::{Key, Purpose};

use crate::Common;
use crate::failure::Failure;
use crate::{bot, output, shelf};

/// Measure how fast games are played on one thread.
///
/// A decision is a move of a player; steps of chance are played but not counted. Of a search,
/// iterations are measured: at the decision in the middle of games that `tuned` plays.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  towerlab bench tower-up\n  towerlab bench tower-up --players 4 --seconds 5 --json\n  towerlab bench tower-up --agent tuned\n  towerlab bench tower-up --agent search:1000"
)]
pub struct Bench {
    /// The game, such as tower-up
    game: String,
    /// Numbers of players [default: all that the game allows]
    #[arg(long, value_delimiter = ',')]
    players: Vec<usize>,
    /// Who plays, at every seat
    #[arg(long, default_value = "random", value_parser = str::parse::<Spec>)]
    agent: Spec,
    /// How long to play at each number of players
    #[arg(long, default_value_t = 1.0, conflicts_with = "games")]
    seconds: f64,
    /// Play this many games instead, whatever time it takes
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// The seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What was measured at one number of players.
#[derive(Serialize)]
struct Measured {
    game: &'static str,
    players: usize,
    agent: String,
    games: u64,
    decisions: u64,
    games_per_second: f64,
    decisions_per_second: f64,
    decisions_per_game: f64,
}

/// What was measured of a search.
#[derive(Serialize)]
struct MeasuredSearch {
    game: &'static str,
    players: usize,
    agent: String,
    searches: u64,
    searches_per_second: f64,
    iterations_per_second: f64,
}

impl Bench {
    /// Plays and prints.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        if !(self.seconds > 0.0 && self.seconds <= 3600.0) {
            return Err(anyhow::anyhow!(
                "--seconds {} is not above 0 and up to 3600",
                self.seconds
            )
            .into());
        }
        // For its complaint about games that nobody knows.
        shelf::table(common, &self.game)?;
        macro_rules! of {
            ($module:ident, $game:ty) => {
                if self.game == <$game>::NAME {
                    return Ok(self.on_one_thread::<$game>(common.json)?);
                }
            };
        }
        each_game!(of);
        unreachable!("tables are made from the registry")
    }

    fn on_one_thread<G: Documents + Evaluate>(&self, json: bool) -> anyhow::Result<()> {
        if matches!(self.agent, Spec::Exec(_) | Spec::Search(Budget::Milliseconds(_))) {
            bail!("--agent {}: a clock or a program is no measure of this machine", self.agent);
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
        pool.install(|| self.measure_all::<G>(json))
    }

    fn measure_all<G: Documents + Evaluate>(&self, json: bool) -> anyhow::Result<()> {
        let all: Vec<usize> = G::SEATS.collect();
        if let Some(players) = self.players.iter().find(|players| !all.contains(players)) {
            bail!(
                "--players {players}: {} is for {} to {} players",
                G::NAME,
                G::SEATS.start(),
                G::SEATS.end()
            );
        }
        let chosen = if self.players.is_empty() { &all } else { &self.players };
        if let Spec::Search(budget) = self.agent {
            return self.measure_searches::<G>(budget, chosen, json);
        }
        let mut rows = Vec::new();
        for &players in chosen {
            let measured = measure::<G>(self, players);
            if json {
                output::json(&serde_json::to_value(measured)?)?;
            } else {
                rows.push(vec![
                    players.to_string(),
                    format!("{:.0}", measured.games_per_second),
                    format!("{:.0}", measured.decisions_per_second),
                    format!("{:.1}", measured.decisions_per_game),
                ]);
            }
        }
        if !json {
            let header = ["players", "games/second", "decisions/second", "decisions/game"];
            write!(output::stdout(), "{}", output::table(&header, &rows))?;
        }
        Ok(())
    }

    fn measure_searches<G: Evaluate>(
        &self,
        budget: Budget,
        chosen: &[usize],
        json: bool,
    ) -> anyhow::Result<()> {
        let mut rows = Vec::new();
        for &players in chosen {
            let measured = measure_search::<G>(self, players, budget);
            if json {
                output::json(&serde_json::to_value(measured)?)?;
            } else {
                rows.push(vec![
                    players.to_string(),
                    format!("{:.1}", measured.searches_per_second),
                    format!("{:.0}", measured.iterations_per_second),
                ]);
            }
        }
        if !json {
            let header = ["players", "searches/second", "iterations/second"];
            write!(output::stdout(), "{}", output::table(&header, &rows))?;
        }
        Ok(())
    }
}

fn measure<G: Documents + Evaluate>(bench: &Bench, players: usize) -> Measured {
    let game = G::standard(players);
    let key = key(bench.seed, &game);
    let mut playout = Playout::new(&game);
    let mut agent = agent(&game, &bench.agent, &bot::tools(&|_| unreachable!("refused before")));
    let seating = vec![0; players];
    let limit = Duration::from_secs_f64(bench.seconds);
    let begin = Instant::now();
    let (mut games, mut decisions) = (0, 0);
    let is_random = bench.agent == Spec::Random;
    let goes_on = |games: u64| match bench.games {
        Some(wanted) => games < wanted,
        // The clock is asked only now and then.
        None => is_random && !games.is_multiple_of(256) || begin.elapsed() < limit,
    };
    while goes_on(games) {
        decisions += match is_random {
            true => playout.run(&mut game.start(), &mut Draws::new(&key, games)),
            false => arena::play(&game, &mut [agent.as_mut()], &seating, &key, games).decisions,
        };
        games += 1;
    }
    let seconds = begin.elapsed().as_secs_f64();
    Measured {
        game: G::NAME,
        players,
        agent: bench.agent.to_string(),
        games,
        decisions,
        games_per_second: rounded(games as f64 / seconds),
        decisions_per_second: rounded(decisions as f64 / seconds),
        decisions_per_game: rounded(decisions as f64 / games as f64),
    }
}

/// Only the searching is timed, not the way to a position worth searching.
fn measure_search<G: Evaluate>(bench: &Bench, players: usize, budget: Budget) -> MeasuredSearch {
    let game = G::standard(players);
    let key = key(bench.seed, &game);
    let mut search = Search::new(&game, budget);
    let mut rng = key.stream(0, Purpose::Agent(1));
    let limit = Duration::from_secs_f64(bench.seconds);
    let (mut searches, mut time) = (0, Duration::ZERO);
    while bench.games.map_or(time < limit, |wanted| searches < wanted) {
        let (seat, state) = middle(&game, &key, searches);
        let mut moves = Vec::new();
        game.moves(&state, &mut |mv| moves.push(mv));
        let begin = Instant::now();
        search.choose(&View::new(&game, &state, seat), &moves, &mut rng);
        time += begin.elapsed();
        searches += 1;
    }
    let Budget::Iterations { each, trees } = budget else { unreachable!("refused before") };
    let searches_per_second = searches as f64 / time.as_secs_f64();
    MeasuredSearch {
        game: G::NAME,
        players,
        agent: bench.agent.to_string(),
        searches,
        searches_per_second: rounded(searches_per_second),
        iterations_per_second: rounded(searches_per_second * (each * u64::from(trees)) as f64),
    }
}

/// The decision in the middle of a game that `tuned` plays, among those with a choice.
fn middle<G: Evaluate>(game: &G, key: &Key, k: u64) -> (Seat, G::State) {
    let mut tuned = OnePly::tuned(game);
    let mut draws = Draws::new(key, k);
    let (mut state, mut moves, mut decisions) = (game.start(), Vec::new(), Vec::new());
    loop {
        let mv = match game.next(&state) {
            Next::Over(_) => return decisions[decisions.len() / 2],
            Next::Chance => game.sample(&state, draws.chance(true)),
            Next::Player(seat) => {
                moves.clear();
                game.moves(&state, &mut |mv| moves.push(mv));
                if moves.len() > 1 {
                    decisions.push((seat, state));
                }
                moves[tuned.choose(&View::new(game, &state, seat), &moves, draws.agent())]
            }
        };
        game.play(&mut state, mv, &mut ());
    }
}

fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
