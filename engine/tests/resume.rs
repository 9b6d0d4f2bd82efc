//! A run with searching agents that is stopped again and again, in the middle of games.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;
use towerlab_engine::agents::{AgentContext, Halt};
use towerlab_engine::lab::scenario::run::RecordedGame;
use towerlab_engine::lab::scenario::{Plan, Progress, RunObserver, Shard, run};
use towerlab_engine::operations::Registry;

/// Saves at every `every`th decision and stops some decisions later, as a kill would.
struct Killer {
    every: u64,
    later: u64,
    decisions: AtomicU64,
    saved: Mutex<Option<String>>,
    halt: Halt,
}

impl RunObserver for Killer {
    fn games_added(&self, _: &Progress, _: usize, _: Range<u64>, _: &[RecordedGame]) {}

    fn decision_added(&self, progress: &Progress) {
        let decisions = self.decisions.fetch_add(1, Ordering::Relaxed) + 1;
        if decisions == self.every {
            let text = serde_json::to_string(progress).expect("progress is a document");
            *self.saved.lock().expect("nobody panics") = Some(text);
        }
        if decisions == self.every + self.later {
            self.halt.halt();
        }
    }
}

#[test]
fn a_game_that_takes_long_goes_on_in_its_middle() {
    let tables = Registry::standard();
    for game in ["tower-up", "skyline", "tower"] {
        let document = json!({
            "game": game, "players": 2, "games": 2, "seed": 3,
            "cases": [{"agents": ["search:12", "tuned"]}, {"agents": ["random", "search:8x2"]}],
        });
        let plan = Plan::new(&document, &tables, 2).expect("a scenario");
        let start = |_: &str| unreachable!("no programs");
        let context = |halt: &Halt| AgentContext {
            clock: |_| Box::new(|| true),
            start: &start,
            halt: halt.clone(),
        };
        let go = |progress: Progress, every: u64, later: u64| {
            let halt = Halt::default();
            let saved = Mutex::new(None);
            let killer = Killer { every, later, decisions: 0.into(), saved, halt: halt.clone() };
            let done = run(&plan, progress, Shard::WHOLE, &context(&halt), &killer);
            (done, killer.decisions.into_inner(), killer.saved.into_inner().expect("no panic"))
        };
        let (whole, decisions, _) = go(Progress::new(&plan), u64::MAX / 2, 0);
        assert!(decisions > 40, "{game}: {decisions}");
        let (mut progress, mut made, mut stops) = (Progress::new(&plan), 0, 0);
        let (every, later) = (decisions / 5, 2);
        let done = loop {
            let (done, some, saved) = go(progress, every, later);
            made += some;
            match saved.filter(|_| some >= every + later) {
                Some(text) => progress = serde_json::from_str(&text).expect("a progress"),
                None => break done,
            }
            assert!(progress.fits(&plan));
            stops += 1;
        };
        assert_eq!(done, whole, "{game}");
        assert!(stops >= 4, "{game}: {stops} stops");
        // Two threads may each be at one decision more than was saved.
        let again = made - decisions;
        assert!(again <= stops * (later + 2), "{game}: {again} decisions again, {stops} stops");
    }
}
