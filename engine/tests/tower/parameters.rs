//! Every parameter does what it says.

use serde_json::{Map, Value, json};
use towerlab_engine::game::{Finish, Next, Seat};
use towerlab_engine::games::tower::Tower;
use towerlab_engine::operations::Service;

use crate::common::by_text::ByText as _;

use crate::support::{Table, changed, seat, tokens};

/// Seat 0 acting under some rules.
#[track_caller]
fn under(rules: Value, own: Value, change: impl FnOnce(&mut Value)) -> Table {
    changed(own, |d| {
        let map = d["rules"].as_object_mut().unwrap();
        map.extend(rules.as_object().unwrap().clone());
        map.insert("beyond_rulebook".into(), true.into());
        change(d);
    })
}

#[test]
fn draw_size_and_extra_draw() {
    let mut table = under(json!({"draw_size": 5, "extra_draw": 1}), json!({}), |_| {});
    table.play("end actions; drawn green; drawn green green blue blue red");
    assert_eq!(tokens(&table, 1), [2, 2, 1, 0]);
    let mut none = under(json!({"extra_draw": 0}), json!({}), |_| {});
    none.play("end actions");
    assert_eq!(seat(&none), 1);
}

#[test]
fn salil_rates_and_pass_gems() {
    let pile = |d: &mut Value| d["pile"] = json!({"red": 3});
    let rules = json!({"salil_rates": {"green": 2, "red": 3}, "pass_gems": 3});
    let table = under(rules, json!({"green": 2, "blue": 2, "pass": 1}), pile);
    assert_eq!(
        table.moves_like("trade"),
        ["trade 2 green for red", "trade 2 blue for red", "trade pass for red red red"]
    );
}

#[test]
fn entry_prices_cards_seen_and_hand_limit() {
    let rules = json!({"entry_prices": {"blue": 1, "pass": 2}, "cards_seen": 4, "hand_limit": 5});
    let mut table = under(rules, json!({"blue": 5, "pass": 2}), |_| {});
    assert_eq!(table.refusal("enter for 5 blue"), Some("hand-limit"), "only four are seen");
    table.play("enter for 2 blue 2 pass; sees bruiser; sees bruiser; sees bruiser; sees smuggler");
    assert_eq!(table.moves().len(), 2, "three of four are kept");
    let none = under(json!({"hand_limit": 0}), json!({"pass": 2}), |_| {});
    assert_eq!(none.moves_like("enter"), [""; 0]);
}

fn one_short(d: &mut Value) {
    d["players"][0]["materials"] = json!({"clay": 1, "wood": 2, "water": 1});
    d["empty_slots"] = json!([
        "clay at mirage for 2 blue",
        "wood at mirage for 1 blue",
        "wood at caravan for 2 green",
        "water at caravan for 2 blue",
    ]);
}

#[test]
fn cards_drawn_and_floors_to_win() {
    let mut table = under(json!({"cards_drawn": 1}), json!({"green": 4}), one_short);
    table.play("buy water at oasis for 4 green; end actions; draws straw3-clay2");
    assert_eq!(table.moves(), ["choose straw3-clay2"]);
    let mut once = under(json!({"floors_to_win": 1}), json!({"green": 4}), one_short);
    once.play("buy water at oasis for 4 green; end actions");
    assert_eq!(once.next(), Next::Over(Finish::Decided));
}

#[test]
fn materials_per_card() {
    let two = |d: &mut Value| {
        d["players"][0]["materials"] = json!({"wood": 1});
        d["empty_slots"] = json!(["wood at mirage for 1 blue"]);
    };
    let mut table = under(json!({"materials_per_card": 2}), json!({"blue": 5}), two);
    table.play("buy wood at caravan for 1 blue");
    assert_eq!(
        table.refusal("buy water at caravan for 2 blue"),
        Some("needed-only"),
        "any two of the card's materials are enough"
    );
    table.play("end actions");
    assert_eq!(table.state.player(Seat(0)).floors(), 1);
}

#[test]
fn tokens_and_turn_cap() {
    let table = under(json!({"tokens": {"green": 3, "red": 7}, "turn_cap": 9}), json!({}), |_| {});
    assert_eq!(table.state.bag(), [3, 0, 7, 0]);
    assert_eq!(table.game.rules().turn_cap, 9);
}

#[test]
fn the_friendlier_variant_hides_build_cards_and_changes_nothing_else() {
    let game = |friendlier: bool| {
        let rules = towerlab_engine::games::tower::Rules {
            friendlier,
            ..towerlab_engine::games::tower::Rules::standard(4)
        };
        Tower::new(rules, std::sync::Arc::default()).unwrap()
    };
    let play = |game: &Tower| crate::common::playthrough(game, 5, |_, _, _| String::new());
    assert_eq!(play(&game(false)), play(&game(true)));
    assert!(game(true).rules().secret_cards() && !game(false).rules().secret_cards());
}

#[test]
fn in_the_meaner_variant_any_material_may_be_bought_and_all_go_back() {
    let mut table = under(json!({"meaner": true}), json!({"green": 5, "blue": 1}), one_short);
    table.play("buy straw at oasis for 1 green; buy water at oasis for 4 green; end actions");
    assert_eq!(table.state.player(Seat(0)).floors(), 1);
    assert_eq!(table.state.player(Seat(0)).materials(), [0; 4]);
    assert!(table.document()["empty_slots"].is_null());
}

#[track_caller]
fn refused(rules: Value, expected: &[(&str, &str)]) {
    let service = Service::<Tower>::new(None).unwrap();
    let rules: Map<String, Value> = rules.as_object().unwrap().clone();
    let faults = service.new_game(&rules, None).unwrap_err().0;
    let short: Vec<(&str, &str)> =
        faults.iter().map(|f| (f.place.as_str(), f.code.as_str())).collect();
    assert_eq!(short, expected, "{faults:?}");
}

#[test]
fn values_that_no_rulebook_has_must_be_asked_for() {
    for (key, value) in [
        ("draw_size", json!(4)),
        ("extra_draw", json!(1)),
        ("salil_rates", json!({"green": 4})),
        ("pass_gems", json!(3)),
        ("entry_prices", json!({"red": 3})),
        ("cards_seen", json!(4)),
        ("hand_limit", json!(4)),
        ("cards_drawn", json!(4)),
        ("floors_to_win", json!(4)),
        ("materials_per_card", json!(4)),
        ("tokens", json!({"green": 4})),
    ] {
        let place = format!("/{key}");
        refused(json!({"players": 2, key: value}), &[(&place, "beyond-rulebook")]);
    }
    let service = Service::<Tower>::new(None).unwrap();
    let free = json!({"players": 3, "friendlier": true, "meaner": true, "turn_cap": 50, "materials_per_card": 5});
    assert!(service.new_game(free.as_object().unwrap(), None).is_ok());
}

#[test]
fn values_out_of_range_are_refused_all_at_once() {
    let rules = json!({
        "players": 2, "beyond_rulebook": true, "draw_size": 0, "extra_draw": 11, "pass_gems": 0,
        "cards_seen": 7, "hand_limit": 7, "cards_drawn": 0, "floors_to_win": 0,
        "materials_per_card": 0, "entry_prices": {"green": 0}, "salil_rates": {"blue": 10},
        "tokens": {}, "turn_cap": 0,
    });
    let places = [
        "/draw_size",
        "/extra_draw",
        "/salil_rates",
        "/pass_gems",
        "/entry_prices",
        "/cards_seen",
        "/hand_limit",
        "/cards_drawn",
        "/floors_to_win",
        "/materials_per_card",
        "/turn_cap",
        "/tokens",
    ];
    let expected: Vec<(&str, &str)> = places.iter().map(|place| (*place, "out-of-range")).collect();
    refused(rules, &expected);
    refused(json!({"players": 5}), &[("/players", "players")]);
}

#[test]
fn two_colours_at_one_for_one_would_be_traded_for_ever() {
    let rules = json!({"players": 2, "beyond_rulebook": true, "salil_rates": {"blue": 1}});
    refused(rules, &[("/salil_rates", "endless-trade")]);
}
