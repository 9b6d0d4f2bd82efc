//! Every fault of a document and every refusal of a move.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use towerlab_engine::game::Game;
use towerlab_engine::games::skyline::Skyline;
use towerlab_engine::operations::Service;

use crate::common::by_text::ByText as _;

/// Seat 0 has rolled and is to act.
fn document() -> Value {
    json!({
        "format": "skyline/state/1",
        "rules": {"players": 2, "components": "reported-1"},
        "turn": {"seat": 0, "round": 3, "step": "act"},
        "hand": {"ground": ["mid"], "upper": ["low", "high"]},
        "district": {"ground": 1, "upper": 1},
        "yard": {"ground": 20, "upper": 24, "penthouse": 7},
        "players": [{"columns": ["high 2", "low 1"], "tiles": ["mid 4"]}, {"columns": ["mid 1"], "demolished": true}],
    })
}

/// Changes the document and expects exactly these faults.
#[track_caller]
fn expect(change: impl FnOnce(&mut Value), expected: &[(&str, &str)]) {
    let mut document = document();
    change(&mut document);
    let service = Service::<Skyline>::new(None).expect("the embedded components");
    let found = service.read(&document.to_string()).err().map_or(Vec::new(), |faults| faults.0);
    let short: Vec<(&str, &str)> =
        found.iter().map(|fault| (fault.place.as_str(), fault.code.as_str())).collect();
    assert_eq!(short, expected, "{found:#?}");
}

#[test]
fn the_document_itself_is_valid() {
    expect(|_| {}, &[]);
}

#[test]
fn names_and_keys() {
    expect(|d| d["hand"]["uper"] = json!([]), &[("/hand/uper", "unknown-key")]);
    expect(|d| d["hand"]["upper"] = json!(["loww"]), &[("/hand/upper/0", "unknown-name")]);
    expect(|d| d["turn"]["step"] = json!("acting"), &[("/turn/step", "unknown-name")]);
    expect(|d| d["rules"]["city"] = json!("esssen"), &[("/rules/city", "unknown-name")]);
    expect(|d| d["players"] = json!([{}]), &[("/players", "players")]);
}

#[test]
fn buildings() {
    expect(
        |d| d["players"][0]["columns"][0] = json!("high"),
        &[("/players/0/columns/0", "building")],
    );
    expect(
        |d| d["players"][0]["columns"][0] = json!("hihg 2"),
        &[("/players/0/columns/0", "unknown-name")],
    );
    expect(
        |d| d["players"][0]["columns"][0] = json!("high 6"),
        &[("/players/0/columns/0", "impossible-height")],
    );
    expect(
        |d| d["players"][0]["tiles"][0] = json!("mid 5"),
        &[("/players/0/tiles/0", "impossible-height")],
    );
    expect(
        |d| d["players"][0]["tiles"][0] = json!("low 1"),
        &[("/players/0/tiles/0", "impossible-height")],
    );
}

#[test]
fn dice() {
    expect(|d| d["yard"]["ground"] = json!(21), &[("/yard", "dice-not-conserved")]);
    expect(
        |d| {
            d["district"]["penthouse"] = json!(8);
            d.as_object_mut().unwrap().remove("yard");
        },
        &[("/players", "dice-not-conserved")],
    );
    expect(|d| d["hand"]["ground"] = json!(["blank"]), &[("/hand/ground/0", "impossible-face")]);
}

#[test]
fn turns() {
    let turn = [("/turn", "impossible-turn")];
    expect(|d| d["turn"]["step"] = json!("take"), &turn);
    expect(|d| d["turn"]["step"] = json!("roll"), &turn);
    expect(|d| d["turn"]["step"] = json!("stuck"), &turn);
    expect(|d| d["turn"]["step"] = json!("over"), &turn);
    expect(|d| d["turn"]["step"] = json!("pick"), &[]);
    expect(|d| d["turn"]["step"] = json!("go_on"), &[]);
    expect(|d| d["turn"]["action"] = json!("build"), &[("/turn/action", "impossible-turn")]);
    expect(|d| d["turn"]["last"] = json!("upper low"), &[("/turn/last", "impossible-turn")]);
    expect(|d| d["turn"]["round"] = json!(10), &[("/turn/round", "out-of-range")]);
    let using = |last: &'static str| {
        move |d: &mut Value| {
            d["turn"] =
                json!({"seat": 0, "round": 3, "step": "use", "action": "abandon", "last": last})
        }
    };
    expect(using("ground low"), &[]);
    expect(using("penthouse mid"), &turn);
    expect(using("upper"), &[("/turn/last", "die")]);
}

/// Each way in which dice and step contradict each other has its own sentence.
#[test]
fn a_turn_that_cannot_be_is_explained() {
    let says = |change: &dyn Fn(&mut Value)| {
        let mut document = document();
        document.as_object_mut().unwrap().remove("yard");
        change(&mut document);
        let service = Service::<Skyline>::new(None).expect("the set of the engine");
        service.read(&document.to_string()).expect_err("a fault").0[0].message.clone()
    };
    let step = |turn: Value| {
        move |d: &mut Value| {
            d["turn"] = turn.clone();
            d["turn"]["seat"] = 0.into();
            d["turn"]["round"] = 3.into();
        }
    };
    let using = |action: &str, last: &str| json!({"step": "use", "action": action, "last": last});
    for (turn, message) in [
        (json!({"step": "take"}), "dice are in hand already: none are taken"),
        (json!({"step": "roll"}), "no dice wait in `to_roll` to be rolled"),
        (json!({"step": "stuck"}), "something can be done with these dice: the step is `act`"),
        (json!({"step": "over"}), "the game is over, but dice are in hand"),
        (
            json!({"step": "use", "action": "demolish"}),
            "a building was just demolished: set `demolished` of this player",
        ),
        (
            using("abandon", "upper low on 2"),
            "`last` has a height; only a die that is built has one",
        ),
        (
            using("abandon", "penthouse mid"),
            "no die in hand comes after `last`: nothing more can be named",
        ),
        (
            using("build", "penthouse mid on 2"),
            "the die in `last` cannot just have been built: no building shows it",
        ),
        (
            using("build", "penthouse mid on 3"),
            "no die in hand can be built after `last`: the action is over",
        ),
        (
            json!({"step": "go_on", "last": "ground mid"}),
            "`last` is a die to roll again, but no ground die waits in `to_roll`",
        ),
    ] {
        assert_eq!(says(&step(turn)), message);
    }
    assert_eq!(
        says(&|d| d["to_roll"] = json!({"upper": 1})),
        "dice wait in `to_roll`: the step is `roll`"
    );
    assert_eq!(says(&|d| d["hand"] = json!({})), "no dice are in hand: the turn is over");
}

#[test]
fn last_round_without_a_building_that_ends_the_game() {
    let turn = [("/turn", "impossible-turn")];
    expect(|d| d["turn"]["last_round"] = json!(true), &turn);
    // Seat 1 has demolished, but has not played in this round yet.
    expect(
        |d| {
            d["turn"]["last_round"] = json!(true);
            d["players"][0]["demolished"] = json!(true);
        },
        &[],
    );
    let alone = |round: u8| {
        move |d: &mut Value| {
            *d = json!({
                "format": "skyline/state/1", "rules": {"players": 1},
                "turn": {"seat": 0, "round": round, "step": "act", "last_round": true},
                "hand": {"ground": ["mid"]}, "players": [{"tiles": ["high 6"]}],
            })
        }
    };
    expect(alone(2), &[]);
    expect(alone(1), &turn);
}

#[test]
fn alone() {
    expect(
        |d| {
            d["rules"]["players"] = json!(1);
            d["players"].as_array_mut().unwrap().pop();
            d.as_object_mut().unwrap().remove("yard");
        },
        &[("/district", "solo-district")],
    );
}

#[test]
fn last_round_and_hands() {
    expect(|d| d["players"][0]["tiles"] = json!(["high 6"]), &[("/turn", "last-round-missing")]);
    expect(
        |d| {
            d["players"][0]["tiles"] = json!(["high 6"]);
            d["turn"]["last_round"] = json!(true);
        },
        &[],
    );
    let alone = json!({
        "rules": {"players": 1}, "turn": {"seat": 0, "round": 3, "step": "act"},
        "hand": {"ground": ["mid", "mid", "mid", "mid"]}, "players": [{}],
    });
    expect(
        |d| {
            *d = alone;
            d["format"] = json!("skyline/state/1");
        },
        &[("/hand", "too-many-in-hand")],
    );
    expect(
        |d| d["players"][0]["tiles"] = json!(vec!["mid 4"; 10_001]),
        &[("/players/0/tiles/10000", "too-many-buildings")],
    );
}

#[test]
fn rules() {
    expect(|d| d["rules"]["rounds"] = json!(12), &[("/rules/rounds", "beyond-rulebook")]);
    expect(
        |d| d["rules"]["starting_grounds"] = json!(["low", "low", "low", "low", "low"]),
        &[("/rules/starting_grounds", "starting-grounds")],
    );
    expect(
        |d| d["rules"]["heights"] = json!({"low": [1], "mid": [2, 4], "high": [3, 6]}),
        &[("/rules/heights/low", "heights")],
    );
}

#[test]
fn odds_are_refused_with_a_reason() {
    let service = Service::<Skyline>::new(None).unwrap();
    assert!(service.odds(&document().to_string()).is_ok());
    let start = service.new_game(json!({"players": 2}).as_object().unwrap(), None).unwrap();
    let fault = &service.odds(&start.to_string()).unwrap_err().0[0];
    assert_eq!(fault.code.as_str(), "no-odds");
}

#[test]
fn every_rule_is_the_expected_refusal_of_some_test() {
    let ids: BTreeSet<&str> = Skyline::RULES.iter().map(|rule| rule.id).collect();
    let tests =
        [include_str!("turns.rs"), include_str!("building.rs"), include_str!("solo.rs")].concat();
    for id in ids {
        assert!(tests.contains(&format!("\"{id}\"")), "no test refuses by {id}");
    }
}
