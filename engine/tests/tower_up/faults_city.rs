//! Faults of the city: floors, buildings and roofs.

use serde_json::{Value, json};
use towerlab_engine::games::tower_up::TowerUp;
use towerlab_engine::operations::Service;

use crate::common::by_text::ByText as _;
use crate::faults::{document, expect, faults};

#[test]
fn floors_not_conserved() {
    expect(
        |d| d["players"][0]["stock"] = json!({"brown": 30}),
        &[
            ("/players/0", "floors-not-conserved"),
            ("/supply", "floors-not-conserved"),
            ("/players/0", "stock-above-limit"),
        ],
    );
    expect(|d| d["supply"]["gray"] = json!(30), &[("/supply", "floors-not-conserved")]);
}

#[test]
fn same_colour_adjacent() {
    expect(
        |d| d["city"]["B1"] = json!("white ."),
        &[
            ("/city/B1", "same-colour-adjacent"),
            ("/city/C1", "same-colour-adjacent"),
            ("/supply", "floors-not-conserved"),
        ],
    );
}

#[test]
fn building() {
    for (text, code) in
        [("white", "building"), ("white .x", "building"), ("white .7", "roof-of-nobody")]
    {
        expect(|d| d["city"]["A1"] = text.into(), &[("/city/A1", code)]);
    }
}

#[test]
fn buildings_may_be_objects() {
    expect(
        |d| {
            d["city"]["A1"] =
                json!({"colour": "white", "height": 2, "roofs": [{"level": 2, "seat": 0}]})
        },
        &[],
    );
}

#[test]
fn roof_above_building_and_two_roofs_on_a_floor() {
    let roofs = |roofs: Value| json!({"colour": "white", "height": 2, "roofs": roofs});
    let above = roofs(json!([{"level": 2, "seat": 0}, {"level": 3, "seat": 1}]));
    expect(|d| d["city"]["A1"] = above, &[("/city/A1/roofs/1", "roof-above-building")]);
    let two = roofs(json!([{"level": 2, "seat": 0}, {"level": 2, "seat": 1}]));
    expect(|d| d["city"]["A1"] = two, &[("/city/A1/roofs/1", "two-roofs-on-a-floor")]);
}

#[test]
fn impossible_height() {
    expect(
        |d| d["city"]["E1"] = json!("black ..."),
        &[("/city/E1", "impossible-height"), ("/supply", "floors-not-conserved")],
    );
}

#[test]
fn impossible_heights() {
    // The gray building would have been paid by a neighbour that was there before it.
    expect(
        |d| {
            d["city"]["D1"] = json!("gray ..");
            d.as_object_mut().unwrap().remove("supply");
        },
        &[("/city", "impossible-heights")],
    );
}

#[test]
fn roofs_and_buildings() {
    expect(
        |d| {
            d["city"]["G1"] = json!("black .");
            d.as_object_mut().unwrap().remove("supply");
        },
        &[("/city", "roofs-and-buildings")],
    );
}

#[test]
fn a_building_that_was_forgotten_is_missed() {
    let service = Service::<TowerUp>::new(None).unwrap();
    let rules = json!({"players": 2, "objectives": "start"});
    let deal = towerlab_engine::operations::Deal { seed: 1, game: 0 };
    let mut state = service.new_game(rules.as_object().unwrap(), Some(deal)).unwrap();
    while state["turn"]["step"] == "place" {
        let first = service.moves(&state.to_string()).unwrap()["moves"][0]["move"]
            .as_str()
            .unwrap()
            .to_string();
        state = service.play(&state.to_string(), &[first], None).unwrap()["state"].clone();
    }
    let site = state["city"].as_object().unwrap().keys().next().unwrap().clone();
    state["city"].as_object_mut().unwrap().remove(&site);
    state.as_object_mut().unwrap().remove("supply");
    let found = service.read(&state.to_string()).unwrap_err().0;
    assert_eq!(
        (found[0].place.as_str(), found[0].code.as_str()),
        ("/city", "roofs-and-buildings"),
        "{found:#?}"
    );
}

#[test]
fn roofs_not_conserved_and_too_many_roofs() {
    expect(
        |d| d["players"][0]["roofs"] = json!(10),
        &[("/players/0/roofs", "roofs-not-conserved")],
    );
    let mut document = document();
    document["rules"]["roofs"] = 1.into();
    document["rules"]["beyond_rulebook"] = true.into();
    document["city"]["B1"] = "brown 0".into();
    let found = faults(&document);
    assert!(
        found
            .iter()
            .any(|fault| (fault.place.as_str(), fault.code.as_str())
                == ("/players/0", "too-many-roofs")),
        "{found:#?}"
    );
}

/// D1 laid its own ground floor and the top of E1; B1 its own and the top of A1. Both paid C1.
#[test]
fn two_roofs_from_one_founding_and_none_from_another() {
    let roofs = |b1: &'static str, d1: &'static str, colour: &'static str| {
        move |d: &mut Value| {
            d["city"] =
                json!({"A1": "white ..", "B1": b1, "C1": "white ...", "D1": d1, "E1": "black .1"});
            d["players"][0]["markers"] = json!({colour: 1});
            d["players"][1]["markers"] = json!({"black": 2});
        }
    };
    expect(roofs("brown 0", "gray .", "brown"), &[]);
    expect(roofs("brown .", "gray 0", "gray"), &[("/city", "roofs-and-buildings")]);
}

#[test]
fn a_roof_on_the_ground_level_of_a_starting_floor() {
    expect(
        |d| {
            d["city"]["A1"] = json!("white 0.");
            d["players"][0]["markers"] = json!({"white": 1});
        },
        &[("/city", "roofs-and-buildings")],
    );
}
