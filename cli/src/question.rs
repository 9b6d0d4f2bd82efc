//! A scenario as it was given: a file, a sheet of a workbook, or standard input.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, anyhow};
use towerlab_engine::fault::Faults;
use towerlab_engine::scenario::Format;

use crate::book::{Book, Page, is_book};
use crate::failure::Failure;
use crate::input::read_text;

/// A scenario as it was given.
pub struct Question {
    /// The folder of its results.
    pub name: String,
    /// Where it comes from.
    pub source: String,
    /// Its text.
    pub text: String,
    /// How it is written.
    pub format: Format,
    /// The sheet that it is, if it is one.
    pub page: Option<Page>,
}

impl Question {
    /// Reads a file, a workbook, or standard input.
    pub fn read(path: &Path) -> Result<Question, Failure> {
        if path.as_os_str() == "-" {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
            let is_json = text.trim_start().starts_with('{');
            let format = if is_json { Format::Json } else { Format::Toml };
            let (name, source) = ("scenario".into(), "standard input".into());
            return Ok(Question { name, source, text, format, page: None });
        }
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("scenario");
        let (name, source) = (name.to_string(), path.display().to_string());
        if is_book(path) {
            // The sheet called Cases, or the first that is a table.
            let mut sheets = Book::read(path)?.sheets;
            sheets.retain(|page| !page.is_empty());
            let at = sheets.iter().position(|page| page.name.eq_ignore_ascii_case("cases"));
            if sheets.is_empty() {
                return Err(anyhow!("{source} has no sheet with a table of cases").into());
            }
            let mut page = sheets.swap_remove(at.unwrap_or(0));
            if !page.faults.is_empty() {
                let faults = Faults(std::mem::take(&mut page.faults));
                return Err(Failure::Faults { source, faults });
            }
            let text = page.csv.clone();
            return Ok(Question { name, source, text, format: Format::Csv, page: Some(page) });
        }
        let text = read_text(path)?;
        let format = Format::of(&source);
        Ok(Question { name, source, text, format, page: None })
    }

    /// Faults where the author finds them.
    pub fn told(&self, faults: Faults) -> Failure {
        let faults = match &self.page {
            Some(page) => page.cases_of(faults),
            None => faults,
        };
        Failure::Faults { source: self.source.clone(), faults }
    }
}
