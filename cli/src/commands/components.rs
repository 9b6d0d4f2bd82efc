//! `towerlab components`: the components of a game, and how well they are known.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use serde::Serialize;

use crate::Common;
use crate::failure::Failure;
use crate::folder::write_atomically;
use crate::spreadsheet::is_spreadsheet;
use crate::{output, registry, workbook};
use towerlab_engine::games::ComponentSet;

/// List the components of a game with their provenance, or export them for editing.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab components tower-up
  towerlab components tower-up --export deck.xlsx    (writes the tables of the default set)
  towerlab components tower-up --check deck.xlsx     (reports every fault by its cell)
  towerlab run --components deck.xlsx                (shows what the changes do)
  towerlab components tower-up --export mybox        (writes all files into a folder)
  towerlab new tower-up --components mybox --seed 1  (plays with them)")]
pub struct ComponentsCommand {
    /// The game, such as tower-up
    game: String,
    /// The set to show or export [default: all to show, the first to export]
    #[arg(long)]
    id: Option<String>,
    /// Write the files of a set into this folder, or its tables into this spreadsheet (.xlsx)
    #[arg(long, value_name = "PATH")]
    export: Option<PathBuf>,
    /// Check the files in this folder, or the tables of this spreadsheet (.xlsx, .ods)
    #[arg(long, value_name = "PATH", conflicts_with = "export")]
    check: Option<PathBuf>,
}

impl ComponentsCommand {
    /// Lists, exports or checks.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        if let Some(path) = &self.check {
            return check_components(common, &self.game, path);
        }
        let service = registry::service(common, &self.game)?;
        let sets = service.component_sets();
        let ids: Vec<&str> = sets.iter().map(|set| set.id.as_str()).collect();
        if let Some(id) = self.id.as_deref().filter(|id| !ids.contains(id)) {
            return Err(anyhow::anyhow!("--id {id}: the sets are {}", ids.join(", ")).into());
        }
        if let Some(path) = &self.export {
            let id = self.id.as_deref().unwrap_or(ids[0]);
            let files = service
                .component_files(id)
                .with_context(|| format!("{id} is a custom set, which you have already"))?;
            if is_spreadsheet(path) {
                return export_spreadsheet(path, &self.game, id, &files);
            }
            return Ok(export_files(path, &files)?);
        }
        let chosen = sets.iter().filter(|set| self.id.as_ref().is_none_or(|id| set.id == *id));
        let chosen: Vec<&ComponentSet> = chosen.collect();
        if common.json {
            return Ok(output::json(&chosen)?);
        }
        chosen.into_iter().enumerate().try_for_each(|(index, set)| print_set(set, index == 0))
    }
}

fn print_set(set: &ComponentSet, in_full: bool) -> Result<(), Failure> {
    let mut out = output::stdout();
    writeln!(out, "{}", output::bold(&set.id))?;
    for part in &set.parts {
        writeln!(out, "  {}: {}", part.file, part.holds)?;
        // The sets differ in boards and cards only, so one full listing is enough.
        for claim in part.claims.iter().filter(|_| in_full) {
            let provenance = claim.provenance.name();
            writeln!(out, "    {provenance:<14} {} ({})", claim.of, claim.source)?;
        }
    }
    Ok(())
}

fn export_spreadsheet(
    path: &Path,
    game: &str,
    id: &str,
    files: &BTreeMap<&str, &str>,
) -> Result<(), Failure> {
    if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xlsx")) {
        return Err(anyhow::anyhow!("{}: only .xlsx can be written", path.display()).into());
    }
    if path.exists() {
        let message = format!("{} exists already; nothing was written", path.display());
        return Err(anyhow::anyhow!(message).into());
    }
    let bytes =
        workbook::components_workbook(game, id, files).context("cannot create the spreadsheet")?;
    write_atomically(path, |out| out.write_all(&bytes))?;
    writeln!(std::io::stdout(), "{}", path.display())?;
    Ok(())
}

fn export_files(dir: &Path, files: &BTreeMap<&str, &str>) -> anyhow::Result<()> {
    fs::create_dir_all(dir)
        .with_context(|| format!("cannot create the folder {}", dir.display()))?;
    if let Some(name) = files.keys().find(|name| dir.join(name).exists()) {
        anyhow::bail!("{} exists already; nothing was written", dir.join(name).display());
    }
    for (name, text) in files {
        let path = dir.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(std::io::stdout(), "{}", path.display())?;
    }
    Ok(())
}

/// A component set that has no faults.
#[derive(Serialize)]
struct CheckedSet<'a> {
    valid: bool,
    set: &'a ComponentSet,
}

fn check_components(common: &Common, game: &str, path: &Path) -> Result<(), Failure> {
    let (json, games) = (common.json, common.games);
    let custom = Common { json, components: Some(path.to_path_buf()), games };
    let sets = registry::service(&custom, game)?.component_sets();
    let Some(set) = sets.last() else { return Ok(()) };
    if common.json {
        return Ok(output::json(&CheckedSet { valid: true, set })?);
    }
    writeln!(std::io::stdout(), "valid: {}", set.id)?;
    Ok(())
}
