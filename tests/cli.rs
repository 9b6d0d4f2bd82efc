//! The command `towerlab` as its users meet it.

use assert_cmd::Command;
use serde_json::Value;

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
    assert!(complaint(&["bench", "chess"]).contains("the games are: tower-up"));
    assert!(
        complaint(&["bench", "tower-up", "--players", "5"])
            .contains("--players 5: tower-up is for 2 to 4")
    );
    assert!(
        complaint(&["bench", "tower-up", "--seconds", "0"]).contains("--seconds 0 is not between")
    );
}
