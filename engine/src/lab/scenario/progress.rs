//! How far a run is: what is saved of it on the way.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::plan::{Plan, PlannedBlock};
use super::record::GameRecord;
use super::tally::CaseTally;
use crate::agents::RecordedDecisions;

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
    pub tallies: Vec<CaseTally>,
    /// By number, games that are not finished: saved only where a game takes long.
    #[serde(default, rename = "begun", skip_serializing_if = "BTreeMap::is_empty")]
    pub partial: BTreeMap<u64, PartialGame>,
}

/// A game that is finished in some cases of a block and not yet in all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PartialGame {
    /// The first cases, which are finished.
    pub records: Vec<GameRecord>,
    /// The decisions of the next one so far.
    pub opening: RecordedDecisions,
}

impl BlockProgress {
    /// Marks a range of games as done; whether none of them was done before.
    pub(super) fn mark(&mut self, games: &Range<u64>) -> bool {
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

    fn has_tallies_of(&self, planned: &PlannedBlock) -> bool {
        let mut tallies = self.tallies.iter().enumerate();
        planned.cases.len() == self.tallies.len()
            && tallies.all(|(at, tally)| tally.fits(planned.block.layout(at)))
    }

    fn has_partial_games_of(&self, plan: &Plan, planned: &PlannedBlock) -> bool {
        self.partial.iter().all(|(game, partial)| {
            let cases = playing(plan, planned, *game);
            let mut records = partial.records.iter().zip(&cases);
            partial.records.len() <= cases.len()
                && records.all(|(record, at)| record.fits(planned.block.layout(*at)))
        })
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
        let block = |planned: &PlannedBlock| BlockProgress {
            tallies: tallies(planned),
            ..Default::default()
        };
        Progress {
            fingerprint: plan.fingerprint(),
            games: plan.games.clone(),
            blocks: plan.blocks.iter().map(block).collect(),
        }
    }

    /// Whether it belongs to the plan and has its shape.
    pub fn fits(&self, plan: &Plan) -> bool {
        self.fingerprint == plan.fingerprint()
            && self.blocks.len() == plan.blocks.len()
            && plan.blocks.iter().zip(&self.blocks).all(|(planned, block)| {
                block.has_tallies_of(planned) && block.has_partial_games_of(plan, planned)
            })
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

/// Nothing counted yet.
pub(super) fn tallies(planned: &PlannedBlock) -> Vec<CaseTally> {
    (0..planned.cases.len()).map(|at| CaseTally::new(planned.block.layout(at))).collect()
}

/// The games of the case that has most.
fn most(plan: &Plan, block: &PlannedBlock) -> u64 {
    block.cases.iter().map(|case| plan.games[*case]).max().unwrap_or(0)
}

/// The cases of a block that play a game, as places in the block: some have fewer games.
fn playing(plan: &Plan, block: &PlannedBlock, game: u64) -> Vec<usize> {
    (0..block.cases.len()).filter(|at| game < plan.games[block.cases[*at]]).collect()
}

#[cfg(test)]
mod tests {
    use super::{BlockProgress, Shard};

    #[test]
    fn ranges_are_marked_once_and_grow_together() {
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
