//! The formats of results: one exporter a file.

mod csv;
mod html;
mod json;
mod xlsx;

use std::path::PathBuf;

use clap::ValueEnum;
use towerlab_engine::lab::scenario::data_table::CsvStyle;
use towerlab_engine::lab::scenario::{Plan, Results};

pub use csv::{CsvExporter, write_rows};
pub use html::HtmlExporter;
pub use json::JsonExporter;
pub use xlsx::XlsxExporter;

use crate::folder::Folder;
use crate::manifest::Manifest;

/// A finished run, as exporters see it.
pub struct FinishedRun<'a> {
    /// Its results.
    pub results: &'a Results,
    /// What was run, if it is known.
    pub manifest: Option<&'a Manifest>,
    /// Its plan, unless the results were read from a file.
    pub plan: Option<&'a Plan>,
}

/// Writes results in one format.
pub trait Exporter {
    /// The files it writes.
    fn files(&self, folder: &Folder) -> Vec<PathBuf>;

    /// Writes the results into a folder.
    fn export(&self, run: &FinishedRun<'_>, folder: &Folder) -> anyhow::Result<()>;
}

/// A format that people can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// summary.csv and results.csv
    Csv,
    /// results.json
    Json,
    /// A spreadsheet with tables and charts, named after the folder
    Xlsx,
    /// report.html: a page with findings, charts and tables
    Html,
}

impl OutputFormat {
    /// The exporter of the format; `style` is for CSV files.
    pub fn exporter(self, style: CsvStyle) -> Box<dyn Exporter> {
        match self {
            OutputFormat::Csv => Box::new(CsvExporter { style }),
            OutputFormat::Json => Box::new(JsonExporter),
            OutputFormat::Xlsx => Box::new(XlsxExporter),
            OutputFormat::Html => Box::new(HtmlExporter::default()),
        }
    }
}
