//! Documents from files, standard input or the command line itself.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow};

/// Where a document comes from, and its text.
pub struct Source {
    /// A file's name, `standard input`, or `argument`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// Reads a file, standard input for `-`, or takes a one-line position as it is.
    pub fn read(argument: &str) -> Result<Source> {
        if argument.starts_with('(') {
            return Ok(Source { name: "argument".into(), text: argument.into() });
        }
        if argument == "-" {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
            return Ok(Source { name: "standard input".into(), text: without_mark(text) });
        }
        let text = fs::read_to_string(argument).with_context(|| {
            format!("cannot read `{argument}` (a file, `-`, or a state in its one-line form)")
        })?;
        Ok(Source { name: argument.into(), text: without_mark(text) })
    }

    /// The documents of a batch: several lines, each a document of its own (JSON Lines
    /// or one-line positions). `None` for a single document.
    pub fn batch(&self) -> Option<Vec<(usize, &str)>> {
        let lines = self.text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        let lines: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.is_empty()).collect();
        // A document laid out over several lines breaks off after its first.
        let whole =
            |line: &str| line.starts_with('(') || (line.starts_with('{') && line.ends_with('}'));
        let (_, first) = *lines.first()?;
        let batch =
            whole(first) || (!first.starts_with('{') && lines.iter().any(|(_, line)| whole(line)));
        (lines.len() > 1 && batch).then_some(lines)
    }
}

/// Some editors begin a file with a byte order mark.
fn without_mark(text: String) -> String {
    text.strip_prefix('\u{feff}').map(String::from).unwrap_or(text)
}

/// The text of a file.
pub fn read_text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::InvalidData => {
            anyhow!("cannot read {}: it is no UTF-8; save it as \"CSV UTF-8\"", path.display())
        }
        _ => anyhow!("cannot read {}: {error}", path.display()),
    })
}
