//! `towerlab match`: agents play each other.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use towerlab_engine::agents::{Bot, catalog};
use towerlab_engine::lab::matches::{MatchOptions, PairingResult};
use towerlab_engine::lab::ratings::Rating;
use towerlab_engine::operations::{Bounds, MatchReport};

use super::options::ThreadOptions;
use crate::Common;
use crate::bot::{BotProcess, PATIENCE, agent_context};
use crate::export::write_rows;
use crate::failure::Failure;
use crate::{output, registry};

/// Let agents play each other: every pairing, on the same deals, from every seat.
///
/// With two players, a pairing is one agent against the other. With more players, it is one agent
/// against copies of the other in all other seats, in both directions.
///
/// A program that crashes, answers with anything but the index of a move, or takes too long loses
/// the game, and the result counts it. A program that fails in every game gets no rating, and the
/// command exits with 2.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab match tower-up --agents expert,tuned,greedy --games 1000
  towerlab match tower --players 4 --agents search:500,expert --games 100 --out ladder.csv
  towerlab match skyline --agents expert,'exec:python3 mybot.py' --games 20")]
pub struct MatchCommand {
    /// The game, such as tower-up
    game: String,
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "expert,tuned,greedy",
        help = "The agents, separated by commas",
        long_help = format!("The agents, separated by commas:\n{}", catalog::describe())
    )]
    agents: Vec<String>,
    /// The number of players
    #[arg(long, default_value_t = 2)]
    players: u64,
    /// Set a parameter of the rules to a JSON value; see `towerlab rules GAME`
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// The number of games of each pairing
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadOptions,
    /// How long a program may think about one decision, in milliseconds
    #[arg(long, default_value_t = PATIENCE.as_millis() as u64)]
    patience: u64,
    /// Write the pairings to this file, as CSV
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The result of a match, and how long it took.
#[derive(Serialize)]
struct TimedReport {
    #[serde(flatten)]
    report: MatchReport,
    /// Not part of the files, which are the same on every machine.
    run: MatchRun,
}

/// How long a match took.
#[derive(Serialize)]
struct MatchRun {
    seconds: f64,
}

impl MatchCommand {
    /// Plays and prints.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let begin = Instant::now();
        let report = self.play(common)?;
        let run = MatchRun { seconds: begin.elapsed().as_secs_f64() };
        let report = TimedReport { report, run };
        if let Some(path) = &self.out {
            write_rows(path, &report.report.result.pairings)?;
        }
        if common.json {
            output::json(&report)?;
        } else {
            report.print()?;
        }
        report.check_rated(common.json)
    }

    fn play(&self, common: &Common) -> Result<MatchReport, Failure> {
        let service = registry::service(common, &self.game)?;
        let rules = registry::rules_from_flags(&*service, Some(self.players), &self.settings)?;
        let agents = Bounds::NONE.parse_agents(&self.agents).map_err(Failure::of("agents"))?;
        let count = agents.len() as u64;
        let pairings = count * count.saturating_sub(1) / if self.players == 2 { 2 } else { 1 };
        let games = self.games.div_ceil(self.players.max(1)) * self.players;
        let options = MatchOptions { agents, games: self.games, seed: self.seed };
        let line = "{bar:30} {human_pos}/{human_len} games, {eta} left";
        let style = ProgressStyle::with_template(line)?;
        let bar = ProgressBar::new(games * pairings).with_style(style);
        bar.enable_steady_tick(Duration::from_millis(500));
        let patience = Duration::from_millis(self.patience);
        let start =
            |command: &str| -> Box<dyn Bot> { Box::new(BotProcess::new(command, patience)) };
        let result = self.threads.pool()?.install(|| {
            service.play_match(&rules, &options, &agent_context(&start), &|games| bar.inc(games))
        });
        bar.finish_and_clear();
        result.map_err(Failure::of("match"))
    }
}

impl TimedReport {
    /// Fails if an agent has failed in every game.
    fn check_rated(&self, as_json: bool) -> Result<(), Failure> {
        if self.report.result.unrated.is_empty() {
            return Ok(());
        }
        // The result as JSON says so already.
        if as_json {
            return Err(Failure::Reported);
        }
        let agents = self.report.result.unrated.join(", ");
        Err(anyhow!("{agents} failed in every game and has no rating").into())
    }

    fn print(&self) -> Result<(), Failure> {
        let mut out = output::stdout();
        let rows: Vec<Vec<String>> =
            self.report.result.pairings.iter().map(pairing_cells).collect();
        let header = ["agent", "against", "games", "wins", "95 % interval", "margin", "failed"];
        write!(out, "{}", output::table(&header, &rows))?;
        let ratings: Vec<Vec<String>> =
            self.report.result.ratings.iter().map(rating_cells).collect();
        writeln!(out)?;
        write!(out, "{}", output::table(&["agent", "Elo", "95 % interval"], &ratings))?;
        let decisions: u64 =
            self.report.result.pairings.iter().map(|pairing| pairing.decisions).sum();
        let seconds = self.run.seconds;
        let rate = decisions as f64 / seconds;
        writeln!(out, "{rate:.0} decisions per second in all, {seconds:.1} s")?;
        Ok(output::warn(&self.report.warnings)?)
    }
}

fn pairing_cells(pairing: &PairingResult) -> Vec<String> {
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    let failed = match (pairing.failures, pairing.rival_failures) {
        (0, 0) => "-".into(),
        (failures, 0) => failures.to_string(),
        (failures, rival) => format!("{failures} (rival {rival})"),
    };
    vec![
        pairing.agent.clone(),
        pairing.rival.clone(),
        pairing.games.to_string(),
        percent(pairing.win_share),
        format!("{} to {}", percent(pairing.win_share_low), percent(pairing.win_share_high)),
        format!("{:+.1}", pairing.margin),
        failed,
    ]
}

fn rating_cells(rating: &Rating) -> Vec<String> {
    vec![
        rating.agent.clone(),
        format!("{:+.0}", rating.elo),
        format!("{:+.0} to {:+.0}", rating.elo_low, rating.elo_high),
    ]
}
