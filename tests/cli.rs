//! The command `towerlab` as its users meet it.

use assert_cmd::Command;
use serde_json::Value;
use towerlab_tests::server::Server;

fn towerlab(arguments: &[&str]) -> Command {
    let mut command = Command::new(towerlab_tests::towerlab());
    command.args(arguments);
    command
}

fn stdout(arguments: &[&str]) -> String {
    let output = towerlab(arguments).assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("text")
}

#[test]
fn help_shows_examples_and_says_that_it_is_unofficial() {
    let help = stdout(&["--help"]);
    assert!(help.contains("unofficial") && help.contains("Examples:"), "{help}");
    assert!(stdout(&["bench", "--help"]).contains("Examples:"));
}

#[test]
fn bench_prints_one_json_object_for_each_number_of_players() {
    let lines = stdout(&["bench", "tower-up", "--games", "50", "--json"]);
    let rows: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(
        rows.iter().map(|row| row["players"].as_u64()).collect::<Vec<_>>(),
        [Some(2), Some(3), Some(4)]
    );
    for row in rows {
        assert_eq!((row["game"].as_str(), row["games"].as_u64()), (Some("tower-up"), Some(50)));
        for rate in ["games_per_second", "decisions_per_second", "decisions_per_game"] {
            assert!(row[rate].as_f64().is_some_and(|rate| rate > 1.0), "{rate}: {row}");
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let decisions = |seed: &str| {
        let line = stdout(&[
            "bench",
            "tower-up",
            "--players",
            "3",
            "--games",
            "200",
            "--seed",
            seed,
            "--json",
        ]);
        serde_json::from_str::<Value>(&line).expect("JSON")["decisions"].as_u64().expect("a number")
    };
    assert_eq!(decisions("1"), decisions("1"));
    assert_ne!(decisions("1"), decisions("2"));
}

#[test]
fn components_go_out_are_changed_checked_and_played_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mybox");
    let dir = path.to_str().expect("text");
    assert_eq!(stdout(&["components", "tower-up", "--export", dir]).lines().count(), 5);
    let complaint = towerlab(&["components", "tower-up", "--export", dir])
        .assert()
        .code(2)
        .get_output()
        .stderr
        .clone();
    assert!(
        String::from_utf8(complaint).expect("text").contains("exists already; nothing was written")
    );

    // Only a custom deck: the rest comes from the default set.
    for name in ["numbers.toml", "front.toml", "back.toml", "objectives.csv"] {
        std::fs::remove_file(path.join(name)).expect("it was exported");
    }
    let cards = std::fs::read_to_string(path.join("cards.csv")).expect("cards");
    let changed = cards.replace("\n4,0,0,0,0,2,", "\n9,0,0,0,0,2,");
    std::fs::write(path.join("cards.csv"), &changed).expect("it can be written");
    let valid = stdout(&["components", "tower-up", "--check", dir]);
    assert!(valid.starts_with("valid: mybox@"), "{valid}");
    let id = valid.trim_start_matches("valid: ").trim();
    let state: Value =
        serde_json::from_str(&stdout(&["new", "tower-up", "--components", dir, "--json"]))
            .expect("JSON");
    assert_eq!(state["rules"]["components"], id, "named in every output");

    // A state of a custom set needs the set again.
    let file = folder.path().join("s.json");
    std::fs::write(&file, state.to_string()).expect("it can be written");
    let file = file.to_str().expect("text");
    let outcomes = stdout(&["moves", file, "--components", dir, "--json"]);
    assert!(outcomes.contains("objective"));
    let complaint = towerlab(&["moves", file]).assert().code(2).get_output().stderr.clone();
    assert!(String::from_utf8(complaint).expect("text").contains("[unknown-components]"));

    // All faults at once, with file, line and column.
    let broken = changed.replacen("1,2,2,0,0,0,,0,brown", "1,2,two,0,0,0,,0,brown", 1).replacen(
        ",brown,2,",
        ",browm,2,",
        1,
    );
    std::fs::write(path.join("cards.csv"), broken).expect("it can be written");
    std::fs::write(path.join("notes.csv"), "x").expect("it can be written");
    let complaint = towerlab(&["components", "tower-up", "--check", dir])
        .assert()
        .code(2)
        .get_output()
        .stderr
        .clone();
    let complaint = String::from_utf8(complaint).expect("text");
    assert!(complaint.contains("cards.csv:2:black: "), "{complaint}");
    assert!(complaint.contains("colour `browm`: did you mean `brown`?"), "{complaint}");
    assert!(complaint.contains("notes.csv: a set has the files"), "{complaint}");
}

/// Exports the dice of Skyline with ground floors that are always low.
fn custom_dice(folder: &std::path::Path) -> String {
    let path = folder.join("lowdice");
    let dir = path.to_str().expect("text").to_string();
    stdout(&["components", "skyline", "--export", &dir]);
    std::fs::remove_file(path.join("tiles.csv")).expect("it was exported");
    let dice = std::fs::read_to_string(path.join("dice.csv")).expect("dice");
    let changed = dice.replace("ground,25,3,2,1,0,", "ground,25,6,0,0,0,");
    assert_ne!(dice, changed);
    std::fs::write(path.join("dice.csv"), changed).expect("it can be written");
    dir
}

#[test]
fn bench_plays_on_custom_components() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = custom_dice(folder.path());
    let decisions = |more: &[&str]| {
        let fixed = ["bench", "skyline", "--players", "2", "--games", "40", "--json"];
        let line = stdout(&[&fixed[..], more].concat());
        serde_json::from_str::<Value>(&line).expect("JSON")["decisions"].as_u64().expect("a number")
    };
    let custom = decisions(&["--components", &dir]);
    assert_ne!(custom, decisions(&[]));
    assert_eq!(custom, decisions(&["--components", &dir]));
    assert!(decisions(&["--components", &dir, "--agent", "tuned"]) > 0);
}

#[test]
fn serve_uses_custom_components_for_the_game_they_fit() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = custom_dice(folder.path());
    let server = Server::start(&["--components", &dir]);
    let request = serde_json::json!({"rules": {"players": 2}, "seed": 1});
    let new = |game: &str| {
        let answer = server.post(&format!("/v1/{game}/new"), &request).json();
        answer["state"]["rules"]["components"].as_str().expect("an id").to_string()
    };
    assert!(new("skyline").starts_with("lowdice@"), "{}", new("skyline"));
    assert_eq!(new("tower"), "reconstructed-1");

    // Files that fit no game are an error, however they are given.
    let other = folder.path().join("other");
    std::fs::create_dir(&other).expect("a folder");
    std::fs::write(other.join("pawns.csv"), "x").expect("it can be written");
    let output = towerlab(&["serve", "--port", "0"])
        .env("TOWERLAB_COMPONENTS", &other)
        .assert()
        .code(2)
        .get_output()
        .clone();
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(message.contains("fits no game: it contains pawns.csv"), "{message}");
    assert!(message.contains("skyline has dice.csv, tiles.csv"), "{message}");
}

#[test]
fn selfplay_takes_agents() {
    let log = |agents: &[&str]| -> Value {
        let fixed = ["selfplay", "tower", "--players", "2", "--seed", "3"];
        serde_json::from_str(&stdout(&[&fixed[..], agents].concat())).expect("a log")
    };
    let by_default = log(&[]);
    assert_eq!(by_default["agents"], serde_json::json!(["random", "random"]));
    assert_eq!(log(&["--agents", "random"]), by_default);
    assert_eq!(log(&["--agents", "random,random"]), by_default);
    assert_eq!(log(&["--agents", "tuned"])["agents"], serde_json::json!(["tuned", "tuned"]));
    let mixed = log(&["--agents", "tuned,greedy"]);
    assert_eq!(mixed["agents"], serde_json::json!(["tuned", "greedy"]));
    assert_ne!(mixed["moves"], by_default["moves"]);
    let wrong = towerlab(&["selfplay", "tower", "--agents", "tuned,tuned,tuned"]).assert().code(2);
    let message = String::from_utf8(wrong.get_output().stderr.clone()).expect("text");
    assert!(message.contains("3 agents for 2 seats"), "{message}");
}

#[test]
fn replay_reads_the_logs_that_selfplay_writes() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.jsonl");
    let path = file.to_str().expect("text");
    stdout(&["selfplay", "skyline", "--games", "3", "--seed", "5", "--out", path]);
    let text = std::fs::read_to_string(&file).expect("logs");
    let logs: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let lines = |text: &str| -> Vec<Value> {
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let replayed = lines(&stdout(&["replay", path, "--json"]));
    assert_eq!(replayed.len(), 3);
    for (at, (answer, log)) in replayed.iter().zip(&logs).enumerate() {
        assert_eq!(answer["line"], at + 1);
        assert_eq!(answer["next"]["winners"], log["result"]["winners"], "{answer}");
    }
    // All states of all logs, and a folder of pictures for each.
    let moves: usize = logs.iter().map(|log| log["moves"].as_array().expect("moves").len()).sum();
    assert_eq!(lines(&stdout(&["replay", path, "--states"])).len(), moves + 3);
    let frames = folder.path().join("frames");
    stdout(&["replay", path, "--svg", frames.to_str().expect("text")]);
    assert!(frames.join("1/000.svg").exists() && frames.join("3/000.svg").exists());

    // A damaged log is reported by its line; the others are replayed.
    let damaged = text.replacen("\"moves\":[\"", "\"moves\":[\"not ", 1);
    std::fs::write(&file, damaged).expect("it can be written");
    let output = towerlab(&["replay", path]).assert().code(2).get_output().clone();
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(message.contains("games.jsonl:1: "), "{message}");
    assert_eq!(message.matches("the game is over").count(), 2, "{message}");
}

#[test]
fn match_names_each_default_once() {
    let help = stdout(&["match", "--help"]);
    assert_eq!(help.matches("[default: 2]").count(), 1, "{help}");
}

#[test]
fn a_reader_that_stops_early_is_no_error() {
    let mut child = std::process::Command::new(towerlab_tests::towerlab())
        .args(["selfplay", "tower-up", "--games", "2000"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn colours_are_for_terminals() {
    for arguments in
        [&["--help"][..], &["bench", "tower-up", "--games", "1"], &["components", "tower-up"]]
    {
        assert!(!stdout(arguments).contains('\x1b'), "{arguments:?}");
    }
}

#[test]
fn completions_and_manual_pages() {
    assert!(stdout(&["completions", "bash"]).contains("towerlab"));
    assert!(stdout(&["man"]).starts_with(".ie"));
    let folder = tempfile::tempdir().expect("a folder");
    stdout(&["man", "--out", folder.path().to_str().expect("text")]);
    assert!(folder.path().join("towerlab-moves.1").exists());
}

#[test]
fn with_json_faults_are_json_too() {
    let output = towerlab(&["new", "tower-up", "--players", "9", "--json"])
        .assert()
        .code(2)
        .get_output()
        .clone();
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer["errors"][0]["code"], "players");
    assert_eq!(answer["errors"][0]["pointer"], "/players");
}

#[test]
fn rules_prints_the_page() {
    assert!(stdout(&["rules", "tower-up"]).starts_with("# Tower Up\n"));
}

#[test]
fn bad_input_is_named_with_what_is_allowed_and_ends_with_2() {
    let complaint = |arguments: &[&str]| {
        let output = towerlab(arguments).assert().code(2).get_output().clone();
        assert_eq!(output.stdout, b"", "nothing but the complaint");
        String::from_utf8(output.stderr).expect("text")
    };
    assert!(complaint(&["bench", "chess"]).contains("the games are tower-up"));
    assert!(
        complaint(&["bench", "tower-up", "--players", "5"])
            .contains("--players 5: tower-up is for 2 to 4")
    );
    assert!(
        complaint(&["bench", "tower-up", "--seconds", "0"]).contains("--seconds 0 must be above 0")
    );
}
