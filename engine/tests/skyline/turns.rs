//! Taking, rolling, acting, going on and stopping.

use serde_json::json;
use towerlab_engine::game::{Next, Seat};
use towerlab_engine::games::skyline::state::Step;
use towerlab_engine::games::skyline::{Event, Rules};

use crate::support::Table;

fn two() -> Table {
    Table::new(Rules::standard(2))
}

#[test]
fn setup_has_25_28_and_7_dice_one_of_each_in_the_district_and_starting_grounds_by_seat() {
    let table = Table::new(Rules::standard(4));
    assert_eq!((table.state.district(), table.state.yard()), ([1, 1, 1], [25 - 1 - 3, 27, 6]));
    assert_eq!([0, 1, 2, 3].map(|seat| table.skyline(seat)), ["high 1", "mid 1", "low 1", ""]);
    let two = two();
    assert_eq!(
        two.state.yard(),
        [25 - 1 - 2, 27, 6],
        "grounds that are not dealt stay in the yard"
    );
}

#[test]
fn three_dice_of_choice_come_from_the_yard_or_all_from_the_district() {
    let table = two();
    assert_eq!(table.moves().len(), 10 + 1);
    assert!(table.moves().contains(&"take abandoned".to_string()));
    assert_eq!(table.refusal("take ground ground"), Some("take-as-many"));
    assert_eq!(table.refusal("take ground ground ground"), None);
    let mut table = table;
    table.play("take abandoned");
    assert_eq!((table.state.district(), table.state.to_roll()), ([0; 3], [1, 1, 1]));
    assert_eq!(table.next(), Next::Chance);
}

#[test]
fn every_roll_is_followed_by_one_action_with_one_or_more_dice() {
    let mut table = two();
    table.play("take ground upper upper; rolled ground low; rolled upper low mid");
    assert_eq!(table.moves(), ["abandon", "build", "demolish"]);
    assert_eq!(table.refusal("stop"), Some("step"));
    table.play("abandon");
    assert_eq!(table.refusal("done"), Some("step"), "at least one die");
    table.play("with upper low; done");
    assert_eq!(table.state.district(), [1, 2, 1]);
}

#[test]
fn dice_of_an_action_are_named_in_order_so_that_no_set_has_two_names() {
    let mut table = two();
    table.play(
        "take ground upper upper; rolled ground low; rolled upper low mid; abandon; with upper low",
    );
    assert_eq!(table.refusal("with ground low"), Some("dice-in-order"));
    assert_eq!(table.refusal("with upper high"), Some("dice-in-hand"));
    assert_eq!(table.moves(), ["with upper mid", "done"]);
}

#[test]
fn going_on_rolls_a_chosen_subset_again_and_the_others_keep_their_faces() {
    let mut table = two();
    table.play("take upper upper upper; rolled upper low mid high; abandon; with upper low; done");
    assert_eq!(table.moves(), ["stop", "again upper mid", "again upper high"]);
    table.play("again upper mid; roll; rolled upper low");
    assert_eq!(table.state.hand().0, [[0; 4], [1, 0, 1, 0], [0; 4]]);
    assert_eq!(table.state.step(), Step::Act);
}

/// Ruling: going on rolls at least one die.
#[test]
fn ruling_going_on_rolls_at_least_one_die() {
    let mut table = two();
    table.play("take upper upper upper; rolled upper low mid high; abandon; with upper low; done");
    assert_eq!(table.refusal("roll"), Some("step"));
}

#[test]
fn stopping_puts_unused_dice_back_into_the_yard() {
    let mut table = two();
    let yard = table.state.yard();
    table.play(
        "take upper upper upper; rolled upper low mid high; abandon; with upper low; done; stop",
    );
    assert_eq!(table.state.yard(), [yard[0], yard[1] - 1, yard[2]]);
    assert_eq!(table.seat(), 1);
}

#[test]
fn without_dice_the_turn_is_over() {
    let mut table = two();
    table.play("take upper upper upper; rolled upper mid mid mid; abandon; with upper mid; with upper mid; with upper mid");
    assert_eq!((table.seat(), table.state.step()), (1, Step::Take));
    assert_eq!(table.state.district(), [1, 4, 1]);
}

#[test]
fn an_empty_district_gets_one_die_of_each_kind_at_the_end_of_a_turn() {
    let mut table = two();
    table.play("take abandoned; rolled ground low; rolled upper mid; rolled penthouse blank; build; put ground low; stop");
    assert_eq!(table.state.district(), [1, 1, 1]);
    assert!(table.events.contains(&Event::Refilled([1, 1, 1])));
}

#[test]
fn demolishing_returns_a_building_and_dice_to_the_yard() {
    let mut table = two();
    let yard = table.state.yard();
    table.play("take upper upper upper; rolled upper mid mid low; demolish");
    assert_eq!(table.moves(), ["column high 1"]);
    assert_eq!(table.refusal("tile high 3"), Some("demolish-your-own"));
    table.play("column high 1; with upper low; done; stop");
    assert_eq!(
        (table.skyline(0), table.state.yard()),
        (String::new(), [yard[0] + 1, yard[1], yard[2]])
    );
    assert!(table.state.skyline(Seat(0)).demolished);
}

#[test]
fn demolishing_a_tile_returns_no_dice_of_it() {
    let mut table = Table::from(json!({
        "rules": {"players": 2}, "turn": {"seat": 0, "round": 2, "step": "act"}, "hand": {"upper": ["mid"]},
        "district": {"ground": 1}, "players": [{"tiles": ["high 5"]}, {}],
    }));
    let yard = table.state.yard();
    table.play("demolish; tile high 5; with upper mid");
    assert_eq!(table.state.yard(), [yard[0], yard[1] + 1, yard[2]]);
}

#[test]
fn nothing_to_demolish_and_nothing_to_build() {
    let table = Table::from(json!({
        "rules": {"players": 2}, "turn": {"seat": 0, "round": 2, "step": "act"}, "hand": {"upper": ["mid"]},
        "district": {"ground": 1}, "players": [{}, {}],
    }));
    assert_eq!(table.moves(), ["abandon"]);
    assert_eq!(table.refusal("demolish"), Some("demolish-your-own"));
    assert_eq!(table.refusal("build"), Some("build-what-fits"));
}

/// Ruling: fewer dice in the yard than prescribed: all of them are taken.
#[test]
fn ruling_a_yard_of_two_dice_gives_two() {
    let rules = json!({"players": 2, "dice": {"ground": 3, "upper": 2, "penthouse": 2}, "beyond_rulebook": true});
    let table = Table::from(json!({
        "rules": rules, "turn": {"seat": 0, "round": 2, "step": "take"},
        "district": {"ground": 2, "upper": 1, "penthouse": 2}, "players": [{}, {}],
    }));
    assert_eq!(table.state.yard(), [1, 1, 0]);
    assert_eq!(table.moves(), ["take ground upper", "take abandoned"]);
    assert_eq!(table.refusal("take upper upper"), Some("take-what-is-there"));
}

/// Ruling: the district's refill takes what there is.
#[test]
fn ruling_the_refill_takes_what_there_is() {
    let rules = json!({"players": 2, "dice": {"ground": 3, "upper": 1, "penthouse": 1}, "beyond_rulebook": true});
    let mut table = Table::from(json!({
        "rules": rules, "turn": {"seat": 1, "round": 2, "step": "take"}, "district": {"penthouse": 1},
        "players": [{"columns": ["high 1", "high 2"]}, {"columns": ["mid 1"]}],
    }));
    assert_eq!(table.state.yard(), [0; 3]);
    table.play(
        "take abandoned; rolled penthouse blank; demolish; column mid 1; with penthouse blank",
    );
    assert_eq!((table.state.district(), table.seat()), ([1, 0, 1], 0));
}

/// Ruling: the refill comes after the turn's dice went back.
#[test]
fn ruling_the_refill_comes_after_the_dice_in_hand_went_back() {
    let rules = json!({"players": 2, "dice": {"ground": 3, "upper": 1, "penthouse": 1}, "beyond_rulebook": true});
    let mut table = Table::from(json!({
        "rules": rules, "turn": {"seat": 0, "round": 2, "step": "go_on"}, "hand": {"penthouse": ["mid"]},
        "players": [{"columns": ["high 1", "high 2"]}, {"columns": ["mid 1"]}],
    }));
    assert_eq!(table.state.yard(), [0; 3]);
    table.play("stop");
    assert_eq!((table.state.district(), table.seat()), ([0, 0, 1], 1));
}

/// Ruling: yard and district both empty: the turn is skipped.
#[test]
fn ruling_without_any_dice_turns_are_skipped() {
    let rules = Rules { dice: Some([3, 1, 0]), beyond_rulebook: true, ..Rules::standard(2) };
    let mut table = Table::new(rules);
    assert_eq!((table.state.yard(), table.state.district()), ([0; 3], [1, 1, 0]));
    table.play("take abandoned; rolled ground high; rolled upper high; build; put ground high; put upper high on 1");
    assert_eq!(
        table.next(),
        Next::Over(towerlab_engine::game::Finish::Decided),
        "nobody has dice any more"
    );
    let skipped = table.events.iter().filter(|event| matches!(event, Event::Skipped(_)));
    assert_eq!(skipped.count(), 1 + 8 * 2, "the rest of round 1, and eight rounds of two");
}

#[test]
fn a_roll_is_of_the_dice_that_are_to_be_rolled() {
    let mut table = two();
    table.play("take ground upper upper");
    assert_eq!(table.refusal("rolled upper low low"), Some("roll-these-dice"), "ground first");
    assert_eq!(table.refusal("rolled ground low low"), Some("roll-these-dice"));
    assert_eq!(table.refusal("rolled ground blank"), Some("roll-these-dice"), "no such face");
    table.play("rolled ground low");
    assert_eq!(table.refusal("rolled upper low low"), None);
}

#[test]
fn a_roll_has_the_odds_of_its_dice() {
    use towerlab_engine::game::Game;
    let mut table = two();
    table.play("take upper upper penthouse");
    let mut outcomes = Vec::new();
    table.game.outcomes(&table.state, &mut |mv, weight| {
        outcomes.push((table.game.show(mv).to_string(), weight))
    });
    let expected = [
        ("high high", 1),
        ("mid high", 4),
        ("mid mid", 4),
        ("low high", 6),
        ("low mid", 12),
        ("low low", 9),
    ];
    assert_eq!(outcomes, expected.map(|(faces, weight)| (format!("rolled upper {faces}"), weight)));
}
