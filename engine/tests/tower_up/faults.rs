//! Faults of a document, by their code, their place and their words: what any document can
//! have wrong, cards and turns. `faults_city.rs` and its like hold the other topics.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use towerlab_engine::document::Fault;
use towerlab_engine::games::Documents as _;
use towerlab_engine::games::tower_up::components::RECONSTRUCTED;
use towerlab_engine::games::tower_up::{Rules, TowerUp};
use towerlab_engine::operations::{CustomComponents, Service};

use crate::common::by_text::ByText as _;

use crate::support::{Table, city_of, objectives, with_cards};

/// A line of sites with a spur, five districts, one park.
pub fn board() -> String {
    let roads = "A1-B1 B1-C1 C1-D1 D1-E1 B1-F1 B1-G1";
    let districts =
        [("a", "A1"), ("b", "B1"), ("c", "C1 F1"), ("gray d", "D1 G1"), ("gray e", "E1")];
    city_of(roads, &districts, "[[park]]\nname = \"p\"\nsites = [\"A1\", \"B1\", \"C1\", \"D1\"]\n")
}

pub fn service() -> Service<TowerUp> {
    let files =
        BTreeMap::from([("front.toml".to_string(), board()), ("back.toml".to_string(), board())]);
    Service::new(Some(&CustomComponents { id: "test".into(), files })).expect("valid components")
}

/// A position in the middle of a game: seat 0 to act.
pub fn document() -> Value {
    let rules = Rules {
        starting_floors: 3,
        objectives: objectives(["park_4", "brown_4", "twice_in_two"]),
        ..Rules::default()
    };
    let mut table = Table::new(with_cards(RECONSTRUCTED.cards, &board(), rules));
    table.deal_wilds();
    table.play("place A1 white; place C1 white; place E1 black");
    table.play(
        "take wild2 as white white; reveal wild2; take wild2 as brown white; reveal black2-white2",
    );
    table.play("found B1 brown, roof on A1; take black2-white2; reveal brown2-gray2");
    table.play("take wild2 as brown brown; reveal brown-gray-white; found D1 gray, roof on C1");
    let mut document = table.game.full_state(&table.state);
    document["rules"]["components"] = "test".into();
    document
}

pub fn faults(document: &Value) -> Vec<Fault> {
    match service().read(&document.to_string()) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.0,
    }
}

/// Changes the document and expects exactly these faults.
#[track_caller]
pub fn expect(change: impl FnOnce(&mut Value), expected: &[(&str, &str)]) {
    let mut document = document();
    change(&mut document);
    let found = faults(&document);
    let short: Vec<(&str, &str)> =
        found.iter().map(|fault| (fault.place.as_str(), fault.code.as_str())).collect();
    assert_eq!(short, expected, "{found:#?}");
}

#[test]
fn the_document_itself_is_valid() {
    assert_eq!(faults(&document()), []);
    assert_eq!(
        document()["city"],
        json!({"A1": "white .0", "B1": "brown .", "C1": "white ..1", "D1": "gray .", "E1": "black .."})
    );
}

#[test]
fn unknown_names_suggest_the_nearest() {
    let mut broken = document();
    broken["city"]["A11"] = "white .".into();
    broken["citty"] = json!({});
    broken["market"][0] = "wilde2".into();
    broken["objectives"][0] = "brown4".into();
    broken["players"][0]["stock"] = json!({"greay": 1});
    broken["turn"]["step"] = "acting".into();
    let found = faults(&broken);
    let told = |code: &str| {
        let fault = found
            .iter()
            .find(|fault| fault.code.as_str() == code)
            .unwrap_or_else(|| panic!("{code}: {found:#?}"));
        fault.message.clone()
    };
    assert_eq!(told("unknown-site"), "there is no site `A11`; did you mean `A1`?");
    assert_eq!(told("unknown-key"), "there is no key `citty`; did you mean `city`?");
    assert_eq!(told("unknown-card"), "there is no card `wilde2`; did you mean `wild2`?");
    assert_eq!(
        told("unknown-objective"),
        "there is no objective `brown4`; did you mean `brown_4`?"
    );
    assert_eq!(told("unknown-colour"), "there is no colour `greay`; did you mean `gray`?");
    assert_eq!(told("unknown-name"), "there is no step `acting`; did you mean `act`?");
}

#[test]
fn faults_in_a_text_carry_line_and_column() {
    let text =
        serde_json::to_string_pretty(&document()).unwrap().replace("\"white .0\"", "\"wite .0\"");
    let fault = &service().read(&text).expect_err("a fault").0[0];
    let line = text.lines().position(|line| line.contains("wite")).unwrap();
    let column = text.lines().nth(line).unwrap().find("\"wite").unwrap() + 1;
    let position = fault.position.expect("a position");
    assert_eq!((position.line, position.column), (line + 1, column));
    let expected =
        format!("line {}, column {column}: /city/A1: there is no colour `wite`", line + 1);
    assert!(fault.to_string().starts_with(&expected), "{fault}");
}

#[test]
fn syntax() {
    let fault = &service().read("{\n  \"format\": \n}").expect_err("a fault").0[0];
    assert_eq!(
        (fault.code.as_str(), fault.position.map(|p| (p.line, p.column))),
        ("syntax", Some((3, 1)))
    );
    let fault = &service().read("(format:tower-up/state/1").expect_err("a fault").0[0];
    assert_eq!(fault.code.as_str(), "syntax");
}

#[test]
fn duplicate_key() {
    let text = document().to_string().replacen("{\"format\"", "{\"turn\":1,\"format\"", 1);
    let found = service().read(&text).expect_err("a fault").0;
    assert!(
        found
            .iter()
            .any(|fault| (fault.place.as_str(), fault.code.as_str()) == ("/turn", "duplicate-key")),
        "{found:#?}"
    );
}

#[test]
fn missing_key_and_type() {
    expect(|d| drop(d.as_object_mut().unwrap().remove("market")), &[("", "missing-key")]);
    expect(|d| d["city"] = json!([]), &[("/city", "type")]);
    expect(|d| d["turn"]["seat"] = json!("one"), &[("/turn/seat", "type")]);
    expect(|d| d["turn"]["seat"] = json!(2), &[("/turn/seat", "out-of-range")]);
}

#[test]
fn format() {
    expect(|d| d["format"] = json!("tower-up/state/9"), &[("/format", "format")]);
}

#[test]
fn rules_are_checked_too() {
    expect(
        |d| d["rules"]["starting_floors"] = json!(9),
        &[("/rules/starting_floors", "beyond-rulebook")],
    );
    expect(|d| d["rules"]["players"] = json!(5), &[("/rules/players", "players")]);
    expect(|d| d["rules"]["plyers"] = json!(5), &[("/rules/plyers", "unknown-key")]);
    expect(
        |d| d["rules"]["components"] = json!("tset"),
        &[("/rules/components", "unknown-components")],
    );
    expect(
        |d| d["rules"]["components"] = json!("reconstructed-1"),
        &[("/rules/components", "components-differ")],
    );
}

#[test]
fn too_many_cards_and_market_size() {
    expect(
        |d| d["discard"] = json!(["wild2", "wild2", "wild2", "wild2", "black2-white2"]),
        &[("/discard/3", "too-many-cards")],
    );
    expect(|d| d["market"] = json!(["wild2"]), &[("/market", "market-size")]);
}

#[test]
fn impossible_turn() {
    expect(|d| d["turn"]["step"] = json!("return"), &[("/turn", "impossible-turn")]);
    expect(|d| d["turn"]["number"] = json!(0), &[("/turn", "impossible-turn")]);
    expect(|d| d["turn"]["number"] = json!(1001), &[("/turn/number", "out-of-range")]);
    expect(|d| d["turn"]["extra"] = json!(true), &[("/turn", "impossible-turn")]);
    expect(|d| d["turn"]["step"] = json!("over"), &[("/turn", "impossible-turn")]);
    expect(|d| d["pending"] = json!(["white"]), &[("/pending", "impossible-turn")]);
}

#[test]
fn objectives_in_play() {
    expect(|d| d["objectives"] = json!(["park_4", "brown_4"]), &[("/objectives", "objectives")]);
    expect(
        |d| d["objectives"] = json!(["park_4", "brown_4", "lake_4"]),
        &[("/objectives", "objectives")],
    );
    expect(|d| d["objectives"][2] = json!("park_4"), &[("/objectives/2", "objective-twice")]);
}

#[test]
fn players_in_number() {
    expect(|d| drop(d["players"].as_array_mut().unwrap().pop()), &[("/players", "players")]);
}

#[test]
fn of_very_many_faults_the_first_are_listed_and_the_rest_counted() {
    let mut state = document();
    (0..250).for_each(|n| state[format!("k{n}")] = n.into());
    let faults = faults(&state);
    assert_eq!(faults.len(), 201);
    let last = &faults[200];
    assert_eq!((last.code.as_str(), last.message.contains("more faults")), ("more-faults", true));
}

/// The card that was taken must have brought the last marker to the star column after 2 steps.
#[test]
fn extra_that_no_star_column_explains() {
    let extra = |card: &'static str, black: u8| {
        move |d: &mut Value| {
            d["turn"] = json!({"seat": 0, "step": "reveal", "extra": true});
            d["market"].as_array_mut().unwrap().pop();
            d["discard"] = json!([card]);
            d["players"][0]["markers"] = json!({"brown": 2, "black": black, "gray": 5, "white": 2});
        }
    };
    expect(extra("black++-wild", 2), &[]);
    expect(extra("black++-wild", 3), &[]);
    expect(extra("black++-wild", 1), &[("/turn", "impossible-turn")]);
    expect(extra("gray++-wild", 2), &[("/turn", "impossible-turn")]);
    expect(extra("brown-gray-white", 2), &[("/turn", "impossible-turn")]);
}
