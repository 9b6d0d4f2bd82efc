//! Plays the games of a plan on all cores, in any order and in any parts.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::block::Memory;
use super::plan::{PILOT, Plan, PlannedBlock};
use super::progress::{Begun, Progress, Shard, tallies};
use super::record::Record;
use super::tally::Tally;
use crate::agents::{Spec, Tools};
use crate::analysis::arena::Opening;
use crate::random::Key;

/// Games that a thread plays before it hands in its sums.
const UNIT: u64 = 32;

/// A game of a run, for a table of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The case.
    pub case: usize,
    /// The number of the game.
    pub game: u64,
    /// What was measured.
    pub record: Record,
}

/// Looks after a run.
pub trait Overseer: Sync {
    /// Whether it wants to see every game.
    fn wants_games(&self) -> bool {
        false
    }

    /// A range of games of a block was added to the progress.
    fn merged(&self, progress: &Progress, block: usize, games: Range<u64>, played: &[Played]);

    /// A decision of a game that takes long was added to the progress.
    fn went_on(&self, _progress: &Progress) {}
}

/// Nobody looks on.
impl Overseer for () {
    fn merged(&self, _: &Progress, _: usize, _: Range<u64>, _: &[Played]) {}
}

/// Plays what a shard has still to play. Halted by its tools, it returns early; what was handed
/// in until then counts.
pub fn run(
    plan: &Plan,
    progress: Progress,
    shard: Shard,
    tools: &Tools<'_>,
    overseer: &dyn Overseer,
) -> Progress {
    let left: Vec<Vec<Range<u64>>> =
        (0..plan.blocks.len()).map(|block| progress.left(plan, block, shard)).collect();
    let progress = Mutex::new(progress);
    let queue = Mutex::new(Queue::new(left, unit(plan)));
    let is_slow = unit(plan) == 1;
    let hold = || progress.lock().unwrap_or_else(PoisonError::into_inner);
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = |_: rayon::BroadcastContext<'_>| {
        let mut team = None;
        while let Some((block, games)) = next() {
            let planned = &plan.blocks[block];
            if team.as_ref().is_none_or(|(of, _)| *of != block) {
                team = Some((block, Team::new(planned, tools)));
            }
            let Some((_, team)) = &mut team else { unreachable!("a team was made") };
            let limits: Vec<u64> = planned.cases.iter().map(|case| plan.games[*case]).collect();
            let seen = overseer.wants_games();
            let mut keep = |begun: &Begun| {
                let mut progress = hold();
                progress.blocks[block].begun.insert(games.start, begun.clone());
                overseer.went_on(&progress);
            };
            let going = is_slow.then(|| {
                let begun = hold().blocks[block].begun.get(&games.start).cloned();
                Going { begun: begun.unwrap_or_default(), keep: &mut keep }
            });
            let Some((tallies, played)) =
                team.play(plan, &planned.key, games.clone(), &limits, seen, going)
            else {
                return;
            };
            let mut progress = hold();
            let mine = &mut progress.blocks[block];
            assert!(mine.mark(&games), "a game is played once");
            mine.begun.remove(&games.start);
            mine.tallies.iter_mut().zip(&tallies).for_each(|(one, other)| one.merge(other));
            overseer.merged(&progress, block, games, &played);
        }
    };
    rayon::broadcast(work);
    progress.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Plays a pilot of all cases, on games of its own; nothing if it was halted.
pub fn pilot(plan: &Plan, games: u64, tools: &Tools<'_>) -> Option<Vec<Vec<Tally>>> {
    let blocks = plan.blocks.iter().map(|planned| {
        let sums = Mutex::new(Some(tallies(planned)));
        let each = unit(plan).min(games.div_ceil(2 * rayon::current_num_threads() as u64)).max(1);
        let queue = Mutex::new(Queue::new(vec![vec![0..games]], each));
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        rayon::broadcast(|_| {
            let mut team = Team::new(planned, tools);
            let limits = vec![games; planned.cases.len()];
            while let Some((_, games)) = next() {
                let played = team.play(plan, &planned.pilot_key, games, &limits, false, None);
                let mut sums = sums.lock().unwrap_or_else(PoisonError::into_inner);
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
pub fn settle(plan: &mut Plan, tools: &Tools<'_>) -> bool {
    if !plan.needs_pilot() {
        return true;
    }
    let Some(tallies) = pilot(plan, PILOT, tools) else { return false };
    plan.settle(&tallies);
    true
}

/// Games are handed in one by one where a search plays, which takes its time.
fn unit(plan: &Plan) -> u64 {
    let searches = |spec: &Spec| matches!(spec, Spec::Search(_));
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

/// A game that takes long, and who keeps it while it goes on.
struct Going<'a> {
    begun: Begun,
    keep: &'a mut dyn FnMut(&Begun),
}

/// Plays all cases of a block side by side.
struct Team<'a> {
    planned: &'a PlannedBlock,
    player: Box<dyn super::block::Player + 'a>,
    records: Vec<Record>,
    halt: crate::agents::Halt,
}

impl<'a> Team<'a> {
    fn new(planned: &'a PlannedBlock, tools: &'a Tools<'a>) -> Team<'a> {
        let records = vec![Record::default(); planned.cases.len()];
        let halt = tools.halt.clone();
        Team { planned, player: planned.block.player(tools), records, halt }
    }

    /// Plays a range of games, of each case those within its limit; nothing if it was halted.
    /// It may be a single game that goes on from where it was.
    fn play(
        &mut self,
        plan: &Plan,
        key: &Key,
        games: Range<u64>,
        limits: &[u64],
        seen: bool,
        mut going: Option<Going<'_>>,
    ) -> Option<(Vec<Tally>, Vec<Played>)> {
        let (mut sums, mut played) = (tallies(self.planned), Vec::new());
        let cases = &self.planned.cases;
        for k in games {
            for (nth, at) in (0..cases.len()).filter(|at| k < limits[*at]).enumerate() {
                self.one(at, nth, (key, k), going.as_mut());
                if self.halt.is_halted() {
                    return None;
                }
                sums[at].add(self.planned.block.layout(at), &self.records[at]);
                if seen {
                    let record = self.records[at].clone();
                    played.push(Played { case: cases[at], game: k, record });
                }
            }
            for at in (0..cases.len()).filter(|at| k < limits[*at]) {
                let baseline = plan.cases[cases[at]].baseline;
                let other = baseline.and_then(|b| cases.iter().position(|case| *case == b));
                if let Some(other) = other.filter(|other| k < limits[*other]) {
                    let same = &self.planned.same[at];
                    sums[at].compare(&self.records[at], &self.records[other], same);
                }
            }
        }
        Some((sums, played))
    }

    /// Plays a game of a case, the `nth` to play it; or recalls it.
    fn one(&mut self, at: usize, nth: usize, deal: (&Key, u64), going: Option<&mut Going<'_>>) {
        let record = &mut self.records[at];
        let Some(Going { begun, keep }) = going else {
            return self.player.play(at, deal, record, None);
        };
        if let Some(known) = begun.records.get(nth) {
            return record.clone_from(known);
        }
        let (halt, opening) = (&self.halt, begun.opening.clone());
        let mut tell = |opening: &Opening| {
            // A search that was cut short has not decided.
            if !halt.is_halted() {
                begun.opening.clone_from(opening);
                keep(begun);
            }
        };
        let memory = Memory { opening, keep: &mut tell };
        self.player.play(at, deal, record, Some(memory));
        if !halt.is_halted() {
            begun.records.push(record.clone());
            begun.opening = Opening::default();
            keep(begun);
        }
    }
}
