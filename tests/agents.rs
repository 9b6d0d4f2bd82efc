//! Agents as their users meet them: matches, advice, bots of one's own.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    let mut command = Command::new(towerlab_tests::towerlab());
    let output = command.args(arguments).assert().success().get_output().stdout.clone();
    serde_json::from_slice(&output).expect("JSON")
}

/// A bot as a shell script.
fn bot(name: &str, script: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, script).expect("a script");
    path
}

fn against_random(name: &str, script: &str) -> Value {
    let agent = format!("exec:sh {}", bot(name, script).display());
    let agents = format!("{agent},random");
    let result = json(&[
        "match",
        "tower-up",
        "--agents",
        &agents,
        "--games",
        "4",
        "--patience",
        "300",
        "--json",
    ]);
    result["pairings"][0].clone()
}

#[test]
fn a_bot_of_ones_own_plays() {
    let row = against_random("first", "while read -r line; do echo 0; done\n");
    assert_eq!((row["games"].as_u64(), row["failures"].as_u64()), (Some(4), Some(0)), "{row}");
}

#[test]
fn a_bot_that_crashes_answers_nonsense_or_sleeps_loses_and_nothing_hangs() {
    for (name, script) in [
        ("crash", "read -r line; exit 1\n"),
        ("nonsense", "while read -r line; do echo maybe; done\n"),
        ("range", "while read -r line; do echo 9999; done\n"),
        ("sleep", "while read -r line; do sleep 60; done\n"),
    ] {
        let row = against_random(name, script);
        assert_eq!(row["failures"].as_u64(), Some(4), "{name}: {row}");
        assert_eq!(row["win_share"].as_f64(), Some(0.0), "{name}: {row}");
    }
}

#[test]
fn a_match_writes_the_same_csv_on_any_number_of_threads() {
    let file = |threads: &str| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("ladder-{threads}.csv"));
        let out = path.display().to_string();
        let arguments = ["match", "tower", "--games", "10", "--threads", threads, "--out", &out];
        Command::new(towerlab_tests::towerlab()).args(arguments).assert().success();
        fs::read_to_string(path).expect("a CSV")
    };
    let text = file("1");
    assert!(text.starts_with("agent,rival,players,games,win_share,win_share_low"), "{text}");
    assert_eq!(text.lines().count(), 4);
    assert_eq!(text, file("2"));
}

#[test]
fn advice_ranks_moves_with_figures_and_reasons() {
    let state = json(&["new", "tower", "--players", "2", "--seed", "3", "--json"]);
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("state.json");
    fs::write(&path, state.to_string()).expect("a state");
    let path = path.display().to_string();
    let ask = || {
        json(&["advise", &path, "--agent", "search:50", "--top", "3", "--games", "10", "--json"])
    };
    let answer = ask();
    let advice = answer["advice"].as_array().expect("advice");
    assert_eq!(advice.len(), 3);
    for entry in advice {
        for key in ["win_probability", "win_probability_error", "points", "margin"] {
            assert!(entry[key].is_number(), "{key}: {entry}");
        }
        assert!(
            entry["move"].is_string() && entry["reason"].is_string() && entry["visits"].is_u64()
        );
    }
    assert_eq!(answer, ask(), "the same question, the same answer");
}
