//! A scenario made ready: its cases checked, its games counted.

use std::collections::{BTreeSet, HashSet};

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::baseline::find_baselines;
use super::block::{Block, ScenarioGame};
use super::case::Case;
use super::case_builder::CaseBuilder;
use super::document::{Scenario, Size};
use super::layout::ColumnIndex;
use super::precision::games_needed;
use super::source::Source;
use super::tally::CaseTally;
use crate::VERSION;
use crate::document::{Fault, FaultCode, Faults, nearest};
use crate::game::random::Key;
use crate::games::metrics::Occurrence;
use crate::lab::metrics::{CASE_METRICS, SHARE_OF_POINTS, canonical_id};

/// The most cases of a scenario.
pub const MOST_CASES: usize = 2000;

/// Games of a pilot.
pub const PILOT: u64 = 500;

/// A scenario that can be run.
pub struct Plan {
    /// The scenario.
    pub scenario: Scenario,
    /// The cases.
    pub cases: Vec<Case>,
    /// The names of the rules that vary.
    pub parameters: Vec<String>,
    /// The cases by number of players.
    pub blocks: Vec<PlannedBlock>,
    /// By case, how many games; 0 before a pilot.
    pub games: Vec<u64>,
}

/// The cases with one number of players.
pub struct PlannedBlock {
    /// How many play.
    pub players: u8,
    /// Which cases.
    pub cases: Vec<usize>,
    /// Plays them.
    pub block: Box<dyn Block>,
    /// The randomness of its games.
    pub key: Key,
    /// The randomness of its pilot, which shares no game with the run.
    pub pilot_key: Key,
    /// By case and column, where the baseline has the same metric.
    pub same: Vec<Vec<Option<ColumnIndex>>>,
}

impl Plan {
    /// Reads and checks a scenario, and reports all its faults.
    pub fn read<T: ScenarioGame + ?Sized>(
        source: &Source<'_>,
        games: &[Box<T>],
    ) -> Result<Plan, Faults> {
        let plan = Plan::new(&source.value, games, MOST_CASES);
        let mut faults = source.faults.clone();
        match plan {
            Ok(plan) if faults.is_empty() => return Ok(plan),
            Ok(_) => {}
            Err(more) => faults.extend(source.locate(more).0),
        }
        Err(Faults(faults))
    }

    /// The same from a parsed document, for so many cases at most.
    pub fn new<T: ScenarioGame + ?Sized>(
        document: &Value,
        games: &[Box<T>],
        most: usize,
    ) -> Result<Plan, Faults> {
        let (scenario, mut faults) = Scenario::read(document, games);
        let Some(scenario) = scenario else { return Err(Faults(faults)) };
        let game = games.iter().find(|game| game.name() == scenario.game);
        let game = &**game.expect("the scenario's game is one of the games");
        let sizes = scenario.grids.iter().map(|grid| grid.size());
        let size = sizes.fold(0, usize::saturating_add);
        if size > most {
            let message = format!("these are {size} cases; at most {most} are possible here");
            faults.push(Fault::new("", FaultCode::TooManyCases, message));
            return Err(Faults(faults));
        }
        let mut builder = CaseBuilder::new(&scenario, game, faults);
        builder.add_cases();
        let blocks = builder.build_blocks();
        let (cases, mut faults) = (builder.cases, builder.faults);
        let plan = Plan {
            parameters: parameters(&scenario),
            games: vec![0; cases.len()],
            scenario,
            cases,
            blocks,
        };
        plan.check_metrics(&mut faults);
        plan.check_case_names(&mut faults);
        drop_repeated(&mut faults);
        let mut plan = Faults::ok_if_empty(faults, plan)?;
        plan.find_baselines()?;
        if let Size::Games(games) = plan.scenario.size {
            plan.games.fill(games);
        }
        Ok(plan)
    }

    /// What can happen in a game.
    pub fn occurrences(&self) -> Vec<Occurrence> {
        self.blocks.first().map_or_else(Vec::new, |block| block.block.occurrences())
    }

    /// The block of a case, and which of its cases it is.
    pub fn find(&self, case: usize) -> (&PlannedBlock, usize) {
        let found = self
            .blocks
            .iter()
            .find_map(|block| Some((block, block.cases.iter().position(|known| *known == case)?)));
        found.expect("every case is in a block")
    }

    /// Whether a pilot has to find out how many games are needed.
    pub fn needs_pilot(&self) -> bool {
        self.games.contains(&0)
    }

    /// The cases in which `max_games` may stop short of the precision that the scenario states.
    pub fn short(&self) -> Vec<usize> {
        let most = match self.scenario.size {
            Size::Until(_, most) => most,
            Size::Games(_) => u64::MAX,
        };
        (0..self.cases.len()).filter(|case| self.games[*case] >= most).collect()
    }

    /// Sets the number of games of every case, as if the scenario said so.
    pub fn set_games(&mut self, games: u64) {
        self.games.fill(games);
        self.scenario.size = Size::Games(games);
        if let Value::Object(document) = &mut self.scenario.document {
            document.retain(|key, _| key != "until" && key != "max_games");
            document.insert("games".into(), games.into());
        }
    }

    /// Takes from a pilot how many games every case needs.
    pub fn settle(&mut self, pilot: &[Vec<CaseTally>]) {
        let Size::Until(wanted, most) = &self.scenario.size else { return };
        for (block, tallies) in self.blocks.iter().zip(pilot) {
            for (at, (&case, tally)) in block.cases.iter().zip(tallies).enumerate() {
                let needed = games_needed(wanted, block.block.layout(at), tally);
                self.games[case] = needed.min(*most);
            }
        }
    }

    /// What the run is: two plans with the same fingerprint give the same tables.
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(VERSION);
        hash.update(self.scenario.document.to_string());
        for block in &self.blocks {
            for (at, case) in block.cases.iter().enumerate() {
                hash.update(block.block.rules(at).to_string());
                hash.update(self.games[*case].to_le_bytes());
            }
        }
        let digest: [u8; 32] = hash.finalize().into();
        digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Checks that the metrics the scenario names exist.
    fn check_metrics(&self, faults: &mut Vec<Fault>) {
        let mut known: BTreeSet<&str> = BTreeSet::new();
        let derived = CASE_METRICS.iter().filter(|metric| metric.member.is_none());
        let mut derived: BTreeSet<String> = derived.map(|metric| metric.id.to_string()).collect();
        for block in &self.blocks {
            for layout in (0..block.cases.len()).map(|at| block.block.layout(at)) {
                known.extend(layout.columns().iter().map(|column| column.name.as_str()));
                let sources = layout.sources().iter().map(|it| layout.seat_metric_id(*it));
                derived.extend(sources.map(|source| SHARE_OF_POINTS.id_of(source)));
            }
        }
        if known.is_empty() {
            return;
        }
        let mut check = |known: &BTreeSet<&str>, metric: &str, place: String| {
            if !known.contains(canonical_id(metric)) {
                let message = unknown_metric(metric, known);
                faults.push(Fault::new(place, FaultCode::UnknownMetric, message));
            }
        };
        if let Size::Until(wanted, _) = &self.scenario.size {
            for (metric, _) in wanted {
                check(&known, metric, format!("/until/{metric}"));
            }
        }
        known.extend(derived.iter().map(String::as_str));
        for (at, metric) in self.scenario.metrics.iter().enumerate() {
            check(&known, metric, format!("/metrics/{at}"));
        }
    }

    /// Checks that no two cases share a name.
    fn check_case_names(&self, faults: &mut Vec<Fault>) {
        let mut names = HashSet::new();
        for case in self.cases.iter().filter(|case| !names.insert(&case.name)) {
            // Equal cases have a fault that says so.
            if !faults.iter().any(|fault| fault.code == FaultCode::CaseTwice) {
                let message = format!("two cases are called `{}`", case.name);
                faults.push(Fault::new("/cases", FaultCode::NameTwice, message));
            }
        }
    }

    /// Finds every case's baseline and the columns that both have.
    fn find_baselines(&mut self) -> Result<(), Faults> {
        let found = find_baselines(&self.scenario.baseline, &self.cases)?;
        for (at, baseline) in found.into_iter().enumerate() {
            self.cases[at].baseline = baseline.filter(|baseline| *baseline != at);
        }
        for block in &mut self.blocks {
            let same = |at: usize| {
                let layout = block.block.layout(at);
                let baseline = self.cases[block.cases[at]].baseline;
                let baseline = block.cases.iter().position(|case| Some(*case) == baseline);
                let Some(other) = baseline.map(|other| block.block.layout(other)) else {
                    return vec![None; layout.columns().len()];
                };
                let columns = layout.columns().iter();
                columns.map(|column| other.find(&column.name, column.seat)).collect()
            };
            block.same = (0..block.cases.len()).map(same).collect();
        }
        Ok(())
    }
}

/// The fault of a metric that does not exist.
fn unknown_metric(name: &str, known: &BTreeSet<&str>) -> String {
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("there is no metric `{name}`; did you mean `{near}`?"),
        None => {
            let all: Vec<&str> = known.iter().copied().collect();
            format!("there is no metric `{name}`; there are {}", all.join(", "))
        }
    }
}

/// The rules that vary, in the order in which they are first named.
fn parameters(scenario: &Scenario) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (name, _) in scenario.grids.iter().flat_map(|grid| &grid.axes) {
        if !["players", "components", "agents"].contains(&name.as_str()) && !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// The same fault in many cases is reported once.
fn drop_repeated(faults: &mut Vec<Fault>) {
    let mut known = HashSet::new();
    faults.retain(|fault| known.insert((fault.place.clone(), fault.message.clone())));
}
