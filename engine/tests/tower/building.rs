//! Building a floor and choosing the next build card.

use serde_json::{Value, json};
use towerlab_engine::game::{Next, Seat};
use towerlab_engine::games::tower::Event;

use crate::support::{Table, changed, seat};

/// Seat 0 has clay, wood, wood and water of its card and gems for another water.
fn nearly(change: impl FnOnce(&mut Value)) -> Table {
    changed(json!({"green": 4}), |d| {
        d["players"][0]["materials"] = json!({"clay": 1, "wood": 2, "water": 1});
        d["empty_slots"] = json!([
            "clay at mirage for 2 blue",
            "wood at mirage for 1 blue",
            "wood at caravan for 2 green",
            "water at caravan for 2 blue",
        ]);
        change(d);
    })
}

#[test]
fn a_complete_card_is_built_at_the_end_of_the_actions_and_not_before() {
    let mut table = nearly(|_| {});
    table.play("buy water at oasis for 4 green");
    assert_eq!(table.state.player(Seat(0)).floors(), 0);
    table.play("end actions");
    assert_eq!(table.state.player(Seat(0)).floors(), 1);
    assert_eq!(table.document()["build_discard"], json!(["clay-wood2-water2"]));
}

#[test]
fn nothing_is_built_while_a_material_is_missing() {
    let mut table = nearly(|_| {});
    table.play("end actions; drawn green green");
    assert_eq!(table.state.player(Seat(0)).floors(), 0);
    assert_eq!(table.state.player(Seat(0)).materials(), [0, 1, 2, 1]);
}

#[test]
fn materials_with_one_place_to_go_to_go_there_by_themselves() {
    let mut table = nearly(|_| {});
    table.play("buy water at oasis for 4 green; end actions");
    assert_eq!(table.next(), Next::Chance, "build cards are drawn");
    assert!(table.document()["empty_slots"].is_null());
}

/// Seat 1 has a clay as well, so there are two free slots for one.
#[test]
fn materials_go_back_to_free_slots_that_the_player_chooses() {
    let mut table = nearly(|d| {
        d["players"][1]["materials"] = json!({"clay": 1});
        d["empty_slots"].as_array_mut().unwrap().push(json!("clay at oasis for 2 green"));
    });
    table.play("buy water at oasis for 4 green; end actions");
    assert_eq!(
        table.moves(),
        ["return clay at mirage for 2 blue", "return clay at oasis for 2 green"]
    );
    assert_eq!(table.refusal("return wood at mirage for 1 blue"), Some("free-slot"));
    table.play("return clay at oasis for 2 green");
    assert_eq!(table.next(), Next::Chance);
    assert_eq!(table.document()["empty_slots"], json!(["clay at mirage for 2 blue"]));
}

/// Three free slots for two pieces of wood: three ways, each named once.
#[test]
fn equal_materials_go_back_in_the_order_of_the_slots() {
    let mut table = nearly(|d| {
        d["players"][1]["materials"] = json!({"wood": 1});
        d["empty_slots"].as_array_mut().unwrap().push(json!("wood at caravan for 1 blue"));
    });
    table.play("buy water at oasis for 4 green; end actions");
    assert_eq!(
        table.moves(),
        ["return wood at mirage for 1 blue", "return wood at caravan for 1 blue"],
        "the last slot alone would leave one piece over"
    );
    assert_eq!(table.refusal("return wood at caravan for 2 green"), Some("slots-in-order"));
    table.play("return wood at mirage for 1 blue");
    assert_eq!(
        table.moves(),
        ["return wood at caravan for 1 blue", "return wood at caravan for 2 green"]
    );
}

/// Three pieces of straw for four places, two of them equal: the first goes to Hesham
/// anyway, and his two slots are one choice.
#[test]
fn equal_slots_are_no_choice() {
    let mut table = changed(json!({"blue": 1}), |d| {
        d["players"][0]["build_card"] = json!("straw3-clay2");
        d["players"][0]["materials"] = json!({"straw": 2, "clay": 2});
        d["players"][1]["materials"] = json!({"straw": 1});
        d["empty_slots"] = json!([
            "straw at hesham for 1 blue",
            "straw at mirage for 1 green",
            "straw at oasis for 1 green",
            "clay at mirage for 2 blue",
            "clay at oasis for 2 green",
        ]);
    });
    table.play("buy straw at hesham for 1 blue; end actions");
    assert_eq!(
        table.moves(),
        ["return straw at hesham for 1 blue", "return straw at mirage for 1 green"]
    );
    table.play("return straw at hesham for 1 blue");
    assert_eq!(
        table.moves(),
        ["return straw at mirage for 1 green", "return straw at oasis for 1 green"]
    );
}

#[test]
fn one_of_three_build_cards_is_kept_and_two_are_discarded() {
    let mut table = nearly(|_| {});
    table.play("buy water at oasis for 4 green; end actions");
    table.play("draws straw3-clay2; draws straw3-wood2; draws straw2-wood3");
    assert_eq!(
        table.moves(),
        ["choose straw2-wood3", "choose straw3-wood2", "choose straw3-clay2"]
    );
    assert_eq!(table.refusal("choose clay-wood2-water2"), Some("choose-from-the-offer"));
    table.play("choose straw3-wood2");
    assert_eq!(table.document()["players"][0]["build_card"], json!("straw3-wood2"));
    let discard = &table.document()["build_discard"];
    assert_eq!(discard, &json!(["clay-wood2-water2", "straw2-wood3", "straw3-clay2"]));
    assert_eq!(seat(&table), 1, "no extra tokens after building");
}

#[test]
fn a_short_deck_of_build_cards_is_completed_from_the_shuffled_discards() {
    let mut table = nearly(|d| {
        d["build_discard"] = json!([
            "straw-clay-wood-water2",
            "straw-clay-wood2-water",
            "straw-clay2-wood-water",
            "straw2-clay-wood-water",
            "straw-wood2-water2",
            "straw2-wood2-water",
            "straw-clay-wood3",
            "straw2-wood3",
            "straw3-wood2",
        ]);
    });
    table.play("buy water at oasis for 4 green; end actions");
    assert_eq!(table.outcomes(), [("draws straw3-clay2".to_string(), 1)]);
    table.play("draws straw3-clay2");
    assert!(table.events.contains(&Event::BuildReshuffled));
    assert_eq!(table.outcomes().len(), 10, "the card just built is among them");
    assert_eq!(table.refusal("draws straw3-clay2"), Some("draw-from-the-deck"));
}

#[test]
fn the_third_floor_wins_at_once() {
    let mut table = nearly(|d| d["players"][0]["floors"] = json!(2));
    table.play("buy water at oasis for 4 green; end actions");
    let finish = towerlab_engine::game::Finish::Decided;
    assert_eq!(table.next(), Next::Over(finish));
    assert_eq!(table.document()["turn"]["finish"], json!("decided"));
}

#[test]
fn only_one_floor_is_built_in_a_turn() {
    let mut table = nearly(|_| {});
    table.play("buy water at oasis for 4 green; end actions");
    table.play("draws straw3-clay2; draws straw3-wood2; draws straw2-wood3; choose straw3-wood2");
    assert_eq!(seat(&table), 1);
    assert_eq!(table.state.player(Seat(0)).floors(), 1);
}
