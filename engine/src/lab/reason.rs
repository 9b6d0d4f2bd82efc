//! What a move changes at once, in words: the reason that goes with advice.

use serde_json::{Value, json};

use crate::game::Seat;
use crate::games::Documents;

/// What a move changes at once: numbers of the seat's score, and notable events.
pub(super) fn explain_move<G: Documents>(
    game: &G,
    state: &G::State,
    mv: G::Move,
    seat: Seat,
) -> String {
    let (mut after, mut events) = (*state, Vec::new());
    game.play(&mut after, mv, &mut events);
    let score = |state: &G::State| json!(game.write_score(state, seat));
    let mut changes = ScoreChanges { ignored: G::MINOR_SCORE_FIELDS, found: Vec::new() };
    changes.compare(&mut Vec::new(), &score(state), &score(&after));
    let mut parts = changes.found;
    for event in &events {
        let event = json!(game.event_details(event));
        let is_notable = |(name, _): &&(&str, &str)| event["event"] == *name;
        if let Some((_, words)) = G::NOTABLE_EVENTS.iter().find(is_notable)
            && !parts.iter().any(|part| part == words)
        {
            parts.push(words.to_string());
        }
    }
    if parts.is_empty() { "nothing at once".into() } else { parts.join(", ") }
}

/// Numbers that differ between two scores, in words.
struct ScoreChanges {
    /// Paths that are not worth mentioning; `*` is any word.
    ignored: &'static [&'static str],
    /// Such as `+4 points (tracks white)`.
    found: Vec<String>,
}

impl ScoreChanges {
    /// Compares everything below `path`.
    fn compare<'a>(&mut self, path: &mut Vec<&'a str>, before: &Value, after: &'a Value) {
        match after {
            Value::Object(entries) => {
                for (key, value) in entries {
                    path.push(key);
                    self.compare(path, before.get(key).unwrap_or(&Value::Null), value);
                    path.pop();
                }
            }
            Value::Number(after) if !self.is_ignored(path) => {
                let change = after.as_f64().unwrap_or(0.0) - before.as_f64().unwrap_or(0.0);
                if change != 0.0 {
                    self.found.push(describe_change(path, change));
                }
            }
            _ => {}
        }
    }

    fn is_ignored(&self, path: &[&str]) -> bool {
        self.ignored.iter().any(|pattern| {
            let mut words = pattern.split(' ').zip(path);
            pattern.split(' ').count() <= path.len()
                && words.all(|(word, own)| word == "*" || word == *own)
        })
    }
}

/// A changed number by its path: `+4 points (tracks white)`.
fn describe_change(path: &[&str], change: f64) -> String {
    let change = (change * 100.0).round() / 100.0;
    let words: Vec<String> = path.iter().map(|word| word.replace('_', " ")).collect();
    match words.split_last() {
        Some((last, source)) if last == "points" && !source.is_empty() => {
            format!("{change:+} points ({})", source.join(" "))
        }
        _ => format!("{change:+} {}", words.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::ScoreChanges;

    #[test]
    fn changed_numbers_are_named_by_their_path() {
        let before = json!({"tracks": {"white": {"points": 2, "steps": 1}}, "total": 2});
        let after = json!({"tracks": {"white": {"points": 6, "steps": 3}}, "total": 6, "new": 1.5});
        let mut changes = ScoreChanges { ignored: &["tracks * steps"], found: Vec::new() };
        changes.compare(&mut Vec::new(), &before, &after);
        assert_eq!(changes.found, ["+4 points (tracks white)", "+4 total", "+1.5 new"]);
    }
}
