//! Every parameter: its default, its range, and what lies beyond the rulebook.

use serde_json::{Value, json};
use towerlab_engine::games::Documents as _;
use towerlab_engine::games::skyline::components::{Components, Files, REPORTED};
use towerlab_engine::games::skyline::dice::Face;
use towerlab_engine::games::skyline::rules::City;
use towerlab_engine::games::skyline::{Rules, Skyline};
use towerlab_engine::operations::Service;

fn faults(rules: Rules) -> Vec<(String, &'static str)> {
    rules
        .faults(&Components::default())
        .into_iter()
        .map(|fault| (fault.place, fault.code.as_str()))
        .collect()
}

fn fault(place: &str, code: &'static str) -> Vec<(String, &'static str)> {
    vec![(place.into(), code)]
}

#[test]
fn the_rulebook_values_are_the_defaults() {
    let (rules, components) = (Rules::default(), Components::default());
    assert_eq!(rules.dice(&components), [25, 28, 7]);
    assert_eq!(rules.faces(&components), [[3, 2, 1, 0], [3, 2, 1, 0], [0, 2, 1, 3]]);
    assert_eq!(rules.tile_values(&components), [1, 4, 9, 16, 25, 36]);
    assert_eq!((rules.rounds, rules.dice_taken, rules.end_height), (9, 3, 6));
    assert_eq!(rules.heights, [[1, 2], [2, 4], [3, 6]]);
    assert_eq!(rules.starting_grounds, [Face::High, Face::Mid, Face::Low, Face::Blank]);
    assert_eq!(
        components.tiles.iter().map(|tile| tile.count).collect::<Vec<_>>(),
        [8, 20, 6, 18, 4, 4]
    );
    for players in 1..=4 {
        assert_eq!(faults(Rules::standard(players)), []);
    }
}

#[test]
fn one_to_four_can_play() {
    for players in [0, 5] {
        assert_eq!(faults(Rules::standard(players)), fault("/players", "players"));
    }
}

#[test]
fn a_city_is_for_a_player_alone() {
    assert_eq!(faults(Rules { city: Some(City::Dubai), ..Rules::standard(1) }), []);
    assert_eq!(
        faults(Rules { city: Some(City::Dubai), ..Rules::standard(2) }),
        fault("/city", "solo-only")
    );
}

#[test]
fn other_numbers_are_beyond_the_rulebook() {
    let changes = [
        ("/dice", Rules { dice: Some([10, 10, 10]), ..Rules::default() }),
        ("/faces", Rules { faces: [Some([1; 4]); 3], ..Rules::default() }),
        ("/tile_values", Rules { tile_values: Some(vec![1, 2, 3, 4, 5, 6]), ..Rules::default() }),
        ("/rounds", Rules { rounds: 10, ..Rules::default() }),
        ("/dice_taken", Rules { dice_taken: 4, ..Rules::default() }),
        ("/starting_grounds", Rules { starting_grounds: [Face::Low; 4], ..Rules::default() }),
        ("/heights", Rules { heights: [[1, 2], [2, 4], [3, 5]], ..Rules::default() }),
        ("/end_height", Rules { end_height: 5, ..Rules::default() }),
    ];
    // What the components say anyway may be said.
    let said = Rules {
        dice: Some([25, 28, 7]),
        tile_values: Some(vec![1, 4, 9, 16, 25, 36]),
        ..Rules::default()
    };
    assert_eq!(faults(said), []);
    for (place, rules) in changes {
        assert_eq!(faults(rules.clone()), fault(place, "beyond-rulebook"));
        assert_eq!(faults(Rules { beyond_rulebook: true, ..rules }), []);
    }
}

#[test]
fn each_number_has_a_range() {
    let beyond = Rules { beyond_rulebook: true, ..Rules::default() };
    let wrong = [
        ("/rounds", Rules { rounds: 0, ..beyond.clone() }),
        ("/rounds", Rules { rounds: 101, ..beyond.clone() }),
        ("/dice_taken", Rules { dice_taken: 0, ..beyond.clone() }),
        ("/dice_taken", Rules { dice_taken: 13, ..beyond.clone() }),
        ("/dice", Rules { dice: Some([45, 45, 20]), ..beyond.clone() }),
        ("/faces", Rules { faces: [Some([0; 4]), None, None], ..beyond.clone() }),
        ("/faces", Rules { faces: [Some([9; 4]), None, None], ..beyond.clone() }),
        ("/heights", Rules { heights: [[1, 2], [1, 4], [3, 6]], ..beyond.clone() }),
        ("/heights", Rules { heights: [[1, 2], [2, 4], [6, 3]], ..beyond.clone() }),
        ("/tile_values", Rules { tile_values: Some(vec![1, 2]), ..beyond.clone() }),
        ("/heights", Rules { heights: [[1, 1], [2, 4], [3, 6]], ..beyond.clone() }),
        ("/dice", Rules { dice: Some([30, 60, 5]), ..beyond.clone() }),
        ("/starting_grounds", Rules { dice: Some([2, 9, 9]), ..beyond }),
    ];
    for (place, rules) in wrong {
        assert_eq!(faults(rules.clone()), fault(place, "out-of-range"), "{rules:?}");
    }
}

#[test]
fn dice_whose_faces_are_left_out_have_those_of_the_components() {
    let service = Service::<Skyline>::new(None).unwrap();
    let new = |faces: Value| {
        let rules = json!({"players": 2, "beyond_rulebook": true, "faces": faces});
        service.variant_of(rules.as_object().unwrap()).map(|variant| variant.full_rules())
    };
    let faces = json!({"penthouse": {"low": 0, "mid": 3, "high": 2, "blank": 1}});
    assert_eq!(new(faces.clone()).unwrap()["faces"], faces);
    let rules = Rules { faces: [None, None, Some([0, 3, 2, 1])], ..Rules::default() };
    assert_eq!(rules.faces(&Components::default()), [[3, 2, 1, 0], [3, 2, 1, 0], [0, 3, 2, 1]]);
    assert_eq!(faults(rules), fault("/faces", "beyond-rulebook"));
    assert!(new(json!({})).unwrap()["faces"].is_null(), "nothing is changed");
    let wrong = new(json!({"penthouse": {"low": 13}, "roof": {}})).unwrap_err().0;
    let places: Vec<&str> = wrong.iter().map(|fault| fault.place.as_str()).collect();
    assert_eq!(places, ["/faces/roof", "/faces/penthouse/low"]);
}

#[test]
fn component_files_are_checked_all_at_once() {
    let dice =
        REPORTED.dice.replace("upper,28", "uper,28").replace("penthouse,7,0", "penthouse,7,zero");
    let tiles = REPORTED.tiles.replace("\n3,9", "\n7,9");
    let faults = Components::read(&Files { id: "test", dice: &dice, tiles: &tiles }).unwrap_err().0;
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 3, "{told:#?}");
    assert!(told[0].starts_with("dice.csv:4:low: low: `zero` is no whole number"), "{told:#?}");
    assert!(told[1].starts_with("dice.csv:3:kind: die `uper`: did you mean `upper`?"), "{told:#?}");
    assert!(told[2].starts_with("tiles.csv: list each height once"), "{told:#?}");
    let twice = REPORTED.dice.replace("upper,28", "ground,28");
    let faults = Components::read(&Files { dice: &twice, ..REPORTED }).unwrap_err().0;
    assert_eq!(faults[0].to_string(), "dice.csv:3:kind: ground dice are listed twice [die]");
}
