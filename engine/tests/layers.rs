//! The engine's layers point one way: a layer uses only those before it.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers, the lowest first.
const LAYERS: [&str; 6] = ["game", "document", "games", "agents", "lab", "operations"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every module that a source names right behind `crate::`, alone or in braces.
fn uses(source: &str) -> Vec<String> {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = code.collect::<Vec<_>>().join("\n");
    let mut names = Vec::new();
    for rest in code.split("crate::").skip(1) {
        let group = rest.strip_prefix('{').map(|inside| inside.split('}').next().unwrap_or(inside));
        for item in group.unwrap_or(rest).split(if group.is_some() { ',' } else { '\n' }) {
            let is_word = |c: &char| c.is_alphanumeric() || *c == '_';
            names.push(item.trim().chars().take_while(is_word).collect());
            if group.is_none() {
                break;
            }
        }
    }
    names
}

/// The uses of a layer above its own.
fn upward(layer: &str, source: &str) -> Vec<String> {
    let own = LAYERS.iter().position(|known| *known == layer).expect("a layer");
    let mut names = uses(source);
    names.retain(|name| LAYERS[own + 1..].contains(&name.as_str()));
    names
}

#[test]
fn layers_point_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for layer in LAYERS {
        let mut files = Vec::new();
        sources(&root.join(layer), &mut files);
        assert!(!files.is_empty(), "{layer} has no sources");
        for file in files {
            let source = fs::read_to_string(&file).expect("a source");
            for name in upward(layer, &source) {
                wrong.push(format!("{} uses {name}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "upward uses:\n{}", wrong.join("\n"));
}

#[test]
fn every_module_of_the_crate_is_a_layer() {
    let lib = include_str!("../src/lib.rs");
    let modules = lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let mut modules: Vec<&str> = modules.collect();
    let mut layers = LAYERS.to_vec();
    modules.sort_unstable();
    layers.sort_unstable();
    assert_eq!(modules, layers);
}

/// A game knows nothing of another game.
#[test]
fn games_are_independent() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games");
    let games = ["tower_up", "skyline", "tower"];
    for game in games {
        let mut files = Vec::new();
        sources(&root.join(game), &mut files);
        for file in files {
            let source = fs::read_to_string(&file).expect("a source");
            for other in games.iter().filter(|other| **other != game) {
                let path = format!("games::{other}::");
                assert!(!source.contains(&path), "{} uses {other}", file.display());
            }
        }
    }
}

/// What every game's folder holds; nouns of a game (`board.rs`, `dice.rs`) come on top, and
/// parts of a large file lie in a folder of its name (`validate/` beside `validate.rs`).
const FILES: [&str; 23] = [
    "README.md",
    "answers.rs",
    "chance.rs",
    "check.rs",
    "components.rs",
    "document.rs",
    "documents.rs",
    "draw.rs",
    "evaluate.rs",
    "inputs.rs",
    "event.rs",
    "forms.rs",
    "metrics.rs",
    "mod.rs",
    "moves.rs",
    "notation.rs",
    "play.rs",
    "read.rs",
    "rules.rs",
    "score.rs",
    "state.rs",
    "validate.rs",
    "write.rs",
];

#[test]
fn every_game_has_the_same_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games");
    for game in ["tower_up", "skyline", "tower"] {
        for file in FILES {
            assert!(root.join(game).join(file).is_file(), "{game} has no {file}");
        }
    }
}

#[test]
fn an_upward_use_is_found() {
    assert_eq!(upward("games", "use crate::agents::Spec;"), ["agents"]);
    assert_eq!(upward("game", "use crate::{document::Faults, game::Seat};"), ["document"]);
    assert_eq!(upward("lab", "fn f() { crate::operations::tables(None) }"), ["operations"]);
    assert!(upward("lab", "// see crate::operations\nuse crate::agents::Spec;").is_empty());
}
