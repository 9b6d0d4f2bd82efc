//! `towerlab bench`: how fast random games are played on one thread.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;
use towerlab_engine::game::Game;
use towerlab_engine::playout::{Draws, Playout, key};

use super::{GameName, WithGame};

/// Measure how fast random games are played on one thread.
///
/// A decision is a move of a player; steps of chance are played but not counted.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  towerlab bench tower-up\n  towerlab bench tower-up --players 4 --seconds 5 --json"
)]
pub struct Bench {
    /// The game, such as tower-up
    game: GameName,
    /// Numbers of players [default: all that the game allows]
    #[arg(long, value_delimiter = ',')]
    players: Vec<usize>,
    /// How long to play at each number of players
    #[arg(long, default_value_t = 1.0, conflicts_with = "games")]
    seconds: f64,
    /// Play this many games instead, whatever time it takes
    #[arg(long)]
    games: Option<u64>,
    /// The seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One JSON object a line instead of a table
    #[arg(long)]
    json: bool,
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
    pub fn run(self) -> Result<()> {
        if !(self.seconds > 0.0 && self.seconds <= 3600.0) {
            bail!("--seconds {} is not between 0 and 3600", self.seconds);
        }
        let mut out = io::stdout().lock();
        self.game.with(Measure(&self, &mut out))
    }
}

struct Measure<'a, W>(&'a Bench, &'a mut W);

impl<W: Write> WithGame for Measure<'_, W> {
    type Output = Result<()>;

    fn with<G: Game>(self) -> Result<()> {
        let Measure(bench, out) = self;
        let all: Vec<usize> = G::SEATS.collect();
        if let Some(players) = bench.players.iter().find(|players| !all.contains(players)) {
            bail!(
                "--players {players}: {} is for {} to {} players",
                G::NAME,
                G::SEATS.start(),
                G::SEATS.end()
            );
        }
        if !bench.json {
            writeln!(
                out,
                "{:<10} {:>7} {:>14} {:>18} {:>18}",
                "game", "players", "games/second", "decisions/second", "decisions/game"
            )?;
        }
        let chosen = if bench.players.is_empty() { &all } else { &bench.players };
        for &players in chosen {
            let measured = measure::<G>(bench, players);
            if bench.json {
                serde_json::to_writer(&mut *out, &measured)?;
                writeln!(out)?;
            } else {
                let Measured {
                    game,
                    games_per_second,
                    decisions_per_second,
                    decisions_per_game,
                    ..
                } = measured;
                writeln!(
                    out,
                    "{game:<10} {players:>7} {games_per_second:>14.0} {decisions_per_second:>18.0} {decisions_per_game:>18.1}"
                )?;
            }
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
