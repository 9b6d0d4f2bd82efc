//! `towerlab merge`: joins the parts of a run.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use towerlab_engine::lab::scenario::plan::MOST_CASES;
use towerlab_engine::lab::scenario::{Plan, Progress, Shard};

use crate::artifacts::{OutputOptions, RunOutput, write_artifacts};
use crate::checkpoint::Checkpoint;
use crate::failure::Failure;
use crate::folder::Folder;
use crate::games_file::GameRows;
use crate::manifest::RunRecord;
use crate::registry::services_for;
use crate::summary::print_summary;
use crate::{Common, output};

/// How many ranges of missing games an error lists.
const MOST_RANGES: usize = 8;

/// Join the parts of a run. The results equal those of a single run, byte for byte.
///
/// `towerlab run --shard K/N` writes parts. Merging needs all of them, in any order.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab merge results/my
  towerlab merge a/part-1-of-2.json b/part-2-of-2.json --out results/my")]
pub struct MergeCommand {
    /// Part files, or folders that contain them
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// Write the results into this folder [default: the folder of the first part]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    output: OutputOptions,
}

/// A part of a run.
struct Part {
    path: PathBuf,
    checkpoint: Checkpoint,
}

impl MergeCommand {
    /// Joins the parts and prints the results.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let parts = self.read_parts()?;
        let Some(first) = parts.first() else {
            let folder = self.parts[0].display();
            return Err(anyhow!("{folder} contains no part-K-of-N.json").into());
        };
        let plan = plan_of(common, first)?;
        let progress = join_progress(&plan, &parts)?;
        let games = self.game_rows(&parts)?;
        let parent = first.path.parent().unwrap_or(Path::new("."));
        let folder = Folder::new(self.out.clone().unwrap_or_else(|| parent.to_path_buf()))?;
        let output = RunOutput {
            plan: &plan,
            progress: &progress,
            record: RunRecord::Merged { merged: parts.len() },
            games: &games,
        };
        let results = write_artifacts(common, &folder, &output, &self.output)?;
        if common.json {
            return Ok(output::json(&results)?);
        }
        print_summary(&results)?;
        eprintln!("\nmerged {} parts; results in {}", parts.len(), folder.path.display());
        Ok(())
    }

    fn read_parts(&self) -> anyhow::Result<Vec<Part>> {
        let mut paths = Vec::new();
        for path in &self.parts {
            if path.is_dir() {
                paths.extend(find_parts(path)?);
            } else {
                paths.push(path.clone());
            }
        }
        paths.sort();
        let read = |path: PathBuf| Ok(Part { checkpoint: Checkpoint::read(&path)?, path });
        paths.into_iter().map(read).collect()
    }

    /// The rows of games of all parts, which must have been written in the same style.
    fn game_rows(&self, parts: &[Part]) -> anyhow::Result<Vec<GameRows>> {
        let rows = |part: &Part| {
            let bytes = part.checkpoint.games_bytes?;
            Some(GameRows { path: part.path.with_extension("games"), bytes })
        };
        let games: Vec<GameRows> = parts.iter().filter_map(rows).collect();
        if !games.is_empty() && games.len() < parts.len() {
            return Err(anyhow!("only some of the parts were run with --every-game"));
        }
        let separator = self.output.style().separator;
        let is_other = |part: &Part| part.checkpoint.separator != separator;
        if !games.is_empty() && parts.iter().any(is_other) {
            return Err(anyhow!(
                "the parts were run with another --decimal; pass the same to merge them"
            ));
        }
        Ok(games)
    }
}

/// The part files in a folder.
fn find_parts(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    let entries = fs::read_dir(folder)
        .with_context(|| format!("cannot read the folder {}", folder.display()))?;
    for entry in entries {
        let file = entry?.path();
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.starts_with("part-") && name.ends_with(".json") {
            paths.push(file);
        }
    }
    Ok(paths)
}

fn plan_of(common: &Common, part: &Part) -> Result<Plan, Failure> {
    let services = services_for(common, &part.checkpoint.scenario)?;
    let source = part.path.display().to_string();
    let plan = Plan::new(&part.checkpoint.scenario, &services, MOST_CASES);
    let mut plan = plan.map_err(Failure::of(&source))?;
    let games = &part.checkpoint.progress.games;
    if plan.games.len() != games.len() {
        return Err(anyhow!("{source} is damaged: its cases differ from its scenario").into());
    }
    plan.games.clone_from(games);
    Ok(plan)
}

/// Adds up all parts, which must belong to the same run and leave no game out.
fn join_progress(plan: &Plan, parts: &[Part]) -> anyhow::Result<Progress> {
    let mut whole = Progress::new(plan);
    for (at, part) in parts.iter().enumerate() {
        let path = part.path.display();
        if !part.checkpoint.progress.fits(plan) {
            return Err(if at == 0 {
                anyhow!(
                    "{path} was played with other components or another version; pass its components with --components"
                )
            } else {
                anyhow!("{path} is not from the same run as {}", parts[0].path.display())
            });
        }
        if !whole.merge(&part.checkpoint.progress) {
            return Err(anyhow!("another part contains the same games as {path}"));
        }
    }
    if !whole.is_complete(plan, Shard::WHOLE) {
        return Err(anyhow!("games are missing: {}", missing_games(plan, &whole).join("; ")));
    }
    Ok(whole)
}

fn missing_games(plan: &Plan, progress: &Progress) -> Vec<String> {
    let missing = plan.blocks.iter().enumerate().flat_map(|(at, block)| {
        progress.left(plan, at, Shard::WHOLE).into_iter().map(move |range| {
            format!("{} players: games {} to {}", block.players, range.start, range.end - 1)
        })
    });
    missing.take(MOST_RANGES).collect()
}
