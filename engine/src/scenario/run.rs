//! Plays the games of a plan on all cores, in any order and in any parts.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::plan::{PILOT, Plan, PlannedBlock};
use super::record::Record;
use super::tally::Tally;
use crate::agents::{Spec, Tools};
use crate::random::Key;

/// Games that a thread plays before it hands in its sums.
const UNIT: u64 = 32;

/// A part of a run: which of how many, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which.
    pub part: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Its part of so many games.
    fn range(self, games: u64) -> Range<u64> {
        let at = |part: u64| (u128::from(games) * u128::from(part) / u128::from(self.of)) as u64;
        at(self.part - 1)..at(self.part)
    }
}

/// How far a run is: everything that is needed to go on with it, or to join it to others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Of which plan.
    pub fingerprint: String,
    /// By case, how many games are to be played.
    pub games: Vec<u64>,
    /// By block.
    pub blocks: Vec<BlockProgress>,
}

/// How far the cases of one number of players are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BlockProgress {
    /// The games that are done, in ascending ranges that do not touch.
    pub done: Vec<(u64, u64)>,
    /// By case.
    pub tallies: Vec<Tally>,
}

impl BlockProgress {
    /// Notes a range of games; whether none of them was noted before.
    fn mark(&mut self, games: &Range<u64>) -> bool {
        let at = self.done.partition_point(|(from, _)| *from < games.start);
        let before = at.checked_sub(1).map_or(0, |at| self.done[at].1);
        let after = self.done.get(at).map_or(u64::MAX, |(from, _)| *from);
        if games.start < before || games.end > after {
            return false;
        }
        self.done.insert(at, (games.start, games.end));
        if after == games.end {
            self.done[at].1 = self.done.remove(at + 1).1;
        }
        if at > 0 && before == games.start {
            self.done[at - 1].1 = self.done.remove(at).1;
        }
        true
    }

    /// What is not done of a range.
    fn left(&self, of: Range<u64>) -> Vec<Range<u64>> {
        let (mut left, mut at) = (Vec::new(), of.start);
        for &(from, to) in &self.done {
            if from > at && at < of.end {
                left.push(at..from.min(of.end));
            }
            at = at.max(to);
        }
        if at < of.end {
            left.push(at..of.end);
        }
        left
    }
}

impl Progress {
    /// Nothing done yet.
    pub fn new(plan: &Plan) -> Progress {
        let block =
            |planned: &PlannedBlock| BlockProgress { done: Vec::new(), tallies: tallies(planned) };
        Progress {
            fingerprint: plan.fingerprint(),
            games: plan.games.clone(),
            blocks: plan.blocks.iter().map(block).collect(),
        }
    }

    /// Whether it belongs to the plan and has its shape.
    pub fn fits(&self, plan: &Plan) -> bool {
        let fits = |(planned, block): (&PlannedBlock, &BlockProgress)| {
            planned.cases.len() == block.tallies.len()
                && block
                    .tallies
                    .iter()
                    .enumerate()
                    .all(|(at, tally)| tally.fits(planned.block.layout(at)))
        };
        self.fingerprint == plan.fingerprint()
            && self.blocks.len() == plan.blocks.len()
            && plan.blocks.iter().zip(&self.blocks).all(fits)
    }

    /// Joins another part; whether no game was in both.
    pub fn merge(&mut self, other: &Progress) -> bool {
        let mut apart = true;
        for (mine, theirs) in self.blocks.iter_mut().zip(&other.blocks) {
            apart &= theirs.done.iter().all(|&(from, to)| mine.mark(&(from..to)));
            mine.tallies.iter_mut().zip(&theirs.tallies).for_each(|(one, other)| one.merge(other));
        }
        apart
    }

    /// What a shard has still to play in a block.
    pub fn left(&self, plan: &Plan, block: usize, shard: Shard) -> Vec<Range<u64>> {
        self.blocks[block].left(shard.range(most(plan, &plan.blocks[block])))
    }

    /// Whether all games of a shard are done.
    pub fn is_complete(&self, plan: &Plan, shard: Shard) -> bool {
        (0..plan.blocks.len()).all(|block| self.left(plan, block, shard).is_empty())
    }
}

fn tallies(planned: &PlannedBlock) -> Vec<Tally> {
    (0..planned.cases.len()).map(|at| Tally::new(planned.block.layout(at))).collect()
}

/// The games of the case that has most.
fn most(plan: &Plan, block: &PlannedBlock) -> u64 {
    block.cases.iter().map(|case| plan.games[*case]).max().unwrap_or(0)
}

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
            let Some((tallies, played)) =
                team.play(plan, &planned.key, games.clone(), &limits, seen)
            else {
                return;
            };
            let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
            let mine = &mut progress.blocks[block];
            assert!(mine.mark(&games), "a game is played once");
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
                let played = team.play(plan, &planned.pilot_key, games, &limits, false);
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
    fn play(
        &mut self,
        plan: &Plan,
        key: &Key,
        games: Range<u64>,
        limits: &[u64],
        seen: bool,
    ) -> Option<(Vec<Tally>, Vec<Played>)> {
        let (mut sums, mut played) = (tallies(self.planned), Vec::new());
        let cases = &self.planned.cases;
        for k in games {
            for at in (0..cases.len()).filter(|at| k < limits[*at]) {
                self.player.play(at, key, k, &mut self.records[at]);
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
}

#[cfg(test)]
mod tests {
    use super::{BlockProgress, Shard};

    #[test]
    fn ranges_are_noted_once_and_grow_together() {
        let mut block = BlockProgress::default();
        for range in [4..6, 0..2, 6..9, 2..4, 12..13] {
            assert!(block.mark(&range));
        }
        assert_eq!(block.done, [(0, 9), (12, 13)]);
        assert!(!block.mark(&(8..10)) && !block.mark(&(0..1)) && !block.mark(&(10..13)));
        assert_eq!(block.left(0..20), [9..12, 13..20]);
        assert_eq!(block.left(5..8), []);
    }

    #[test]
    fn shards_are_all_games_once() {
        for games in [1, 6, 7, 1000] {
            let parts: Vec<_> = (1..=7).map(|part| Shard { part, of: 7 }.range(games)).collect();
            assert_eq!((parts[0].start, parts[6].end), (0, games));
            assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
        }
    }
}
