//! `towerlab report`: results as a page.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use clap::Args;
use serde_json::Value;

use crate::Common;
use crate::failure::Failure;
use crate::folder::write_whole;
use crate::report::report;

/// Write results as one page of HTML: the answer, charts, tables and how it was found.
///
/// The page needs nothing else: it can be mailed, opened offline and printed.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab report results/starting-floors -o report.html
  towerlab run my.toml --format csv,html")]
pub struct Report {
    /// A folder of results
    folder: PathBuf,
    /// Where the page goes [default: report.html in the folder]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Report {
    /// Writes the page.
    pub fn run(self, _: &Common) -> Result<(), Failure> {
        let read = |name: &str| -> anyhow::Result<Value> {
            let path = self.folder.join(name);
            let text = fs::read_to_string(&path).with_context(|| {
                format!("cannot read {} (`towerlab run` writes it)", path.display())
            })?;
            serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display()))
        };
        let results = read("results.json")?;
        if !results["cases"].is_array() {
            return Err(anyhow!("{} holds no results", self.folder.display()).into());
        }
        let manifest = read("manifest.json").unwrap_or_default();
        let path = self.out.clone().unwrap_or_else(|| self.folder.join("report.html"));
        let page = report(&results, &manifest);
        write_whole(&path, |out| out.write_all(page.as_bytes()))?;
        writeln!(std::io::stdout(), "{}", path.display())?;
        Ok(())
    }
}
