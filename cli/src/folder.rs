//! The folder of a run: what is kept on the way, and what is left at the end. Every file is
//! written beside its place and then moved there, so that a full disk or a kill leaves the old one.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use towerlab_engine::scenario::{Plan, Progress, Shard};

/// The version of saved runs.
const FORMAT: &str = "towerlab/progress/1";

/// A run, or a part of one, on disk.
#[derive(Serialize, Deserialize)]
pub struct Saved {
    format: String,
    /// The scenario as it was read.
    pub scenario: Value,
    /// Which part.
    pub shard: Shard,
    /// How many bytes of the table of games belong to it; nothing if there is none.
    pub games_bytes: Option<u64>,
    /// What is between the cells of its table of games.
    pub separator: char,
    /// How far it is.
    pub progress: Progress,
}

impl Saved {
    /// A run as it stands.
    pub fn new(
        plan: &Plan,
        shard: Shard,
        (separator, games_bytes): (char, Option<u64>),
        progress: Progress,
    ) -> Saved {
        let scenario = plan.scenario.document.clone();
        Saved { format: FORMAT.into(), scenario, shard, games_bytes, separator, progress }
    }

    /// Reads a saved run.
    pub fn read(path: &Path) -> Result<Saved> {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let saved: Saved = serde_json::from_str(&text)
            .with_context(|| format!("{} is no saved run", path.display()))?;
        if saved.format != FORMAT {
            bail!("{}: this version reads `{FORMAT}`, not `{}`", path.display(), saved.format);
        }
        Ok(saved)
    }
}

/// Where a run keeps its files.
#[derive(Clone)]
pub struct Folder {
    /// The folder.
    pub path: PathBuf,
}

impl Folder {
    /// The folder, made if it is not there.
    pub fn new(path: PathBuf) -> Result<Folder> {
        fs::create_dir_all(&path)
            .with_context(|| format!("cannot make the folder {}", path.display()))?;
        Ok(Folder { path })
    }

    /// A file of the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// What a run keeps on the way: its sums, and the rows of its games.
    pub fn progress_files(&self, shard: Shard) -> (PathBuf, PathBuf) {
        let Shard { part, of } = shard;
        match shard == Shard::WHOLE {
            true => (self.file("progress.json"), self.file("progress.games")),
            false => (
                self.file(&format!("part-{part}-of-{of}.json")),
                self.file(&format!("part-{part}-of-{of}.games")),
            ),
        }
    }

    /// The workbook: called like the folder, since a spreadsheet opens only one of a name.
    pub fn book(&self) -> PathBuf {
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("results");
        self.file(&format!("{name}.xlsx"))
    }

    /// Writes a file as a whole or not at all.
    pub fn write(&self, name: &str, text: &str) -> Result<()> {
        write_whole(&self.file(name), |out| out.write_all(text.as_bytes()))
    }
}

/// Writes a file as a whole or not at all.
pub fn write_whole(
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

/// The rows of games on the way: in the order in which they were played, a line in front of
/// each range that says which it is and how long. No cell has a line end in it: names have none.
pub struct GamesFile {
    path: PathBuf,
    out: BufWriter<File>,
    bytes: u64,
}

impl GamesFile {
    /// Opens the file for more; what was written after `bytes` is forgotten.
    pub fn open(path: PathBuf, bytes: u64) -> Result<GamesFile> {
        let length = path.metadata().map_or(0, |metadata| metadata.len());
        if length < bytes {
            bail!(
                "{} has {length} bytes of games, {bytes} were saved; --fresh starts anew",
                path.display()
            );
        }
        let open = || -> std::io::Result<BufWriter<File>> {
            let mut file =
                OpenOptions::new().create(true).truncate(false).write(true).open(&path)?;
            file.set_len(bytes)?;
            file.seek(SeekFrom::End(0))?;
            Ok(BufWriter::new(file))
        };
        let out = open().with_context(|| format!("cannot write {}", path.display()))?;
        Ok(GamesFile { path, out, bytes })
    }

    /// Adds a range of games of a block, each with its line.
    pub fn add(&mut self, block: usize, from: u64, rows: &[String]) -> Result<()> {
        let rows = rows.concat();
        let head = format!("{block} {from} {}\n", rows.len());
        self.out
            .write_all(head.as_bytes())
            .and_then(|()| self.out.write_all(rows.as_bytes()))
            .with_context(|| format!("cannot write {}", self.path.display()))?;
        self.bytes += (head.len() + rows.len()) as u64;
        Ok(())
    }

    /// Makes sure that all is on disk; how much it is.
    pub fn flush(&mut self) -> Result<u64> {
        let flushed = self.out.flush().and_then(|()| self.out.get_ref().sync_data());
        flushed.with_context(|| format!("cannot write {}", self.path.display()))?;
        Ok(self.bytes)
    }
}

/// A range of rows in a file.
struct Piece {
    block: u64,
    from: u64,
    file: usize,
    offset: u64,
    bytes: u64,
}

/// Where in a file which games are.
fn pieces(path: &Path, index: usize, bytes: u64) -> Result<Vec<Piece>> {
    let unreadable = || format!("cannot read {}", path.display());
    let mut reader = BufReader::new(File::open(path).with_context(unreadable)?);
    let (mut pieces, mut offset, mut line) = (Vec::new(), 0, String::new());
    while offset < bytes {
        line.clear();
        offset += reader.read_line(&mut line).with_context(unreadable)? as u64;
        let numbers: Vec<u64> = line.split_whitespace().filter_map(|it| it.parse().ok()).collect();
        let [block, from, length] = numbers[..] else {
            bail!("{} is damaged at byte {offset}", path.display());
        };
        pieces.push(Piece { block, from, file: index, offset, bytes: length });
        let skip = i64::try_from(length).unwrap_or(i64::MAX);
        reader.seek_relative(skip).with_context(unreadable)?;
        offset = offset.saturating_add(length);
    }
    let length = path.metadata().with_context(unreadable)?.len();
    if offset != bytes || length < bytes {
        bail!("{} is damaged: games are missing at its end", path.display());
    }
    Ok(pieces)
}

/// Joins rows of games into one table, in the order of the games.
pub fn join_games(
    parts: &[(PathBuf, u64)],
    header: &str,
    separator: char,
    to: &Path,
) -> Result<()> {
    let (mut all, mut files) = (Vec::new(), Vec::new());
    for (index, (path, bytes)) in parts.iter().enumerate() {
        all.extend(pieces(path, index, *bytes)?);
        files.push(File::open(path).with_context(|| format!("cannot read {}", path.display()))?);
    }
    all.sort_by_key(|piece| (piece.block, piece.from));
    write_whole(to, |out| {
        out.write_all(header.as_bytes())?;
        let mut row = 0;
        for piece in &all {
            let file = &mut files[piece.file];
            file.seek(SeekFrom::Start(piece.offset))?;
            for line in BufReader::new((&*file).take(piece.bytes)).split(b'\n') {
                row += 1;
                write!(out, "{row}{separator}")?;
                out.write_all(&line?)?;
                out.write_all(b"\n")?;
            }
        }
        Ok(())
    })
}
