//! Plays the games of a plan on all cores, in any order and in any parts.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::plan::{PILOT, Plan};
use super::progress::{PartialGame, Progress, Shard, tallies};
use super::record::GameRecord;
use super::tally::CaseTally;
use super::worker::{ResumableGame, Worker};
use crate::agents::{AgentContext, Spec};

/// Games that a thread plays before it hands in its sums.
const UNIT: u64 = 32;

/// A game of a run, for a table of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedGame {
    /// The case.
    pub case: usize,
    /// The number of the game.
    pub game: u64,
    /// What was measured.
    pub record: GameRecord,
}

/// Follows a run.
pub trait RunObserver: Sync {
    /// Whether it wants to see every game.
    fn wants_games(&self) -> bool {
        false
    }

    /// A range of games of a block was added to the progress.
    fn games_added(
        &self,
        progress: &Progress,
        block: usize,
        games: Range<u64>,
        recorded: &[RecordedGame],
    );

    /// A decision of a game that takes long was added to the progress.
    fn decision_added(&self, _progress: &Progress) {}
}

/// Ignores everything.
impl RunObserver for () {
    fn games_added(&self, _: &Progress, _: usize, _: Range<u64>, _: &[RecordedGame]) {}
}

/// Plays what a shard has still to play. Halted by its context, it returns early; what was handed
/// in until then counts.
pub fn run(
    plan: &Plan,
    progress: Progress,
    shard: Shard,
    context: &AgentContext<'_>,
    observer: &dyn RunObserver,
) -> Progress {
    let left: Vec<Vec<Range<u64>>> =
        (0..plan.blocks.len()).map(|block| progress.left(plan, block, shard)).collect();
    let run = Run {
        plan,
        observer,
        is_slow: unit(plan) == 1,
        queue: Mutex::new(Queue::new(left, unit(plan))),
        progress: Mutex::new(progress),
    };
    rayon::broadcast(|_| run.work(context));
    run.progress.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// A run that several threads work on.
struct Run<'a> {
    plan: &'a Plan,
    observer: &'a dyn RunObserver,
    /// Whether a game takes so long that its decisions are saved.
    is_slow: bool,
    queue: Mutex<Queue>,
    progress: Mutex<Progress>,
}

impl Run<'_> {
    fn progress(&self) -> MutexGuard<'_, Progress> {
        lock(&self.progress)
    }

    /// Plays games until none is left, or it is halted.
    fn work(&self, context: &AgentContext<'_>) {
        let mut worker: Option<(usize, Worker<'_>)> = None;
        while let Some((block, games)) = self.next() {
            let planned = &self.plan.blocks[block];
            let (_, worker) = match worker.take() {
                Some((of, known)) if of == block => worker.insert((of, known)),
                _ => {
                    let limits = planned.cases.iter().map(|case| self.plan.games[*case]).collect();
                    let mut new = Worker::new(self.plan, planned, context, limits);
                    new.keeps_games = self.observer.wants_games();
                    worker.insert((block, new))
                }
            };
            let mut save = |partial: &PartialGame| {
                let mut progress = self.progress();
                progress.blocks[block].partial.insert(games.start, partial.clone());
                self.observer.decision_added(&progress);
            };
            let resumable = self.is_slow.then(|| {
                let partial = self.progress().blocks[block].partial.get(&games.start).cloned();
                ResumableGame { partial: partial.unwrap_or_default(), save: &mut save }
            });
            let Some((tallies, recorded)) = worker.play(&planned.key, games.clone(), resumable)
            else {
                return;
            };
            let mut progress = self.progress();
            let mine = &mut progress.blocks[block];
            assert!(mine.mark(&games), "a game is played once");
            mine.partial.remove(&games.start);
            mine.tallies.iter_mut().zip(&tallies).for_each(|(one, other)| one.merge(other));
            self.observer.games_added(&progress, block, games, &recorded);
        }
    }

    fn next(&self) -> Option<(usize, Range<u64>)> {
        lock(&self.queue).next()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays a pilot of all cases, on games that the run does not play; nothing if it was halted.
pub fn pilot(plan: &Plan, games: u64, context: &AgentContext<'_>) -> Option<Vec<Vec<CaseTally>>> {
    let blocks = plan.blocks.iter().map(|planned| {
        let sums = Mutex::new(Some(tallies(planned)));
        let each = unit(plan).min(games.div_ceil(2 * rayon::current_num_threads() as u64)).max(1);
        let queue = Mutex::new(Queue::new(vec![vec![0..games]], each));
        rayon::broadcast(|_| {
            let limits = vec![games; planned.cases.len()];
            let mut worker = Worker::new(plan, planned, context, limits);
            let next = || lock(&queue).next();
            while let Some((_, games)) = next() {
                let played = worker.play(&planned.pilot_key, games, None);
                let mut sums = lock(&sums);
                match (&mut *sums, played) {
                    (Some(sums), Some((tallies, _))) => {
                        sums.iter_mut().zip(&tallies).for_each(|(one, other)| one.merge(other));
                    }
                    _ => *sums = None,
                }
            }
        });
        sums.into_inner().unwrap_or_else(PoisonError::into_inner)
    });
    blocks.collect()
}

/// The usual pilot.
pub fn settle(plan: &mut Plan, context: &AgentContext<'_>) -> bool {
    if !plan.needs_pilot() {
        return true;
    }
    let Some(tallies) = pilot(plan, PILOT, context) else { return false };
    plan.settle(&tallies);
    true
}

/// Games are handed in one by one where a search plays, which takes its time.
fn unit(plan: &Plan) -> u64 {
    let searches = |spec: &Spec| spec.budget().is_some();
    if plan.cases.iter().any(|case| case.agents.iter().any(searches)) { 1 } else { UNIT }
}

/// What is still to be handed out.
struct Queue {
    left: Vec<Vec<Range<u64>>>,
    block: usize,
    unit: u64,
}

impl Queue {
    fn new(mut left: Vec<Vec<Range<u64>>>, unit: u64) -> Queue {
        left.iter_mut().for_each(|ranges| ranges.reverse());
        Queue { left, block: 0, unit }
    }

    fn next(&mut self) -> Option<(usize, Range<u64>)> {
        loop {
            let ranges = self.left.get_mut(self.block)?;
            let Some(range) = ranges.last_mut() else {
                self.block += 1;
                continue;
            };
            let end = range.end.min(range.start + self.unit);
            let unit = range.start..end;
            range.start = end;
            if range.is_empty() {
                ranges.pop();
            }
            return Some((self.block, unit));
        }
    }
}
