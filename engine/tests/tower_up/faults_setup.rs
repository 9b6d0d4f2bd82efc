//! Faults before the first turn.

use serde_json::{Value, json};

use crate::common::by_text::ByText as _;
use crate::faults::{faults, service};

#[test]
fn impossible_setup() {
    let dealt = |change: &dyn Fn(&mut Value)| {
        let rules = json!({"players": 2, "components": "test", "objectives": "start"});
        let deal = towerlab_engine::operations::Deal { seed: 1, game: 0 };
        let mut document =
            service().new_game(rules.as_object().unwrap(), Some(deal)).expect("a new game");
        assert_eq!(faults(&document), []);
        change(&mut document);
        let found = faults(&document);
        found.iter().map(|fault| (fault.place.clone(), fault.code.as_str())).collect::<Vec<_>>()
    };
    let fault = |place: &str| vec![(place.to_string(), "impossible-setup")];
    assert_eq!(dealt(&|d| d["turn"]["seat"] = json!(0)), fault("/turn"));
    assert_eq!(dealt(&|d| d["pending"] = json!([])), fault("/pending"));
    assert_eq!(dealt(&|d| d["players"][0]["markers"] = json!({"gray": 1})), fault("/players/0"));
    assert_eq!(dealt(&|d| d["discard"] = json!(["wild2"])), fault("/ending"));
    assert_eq!(
        dealt(&|d| d["opened"] = json!([{"card": "wild2", "bottom": "wild"}])),
        fault("/opened")
    );
    assert_eq!(
        dealt(&|d| d["turn"]["number"] = json!(1)),
        [("/turn".to_string(), "impossible-turn")]
    );
}

#[test]
fn pending_colours_that_the_market_does_not_give() {
    let rules = json!({"players": 2, "components": "test", "objectives": "start"});
    let deal = towerlab_engine::operations::Deal { seed: 1, game: 0 };
    let dealt = service().new_game(rules.as_object().unwrap(), Some(deal)).expect("a new game");
    let codes = |market: Value, pending: Value| {
        let mut document = dealt.clone();
        (document["market"], document["pending"]) = (market, pending);
        let found = faults(&document);
        found.iter().map(|fault| (fault.place.clone(), fault.code.as_str())).collect::<Vec<_>>()
    };
    let refused = vec![("/pending".to_string(), "impossible-setup")];
    let wilds = json!(["wild2", "wild2", "wild2"]);
    assert_eq!(codes(wilds.clone(), json!(["wild", "wild", "wild"])), []);
    assert_eq!(codes(wilds, json!(["white", "wild", "wild"])), refused);
    // Of the two cards with two brown and two black floors, one has a brown bottom.
    let twins = json!(["brown2-black2", "brown2-black2", "wild2"]);
    assert_eq!(codes(twins.clone(), json!(["brown", "black", "wild"])), []);
    assert_eq!(codes(twins, json!(["brown", "brown", "wild"])), refused);
}
