//! `towerlab components`: what is in the box, and how well it is known.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use serde_json::{Value, json};

use crate::Common;
use crate::book::is_book;
use crate::failure::Failure;
use crate::folder::write_whole;
use crate::{output, shelf, workbook};

/// List a game's components with their provenance, or write them out to change them.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab components tower-up
  towerlab components tower-up --export deck.xlsx    write the tables of the default set
  towerlab components tower-up --check deck.xlsx     report every fault, by its cell
  towerlab run --components deck.xlsx                what the changes do
  towerlab components tower-up --export mybox        write all files into a folder
  towerlab new tower-up --components mybox --seed 1  play on them")]
pub struct Components {
    /// The game, such as tower-up
    game: String,
    /// The set to show or export [default: all to show, the first to export]
    #[arg(long)]
    id: Option<String>,
    /// Write the files of a set into this folder, or its tables into this workbook (.xlsx)
    #[arg(long, value_name = "PATH")]
    export: Option<PathBuf>,
    /// Check the files in this folder, or the tables of this workbook (.xlsx, .ods)
    #[arg(long, value_name = "PATH", conflicts_with = "export")]
    check: Option<PathBuf>,
}

impl Components {
    /// Lists, exports or checks.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        if let Some(dir) = &self.check {
            return check(common, &self.game, dir);
        }
        let table = shelf::table(common, &self.game)?;
        let sets = table.sets();
        let ids: Vec<&str> = sets.iter().filter_map(|set| set["id"].as_str()).collect();
        if let Some(id) = self.id.as_deref().filter(|id| !ids.contains(id)) {
            return Err(anyhow::anyhow!("--id {id}: the sets are {}", ids.join(", ")).into());
        }
        if let Some(dir) = &self.export {
            let id = self.id.as_deref().unwrap_or(ids[0]);
            let files = table.set_files(id).with_context(|| format!("{id} is your own already"))?;
            if is_book(dir) {
                return export_book(dir, &self.game, id, &files);
            }
            return Ok(export(dir, &files)?);
        }
        let chosen = sets.iter().filter(|set| self.id.as_ref().is_none_or(|id| set["id"] == **id));
        let chosen: Vec<&Value> = chosen.collect();
        if common.json {
            return Ok(output::json(&json!(chosen))?);
        }
        chosen.into_iter().enumerate().try_for_each(|(index, set)| show(set, index == 0))
    }
}

fn show(set: &Value, in_full: bool) -> Result<(), Failure> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let mut out = output::stdout();
    writeln!(out, "{}", output::bold(&text(&set["id"])))?;
    for part in set["parts"].as_array().into_iter().flatten() {
        writeln!(out, "  {}: {}", text(&part["file"]), text(&part["holds"]))?;
        // The sets differ in boards and cards only; one listing says it all.
        for claim in part["claims"].as_array().into_iter().flatten().filter(|_| in_full) {
            writeln!(
                out,
                "    {:<14} {} ({})",
                text(&claim["provenance"]),
                text(&claim["of"]),
                text(&claim["source"])
            )?;
        }
    }
    Ok(())
}

fn export_book(
    path: &Path,
    game: &str,
    id: &str,
    files: &BTreeMap<&str, &str>,
) -> Result<(), Failure> {
    if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xlsx")) {
        return Err(anyhow::anyhow!("{}: only .xlsx is written", path.display()).into());
    }
    if path.exists() {
        let message = format!("{} is there already; nothing was written", path.display());
        return Err(anyhow::anyhow!(message).into());
    }
    let bytes = workbook::components(game, id, files).context("cannot make the workbook")?;
    write_whole(path, |out| out.write_all(&bytes))?;
    writeln!(std::io::stdout(), "{}", path.display())?;
    Ok(())
}

fn export(dir: &Path, files: &BTreeMap<&str, &str>) -> anyhow::Result<()> {
    fs::create_dir_all(dir).with_context(|| format!("cannot make the folder {}", dir.display()))?;
    if let Some(name) = files.keys().find(|name| dir.join(name).exists()) {
        anyhow::bail!("{} is there already; nothing was written", dir.join(name).display());
    }
    for (name, text) in files {
        let path = dir.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(std::io::stdout(), "{}", path.display())?;
    }
    Ok(())
}

fn check(common: &Common, game: &str, dir: &Path) -> Result<(), Failure> {
    let own = Common { json: common.json, components: Some(dir.to_path_buf()) };
    let table = shelf::table(&own, game)?;
    let sets = table.sets();
    let Some(set) = sets.last() else { return Ok(()) };
    if common.json {
        return Ok(output::json(&json!({"valid": true, "set": set}))?);
    }
    writeln!(std::io::stdout(), "valid: {}", set["id"].as_str().unwrap_or_default())?;
    Ok(())
}
