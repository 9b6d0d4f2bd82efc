//! How far a run is, on a terminal.

use std::fmt::Write;

use indicatif::{HumanDuration, MultiProgress, ProgressBar, ProgressState, ProgressStyle};
use towerlab_engine::scenario::plan::PlannedBlock;
use towerlab_engine::scenario::{Plan, Progress, Shard};

/// A bar for all, and one for the players that are at it.
pub struct Bars {
    all: ProgressBar,
    blocks: Vec<ProgressBar>,
    weights: Vec<u64>,
    shown: MultiProgress,
}

impl Bars {
    /// Bars that are not shown yet.
    pub fn new(plan: &Plan) -> Bars {
        let style = |line: &str| {
            let style = ProgressStyle::with_template(line).expect("the template is a constant");
            style
                .with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
                    let _ = write!(out, "{:.0} a second", state.per_sec());
                })
                .with_key("left", |state: &ProgressState, out: &mut dyn Write| {
                    let _ = match state.pos() {
                        0 => write!(out, "not begun"),
                        _ => write!(out, "{:#} left", HumanDuration(state.eta())),
                    };
                })
        };
        let line = "{prefix:>12} {bar:30} {human_pos}/{human_len} games, {rate}, {left}";
        let shown = MultiProgress::new();
        let all = shown.add(ProgressBar::new(0).with_style(style(line)).with_prefix("all"));
        let bar = |block: &PlannedBlock| {
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

    /// Shows what is left to do.
    pub fn show(&self, plan: &Plan, progress: &Progress, shard: Shard) {
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

    /// So many games of a block are done, each of all its cases.
    pub fn advance(&self, block: usize, games: u64) {
        self.blocks[block].inc(games * self.weights[block]);
        self.all.inc(games * self.weights[block]);
    }

    /// Takes them away.
    pub fn clear(&self) {
        self.blocks.iter().chain([&self.all]).for_each(ProgressBar::finish_and_clear);
        let _ = self.shown.clear();
    }
}
