//! What a finished run leaves: tables, results, and what was run.

use std::path::PathBuf;

use clap::ValueEnum;
use serde_json::{Value, json};
use towerlab_engine::VERSION;
use towerlab_engine::agents::Spec;
use towerlab_engine::scenario::tables::games_header;
use towerlab_engine::scenario::{Plan, Progress, Results};

use crate::Common;
use crate::failure::Failure;
use crate::folder::{Folder, join_games};
use crate::shelf::tables_for;

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// summary.csv and results.csv
    Csv,
    /// results.json
    Json,
}

/// Writes everything that a finished run leaves; `parts` are the rows of its games.
pub fn write(
    common: &Common,
    folder: &Folder,
    plan: &Plan,
    progress: &Progress,
    how: &Value,
    formats: &[Output],
    parts: &[(PathBuf, u64)],
) -> Result<Results, Failure> {
    let results = Results::new(plan, progress);
    // What an earlier run has left and this one does not write would not fit the rest.
    for name in ["summary.csv", "results.csv", "results.json", "games.csv", "manifest.json"] {
        let _ = std::fs::remove_file(folder.file(name));
    }
    if formats.contains(&Output::Csv) {
        folder.write("summary.csv", &results.summary_csv())?;
        folder.write("results.csv", &results.results_csv())?;
    }
    if formats.contains(&Output::Json) {
        folder.write("results.json", &serde_json::to_string(&results)?)?;
    }
    if !parts.is_empty() {
        let header = games_header().join(",") + "\r\n";
        join_games(parts, &header, &folder.file("games.csv"))?;
    }
    let manifest = manifest(common, plan)?;
    folder.write("manifest.json", &format!("{manifest:#}\n"))?;
    folder.write("run.json", &format!("{how:#}\n"))?;
    Ok(results)
}

/// What was run, so that anybody can run it again.
fn manifest(common: &Common, plan: &Plan) -> Result<Value, Failure> {
    let tables = tables_for(common, &plan.scenario.document)?;
    let table = tables.iter().find(|table| table.name() == plan.scenario.game);
    let sets = table.map(|table| table.sets()).unwrap_or_default();
    let used = |set: &&Value| plan.cases.iter().any(|case| set["id"] == case.components.as_str());
    let sets: Vec<&Value> = sets.iter().filter(used).collect();
    let cases = plan.cases.iter().enumerate().map(|(at, case)| {
        let (planned, index) = plan.find(at);
        json!({
            "case": case.name,
            "rules": planned.block.rules(index),
            "agents": case.agents.iter().map(Spec::to_string).collect::<Vec<_>>(),
            "games": plan.games[at],
            "baseline": case.baseline.map(|baseline| &plan.cases[baseline].name),
        })
    });
    Ok(json!({
        "fingerprint": plan.fingerprint(),
        "engine": VERSION,
        "game": plan.scenario.game,
        "seed": plan.scenario.seed,
        "scenario": plan.scenario.document,
        "cases": cases.collect::<Vec<_>>(),
        "components": sets,
    }))
}
