//! The files that a finished run writes.

use std::fs;

use clap::{Args, ValueEnum};
use towerlab_engine::lab::scenario::data_table::CsvStyle;
use towerlab_engine::lab::scenario::game_table::game_header;
use towerlab_engine::lab::scenario::{Plan, Progress, Results};

use crate::Common;
use crate::export::{Exporter, FinishedRun, JsonExporter, OutputFormat};
use crate::failure::Failure;
use crate::folder::Folder;
use crate::games_file::{GameRows, join_games};
use crate::manifest::{MANIFEST, Manifest, RunRecord};
use crate::registry::service;

/// Which files are written, and how.
#[derive(Args)]
pub struct OutputOptions {
    /// Formats to write. results.json is always written, for `compare` and `report`
    #[arg(long, value_delimiter = ',', default_value = "csv,json")]
    format: Vec<OutputFormat>,
    /// Start CSV files with a byte order mark, so that Excel reads them as UTF-8
    #[arg(long)]
    excel: bool,
    /// The decimal separator of CSV files; with a comma, cells are separated by semicolons
    #[arg(long, default_value = "point")]
    decimal: Decimal,
}

impl OutputOptions {
    /// How tables are written.
    pub fn style(&self) -> CsvStyle {
        CsvStyle::new(self.excel, self.decimal == Decimal::Comma)
    }
}

/// A decimal separator.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Decimal {
    /// 0.5
    Point,
    /// 0,5
    Comma,
}

/// What a finished run leaves to be written.
pub struct RunOutput<'a> {
    /// The scenario.
    pub plan: &'a Plan,
    /// All of its games, added up.
    pub progress: &'a Progress,
    /// How the run went.
    pub record: RunRecord,
    /// The rows of its games; none without `--every-game`.
    pub games: &'a [GameRows],
}

/// Writes every file of a finished run.
pub fn write_artifacts(
    common: &Common,
    folder: &Folder,
    output: &RunOutput<'_>,
    options: &OutputOptions,
) -> Result<Results, Failure> {
    let RunOutput { plan, progress, record, games } = output;
    let style = options.style();
    remove_artifacts(folder, style);
    let results = Results::new(plan, progress);
    let manifest = Manifest::new(plan, service(common, &plan.scenario.game)?.component_sets());
    if !games.is_empty() {
        let header = style.header(&game_header());
        join_games(games, &header, style.separator, &folder.file("games.csv"))?;
    }
    let run = FinishedRun { results: &results, manifest: Some(&manifest), plan: Some(plan) };
    // Other commands read the JSON file, whatever formats people want.
    JsonExporter.export(&run, folder)?;
    for format in options.format.iter().filter(|format| **format != OutputFormat::Json) {
        format.exporter(style).export(&run, folder)?;
    }
    folder.write_json(MANIFEST, &manifest)?;
    folder.write_json("run.json", record)?;
    Ok(results)
}

/// Removes what an earlier run has written: it would not fit the new files.
fn remove_artifacts(folder: &Folder, style: CsvStyle) {
    let exported = OutputFormat::value_variants().iter().flat_map(|format| {
        let exporter = format.exporter(style);
        exporter.files(folder)
    });
    for path in exported.chain([folder.file("games.csv"), folder.file(MANIFEST)]) {
        let _ = fs::remove_file(path);
    }
}
