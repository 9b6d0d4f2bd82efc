//! What may be built on what, and when it is finished.

use serde_json::json;
use towerlab_engine::game::{Game as _, Seat};
use towerlab_engine::games::skyline::Event;
use towerlab_engine::games::skyline::dice::Face;

use crate::support::Table;

/// Seat 0 is to act with these dice and columns.
fn acting(hand: serde_json::Value, columns: &[&str]) -> Table {
    Table::from(json!({
        "rules": {"players": 2}, "turn": {"seat": 0, "round": 2, "step": "act"}, "hand": hand,
        "district": {"ground": 1}, "players": [{"columns": columns}, {}],
    }))
}

#[test]
fn a_ground_die_always_starts_a_building() {
    let mut table = acting(json!({"ground": ["low", "mid", "high"]}), &["low 1"]);
    table.play("build; put ground low; put ground mid; put ground high");
    assert_eq!(table.skyline(0), "low 1, low 1, mid 1, high 1");
}

#[test]
fn other_dice_go_on_unfinished_buildings_of_their_type_on_top_only() {
    let mut table = acting(json!({"upper": ["low", "mid", "high"]}), &["high 2", "high 4"]);
    table.play("build");
    assert_eq!(table.moves(), ["put upper high on 2", "put upper high on 4"]);
    assert_eq!(table.refusal("put upper mid on 2"), Some("on-a-column-of-its-type"));
    assert_eq!(table.refusal("put upper high on 3"), Some("on-a-column-of-its-type"));
    assert_eq!(table.refusal("put ground high on 2"), Some("dice-in-hand"));
}

#[test]
fn an_upper_die_finishes_a_low_rise_at_height_2() {
    let mut table = acting(json!({"upper": ["low", "low"]}), &["low 1"]);
    let yard = table.state.yard();
    table.play("build; put upper low on 1");
    assert_eq!(table.skyline(0), "low 2!");
    assert!(table.events.contains(&Event::Finished { seat: Seat(0), face: Face::Low, height: 2 }));
    assert_eq!(table.state.yard(), [yard[0] + 1, yard[1] + 1, yard[2]], "its dice are back");
    assert_eq!(table.moves()[0], "stop", "the second one has no ground to go on");
}

#[test]
fn a_low_rise_has_no_penthouse() {
    let rules = json!({"players": 2, "beyond_rulebook": true, "faces": {
        "ground": {"low": 1}, "upper": {"low": 1}, "penthouse": {"low": 1, "mid": 1}}});
    let mut table = Table::from(json!({
        "rules": rules, "turn": {"seat": 0, "round": 2, "step": "act"}, "hand": {"penthouse": ["low", "mid"]},
        "district": {"ground": 1}, "players": [{"columns": ["low 1", "mid 1"]}, {}],
    }));
    table.play("build");
    assert_eq!(table.refusal("put penthouse low on 1"), Some("within-the-heights"));
}

#[test]
fn a_mid_rise_is_2_to_4_high_and_finished_by_a_penthouse() {
    for (column, tile) in [("mid 1", "mid 2!"), ("mid 2", "mid 3!"), ("mid 3", "mid 4!")] {
        let mut table = acting(json!({"penthouse": ["mid"]}), &[column]);
        table.play(&format!("build; put penthouse mid on {}", &column[4..]));
        assert_eq!(table.skyline(0), tile);
    }
}

#[test]
fn a_high_rise_is_3_to_6_high_and_finished_by_a_penthouse() {
    for height in 2..=5 {
        let mut table = acting(json!({"penthouse": ["high"]}), &[&format!("high {height}")]);
        table.play(&format!("build; put penthouse high on {height}"));
        assert_eq!(table.skyline(0), format!("high {}!", height + 1));
    }
}

/// Ruling: never on a bare high-rise ground; on a bare mid-rise ground it may.
#[test]
fn ruling_a_penthouse_never_goes_on_a_bare_high_rise_ground() {
    let mut table = acting(json!({"penthouse": ["high", "mid"]}), &["high 1", "mid 1"]);
    table.play("build");
    assert_eq!(table.refusal("put penthouse high on 1"), Some("within-the-heights"));
    assert_eq!(table.moves(), ["put penthouse mid on 1"]);
}

/// Ruling: at most two uppers on a mid-rise and four on a high-rise.
#[test]
fn ruling_an_upper_die_is_refused_where_no_penthouse_could_follow() {
    let mut table = acting(
        json!({"upper": ["mid", "mid", "high", "high"]}),
        &["mid 2", "mid 3", "high 4", "high 5"],
    );
    table.play("build");
    assert_eq!(table.refusal("put upper mid on 3"), Some("within-the-heights"));
    assert_eq!(table.refusal("put upper high on 5"), Some("within-the-heights"));
    assert_eq!(table.moves(), ["put upper mid on 2", "put upper high on 4"]);
}

/// Ruling: dice of one action are placed one after another.
#[test]
fn ruling_a_ground_and_the_upper_on_it_can_be_built_together() {
    let mut table = acting(json!({"ground": ["low"], "upper": ["low"]}), &[]);
    table.play("build; put ground low; put upper low on 1");
    assert_eq!(table.skyline(0), "low 2!");
    let mut table =
        acting(json!({"ground": ["mid"], "upper": ["mid", "mid"], "penthouse": ["mid"]}), &[]);
    table.play(
        "build; put ground mid; put upper mid on 1; put upper mid on 2; put penthouse mid on 3",
    );
    assert_eq!(table.skyline(0), "mid 4!");
}

#[test]
fn several_columns_rise_in_one_action_lower_ones_first() {
    let mut table = acting(json!({"upper": ["high", "high"]}), &["high 1", "high 3"]);
    table.play("build; put upper high on 3");
    assert_eq!(table.refusal("put upper high on 1"), Some("dice-in-order"));
    assert_eq!(table.moves(), ["put upper high on 4", "done"]);
    let mut table = acting(json!({"upper": ["high", "high"]}), &["high 1", "high 3"]);
    table.play("build; put upper high on 1; put upper high on 3");
    assert_eq!(table.skyline(0), "high 2, high 4");
}

/// Ruling: a blank die can only be abandoned, given to a demolition, kept or re-rolled.
#[test]
fn ruling_a_blank_die_is_never_built() {
    let mut table = acting(json!({"penthouse": ["blank", "mid"]}), &["mid 1"]);
    table.play("build");
    assert_eq!(table.refusal("put penthouse blank on 1"), Some("build-what-fits"));
    let mut table = acting(json!({"penthouse": ["blank"]}), &["mid 1"]);
    assert_eq!(table.moves(), ["abandon", "demolish"]);
    table.play("demolish; column mid 1; with penthouse blank");
    assert_eq!(table.seat(), 1);
}

#[test]
fn ruling_a_blank_die_is_abandoned_kept_or_rolled_again() {
    let mut table = acting(json!({"upper": ["low"], "penthouse": ["blank", "blank"]}), &["mid 1"]);
    table.play("abandon; with penthouse blank; done");
    assert_eq!(table.state.district(), [1, 0, 1]);
    assert_eq!(table.moves(), ["stop", "again upper low", "again penthouse blank"]);
    table.play("again upper low; roll; rolled upper low");
    assert_eq!(table.state.hand().0[2], [0, 0, 0, 1], "kept");
}

/// Ruling: tiles only stand for dice and never run out.
#[test]
fn ruling_tiles_never_run_out() {
    let table = acting(json!({"ground": ["low"]}), &[]);
    let many = vec!["mid 3"; 300];
    let table = Table::from(json!({
        "rules": {"players": 2}, "turn": {"seat": 0, "round": 2, "step": "act"}, "hand": {"ground": ["low"]},
        "district": {"ground": 1}, "players": [{"tiles": many}, {}], "yard": {
            "ground": table.state.yard()[0], "upper": 28, "penthouse": 7},
    }));
    assert_eq!(table.points(0), 300 * 9, "the box has six of them");
}

#[test]
fn there_is_no_limit_to_the_number_of_buildings() {
    let columns = vec!["low 1"; 20];
    let mut table = acting(json!({"ground": ["low"]}), &columns);
    table.play("build; put ground low");
    assert_eq!(table.points(0), 21);
}

/// The refusal names the order, and how to keep the option.
#[test]
fn dice_out_of_order_are_refused_with_the_order() {
    let mut table = acting(json!({"ground": ["low"], "upper": ["low"]}), &["low 1"]);
    table.play("build; put upper low on 1");
    let needs = |table: &Table, text: &str| {
        let mv = table.game.read_move(text).expect("a move");
        table.game.check(&table.state, mv).expect_err("a refusal").needs
    };
    let said = needs(&table, "put ground low");
    assert!(
        said.contains("ground, upper, penthouse; within a kind low, mid, high, blank"),
        "{said}"
    );
    assert!(said.contains("name the one that comes first in the order first"), "{said}");

    let mut table = acting(json!({"upper": ["low", "mid", "high"]}), &["low 1"]);
    table.play("abandon; with upper mid");
    let said = needs(&table, "with upper low");
    assert!(said.contains("ground, upper, penthouse") && said.contains("name it before"), "{said}");
}
