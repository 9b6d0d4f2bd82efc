//! Results and other rows as CSV files.

use std::path::{Path, PathBuf};

use anyhow::Context;
use csv::{Terminator, WriterBuilder};
use serde::Serialize;
use towerlab_engine::lab::scenario::data_table::CsvStyle;

use super::{Exporter, FinishedRun};
use crate::folder::{Folder, write_atomically};

const SUMMARY: &str = "summary.csv";
const METRICS: &str = "results.csv";

/// Writes `summary.csv`, a row for each case, and `results.csv`, a row for each case, seat and
/// metric.
pub struct CsvExporter {
    /// How cells are written.
    pub style: CsvStyle,
}

impl Exporter for CsvExporter {
    fn files(&self, folder: &Folder) -> Vec<PathBuf> {
        [SUMMARY, METRICS].map(|name| folder.file(name)).into()
    }

    fn export(&self, run: &FinishedRun<'_>, folder: &Folder) -> anyhow::Result<()> {
        folder.write(SUMMARY, &run.results.summary().csv(self.style))?;
        folder.write(METRICS, &run.results.rows().csv(self.style))
    }
}

/// Writes structs as the rows of a CSV file, with their fields as columns.
pub fn write_rows(path: &Path, rows: &[impl Serialize]) -> anyhow::Result<()> {
    let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer.serialize(row)?;
    }
    let text = writer.into_inner().context("cannot write CSV")?;
    write_atomically(path, |out| std::io::Write::write_all(out, &text))
}
