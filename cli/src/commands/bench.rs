//! `towerlab bench`: the speed of play on one thread.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use serde::Serialize;
use towerlab_engine::agents::{
    Agent, AgentContext, GameLoop, GameObserver, Halt, OnePly, Spec, Streams, create_agent,
};
use towerlab_engine::each_game;
use towerlab_engine::game::playout::{Draws, Playout, key};
use towerlab_engine::game::random::{Key, Purpose};
use towerlab_engine::game::{Game, Next, PlayerView, Seat, Watch};
use towerlab_engine::games::{Documents, Evaluate, Parameters};
use towerlab_engine::operations::CustomComponents;

use crate::Common;
use crate::failure::Failure;
use crate::registry::custom_components;
use crate::{bot, output};

/// Measure how many games and decisions per second one thread plays.
///
/// A decision is a move of a player; chance is played but not counted. For a search agent, the
/// command measures iterations, at the decision in the middle of games that `tuned` plays.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  towerlab bench tower-up\n  towerlab bench tower-up --players 4 --seconds 5 --json\n  towerlab bench tower-up --agent expert\n  towerlab bench tower-up --agent search:1000"
)]
pub struct BenchCommand {
    /// The game, such as tower-up
    game: String,
    /// The numbers of players [default: all that the game allows]
    #[arg(long, value_delimiter = ',')]
    players: Vec<usize>,
    /// The agent in every seat
    #[arg(long, default_value = "random", value_parser = str::parse::<Spec>)]
    agent: Spec,
    /// The time for each number of players, in seconds
    #[arg(long, default_value_t = 1.0, conflicts_with = "games")]
    seconds: f64,
    /// Play this many games instead, however long it takes
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

impl BenchCommand {
    /// Plays and prints.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        if !(self.seconds > 0.0 && self.seconds <= 3600.0) {
            return Err(anyhow::anyhow!(
                "--seconds {} must be above 0 and at most 3600",
                self.seconds
            )
            .into());
        }
        let custom = custom_components(common, &self.game)?;
        macro_rules! of {
            ($module:ident, $game:ty) => {
                if self.game == <$game>::NAME {
                    let variants = Variants::<$game>::new(custom.as_ref())?;
                    return Ok(self.measure_on_one_thread(&variants, common.json)?);
                }
            };
        }
        each_game!(of);
        unreachable!("`custom_components` rejects unknown games")
    }

    fn measure_on_one_thread<G: Documents + Evaluate>(
        &self,
        variants: &Variants<G>,
        json: bool,
    ) -> anyhow::Result<()> {
        if !self.agent.is_reproducible() {
            bail!(
                "--agent {}: a time limit or a program does not measure this machine",
                self.agent
            );
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
        pool.install(|| self.measure_all(variants, json))
    }

    fn measure_all<G: Documents + Evaluate>(
        &self,
        variants: &Variants<G>,
        json: bool,
    ) -> anyhow::Result<()> {
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
        if self.agent.iterations() > 0 {
            return self.measure_searches(variants, chosen, json);
        }
        let mut rows = Vec::new();
        for &players in chosen {
            let measured = measure(self, &variants.game(players)?);
            if json {
                output::json(&measured)?;
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

    fn measure_searches<G: Documents + Evaluate>(
        &self,
        variants: &Variants<G>,
        chosen: &[usize],
        json: bool,
    ) -> anyhow::Result<()> {
        let mut rows = Vec::new();
        for &players in chosen {
            let measured = measure_search(self, &variants.game(players)?);
            if json {
                output::json(&measured)?;
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

/// The standard variants of a game, on custom components if there are any.
struct Variants<G: Documents> {
    components: Option<Arc<G::Components>>,
}

impl<G: Documents> Variants<G> {
    fn new(custom: Option<&CustomComponents>) -> Result<Variants<G>, Failure> {
        let read = |set: &CustomComponents| G::custom_components(&set.id, &set.files);
        let components = custom.map(read).transpose().map_err(Failure::of("components"))?;
        Ok(Variants { components })
    }

    fn game(&self, players: usize) -> anyhow::Result<G> {
        match &self.components {
            None => Ok(G::standard(players)),
            Some(components) => {
                Ok(G::variant(G::Rules::standard(players as u8), components.clone())?)
            }
        }
    }
}

fn measure<G: Documents + Evaluate>(bench: &BenchCommand, game: &G) -> Measured {
    let players = game.seats();
    let key = key(bench.seed, game);
    let mut playout = Playout::new(game);
    let context = bot::agent_context(&|_| unreachable!("refused before"));
    let mut agents = [create_agent(game, &bench.agent, &context)];
    let seating = vec![0; players];
    let limit = Duration::from_secs_f64(bench.seconds);
    let begin = Instant::now();
    let (mut games, mut decisions) = (0, 0);
    let is_random = bench.agent == Spec::Random;
    let goes_on = |games: u64| match bench.games {
        Some(wanted) => games < wanted,
        // Reading the clock takes time, so it is read now and then.
        None => is_random && !games.is_multiple_of(256) || begin.elapsed() < limit,
    };
    while goes_on(games) {
        decisions += if is_random {
            playout.run(&mut game.start(), &mut Draws::new(&key, games))
        } else {
            let (agents, streams) = (&mut agents, Streams::new(&key, games));
            let seating = &seating;
            GameLoop { game, agents, seating, streams, recorded: None }.run().decisions
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
        games_per_second: round(games as f64 / seconds),
        decisions_per_second: round(decisions as f64 / seconds),
        decisions_per_game: round(decisions as f64 / games as f64),
    }
}

/// Times the search only, not the play that leads to the position.
fn measure_search<G: Documents + Evaluate>(bench: &BenchCommand, game: &G) -> MeasuredSearch {
    let players = game.seats();
    let key = key(bench.seed, game);
    let context = AgentContext::isolated(Halt::default());
    let mut search = create_agent(game, &bench.agent, &context);
    let mut rng = key.stream(0, Purpose::Agent(1));
    let limit = Duration::from_secs_f64(bench.seconds);
    let (mut searches, mut time) = (0, Duration::ZERO);
    while bench.games.map_or(time < limit, |wanted| searches < wanted) {
        let (seat, state) = find_middle(game, &key, searches);
        let mut moves = Vec::new();
        game.moves(&state, &mut |mv| moves.push(mv));
        let begin = Instant::now();
        search.choose(&PlayerView::new(game, &state, seat), &moves, &mut rng);
        time += begin.elapsed();
        searches += 1;
    }
    let searches_per_second = searches as f64 / time.as_secs_f64();
    MeasuredSearch {
        game: G::NAME,
        players,
        agent: bench.agent.to_string(),
        searches,
        searches_per_second: round(searches_per_second),
        iterations_per_second: round(searches_per_second * bench.agent.iterations() as f64),
    }
}

/// The decision in the middle of a game that `tuned` plays, among those with a choice.
fn find_middle<G: Evaluate>(game: &G, key: &Key, number: u64) -> (Seat, G::State) {
    let mut choices = Choices { game, positions: Vec::new() };
    GameLoop {
        game,
        agents: &mut [OnePly::tuned(game)],
        seating: &vec![0; game.seats()],
        streams: Streams::under_way(key, number),
        recorded: None,
    }
    .run_from(&mut game.start(), &mut choices);
    choices.positions[choices.positions.len() / 2]
}

/// Keeps the positions in which a player had a choice.
struct Choices<'a, G: Game> {
    game: &'a G,
    positions: Vec<(Seat, G::State)>,
}

impl<G: Game> Watch<G::Event> for Choices<'_, G> {
    fn see(&mut self, _: G::Event) {}
}

impl<G: Game> GameObserver<G> for Choices<'_, G> {
    fn decided(&mut self, state: &G::State, _: G::Move, options: usize) {
        if let Next::Player(seat) = self.game.next(state)
            && options > 1
        {
            self.positions.push((seat, *state));
        }
    }
}

fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
