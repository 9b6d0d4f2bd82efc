//! A player alone: no abandoning, levels, and the seven cities.

use serde_json::{Value, json};
use towerlab_engine::game::Seat;
use towerlab_engine::games::skyline::rules::City;
use towerlab_engine::games::skyline::state::Step;
use towerlab_engine::games::skyline::{Rules, Skyline};

use crate::support::Table;

fn alone(player: Value) -> Table {
    Table::from(json!({
        "rules": {"players": 1}, "hand": {"ground": ["mid"]}, "players": [player],
        "turn": {"seat": 0, "round": 3, "step": "act", "last_round": player.to_string().contains("high 6")},
    }))
}

fn keeps(city: City, player: Value) -> bool {
    let table = alone(player);
    table.game.keeps(&table.state, Seat(0), city).0
}

/// Ruling: no dice in the district; the first player's high-rise ground is dealt.
#[test]
fn ruling_alone_the_district_is_not_used() {
    let mut table = Table::new(Rules::standard(1));
    assert_eq!((table.state.district(), table.skyline(0).as_str()), ([0; 3], "high 1"));
    assert_eq!(table.refusal("take abandoned"), Some("take-what-is-there"));
    table.play("take ground upper upper; rolled ground low; rolled upper low low");
    assert_eq!(table.refusal("abandon"), Some("abandon-with-others-only"));
    assert_eq!(table.moves(), ["build", "demolish"]);
    table.play("build; put ground low; done; stop");
    assert_eq!(table.state.district(), [0; 3]);
    assert_eq!(table.state.round(), 2);
}

/// Ruling: nothing buildable: demolition is forced; nothing owned either: the turn stops.
#[test]
fn ruling_alone_demolition_is_forced_and_then_the_turn_stops() {
    let mut table = Table::new(Rules::standard(1));
    table.play("take penthouse penthouse penthouse; rolled penthouse blank blank blank");
    assert_eq!(table.moves(), ["demolish"]);
    table.play("demolish; column high 1; with penthouse blank; done");
    table.play("again penthouse blank; roll; rolled penthouse blank");
    assert_eq!((table.state.step(), table.moves()), (Step::Stuck, vec!["stop".to_string()]));
    table.play("stop");
    assert_eq!(table.state.round(), 2);
}

#[test]
fn levels_begin_at_40_50_60_70_80_90_and_100_points() {
    let levels = [39, 40, 49, 50, 60, 70, 80, 90, 99, 100, 200].map(Skyline::level);
    assert_eq!(
        levels,
        [
            None,
            Some("intern"),
            Some("intern"),
            Some("apprentice"),
            Some("craftsman"),
            Some("junior architect"),
            Some("senior architect"),
            Some("master builder"),
            Some("master builder"),
            Some("living legend"),
            Some("living legend")
        ]
    );
}

#[test]
fn dubai_wants_three_buildings_of_height_3() {
    assert!(!keeps(City::Dubai, json!({"tiles": ["mid 3", "high 3", "high 4"]})));
    assert!(keeps(City::Dubai, json!({"tiles": ["mid 3", "high 3", "high 3"]})));
}

/// Ruling: in Essen demolition stays legal and breaks the constraint.
#[test]
fn ruling_essen_wants_nothing_demolished() {
    assert!(keeps(City::Essen, json!({})));
    assert!(!keeps(City::Essen, json!({"demolished": true})));
    let mut table = Table::new(Rules { city: Some(City::Essen), ..Rules::standard(1) });
    table.play("take ground upper upper; rolled ground low; rolled upper low low");
    assert!(table.moves().contains(&"demolish".to_string()));
    table.play("demolish; column high 1; with ground low; done");
    let (kept, why) = table.game.keeps(&table.state, Seat(0), City::Essen);
    assert_eq!((kept, why.as_str()), (false, "something was demolished"));
}

#[test]
fn new_york_wants_two_buildings_of_height_5_or_6() {
    assert!(!keeps(City::NewYork, json!({"tiles": ["high 5", "high 4"]})));
    assert!(keeps(City::NewYork, json!({"tiles": ["high 5", "high 6"]})));
}

#[test]
fn sao_paulo_wants_four_buildings_of_height_4() {
    assert!(!keeps(City::SaoPaulo, json!({"tiles": ["mid 4", "mid 4", "high 4", "high 5"]})));
    assert!(keeps(City::SaoPaulo, json!({"tiles": ["mid 4", "mid 4", "high 4", "high 4"]})));
}

/// Ruling: lone low-rise grounds count as buildings.
#[test]
fn ruling_shanghai_wants_no_low_rise_not_even_a_lone_ground() {
    assert!(keeps(City::Shanghai, json!({"tiles": ["mid 4"], "columns": ["high 1"]})));
    assert!(!keeps(City::Shanghai, json!({"columns": ["low 1"]})));
    assert!(!keeps(City::Shanghai, json!({"tiles": ["low 2"]})));
}

#[test]
fn ruling_toronto_wants_at_most_seven_buildings_lone_low_rises_among_them() {
    let seven = json!({"tiles": ["mid 2", "mid 2", "mid 2", "mid 2", "mid 2"], "columns": ["low 1", "low 1", "high 3"]});
    assert!(keeps(City::Toronto, seven));
    let eight = json!({"tiles": ["mid 2", "mid 2", "mid 2", "mid 2", "mid 2", "mid 2"], "columns": ["low 1", "low 1"]});
    assert!(!keeps(City::Toronto, eight));
}

/// Ruling: unfinished columns do not count; Tucson starts with a high-rise ground.
#[test]
fn ruling_tucson_wants_no_finished_high_rise() {
    assert!(keeps(City::Tucson, json!({"columns": ["high 5"], "tiles": ["mid 4"]})));
    assert!(!keeps(City::Tucson, json!({"tiles": ["high 3"]})));
}

#[test]
fn a_city_is_for_a_player_alone_and_stands_in_the_score() {
    use crate::common::by_text::ByText as _;
    use towerlab_engine::operations::Service;
    let service = Service::<Skyline>::new(None).unwrap();
    let rules = json!({"players": 1, "city": "toronto"});
    let state = service.new_game(rules.as_object().unwrap(), None).unwrap();
    let score = service.score(&state.to_string()).unwrap();
    assert_eq!(
        score["seats"][0]["city"],
        json!({"name": "toronto", "kept": true, "why": "0 buildings; at most 7 wanted"})
    );
    assert_eq!(
        (score["seats"][0]["level"].clone(), score["seats"][0]["next_level_at"].clone()),
        (json!(null), json!(40))
    );
    let two = json!({"players": 2, "city": "toronto"});
    let faults = service.new_game(two.as_object().unwrap(), None).unwrap_err().0;
    assert_eq!((faults[0].place.as_str(), faults[0].code.as_str()), ("/city", "solo-only"));
}
