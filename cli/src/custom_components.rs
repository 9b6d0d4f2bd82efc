//! Custom components: reads the files of a set from a folder, a spreadsheet or a single file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use towerlab_engine::document::nearest;
use towerlab_engine::document::{Fault, FaultCode, Faults};
use towerlab_engine::operations::{CustomComponents, GameService, Registry};

use crate::Common;
use crate::failure::Failure;
use crate::input::read_text;
use crate::spreadsheet::{InputSheet, Spreadsheet, is_spreadsheet};
use crate::workbook::{NOTES, file_name, sheet_name};

/// Custom components for one game, and where they come from.
pub struct ComponentSource {
    path: PathBuf,
    /// The files of the set.
    pub set: CustomComponents,
    /// If it is a spreadsheet, its sheets by the files that they stand for.
    sheets: Vec<(String, InputSheet)>,
}

impl ComponentSource {
    /// Reads the component files in a folder, the tables of a spreadsheet, or a single file.
    pub fn read(path: &Path, service: &dyn GameService) -> Result<ComponentSource, Failure> {
        let sheets =
            if reads_as_spreadsheet(path) { read_sheets(path, service)? } else { Vec::new() };
        let files = if reads_as_spreadsheet(path) {
            sheets.iter().map(|(file, sheet)| (file.clone(), sheet.csv.clone())).collect()
        } else {
            read_files(path)?
        };
        if files.is_empty() {
            return Err(nothing_found(path, service).into());
        }
        let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let name = if whole.is_dir() { whole.file_name() } else { whole.file_stem() };
        let name = name.and_then(|name| name.to_str()).unwrap_or("own");
        let set = CustomComponents::new(name, files);
        Ok(ComponentSource { path: path.to_path_buf(), set, sheets })
    }

    /// All games, with these components for one of them.
    pub fn registry(&self, game: &str) -> Result<Registry, Failure> {
        Registry::with_components(Some((game, &self.set))).map_err(|faults| {
            let source = self.path.display().to_string();
            Failure::Faults { source, faults: self.locate_faults(faults) }
        })
    }

    /// Names the cells of the spreadsheet in faults, if it is one.
    fn locate_faults(&self, faults: Faults) -> Faults {
        let locate = |faults, (file, sheet): &(String, InputSheet)| {
            sheet.locate_component_faults(file, faults)
        };
        self.sheets.iter().fold(faults, locate)
    }
}

/// All games, with the components of `--components` for the game that they fit.
pub fn registry_with_components(common: &Common) -> Result<Registry, Failure> {
    let registry = common.games.registry();
    let Some(path) = &common.components else { return Ok(registry) };
    let names = component_names(path)?;
    let fits = |service: &dyn GameService| {
        let known = known_files(service);
        !names.is_empty() && names.iter().all(|name| known.contains(name))
    };
    if let Some(service) = registry.iter().find(|service| fits(&***service)) {
        return ComponentSource::read(path, &**service)?.registry(service.name());
    }
    let sets = registry
        .iter()
        .map(|service| format!("{} has {}", service.name(), known_files(&**service).join(", ")));
    let sets: Vec<String> = sets.collect();
    let (path, names, sets) = (path.display(), names.join(", "), sets.join("; "));
    let given = if names.is_empty() { "nothing".to_string() } else { names };
    Err(anyhow!("{path} fits no game: it contains {given}; {sets}").into())
}

/// The names of the component files at a path; those that its sheets stand for, if it is a
/// spreadsheet.
fn component_names(path: &Path) -> Result<Vec<String>, Failure> {
    if !reads_as_spreadsheet(path) {
        return Ok(read_files(path)?.into_keys().collect());
    }
    let sheets = Spreadsheet::read(path)?.sheets.into_iter();
    let tables = sheets.filter(|sheet| !sheet.is_empty() && !is_notes(sheet));
    Ok(tables.map(|sheet| file_name(&sheet.name)).collect())
}

/// The names of the files that a set of the game has.
fn known_files(service: &dyn GameService) -> Vec<String> {
    let sets = service.component_sets();
    let files = sets.first().and_then(|set| service.component_files(&set.id)).unwrap_or_default();
    files.keys().map(ToString::to_string).collect()
}

fn nothing_found(path: &Path, service: &dyn GameService) -> anyhow::Error {
    let (game, place) = (service.name(), path.display());
    if is_spreadsheet(path) {
        anyhow!("{place} has no sheet with a table of {game}")
    } else {
        anyhow!(
            "{place} is not a spreadsheet and contains no .toml or .csv file; `towerlab components {game} --export PATH` writes them"
        )
    }
}

fn reads_as_spreadsheet(path: &Path) -> bool {
    is_spreadsheet(path) && !path.is_dir()
}

fn is_notes(sheet: &InputSheet) -> bool {
    sheet.name.eq_ignore_ascii_case(NOTES)
}

/// The component files in a folder, or a single one, by name.
fn read_files(path: &Path) -> anyhow::Result<BTreeMap<String, String>> {
    let paths = if path.is_dir() { list_folder(path)? } else { vec![path.to_path_buf()] };
    let is_component =
        |path: &&PathBuf| path.extension().is_some_and(|it| it == "toml" || it == "csv");
    let mut files = BTreeMap::new();
    for file in paths.iter().filter(is_component) {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        files.insert(name.to_string(), read_text(file)?);
    }
    Ok(files)
}

fn list_folder(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let unreadable = || format!("cannot read the folder {}", path.display());
    let entries = fs::read_dir(path).with_context(unreadable)?;
    entries.map(|entry| Ok(entry.with_context(unreadable)?.path())).collect()
}

/// The sheets of a spreadsheet that are tables of the game; other sheets are faults.
fn read_sheets(
    path: &Path,
    service: &dyn GameService,
) -> Result<Vec<(String, InputSheet)>, Failure> {
    let mut known = known_files(service);
    known.retain(|name| name.ends_with(".csv"));
    let (mut sheets, mut faults) = (Vec::new(), Vec::new());
    for sheet in Spreadsheet::read(path)?.sheets {
        let file = file_name(&sheet.name);
        if known.contains(&file) {
            faults.extend(sheet.faults.iter().cloned());
            sheets.push((file, sheet));
        } else if !is_notes(&sheet) && !sheet.is_empty() {
            let message = unknown_sheet(&sheet.name, &known);
            faults.push(Fault::new(sheet.name, FaultCode::UnknownSheet, message));
        }
    }
    if faults.is_empty() {
        return Ok(sheets);
    }
    Err(Failure::Faults { source: path.display().to_string(), faults: Faults(faults) })
}

fn unknown_sheet(name: &str, files: &[String]) -> String {
    let names: Vec<String> = files.iter().map(|file| sheet_name(file)).collect();
    match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("there is no table of this name; did you mean `{near}`?"),
        None => format!(
            "there is no table of this name; the sheets are {} and {NOTES}",
            names.join(", ")
        ),
    }
}
