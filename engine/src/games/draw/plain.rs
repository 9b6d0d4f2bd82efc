//! A picture of any state: its keys and values.

use serde_json::{Map, Value};

use super::{Anchor, Svg, Theme, sentence};

const WIDTH: u32 = 900;
const MARGIN: f64 = 20.0;
const LINE: f64 = 26.0;
const SIZE: f64 = 16.0;
/// Where values begin, and how many letters fit beside their keys.
const VALUES: f64 = 240.0;
const LETTERS: usize = 68;

/// Lists the fields of a state, one below the other, each with its value as JSON.
pub fn draw_fields(title: &str, fields: &Map<String, Value>, theme: Theme) -> Svg {
    let rows: Vec<(String, Vec<String>)> = fields
        .iter()
        .map(|(key, value)| (sentence(key), break_lines(&value_text(value))))
        .collect();
    let lines: usize = rows.iter().map(|(_, lines)| lines.len()).sum();
    let height = 2.0 * MARGIN + 58.0 + LINE * lines as f64;
    let mut svg = Svg::new(theme, WIDTH, height.ceil() as u32, title);
    let size = (f64::from(WIDTH) - 2.0 * MARGIN, height - 2.0 * MARGIN);
    let (left, top) = svg.panel((MARGIN, MARGIN), size, title);
    let mut baseline = top + LINE * 0.75;
    for (key, lines) in rows {
        svg.text((left, baseline), (SIZE, Anchor::Start, true), theme.faint(), &key);
        for line in lines {
            svg.text((VALUES, baseline), (SIZE, Anchor::Start, false), theme.ink(), &line);
            baseline += LINE;
        }
    }
    svg
}

fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string().replace(',', ", ").replace("\":", "\": "),
    }
}

/// Breaks a text into lines, between words where it can.
fn break_lines(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        for piece in word.chars().collect::<Vec<char>>().chunks(LETTERS) {
            let last = lines.last_mut().expect("there is always a line");
            if !last.is_empty() && last.chars().count() + 1 + piece.len() > LETTERS {
                lines.push(piece.iter().collect());
                continue;
            }
            if !last.is_empty() {
                last.push(' ');
            }
            last.extend(piece);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{break_lines, draw_fields};
    use crate::games::draw::Theme;

    #[test]
    fn every_key_and_value_is_in_the_picture() {
        let fields = json!({"tall_towers": [1, 2], "owner": "<b>"});
        let svg = draw_fields("A game", fields.as_object().expect("an object"), Theme::Dark);
        let svg = svg.finish();
        for text in ["A game", "Tall towers", "[1, 2]", "&lt;b&gt;"] {
            assert!(svg.contains(&format!(">{text}<")), "{text}");
        }
    }

    #[test]
    fn long_values_are_broken_and_nothing_is_lost() {
        let text = format!("{} {}", "word ".repeat(40), "x".repeat(150));
        let lines = break_lines(&text);
        assert!(lines.len() > 4 && lines.iter().all(|line| line.chars().count() <= 68));
        assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
    }
}
