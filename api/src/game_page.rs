//! A game of a seed as a page: the board after any of its moves, for people who follow a link
//! from a table of games.

use std::fmt::Write;

use serde_json::Value;
use towerlab_engine::document::compact;
use towerlab_engine::draw::{Theme, escaped};
use towerlab_engine::fault::Faults;
use towerlab_engine::table::Table;

const STYLE: &str = "
:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.5 system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; }
main { max-width: 1700px; margin: 0 auto; padding: 16px 20px; }
h1 { font-size: 22px; margin: 0 0 4px; }
nav { display: flex; flex-wrap: wrap; gap: 10px; margin: 10px 0; align-items: center; }
nav a, nav span { padding: 6px 14px; border: 1px solid #8888; border-radius: 6px; text-decoration: none; }
nav span { opacity: 0.45; }
.board { overflow-x: auto; }
.board svg { width: 100%; min-width: 1000px; height: auto; }
.dark { display: none; }
@media (prefers-color-scheme: dark) { .dark { display: block; } .light { display: none; } }
ol { columns: 22em; font-size: 14px; padding-left: 3em; }
li[aria-current] { font-weight: 700; }
";

/// The arrow keys follow the links beside the board.
const KEYS: &str = "addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const rel = { ArrowLeft: 'prev', ArrowRight: 'next' }[event.key];
  document.querySelector(`a[rel=${rel}]`)?.click();
});";

/// The page of a replayed game with all its states, after so many moves (all, if there are not so
/// many); `address` is the page's own after so many.
pub fn page(
    table: &dyn Table,
    replayed: &Value,
    at: Option<usize>,
    address: &dyn Fn(usize) -> String,
) -> Result<String, Faults> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let (states, log) = (list(&replayed["states"]), &replayed["log"]);
    let moves = list(&log["moves"]);
    let last = moves.len();
    let at = at.unwrap_or(last).min(last);
    let state = states.get(at).unwrap_or(&replayed["state"]).to_string();
    let agents: Vec<String> =
        list(&log["agents"]).iter().filter_map(|agent| Some(agent.as_str()?.to_string())).collect();
    let agents = if agents.is_empty() { "random moves".into() } else { agents.join(", ") };
    let title = format!("{}: game {} of seed {}", table.name(), log["game"], log["seed"]);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<link rel=\"icon\" href=\"../../../page/icon.svg\">\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n<p>Played by {}. After {at} of {last} moves",
        escaped(&agents)
    );
    let made = at.checked_sub(1).and_then(|before| moves[before].as_str());
    if let Some(made) = made {
        let _ = write!(out, "; the last one: <strong>{}</strong>", escaped(made));
    }
    out += ".</p>\n<nav aria-label=\"Moves\">\n";
    let mut link = |text: &str, rel: &str, to: Option<usize>| {
        let _ = match to.filter(|to| *to != at) {
            Some(to) => {
                writeln!(out, "<a rel=\"{rel}\" href=\"{}\">{text}</a>", escaped(&address(to)))
            }
            None => writeln!(out, "<span>{text}</span>"),
        };
    };
    link("First", "first", Some(0));
    link("← Back", "prev", at.checked_sub(1));
    link("Next →", "next", Some(at + 1).filter(|to| *to <= last));
    link("End", "last", Some(last));
    let from_here = play_from(table.name(), &state);
    let _ = writeln!(out, "<a href=\"{}\">Play on from here</a>\n</nav>", escaped(&from_here));
    for (class, theme) in [("light", Theme::Light), ("dark", Theme::Dark)] {
        let _ =
            writeln!(out, "<div class=\"board {class}\">\n{}</div>", table.draw(&state, theme)?);
    }
    out += "<h2>Moves</h2>\n<ol>\n";
    for (number, text) in moves.iter().enumerate() {
        let current = if number + 1 == at { " aria-current=\"step\"" } else { "" };
        let text = escaped(text.as_str().unwrap_or_default());
        let to = escaped(&address(number + 1));
        let _ = writeln!(out, "<li{current}><a href=\"{to}\">{text}</a></li>");
    }
    let _ = write!(out, "</ol>\n</main>\n<script>{KEYS}</script>\n</body>\n</html>\n");
    Ok(out)
}

/// The page at `/` with a state to go on from.
fn play_from(game: &str, state: &str) -> String {
    let state = serde_json::from_str(state).unwrap_or_default();
    let mut line = String::new();
    for byte in compact::write(&state).bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => line.push(byte.into()),
            _ => {
                let _ = write!(line, "%{byte:02X}");
            }
        }
    }
    format!("../../../#game={game}&start={line}")
}
