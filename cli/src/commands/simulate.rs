//! `towerlab simulate`: many games from a state.

use std::io::Write;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use towerlab_engine::agents::Spec;
use towerlab_engine::lab::simulate::{SeatResult, SimulationResult};
use towerlab_engine::operations::simulate::SimulateRequest;
use towerlab_engine::operations::{Amount, SafeInteger, StateInput};

use super::options::ThreadOptions;
use super::percent;
use crate::Common;
use crate::failure::Failure;
use crate::input::TextInput;
use crate::operations::{RequestDocument, call_with_progress};
use crate::{output, registry};

/// Play a state to its end many times.
///
/// Win shares have 95 % intervals; a shared win counts in parts. Random play says little about
/// skilled play: `--agents expert` is a better guide.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab simulate s.json --games 10000
  towerlab simulate s.json --agents expert --games 1000
  towerlab simulate s.json --agents search:100,expert --games 20
  towerlab new tower-up --players 4 --seed 1 | towerlab simulate - --json")]
pub struct SimulateCommand {
    /// A state: a file, `-` for standard input, or its one-line form
    state: String,
    /// One agent for all seats, or one for each seat; see `towerlab match --help`
    #[arg(long, value_delimiter = ',', default_value = "random")]
    agents: Vec<Spec>,
    /// The number of games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadOptions,
}

impl SimulateCommand {
    /// Plays and prints.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let source = TextInput::read(&self.state)?;
        let service = registry::service_for(common, &source.name, &source.text)?;
        let pool = self.threads.pool()?;
        // Drawn on standard error, and only on a terminal.
        let bar = ProgressBar::new(self.games).with_style(progress_style()?);
        let progress = |games| bar.inc(games);
        let request = SimulateRequest {
            state: Some(StateInput::from_text(&source.text)),
            rules: None,
            agents: Some(self.agents.iter().map(Spec::to_string).collect()),
            games: Some(Amount(self.games)),
            seed: Some(SafeInteger(self.seed)),
        };
        let document = RequestDocument::state(&source.text);
        let response =
            pool.install(|| call_with_progress(&*service, &request, document, &progress));
        bar.finish_and_clear();
        let result = response.map_err(Failure::of(&source.name))?.result;
        if common.json {
            return Ok(output::json(&result)?);
        }
        show(&result)
    }
}

fn progress_style() -> anyhow::Result<ProgressStyle> {
    let line = "{bar:30} {human_pos}/{human_len} games, {eta} left";
    Ok(ProgressStyle::with_template(line)?)
}

fn show(result: &SimulationResult) -> Result<(), Failure> {
    let row = |seat: &SeatResult| {
        let SeatResult { win_share_low, win_share_high, .. } = *seat;
        vec![
            format!("seat {}", seat.seat),
            percent(seat.win_share),
            format!("{} to {}", percent(win_share_low), percent(win_share_high)),
            format!("{:.1}", seat.points_mean),
            format!("{:.1}", seat.points_sd),
            seat.points_q25.to_string(),
            seat.points_median.to_string(),
            seat.points_q75.to_string(),
        ]
    };
    let rows: Vec<Vec<String>> = result.seats.iter().map(row).collect();
    let header =
        ["", "wins", "95 % interval", "points", "sd", "lower quarter", "median", "upper quarter"];
    let mut agents = result.agents.clone();
    agents.dedup();
    let finishes: Vec<String> = result
        .finish
        .iter()
        .map(|(finish, count)| format!("{count} {}", finish.name().replace('_', " ")))
        .collect();
    let games = if result.games == 1 { "1 game".into() } else { format!("{} games", result.games) };
    let mut out = output::stdout();
    writeln!(
        out,
        "{games} by {}, seed {}: {}; {:.1} decisions per game",
        agents.join(", "),
        result.seed,
        finishes.join(", "),
        result.decisions.mean
    )?;
    write!(out, "{}", output::table(&header, &rows))?;
    Ok(output::warn(&result.warnings)?)
}
