//! `towerlab replay`: the states that a log leads to.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use towerlab_engine::agents::Spec;
use towerlab_engine::games::draw::Theme;
use towerlab_engine::operations::moves::NextUp;
use towerlab_engine::operations::replay::ReplayResponse;
use towerlab_engine::operations::{Call, Deal, GameService, OperationId, StateInput};

use super::render::ThemeOption;
use super::{describe_next, numbered};
use crate::Common;
use crate::bot::{agent_context, start_bot};
use crate::failure::Failure;
use crate::folder::Folder;
use crate::input::TextInput;
use crate::manifest::Manifest;
use crate::operations::{RequestDocument, call, draw};
use crate::{output, registry};

/// Replay a log and print its last state.
///
/// A log contains every move, including chance, so nothing is drawn. A file with several logs, one
/// per line, is replayed log by log: `towerlab selfplay` writes such files.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab selfplay tower-up --games 1 --seed 4 > log.json
  towerlab replay log.json
  towerlab replay log.json --states > states.jsonl
  towerlab replay log.json --svg frames
  towerlab selfplay tower-up --games 10 | towerlab replay - --json
  towerlab replay --row results/starting-floors 4711
  towerlab replay --row results/starting-floors 4711 --log > log.json")]
pub struct ReplayCommand {
    /// A log, or several logs, one per line: a file, or `-` for standard input
    #[arg(required_unless_present = "row")]
    log: Option<String>,
    /// Replay a game of a scenario, by its folder of results and its row in games.csv
    #[arg(long, num_args = 2, value_names = ["DIR", "ROW"], conflicts_with = "log")]
    row: Option<Vec<String>>,
    /// Print the log of that game instead of its last state
    #[arg(long = "log", requires = "row", id = "as_log")]
    as_log: bool,
    /// Print every state, one per line
    #[arg(long)]
    states: bool,
    /// Write a picture of every turn into this folder, from 000.svg on; several logs get a folder
    /// each, named after their line
    #[arg(long, value_name = "DIR", conflicts_with = "states")]
    svg: Option<PathBuf>,
    /// The colours of the pictures
    #[arg(long, default_value = "light", requires = "svg")]
    theme: ThemeOption,
}

/// The columns of `games.csv` that identify a game.
#[derive(Deserialize)]
struct GameRow {
    case: String,
    game: u64,
    seed: u64,
}

/// A log to replay, as it was read.
#[derive(Serialize)]
struct ReplayLog {
    log: StateInput,
    states: bool,
}

impl Call for ReplayLog {
    const OPERATION: OperationId = OperationId::Replay;
    type Response = ReplayResponse;
}

/// What is printed as JSON.
#[derive(Serialize)]
struct ReplayedLog {
    state: Value,
    next: NextUp,
}

/// The part of a state that changes when a turn ends.
#[derive(PartialEq, Deserialize)]
struct StateTurn {
    turn: Option<TurnNumber>,
}

#[derive(PartialEq, Deserialize)]
struct TurnNumber {
    number: Option<u64>,
    round: Option<u64>,
    seat: Option<u8>,
}

impl ReplayCommand {
    /// Prints the last state, or all of them.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let source = match (&self.row, &self.log) {
            (Some(row), _) => log_of_row(common, Path::new(&row[0]), &row[1])?,
            (None, Some(log)) => TextInput::read(log)?,
            (None, None) => unreachable!("one of the two is required"),
        };
        if self.as_log {
            return Ok(output::document(&serde_json::from_str::<Value>(&source.text)?)?);
        }
        let Some(lines) = source.batch() else {
            return self.replay(common, &source.name, &source.text, None);
        };
        let mut failed = false;
        for (line, text) in lines {
            let name = format!("{}:{line}", source.name);
            match self.replay(common, &name, text, Some(line)) {
                // A closed pipe ends the batch; a fault concerns one log only.
                Err(failure @ Failure::Faults { .. }) => {
                    failed = true;
                    failure.report(common.json);
                }
                other => other?,
            }
        }
        if failed { Err(Failure::Reported) } else { Ok(()) }
    }

    /// Replays one log; `line` is its number in a file of several.
    fn replay(
        &self,
        common: &Common,
        name: &str,
        text: &str,
        line: Option<usize>,
    ) -> Result<(), Failure> {
        let service = registry::service_for(common, name, text)?;
        let request = ReplayLog {
            log: StateInput::from_text(text),
            states: self.states || self.svg.is_some(),
        };
        let document = RequestDocument { pointer: "/log", text: Some(text) };
        let replayed = call(&*service, &request, document).map_err(Failure::of(name))?;
        let ReplayResponse { state, next, states, .. } = replayed;
        if let Some(folder) = &self.svg {
            let folder = line.map_or(folder.clone(), |line| folder.join(line.to_string()));
            let states: Vec<Value> = states.into_iter().flatten().chain([state]).collect();
            return draw_turns(&*service, &states, folder, self.theme.into());
        }
        if self.states {
            for state in states.into_iter().flatten().chain([state]) {
                output::json(&state)?;
            }
            return Ok(());
        }
        if common.json {
            let end = ReplayedLog { state, next };
            match line {
                Some(line) => output::json(&numbered(&end, line)?)?,
                None => output::json(&end)?,
            }
            return Ok(());
        }
        if let Some(line) = line {
            writeln!(anstream::stderr(), "{}", output::bold(&format!("== line {line}")))?;
        }
        output::document(&state)?;
        writeln!(anstream::stderr(), "{}", describe_next(&next))?;
        Ok(())
    }
}

/// Draws the position at the start of every turn, and the last one.
fn draw_turns(
    service: &dyn GameService,
    states: &[Value],
    folder: PathBuf,
    theme: Theme,
) -> Result<(), Failure> {
    let folder = Folder::new(folder)?;
    let (mut count, mut turn) = (0, None);
    for (at, state) in states.iter().enumerate() {
        let this = Some(StateTurn::deserialize(state)?);
        if at + 1 == states.len() || this != turn {
            let picture = draw(service, &state.to_string(), theme);
            let picture = picture.map_err(Failure::of("the log"))?;
            folder.write(&format!("{count:03}.svg"), &picture)?;
            count += 1;
        }
        turn = this;
    }
    writeln!(std::io::stdout(), "{count} pictures in {}", folder.path.display())?;
    Ok(())
}

/// The log of a game of a scenario, played again with the same moves.
fn log_of_row(common: &Common, folder: &Path, row: &str) -> Result<TextInput, Failure> {
    let number: usize = row.parse().map_err(|_| anyhow!("`{row}` is not a row of games.csv"))?;
    let row = read_game_row(folder, number)?;
    let manifest = Manifest::read(folder)?;
    // Names that could be formulas are marked in the table.
    let unmarked = |name: &str| name.trim_start_matches('\'').to_string();
    let case = manifest.cases.iter().find(|case| unmarked(&case.case) == unmarked(&row.case));
    let case = case.ok_or_else(|| anyhow!("the manifest has no case `{}`", row.case))?;
    let agents = case.agents.iter().map(|agent| agent.parse().map_err(|why: String| anyhow!(why)));
    let agents: Vec<Spec> = agents.collect::<anyhow::Result<_>>()?;
    let deal = Deal { seed: row.seed, game: row.game };
    let service = registry::service(common, &manifest.game)?;
    let log = service.record_game(&case.rules, Some(&agents), deal, &agent_context(&start_bot));
    let log = log.map_err(Failure::of(&folder.display().to_string()))?;
    Ok(TextInput { name: format!("row {number}"), text: serde_json::to_string(&log)? })
}

fn read_game_row(folder: &Path, number: usize) -> anyhow::Result<GameRow> {
    let path = folder.join("games.csv");
    let reader = csv::Reader::from_path(&path).with_context(|| {
        format!("cannot read {} (`towerlab run --every-game` writes it)", path.display())
    })?;
    let row = reader.into_deserialize().nth(number.wrapping_sub(1));
    let row = row.ok_or_else(|| anyhow!("{} has no row {number}", path.display()))?;
    row.with_context(|| format!("{} is not a table of games", path.display()))
}
