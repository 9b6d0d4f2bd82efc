//! Every parameter: its default, its range, and what lies beyond the rulebook.

use towerlab_engine::document::Fault;
use towerlab_engine::games::Parameters;
use towerlab_engine::games::tower_up::Rules;
use towerlab_engine::games::tower_up::components::Components;
use towerlab_engine::games::tower_up::rules::{Choice, Side};

use crate::support::objectives;

fn faults(rules: Rules) -> Vec<(String, &'static str)> {
    let faults = rules.faults(&Components::default()).into_iter();
    faults.map(|Fault { place, code, .. }| (place, code.as_str())).collect()
}

fn fault(place: &str, code: &'static str) -> Vec<(String, &'static str)> {
    vec![(place.into(), code)]
}

#[test]
fn the_rulebook_values_are_the_defaults() {
    let rules = Rules::default();
    let components = Components::default();
    assert_eq!((rules.starting_floors, rules.stock_limit, rules.market_size), (3, 10, 3));
    assert_eq!(rules.opening_stock, [1; 4]);
    assert_eq!((rules.roofs(&components), rules.floors_per_colour(&components)), (10, 30));
    assert_eq!(rules.stars(&components), [2, 4, 6, 8]);
    assert_eq!(rules.cone(&components), [0, 1, 2, 3, 4, 5, 6, 8]);
    assert_eq!(rules.objectives, Choice::Drawn);
    for players in 2..=4 {
        assert_eq!(faults(Rules::standard(players)), []);
    }
}

#[test]
fn two_to_four_can_play() {
    for players in [0, 1, 5, 200] {
        assert_eq!(faults(Rules::standard(players)), fault("/players", "players"));
    }
}

#[test]
fn starting_floors_are_3_to_7_with_four_players_3_to_5() {
    for (players, high) in [(2, 7), (3, 7), (4, 5)] {
        for starting_floors in 1..=12 {
            let rules = Rules { starting_floors, ..Rules::standard(players) };
            let expected = match (3..=high).contains(&starting_floors) {
                true => vec![],
                false => fault("/starting_floors", "beyond-rulebook"),
            };
            assert_eq!(
                faults(rules.clone()),
                expected,
                "{players} players, {starting_floors} floors"
            );
            assert_eq!(faults(Rules { beyond_rulebook: true, ..rules }), []);
        }
    }
    let none = Rules { starting_floors: 0, beyond_rulebook: true, ..Rules::default() };
    assert_eq!(faults(none), fault("/starting_floors", "out-of-range"));
}

#[test]
fn each_number_has_a_range_and_says_so() {
    let set = |name: &str, value: u32| {
        let mut rules = Rules { beyond_rulebook: true, ..Rules::default() };
        let byte = value as u8;
        match name {
            "starting_floors" => rules.starting_floors = byte,
            "roofs" => rules.roofs = Some(byte),
            "stock_limit" => rules.stock_limit = byte,
            "floors_per_colour" => rules.floors_per_colour = Some(byte),
            "market_size" => rules.market_size = byte,
            "opening_stock" => (rules.opening_stock, rules.stock_limit) = ([byte; 4], 60),
            "turn_cap" => rules.turn_cap = value as u16,
            _ => panic!("{name} is not covered here"),
        }
        rules
    };
    for parameter in &Rules::LIST[1..] {
        let Some(permitted) = parameter.domain.permitted_range() else { continue };
        let (low, high) = permitted.into_inner();
        let place = format!("/{}", parameter.name);
        for value in [low, high] {
            assert_eq!(faults(set(parameter.name, value)), [], "{} = {value}", parameter.name);
        }
        let outside = [low.checked_sub(1), Some(high + 1)];
        for value in outside.into_iter().flatten() {
            let found = faults(set(parameter.name, value));
            assert!(
                found.contains(&(place.clone(), "out-of-range")),
                "{} = {value}: {found:?}",
                parameter.name
            );
        }
        // By the book there is less room.
        if parameter.name != "turn_cap" {
            let strict = Rules { beyond_rulebook: false, ..set(parameter.name, high) };
            assert!(
                faults(strict).contains(&(place, "beyond-rulebook")),
                "{} = {high}",
                parameter.name
            );
        }
    }
}

#[test]
fn faults_name_the_value_and_what_is_allowed() {
    let rules = Rules { starting_floors: 6, ..Rules::standard(4) };
    let faults = rules.faults(&Components::default());
    let expected = "starting_floors is 6; the rulebook has 3 to 5 for 4 players; with beyond_rulebook it may be 1 to 16";
    assert_eq!(faults[0].message, expected);
}

#[test]
fn all_faults_are_reported_at_once() {
    let rules = Rules {
        starting_floors: 9,
        stock_limit: 11,
        market_size: 4,
        stars: Some(vec![3]),
        objectives: objectives(["park_4", "park_4", "parks"]),
        ..Rules::default()
    };
    let places: Vec<String> = faults(rules).into_iter().map(|(place, _)| place).collect();
    let expected = [
        "/starting_floors",
        "/stock_limit",
        "/market_size",
        "/stars",
        "/objectives/1",
        "/objectives/2",
    ];
    assert_eq!(places, expected);
}

#[test]
fn lists_are_replaced_only_beyond_the_rulebook_and_must_make_sense() {
    let beyond = Rules { beyond_rulebook: true, ..Rules::default() };
    let cases = [
        (Rules { track: Some(vec![5]), stars: Some(vec![]), ..beyond.clone() }, "/track"),
        (Rules { stars: Some(vec![4, 2]), ..beyond.clone() }, "/stars"),
        (Rules { stars: Some(vec![11]), ..beyond.clone() }, "/stars"),
        (Rules { stars: Some(vec![0]), ..beyond.clone() }, "/stars"),
        (Rules { cone: Some(vec![]), ..beyond.clone() }, "/cone"),
        (Rules { tokens: Some(vec![3, 7]), ..beyond.clone() }, "/tokens"),
    ];
    for (rules, place) in cases {
        assert_eq!(faults(rules.clone()), fault(place, "out-of-range"), "{rules:?}");
    }
    let good = Rules { tokens: Some(vec![9, 9]), cone: Some(vec![0, 3]), ..beyond };
    assert_eq!(faults(good.clone()), []);
    let strict = faults(Rules { beyond_rulebook: false, ..good });
    assert_eq!(
        strict,
        [("/tokens".into(), "beyond-rulebook"), ("/cone".into(), "beyond-rulebook")]
    );
}

#[test]
fn the_other_side_of_the_board_is_beyond_the_rulebook() {
    let rules = Rules { side: Some(Side::Front), ..Rules::standard(2) };
    assert_eq!(faults(rules.clone()), fault("/side", "beyond-rulebook"));
    assert_eq!(faults(Rules { beyond_rulebook: true, ..rules }), []);
}

#[test]
fn the_opening_stock_must_exist_and_fit_the_limit() {
    let rules = Rules { opening_stock: [4; 4], beyond_rulebook: true, ..Rules::default() };
    assert_eq!(faults(rules.clone()), fault("/opening_stock", "above-stock-limit"));
    let few =
        Rules { floors_per_colour: Some(8), opening_stock: [3, 1, 1, 1], players: 4, ..rules };
    assert_eq!(faults(few), fault("/opening_stock", "too-few-floors"));
}
