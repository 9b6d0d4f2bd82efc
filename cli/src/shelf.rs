//! The games, with components of one's own if a folder is given.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use serde_json::{Map, Value};
use towerlab_engine::document::nearest;
use towerlab_engine::fault::{Fault, Faults};
use towerlab_engine::table::{OwnSet, Table, game_of, tables, unknown_game};

use crate::Common;
use crate::book::{Book, Page, is_book};
use crate::failure::Failure;
use crate::input::read_text;
use crate::workbook::{NOTES, file_name, sheet_name};

/// The table of a game.
pub fn table(common: &Common, game: &str) -> Result<Box<dyn Table>, Failure> {
    let known = tables(None).map_err(Failure::of("components"))?;
    let Some(table) = known.iter().position(|table| table.name() == game) else {
        return Err(Failure::Other(anyhow::anyhow!(unknown_game(game, &known).message)));
    };
    let mut all = known;
    let Some(path) = &common.components else { return Ok(all.swap_remove(table)) };
    let own = Own::read(path, &*all[table])?;
    let found = tables(Some((game, &own.set)));
    let told = |faults| Failure::of(&path.display().to_string())(own.told(faults));
    Ok(found.map_err(told)?.swap_remove(table))
}

/// The table of the game that a document belongs to.
pub fn table_for(common: &Common, source: &str, text: &str) -> Result<Box<dyn Table>, Failure> {
    let game = game_of(text).map_err(Failure::of(source))?;
    let known = tables(None).map_err(Failure::of(source))?;
    if !known.iter().any(|table| table.name() == game) {
        let faults = Faults(vec![unknown_game(&game, &known)]);
        return Err(Failure::Faults { source: source.into(), faults });
    }
    table(common, &game)
}

/// Components of one's own.
struct Own {
    set: OwnSet,
    /// The sheets that they come from, with the files that they stand for.
    pages: Vec<(String, Page)>,
}

impl Own {
    /// The component files in a folder, the tables of a workbook, or a single file.
    fn read(path: &Path, table: &dyn Table) -> Result<Own, Failure> {
        let (mut files, mut pages) = (BTreeMap::new(), Vec::new());
        if is_book(path) && !path.is_dir() {
            pages = sheets(path, table)?;
            files.extend(pages.iter().map(|(file, page)| (file.clone(), page.csv.clone())));
        } else {
            let paths = match path.is_dir() {
                true => folder(path)?,
                false => vec![path.to_path_buf()],
            };
            for file in paths.iter().filter(|path| is_data(path)) {
                let text = read_text(file)?;
                let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                files.insert(name.to_string(), text);
            }
        }
        if files.is_empty() && is_book(path) {
            return Err(anyhow!(
                "{} has no sheet with a table of {}",
                path.display(),
                table.name()
            )
            .into());
        }
        if files.is_empty() {
            return Err(anyhow!(
                "{} holds no .toml or .csv file and is no workbook; `towerlab components GAME --export PATH` writes them",
                path.display()
            )
            .into());
        }
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let name = if path.is_dir() { path.file_name() } else { path.file_stem() };
        let name = name.and_then(|name| name.to_str()).unwrap_or("own");
        Ok(Own { set: OwnSet::new(name, files), pages })
    }

    /// Faults by the cells of the workbook, if it is one.
    fn told(&self, faults: Faults) -> Faults {
        self.pages.iter().fold(faults, |faults, (file, page)| page.cells_of(file, faults))
    }
}

fn is_data(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "toml" || extension == "csv")
}

fn folder(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let unreadable = || format!("cannot read the folder {}", path.display());
    let entries = fs::read_dir(path).with_context(unreadable)?;
    entries.map(|entry| Ok(entry.with_context(unreadable)?.path())).collect()
}

/// The sheets of a workbook that are tables of the game; no other sheet may be there.
fn sheets(path: &Path, table: &dyn Table) -> Result<Vec<(String, Page)>, Failure> {
    let set = table.sets()[0]["id"].as_str().unwrap_or_default().to_string();
    let known = table.set_files(&set).unwrap_or_default();
    let known: Vec<&str> = known.keys().filter(|name| name.ends_with(".csv")).copied().collect();
    let (mut pages, mut faults): (Vec<(String, Page)>, _) = (Vec::new(), Vec::new());
    for page in Book::read(path)?.sheets {
        let file = file_name(&page.name);
        if known.contains(&file.as_str()) {
            faults.extend(page.faults.iter().cloned());
            pages.push((file, page));
        } else if !page.name.eq_ignore_ascii_case(NOTES) && !page.is_empty() {
            let names: Vec<String> = known.iter().map(|file| sheet_name(file)).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let message = match nearest(&page.name, names.iter().copied()) {
                Some(near) => format!("there is no table of this name; did you mean `{near}`?"),
                None => format!(
                    "there is no table of this name; the sheets are {} and {NOTES}",
                    names.join(", ")
                ),
            };
            faults.push(Fault::new(page.name, "unknown-sheet", message));
        }
    }
    match faults.is_empty() {
        true => Ok(pages),
        false => {
            Err(Failure::Faults { source: path.display().to_string(), faults: Faults(faults) })
        }
    }
}

/// Rules from `--players` (the least that the game allows, if not given) and `--set key=value`.
pub fn rules(
    table: &dyn Table,
    players: Option<u64>,
    settings: &[String],
) -> anyhow::Result<Map<String, Value>> {
    let mut rules = Map::new();
    if let Some(players) = players {
        rules.insert("players".into(), players.into());
    }
    for setting in settings {
        let Some((key, value)) = setting.split_once('=') else {
            bail!("--set {setting}: write a name and a value, such as starting_floors=5");
        };
        // A number, a list, true or false as in JSON; anything else is a word.
        let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
        if rules.insert(key.trim().into(), value).is_some() {
            bail!("{} is given twice", key.trim());
        }
    }
    if !rules.contains_key("players") {
        rules.insert("players".into(), (*table.seats().start() as u64).into());
    }
    Ok(rules)
}

/// The tables for a scenario, with a set of one's own for its game.
pub fn tables_for(common: &Common, scenario: &Value) -> Result<Vec<Box<dyn Table>>, Failure> {
    match scenario["game"].as_str() {
        Some(game) if common.components.is_some() => {
            let mut all = tables(None).map_err(Failure::of("components"))?;
            if let Some(at) = all.iter().position(|table| table.name() == game) {
                all[at] = table(common, game)?;
            }
            Ok(all)
        }
        _ => tables(None).map_err(Failure::of("components")),
    }
}
