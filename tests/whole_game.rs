//! A whole game through the commands alone, as a program would play it: it reads
//! nothing but `--json`.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Runs a command on a state and parses what it prints.
fn ask(arguments: &[&str], state: Option<&Value>) -> Value {
    let mut child = Command::new(towerlab_tests::towerlab())
        .args(arguments)
        .arg("--json")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    if let Some(state) = state {
        input.write_all(state.to_string().as_bytes()).expect("it reads");
    }
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{arguments:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn every_game_can_be_played_through_the_commands() {
    for (game, players) in [("tower-up", 2..=4), ("skyline", 1..=4), ("tower", 2..=4)] {
        for players in players {
            play(game, &players.to_string());
        }
    }
}

fn play(game: &str, players: &str) {
    let mut state = ask(&["new", game, "--players", players, "--seed", "11"], None);
    let mut moves_made: Vec<Value> = Vec::new();
    for turn in 0.. {
        assert!(turn < 1000, "the game ends");
        let answer = ask(&["moves", "-"], Some(&state));
        match answer["next"]["who"].as_str() {
            Some("player") => {
                // Something different every time, and always the same.
                let moves = answer["moves"].as_array().expect("moves");
                let chosen = moves[(turn * 7) % moves.len()]["move"].as_str().expect("a move");
                let played = ask(&["play", "-", chosen, "--seed", "5"], Some(&state));
                moves_made.extend(played["played"].as_array().expect("moves").iter().cloned());
                state = played["state"].clone();
            }
            Some("nobody") => {
                let winners = answer["next"]["winners"].as_array().expect("winners");
                let score = ask(&["score", "-"], Some(&state));
                assert_eq!(score["leaders"].as_array(), Some(winners));
                assert_eq!(score["over"], true);
                break;
            }
            other => panic!("with a seed, chance is never left over: {other:?}"),
        }
    }
    assert_eq!(ask(&["validate", "-"], Some(&state))["valid"], true);

    // The moves made are a log that leads to the same state.
    let start = ask(&["new", game, "--players", players, "--seed", "11"], None);
    let log = serde_json::json!({
        "format": format!("{game}/log/1"), "rules": start["rules"], "start": start, "moves": moves_made,
    });
    assert_eq!(ask(&["replay", "-"], Some(&log))["state"], state);
}
