//! Results as one page of HTML.

use std::io::Write;
use std::path::PathBuf;

use super::{Exporter, FinishedRun};
use crate::folder::{Folder, write_atomically};
use crate::report::report_page;

/// Writes a page with findings, charts and tables.
#[derive(Default)]
pub struct HtmlExporter {
    /// Where the page goes; `report.html` in the folder if not given.
    pub path: Option<PathBuf>,
}

impl HtmlExporter {
    /// Where the page goes.
    pub fn target(&self, folder: &Folder) -> PathBuf {
        self.path.clone().unwrap_or_else(|| folder.file("report.html"))
    }
}

impl Exporter for HtmlExporter {
    fn files(&self, folder: &Folder) -> Vec<PathBuf> {
        vec![self.target(folder)]
    }

    fn export(&self, run: &FinishedRun<'_>, folder: &Folder) -> anyhow::Result<()> {
        let page = report_page(run.results, run.manifest).into_string();
        write_atomically(&self.target(folder), |out| out.write_all(page.as_bytes()))
    }
}
