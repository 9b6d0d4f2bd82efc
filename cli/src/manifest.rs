//! What was run, so that anybody can run it again: `manifest.json` and `run.json`.

use std::fs;
use std::path::Path;

use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use towerlab_engine::VERSION;
use towerlab_engine::agents::Spec;
use towerlab_engine::games::ComponentSet;
use towerlab_engine::lab::scenario::{Plan, Results};

/// The file of the results, for other commands and programs.
pub const RESULTS: &str = "results.json";
/// The file of the manifest.
pub const MANIFEST: &str = "manifest.json";

/// What was run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The same fingerprint means the same tables.
    pub fingerprint: String,
    /// The version of the engine.
    pub engine: String,
    /// The game.
    pub game: String,
    /// The seed.
    pub seed: u64,
    /// The scenario as it was read.
    pub scenario: Value,
    /// Every case.
    pub cases: Vec<ManifestCase>,
    /// The component sets that the cases use.
    pub components: Vec<ComponentSet>,
}

/// A case as it was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ManifestCase {
    /// Its name.
    pub case: String,
    /// Its rules, as in a rules document.
    pub rules: Map<String, Value>,
    /// The agent of each seat.
    pub agents: Vec<String>,
    /// How many games were planned.
    pub games: u64,
    /// The case it is compared with.
    pub baseline: Option<String>,
}

/// How the run went: `run.json`. Unlike the manifest it depends on the machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RunRecord {
    /// Played in one go, or resumed.
    Played(PlayedRun),
    /// Merged from parts.
    Merged {
        /// How many parts.
        merged: usize,
    },
}

/// How long a run took, and on what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedRun {
    /// Threads that played.
    pub threads: usize,
    /// Cores of the machine.
    pub cores: usize,
    /// Its system.
    pub system: String,
    /// How long it took.
    pub seconds: f64,
    /// Games played since it was started or resumed.
    pub games: u64,
    /// Games per second.
    pub games_per_second: f64,
    /// Whether it continued an earlier run.
    pub resumed: bool,
}

impl Manifest {
    /// The manifest of a plan; `sets` are the component sets of its game.
    pub fn new(plan: &Plan, sets: Vec<ComponentSet>) -> Manifest {
        let is_used = |set: &ComponentSet| plan.cases.iter().any(|case| case.components == set.id);
        let cases = plan.cases.iter().enumerate().map(|(at, case)| {
            let (planned, index) = plan.find(at);
            let rules = planned.block.rules(index).as_object();
            ManifestCase {
                case: case.name.clone(),
                rules: rules.cloned().unwrap_or_default(),
                agents: case.agents.iter().map(Spec::to_string).collect(),
                games: plan.games[at],
                baseline: case.baseline.map(|baseline| plan.cases[baseline].name.clone()),
            }
        });
        Manifest {
            fingerprint: plan.fingerprint(),
            engine: VERSION.to_string(),
            game: plan.scenario.game.clone(),
            seed: plan.scenario.seed,
            scenario: plan.scenario.document.clone(),
            cases: cases.collect(),
            components: sets.into_iter().filter(is_used).collect(),
        }
    }

    /// Reads the manifest of a folder of results.
    pub fn read(folder: &Path) -> anyhow::Result<Manifest> {
        let path = folder.join(MANIFEST);
        let text = fs::read_to_string(&path).with_context(|| {
            format!("cannot read {} (`towerlab run` writes it)", path.display())
        })?;
        serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display()))
    }
}

/// Reads the results in a folder, or in a file of their own.
pub fn read_results(path: &Path) -> anyhow::Result<Results> {
    let path =
        if path.is_dir() || !path.exists() { path.join(RESULTS) } else { path.to_path_buf() };
    let text = fs::read_to_string(&path)
        .with_context(|| format!("cannot read {} (`towerlab run` writes it)", path.display()))?;
    serde_json::from_str(&text)
        .with_context(|| format!("{} does not contain results", path.display()))
}
