//! The rows of games of an unfinished run, and how they become `games.csv`.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::folder::write_atomically;

/// Rows of games in the order in which they were played. A line in front of each range says which
/// range it is and how many bytes it has. No cell contains a line end, because names have none.
pub struct GamesFile {
    path: PathBuf,
    out: BufWriter<File>,
    bytes: u64,
}

impl GamesFile {
    /// Opens the file to add rows after `bytes`; what follows was not saved and is dropped.
    pub fn open(path: PathBuf, bytes: u64) -> Result<GamesFile> {
        let length = path.metadata().map_or(0, |metadata| metadata.len());
        if length < bytes {
            bail!(
                "{} has {length} bytes of games, but {bytes} were saved; --fresh starts over",
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

    /// Adds the rows of a range of games of a block.
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

    /// Writes everything to disk and returns the size of the file.
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

/// Finds the ranges of games in a file.
fn find_pieces(path: &Path, index: usize, bytes: u64) -> Result<Vec<Piece>> {
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

/// A file of rows, and how much of it was saved.
pub struct GameRows {
    /// The file.
    pub path: PathBuf,
    /// How many of its bytes belong to the run.
    pub bytes: u64,
}

/// Joins rows of games into one table, in the order of the games.
pub fn join_games(parts: &[GameRows], header: &str, separator: char, to: &Path) -> Result<()> {
    let (mut all, mut files) = (Vec::new(), Vec::new());
    for (index, part) in parts.iter().enumerate() {
        all.extend(find_pieces(&part.path, index, part.bytes)?);
        let unreadable = || format!("cannot read {}", part.path.display());
        files.push(File::open(&part.path).with_context(unreadable)?);
    }
    all.sort_by_key(|piece| (piece.block, piece.from));
    write_atomically(to, |out| {
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
