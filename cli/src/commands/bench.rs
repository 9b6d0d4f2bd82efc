//! `towerlab bench`: how fast random games are played on one thread.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use serde::Serialize;
use towerlab_engine::each_game;
use towerlab_engine::game::Game;
use towerlab_engine::playout::{Draws, Playout, key};

use crate::Common;
use crate::failure::Failure;
use crate::{output, shelf};

/// Measure how fast random games are played on one thread.
///
/// A decision is a move of a player; steps of chance are played but not counted.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  towerlab bench tower-up\n  towerlab bench tower-up --players 4 --seconds 5 --json"
)]
pub struct Bench {
    /// The game, such as tower-up
    game: String,
    /// Numbers of players [default: all that the game allows]
    #[arg(long, value_delimiter = ',')]
    players: Vec<usize>,
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
    games: u64,
    decisions: u64,
    games_per_second: f64,
    decisions_per_second: f64,
    decisions_per_game: f64,
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
                    return Ok(self.measure_all::<$game>(common.json)?);
                }
            };
        }
        each_game!(of);
        unreachable!("tables are made from the registry")
    }

    fn measure_all<G: Game>(&self, json: bool) -> anyhow::Result<()> {
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
}

fn measure<G: Game>(bench: &Bench, players: usize) -> Measured {
    let game = G::standard(players);
    let key = key(bench.seed, &game);
    let mut playout = Playout::new(&game);
    let limit = Duration::from_secs_f64(bench.seconds);
    let begin = Instant::now();
    let (mut games, mut decisions) = (0, 0);
    let goes_on = |games: u64| match bench.games {
        Some(wanted) => games < wanted,
        // The clock is asked only now and then.
        None => !games.is_multiple_of(256) || begin.elapsed() < limit,
    };
    while goes_on(games) {
        decisions += playout.run(&mut game.start(), &mut Draws::new(&key, games));
        games += 1;
    }
    let seconds = begin.elapsed().as_secs_f64();
    let rounded = |value: f64| (value * 10.0).round() / 10.0;
    Measured {
        game: G::NAME,
        players,
        games,
        decisions,
        games_per_second: rounded(games as f64 / seconds),
        decisions_per_second: rounded(decisions as f64 / seconds),
        decisions_per_game: rounded(decisions as f64 / games as f64),
    }
}
