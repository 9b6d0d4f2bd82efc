//! Progress bars of a run, on a terminal.

use std::fmt::Write;

use indicatif::{HumanDuration, MultiProgress, ProgressBar, ProgressState, ProgressStyle};
use towerlab_engine::lab::scenario::plan::PlannedBlock;
use towerlab_engine::lab::scenario::{Plan, Progress, Shard};

const TEMPLATE: &str = "{prefix:>12} {bar:30} {human_pos}/{human_len} games, {rate}, {left}";

/// A bar for the whole run, and one for each number of players.
pub struct ProgressBars {
    whole: ProgressBar,
    blocks: Vec<ProgressBar>,
    /// The number of cases of each block: one game of a block is a game of each case.
    cases: Vec<u64>,
    group: MultiProgress,
}

impl ProgressBars {
    /// Creates bars that are not shown yet.
    pub fn new(plan: &Plan) -> ProgressBars {
        let group = MultiProgress::new();
        let whole = group.add(ProgressBar::new(0).with_style(style()).with_prefix("all"));
        let bar = |block: &PlannedBlock| {
            let prefix = format!("{} players", block.players);
            let bar = ProgressBar::new(0).with_style(style()).with_prefix(prefix);
            group.insert_before(&whole, bar)
        };
        let blocks = plan.blocks.iter().map(bar).collect();
        let cases = plan.blocks.iter().map(|block| block.cases.len() as u64).collect();
        ProgressBars { whole, blocks, cases, group }
    }

    /// Shows how many games are left.
    pub fn show(&self, plan: &Plan, progress: &Progress, shard: Shard) {
        let mut whole = 0;
        for (at, bar) in self.blocks.iter().enumerate() {
            let left: u64 =
                progress.left(plan, at, shard).iter().map(|range| range.end - range.start).sum();
            let games = left * self.cases[at];
            bar.set_length(games);
            bar.reset_eta();
            whole += games;
        }
        self.whole.set_length(whole);
        self.whole.reset_eta();
    }

    /// Counts games of a block, each played in all its cases.
    pub fn advance(&self, block: usize, games: u64) {
        self.blocks[block].inc(games * self.cases[block]);
        self.whole.inc(games * self.cases[block]);
    }

    /// Removes the bars.
    pub fn clear(&self) {
        self.blocks.iter().chain([&self.whole]).for_each(ProgressBar::finish_and_clear);
        let _ = self.group.clear();
    }
}

fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template(TEMPLATE).expect("the template is a constant");
    let rate = |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{:.0} per second", state.per_sec());
    };
    let left = |state: &ProgressState, out: &mut dyn Write| {
        let _ = match state.pos() {
            0 => write!(out, "starting"),
            _ => write!(out, "{:#} left", HumanDuration(state.eta())),
        };
    };
    style.with_key("rate", rate).with_key("left", left)
}
