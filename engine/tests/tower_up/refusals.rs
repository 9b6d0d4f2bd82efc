//! Every rule that can forbid a move does so, and says what is needed.

use std::collections::BTreeSet;

use towerlab_engine::game::Game;
use towerlab_engine::games::tower_up::rules::Choice;
use towerlab_engine::games::tower_up::{Rules, TowerUp};

use crate::support::{Table, city, plenty};

fn needs(table: &Table, text: &str) -> (&'static str, String) {
    let mv = table.game.read_move(text).unwrap_or_else(|error| panic!("{error}"));
    let breach = table.game.check(&table.state, mv).expect_err("a refusal");
    (breach.rule, breach.needs)
}

fn book() -> Table {
    Table::new(TowerUp::new(Rules::default(), Default::default()).expect("valid"))
}

#[test]
fn setting_up() {
    let expect = |table: &Table, text: &str, rule: &'static str, needed: &str| {
        assert_eq!(needs(table, text), (rule, needed.to_string()));
    };

    let mut table = book();
    expect(&table, "take wild2", "step", "next comes an objective: `objective ID`");
    table.play("objective park_4");
    expect(
        &table,
        "objective park_4",
        "objective-not-drawn-yet",
        "that objective is in play already",
    );
    table.play("objective lake_4; objective brown_4; open brown2-white2 bottom white");
    expect(
        &table,
        "open brown2-white2 bottom white",
        "card-left-to-reveal",
        "only 1 such cards exist",
    );
    table.play("open wild2 bottom wild; open wild2 bottom wild; place A1 white");
    expect(&table, "place A1 gray", "place-on-an-empty-site", "there is a building on A1");

    let mut table = Table::new(crate::support::on_board(
        &city("A1-B1 B1-C1"),
        Rules {
            starting_floors: 8,
            objectives: Choice::Start,
            opening_stock: [0; 4],
            floors_per_colour: Some(8),
            ..plenty()
        },
    ));
    table.play("open brown2-white2 bottom white; open wild2 bottom wild; open wild2 bottom wild");
    for _ in 0..5 {
        table.play("bottom brown");
    }
    expect(
        &table,
        "place A1 white",
        "place-the-pending-colour",
        "the next starting floor is brown",
    );
    table.play("place A1 brown");
    expect(
        &table,
        "place B1 brown",
        "place-apart-from-own-colour",
        "B1 is next to a brown floor; the two may not be neighbours",
    );

    let cards = "copies,brown,black,gray,white,wild,marker,steps,bottom,provenance\n\
                 3,1,0,0,0,0,,0,brown,own\n9,0,0,0,0,2,,0,wild,own\n9,0,8,0,0,0,,0,black,own\n";
    let rules = Rules { starting_floors: 5, objectives: Choice::Start, ..plenty() };
    let mut table = Table::new(crate::support::with_cards(cards, &city("A1-B1 B1-C1"), rules));
    table.play("open brown bottom brown; open brown bottom brown; open brown bottom brown");
    expect(&table, "bottom brown", "bottom-left-to-draw", "no card with a brown bottom is left");

    let rules = Rules {
        starting_floors: 2,
        opening_stock: [4, 3, 3, 3],
        floors_per_colour: Some(8),
        ..plenty()
    };
    let mut table = Table::new(crate::support::with_cards(cards, &city("A1-B1 B1-C1"), rules));
    table.play("open wild2 bottom wild; open wild2 bottom wild; reveal black8");
    expect(&table, "place A1 brown", "place-from-the-supply", "the supply has no brown floor");
}

#[test]
fn taking_and_returning() {
    let rules = Rules { opening_stock: [3, 2, 2, 2], stock_limit: 10, ..plenty() };
    let mut table = Table::begin(&city("A1-B1 B1-C1 C1-D1"), rules, "B1 white");
    let refusal = needs(&table, "take brown2-white2");
    assert_eq!(refusal.0, "take-from-the-market");
    assert_eq!(refusal.1, "brown2-white2 is not on display; the market shows wild2, wild2, wild2");
    let refusal = needs(&table, "take wild2 as brown");
    assert_eq!(
        refusal,
        (
            "choose-each-free-floor",
            "wild2 gives 2 floors of free colour; name 2 colours after `as`".into()
        )
    );
    table.play("take wild2 as gray gray");
    assert_eq!(
        needs(&table, "take wild2"),
        ("step", "next comes the card that refills the market: `reveal CARD`".into())
    );
    table.play("reveal brown2-black2");
    let refusal = needs(&table, "return gray gray");
    assert_eq!(refusal.0, "return-down-to-the-limit");
    assert_eq!(refusal.1, "11 floors are in stock and 10 may stay; return 1");
}

#[test]
fn founding() {
    let rules = Rules { opening_stock: [0, 2, 1, 1], ..plenty() };
    let table = Table::begin(&city("A1-B1 C1-B1 B1-D1 D1-E1 E1-F1"), rules, "A1 brown, C1 white");
    assert_eq!(needs(&table, "found A1 black, roof on A1").1, "there is a building on A1");
    assert_eq!(
        needs(&table, "found F1 black, roof on F1").1,
        "F1 must be joined by a road to a building"
    );
    assert_eq!(
        needs(&table, "found B1 white, roof on B1").1,
        "B1 is next to the white building on C1"
    );
    let refusal = needs(&table, "found B1 black, roof on B1");
    assert_eq!(refusal.1, "the brown building on A1 must be paid; you have no brown floor");

    let rules = Rules { opening_stock: [1, 2, 0, 1], ..plenty() };
    let table = Table::begin(&city("A1-B1 C1-B1 B1-D1"), rules, "A1 brown, C1 brown");
    let refusal = needs(&table, "found B1 black, roof on B1");
    assert_eq!(refusal.1, "the brown buildings on A1 and C1 must be paid; you have only 1 brown");
    assert_eq!(needs(&table, "found B1 gray, roof on B1").1, "you have no gray floor");
}

#[test]
fn every_rule_is_the_expected_refusal_of_some_test() {
    let ids: BTreeSet<&str> = TowerUp::RULES.iter().map(|rule| rule.id).collect();
    let tests = [
        include_str!("refusals.rs"),
        include_str!("setup.rs"),
        include_str!("cards.rs"),
        include_str!("founding.rs"),
        include_str!("handicaps.rs"),
    ]
    .concat();
    for id in ids {
        assert!(tests.contains(&format!("\"{id}\"")), "no test refuses by {id}");
    }
}

#[test]
fn texts_that_are_no_moves_are_explained() {
    let table = Table::begin(&city("A1-B1"), plenty(), "A1 white");
    let error = |text: &str| table.game.read_move(text).expect_err("no move").to_string();
    assert_eq!(
        error("found Z9 black, roof on A1"),
        "cannot read the move `found Z9 black, roof on A1`: there is no site `Z9`"
    );
    assert_eq!(
        error("take wild3"),
        "cannot read the move `take wild3`: there is no card `wild3`; did you mean `wild2`?"
    );
    assert!(
        error("return pink").contains("`pink` is no colour: write brown, black, gray or white")
    );
    assert!(error("open wild2 bottom gray").contains("no card `wild2` has the bottom `gray`"));
    assert!(error("objective castle").contains("there is no objective `castle`"));
    assert!(error("dance").contains("write it like"));
    assert!(error("return").contains("name 1 to 100 floors"));
}
