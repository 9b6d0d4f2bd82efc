//! `towerlab report`: results as a page.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::Common;
use crate::export::{Exporter, FinishedRun, HtmlExporter};
use crate::failure::Failure;
use crate::folder::Folder;
use crate::manifest::{Manifest, read_results};

/// Write results as one page of HTML: findings, charts, tables and method.
///
/// The page needs no other file: you can mail it, open it offline and print it.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab report results/starting-floors -o report.html
  towerlab run my.toml --format csv,html")]
pub struct ReportCommand {
    /// A folder of results
    folder: PathBuf,
    /// Write the page to this file [default: report.html in the folder]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl ReportCommand {
    /// Writes the page.
    pub fn run(self, _: &Common) -> Result<(), Failure> {
        let results = read_results(&self.folder)?;
        let manifest = Manifest::read(&self.folder).ok();
        let run = FinishedRun { results: &results, manifest: manifest.as_ref(), plan: None };
        let folder = Folder { path: self.folder };
        let exporter = HtmlExporter { path: self.out };
        exporter.export(&run, &folder)?;
        writeln!(std::io::stdout(), "{}", exporter.target(&folder).display())?;
        Ok(())
    }
}
