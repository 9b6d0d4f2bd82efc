//! The folder of a run. Every file is written beside its place and then moved there, so that a full
//! disk or a killed process leaves the old file intact.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Serialize;
use towerlab_engine::lab::scenario::Shard;

/// Where a run keeps its files.
#[derive(Clone)]
pub struct Folder {
    /// The path of the folder.
    pub path: PathBuf,
}

impl Folder {
    /// Opens the folder, and creates it if it does not exist.
    pub fn new(path: PathBuf) -> Result<Folder> {
        fs::create_dir_all(&path)
            .with_context(|| format!("cannot create the folder {}", path.display()))?;
        Ok(Folder { path })
    }

    /// The path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The files that an unfinished run keeps.
    pub fn checkpoint_files(&self, shard: Shard) -> CheckpointFiles {
        let Shard { part, of } = shard;
        let stem = if shard == Shard::WHOLE {
            "progress".to_string()
        } else {
            format!("part-{part}-of-{of}")
        };
        CheckpointFiles {
            progress: self.file(&format!("{stem}.json")),
            games: self.file(&format!("{stem}.games")),
        }
    }

    /// The spreadsheet. It has the folder's name, since a spreadsheet program opens only one file of
    /// a name.
    pub fn spreadsheet(&self) -> PathBuf {
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("results");
        self.file(&format!("{name}.xlsx"))
    }

    /// Writes a text file as a whole or not at all.
    pub fn write(&self, name: &str, text: &str) -> Result<()> {
        write_atomically(&self.file(name), |out| out.write_all(text.as_bytes()))
    }

    /// Writes a value as indented JSON.
    pub fn write_json(&self, name: &str, value: &impl Serialize) -> Result<()> {
        self.write(name, &format!("{}\n", serde_json::to_string_pretty(value)?))
    }
}

/// The files that an unfinished run keeps.
pub struct CheckpointFiles {
    /// The sums so far.
    pub progress: PathBuf,
    /// The rows of the games so far.
    pub games: PathBuf,
}

/// Writes a file as a whole or not at all.
pub fn write_atomically(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>,
) -> Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let result = (|| {
        let mut out = BufWriter::new(File::create(&beside)?);
        write(&mut out)?;
        let file = out.into_inner().map_err(|error| error.into_error())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    })();
    result
        .inspect_err(|_| drop(fs::remove_file(&beside)))
        .with_context(|| format!("cannot write {}", path.display()))
}
