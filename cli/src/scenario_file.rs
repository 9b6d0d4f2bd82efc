//! A scenario as it was given: a file, a sheet of a spreadsheet, or standard input.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, anyhow};
use towerlab_engine::document::Faults;
use towerlab_engine::lab::scenario::Format;

use crate::failure::Failure;
use crate::input::read_text;
use crate::spreadsheet::{InputSheet, Spreadsheet, is_spreadsheet};

/// The name and text of the scenario that runs when no file is given.
const DEFAULT: (&str, &str) =
    ("starting-floors", include_str!("../../scenarios/starting-floors.toml"));

/// A scenario as it was given.
pub struct ScenarioFile {
    /// The name of the folder for its results.
    pub name: String,
    /// Where it comes from, for messages.
    pub source: String,
    /// Its text.
    pub text: String,
    /// The format of the text.
    pub format: Format,
    /// The sheet of a spreadsheet that it comes from.
    pub sheet: Option<InputSheet>,
}

impl ScenarioFile {
    /// The scenario that runs when no file is given.
    pub fn default_scenario() -> ScenarioFile {
        let (name, text) = DEFAULT;
        ScenarioFile {
            name: name.into(),
            source: format!("{name}.toml"),
            text: text.into(),
            format: Format::Toml,
            sheet: None,
        }
    }

    /// Reads a file, a spreadsheet, or standard input for `-`.
    pub fn read(path: &Path) -> Result<ScenarioFile, Failure> {
        if path.as_os_str() == "-" {
            return ScenarioFile::read_stdin();
        }
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("scenario").into();
        let source = path.display().to_string();
        if is_spreadsheet(path) {
            let sheet = read_case_sheet(path)?;
            let text = sheet.csv.clone();
            let (format, sheet) = (Format::Csv, Some(sheet));
            return Ok(ScenarioFile { name, source, text, format, sheet });
        }
        let text = read_text(path)?;
        let format = Format::of(&source);
        Ok(ScenarioFile { name, source, text, format, sheet: None })
    }

    fn read_stdin() -> Result<ScenarioFile, Failure> {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
        let is_json = text.trim_start().starts_with('{');
        let format = if is_json { Format::Json } else { Format::Toml };
        let (name, source) = ("scenario".into(), "standard input".into());
        Ok(ScenarioFile { name, source, text, format, sheet: None })
    }

    /// Reports faults where the author finds them: in lines, or in cells of a sheet.
    pub fn failure(&self, faults: Faults) -> Failure {
        let faults = match &self.sheet {
            Some(sheet) => sheet.locate_case_faults(faults),
            None => faults,
        };
        Failure::Faults { source: self.source.clone(), faults }
    }
}

/// The sheet called Cases, or the first that contains a table.
fn read_case_sheet(path: &Path) -> Result<InputSheet, Failure> {
    let source = path.display().to_string();
    let mut sheets = Spreadsheet::read(path)?.sheets;
    sheets.retain(|sheet| !sheet.is_empty());
    if sheets.is_empty() {
        return Err(anyhow!("{source} has no sheet with a table of cases").into());
    }
    let at = sheets.iter().position(|sheet| sheet.name.eq_ignore_ascii_case("cases"));
    let mut sheet = sheets.swap_remove(at.unwrap_or(0));
    if !sheet.faults.is_empty() {
        let faults = Faults(std::mem::take(&mut sheet.faults));
        return Err(Failure::Faults { source, faults });
    }
    Ok(sheet)
}
