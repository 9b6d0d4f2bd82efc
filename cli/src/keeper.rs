//! Keeps a run on disk and on the screen while it goes on.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use towerlab_engine::agents::{Halt, Spec};
use towerlab_engine::scenario::run::Played;
use towerlab_engine::scenario::sheet::Style;
use towerlab_engine::scenario::tables::game_cells;
use towerlab_engine::scenario::{Overseer, Plan, Progress, Shard};

use crate::bars::Bars;
use crate::folder::{Folder, GamesFile, Saved, write_whole};

/// How often a run is saved.
const SAVE_EVERY: Duration = Duration::from_secs(2);

/// Keeps a run on disk and on the screen while it goes on.
pub struct Keeper<'a> {
    plan: &'a Plan,
    folder: &'a Folder,
    shard: Shard,
    halt: &'a Halt,
    links: Vec<String>,
    style: Style,
    /// How far it is.
    pub bars: Bars,
    /// What goes to disk.
    pub state: Mutex<Kept>,
}

/// What goes to disk.
pub struct Kept {
    /// The rows of games, if they are wanted.
    pub games: Option<GamesFile>,
    /// How much of them is saved.
    pub bytes: u64,
    saved: Instant,
    /// Why saving has failed, if so.
    pub failure: Option<anyhow::Error>,
}

impl<'a> Keeper<'a> {
    /// A keeper of a shard's run; links lead to `service`.
    pub fn new(
        service: &str,
        style: Style,
        plan: &'a Plan,
        folder: &'a Folder,
        shard: Shard,
        games: Option<GamesFile>,
        halt: &'a Halt,
    ) -> Keeper<'a> {
        let links = (0..plan.cases.len()).map(|case| link(service, plan, case)).collect();
        let state = Kept { games, bytes: 0, saved: Instant::now(), failure: None };
        Keeper {
            plan,
            folder,
            shard,
            halt,
            links,
            style,
            bars: Bars::new(plan),
            state: Mutex::new(state),
        }
    }

    fn write(&self, progress: &Progress, state: &mut Kept) -> anyhow::Result<()> {
        let bytes = state.games.as_mut().map(GamesFile::flush).transpose()?;
        state.bytes = bytes.unwrap_or(0);
        let saved =
            Saved::new(self.plan, self.shard, (self.style.separator, bytes), progress.clone());
        let (path, _) = self.folder.progress_files(self.shard);
        write_whole(&path, |out| serde_json::to_writer(out, &saved).map_err(Into::into))?;
        state.saved = Instant::now();
        Ok(())
    }

    /// Saves the end, unless saving has failed before.
    pub fn finish(&self, progress: &Progress) -> anyhow::Result<()> {
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
        if let Some(file) = &mut state.games
            && let Err(failure) = file.add(block, games.start, &rows)
        {
            return self.stop(&mut state, failure);
        }
        self.save_if_due(progress, &mut state);
    }

    fn went_on(&self, progress: &Progress) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.failure.is_none() {
            self.save_if_due(progress, &mut state);
        }
    }
}

impl Keeper<'_> {
    fn save_if_due(&self, progress: &Progress, state: &mut Kept) {
        if state.saved.elapsed() >= SAVE_EVERY
            && let Err(failure) = self.write(progress, state)
        {
            self.stop(state, failure);
        }
    }

    /// A full disk stops the run; what was saved before stays.
    fn stop(&self, state: &mut Kept, failure: anyhow::Error) {
        state.failure.get_or_insert(failure);
        self.halt.halt();
    }

    fn row(&self, played: &Played) -> String {
        let case = &self.plan.cases[played.case];
        let link = self.links[played.case].replace("{game}", &played.game.to_string());
        self.style.row(&game_cells(played, case, self.plan.scenario.seed, &link))
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
