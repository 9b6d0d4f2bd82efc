//! Agents as their users meet them: matches, advice, external bots.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    json_with_code(0, arguments)
}

fn json_with_code(code: i32, arguments: &[&str]) -> Value {
    let mut command = Command::new(towerlab_tests::towerlab());
    let output = command.args(arguments).assert().code(code).get_output().stdout.clone();
    serde_json::from_slice(&output).expect("JSON")
}

/// A bot as a shell script.
fn bot(name: &str, script: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, script).expect("a script");
    path
}

fn against_random(code: i32, name: &str, script: &str) -> Value {
    let agent = format!("exec:sh {}", bot(name, script).display());
    let agents = format!("{agent},random");
    let fixed = ["match", "tower-up", "--games", "4", "--patience", "300", "--json", "--agents"];
    let result = json_with_code(code, &[&fixed[..], &[agents.as_str()]].concat());
    result["pairings"][0].clone()
}

#[test]
fn an_external_bot_plays() {
    let row = against_random(0, "first", "while read -r line; do echo 0; done\n");
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
        let row = against_random(2, name, script);
        assert_eq!(row["failures"].as_u64(), Some(4), "{name}: {row}");
        assert_eq!(row["win_share"].as_f64(), Some(0.0), "{name}: {row}");
    }
}

#[test]
fn a_bot_that_fails_in_every_game_is_reported_and_not_rated() {
    let agents = "random,tuned,exec:/nowhere/bot";
    let fixed = ["match", "tower", "--games", "4", "--agents", agents];
    let result = json_with_code(2, &[&fixed[..], &["--json"]].concat());
    assert_eq!(result["unrated"], serde_json::json!(["exec:/nowhere/bot"]));
    let rated: Vec<&Value> =
        result["ratings"].as_array().expect("ratings").iter().map(|it| &it["agent"]).collect();
    assert_eq!(rated, ["tuned", "random"]);
    for row in result["pairings"].as_array().expect("pairings") {
        let expected = if row["rival"] == "exec:/nowhere/bot" { 4 } else { 0 };
        assert_eq!(row["rival_failures"], expected, "{row}");
        assert_eq!(row["failures"], 0, "{row}");
    }
    let mut command = Command::new(towerlab_tests::towerlab());
    let output = command.args(fixed).assert().code(2).get_output().clone();
    let message = String::from_utf8(output.stderr).expect("text");
    let failed = "exec:/nowhere/bot failed in every game and has no rating";
    assert!(message.contains(failed), "{message}");
    assert!(String::from_utf8(output.stdout).expect("text").contains("0 (rival 4)"));
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
        for key in ["win_probability", "points", "margin"] {
            assert!(entry[key].is_number(), "{key}: {entry}");
        }
        let share = entry["win_probability"].as_f64();
        let [low, high] = [0, 1].map(|bound| entry["win_interval"][bound].as_f64());
        assert!(low <= share && share <= high, "{entry}");
        assert!(
            entry["move"].is_string() && entry["reason"].is_string() && entry["visits"].is_u64()
        );
    }
    let shares: Vec<_> = advice.iter().map(|entry| entry["win_probability"].as_f64()).collect();
    assert!(shares.is_sorted_by(|a, b| a >= b), "sorted by what is shown: {shares:?}");
    assert_eq!(answer["source"], "search");
    assert_eq!(answer, ask(), "the same question, the same answer");
}
