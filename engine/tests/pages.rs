//! Every game's page has the same headings and explains every rule.

use std::collections::BTreeSet;

use towerlab_engine::each_game;
use towerlab_engine::game::Game;

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

macro_rules! page {
    ($module:ident, $game:ty) => {
        #[test]
        fn $module() {
            explains_itself::<$game>();
        }
    };
}

each_game!(page);
