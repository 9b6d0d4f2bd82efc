//! `scenarios/README.md` says what the code does: its tables of columns and metrics are those of
//! the registry.

use std::fs;
use std::path::Path;

use towerlab_engine::lab::scenario::reference::{page_lists, sections};

/// Rewrites the sections instead of comparing them.
const UPDATE: &str = "TOWERLAB_UPDATE_REFERENCE";

#[test]
fn the_reference_of_metrics_and_columns_is_that_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios/README.md");
    let mut page = fs::read_to_string(&path).expect("the page");
    let is_update = std::env::var_os(UPDATE).is_some();
    for section in sections() {
        let begin = format!("<!-- begin {} -->\n", section.name);
        let end = format!("<!-- end {} -->", section.name);
        let from = page.find(&begin).unwrap_or_else(|| panic!("no {begin}")) + begin.len();
        let to = from + page[from..].find(&end).unwrap_or_else(|| panic!("no {end}"));
        if is_update {
            page.replace_range(from..to, &section.text);
        } else {
            assert!(
                page[from..to] == section.text,
                "scenarios/README.md differs from the code between the markers `{}`. Run this test \
                 with {UPDATE}=1 to rewrite it. Expected:\n{}",
                section.name,
                section.text
            );
        }
    }
    if is_update {
        fs::write(&path, page).expect("the page can be written");
    }
}

#[test]
fn the_lists_of_the_page_are_those_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../api/page/metrics.js");
    let expected = page_lists();
    if std::env::var_os(UPDATE).is_some() {
        fs::write(&path, &expected).expect("the file can be written");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == expected,
        "api/page/metrics.js differs from the code. Run this test with {UPDATE}=1 to rewrite it. \
         Expected:\n{expected}"
    );
}
