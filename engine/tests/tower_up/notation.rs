//! Playing by text: moves named, chance named or drawn, refusals explained.

use serde_json::{Map, Value, json};
use towerlab_engine::games::tower_up::TowerUp;
use towerlab_engine::operations::{Deal, Registry, Service, game_of};

use crate::common::by_text::ByText as _;

use crate::common::simulated;

fn service() -> Service<TowerUp> {
    Service::new(None).expect("the embedded components")
}

fn rules(value: Value) -> Map<String, Value> {
    value.as_object().expect("an object").clone()
}

fn dealt() -> String {
    let rules = rules(json!({"players": 2, "objectives": "start"}));
    service().new_game(&rules, Some(Deal { seed: 7, game: 0 })).expect("a game").to_string()
}

#[test]
fn a_new_game_without_a_seed_waits_for_chance_to_be_named() {
    let state =
        service().new_game(&rules(json!({"players": 2})), None).expect("a game").to_string();
    let next = service().moves(&state).expect("moves")["next"].clone();
    assert_eq!(next["who"], "chance");
    assert_eq!(next["outcomes"].as_array().unwrap().len(), 10);
    assert_eq!(next["outcomes"][0]["move"], "objective four_colours");
    assert_eq!(next["outcomes"][0]["probability"], 0.1);
}

#[test]
fn without_a_seed_play_stops_at_chance() {
    let state =
        service().new_game(&rules(json!({"players": 2})), None).expect("a game").to_string();
    let played = service().play(&state, &["objective lake_4".into()], None).expect("played");
    assert_eq!(played["next"]["who"], "chance");
    let refused = service().play(&state, &["take wild2".into()], None).expect_err("refused").0;
    assert_eq!((refused[0].place.as_str(), refused[0].code.as_str()), ("/moves/0", "step"));
}

#[test]
fn with_a_seed_chance_is_drawn_unless_named() {
    let state = dealt();
    let first = service().moves(&state).unwrap()["moves"][0]["move"].as_str().unwrap().to_string();
    let played = service().play(&state, std::slice::from_ref(&first), Some(1)).expect("played");
    assert_eq!(played["played"][0], first);
    assert_eq!(
        played,
        service().play(&state, &[first], Some(1)).unwrap(),
        "the same seed, the same draws"
    );

    // To the first turn, then a card: its refill is drawn, or named.
    let mut state = state;
    loop {
        let moves = service().moves(&state).unwrap();
        let first = moves["moves"][0]["move"].as_str().unwrap().to_string();
        if first.starts_with("take") {
            let drawn = service().play(&state, std::slice::from_ref(&first), Some(1)).unwrap();
            assert_eq!(drawn["played"].as_array().unwrap().len(), 2);
            let waiting = service().play(&state, std::slice::from_ref(&first), None).unwrap();
            assert_eq!(waiting["next"]["who"], "chance");
            let named = waiting["next"]["outcomes"][0]["move"].as_str().unwrap().to_string();
            let both = service().play(&state, &[first, named.clone()], Some(1)).unwrap();
            assert_eq!(both["played"][1], named);
            return;
        }
        state = service().play(&state, &[first], None).unwrap()["state"].to_string();
    }
}

#[test]
fn an_illegal_move_is_explained_and_nothing_is_applied() {
    let faults = service().play(&dealt(), &["place Z9 white".into()], None).expect_err("refused").0;
    assert_eq!(
        (faults[0].place.as_str(), faults[0].code.as_str()),
        ("/moves/0", "unreadable-move")
    );
    let first =
        service().moves(&dealt()).unwrap()["moves"][0]["move"].as_str().unwrap().to_string();
    let faults = service().play(&dealt(), &[first.clone(), first], None).expect_err("refused").0;
    assert_eq!(faults[0].place, "/moves/1");
    assert!(faults[0].message.ends_with("(rules page, Moves)"), "{}", faults[0].message);
}

#[test]
fn logs_replay_to_their_end_and_faults_name_the_move() {
    let log = service()
        .selfplay(&rules(json!({"players": 3})), Deal { seed: 4, game: 2 })
        .expect("a log");
    let replayed = service().replay(&log.to_string(), true).expect("replayed");
    assert_eq!(replayed["next"]["who"], "nobody");
    assert_eq!(replayed["next"]["winners"], log["result"]["winners"]);
    assert_eq!(
        replayed["states"].as_array().unwrap().len(),
        log["moves"].as_array().unwrap().len()
    );
    let points: Vec<Value> = (0..3)
        .map(|seat| {
            service().score(&replayed["state"].to_string()).unwrap()["seats"][seat]["points"]
                .clone()
        })
        .collect();
    assert_eq!(Value::from(points), log["result"]["points"]);

    let mut wrong = log.clone();
    wrong["result"]["winners"] = json!([7]);
    let faults = service().replay(&wrong.to_string(), false).expect_err("a fault").0;
    assert_eq!(
        (faults[0].place.as_str(), faults[0].code.as_str()),
        ("/result/winners", "result-differs")
    );
    let mut broken = log;
    broken["moves"][20] = "take wild9".into();
    let faults = service().replay(&broken.to_string(), false).expect_err("a fault").0;
    assert_eq!(
        (faults[0].place.as_str(), faults[0].code.as_str()),
        ("/moves/20", "unreadable-move")
    );
}

#[test]
fn selfplay_is_the_engines_game_of_that_seed() {
    let log = service()
        .selfplay(&rules(json!({"players": 4})), Deal { seed: 2024, game: 0 })
        .expect("a log");
    let golden = include_str!("golden/4-players.txt");
    let moves = log["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap());
    let lines = golden
        .lines()
        .skip(1)
        .map(|line| line.trim_start_matches("chance: ").split("  (").next().unwrap());
    assert!(moves.eq(lines.take_while(|line| !line.starts_with("seat"))));
}

#[test]
fn simulations_count_every_game_and_share_wins() {
    let result = simulated(&service(), &dealt(), 700, 3).expect("simulated");
    assert_eq!(result["games"], 700);
    let shares: f64 = (0..2).map(|seat| result["seats"][seat]["win_share"].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-9);
    assert_eq!(result, simulated(&service(), &dealt(), 700, 3).unwrap());
    assert_ne!(result, simulated(&service(), &dealt(), 700, 4).unwrap());
}

#[test]
fn the_same_simulation_on_one_thread_and_on_many() {
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| simulated(&service(), &dealt(), 3000, 3).unwrap())
    };
    assert_eq!(on(1), on(5));
}

#[test]
fn the_game_of_a_document_is_found_by_its_format() {
    assert_eq!(game_of(&dealt()).as_deref(), Ok("tower-up"));
    let fault = Registry::standard().unknown_game("towerup");
    assert_eq!(
        (fault.code.as_str(), fault.message.as_str()),
        ("unknown-game", "there is no game `towerup`; did you mean `tower-up`?")
    );
}
