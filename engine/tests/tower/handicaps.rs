//! Seats that may do less than others.

use serde_json::json;
use towerlab_engine::games::tower::handicap::Forbidden;
use towerlab_engine::games::tower::{Rules, Tower};
use towerlab_engine::games::{Documents, Parameters};

use crate::support::changed;

#[test]
fn a_seat_may_be_forbidden_to_trade_with_salil() {
    let table = |forbidden: &str| {
        changed(json!({"green": 6}), |document| {
            document["rules"]["beyond_rulebook"] = true.into();
            document["rules"]["forbidden"] = json!([[forbidden]]);
            document["pile"] = json!({"blue": 3});
        })
    };
    assert_eq!(table("black_market").refusal("trade 3 green for blue"), None);
    let table = table("salil");
    assert_eq!(table.refusal("trade 3 green for blue"), Some("do-what-is-allowed"));
    assert!(table.moves_like("trade").is_empty());
}

#[test]
fn a_seat_may_be_forbidden_to_enter_the_black_market() {
    let table = |forbidden| {
        changed(json!({"pass": 1}), |document| {
            document["rules"]["beyond_rulebook"] = true.into();
            document["rules"]["forbidden"] = forbidden;
        })
    };
    assert_eq!(table(json!([[], ["black_market"]])).refusal("enter for 1 pass"), None);
    let table = table(json!([["black_market"]]));
    assert_eq!(table.refusal("enter for 1 pass"), Some("do-what-is-allowed"));
    assert!(table.moves_like("enter").is_empty());
}

#[test]
fn what_is_forbidden_is_for_seats_that_play() {
    let mut rules = Rules { beyond_rulebook: true, ..Rules::standard(3) };
    rules.forbidden[3] = rules.forbidden[3].with(Forbidden::Salil);
    let faults = rules.faults(&Tower::set(Tower::sets()[0]).expect("the set is embedded"));
    assert_eq!((faults[0].place.as_str(), faults[0].code.as_str()), ("/forbidden", "seat-list"));
    assert_eq!(Rules { players: 4, ..rules }.write()["forbidden"], json!([[], [], [], ["salil"]]));
}
