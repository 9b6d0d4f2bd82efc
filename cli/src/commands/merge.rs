//! `towerlab merge`: the parts of a run into one.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use serde_json::json;
use towerlab_engine::scenario::plan::MOST_CASES;
use towerlab_engine::scenario::{Plan, Progress, Shard};

use crate::failure::Failure;
use crate::folder::{Folder, Saved};
use crate::leavings::Writing;
use crate::shelf::tables_for;
use crate::{Common, answer, leavings, output};

/// Join the parts of a run into the tables that a single run gives, byte for byte.
///
/// Parts come from `towerlab run --shard K/N`. All of them are needed, in any order.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab merge results/my
  towerlab merge a/part-1-of-2.json b/part-2-of-2.json --out results/my")]
pub struct Merge {
    /// Part files, or folders that hold them
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// Where the tables go [default: beside the first part]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    writing: Writing,
}

impl Merge {
    /// Joins and prints the answer.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let paths = self.paths()?;
        let mut parts = Vec::new();
        for path in &paths {
            parts.push((path, Saved::read(path)?));
        }
        let Some((first_path, first)) = parts.first() else {
            return Err(
                anyhow!("there is no part-K-of-N.json in {}", self.parts[0].display()).into()
            );
        };
        let tables = tables_for(common, &first.scenario)?;
        let source = first_path.display().to_string();
        let plan = Plan::new(&first.scenario, &tables, MOST_CASES);
        let mut plan = plan.map_err(Failure::of(&source))?;
        if plan.games.len() != first.progress.games.len() {
            return Err(anyhow!("{source} is damaged: it has other cases than its scenario").into());
        }
        plan.games.clone_from(&first.progress.games);
        let mut whole = Progress::new(&plan);
        for (path, part) in &parts {
            if !part.progress.fits(&plan) && path == first_path {
                let message = "was played on other components or by another version; pass its components with --components";
                return Err(anyhow!("{} {message}", path.display()).into());
            }
            if !part.progress.fits(&plan) {
                let (one, other) = (path.display(), first_path.display());
                return Err(anyhow!("{one} is not of the same run as {other}").into());
            }
            if !whole.merge(&part.progress) {
                return Err(
                    anyhow!("games of {} are in another part as well", path.display()).into()
                );
            }
        }
        if !whole.is_complete(&plan, Shard::WHOLE) {
            let missing = (0..plan.blocks.len()).flat_map(|block| {
                let players = plan.blocks[block].players;
                let left = whole.left(&plan, block, Shard::WHOLE);
                left.into_iter().map(move |range| {
                    format!("{players} players: games {} to {}", range.start, range.end - 1)
                })
            });
            let missing: Vec<String> = missing.take(8).collect();
            return Err(anyhow!("games are missing: {}", missing.join("; ")).into());
        }
        let games: Vec<(PathBuf, u64)> = parts
            .iter()
            .filter_map(|(path, part)| Some((path.with_extension("games"), part.games_bytes?)))
            .collect();
        if !games.is_empty() && games.len() < parts.len() {
            return Err(anyhow!("some parts have tables of games and some have none").into());
        }
        let separator = self.writing.style().separator;
        if !games.is_empty() && parts.iter().any(|(_, part)| part.separator != separator) {
            let why = "the parts' tables of games were written with another --decimal";
            return Err(anyhow!("{why}; merge with the same").into());
        }
        let parent = first_path.parent().unwrap_or(Path::new("."));
        let folder = Folder::new(self.out.clone().unwrap_or_else(|| parent.to_path_buf()))?;
        let how = json!({"merged": parts.len()});
        let results = leavings::write(common, &folder, &plan, &whole, &how, &self.writing, &games)?;
        if common.json {
            return Ok(output::json(&json!(results))?);
        }
        answer::show(&results)?;
        eprintln!("\n{} parts joined; tables in {}", parts.len(), folder.path.display());
        Ok(())
    }

    fn paths(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut paths = Vec::new();
        for path in &self.parts {
            if !path.is_dir() {
                paths.push(path.clone());
                continue;
            }
            let entries = fs::read_dir(path)
                .with_context(|| format!("cannot read the folder {}", path.display()))?;
            for entry in entries {
                let file = entry?.path();
                let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                if name.starts_with("part-") && name.ends_with(".json") {
                    paths.push(file);
                }
            }
        }
        paths.sort();
        Ok(paths)
    }
}
