//! Scenarios as a designer meets them: a file in, tables out, the same however they are run.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// Two numbers of players, several cases, games of different length.
const SMALL: &str = r#"
title = "A small question"
game = "tower-up"
players = [2, 3]
agents = "greedy"
games = 60
seed = 5
[vary]
starting_floors = [3, 5]
"#;

struct Place(TempDir);

impl Place {
    fn new(scenario: &str) -> Place {
        let place = Place(TempDir::new().expect("a folder"));
        fs::write(place.path("small.toml"), scenario).expect("a scenario");
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(towerlab_tests::towerlab());
        command.current_dir(self.0.path()).args(arguments);
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).assert().success().get_output().clone()
    }

    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.command(arguments).assert().failure().code(2).get_output().clone();
        String::from_utf8(output.stderr).expect("text")
    }

    /// All that a run leaves, but for how it was run.
    fn files(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.path(folder)).expect("a folder of results");
        let read = |path: &Path| fs::read(path).expect("a file");
        entries
            .map(|entry| entry.expect("an entry").path())
            .map(|path| (path.file_name().expect("a name").to_string_lossy().into(), read(&path)))
            .filter(|(name, _): &(String, Vec<u8>)| {
                name != "run.json" && !name.starts_with("part-")
            })
            .collect()
    }
}

fn rows(file: &[u8]) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(file);
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

#[test]
fn a_question_becomes_tables_and_sentences() {
    let place = Place::new(SMALL);
    let output = place.run(&["run", "small.toml", "--out", "out"]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("A small question") && text.contains("players=3 starting_floors=5"));
    assert!(text.contains("5 starting floors"), "{text}");
    let files = place.files("out/small");
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["manifest.json", "results.csv", "results.json", "summary.csv"]);
    let summary = rows(&files["summary.csv"]);
    assert_eq!(summary.len(), 4);
    assert!(summary.iter().all(|row| row["games"] == "60" && row["turns"].parse::<f64>().is_ok()));
    let shares = |row: &BTreeMap<String, String>| {
        let seat = |seat: u8| row[&format!("seat{seat}_win_share")].parse::<f64>().unwrap_or(0.0);
        seat(0) + seat(1) + seat(2)
    };
    assert!(summary.iter().all(|row| (shares(row) - 1.0).abs() < 1e-5));
    let results = rows(&files["results.csv"]);
    let of_seat = |row: &&BTreeMap<String, String>| row["metric"] == "points" && row["seat"] == "2";
    assert_eq!(results.iter().filter(of_seat).count(), 2, "seat 2 plays in two cases");
    let compared: Vec<_> = results.iter().filter(|row| !row["difference"].is_empty()).collect();
    assert!(compared.iter().all(|row| row["baseline"].contains("starting_floors=3")));
    // RFC 4180: lines end with both characters.
    let text = String::from_utf8(files["results.csv"].clone()).expect("text");
    assert!(
        text.lines().count() > 100 && text.matches('\n').count() == text.matches("\r\n").count()
    );
    let manifest: Value = serde_json::from_slice(&files["manifest.json"]).expect("JSON");
    assert_eq!(manifest["seed"], 5);
    assert_eq!(manifest["cases"].as_array().map(Vec::len), Some(4));
    assert_eq!(manifest["components"][0]["id"], "reconstructed-1");
}

#[test]
fn threads_shards_and_one_go_give_the_same_bytes() {
    let place = Place::new(SMALL);
    place.run(&["run", "small.toml", "--out", "one", "--threads", "1", "--every-game"]);
    place.run(&["run", "small.toml", "--out", "two", "--threads", "2", "--every-game"]);
    let one = place.files("one/small");
    assert!(one.contains_key("games.csv"));
    assert_eq!(one, place.files("two/small"));
    for part in (1..=7).rev() {
        let shard = format!("{part}/7");
        place.run(&["run", "small.toml", "--out", "parts", "--shard", &shard, "--every-game"]);
        if part == 2 {
            let message = place.refused(&["merge", "parts/small"]);
            assert!(message.contains("games are missing"), "{message}");
        }
    }
    place.run(&["merge", "parts/small", "--out", "merged"]);
    assert_eq!(one, place.files("merged"));
    let twice = ["merge", "parts/small", "parts/small/part-1-of-7.json"];
    assert!(place.refused(&twice).contains("another part contains the same games"));
}

#[test]
fn a_killed_run_goes_on_where_it_was_saved() {
    let longer = SMALL.replace("games = 60", "games = 8000").replace("greedy", "tuned");
    let place = Place::new(&longer);
    place.run(&["run", "small.toml", "--out", "whole", "--every-game"]);
    let whole = place.files("whole/small");
    let saved = place.path("killed/small/progress.json");
    let mut kills = 0;
    for attempt in 0..60 {
        let mut arguments =
            vec!["run", "small.toml", "--out", "killed", "--every-game", "--threads", "1"];
        if attempt > 0 && saved.exists() {
            arguments.push("--resume");
        }
        let mut child = std::process::Command::new(towerlab_tests::towerlab());
        child.current_dir(place.0.path()).args(&arguments);
        child.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = child.spawn().expect("it starts");
        let (begin, before) = (Instant::now(), fs::read(&saved).ok());
        // Killed with no notice, somewhere after it has saved once more.
        while kills < 3
            && begin.elapsed() < Duration::from_secs(20)
            && child.try_wait().ok().flatten().is_none()
        {
            if fs::read(&saved).ok() != before && saved.exists() {
                sleep(Duration::from_millis(300 + 200 * attempt));
                break;
            }
            sleep(Duration::from_millis(20));
        }
        if kills < 3 && child.try_wait().ok().flatten().is_none() {
            child.kill().expect("it can be killed");
            child.wait().expect("it ends");
            kills += 1;
            if attempt == 0 {
                let message = place.refused(&["run", "small.toml", "--out", "killed"]);
                assert!(message.contains("--resume continues"), "{message}");
            }
        } else {
            assert!(child.wait().expect("it ends").success());
            break;
        }
    }
    assert_eq!(kills, 3, "the run was long enough to be killed three times");
    assert_eq!(place.files("killed/small"), whole);
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_done_and_says_how_to_go_on() {
    let place = Place::new(&SMALL.replace("games = 60", "games = 1000000"));
    let mut child = std::process::Command::new(towerlab_tests::towerlab());
    child.current_dir(place.0.path()).args(["run", "small.toml", "--out", "out"]);
    let child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    sleep(Duration::from_millis(1500));
    let stop = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(stop.expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130));
    assert!(message.contains("are saved") && message.contains("--out out --resume"), "{message}");
    assert!(place.path("out/small/progress.json").exists());
}

#[test]
fn every_fault_of_a_scenario_is_told_at_once_with_its_line() {
    let place = Place::new(
        "game = \"tower-up\"\nplayers = [3, 4]\nagent = \"tuned\"\nseed = -1\ngames = 0\n[vary]\nstarting_floors = [3, 6]\n",
    );
    let message = place.refused(&["run", "small.toml"]);
    for expected in [
        "line 3, column 1: /agent: there is no key `agent`; did you mean `agents`?",
        "line 4, column 1: /seed: -1 is not a whole number",
        "line 5, column 1: /games: 0 is not a whole number from 1",
        // Keys and cases at once.
        "line 7, column 23: /vary/starting_floors/1: starting_floors is 6",
    ] {
        assert!(message.contains(expected), "{expected}\n{message}");
    }
    assert!(!place.path("results").exists(), "nothing is run");
    let write = |text: &str| fs::write(place.path("small.toml"), text).expect("a scenario");
    write(
        "game = \"tower-up\"\nplayers = [3, 4]\n[vary]\nstarting_floors = [3, 6]\nstock_limit = [10, 12]\n",
    );
    let message = place.refused(&["run", "small.toml"]);
    let six = "line 4, column 23: /vary/starting_floors/1: starting_floors is 6; the rulebook has 3 to 5 for 4 players";
    assert!(message.contains(six), "{message}");
    assert!(
        message.contains("line 5, column 20: /vary/stock_limit/1: stock_limit is 12"),
        "{message}"
    );
    write("game = \"tower-up\"\nagents = [\"tuned\", \"search:5ms\"]\n");
    assert!(place.refused(&["run", "small.toml"]).contains("plays another game every time"));
    write("game = \"tower-up\"\nmetrics = [\"turn\"]\nuntil = { win = 0.1 }\n");
    let message = place.refused(&["run", "small.toml"]);
    assert!(
        message.contains("did you mean `turns`?") && message.contains("no metric `win`"),
        "{message}"
    );
    write("game = \"tower-up\"\nbeyond_rulebook = true\n[vary]\nstarting_floors = \"7..3\"\n");
    assert!(place.refused(&["run", "small.toml"]).contains("7..3 is not a range"));
    write("game = \"tower-up\"\nbeyond_rulebook = true\n[vary]\nstarting_floors = [3, 3]\n");
    assert!(place.refused(&["run", "small.toml"]).contains("are the same case"));
    write(
        "game = \"tower-up\"\nbaseline = { starting_floors = 4 }\n[vary]\nstarting_floors = [3, 5]\n",
    );
    assert!(place.refused(&["run", "small.toml"]).contains("/baseline: no case is like this"));
}

#[test]
fn a_table_of_cases_is_a_scenario() {
    let place = Place::new(SMALL);
    let table = "game;players;starting_floors;agents;games;seed\r\ntower-up;2;3;greedy;60;5\r\ntower-up;2;5;greedy;;\r\n";
    fs::write(place.path("cases.csv"), table).expect("a table");
    place.run(&["run", "cases.csv", "small.toml", "--out", "out"]);
    let of = |folder: &str| rows(&place.files(folder)["summary.csv"]);
    let (table, file) = (of("out/cases"), of("out/small"));
    assert_eq!(table.len(), 2);
    for (one, other) in table.iter().zip(&file) {
        assert_eq!(
            (&one["turns"], &one["seat0_win_share"]),
            (&other["turns"], &other["seat0_win_share"])
        );
    }
    // As spreadsheets write them: a mark, capitals, blank rows, 2.0, a line that names the separator.
    let odd = "\u{feff}sep=;\r\nGame;Players;Starting_Floors;Agents;Games;Seed\r\n;;;;;\r\ntower-up;2,0;3;greedy;60;5\r\ntower-up;2.0;5;greedy;;\r\n";
    fs::write(place.path("odd.csv"), odd).expect("a table");
    place.run(&["run", "odd.csv", "--out", "out"]);
    assert_eq!(place.files("out/odd")["summary.csv"], place.files("out/cases")["summary.csv"]);
    fs::write(place.path("bad.csv"), "game,players,starting_floors\ntower-up,2,3\ntower-up,4,6\n")
        .expect("a table");
    let message = place.refused(&["run", "bad.csv"]);
    assert!(message.contains("line 3, column 12: /cases/1/starting_floors"), "{message}");
}

#[test]
fn a_row_of_the_table_of_games_is_that_very_game() {
    let place = Place::new(SMALL);
    place.run(&["run", "small.toml", "--out", "out", "--every-game"]);
    let games = rows(&place.files("out/small")["games.csv"]);
    assert_eq!(games.len(), 240);
    for at in [0, 7, 113, 239] {
        let row = &games[at];
        assert_eq!(row["row"], (at + 1).to_string());
        let output = place.run(&["replay", "--row", "out/small", &row["row"], "--log"]);
        let log: Value = serde_json::from_slice(&output.stdout).expect("a log");
        assert_eq!(log["game"].to_string(), row["game"]);
        let points: Vec<String> = (0..row["players"].parse().expect("a number"))
            .map(|seat: u8| row[&format!("points_seat{seat}")].clone())
            .collect();
        let found: Vec<String> = log["result"]["points"]
            .as_array()
            .expect("points")
            .iter()
            .map(Value::to_string)
            .collect();
        assert_eq!(found, points);
    }
    assert!(place.refused(&["replay", "--row", "out/small", "241"]).contains("no row 241"));
}

#[test]
fn a_precision_is_reached() {
    let precise = SMALL.replace("games = 60", "until = { seat_win_share = 0.04 }");
    let place = Place::new(&precise);
    place.run(&["run", "small.toml", "--out", "out"]);
    for row in rows(&place.files("out/small")["summary.csv"]) {
        for seat in 0..row["players"].parse::<u8>().expect("a number") {
            let bound = |end: &str| -> f64 {
                row[&format!("seat{seat}_win_share_{end}")].parse().expect("a number")
            };
            assert!((bound("high") - bound("low")) / 2.0 <= 0.04, "{row:?}");
        }
    }
    let dry = place.run(&["run", "small.toml", "--dry-run"]);
    let text = String::from_utf8(dry.stdout).expect("text");
    assert!(text.contains("4 cases") && text.contains("smallest difference"), "{text}");
}

#[test]
fn a_rule_without_effect_is_called_so() {
    // Nobody keeps 40 floors, so a limit of 50 is the same.
    let place = Place::new(
        "game = \"tower-up\"\nagents = \"greedy\"\ngames = 20\nbeyond_rulebook = true\n[vary]\nstock_limit = [40, 50]\n",
    );
    let output = place.run(&["run", "small.toml", "--out", "out"]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("Stock limit 50 changes nothing at all in 2-player games"), "{text}");
    assert!(text.contains("No player ever makes the move `return`"), "{text}");
}

#[test]
fn agents_from_weak_to_strong_show_whether_a_finding_holds() {
    let place = Place::new(SMALL);
    let output = place.run(&["run", "small.toml", "--agents", "random,greedy", "--json"]);
    let results: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(results["cases"].as_array().map(Vec::len), Some(8), "two agents in each case");
    let findings = results["findings"].as_array().expect("findings").iter();
    let trends: Vec<&str> = findings
        .filter(|finding| finding["about"] == "strength")
        .filter_map(|finding| finding["text"].as_str())
        .collect();
    let starts: Vec<&str> =
        trends.iter().map(|text| text.split(':').next().expect("a beginning")).collect();
    assert_eq!(
        starts,
        [
            "The baseline with 2 players, from random to greedy",
            "5 starting floors with 2 players, from random to greedy",
            "The baseline with 3 players, from random to greedy",
            "5 starting floors with 3 players, from random to greedy",
        ]
    );
    assert!(trends[1].contains("the effect on length"), "{}", trends[1]);
    let wrong = place.refused(&["run", "small.toml", "--agents", "clever"]);
    assert!(wrong.contains("clever"), "{wrong}");
}

#[test]
fn two_runs_are_compared() {
    let place = Place::new(SMALL);
    place.run(&["run", "small.toml", "--out", "a", "--games", "300"]);
    place.run(&["run", "small.toml", "--out", "b", "--games", "300", "--seed", "6"]);
    let same = place.run(&["compare", "a/small", "a/small"]);
    assert!(String::from_utf8_lossy(&same.stdout).contains("nothing changed beyond noise"));
    let other = SMALL.replace("greedy", "random");
    fs::write(place.path("small.toml"), other).expect("a scenario");
    place.run(&["run", "small.toml", "--out", "c", "--games", "300"]);
    let changed = place.run(&["compare", "a/small", "c/small", "--json"]);
    let changed: Value = serde_json::from_slice(&changed.stdout).expect("JSON");
    let changes = changed["changes"].as_array().expect("changes");
    assert!(changes.iter().any(|change| change["metric"] == "points"), "{changed}");
    let noise = place.run(&["compare", "a/small", "b/small", "--json"]);
    let noise: Value = serde_json::from_slice(&noise.stdout).expect("JSON");
    assert!(noise["compared"].as_u64() >= Some(16) && !noise["seed"].is_null());
}

/// Every scenario that comes with the project can be run.
#[test]
fn the_ready_scenarios_run() {
    let place = Place::new(SMALL);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios");
    let files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the scenarios")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    assert!(files.len() >= 12, "{}", files.len());
    let files: Vec<&str> = files.iter().map(|path| path.to_str().expect("a name")).collect();
    let mut arguments = vec!["run", "--out", "out", "--games", "2"];
    arguments.extend(&files);
    place.run(&arguments);
    for file in &files {
        let stem = Path::new(file).file_stem().expect("a name").to_string_lossy().into_owned();
        let results: Value =
            serde_json::from_slice(&place.files(&format!("out/{stem}"))["results.json"])
                .expect("JSON");
        assert!(
            !results["question"].as_str().unwrap_or_default().is_empty(),
            "{stem} asks nothing"
        );
        assert!(
            !results["findings"].as_array().expect("findings").is_empty(),
            "{stem} finds nothing"
        );
    }
}

#[test]
fn editors_get_a_schema() {
    let place = Place::new(SMALL);
    let output = place.run(&["schema", "scenario"]);
    let schema: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(schema["properties"]["vary"]["description"].is_string());
    assert_eq!(schema["additionalProperties"], false);
}

#[test]
fn only_what_was_tested_is_called_noise() {
    let asked = SMALL.replace("games = 60", "games = 400\nmetrics = [\"margin\", \"seat_spread\"]");
    let place = Place::new(&asked.replace("[3, 5]", "[3, 7]"));
    let output = place.run(&["run", "small.toml", "--out", "out"]);
    let text = String::from_utf8(output.stdout).expect("text");
    let effects: Vec<&str> = text.lines().filter(|line| line.starts_with("- 7 starting")).collect();
    assert_eq!(effects.len(), 2, "{text}");
    assert!(effects.iter().all(|line| !line.contains("turns") && !line.contains("seat")), "{text}");
    let metrics: Vec<String> = rows(&place.files("out/small")["results.csv"])
        .iter()
        .map(|row| row["metric"].clone())
        .collect();
    assert!(metrics.iter().all(|metric| metric == "margin" || metric == "seat_spread"));
}

#[test]
fn many_cases_begin_with_a_summary() {
    let place = Place::new(
        "game = \"tower-up\"\nplayers = [2, 3]\nagents = \"random\"\ngames = 300\n[vary]\nstarting_floors = [3, 5, 7]\n",
    );
    let output = place.run(&["run", "small.toml", "--json"]);
    let results: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let first = &results["findings"][0];
    assert_eq!(first["about"], "summary");
    let text = first["text"].as_str().expect("a sentence");
    let cases = results["cases"].as_array().expect("cases");
    let metrics = cases.iter().flat_map(|case| case["metrics"].as_array().expect("metrics"));
    let mut turns: Vec<f64> = metrics
        .filter(|metric| metric["metric"] == "turns")
        .map(|metric| &metric["difference"])
        .filter(|difference| difference["p"].as_f64().is_some_and(|p| p < 0.05))
        .map(|difference| difference["mean"].as_f64().expect("a number"))
        .collect();
    turns.sort_by(f64::total_cmp);
    assert!(turns[0] > 0.0 && (2..4).contains(&turns.len()), "{turns:?}");
    let (least, most) = (turns[0], turns[turns.len() - 1]);
    let told = format!(
        "of 4 cases against their baselines, {} change the length ({least:.1} to {most:.1} turns more)",
        turns.len()
    );
    assert!(text.contains(&told), "{told} is not in: {text}");
    let few = Place::new(SMALL).run(&["run", "small.toml", "--json"]);
    let few: Value = serde_json::from_slice(&few.stdout).expect("JSON");
    // Whose play the results rest on comes before what they say.
    assert_eq!(few["findings"][0]["about"], "warning");
    assert_eq!(few["findings"][1]["about"], "effect");
    // What was not tested is not called noise.
    let other = Place::new(
        "game = \"tower-up\"\nagents = \"random\"\ngames = 100\nmetrics = [\"lead_changes\"]\n[vary]\nstarting_floors = [3, 4, 5, 6, 7]\n",
    );
    let other = other.run(&["run", "small.toml", "--json"]);
    let other = String::from_utf8(other.stdout).expect("text");
    assert!(!other.contains("changes the length") && !other.contains("moves a seat"), "{other}");
}

#[test]
fn two_games_prove_nothing() {
    let place = Place::new(SMALL);
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let output =
            place.run(&["run", "small.toml", "--games", "2", "--seed", seed, "--json", "--fresh"]);
        let results: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        for case in results["cases"].as_array().expect("cases") {
            for metric in case["metrics"].as_array().expect("metrics") {
                let p = metric["difference"]["p"].as_f64();
                assert!(p.is_none_or(|p| p >= 0.05), "{metric}");
            }
        }
    }
}

#[test]
fn names_may_be_odd_but_not_the_same() {
    let odd = "game = \"tower-up\"\nagents = \"random\"\ngames = 40\nbaseline = \"a: b\"\n[[cases]]\nname = \"a: b\"\n[[cases]]\nname = \"#1 =x, \\\"ü\\\"\"\nstarting_floors = 5\n[[cases]]\nname = \"=1+1\"\nagents = [\"random\", \"greedy\"]\n";
    let place = Place::new(odd);
    place.run(&["run", "small.toml", "--out", "out", "--every-game"]);
    let files = place.files("out/small");
    let games = rows(&files["games.csv"]);
    assert_eq!(games.len(), 120);
    let summary = rows(&files["summary.csv"]);
    let names: Vec<&str> = summary.iter().map(|row| row["case"].as_str()).collect();
    assert_eq!(names, ["a: b", "#1 =x, \"ü\"", "'=1+1"]);
    assert_eq!(summary[2]["agents"], "random greedy");
    assert!(summary[1..].iter().all(|row| row["baseline"] == "a: b"), "{summary:?}");
    for at in [1, 2] {
        place.run(&["replay", "--row", "out/small", &(at * 40).to_string()]);
    }
    let write = |text: &str| fs::write(place.path("small.toml"), text).expect("a scenario");
    write(
        "game = \"tower\"\n[[cases]]\nname = \"a\"\n[[cases]]\nname = \"a\"\nmeaner = true\nplayers = 3\n[[cases]]\nname = \"\"\n",
    );
    assert!(
        place.refused(&["run", "small.toml"]).contains("/cases/2/name: write a name of 1 to 100")
    );
}

#[test]
fn a_run_leaves_nothing_of_an_earlier_one() {
    let place = Place::new(SMALL);
    place.run(&["run", "small.toml", "--out", "out", "--every-game"]);
    place.run(&["run", "small.toml", "--out", "out", "--seed", "9", "--format", "csv"]);
    let names: Vec<String> = place.files("out/small").into_keys().collect();
    assert_eq!(names, ["manifest.json", "results.csv", "results.json", "summary.csv"]);
}

#[test]
fn standard_input_and_a_cell_with_agents_are_read() {
    let place = Place::new(SMALL);
    let json = r#"{"game": "tower", "players": 3, "games": 5, "agents": "random"}"#;
    place.command(&["run", "-", "--out", "out"]).write_stdin(json).assert().success();
    assert_eq!(rows(&place.files("out/scenario")["summary.csv"])[0]["players"], "3");
    let table = "game,players,agents,games,name\ntower,3,greedy random random,5,7\n";
    fs::write(place.path("cases.csv"), table).expect("a table");
    place.run(&["run", "cases.csv", "--out", "out"]);
    let row = &rows(&place.files("out/cases")["summary.csv"])[0];
    assert_eq!((row["agents"].as_str(), row["case"].as_str()), ("greedy random random", "7"));
    fs::write(place.path("cases.csv"), "game,players,players\ntower,3,4\n").expect("a table");
    assert!(place.refused(&["run", "cases.csv"]).contains("two columns `players`"));
}

#[test]
fn tables_can_be_written_for_excel_and_with_decimal_commas() {
    let place = Place::new(SMALL);
    place.run(&["run", "small.toml", "--out", "a", "--every-game"]);
    place.run(&[
        "run",
        "small.toml",
        "--out",
        "b",
        "--every-game",
        "--excel",
        "--decimal",
        "comma",
    ]);
    let (plain, excel) = (place.files("a/small"), place.files("b/small"));
    for name in ["summary.csv", "results.csv", "games.csv"] {
        let text = String::from_utf8(excel[name].clone()).expect("text");
        let text = text.strip_prefix('\u{feff}').expect("a mark");
        let mut reader = csv::ReaderBuilder::new().delimiter(b';').from_reader(text.as_bytes());
        let mut other = csv::Reader::from_reader(plain[name].as_slice());
        for (one, other) in reader.records().zip(other.records()) {
            let (one, other) = (one.expect("a row"), other.expect("a row"));
            for (cell, same) in one.iter().zip(&other) {
                let number = cell.replace(',', ".").parse::<f64>().ok();
                assert!(
                    cell == same || number.is_some() && number == same.parse().ok(),
                    "{cell} {same}"
                );
            }
            assert_eq!(one.len(), other.len());
        }
    }
}

#[test]
fn a_report_is_one_page_with_the_answer_first() {
    let odd = SMALL.replace("A small question", "A <small> & odd question");
    let place = Place::new(&odd);
    place.run(&["run", "small.toml", "--out", "out", "--format", "csv,html"]);
    let files = place.files("out/small");
    let page = String::from_utf8(files["report.html"].clone()).expect("text");
    place.run(&["report", "out/small", "-o", "again.html"]);
    let again = fs::read_to_string(place.path("again.html")).expect("a page");
    assert!(again == page, "the page is another one");
    let results: Value = serde_json::from_slice(&files["results.json"]).expect("JSON");
    let mut last = page.find("A &lt;small&gt; &amp; odd question</h1>").expect("the title");
    for finding in results["findings"].as_array().expect("findings") {
        let text = finding["text"].as_str().expect("a sentence").replace('&', "&amp;");
        let at = page.find(&text).expect("every sentence");
        assert!(at > last && at < page.find("<svg").expect("charts"), "{text}");
        last = at;
    }
    // Seats, three comparisons, length, scores, sources, objectives.
    assert_eq!(page.matches("<svg").count(), 8);
    assert_eq!(page.matches("<tr>").count(), 2 + 4 + metrics_of(&results));
    // Nothing comes from elsewhere.
    assert!(!page.contains("http") && !page.contains("src=") && !page.contains("@import"));
    let message = place.refused(&["report", "elsewhere"]);
    assert!(message.contains("`towerlab run` writes it"), "{message}");
}

fn metrics_of(results: &Value) -> usize {
    let cases = results["cases"].as_array().expect("cases");
    cases.iter().map(|case| case["metrics"].as_array().map_or(0, Vec::len)).sum()
}
