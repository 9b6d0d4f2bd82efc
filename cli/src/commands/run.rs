//! `towerlab run`: scenarios, from a question to tables.

use std::path::{Path, PathBuf};
use std::sync::PoisonError;
use std::time::Instant;

use anyhow::{Context, anyhow};
use clap::Args;
use serde_json::{Value, json};
use towerlab_engine::agents::{Bot, Halt, Tools};
use towerlab_engine::scenario::run::settle;
use towerlab_engine::scenario::{Format, Plan, Progress, Shard, Source, run};

use crate::bot::{PATIENCE, Program, tools};
use crate::failure::Failure;
use crate::folder::{Folder, GamesFile, Saved};
use crate::keeper::Keeper;
use crate::leavings::Writing;
use crate::question::Question;
use crate::shelf::tables_for;
use crate::{Common, answer, forecast, leavings, output};

/// The scenario that is run when none is named.
const DEFAULT: (&str, &str) =
    ("starting-floors", include_str!("../../../scenarios/starting-floors.toml"));

/// Run scenarios and write their answers as tables.
///
/// A scenario file (TOML, JSON, or a CSV or workbook with a case in each row) says which rules vary, who plays
/// and how many games; `towerlab schema scenario` describes it. Without a file, the question about
/// Tower Up's starting floors is answered. Each scenario gets a folder of its own with summary.csv
/// (a row for each case), results.csv (a row for each case, seat and metric), results.json,
/// manifest.json (what was run) and run.json (how long it took).
///
/// The same scenario gives the same tables on every machine, with any number of threads, in one
/// go or in parts. Ctrl-C keeps what is done; --resume goes on.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab run
  towerlab run scenarios/seat-advantage.toml --games 20000
  towerlab run my.toml --dry-run
  towerlab run my.toml --format csv,xlsx             (a workbook with charts as well)
  towerlab run cases.xlsx                            (a row of its sheet is a case)
  towerlab run my.toml --resume
  towerlab run my.toml --shard 1/4 --out results     (on four machines: 1/4 to 4/4)
  towerlab merge results/my                          (joins the parts)")]
pub struct Run {
    /// Scenario files, `-` for standard input [default: starting floors by number of players]
    files: Vec<PathBuf>,
    /// Games of each case, instead of what the scenario says
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: Option<u64>,
    /// The seed, instead of the scenario's
    #[arg(long)]
    seed: Option<u64>,
    /// How many threads; the result is the same for any number [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Where the folders of results go
    #[arg(long, value_name = "DIR", default_value = "results")]
    out: PathBuf,
    #[command(flatten)]
    writing: Writing,
    /// Write games.csv as well: a row for every game, which `towerlab replay --row` opens
    #[arg(long)]
    every_game: bool,
    /// The service that the links in games.csv lead to
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    service: String,
    /// Only show cases, games, expected time and the smallest effect that could be seen
    #[arg(long)]
    dry_run: bool,
    /// Go on with a run that was stopped
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,
    /// Start anew where a stopped run lies
    #[arg(long)]
    fresh: bool,
    /// Run part K of N: K/N
    #[arg(long, value_name = "K/N", value_parser = shard)]
    shard: Option<Shard>,
}

fn shard(text: &str) -> Result<Shard, String> {
    let parts = text
        .split_once('/')
        .and_then(|(part, of)| Some(Shard { part: part.parse().ok()?, of: of.parse().ok()? }));
    match parts {
        Some(shard) if (1..=shard.of).contains(&shard.part) && shard.of <= 100_000 => Ok(shard),
        _ => Err("write a part and how many there are, from 1/2 to 2/2 for two".into()),
    }
}

impl Run {
    /// Runs one scenario after another.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let halt = Halt::default();
        listen(halt.clone())?;
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.unwrap_or(0).into())
            .build()?;
        self.guard()?;
        // All are read before any is run: a fault in the last should not wait for the others.
        let mut plans = Vec::new();
        for question in self.questions()? {
            let plan = self.plan(common, &question)?;
            plans.push((question.name, plan));
        }
        for (name, plan) in plans {
            pool.install(|| self.one(common, &name, plan, &halt))?;
        }
        Ok(())
    }

    fn questions(&self) -> Result<Vec<Question>, Failure> {
        if self.files.is_empty() {
            let (name, text) = DEFAULT;
            let source = format!("{name}.toml");
            let format = Format::Toml;
            return Ok(vec![Question {
                name: name.into(),
                source,
                text: text.into(),
                format,
                page: None,
            }]);
        }
        let mut questions: Vec<Question> = Vec::new();
        for path in &self.files {
            let question = Question::read(path)?;
            if questions.iter().any(|known| known.name == question.name) {
                return Err(anyhow!(
                    "two scenarios are called {}: their results would share a folder",
                    question.name
                )
                .into());
            }
            questions.push(question);
        }
        Ok(questions)
    }

    fn plan(&self, common: &Common, question: &Question) -> Result<Plan, Failure> {
        let told = |faults| question.told(faults);
        let mut source = Source::parse(&question.text, question.format).map_err(told)?;
        if let (Some(seed), Value::Object(document)) = (self.seed, &mut source.value) {
            document.insert("seed".into(), seed.into());
        }
        let tables = tables_for(common, &source.value)?;
        let mut plan = Plan::read(&source, &tables).map_err(told)?;
        if let Some(games) = self.games {
            plan.set_games(games);
        }
        Ok(plan)
    }

    fn one(&self, common: &Common, name: &str, mut plan: Plan, halt: &Halt) -> Result<(), Failure> {
        let start = |command: &str| -> Box<dyn Bot> { Box::new(Program::new(command, PATIENCE)) };
        let tools = Tools { halt: halt.clone(), ..tools(&start) };
        if self.dry_run {
            return forecast::show(common, &mut plan, &tools);
        }
        let started = Instant::now();
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let folder = Folder::new(self.out.join(name))?;
        let (saved, rows) = folder.progress_files(shard);
        if self.fresh {
            let _ = std::fs::remove_file(&saved);
        }
        let (progress, bytes) = match self.found(&saved, &mut plan)? {
            Some(found) => (found.progress, found.games_bytes.unwrap_or(0)),
            None => {
                if self.resume {
                    eprintln!("{} is not there: starting anew", saved.display());
                }
                if !settle(&mut plan, &tools) {
                    return Err(Failure::Stopped);
                }
                (Progress::new(&plan), 0)
            }
        };
        let games = match self.every_game {
            true => Some(GamesFile::open(rows, bytes)?),
            false => None,
        };
        let before: u64 = played(&progress);
        let keeper =
            Keeper::new(&self.service, self.writing.style(), &plan, &folder, shard, games, halt);
        keeper.bars.show(&plan, &progress, shard);
        let progress = run(&plan, progress, shard, &tools, &keeper);
        keeper.bars.clear();
        let kept = keeper.finish(&progress);
        let state = keeper.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(failure) = state.failure {
            return Err(failure.into());
        }
        kept?;
        let count = played(&progress);
        let whole: u64 = total(&plan, shard);
        if halt.is_halted() && !progress.is_complete(&plan, shard) {
            eprintln!(
                "stopped: {count} of {whole} games are kept in {}\ngo on with: {}",
                folder.path.display(),
                self.again(name)
            );
            return Err(Failure::Stopped);
        }
        if shard != Shard::WHOLE {
            eprintln!("part {} of {} is done: {}", shard.part, shard.of, saved.display());
            return Ok(());
        }
        let seconds = started.elapsed().as_secs_f64();
        let how = json!({
            "threads": rayon::current_num_threads(),
            "cores": std::thread::available_parallelism().map_or(1, usize::from),
            "system": format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            "seconds": seconds,
            "games": count - before,
            "games_per_second": (count - before) as f64 / seconds.max(1e-9),
            "resumed": before > 0,
        });
        let parts: Vec<(PathBuf, u64)> =
            state.games.iter().map(|_| folder.progress_files(shard).1).zip([state.bytes]).collect();
        let results =
            leavings::write(common, &folder, &plan, &progress, &how, &self.writing, &parts)?;
        for file in [folder.progress_files(shard).0, folder.progress_files(shard).1] {
            let _ = std::fs::remove_file(file);
        }
        if common.json {
            return Ok(output::json(&json!(results))?);
        }
        answer::show(&results)?;
        let earlier = match before {
            0 => String::new(),
            games => format!(" ({games} of them earlier)"),
        };
        let place = folder.path.display();
        eprintln!("\n{count} games{earlier} in {seconds:.1} s; tables in {place}");
        Ok(())
    }

    /// The command that goes on with a stopped scenario and those behind it.
    fn again(&self, name: &str) -> String {
        let is_this = |file: &&PathBuf| file.file_stem().is_some_and(|stem| stem == name);
        let at = self.files.iter().position(|file| is_this(&file)).unwrap_or(0);
        let earlier = &self.files[..at];
        let is_kept = |word: &String| {
            !["--resume", "--fresh"].contains(&word.as_str())
                && !earlier.iter().any(|file| file.as_os_str() == word.as_str())
        };
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@+".contains(c);
        let quoted = |word: String| match !word.is_empty() && word.chars().all(plain) {
            true => word,
            false => format!("'{}'", word.replace('\'', "'\\''")),
        };
        let words = std::env::args().skip(1).filter(is_kept).map(quoted);
        format!("towerlab {} --resume", words.collect::<Vec<_>>().join(" "))
    }

    /// Results would be written over what was asked.
    fn guard(&self) -> Result<(), Failure> {
        for path in &self.files {
            let (Ok(file), Some(stem)) = (path.canonicalize(), path.file_stem()) else { continue };
            let place = self.out.join(stem).canonicalize();
            if place.is_ok_and(|place| file.parent() == Some(&place)) {
                return Err(anyhow!(
                    "{} lies where its own results go; copy it elsewhere, or choose another --out",
                    path.display()
                )
                .into());
            }
        }
        Ok(())
    }

    /// A stopped run to go on with, if that is asked for.
    fn found(&self, path: &Path, plan: &mut Plan) -> Result<Option<Saved>, Failure> {
        if !path.exists() || self.fresh {
            return Ok(None);
        }
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        if !self.resume {
            let what = if shard != Shard::WHOLE { "a part of a run" } else { "an unfinished run" };
            let path = path.display();
            return Err(anyhow!(
                "{what} lies in {path}: --resume goes on with it, --fresh starts anew"
            )
            .into());
        }
        let saved = Saved::read(path)?;
        if saved.progress.games.len() == plan.games.len() && plan.needs_pilot() {
            plan.games.clone_from(&saved.progress.games);
        }
        if !saved.progress.fits(plan) {
            return Err(anyhow!(
                "{} belongs to another scenario, number of games or version; --fresh starts anew",
                path.display()
            )
            .into());
        }
        if self.every_game && saved.games_bytes.is_none() {
            return Err(anyhow!(
                "{} was begun without --every-game; go on without, or start anew with --fresh",
                path.display()
            )
            .into());
        }
        if self.every_game && saved.separator != self.writing.style().separator {
            let why = "was begun with another --decimal; go on with it, or start anew with --fresh";
            return Err(anyhow!("{} {why}", path.display()).into());
        }
        if !self.every_game && saved.games_bytes.is_some() {
            return Err(anyhow!(
                "{} was begun with --every-game; go on with it, or start anew with --fresh",
                path.display()
            )
            .into());
        }
        Ok(Some(saved))
    }
}

/// Ctrl-C stops at the next game; once more stops at once.
fn listen(halt: Halt) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        if halt.is_halted() {
            std::process::exit(130);
        }
        halt.halt();
    })
    .context("cannot listen for Ctrl-C")
}

/// Games of cases that are done.
fn played(progress: &Progress) -> u64 {
    progress.blocks.iter().flat_map(|block| &block.tallies).map(|tally| tally.games).sum()
}

/// Games of cases that a shard plays, roughly: cases with fewer games fill early shards.
fn total(plan: &Plan, shard: Shard) -> u64 {
    plan.games.iter().sum::<u64>() / shard.of
}
