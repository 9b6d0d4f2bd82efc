//! A thread's work: games of a block, played case by case.

use std::ops::Range;

use super::block::{BlockPlayer, Checkpoint};
use super::plan::{Plan, PlannedBlock};
use super::progress::{PartialGame, tallies};
use super::record::GameRecord;
use super::run::RecordedGame;
use super::tally::CaseTally;
use crate::agents::RecordedDecisions;
use crate::agents::{AgentContext, Halt};
use crate::game::random::Key;

/// A game that takes long: what is known of it, and how its decisions are saved.
pub(super) struct ResumableGame<'a> {
    pub(super) partial: PartialGame,
    pub(super) save: &'a mut dyn FnMut(&PartialGame),
}

/// Plays all cases of a block side by side.
pub(super) struct Worker<'a> {
    plan: &'a Plan,
    planned: &'a PlannedBlock,
    player: Box<dyn BlockPlayer + 'a>,
    /// By case, how many games it has.
    limits: Vec<u64>,
    /// Whether the records of games are returned.
    pub(super) keeps_games: bool,
    records: Vec<GameRecord>,
    halt: Halt,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        planned: &'a PlannedBlock,
        context: &'a AgentContext<'a>,
        limits: Vec<u64>,
    ) -> Worker<'a> {
        Worker {
            plan,
            planned,
            player: planned.block.player(context),
            limits,
            keeps_games: false,
            records: vec![GameRecord::default(); planned.cases.len()],
            halt: context.halt.clone(),
        }
    }

    /// Plays a range of games, of each case those within its limit; nothing if it was halted.
    /// It may be a single game that goes on from where it was.
    pub(super) fn play(
        &mut self,
        key: &Key,
        games: Range<u64>,
        mut resumable: Option<ResumableGame<'_>>,
    ) -> Option<(Vec<CaseTally>, Vec<RecordedGame>)> {
        let (planned, mut recorded) = (self.planned, Vec::new());
        let mut sums = tallies(planned);
        for k in games {
            for (nth, at) in self.playing(k).into_iter().enumerate() {
                self.play_case(at, nth, (key, k), resumable.as_mut());
                if self.halt.is_halted() {
                    return None;
                }
                sums[at].add(planned.block.layout(at), &self.records[at]);
                if self.keeps_games {
                    let record = self.records[at].clone();
                    recorded.push(RecordedGame { case: planned.cases[at], game: k, record });
                }
            }
            self.compare_with_baselines(k, &mut sums);
        }
        Some((sums, recorded))
    }

    /// The cases that have a game, as places in the block.
    fn playing(&self, game: u64) -> Vec<usize> {
        (0..self.limits.len()).filter(|at| game < self.limits[*at]).collect()
    }

    fn compare_with_baselines(&self, game: u64, sums: &mut [CaseTally]) {
        let cases = &self.planned.cases;
        for at in self.playing(game) {
            let baseline = self.plan.cases[cases[at]].baseline;
            let other = baseline.and_then(|b| cases.iter().position(|case| *case == b));
            if let Some(other) = other.filter(|other| game < self.limits[*other]) {
                let same = &self.planned.same[at];
                sums[at].compare(&self.records[at], &self.records[other], same);
            }
        }
    }

    /// Plays a game of a case, the `nth` to play it; or takes it from what was saved.
    fn play_case(
        &mut self,
        at: usize,
        nth: usize,
        deal: (&Key, u64),
        resumable: Option<&mut ResumableGame<'_>>,
    ) {
        let record = &mut self.records[at];
        let Some(ResumableGame { partial, save }) = resumable else {
            return self.player.play(at, deal, record, None);
        };
        if let Some(known) = partial.records.get(nth) {
            return record.clone_from(known);
        }
        let (halt, opening) = (&self.halt, partial.opening.clone());
        let mut save_opening = |opening: &RecordedDecisions| {
            // A search that was cut short has not decided.
            if !halt.is_halted() {
                partial.opening.clone_from(opening);
                save(partial);
            }
        };
        let checkpoint = Checkpoint { opening, save: &mut save_opening };
        self.player.play(at, deal, record, Some(checkpoint));
        if !halt.is_halted() {
            partial.records.push(record.clone());
            partial.opening = RecordedDecisions::default();
            save(partial);
        }
    }
}
