//! Numbers, names and settings as sentences show them.

use serde_json::Value;

use crate::lab::scenario::case::plain_text;
use crate::lab::scenario::results::Difference;

/// The name of a case: in quotes if its author gave it, plain if it lists settings.
pub(super) fn quoted(name: &str) -> String {
    if name.contains('=') { name.to_string() } else { format!("\"{name}\"") }
}

/// A setting in words: `5 starting floors`, `market size 4`.
pub(super) fn setting_in_words(key: &str, value: &Value) -> (String, bool) {
    let name = key.replace('_', " ");
    match value {
        Value::Number(number) if name.ends_with('s') && !name.ends_with("ss") => {
            let one = number.as_u64() == Some(1);
            let name = if one { name.trim_end_matches('s') } else { &name };
            (format!("{number} {name}"), !one)
        }
        Value::Number(number) => (format!("{name} {number}"), false),
        value => (format!("`{key} = {}`", plain_text(value)), false),
    }
}

/// Clauses of one sentence: `a`, `a and b`, `a, b and c`.
pub(super) fn joined(clauses: &[String]) -> Option<String> {
    Some(match clauses {
        [] => return None,
        [one] => one.clone(),
        [first, last] => format!("{first} and {last}"),
        [first, middle @ .., last] => format!("{first}, {} and {last}", middle.join(", ")),
    })
}

/// A difference and its interval; decimals by how precise it is.
pub(super) fn with_interval(difference: &Difference, scale: f64) -> String {
    let Difference { mean, low, high, .. } = difference;
    // As many digits as it is precise to, and more if an end would look like nothing.
    let nearest = low.abs().min(high.abs()) * scale;
    let mut digits = digits((high - low) * scale);
    while difference.is_effect() == Some(true)
        && digits < 4
        && nearest < 0.5 / 10f64.powi(digits as i32)
    {
        digits += 1;
    }
    format!("{:.digits$} [{:.digits$}, {:.digits$}]", mean * scale, low * scale, high * scale)
}

/// The same for a fall, as a positive number.
pub(super) fn fall_with_interval(difference: &Difference) -> String {
    let Difference { mean, low, high, .. } = *difference;
    with_interval(&Difference { mean: -mean, low: -high, high: -low, ..*difference }, 1.0)
}

/// The same with a sign.
pub(super) fn signed_with_interval(difference: &Difference, scale: f64) -> String {
    let text = with_interval(difference, scale);
    if difference.mean > 0.0 { format!("+{text}") } else { text }
}

/// Decimals for a number that is known to such a width.
fn digits(width: f64) -> usize {
    if width >= 0.1 {
        1
    } else if width >= 0.01 {
        2
    } else {
        3
    }
}

/// A share as people write it.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// With a capital letter.
pub(super) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
