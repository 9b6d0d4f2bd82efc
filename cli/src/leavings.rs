//! What a finished run leaves: tables, results, and what was run.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use towerlab_engine::VERSION;
use towerlab_engine::agents::Spec;
use towerlab_engine::scenario::sheet::Style;
use towerlab_engine::scenario::tables::GAME_COLUMNS;
use towerlab_engine::scenario::{Plan, Progress, Results};

use crate::Common;
use crate::failure::Failure;
use crate::folder::{Folder, join_games, write_whole};
use crate::report::report;
use crate::shelf::tables_for;
use crate::workbook;

/// What is written, and how.
#[derive(Args)]
pub struct Writing {
    /// Which results are written; results.json always is, for `compare`
    #[arg(long, value_delimiter = ',', default_value = "csv,json")]
    format: Vec<Output>,
    /// Begin CSV files with a byte order mark, so that Excel opens them as they are
    #[arg(long)]
    excel: bool,
    /// The decimal separator of CSV files; with a comma, semicolons are between cells
    #[arg(long, default_value = "point")]
    decimal: Decimal,
}

impl Writing {
    /// How tables are written.
    pub fn style(&self) -> Style {
        Style::new(self.excel, self.decimal == Decimal::Comma)
    }
}

/// What is between the whole and the rest of a number.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Decimal {
    /// 0.5
    Point,
    /// 0,5
    Comma,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Output {
    /// summary.csv and results.csv
    Csv,
    /// results.json
    Json,
    /// A workbook with tables and charts, called like the folder
    Xlsx,
    /// report.html: a page with the answer, charts and tables
    Html,
}

/// Writes everything that a finished run leaves; `parts` are the rows of its games.
pub fn write(
    common: &Common,
    folder: &Folder,
    plan: &Plan,
    progress: &Progress,
    how: &Value,
    writing: &Writing,
    parts: &[(PathBuf, u64)],
) -> Result<Results, Failure> {
    let results = Results::new(plan, progress);
    let (formats, style) = (&writing.format, writing.style());
    // What an earlier run has left and this one does not write would not fit the rest.
    for name in
        ["summary.csv", "results.csv", "results.json", "games.csv", "manifest.json", "report.html"]
    {
        let _ = std::fs::remove_file(folder.file(name));
    }
    if formats.contains(&Output::Csv) {
        folder.write("summary.csv", &results.summary().csv(style))?;
        folder.write("results.csv", &results.rows().csv(style))?;
    }
    // Other commands read it, whatever people want.
    folder.write("results.json", &serde_json::to_string(&results)?)?;
    if !parts.is_empty() {
        let header = style.header(&GAME_COLUMNS.map(String::from));
        join_games(parts, &header, style.separator, &folder.file("games.csv"))?;
    }
    let manifest = manifest(common, plan)?;
    if formats.contains(&Output::Html) {
        folder.write("report.html", &report(&json!(results), &manifest))?;
    }
    let book = folder.book();
    let _ = std::fs::remove_file(&book);
    if formats.contains(&Output::Xlsx) {
        let bytes =
            workbook::results(&results, plan, &manifest).context("cannot make the workbook")?;
        write_whole(&book, |out| out.write_all(&bytes))?;
    }
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
