//! Drawing, trading, and the course of a turn.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use towerlab_engine::game::{Game, Next, Seat};
use towerlab_engine::games::tower::{Event, Tower};

use crate::support::{Table, changed, seat, table, tokens};

#[test]
fn every_player_is_dealt_one_build_card_then_seat_0_draws_three_tokens() {
    let mut table = Table::new(Tower::standard(2));
    assert_eq!(table.outcomes().len(), 12);
    table.play("deal straw3-clay2; deal clay-wood2-water2");
    assert_eq!(table.refusal("drawn green green"), Some("draw-from-the-bag"));
    table.play("drawn green green pass");
    assert_eq!(tokens(&table, 0), [2, 0, 0, 1]);
    assert_eq!(table.next(), Next::Player(Seat(0)));
}

#[test]
fn a_card_is_dealt_once() {
    let mut table = Table::new(Tower::standard(2));
    table.play("deal straw3-clay2");
    assert_eq!(table.refusal("deal straw3-clay2"), Some("draw-from-the-deck"));
}

#[test]
fn three_tokens_come_from_the_bag_each_as_likely() {
    let table = changed(json!({}), |d| {
        d["turn"] = json!({"seat": 0, "number": 5, "step": "draw", "left": 3});
        d["pile"] = json!({"green": 43, "blue": 29, "red": 14, "pass": 10});
    });
    // Two green, one blue, one red: four ways to leave one out.
    let outcomes = table.outcomes();
    let expected =
        [("drawn green blue red", 2), ("drawn green green red", 1), ("drawn green green blue", 1)];
    let as_pairs: BTreeSet<(&str, u128)> =
        outcomes.iter().map(|(text, weight)| (text.as_str(), *weight)).collect();
    assert_eq!(as_pairs, BTreeSet::from(expected));
    assert_eq!(table.refusal("drawn blue blue red"), Some("draw-from-the-bag"));
}

fn drawing(bag: [u8; 4], pile: [u8; 4]) -> Table {
    let all = [45, 30, 15, 10];
    let rest: Vec<u8> = (0..4).map(|token| all[token] - bag[token] - pile[token]).collect();
    changed(json!({}), |d| {
        d["turn"] = json!({"seat": 0, "number": 5, "step": "draw", "left": 3});
        d["pile"] = counts(&pile);
        d["players"][1]["tokens"] = counts(&rest);
    })
}

fn counts(tokens: &[u8]) -> Value {
    json!({"green": tokens[0], "blue": tokens[1], "red": tokens[2], "pass": tokens[3]})
}

#[test]
fn the_bag_is_refilled_from_salils_pile_when_it_becomes_empty_in_the_middle_of_a_draw() {
    let mut table = drawing([1, 1, 0, 0], [0, 0, 2, 1]);
    table.play("drawn green blue");
    assert_eq!(table.state.bag(), [0, 0, 2, 1]);
    assert_eq!(table.state.pile(), [0; 4]);
    assert_eq!(table.refusal("drawn red red"), Some("draw-from-the-bag"));
    table.play("drawn red");
    assert_eq!(tokens(&table, 0), [1, 1, 1, 0]);
}

#[test]
fn the_last_tokens_of_the_bag_are_replaced_at_once() {
    let mut table = drawing([3, 0, 0, 0], [0, 4, 0, 0]);
    table.play("drawn green green green");
    assert_eq!((table.state.bag(), table.state.pile()), ([0, 4, 0, 0], [0; 4]));
}

#[test]
fn with_bag_and_pile_empty_one_draws_what_there_is() {
    let mut table = drawing([1, 0, 0, 0], [0; 4]);
    table.play("drawn green");
    // Nothing is left to draw: the turn goes on with one token.
    assert_eq!(table.next(), Next::Player(Seat(0)));
    assert_eq!(table.state.bag(), [0; 4]);
    table.play("end actions");
    assert_eq!((seat(&table), table.next()), (1, Next::Player(Seat(1))));
}

#[test]
#[should_panic(expected = "salil-has-it")]
fn nothing_can_be_traded_while_the_pile_is_empty() {
    table(json!({"pass": 1})).play("trade pass for green green");
}

#[test]
fn an_empty_bag_is_refilled_at_the_next_draw() {
    let mut table = drawing([1, 0, 0, 0], [0; 4]);
    table.play("drawn green; end actions");
    assert_eq!(seat(&table), 1);
    // Seat 1 has everything else and buys straw: one gem on the pile.
    table.play("buy straw at mirage for 1 green; end actions");
    assert_eq!((table.state.bag(), table.state.pile()), ([1, 0, 0, 0], [0; 4]));
    table.play("drawn green");
    assert_eq!(table.next(), Next::Player(Seat(0)));
}

#[test]
fn who_did_nothing_draws_two_more_tokens_at_the_end() {
    let mut table = table(json!({"blue": 1}));
    table.play("end actions");
    assert_eq!(table.refusal("drawn green"), Some("draw-from-the-bag"));
    table.play("drawn red pass");
    assert_eq!(tokens(&table, 0), [0, 1, 1, 1]);
    assert_eq!(seat(&table), 1);
}

#[test]
fn who_did_anything_draws_no_more() {
    let pile = |d: &mut Value| d["pile"] = json!({"blue": 1, "red": 1});
    let actions = ["buy wood at mirage for 1 blue", "trade 2 blue for red", "enter for 1 pass"];
    for action in actions {
        let mut table = changed(json!({"blue": 2, "pass": 1}), pile);
        table.play(action);
        if action.starts_with("enter") {
            table.play(
                "sees bruiser; sees bruiser; sees smuggler; put back bruiser; put back bruiser",
            );
        }
        table.play("end actions");
        assert_eq!(seat(&table), 1, "{action}");
        assert!(matches!(table.events.last(), Some(Event::Turn { seat: Seat(1), number: 6 })));
    }
    let mut using = changed(json!({"green": 2}), |d| d["players"][0]["hand"] = json!(["bruiser"]));
    using.play("use bruiser for 2 green; end actions");
    assert_eq!(seat(&using), 1);
}

#[test]
fn actions_come_in_any_order_and_as_often_as_wanted() {
    let mut table = changed(json!({"blue": 9, "pass": 2}), |d| {
        d["pile"] = json!({"green": 3, "red": 3});
        d["players"][0]["hand"] = json!(["bruiser"]);
    });
    table.play("trade 2 blue for red; buy wood at mirage for 1 blue; trade 1 red for green");
    table.play("use bruiser for 1 green 1 blue; trade 2 blue for green");
    table.play("enter for 1 pass; sees bruiser; sees pickpocket; sees smuggler");
    table.play("put back bruiser; put back smuggler; trade pass for green red");
    assert_eq!(table.next(), Next::Player(Seat(0)));
}

#[test]
fn salil_gives_one_gem_for_three_green_two_blue_or_one_red() {
    let pile = |d: &mut Value| d["pile"] = json!({"green": 2, "blue": 2, "red": 2});
    let table = changed(json!({"green": 3, "blue": 2, "red": 1}), pile);
    let expected = [
        "trade 3 green for red",
        "trade 3 green for blue",
        "trade 2 blue for red",
        "trade 2 blue for green",
        "trade 1 red for blue",
        "trade 1 red for green",
    ];
    assert_eq!(table.moves_like("trade"), expected);
    let poor = changed(json!({"green": 2, "blue": 1}), pile);
    assert_eq!(poor.refusal("trade 3 green for blue"), Some("salil-rates"));
    assert_eq!(poor.refusal("trade 2 blue for red"), Some("salil-rates"));
}

#[test]
fn salil_gives_two_gems_of_choice_for_a_pass_and_never_a_pass() {
    let mut table =
        changed(json!({"pass": 1}), |d| d["pile"] = json!({"green": 1, "red": 2, "pass": 5}));
    assert_eq!(table.moves_like("trade"), ["trade pass for red red", "trade pass for green red"]);
    assert!(table.game.read_move("trade 3 green for pass").is_err());
    assert!(table.game.read_move("trade pass for pass red").is_err());
    table.play("trade pass for green red");
    assert_eq!(tokens(&table, 0), [1, 0, 1, 0]);
    assert_eq!(table.state.pile(), [0, 0, 1, 6]);
    let short = changed(json!({"pass": 1}), |d| d["pile"] = json!({"red": 1}));
    assert_eq!(short.moves_like("trade"), [""; 0]);
    assert_eq!(short.refusal("trade pass for red red"), Some("salil-has-it"));
    assert_eq!(short.refusal("trade pass for red"), Some("salil-rates"));
}

#[test]
fn the_gem_wanted_must_lie_on_the_pile_before_paying_and_be_of_another_colour() {
    let table =
        changed(json!({"green": 3, "red": 2}), |d| d["pile"] = json!({"blue": 1, "red": 1}));
    assert_eq!(table.refusal("trade 1 red for green"), Some("salil-has-it"));
    assert_eq!(table.refusal("trade 1 red for red"), Some("another-colour"));
    assert_eq!(table.refusal("trade 1 red for blue"), None);
}

#[test]
fn moves_of_another_step_are_refused() {
    let table = table(json!({}));
    for text in
        ["drawn green green green", "choose straw3-clay2", "evict seat 1", "put back bruiser"]
    {
        assert_eq!(table.refusal(text), Some("step"), "{text}");
    }
}
