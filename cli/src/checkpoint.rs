//! Saves a run to disk while it goes on, so that it can be resumed.

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use towerlab_engine::agents::Halt;
use towerlab_engine::lab::scenario::data_table::CsvStyle;
use towerlab_engine::lab::scenario::game_table::GameRow;
use towerlab_engine::lab::scenario::run::RecordedGame;
use towerlab_engine::lab::scenario::{Plan, Progress, RunObserver, Shard};

use crate::folder::{Folder, write_atomically};
use crate::game_links::GameLinks;
use crate::games_file::GamesFile;
use crate::progress_bars::ProgressBars;

/// How often a run is saved.
const SAVE_EVERY: Duration = Duration::from_secs(2);

/// The version of saved runs.
const FORMAT: &str = "towerlab/progress/1";

/// A run, or one part of it, on disk.
#[derive(Serialize, Deserialize)]
pub struct Checkpoint {
    format: String,
    /// The scenario as it was read.
    pub scenario: Value,
    /// Which part.
    pub shard: Shard,
    /// How many bytes of the rows of games belong to it; nothing without `--every-game`.
    pub games_bytes: Option<u64>,
    /// The separator between the cells of these rows.
    pub separator: char,
    /// The games that are done.
    pub progress: Progress,
}

impl Checkpoint {
    /// Reads a saved run.
    pub fn read(path: &Path) -> Result<Checkpoint> {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let saved: Checkpoint = serde_json::from_str(&text)
            .with_context(|| format!("{} is not a saved run", path.display()))?;
        if saved.format != FORMAT {
            bail!("{}: this version reads `{FORMAT}`, not `{}`", path.display(), saved.format);
        }
        Ok(saved)
    }
}

/// What a [`CheckpointWriter`] saves, and where.
pub struct CheckpointTarget<'a> {
    /// The scenario.
    pub plan: &'a Plan,
    /// The part of it that is played.
    pub shard: Shard,
    /// The folder of the run.
    pub folder: &'a Folder,
    /// The rows of games, if they are wanted.
    pub games: Option<GamesFile>,
    /// How rows are written.
    pub style: CsvStyle,
    /// The URL of the service that rows link to.
    pub service: &'a str,
}

/// Saves a run while it goes on, and moves its progress bars.
pub struct CheckpointWriter<'a> {
    plan: &'a Plan,
    folder: &'a Folder,
    shard: Shard,
    style: CsvStyle,
    links: GameLinks,
    halt: &'a Halt,
    bars: ProgressBars,
    saved: Mutex<Saved>,
}

/// What is on disk.
struct Saved {
    games: Option<GamesFile>,
    bytes: Option<u64>,
    at: Instant,
    /// Why saving has failed, if it has.
    failure: Option<anyhow::Error>,
}

impl<'a> CheckpointWriter<'a> {
    /// Starts to save a run. `halt` stops the run if saving fails.
    pub fn new(
        target: CheckpointTarget<'a>,
        progress: &Progress,
        halt: &'a Halt,
    ) -> CheckpointWriter<'a> {
        let CheckpointTarget { plan, shard, folder, games, style, service } = target;
        let saved = Saved { games, bytes: None, at: Instant::now(), failure: None };
        let bars = ProgressBars::new(plan);
        bars.show(plan, progress, shard);
        let links = GameLinks::new(service, plan);
        CheckpointWriter { plan, folder, shard, style, links, halt, bars, saved: Mutex::new(saved) }
    }

    /// Saves the end of the run. Returns how many bytes of rows there are, if rows are wanted.
    pub fn finish(self, progress: &Progress) -> Result<Option<u64>> {
        self.bars.clear();
        let mut saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(failure) = saved.failure.take() {
            return Err(failure);
        }
        self.write(progress, &mut saved)?;
        Ok(saved.bytes)
    }

    fn write(&self, progress: &Progress, saved: &mut Saved) -> Result<()> {
        saved.bytes = saved.games.as_mut().map(GamesFile::flush).transpose()?;
        let checkpoint = Checkpoint {
            format: FORMAT.into(),
            scenario: self.plan.scenario.document.clone(),
            shard: self.shard,
            games_bytes: saved.bytes,
            separator: self.style.separator,
            progress: progress.clone(),
        };
        let path = self.folder.checkpoint_files(self.shard).progress;
        write_atomically(&path, |out| serde_json::to_writer(out, &checkpoint).map_err(Into::into))?;
        saved.at = Instant::now();
        Ok(())
    }

    fn save_if_due(&self, progress: &Progress, saved: &mut Saved) {
        if saved.at.elapsed() >= SAVE_EVERY
            && let Err(failure) = self.write(progress, saved)
        {
            self.stop(saved, failure);
        }
    }

    /// A full disk stops the run; what was saved before stays.
    fn stop(&self, saved: &mut Saved, failure: anyhow::Error) {
        saved.failure.get_or_insert(failure);
        self.halt.halt();
    }

    fn game_row(&self, played: &RecordedGame) -> String {
        let case = &self.plan.cases[played.case];
        let link = self.links.url(played.case, played.game);
        let (planned, at) = self.plan.find(played.case);
        let layout = planned.block.layout(at);
        let row = GameRow { played, case, layout, seed: self.plan.scenario.seed, link: &link };
        self.style.row(&row.cells())
    }
}

impl RunObserver for CheckpointWriter<'_> {
    fn wants_games(&self) -> bool {
        self.saved.lock().unwrap_or_else(PoisonError::into_inner).games.is_some()
    }

    fn games_added(
        &self,
        progress: &Progress,
        block: usize,
        games: Range<u64>,
        played: &[RecordedGame],
    ) {
        self.bars.advance(block, games.end - games.start);
        let mut saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
        if saved.failure.is_some() {
            return;
        }
        let rows: Vec<String> = played.iter().map(|game| self.game_row(game)).collect();
        if let Some(file) = &mut saved.games
            && let Err(failure) = file.add(block, games.start, &rows)
        {
            return self.stop(&mut saved, failure);
        }
        self.save_if_due(progress, &mut saved);
    }

    fn decision_added(&self, progress: &Progress) {
        let mut saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
        if saved.failure.is_none() {
            self.save_if_due(progress, &mut saved);
        }
    }
}
