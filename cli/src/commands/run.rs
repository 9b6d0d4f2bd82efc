//! `towerlab run`: plays scenarios and writes their results.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use serde_json::Value;
use towerlab_engine::agents::{AgentContext, Halt};
use towerlab_engine::lab::scenario::run::settle;
use towerlab_engine::lab::scenario::{Plan, Progress, Shard, Source, run};

use super::options::ThreadOptions;
use crate::artifacts::{OutputOptions, RunOutput, write_artifacts};
use crate::bot::{agent_context, start_bot};
use crate::checkpoint::{Checkpoint, CheckpointTarget, CheckpointWriter};
use crate::estimate::print_estimate;
use crate::failure::Failure;
use crate::folder::Folder;
use crate::games_file::{GameRows, GamesFile};
use crate::manifest::{PlayedRun, RunRecord};
use crate::registry::services_for;
use crate::scenario_file::ScenarioFile;
use crate::summary::print_summary;
use crate::{Common, output};

/// Run scenarios and write their results as tables.
///
/// A scenario file says which rules vary, who plays and how many games. It is TOML, JSON, or a CSV
/// file or spreadsheet with a case in each row; `towerlab schema scenario` describes it. Without a
/// file, Towerlab runs the scenario about Tower Up's starting floors.
///
/// Each scenario gets a folder with summary.csv (a row for each case), results.csv (a row for each
/// case, seat and metric), results.json, manifest.json (what was run) and run.json (how long it
/// took).
///
/// The same scenario gives the same tables on every machine, with any number of threads, in one run
/// or in parts. Ctrl-C saves the games played so far, and --resume continues.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab run
  towerlab run scenarios/seat-advantage.toml --games 20000
  towerlab run my.toml --agents tuned,expert,search:25 --games 500   (does it hold with strength?)
  towerlab run my.toml --dry-run
  towerlab run my.toml --format csv,xlsx             (also writes a spreadsheet with charts)
  towerlab run cases.xlsx                            (a case in each row)
  towerlab run my.toml --resume
  towerlab run my.toml --shard 1/4 --out results     (on four machines: 1/4 to 4/4)
  towerlab merge results/my                          (joins the parts)")]
pub struct RunCommand {
    /// Scenario files, or `-` for standard input [default: Tower Up's starting floors]
    files: Vec<PathBuf>,
    /// The number of games of each case, instead of the scenario's
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: Option<u64>,
    /// Play every case once with each of these agents, instead of the scenario's; name the weakest
    /// first, and findings say whether they hold with stronger play
    #[arg(long, value_name = "AGENTS", value_delimiter = ',')]
    agents: Vec<String>,
    /// The seed, instead of the scenario's
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    threads: ThreadOptions,
    /// Write the folders of results into this folder
    #[arg(long, value_name = "DIR", default_value = "results")]
    out: PathBuf,
    #[command(flatten)]
    output: OutputOptions,
    /// Also write games.csv, with a row for every game; `towerlab replay --row` replays them
    #[arg(long)]
    every_game: bool,
    /// The service that the links in games.csv lead to
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    service: String,
    /// Only show cases, games, expected time and the smallest effect that the run could detect
    #[arg(long)]
    dry_run: bool,
    /// Continue a run that was stopped
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,
    /// Discard a run that was stopped, and start over
    #[arg(long)]
    fresh: bool,
    /// Run part K of N, as K/N
    #[arg(long, value_name = "K/N", value_parser = parse_shard)]
    shard: Option<Shard>,
}

fn parse_shard(text: &str) -> Result<Shard, String> {
    let parts = text
        .split_once('/')
        .and_then(|(part, of)| Some(Shard { part: part.parse().ok()?, of: of.parse().ok()? }));
    match parts {
        Some(shard) if (1..=shard.of).contains(&shard.part) && shard.of <= 100_000 => Ok(shard),
        _ => Err("write a part and the number of parts, such as 1/2 and 2/2".into()),
    }
}

impl RunCommand {
    /// Runs one scenario after another.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let halt = Halt::default();
        listen_for_ctrl_c(halt.clone())?;
        let pool = self.threads.pool()?;
        self.check_folders()?;
        // All scenarios are read before any is run: a fault in the last should not wait for the
        // others.
        let mut plans = Vec::new();
        for file in self.scenario_files()? {
            let plan = self.plan(common, &file)?;
            plans.push((file.name, plan));
        }
        for (name, plan) in plans {
            pool.install(|| self.run_scenario(common, &name, plan, &halt))?;
        }
        Ok(())
    }

    fn scenario_files(&self) -> Result<Vec<ScenarioFile>, Failure> {
        if self.files.is_empty() {
            return Ok(vec![ScenarioFile::default_scenario()]);
        }
        let mut files: Vec<ScenarioFile> = Vec::new();
        for path in &self.files {
            let file = ScenarioFile::read(path)?;
            if files.iter().any(|known| known.name == file.name) {
                return Err(anyhow!(
                    "two scenarios are called {}: their results would share a folder",
                    file.name
                )
                .into());
            }
            files.push(file);
        }
        Ok(files)
    }

    fn plan(&self, common: &Common, file: &ScenarioFile) -> Result<Plan, Failure> {
        let fail = |faults| file.failure(faults);
        let mut source = Source::parse(&file.text, file.format).map_err(fail)?;
        if let (Some(seed), Value::Object(document)) = (self.seed, &mut source.value) {
            document.insert("seed".into(), seed.into());
        }
        if let (false, Value::Object(document)) = (self.agents.is_empty(), &mut source.value) {
            document.remove("agents");
            document.insert("tables".into(), self.agents.clone().into());
        }
        let services = services_for(common, &source.value)?;
        let mut plan = Plan::read(&source, &services).map_err(fail)?;
        if let Some(games) = self.games {
            plan.set_games(games);
        }
        Ok(plan)
    }

    fn run_scenario(
        &self,
        common: &Common,
        name: &str,
        mut plan: Plan,
        halt: &Halt,
    ) -> Result<(), Failure> {
        let context = AgentContext { halt: halt.clone(), ..agent_context(&start_bot) };
        if self.dry_run {
            return print_estimate(common, &mut plan, &context);
        }
        let started = Instant::now();
        let folder = Folder::new(self.out.join(name))?;
        let start = self.start(&folder, &mut plan, &context)?;
        let games_before = games_played(&start.progress);
        let (progress, game_bytes) = self.play(&folder, &plan, start, &context)?;
        let shard = self.shard();
        let games = games_played(&progress);
        if halt.is_halted() && !progress.is_complete(&plan, shard) {
            eprintln!(
                "stopped: {games} of {} games are saved in {}\nto continue: {}",
                games_planned(&plan, shard),
                folder.path.display(),
                self.resume_command(name)
            );
            return Err(Failure::Stopped);
        }
        let files = folder.checkpoint_files(shard);
        if shard != Shard::WHOLE {
            let path = files.progress.display();
            eprintln!("part {} of {} is done: {path}", shard.part, shard.of);
            return Ok(());
        }
        let seconds = started.elapsed().as_secs_f64();
        let rows = game_bytes.map(|bytes| GameRows { path: files.games.clone(), bytes });
        let output = RunOutput {
            plan: &plan,
            progress: &progress,
            record: record(seconds, games, games_before),
            games: rows.as_slice(),
        };
        let results = write_artifacts(common, &folder, &output, &self.output)?;
        for file in [files.progress, files.games] {
            let _ = fs::remove_file(file);
        }
        if common.json {
            return Ok(output::json(&results)?);
        }
        print_summary(&results)?;
        let earlier = match games_before {
            0 => String::new(),
            games => format!(" ({games} of them earlier)"),
        };
        let place = folder.path.display();
        eprintln!("\n{games} games{earlier} in {seconds:.1} s; results in {place}");
        Ok(())
    }

    fn shard(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    /// Where a run starts: at a checkpoint to resume, or at its first game.
    fn start(
        &self,
        folder: &Folder,
        plan: &mut Plan,
        context: &AgentContext<'_>,
    ) -> Result<RunStart, Failure> {
        let path = folder.checkpoint_files(self.shard()).progress;
        if self.fresh {
            let _ = fs::remove_file(&path);
        }
        if let Some(checkpoint) = self.find_checkpoint(&path, plan)? {
            let game_bytes = checkpoint.games_bytes.unwrap_or(0);
            return Ok(RunStart { progress: checkpoint.progress, game_bytes });
        }
        if self.resume {
            eprintln!("{} does not exist: starting from the first game", path.display());
        }
        if !settle(plan, context) {
            return Err(Failure::Stopped);
        }
        Ok(RunStart { progress: Progress::new(plan), game_bytes: 0 })
    }

    /// Plays what is left, and saves it on the way. Returns the games that are done, and the size of
    /// their rows if rows are wanted.
    fn play(
        &self,
        folder: &Folder,
        plan: &Plan,
        start: RunStart,
        context: &AgentContext<'_>,
    ) -> anyhow::Result<(Progress, Option<u64>)> {
        let shard = self.shard();
        let path = folder.checkpoint_files(shard).games;
        let games = self.every_game.then(|| GamesFile::open(path, start.game_bytes)).transpose()?;
        let style = self.output.style();
        let service = &self.service;
        let target = CheckpointTarget { plan, shard, folder, games, style, service };
        let writer = CheckpointWriter::new(target, &start.progress, &context.halt);
        let progress = run(plan, start.progress, shard, context, &writer);
        let game_bytes = writer.finish(&progress)?;
        Ok((progress, game_bytes))
    }

    /// The command that continues a stopped scenario and runs those after it.
    fn resume_command(&self, name: &str) -> String {
        let is_this = |file: &&PathBuf| file.file_stem().is_some_and(|stem| stem == name);
        let at = self.files.iter().position(|file| is_this(&file)).unwrap_or(0);
        let earlier = &self.files[..at];
        let is_kept = |word: &String| {
            !["--resume", "--fresh"].contains(&word.as_str())
                && !earlier.iter().any(|file| file.as_os_str() == word.as_str())
        };
        let words = std::env::args().skip(1).filter(is_kept).map(shell_quoted);
        format!("towerlab {} --resume", words.collect::<Vec<_>>().join(" "))
    }

    /// Refuses to write results over a scenario file.
    fn check_folders(&self) -> Result<(), Failure> {
        for path in &self.files {
            let (Ok(file), Some(stem)) = (path.canonicalize(), path.file_stem()) else { continue };
            let folder = self.out.join(stem).canonicalize();
            if folder.is_ok_and(|folder| file.parent() == Some(&folder)) {
                return Err(anyhow!(
                    "{} is in the folder for its results; copy it elsewhere, or choose another --out",
                    path.display()
                )
                .into());
            }
        }
        Ok(())
    }

    /// A stopped run, if there is one and --resume wants it.
    fn find_checkpoint(&self, path: &Path, plan: &mut Plan) -> anyhow::Result<Option<Checkpoint>> {
        if !path.exists() || self.fresh {
            return Ok(None);
        }
        let place = path.display();
        if !self.resume {
            let whole = self.shard() == Shard::WHOLE;
            let what = if whole { "an unfinished run" } else { "a part of a run" };
            bail!("{place} contains {what}: --resume continues it, --fresh starts over");
        }
        let checkpoint = Checkpoint::read(path)?;
        let progress = &checkpoint.progress;
        if progress.games.len() == plan.games.len() && plan.needs_pilot() {
            plan.games.clone_from(&progress.games);
        }
        if !progress.fits(plan) {
            bail!(
                "{place} belongs to another scenario, number of games or version; --fresh starts over"
            );
        }
        let has_games = checkpoint.games_bytes.is_some();
        if self.every_game && !has_games {
            bail!("{place} was started without --every-game; omit it, or start over with --fresh");
        }
        if !self.every_game && has_games {
            bail!("{place} was started with --every-game; add it, or start over with --fresh");
        }
        if self.every_game && checkpoint.separator != self.output.style().separator {
            bail!(
                "{place} was started with another --decimal; pass the same, or start over with --fresh"
            );
        }
        Ok(Some(checkpoint))
    }
}

/// Where a run starts.
struct RunStart {
    /// The games that are done.
    progress: Progress,
    /// How many bytes of rows belong to them.
    game_bytes: u64,
}

/// Ctrl-C stops after the games in progress; a second one stops at once.
pub fn listen_for_ctrl_c(halt: Halt) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        if halt.is_halted() {
            std::process::exit(130);
        }
        halt.halt();
    })
    .context("cannot listen for Ctrl-C")
}

/// A word of a command line, quoted for a shell if necessary.
fn shell_quoted(word: String) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

fn record(seconds: f64, games: u64, games_before: u64) -> RunRecord {
    let games = games - games_before;
    RunRecord::Played(PlayedRun {
        threads: rayon::current_num_threads(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        seconds,
        games,
        games_per_second: games as f64 / seconds.max(1e-9),
        resumed: games_before > 0,
    })
}

/// The games of all cases that are done.
fn games_played(progress: &Progress) -> u64 {
    progress.blocks.iter().flat_map(|block| &block.tallies).map(|tally| tally.games).sum()
}

/// The games of a shard, roughly: cases with fewer games fill the first shards.
fn games_planned(plan: &Plan, shard: Shard) -> u64 {
    plan.games.iter().sum::<u64>() / shard.of
}
