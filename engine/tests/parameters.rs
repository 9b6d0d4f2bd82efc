//! What follows from the declaration of a parameter, for every game.

use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};
use towerlab_engine::each_game;
use towerlab_engine::games::{Documents, Evaluate, Parameters};
use towerlab_engine::operations::Service;

/// The faults of a new game, each by place and code.
fn faults<G: Documents + Evaluate>(rules: Value) -> Vec<(String, &'static str)> {
    let rules: Map<String, Value> = rules.as_object().expect("an object").clone();
    let service = Service::<G>::new(None).expect("the embedded components");
    let result = service.variant_of(&rules);
    let faults = result.err().map(|faults| faults.0).unwrap_or_default();
    faults.into_iter().map(|fault| (fault.place, fault.code.as_str())).collect()
}

/// Keys, schema and descriptions have the same parameters, and all say something.
fn are_listed_once<G: Documents>() {
    let names: Vec<&str> = G::Rules::LIST.iter().map(|parameter| parameter.name).collect();
    assert_eq!((names[0], names[names.len() - 1]), ("players", "beyond_rulebook"));
    let mut keys = G::Rules::keys();
    keys.retain(|key| *key != "components");
    assert_eq!(keys, names);
    let schema = Value::from(G::Rules::schema(&mut SchemaGenerator::default()));
    let properties = schema["properties"].as_object().expect("an object");
    assert_eq!(properties.keys().collect::<Vec<_>>(), names);
    for (parameter, row) in G::Rules::LIST.iter().zip(G::Rules::describe()) {
        let name = parameter.name;
        assert!(row.meaning.ends_with('.'), "{name}: {}", row.meaning);
        assert!(!row.rulebook.is_empty() && !row.permitted.is_empty(), "{name}");
        assert_eq!(properties[name]["description"], *row.meaning, "{name}");
        let is_empty = row.default.is_null() || row.default == json!({});
        assert_eq!(row.unset.is_some(), is_empty, "{name} says what leaving it out means");
    }
}

/// Only what differs from the default is written, beside the number of players.
fn are_written_if_changed<G: Documents>() {
    for players in G::SEATS {
        let standard = G::Rules::standard(players as u8);
        assert_eq!(Value::from(standard.write()), json!({"players": players}));
    }
}

/// The ends of a permitted range are permitted, the numbers beside them are not, and the schema
/// says the same.
fn have_the_range_of_their_schema<G: Documents + Evaluate>() {
    let schema = Value::from(G::Rules::schema(&mut SchemaGenerator::default()));
    for parameter in &G::Rules::LIST[1..] {
        let (name, property) = (parameter.name, &schema["properties"][parameter.name]);
        let Some(range) = parameter.domain.permitted_range() else { continue };
        if property.get("format").is_none() {
            continue;
        }
        let (low, high) = range.into_inner();
        assert_eq!(property["minimum"], low, "{name}");
        assert_eq!(property["maximum"], high, "{name}");
        let wrong = (format!("/{name}"), "out-of-range");
        let found = |value: u32| faults::<G>(json!({"beyond_rulebook": true, name: value}));
        for value in [low, high] {
            assert!(!found(value).contains(&wrong), "{name} = {value}");
        }
        for value in [low.checked_sub(1), Some(high + 1)].into_iter().flatten() {
            assert!(found(value).contains(&wrong), "{name} = {value}: {:?}", found(value));
        }
    }
}

/// A value outside the rulebook is refused once, and allowed by `beyond_rulebook`.
fn need_beyond_rulebook<G: Documents + Evaluate>(name: &str, value: u8) {
    let place = format!("/{name}");
    assert_eq!(faults::<G>(json!({ name: value })), [(place.clone(), "beyond-rulebook")]);
    assert_eq!(faults::<G>(json!({"beyond_rulebook": true, name: value})), []);
    assert_eq!(faults::<G>(json!({ name: 0 })), [(place, "out-of-range")], "one fault is enough");
}

macro_rules! parameters {
    ($module:ident, $game:ty) => {
        mod $module {
            #[test]
            fn parameters_are_listed_once() {
                super::are_listed_once::<$game>();
            }

            #[test]
            fn parameters_are_written_if_changed() {
                super::are_written_if_changed::<$game>();
            }

            #[test]
            fn parameters_have_the_range_of_their_schema() {
                super::have_the_range_of_their_schema::<$game>();
            }
        }
    };
}

each_game!(parameters);

#[test]
fn values_that_no_rulebook_has_need_beyond_rulebook() {
    use towerlab_engine::games::{skyline::Skyline, tower::Tower, tower_up::TowerUp};
    need_beyond_rulebook::<TowerUp>("roofs", 9);
    need_beyond_rulebook::<Skyline>("rounds", 10);
    need_beyond_rulebook::<Tower>("floors_to_win", 2);
}

#[test]
fn messages_name_the_value_and_what_the_rulebook_has() {
    use towerlab_engine::games::tower::{Rules, Tower};
    let service = Service::<Tower>::new(None).expect("the embedded components");
    let message = |rules: Rules| {
        let faults = service.variant_of(&rules.write()).err().expect("not in the rulebook");
        faults.0[0].message.clone()
    };
    assert_eq!(
        message(Rules { materials_per_card: Some(4), ..Rules::default() }),
        "materials_per_card is 4; the rulebook has all that it shows; \
         with beyond_rulebook it may be 1 to 12"
    );
    assert_eq!(
        message(Rules { entry_prices: [6, 0, 2, 1], ..Rules::default() }),
        "entry_prices is 0 for blue; it may be 1 to 20"
    );
}
