//! A game that is one short file, Connect Four, does everything that the engine's games do.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use towerlab_tests::server::Server;

const PROGRAM: &str = env!("CARGO_BIN_EXE_towerlab-with-connect-four");

/// Runs a command on a document and returns whether it succeeds and what it prints.
fn run(arguments: &[&str], input: Option<&Value>) -> (bool, String) {
    let mut child = Command::new(PROGRAM)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    if let Some(input) = input {
        pipe.write_all(input.to_string().as_bytes()).expect("it reads");
    }
    drop(pipe);
    let output = child.wait_with_output().expect("it ends");
    (output.status.success(), String::from_utf8(output.stdout).expect("text"))
}

fn ask(arguments: &[&str], input: Option<&Value>) -> Value {
    let (is_fine, text) = run(&[arguments, &["--json"]].concat(), input);
    assert!(is_fine, "{arguments:?}: {text}");
    serde_json::from_str(&text).expect("JSON")
}

fn new_game() -> Value {
    ask(&["new", "connect-four", "--seed", "1"], None)
}

#[test]
fn a_whole_game_is_played_through_the_commands() {
    let start = new_game();
    let mut state = start.clone();
    let mut moves_made = Vec::new();
    let winners = loop {
        let answer = ask(&["moves", "-"], Some(&state));
        if answer["next"]["who"] == "nobody" {
            break answer["next"]["winners"].clone();
        }
        let moves = answer["moves"].as_array().expect("moves");
        let chosen = moves[moves_made.len() * 5 % moves.len()]["move"].clone();
        state = ask(&["play", "-", chosen.as_str().expect("text")], Some(&state))["state"].take();
        moves_made.push(chosen);
        assert!(moves_made.len() <= 42);
    };
    let score = ask(&["score", "-"], Some(&state));
    assert_eq!((&score["leaders"], &score["over"]), (&winners, &json!(true)));
    assert_eq!(ask(&["validate", "-"], Some(&state))["valid"], true);
    let log = json!({
        "format": "connect-four/log/1", "rules": start["rules"], "start": start,
        "moves": moves_made,
    });
    assert_eq!(ask(&["replay", "-"], Some(&log))["state"], state);
    let (_, picture) = run(&["render", "-"], Some(&state));
    assert!(picture.starts_with("<svg") && picture.contains(">Stones<"), "{picture}");
}

#[test]
fn every_agent_plays_and_advises() {
    for agent in ["random", "greedy", "tuned", "search:30"] {
        let arguments = ["simulate", "-", "--games", "20", "--agents", agent];
        let simulated = ask(&arguments, Some(&new_game()));
        assert_eq!(simulated["games"], 20, "{agent}: {simulated}");
    }
    // Three of seat 0 in a column: a search sees the fourth.
    let three = json!({
        "format": "connect-four/state/1", "rules": {"players": 2},
        "stones": [0b111, 0b111 << 7], "placed": 6, "won": false,
    });
    let advice = ask(&["advise", "-", "--agent", "search:400", "--seed", "1"], Some(&three));
    assert_eq!(advice["advice"][0]["move"], "{\"drop\":0}", "{advice}");
}

#[test]
fn states_that_no_play_leads_to_are_refused() {
    let refused = |key: &str, value: Value, code: &str, place: &str| {
        let mut state = new_game();
        state[key] = value;
        let (is_fine, text) = run(&["moves", "-", "--json"], Some(&state));
        assert!(!is_fine && text.contains(code) && text.contains(place), "{key}: {text}");
    };
    refused("stones", json!([2, 0]), "impossible-state", "");
    refused("stones", json!([1, "x"]), "unfit", "/stones/1");
    refused("placed", json!(300), "unfit", "/placed");
    refused("won", json!(true), "impossible-state", "");
    refused("wo", json!(true), "unknown-key", "/wo");
}

#[test]
fn a_scenario_compares_agents() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("four.toml");
    let scenario = "game = \"connect-four\"\ngames = 60\nseed = 1\n\n\
        [[cases]]\nname = \"chance\"\nagents = [\"random\"]\n\n\
        [[cases]]\nname = \"greed\"\nagents = [\"greedy\", \"random\"]\n";
    std::fs::write(&file, scenario).expect("a file");
    let out = folder.path().join("out");
    let [file, out] = [&file, &out].map(|path| path.to_str().expect("text"));
    let (is_fine, text) = run(&["run", file, "--out", out], None);
    assert!(is_fine, "{text}");
    let summary = Path::new(out).join("four/summary.csv");
    let summary = std::fs::read_to_string(summary).expect("a summary");
    assert!(summary.contains("\r\ngreed,2,") && summary.contains(",turns,"), "{summary}");
}

#[test]
fn a_whole_game_is_played_over_http() {
    let server = Server::start_program(Path::new(PROGRAM), &[]);
    let document = server.get("/openapi.json").json();
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    for name in ["State", "Rules", "Score", "MovesResponse", "PlayRequest"] {
        assert!(schemas.contains_key(&format!("ConnectFour{name}")), "{name}");
    }
    let state = &schemas["ConnectFourState"]["properties"];
    assert!(["format", "rules", "stones", "placed", "won"].iter().all(|key| !state[key].is_null()));
    let post = |operation: &str, body: Value| {
        let answer = server.post(&format!("/v1/connect-four/{operation}"), &body);
        assert_eq!(answer.status, 200, "{operation}: {}", answer.body);
        answer
    };
    let mut state = post("new", json!({"rules": {}, "seed": 1})).json()["state"].take();
    for _ in 0..=42 {
        let answer = post("moves", json!({"state": state})).json();
        let Some(first) = answer["moves"][0]["move"].as_str() else { break };
        state = post("play", json!({"state": state, "moves": [first]})).json()["state"].take();
    }
    assert_eq!(post("score", json!({"state": state})).json()["over"], true);
    assert!(post("render", json!({"state": state})).body.contains("<svg"));
}
