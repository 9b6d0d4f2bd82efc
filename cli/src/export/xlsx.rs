//! Results as a spreadsheet.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;

use super::{Exporter, FinishedRun};
use crate::folder::{Folder, write_atomically};
use crate::workbook::results_workbook;

/// Writes a spreadsheet with tables and charts.
pub struct XlsxExporter;

impl Exporter for XlsxExporter {
    fn files(&self, folder: &Folder) -> Vec<PathBuf> {
        vec![folder.spreadsheet()]
    }

    fn export(&self, run: &FinishedRun<'_>, folder: &Folder) -> anyhow::Result<()> {
        let bytes = results_workbook(run).context("cannot create the spreadsheet")?;
        write_atomically(&folder.spreadsheet(), |out| out.write_all(&bytes))
    }
}
