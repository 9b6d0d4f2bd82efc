//! Every fault of a document and every refusal of a move.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use towerlab_engine::game::Game;
use towerlab_engine::games::tower::Tower;
use towerlab_engine::operations::Service;

use crate::common::by_text::ByText as _;

/// Seat 1 of three is acting.
fn document() -> Value {
    json!({
        "format": "tower/state/1",
        "rules": {"players": 3},
        "turn": {"seat": 1, "number": 8, "step": "act", "acted": true, "bought": true, "visited": true, "drew": true},
        "bag": {"green": 40, "blue": 28, "red": 15, "pass": 7},
        "pile": {"green": 1, "pass": 1},
        "empty_slots": ["straw at mirage for 1 green", "wood at caravan for 1 blue"],
        "build_discard": ["straw2-wood3"],
        "market_discard": ["bruiser"],
        "put_back": ["smuggler known to 1"],
        "players": [
            {"build_card": "straw-clay-wood2-water", "tokens": {"green": 2}, "hand": ["bruiser known to 2"], "skips_draw": true},
            {"build_card": "straw3-clay2", "tokens": {"green": 2, "blue": 2}, "materials": {"straw": 1}, "shop": "mirage", "floors": 1},
            {"build_card": "straw3-wood2", "tokens": {"pass": 2}, "materials": {"wood": 1}, "hand": ["pickpocket", "pickpocket"], "shop": "caravan"},
        ],
    })
}

/// Changes the document and expects exactly these faults.
#[track_caller]
fn expect(change: impl FnOnce(&mut Value), expected: &[(&str, &str)]) {
    let mut document = document();
    change(&mut document);
    let service = Service::<Tower>::new(None).expect("the embedded components");
    let found = service.read(&document.to_string()).err().map_or(Vec::new(), |faults| faults.0);
    let short: Vec<(&str, &str)> =
        found.iter().map(|fault| (fault.place.as_str(), fault.code.as_str())).collect();
    assert_eq!(short, expected, "{found:#?}");
}

fn without(key: &'static str) -> impl Fn(&mut Value) {
    move |d| drop(d.as_object_mut().unwrap().remove(key))
}

#[test]
fn the_document_itself_is_valid() {
    expect(|_| {}, &[]);
    expect(without("bag"), &[]);
}

#[test]
fn names_and_keys() {
    expect(|d| d["players"][0]["tokns"] = json!({}), &[("/players/0/tokns", "unknown-key")]);
    expect(
        |d| d["players"][0]["build_card"] = json!("straw5"),
        &[("/players/0/build_card", "unknown-card")],
    );
    expect(
        |d| d["players"][0]["hand"][0] = json!("bruser"),
        &[("/players/0/hand/0", "unknown-card")],
    );
    expect(
        |d| d["players"][0]["hand"][0] = json!("bruiser to 1"),
        &[("/players/0/hand/0", "card")],
    );
    expect(
        |d| d["players"][0]["hand"][0] = json!("bruiser known to 3"),
        &[("/players/0/hand/0", "card")],
    );
    expect(|d| d["players"][1]["shop"] = json!("mirag"), &[("/players/1/shop", "unknown-name")]);
    expect(
        |d| d["empty_slots"][0] = json!("straw at mirage for 2 green"),
        &[("/empty_slots/0", "unknown-slot")],
    );
    expect(
        |d| d["empty_slots"][1] = json!("straw at mirage for 1 green"),
        &[("/empty_slots/1", "slot-twice")],
    );
    expect(|d| d["market_discard"][0] = json!("?"), &[("/market_discard/0", "unknown-card")]);
    expect(|d| d["build_discard"][0] = json!("?"), &[("/build_discard/0", "unknown-card")]);
    expect(|d| d["turn"]["step"] = json!("acting"), &[("/turn/step", "unknown-name")]);
    expect(|d| d["players"] = json!([]), &[("/players", "players")]);
    let many = json!(vec!["bruiser"; 7]);
    expect(|d| d["players"][0]["hand"] = many.clone(), &[("/players/0/hand/6", "too-many-cards")]);
    expect(|d| d["offer"] = json!(vec!["straw2-wood3"; 7]), &[("/offer/6", "too-many-cards")]);
}

#[test]
fn everything_is_conserved() {
    expect(|d| d["bag"]["green"] = json!(41), &[("/bag", "tokens-not-conserved")]);
    expect(
        |d| {
            without("bag")(d);
            d["pile"] = json!({"pass": 9});
        },
        &[("/players", "tokens-not-conserved")],
    );
    expect(
        |d| d["empty_slots"] = json!(["straw at mirage for 1 green"]),
        &[("/empty_slots", "materials-not-conserved")],
    );
    expect(
        |d| d["build_discard"] = json!(["straw3-clay2"]),
        &[("/players", "cards-not-conserved")],
    );
    expect(
        |d| d["market_discard"] = json!(vec!["bruiser"; 300]),
        &[("/market_discard/3", "cards-not-conserved")],
    );
    expect(
        |d| d["build_discard"] = json!(vec!["straw2-wood3"; 300]),
        &[("/build_discard/1", "cards-not-conserved")],
    );
    expect(
        |d| d["market_discard"] = json!(["pickpocket", "pickpocket"]),
        &[("/players", "cards-not-conserved")],
    );
    expect(
        |d| d["decks"] = json!({"build": 12, "market": 13}),
        &[("/decks/build", "cards-not-conserved")],
    );
    expect(|d| d["decks"] = json!({"build": 11, "market": 13}), &[]);
}

#[test]
fn draws_and_idle_turns() {
    let turn = [("/turn", "impossible-turn")];
    expect(|d| d["turn"]["drew"] = json!(false), &turn);
    expect(|d| d["turn"]["idle"] = json!(1), &turn);
    expect(|d| d["players"][0]["hand"][0] = json!(""), &[("/players/0/hand/0", "unknown-card")]);
}

#[test]
fn players() {
    expect(
        |d| drop(d["players"][0].as_object_mut().unwrap().remove("build_card")),
        &[("/players/0/build_card", "build-card")],
    );
    expect(|d| d["players"][2]["build_card"] = json!("straw-clay-wood-water2"), &[]);
    expect(|d| d["players"][2]["build_card"] = json!("straw-clay2-wood-water"), &[]);
    expect(
        |d| {
            d["players"][2]["materials"] = json!({"water": 1});
            d["empty_slots"][1] = json!("water at caravan for 2 blue");
        },
        &[("/players/2/materials", "impossible-materials")],
    );
    expect(|d| d["players"][2]["shop"] = json!("mirage"), &[("/players/2/shop", "two-in-a-shop")]);
    expect(|d| d["players"][0]["floors"] = json!(3), &[("/players/0/floors", "game-over")]);
    expect(
        |d| d["players"][0]["hand"] = json!(["bruiser", "smuggler", "smuggler", "common-thief"]),
        &[("/players/0/hand", "hand-limit")],
    );
}

#[test]
fn views() {
    expect(|d| d["players"][0]["hand"][0] = json!("?"), &[("/seen_by", "unknown-cards")]);
    expect(|d| d["seen_by"] = json!(1), &[("/seen_by", "sees-too-much")]);
    let seen = |d: &mut Value| {
        d["seen_by"] = json!(1);
        d["players"][0]["hand"] = json!(["?"]);
        d["players"][2]["hand"] = json!(["?", "?"]);
    };
    expect(seen, &[]);
    expect(
        |d| {
            seen(d);
            d["put_back"] = json!(["? known to 1"]);
        },
        &[("/seen_by", "sees-too-little")],
    );
    expect(
        |d| {
            seen(d);
            d["players"][2]["build_card"] = json!("?");
        },
        &[("/seen_by", "sees-too-little")],
    );
    // A secret card cannot need what no card shows.
    expect(
        |d| {
            seen(d);
            d["rules"]["friendlier"] = json!(true);
            d["players"][0]["build_card"] = json!("?");
            d["players"][2]["build_card"] = json!("?");
            d["players"][2]["materials"] = json!({"wood": 4});
            d["empty_slots"] = json!([
                "straw at mirage for 1 green",
                "wood at caravan for 1 blue",
                "wood at caravan for 2 green",
                "wood at hesham for 2 green",
                "wood at lantern for 1 blue",
            ]);
        },
        &[("/players", "impossible-materials")],
    );
}

#[test]
fn turns() {
    let turn = [("/turn", "impossible-turn")];
    expect(|d| d["turn"]["number"] = json!(9), &turn);
    expect(|d| d["turn"]["acted"] = json!(false), &turn);
    expect(|d| d["turn"]["idle"] = json!(3), &[turn[0], turn[0]]);
    expect(|d| d["turn"]["left"] = json!(3), &[("/turn/left", "impossible-turn")]);
    expect(|d| d["turn"]["step"] = json!("draw"), &[("/turn", "missing-key")]);
    expect(|d| d["turn"]["step"] = json!("choose"), &[("/players/1/build_card", "build-card")]);
    expect(|d| d["looked_at"] = json!(["smuggler"]), &turn);
    expect(|d| d["put_back"] = json!(["smuggler"]), &turn);
    expect(|d| d["put_back"] = json!(["smuggler known to 1", "smuggler known to 0"]), &turn);
    expect(|d| d["put_back"] = json!(vec!["common-thief known to 1"; 3]), &turn);
    let step = |step: Value| {
        move |d: &mut Value| {
            let map = d["turn"].as_object_mut().unwrap();
            map.extend(step.as_object().unwrap().clone());
        }
    };
    expect(step(json!({"step": "draw", "left": 3})), &turn);
    expect(step(json!({"step": "look", "left": 1, "keep": 1})), &turn);
    expect(step(json!({"step": "put_back", "keep": 1})), &turn);
    expect(step(json!({"step": "effect", "card": "bruiser", "effect": 0, "left": 1})), &[]);
    expect(step(json!({"step": "effect", "card": "bruiser", "effect": 1, "left": 1})), &turn);
    expect(step(json!({"step": "effect", "card": "smuggler", "effect": 0, "left": 1})), &turn);
    expect(
        step(json!({"step": "rob", "card": "bruiser", "effect": 0, "left": 1, "victim": 0})),
        &turn,
    );
    expect(step(json!({"step": "over", "finish": "stalemate"})), &turn);
    expect(step(json!({"step": "over", "finish": "unfinished"})), &turn);
    expect(step(json!({"step": "over", "finish": "never"})), &[("/turn/finish", "unknown-name")]);
    expect(
        step(json!({"step": "deal"})),
        &[("/players/1/build_card", "build-card"), ("/players/2/build_card", "build-card")],
    );
    let building = |left: Value| {
        move |d: &mut Value| {
            d["players"][1].as_object_mut().unwrap().remove("build_card");
            d["turn"].as_object_mut().unwrap().extend(left.as_object().unwrap().clone());
        }
    };
    expect(building(json!({"step": "return", "material": "straw"})), &turn);
    expect(building(json!({"step": "draw_cards", "left": 3})), &turn);
    expect(building(json!({"step": "over", "finish": "decided"})), &turn);
    expect(
        building(json!({"step": "return", "material": "mud"})),
        &[("/turn/material", "unknown-name")],
    );
    expect(
        building(json!({"step": "return", "material": "straw", "from": "mud at x"})),
        &[("/turn/from", "unknown-slot")],
    );
}

#[test]
fn every_rule_is_the_expected_refusal_of_some_test() {
    let ids: BTreeSet<&str> = Tower::RULES.iter().map(|rule| rule.id).collect();
    let tests = [
        include_str!("turns.rs"),
        include_str!("shops.rs"),
        include_str!("market.rs"),
        include_str!("handicaps.rs"),
        include_str!("cards.rs"),
        include_str!("building.rs"),
        include_str!("examples.rs"),
    ]
    .concat();
    for id in ids {
        assert!(tests.contains(&format!("\"{id}\"")), "no test refuses by {id}");
    }
}
