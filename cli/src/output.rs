//! Text for people: aligned tables, and colours on a terminal only.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

/// Standard output, without colours unless it is a terminal that wants them (`NO_COLOR` is
/// honoured).
pub fn stdout() -> impl Write {
    anstream::AutoStream::auto(io::stdout())
}

/// Bold, on a terminal.
pub fn bold(text: &str) -> String {
    format!("\x1b[1m{text}\x1b[0m")
}

/// Prints a value as JSON on one line.
pub fn json(value: &impl Serialize) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{}", serde_json::to_string(value)?)
}

/// Prints a document for people and files: JSON, where lists and objects that fit on a line take
/// one line.
pub fn document(value: &impl Serialize) -> anyhow::Result<()> {
    let mut text = String::new();
    write_pretty(&serde_json::to_value(value)?, 0, 0, &mut text);
    writeln!(io::stdout().lock(), "{text}")?;
    Ok(())
}

/// The width of a document, in characters.
const WIDTH: usize = 100;

/// Writes a value at an indentation; `used` is how many characters its line has already.
fn write_pretty(value: &Value, indent: usize, used: usize, text: &mut String) {
    let flat = on_one_line(value);
    let (open, close, items): (char, char, Vec<(String, &Value)>) = match value {
        // The document itself always takes several lines, however short.
        _ if indent > 0 && indent + used + flat.chars().count() < WIDTH => {
            return text.push_str(&flat);
        }
        Value::Object(map) if !map.is_empty() => (
            '{',
            '}',
            map.iter()
                .map(|(key, item)| (format!("{}: ", Value::from(key.as_str())), item))
                .collect(),
        ),
        Value::Array(list) if !list.is_empty() => {
            ('[', ']', list.iter().map(|item| (String::new(), item)).collect())
        }
        _ => return text.push_str(&flat),
    };
    text.push(open);
    if open == '[' && items.iter().all(|(_, item)| !item.is_object() && !item.is_array()) {
        write_filled(&items, indent + 2, text);
        *text += &format!("\n{:indent$}{close}", "");
        return;
    }
    for (index, (key, item)) in items.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        *text += &format!("{comma}\n{:1$}{key}", "", indent + 2);
        write_pretty(item, indent + 2, key.chars().count(), text);
    }
    *text += &format!("\n{:indent$}{close}", "");
}

/// Writes plain items one after another, as many on a line as fit.
fn write_filled(items: &[(String, &Value)], indent: usize, text: &mut String) {
    let mut used = WIDTH;
    for (index, (_, item)) in items.iter().enumerate() {
        let item = item.to_string();
        let comma = if index > 0 { "," } else { "" };
        if used + item.chars().count() + 2 > WIDTH {
            *text += &format!("{comma}\n{:indent$}{item}", "");
            used = indent + item.chars().count();
        } else {
            *text += &format!("{comma} {item}");
            used += item.chars().count() + 2;
        }
    }
}

/// JSON on one line, with a space after commas and colons.
fn on_one_line(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let items = map
                .iter()
                .map(|(key, item)| format!("{}: {}", Value::from(key.as_str()), on_one_line(item)));
            format!("{{{}}}", items.collect::<Vec<_>>().join(", "))
        }
        Value::Array(list) => {
            format!("[{}]", list.iter().map(on_one_line).collect::<Vec<_>>().join(", "))
        }
        plain => plain.to_string(),
    }
}

/// A table with a header; columns of numbers are aligned right.
pub fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain([header[column].chars().count()]).max().unwrap_or(0)
    };
    let is_numeric = |column: usize| {
        let mut cells = rows
            .iter()
            .filter_map(|row| row.get(column))
            .filter(|cell| !cell.is_empty())
            .peekable();
        let number = |cell: &String| cell.trim_end_matches('%').parse::<f64>().is_ok();
        let fits = |cell: &String| number(cell) || ["-", "yes", "no"].contains(&cell.as_str());
        cells.clone().any(number) && cells.all(fits)
    };
    let line = |cells: Vec<&str>| {
        let cells = cells.iter().enumerate().map(|(column, cell)| {
            let width = width(column);
            if is_numeric(column) { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    let mut text = bold(&line(header.to_vec()));
    for row in rows {
        text.push('\n');
        text += &line(row.iter().map(String::as_str).collect());
    }
    text.push('\n');
    text
}

/// All plain values of a document, each with its path in words.
pub fn flatten(value: &Value) -> Vec<(String, String)> {
    let mut flat = Vec::new();
    collect_plain_values(value, "", &mut flat);
    flat
}

fn collect_plain_values(value: &Value, path: &str, flat: &mut Vec<(String, String)>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                let key = key.replace('_', " ");
                let path = if path.is_empty() { key } else { format!("{path} {key}") };
                collect_plain_values(value, &path, flat);
            }
        }
        Value::Bool(flag) => flat.push((path.into(), if *flag { "yes" } else { "no" }.into())),
        Value::String(text) => flat.push((path.into(), text.clone())),
        other => flat.push((path.into(), other.to_string())),
    }
}

/// Prints warnings below a result, a line each.
pub fn warn(warnings: &[String]) -> std::io::Result<()> {
    let mut err = anstream::stderr();
    warnings.iter().try_for_each(|warning| writeln!(err, "warning: {warning}"))
}
