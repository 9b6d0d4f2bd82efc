//! Documents from files, standard input or the command line itself.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow};

/// A document as text, and where it comes from.
pub struct TextInput {
    /// The name of a file, `standard input`, or `argument`.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl TextInput {
    /// Reads a file, or standard input for `-`; a state in its one-line form is taken as it is.
    pub fn read(argument: &str) -> Result<TextInput> {
        if argument.starts_with('(') {
            return Ok(TextInput { name: "argument".into(), text: argument.into() });
        }
        if argument == "-" {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
            return Ok(TextInput {
                name: "standard input".into(),
                text: strip_byte_order_mark(text),
            });
        }
        let text = fs::read_to_string(argument).with_context(|| {
            format!("cannot read `{argument}` (a file, `-`, or a state in its one-line form)")
        })?;
        Ok(TextInput { name: argument.into(), text: strip_byte_order_mark(text) })
    }

    /// The documents of a batch with their line numbers: several lines, each a document (JSON Lines or
    /// one-line states). `None` for a single document.
    pub fn batch(&self) -> Option<Vec<(usize, &str)>> {
        let lines = self.text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        let lines: Vec<(usize, &str)> = lines.filter(|(_, line)| !line.is_empty()).collect();
        // The first line of an indented document is incomplete.
        let is_whole =
            |line: &str| line.starts_with('(') || (line.starts_with('{') && line.ends_with('}'));
        let (_, first) = *lines.first()?;
        let batch = is_whole(first)
            || (!first.starts_with('{') && lines.iter().any(|(_, line)| is_whole(line)));
        (lines.len() > 1 && batch).then_some(lines)
    }
}

/// Removes the byte order mark that some editors write.
fn strip_byte_order_mark(text: String) -> String {
    text.strip_prefix('\u{feff}').map(String::from).unwrap_or(text)
}

/// The text of a file.
pub fn read_text(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::InvalidData => {
            anyhow!("cannot read {}: it is not UTF-8; save it as \"CSV UTF-8\"", path.display())
        }
        _ => anyhow!("cannot read {}: {error}", path.display()),
    })
}
