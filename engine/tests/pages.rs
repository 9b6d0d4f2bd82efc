//! Every game's page has the same headings, explains every rule, and lists every parameter.
//!
//! The table of the parameters comes from their declaration:
//! `UPDATE_PAGES=1 cargo test -p towerlab-engine --test pages` writes it again.

use std::collections::BTreeSet;
use std::fs;

use towerlab_engine::each_game;
use towerlab_engine::game::Game;
use towerlab_engine::games::{Documents, Parameters};

const HEADINGS: [&str; 7] =
    ["Components", "Moves", "Chance", "Hidden parts", "End", "Rulings", "Provenance"];

fn explains_itself<G: Game>() {
    let headings: Vec<&str> = G::PAGE.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(headings, HEADINGS, "{}", G::NAME);
    assert!(G::PAGE.contains("Unofficial"), "{} says whose game it is", G::NAME);
    let ids: BTreeSet<&str> = G::RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(ids.len(), G::RULES.len(), "{}: no id twice", G::NAME);
    for rule in G::RULES {
        let id = rule.id;
        assert!(id.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{id} is kebab-case");
        let (_, from) = G::PAGE
            .split_once(&format!("\n## {}\n", rule.section))
            .unwrap_or_else(|| panic!("{id}: no section"));
        let section = from.split("\n## ").next().unwrap_or(from);
        assert!(
            section.contains(&format!("`{id}`")),
            "{}: {id} is not explained under {}",
            G::NAME,
            rule.section
        );
    }
}

/// The table on the page is the one that follows from the declaration.
fn lists_parameters<G: Documents>(module: &str) {
    const START: &str = "| parameter |";
    let file = format!("{}/src/games/{module}/README.md", env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(&file).expect("a page").replace("\r\n", "\n");
    let start = page.find(START).unwrap_or_else(|| panic!("{file}: no table of parameters"));
    let end = page[start..].find("\n\n").map_or(page.len(), |length| start + length + 1);
    let table = G::Rules::page_table();
    if page[start..end] == table {
        return;
    }
    if std::env::var_os("UPDATE_PAGES").is_some() {
        let new = format!("{}{table}{}", &page[..start], &page[end..]);
        fs::write(&file, new).expect("the page can be written");
    } else {
        panic!("{file}: set UPDATE_PAGES=1 to write the table of the parameters:\n{table}");
    }
}

macro_rules! page {
    ($module:ident, $game:ty) => {
        #[test]
        fn $module() {
            explains_itself::<$game>();
            lists_parameters::<$game>(stringify!($module));
        }
    };
}

each_game!(page);
