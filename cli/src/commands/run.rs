//! `towerlab run`: scenarios, from a question to tables.

use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use towerlab_engine::VERSION;
use towerlab_engine::agents::{Bot, Halt, Spec, Tools};
use towerlab_engine::scenario::plan::PILOT;
use towerlab_engine::scenario::run::{Played, pilot, settle};
use towerlab_engine::scenario::tables::{game_cells, games_header};
use towerlab_engine::scenario::{Format, Overseer, Plan, Progress, Results, Shard, Source, run};
use towerlab_engine::table::{Table, tables};

use crate::bot::{PATIENCE, Program, tools};
use crate::failure::Failure;
use crate::folder::{Folder, GamesFile, Saved, join_games, write_whole};
use crate::{Common, answer, output, shelf};

/// The scenario that is run when none is named.
const DEFAULT: (&str, &str) =
    ("starting-floors", include_str!("../../../scenarios/starting-floors.toml"));

/// How often a run is saved.
const SAVE_EVERY: Duration = Duration::from_secs(2);

/// Run scenarios and write their answers as tables.
///
/// A scenario file (TOML, JSON, or a CSV with a case in each row) says which rules vary, who plays
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
    /// Which results are written
    #[arg(long, value_delimiter = ',', default_value = "csv,json")]
    format: Vec<Output>,
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

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// summary.csv and results.csv
    Csv,
    /// results.json
    Json,
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
        // All are read before any is run: a fault in the last should not wait for the others.
        let mut plans = Vec::new();
        for (name, source, text, format) in self.sources()? {
            plans.push((name, self.plan(common, &source, &text, format)?));
        }
        for (name, plan) in plans {
            pool.install(|| self.one(common, &name, plan, &halt))?;
        }
        Ok(())
    }

    fn sources(&self) -> Result<Vec<(String, String, String, Format)>, Failure> {
        if self.files.is_empty() {
            let (name, text) = DEFAULT;
            return Ok(vec![(name.into(), format!("{name}.toml"), text.into(), Format::Toml)]);
        }
        let mut sources: Vec<(String, String, String, Format)> = Vec::new();
        for path in &self.files {
            if path.as_os_str() == "-" {
                let mut text = String::new();
                std::io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
                let is_json = text.trim_start().starts_with('{');
                let format = if is_json { Format::Json } else { Format::Toml };
                sources.push(("scenario".into(), "standard input".into(), text, format));
                continue;
            }
            let text = std::fs::read_to_string(path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("scenario");
            if sources.iter().any(|(known, ..)| known == name) {
                return Err(anyhow!(
                    "two scenarios are called {name}: their results would share a folder"
                )
                .into());
            }
            let shown = path.display().to_string();
            sources.push((name.to_string(), shown.clone(), text, Format::of(&shown)));
        }
        Ok(sources)
    }

    fn plan(
        &self,
        common: &Common,
        name: &str,
        text: &str,
        format: Format,
    ) -> Result<Plan, Failure> {
        let mut source = Source::parse(text, format).map_err(Failure::of(name))?;
        if let (Some(seed), Value::Object(document)) = (self.seed, &mut source.value) {
            document.insert("seed".into(), seed.into());
        }
        let tables = tables_for(common, &source.value)?;
        let mut plan = Plan::read(&source, &tables).map_err(Failure::of(name))?;
        if let Some(games) = self.games {
            plan.set_games(games);
        }
        Ok(plan)
    }

    fn one(&self, common: &Common, name: &str, mut plan: Plan, halt: &Halt) -> Result<(), Failure> {
        let start = |command: &str| -> Box<dyn Bot> { Box::new(Program::new(command, PATIENCE)) };
        let tools = Tools { halt: halt.clone(), ..tools(&start) };
        if self.dry_run {
            return dry_run(common, &mut plan, &tools);
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
        let keeper = Keeper::new(self, &plan, &folder, shard, games, &progress, halt);
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
        if halt.is_halted() && !is_done(&plan, &progress, shard) {
            let part =
                self.shard.map_or_else(String::new, |s| format!(" --shard {}/{}", s.part, s.of));
            let file =
                self.files.iter().find(|file| file.file_stem().is_some_and(|stem| stem == name));
            let file = file.map_or_else(String::new, |file| format!(" {}", file.display()));
            let every = if self.every_game { " --every-game" } else { "" };
            let games = self.games.map_or_else(String::new, |games| format!(" --games {games}"));
            let seed = self.seed.map_or_else(String::new, |seed| format!(" --seed {seed}"));
            eprintln!(
                "stopped: {count} of {whole} games are kept in {}\ngo on with: towerlab run{file}{games}{seed}{every}{part} --out {} --resume",
                folder.path.display(),
                self.out.display()
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
        let results = finish(common, &folder, &plan, &progress, &how, &self.format, &parts)?;
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

/// The tables for a scenario, with a set of one's own for its game.
pub fn tables_for(common: &Common, scenario: &Value) -> Result<Vec<Box<dyn Table>>, Failure> {
    match scenario["game"].as_str() {
        Some(game) if common.components.is_some() => {
            let mut all = tables(None).map_err(Failure::of("components"))?;
            if let Some(at) = all.iter().position(|table| table.name() == game) {
                all[at] = shelf::table(common, game)?;
            }
            Ok(all)
        }
        _ => tables(None).map_err(Failure::of("components")),
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

fn is_done(plan: &Plan, progress: &Progress, shard: Shard) -> bool {
    (0..plan.blocks.len()).all(|block| progress.left(plan, block, shard).is_empty())
}

/// Writes everything that a finished run leaves; `parts` are the rows of its games.
pub fn finish(
    common: &Common,
    folder: &Folder,
    plan: &Plan,
    progress: &Progress,
    how: &Value,
    formats: &[Output],
    parts: &[(PathBuf, u64)],
) -> Result<Results, Failure> {
    let results = Results::new(plan, progress);
    // What an earlier run has left and this one does not write would not fit the rest.
    for name in ["summary.csv", "results.csv", "results.json", "games.csv", "manifest.json"] {
        let _ = std::fs::remove_file(folder.file(name));
    }
    if formats.contains(&Output::Csv) {
        folder.write("summary.csv", &results.summary_csv())?;
        folder.write("results.csv", &results.results_csv())?;
    }
    if formats.contains(&Output::Json) {
        folder.write("results.json", &serde_json::to_string(&results)?)?;
    }
    if !parts.is_empty() {
        let header = games_header().join(",") + "\r\n";
        join_games(parts, &header, &folder.file("games.csv"))?;
    }
    let manifest = manifest(common, plan)?;
    folder.write("manifest.json", &format!("{manifest:#}\n"))?;
    folder.write("run.json", &format!("{how:#}\n"))?;
    Ok(results)
}

/// What was run, so that anybody can run it again.
fn manifest(common: &Common, plan: &Plan) -> Result<Value, Failure> {
    let tables = tables_for(common, &plan.scenario.document)?;
    let table = tables.iter().find(|table| table.name() == plan.scenario.game);
    let sets = table.map(|table| table.sets()).unwrap_or_default();
    let used = |set: &&Value| plan.cases.iter().any(|case| set["id"] == case.components.as_str());
    let sets: Vec<&Value> = sets.iter().filter(used).collect();
    let cases = plan.cases.iter().enumerate().map(|(at, case)| {
        let (planned, index) = plan.find(at);
        json!({
            "case": case.name,
            "rules": planned.block.rules(index),
            "agents": case.agents.iter().map(Spec::to_string).collect::<Vec<_>>(),
            "games": plan.games[at],
            "baseline": case.baseline.map(|baseline| &plan.cases[baseline].name),
        })
    });
    Ok(json!({
        "fingerprint": plan.fingerprint(),
        "engine": VERSION,
        "game": plan.scenario.game,
        "seed": plan.scenario.seed,
        "scenario": plan.scenario.document,
        "cases": cases.collect::<Vec<_>>(),
        "components": sets,
    }))
}

/// Keeps a run on disk and on the screen while it goes on.
struct Keeper<'a> {
    plan: &'a Plan,
    folder: &'a Folder,
    shard: Shard,
    halt: &'a Halt,
    links: Vec<String>,
    bars: Bars,
    state: Mutex<Kept>,
}

struct Kept {
    games: Option<GamesFile>,
    bytes: u64,
    saved: Instant,
    failure: Option<anyhow::Error>,
}

impl<'a> Keeper<'a> {
    fn new(
        run: &Run,
        plan: &'a Plan,
        folder: &'a Folder,
        shard: Shard,
        games: Option<GamesFile>,
        _: &Progress,
        halt: &'a Halt,
    ) -> Keeper<'a> {
        let links = (0..plan.cases.len()).map(|case| link(&run.service, plan, case)).collect();
        let state = Kept { games, bytes: 0, saved: Instant::now(), failure: None };
        Keeper { plan, folder, shard, halt, links, bars: Bars::new(plan), state: Mutex::new(state) }
    }

    fn write(&self, progress: &Progress, state: &mut Kept) -> anyhow::Result<()> {
        let bytes = state.games.as_mut().map(GamesFile::flush).transpose()?;
        state.bytes = bytes.unwrap_or(0);
        let saved = Saved::new(self.plan, self.shard, bytes, progress.clone());
        let (path, _) = self.folder.progress_files(self.shard);
        write_whole(&path, |out| serde_json::to_writer(out, &saved).map_err(Into::into))?;
        state.saved = Instant::now();
        Ok(())
    }

    /// Saves the end, unless saving has failed before.
    fn finish(&self, progress: &Progress) -> anyhow::Result<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.failure.is_some() {
            return Ok(());
        }
        self.write(progress, &mut state)
    }
}

impl Overseer for Keeper<'_> {
    fn wants_games(&self) -> bool {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).games.is_some()
    }

    fn merged(&self, progress: &Progress, block: usize, games: Range<u64>, played: &[Played]) {
        self.bars.advance(block, games.end - games.start);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.failure.is_some() {
            return;
        }
        let rows: Vec<String> = played.iter().map(|game| self.row(game)).collect();
        let mut kept = Ok(());
        if let Some(file) = &mut state.games {
            kept = file.add(block, games.start, &rows);
        }
        if kept.is_ok() && state.saved.elapsed() >= SAVE_EVERY {
            kept = self.write(progress, &mut state);
        }
        // A full disk stops the run; what was saved before stays.
        if let Err(failure) = kept {
            state.failure.get_or_insert(failure);
            self.halt.halt();
        }
    }
}

impl Keeper<'_> {
    fn row(&self, played: &Played) -> String {
        let case = &self.plan.cases[played.case];
        let link = self.links[played.case].replace("{game}", &played.game.to_string());
        let cells = game_cells(played, case, self.plan.scenario.seed, &link);
        let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        cells.join(",") + "\r\n"
    }
}

/// A cell of a CSV table.
fn quoted(cell: &str) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_string(),
    }
}

/// The address of a game of a case, `{game}` for its number.
fn link(service: &str, plan: &Plan, case: usize) -> String {
    let (planned, at) = plan.find(case);
    let agents: Vec<String> = plan.cases[case].agents.iter().map(Spec::to_string).collect();
    format!(
        "{}/v1/{}/games/{{game}}?seed={}&agents={}&rules={}",
        service.trim_end_matches('/'),
        plan.scenario.game,
        plan.scenario.seed,
        encoded(&agents.join(",")),
        encoded(&planned.block.rules(at).to_string()),
    )
}

/// A text for an address.
fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b',' | b':' => {
                out.push(byte.into());
            }
            _ => out += &format!("%{byte:02X}"),
        }
    }
    out
}

/// A bar for all, and one for the players that are at it.
struct Bars {
    all: ProgressBar,
    blocks: Vec<ProgressBar>,
    weights: Vec<u64>,
    shown: MultiProgress,
}

impl Bars {
    fn new(plan: &Plan) -> Bars {
        let style =
            |line: &str| ProgressStyle::with_template(line).expect("the template is a constant");
        let line = "{prefix:>12} {bar:30} {human_pos}/{human_len} games, {per_sec}, {eta} left";
        let shown = MultiProgress::new();
        let all = shown.add(ProgressBar::new(0).with_style(style(line)).with_prefix("all"));
        let bar = |block: &towerlab_engine::scenario::plan::PlannedBlock| {
            let prefix = format!("{} players", block.players);
            shown.insert_before(
                &all,
                ProgressBar::new(0).with_style(style(line)).with_prefix(prefix),
            )
        };
        let blocks = plan.blocks.iter().map(bar).collect();
        let weights = plan.blocks.iter().map(|block| block.cases.len() as u64).collect();
        Bars { all, blocks, weights, shown }
    }

    fn show(&self, plan: &Plan, progress: &Progress, shard: Shard) {
        let mut whole = 0;
        for (at, bar) in self.blocks.iter().enumerate() {
            let left: u64 =
                progress.left(plan, at, shard).iter().map(|range| range.end - range.start).sum();
            let games = left * self.weights[at];
            bar.set_length(games);
            bar.reset_eta();
            whole += games;
        }
        self.all.set_length(whole);
        self.all.reset_eta();
    }

    fn advance(&self, block: usize, games: u64) {
        self.blocks[block].inc(games * self.weights[block]);
        self.all.inc(games * self.weights[block]);
    }

    fn clear(&self) {
        let _ = self.shown.clear();
    }
}

/// What a run would be: cases, games, time, and what it could tell.
fn dry_run(common: &Common, plan: &mut Plan, tools: &Tools<'_>) -> Result<(), Failure> {
    // A pilot as long as a moment allows; the scenario's own if it needs one.
    let started = Instant::now();
    let (mut size, mut tallies) = (2, pilot(plan, 2, tools));
    let mut seconds = started.elapsed().as_secs_f64();
    while size < PILOT && (plan.needs_pilot() || seconds < 0.5) {
        let next = if plan.needs_pilot() { PILOT } else { (size * 5).min(PILOT) };
        let started = Instant::now();
        (size, tallies) = (next, pilot(plan, next, tools));
        seconds = started.elapsed().as_secs_f64();
    }
    let Some(tallies) = tallies else { return Err(Failure::Stopped) };
    plan.settle(&tallies);
    let each = seconds / (size as f64 * plan.cases.len() as f64);
    let expected: f64 = plan.games.iter().map(|games| *games as f64 * each).sum();
    let mut rows = Vec::new();
    let mut cases = Vec::new();
    for (at, case) in plan.cases.iter().enumerate() {
        let (planned, index) = plan.find(at);
        let block = plan.blocks.iter().position(|block| block.players == planned.players);
        let tally = &tallies[block.unwrap_or(0)][index];
        let layout = planned.block.layout(index);
        // With 80 % power at the 5 % level; from the pilot's spread of differences.
        let smallest = |name: &str, seat: Option<u8>| {
            let column = layout.find(name, seat)?;
            let sums = &tally.differences[column];
            let least = plan.games[at].min(case.baseline.map_or(u64::MAX, |b| plan.games[b]));
            let sd = sums.variance(layout.columns[column].scale).sqrt();
            // Few games tell nothing of a spread, and none if they are all the same.
            (sums.n >= 30 && sd > 0.0).then(|| 2.8 * sd / (least as f64).sqrt())
        };
        let share = (0..case.players)
            .filter_map(|seat| smallest("win_share", Some(seat)))
            .fold(None, |most: Option<f64>, one| Some(most.map_or(one, |most| most.max(one))));
        let turns = smallest("turns", None);
        let told = |value: Option<f64>, scale: f64| {
            value.map_or_else(|| "-".into(), |value| format!("{:.2}", value * scale))
        };
        let baseline = case.baseline.map(|baseline| plan.cases[baseline].name.clone());
        rows.push(vec![
            case.name.clone(),
            case.agents_text(),
            plan.games[at].to_string(),
            told(share, 100.0),
            told(turns, 1.0),
            baseline.clone().unwrap_or_else(|| "-".into()),
        ]);
        cases.push(json!({
            "case": case.name, "agents": case.agents_text(), "games": plan.games[at],
            "baseline": baseline, "smallest_win_share_effect": share, "smallest_turns_effect": turns,
        }));
    }
    if common.json {
        return Ok(output::json(
            &json!({"cases": cases, "expected_seconds": expected, "pilot_games": size}),
        )?);
    }
    let header = ["case", "agents", "games", "win points", "turns", "compared with"];
    use std::io::Write;
    let mut out = output::stdout();
    writeln!(out, "{}\n", output::bold(&plan.scenario.title))?;
    write!(out, "{}", output::table(&header, &rows))?;
    writeln!(
        out,
        "\n{} cases, {} games, about {} on {} threads.\nwin points and turns: the smallest difference to the baseline that would be seen in 4 of 5 runs\n(95 %, before correction for many cases), from a pilot of {size} games; - where it cannot tell.",
        plan.cases.len(),
        plan.games.iter().sum::<u64>(),
        indicatif::HumanDuration(Duration::from_secs_f64(expected.clamp(1.0, 1e9))),
        rayon::current_num_threads(),
    )?;
    Ok(())
}
