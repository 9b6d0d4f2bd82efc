//! The black market.

use serde_json::{Value, json};
use towerlab_engine::game::{Game, Next, Seat};
use towerlab_engine::games::tower::Event;

use crate::support::{changed, table, tokens};

#[test]
fn a_card_costs_one_pass_six_green_four_blue_or_two_red() {
    let table = table(json!({"green": 6, "blue": 4, "red": 2, "pass": 1}));
    for text in ["enter for 6 green", "enter for 4 blue", "enter for 2 red", "enter for 1 pass"] {
        assert_eq!(table.refusal(text), None, "{text}");
    }
    assert!(table.game.read_move("enter for 5 green").is_err());
    assert_eq!(table.refusal("enter for 12 green"), Some("entry-price"));
}

#[test]
fn several_cards_are_paid_for_each_in_its_own_way() {
    let mut table = table(json!({"green": 7, "blue": 4, "pass": 1}));
    assert_eq!(table.moves_like("enter").len(), 7, "three single ways, three pairs, all three");
    table.play("enter for 6 green 4 blue 1 pass");
    assert_eq!(tokens(&table, 0), [1, 0, 0, 0]);
    assert_eq!(table.state.pile(), [6, 4, 0, 1]);
    assert!(matches!(table.events.last(), Some(Event::Entered { cards: 3, .. })));
}

#[test]
fn three_cards_are_looked_at_and_as_many_kept_as_paid_for() {
    let mut table = table(json!({"pass": 1}));
    table.play("enter for 1 pass; sees bruiser; sees smuggler");
    assert_eq!(table.next(), Next::Chance);
    table.play("sees pickpocket");
    assert_eq!(table.moves(), ["put back bruiser", "put back smuggler", "put back pickpocket"]);
    assert_eq!(table.refusal("put back common-thief"), Some("look-at-it"));
    table.play("put back smuggler; put back bruiser");
    assert_eq!(table.document()["players"][0]["hand"], json!(["pickpocket"]));
}

#[test]
fn the_order_of_the_cards_put_back_is_a_choice_and_the_last_lies_on_top() {
    let mut table = table(json!({"pass": 1}));
    table.play("enter for 1 pass; sees bruiser; sees smuggler; sees pickpocket");
    table.play("put back smuggler; put back bruiser");
    assert_eq!(table.document()["put_back"], json!(["smuggler known to 0", "bruiser known to 0"]));
}

#[test]
fn cards_put_back_are_the_first_that_the_next_visitor_sees() {
    let mut table = changed(json!({"pass": 1}), |d| {
        d["put_back"] = json!(["smuggler known to 1", "bruiser known to 1"]);
    });
    table.play("enter for 1 pass");
    assert_eq!(table.document()["looked_at"].as_array().unwrap().len(), 2);
    table.play("sees smuggler");
    assert_eq!(table.moves(), ["put back bruiser", "put back smuggler"], "equal cards are one");
}

#[test]
fn the_market_is_visited_once_a_turn() {
    let mut table = table(json!({"pass": 3}));
    table.play("enter for 1 pass; sees bruiser; sees bruiser; sees bruiser");
    table.play("put back bruiser; put back bruiser");
    assert_eq!(table.moves_like("enter"), [""; 0]);
    assert_eq!(table.refusal("enter for 1 pass"), Some("market-once-a-turn"));
}

#[test]
fn a_hand_has_at_most_three_cards() {
    let two = |d: &mut Value| d["players"][0]["hand"] = json!(["bruiser", "smuggler"]);
    let table = changed(json!({"pass": 3}), two);
    assert_eq!(table.moves_like("enter"), ["enter for 1 pass"]);
    assert_eq!(table.refusal("enter for 2 pass"), Some("hand-limit"));
    let full = |d: &mut Value| d["players"][0]["hand"] = json!(["bruiser", "bruiser", "smuggler"]);
    assert_eq!(changed(json!({"pass": 3}), full).moves_like("enter"), [""; 0]);
}

#[test]
fn who_pays_for_three_keeps_all_three() {
    let mut table = table(json!({"pass": 3}));
    table.play("enter for 3 pass; sees bruiser; sees smuggler; sees pickpocket");
    assert_eq!(table.state.player(Seat(0)).hand().len(), 3);
    assert_eq!(table.refusal("end actions"), None, "nothing is left to decide");
}

#[test]
fn the_market_is_no_shop_and_moves_no_architect() {
    let mut table = table(json!({"pass": 1, "blue": 1}));
    table.play("enter for 1 pass; sees bruiser; sees smuggler; sees pickpocket");
    table.play("put back smuggler; put back bruiser");
    assert_eq!(table.state.player(Seat(0)).shop(), None);
    assert_eq!(table.refusal("buy wood at mirage for 1 blue"), None);
}

/// 15 cards discarded, one in the deck, two in the hand of seat 1.
#[test]
fn a_short_deck_is_completed_from_the_shuffled_discards() {
    let mut table = changed(json!({"pass": 1}), |d| {
        let mut discard = vec![
            "common-thief",
            "experienced-thief",
            "dubious-concoction",
            "bruiser",
            "pickpocket",
        ];
        discard = discard.repeat(3);
        d["market_discard"] = json!(discard);
        d["players"][1]["hand"] = json!(["smuggler", "smuggler"]);
    });
    table.play("enter for 1 pass");
    assert_eq!(table.outcomes(), [("sees smuggler".to_string(), 1)]);
    assert_eq!(table.refusal("sees bruiser"), Some("draw-from-the-deck"));
    table.play("sees smuggler");
    assert!(table.events.contains(&Event::MarketReshuffled));
    assert_eq!(table.outcomes().len(), 5);
    assert!(table.outcomes().iter().all(|(_, weight)| *weight == 3));
    assert!(table.document()["market_discard"].is_null());
}
