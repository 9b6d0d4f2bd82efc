//! The games, with components of one's own if a folder is given.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use serde_json::{Map, Value};
use towerlab_engine::fault::Faults;
use towerlab_engine::table::{OwnSet, Table, game_of, tables, unknown_game};

use crate::Common;
use crate::failure::Failure;

/// The table of a game.
pub fn table(common: &Common, game: &str) -> Result<Box<dyn Table>, Failure> {
    let own = common.components.as_deref().map(own_set).transpose()?;
    let source = common.components.as_ref().map_or(String::new(), |dir| dir.display().to_string());
    let all = tables(own.as_ref().map(|own| (game, own))).map_err(Failure::of(&source))?;
    let unknown = unknown_game(game, &all).message;
    match all.into_iter().find(|table| table.name() == game) {
        Some(table) => Ok(table),
        None => Err(Failure::Other(anyhow::anyhow!(unknown))),
    }
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

/// The component files in a folder.
pub fn own_set(dir: &Path) -> anyhow::Result<OwnSet> {
    let mut files = BTreeMap::new();
    let entries =
        fs::read_dir(dir).with_context(|| format!("cannot read the folder {}", dir.display()))?;
    for entry in entries {
        let path = entry?.path();
        let is_data =
            path.extension().is_some_and(|extension| extension == "toml" || extension == "csv");
        if let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|_| is_data) {
            let text = fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            files.insert(name.to_string(), text);
        }
    }
    if files.is_empty() {
        bail!(
            "{} holds no .toml or .csv file; `towerlab components GAME --export DIR` writes them",
            dir.display()
        );
    }
    let path = fs::canonicalize(dir).unwrap_or_else(|_| dir.to_path_buf());
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("own");
    Ok(OwnSet::new(name, files))
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
