//! Faults of the end: what triggered it, and what was counted.

use serde_json::{Value, json};

use crate::faults::{document, expect, faults};

/// With few floors in the game, the stock of seat 0 holds the rest of one colour.
fn run_out_of_gray(d: &mut Value) {
    d["rules"]["floors_per_colour"] = 8.into();
    d["rules"]["beyond_rulebook"] = true.into();
    d["players"][0]["stock"] = json!({"gray": 7});
    d["players"][1]["stock"] = json!({"brown": 1});
    d.as_object_mut().expect("an object").remove("supply");
}

#[test]
fn impossible_ending_and_ending_missing() {
    expect(
        |d| d["ending"] = json!({"cause": "last_roof", "by": 0}),
        &[("/ending", "impossible-ending")],
    );
    expect(
        |d| d["ending"] = json!({"cause": "dead_board", "by": 0}),
        &[("/ending", "impossible-ending")],
    );
    let mut document = document();
    document["rules"]["roofs"] = 1.into();
    document["rules"]["beyond_rulebook"] = true.into();
    document["players"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .for_each(|player| player["roofs"] = 0.into());
    let found = faults(&document);
    assert_eq!(
        (found[0].place.as_str(), found[0].code.as_str()),
        ("/ending", "ending-missing"),
        "{found:#?}"
    );
}

#[test]
fn impossible_count_and_count_missing() {
    expect(
        |d| d["players"][0]["counted"] = json!(1),
        &[("/players/0/counted", "impossible-count")],
    );
    // After a shortage by seat 1, seat 0 has its last turn; by seat 0, seat 1 has had it.
    expect(
        |d| {
            run_out_of_gray(d);
            d["ending"] = json!({"cause": "shortage", "by": 1});
        },
        &[],
    );
    expect(
        |d| {
            d["ending"] = json!({"cause": "shortage", "by": 0});
            d["players"][1]["counted"] = json!(3);
        },
        &[("/players/1/counted", "impossible-count")],
    );
    expect(
        |d| {
            run_out_of_gray(d);
            d["ending"] = json!({"cause": "shortage", "by": 0});
            d["turn"]["seat"] = json!(1);
            d["players"][0]["counted"] = json!(1);
        },
        &[("/players/0/counted", "impossible-count")],
    );
    let mut document = document();
    document["rules"]["roofs"] = 1.into();
    document["rules"]["beyond_rulebook"] = true.into();
    document["players"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .for_each(|player| player["roofs"] = 0.into());
    document["ending"] = json!({"cause": "last_roof", "by": 1});
    let found = faults(&document);
    let short: Vec<_> =
        found.iter().map(|fault| (fault.place.as_str(), fault.code.as_str())).collect();
    assert_eq!(short, [("/players/1", "count-missing")]);
}

#[test]
fn a_shortage_with_every_colour_in_supply_right_after_the_triggers_turn() {
    let ending = [("/ending", "impossible-ending")];
    let shortage = |d: &mut Value| d["ending"] = json!({"cause": "shortage", "by": 1});
    expect(shortage, &ending);
    // Whoever returns floors is left with a full stock.
    expect(
        |d| {
            shortage(d);
            d["players"][1]["stock"] = json!({"brown": 5, "black": 5});
            d.as_object_mut().unwrap().remove("supply");
        },
        &[],
    );
}

#[test]
fn the_trigger_acts_again_only_by_a_star_column() {
    let last_roof = |d: &mut Value| {
        d["rules"]["roofs"] = 1.into();
        d["rules"]["beyond_rulebook"] = true.into();
        d["ending"] = json!({"cause": "last_roof", "by": 0});
        d["turn"].as_object_mut().unwrap().remove("number");
        d["players"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .for_each(|player| player["roofs"] = 0.into());
    };
    expect(last_roof, &[("/ending", "impossible-ending")]);
    expect(
        |d| {
            last_roof(d);
            d["players"][0]["markers"] = json!({"brown": 2, "black": 2, "gray": 2, "white": 2});
        },
        &[],
    );
}

/// Seat 1 has covered the roof of seat 0 in C1. Seat 0 played last, so it counted none.
#[test]
fn counted_above_what_the_roofs_allow() {
    let counted = |count: u8| {
        move |d: &mut Value| {
            run_out_of_gray(d);
            d["city"]["A1"] = json!("white ..");
            d["city"]["C1"] = json!("white .01");
            d["turn"]["step"] = json!("over");
            d["ending"] = json!({"cause": "shortage", "by": 0});
            d["players"][0]["counted"] = count.into();
            d["players"][1]["counted"] = 1.into();
        }
    };
    expect(counted(0), &[]);
    expect(counted(1), &[("/players/0/counted", "impossible-count")]);
}
