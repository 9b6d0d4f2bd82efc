//! Every fault of a document, by its code, its place and its words.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use towerlab_engine::fault::Fault;
use towerlab_engine::games::tower_up::components::RECONSTRUCTED;
use towerlab_engine::games::tower_up::{Rules, TowerUp};
use towerlab_engine::table::{Desk, OwnSet, Table as _};

use crate::support::{Table, city_of, objectives, on_board, with_cards};

/// A line of sites with a spur, five districts, one park.
fn board() -> String {
    let roads = "A1-B1 B1-C1 C1-D1 D1-E1 B1-F1 B1-G1";
    let districts =
        [("a", "A1"), ("b", "B1"), ("c", "C1 F1"), ("gray d", "D1 G1"), ("gray e", "E1")];
    city_of(roads, &districts, "[[park]]\nname = \"p\"\nsites = [\"A1\", \"B1\", \"C1\", \"D1\"]\n")
}

fn desk() -> Desk<TowerUp> {
    let files =
        BTreeMap::from([("front.toml".to_string(), board()), ("back.toml".to_string(), board())]);
    Desk::new(Some(&OwnSet { id: "test".into(), files })).expect("valid components")
}

/// A position in the middle of a game: seat 0 to act.
fn document() -> Value {
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
    let mut document = Desk::write(&table.game, &table.state);
    document["rules"]["components"] = "test".into();
    document
}

fn faults(document: &Value) -> Vec<Fault> {
    match desk().read(&document.to_string()) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.0,
    }
}

/// Changes the document and expects exactly these faults.
#[track_caller]
fn expect(change: impl FnOnce(&mut Value), expected: &[(&str, &str)]) {
    let mut document = document();
    change(&mut document);
    let found = faults(&document);
    let short: Vec<(&str, &str)> =
        found.iter().map(|fault| (fault.place.as_str(), fault.code)).collect();
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
            .find(|fault| fault.code == code)
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
    let fault = &desk().read(&text).expect_err("a fault").0[0];
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
    let fault = &desk().read("{\n  \"format\": \n}").expect_err("a fault").0[0];
    assert_eq!((fault.code, fault.position.map(|p| (p.line, p.column))), ("syntax", Some((3, 1))));
    let fault = &desk().read("(format:tower-up/state/1").expect_err("a fault").0[0];
    assert_eq!(fault.code, "syntax");
}

#[test]
fn duplicate_key() {
    let text = document().to_string().replacen("{\"format\"", "{\"turn\":1,\"format\"", 1);
    let found = desk().read(&text).expect_err("a fault").0;
    assert!(
        found.iter().any(|fault| (fault.place.as_str(), fault.code) == ("/turn", "duplicate-key")),
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
fn floors_not_conserved() {
    expect(
        |d| d["players"][0]["stock"] = json!({"brown": 30}),
        &[
            ("/players/0", "floors-not-conserved"),
            ("/supply", "floors-not-conserved"),
            ("/players/0", "stock-above-limit"),
        ],
    );
    expect(|d| d["supply"]["gray"] = json!(30), &[("/supply", "floors-not-conserved")]);
}

#[test]
fn same_colour_adjacent() {
    expect(
        |d| d["city"]["B1"] = json!("white ."),
        &[
            ("/city/B1", "same-colour-adjacent"),
            ("/city/C1", "same-colour-adjacent"),
            ("/supply", "floors-not-conserved"),
        ],
    );
}

#[test]
fn building() {
    for (text, code) in
        [("white", "building"), ("white .x", "building"), ("white .7", "roof-of-nobody")]
    {
        expect(|d| d["city"]["A1"] = text.into(), &[("/city/A1", code)]);
    }
}

#[test]
fn buildings_may_be_objects() {
    expect(
        |d| {
            d["city"]["A1"] =
                json!({"colour": "white", "height": 2, "roofs": [{"level": 2, "seat": 0}]})
        },
        &[],
    );
}

#[test]
fn roof_above_building_and_two_roofs_on_a_floor() {
    let roofs = |roofs: Value| json!({"colour": "white", "height": 2, "roofs": roofs});
    let above = roofs(json!([{"level": 2, "seat": 0}, {"level": 3, "seat": 1}]));
    expect(|d| d["city"]["A1"] = above, &[("/city/A1/roofs/1", "roof-above-building")]);
    let two = roofs(json!([{"level": 2, "seat": 0}, {"level": 2, "seat": 1}]));
    expect(|d| d["city"]["A1"] = two, &[("/city/A1/roofs/1", "two-roofs-on-a-floor")]);
}

#[test]
fn impossible_height() {
    expect(
        |d| d["city"]["E1"] = json!("black ..."),
        &[("/city/E1", "impossible-height"), ("/supply", "floors-not-conserved")],
    );
}

#[test]
fn impossible_heights() {
    // The gray building would have been paid by a neighbour that was there before it.
    expect(
        |d| {
            d["city"]["D1"] = json!("gray ..");
            d.as_object_mut().unwrap().remove("supply");
        },
        &[("/city", "impossible-heights")],
    );
}

#[test]
fn roofs_and_buildings() {
    expect(
        |d| {
            d["city"]["G1"] = json!("black .");
            d.as_object_mut().unwrap().remove("supply");
        },
        &[("/city", "roofs-and-buildings")],
    );
}

#[test]
fn a_building_that_was_forgotten_is_missed() {
    let desk = Desk::<TowerUp>::new(None).unwrap();
    let rules = json!({"players": 2, "objectives": "start"});
    let deal = towerlab_engine::table::Deal { seed: 1, game: 0 };
    let mut state = desk.new_game(rules.as_object().unwrap(), Some(deal)).unwrap();
    while state["turn"]["step"] == "place" {
        let first = desk.moves(&state.to_string()).unwrap()["moves"][0]["move"]
            .as_str()
            .unwrap()
            .to_string();
        state = desk.play(&state.to_string(), &[first], None).unwrap()["state"].clone();
    }
    let site = state["city"].as_object().unwrap().keys().next().unwrap().clone();
    state["city"].as_object_mut().unwrap().remove(&site);
    state.as_object_mut().unwrap().remove("supply");
    let found = desk.read(&state.to_string()).unwrap_err().0;
    assert_eq!(
        (found[0].place.as_str(), found[0].code),
        ("/city", "roofs-and-buildings"),
        "{found:#?}"
    );
}

#[test]
fn roofs_not_conserved_and_too_many_roofs() {
    expect(
        |d| d["players"][0]["roofs"] = json!(10),
        &[("/players/0/roofs", "roofs-not-conserved")],
    );
    let mut document = document();
    document["rules"]["roofs"] = 1.into();
    document["rules"]["beyond_rulebook"] = true.into();
    document["city"]["B1"] = "brown 0".into();
    let found = faults(&document);
    assert!(
        found
            .iter()
            .any(|fault| (fault.place.as_str(), fault.code) == ("/players/0", "too-many-roofs")),
        "{found:#?}"
    );
}

#[test]
fn marker_off_track_and_too_low() {
    expect(
        |d| d["players"][0]["markers"]["white"] = json!(11),
        &[("/players/0/markers", "marker-off-track")],
    );
    // The roof on A1 lies on level 2.
    expect(|d| d["players"][0]["markers"]["white"] = json!(1), &[("/players/0", "marker-too-low")]);
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
fn stock_above_limit() {
    expect(
        |d| {
            d["players"][1]["stock"] = json!({"gray": 11});
            d.as_object_mut().unwrap().remove("supply");
        },
        &[("/players/1", "stock-above-limit")],
    );
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
        (found[0].place.as_str(), found[0].code),
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
    expect(|d| d["ending"] = json!({"cause": "shortage", "by": 1}), &[]);
    expect(
        |d| {
            d["ending"] = json!({"cause": "shortage", "by": 0});
            d["players"][1]["counted"] = json!(3);
        },
        &[("/players/1/counted", "impossible-count")],
    );
    expect(
        |d| {
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
    let short: Vec<_> = found.iter().map(|fault| (fault.place.as_str(), fault.code)).collect();
    assert_eq!(short, [("/players/1", "count-missing")]);
}

#[test]
fn tokens() {
    expect(
        |d| d["players"][0]["tokens"] = json!({"park_4": 7}),
        &[("/players/0/tokens/park_4", "token-not-earned")],
    );
    expect(
        |d| d["players"][0]["tokens"] = json!({"lake_4": 7}),
        &[("/players/0/tokens/lake_4", "objective-not-in-play")],
    );
}

/// Both players present twice in two buildings; seat 0 was first.
fn both_reached() -> Value {
    let rules = Rules {
        starting_floors: 4,
        opening_stock: [9; 4],
        stock_limit: 60,
        objectives: objectives(["twice_in_two", "park_4", "brown_4"]),
        beyond_rulebook: true,
        ..Rules::default()
    };
    let roads = "A1-P1 A1-Q1 B1-R1 B1-S1 C1-T1 C1-U1 D1-V1 D1-W1";
    let board = city_of(roads, &[("all", "A1 B1 C1 D1 P1 Q1 R1 S1 T1 U1 V1 W1")], "");
    let mut table = Table::new(on_board(&board, rules));
    table.deal_wilds();
    table.play("place A1 white; place B1 white; place C1 white; place D1 white");
    for (first, second) in [
        ("P1 brown, roof on A1", "T1 brown, roof on C1"),
        ("Q1 brown, roof on A1", "U1 brown, roof on C1"),
        ("R1 brown, roof on B1", "V1 brown, roof on D1"),
        ("S1 brown, roof on B1", "W1 brown, roof on D1"),
    ] {
        table.play(&format!("found {first}; found {second}"));
    }
    let mut document = Desk::write(&table.game, &table.state);
    document["rules"]["components"] = "test".into();
    document
}

#[test]
fn tokens_of_an_objective_that_two_have_reached() {
    let roads = "A1-P1 A1-Q1 B1-R1 B1-S1 C1-T1 C1-U1 D1-V1 D1-W1";
    let board = city_of(roads, &[("all", "A1 B1 C1 D1 P1 Q1 R1 S1 T1 U1 V1 W1")], "");
    let files = BTreeMap::from([
        ("front.toml".to_string(), board.clone()),
        ("back.toml".to_string(), board),
    ]);
    let desk = Desk::<TowerUp>::new(Some(&OwnSet { id: "test".into(), files })).expect("valid");
    let check = |first: Option<u8>, second: Option<u8>| {
        let mut document = both_reached();
        for (seat, value) in [(0, first), (1, second)] {
            let tokens = value.map_or(json!({}), |value| json!({"twice_in_two": value}));
            document["players"][seat]["tokens"] = tokens;
        }
        let found = desk.read(&document.to_string()).err().map_or(Vec::new(), |faults| faults.0);
        found.iter().map(|fault| (fault.place.clone(), fault.code)).collect::<Vec<_>>()
    };
    assert_eq!(both_reached()["players"][0]["tokens"]["twice_in_two"], 7);
    assert_eq!(check(Some(7), Some(3)), []);
    assert_eq!(check(Some(3), Some(7)), [], "the other may have been first");
    assert_eq!(check(Some(7), Some(7)), [("/players/1/tokens/twice_in_two".into(), "token-twice")]);
    assert_eq!(check(Some(7), Some(5)), [("/players/1/tokens/twice_in_two".into(), "token-value")]);
    assert_eq!(check(Some(7), None), [("/players/1".into(), "token-missing")]);
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
fn impossible_setup() {
    let dealt = |change: &dyn Fn(&mut Value)| {
        let rules = json!({"players": 2, "components": "test", "objectives": "start"});
        let deal = towerlab_engine::table::Deal { seed: 1, game: 0 };
        let mut document =
            desk().new_game(rules.as_object().unwrap(), Some(deal)).expect("a new game");
        assert_eq!(faults(&document), []);
        change(&mut document);
        let found = faults(&document);
        found.iter().map(|fault| (fault.place.clone(), fault.code)).collect::<Vec<_>>()
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
fn of_very_many_faults_the_first_are_listed_and_the_rest_counted() {
    let mut state = document();
    (0..250).for_each(|n| state[format!("k{n}")] = n.into());
    let faults = faults(&state);
    assert_eq!(faults.len(), 201);
    let last = &faults[200];
    assert_eq!((last.code, last.message.contains("more faults")), ("more-faults", true));
}

/// Every code that the sources name is met in a test of this folder.
#[test]
fn every_code_has_a_test() {
    let sources = [
        include_str!("../../src/games/tower_up/read.rs"),
        include_str!("../../src/games/tower_up/validate/mod.rs"),
        include_str!("../../src/games/tower_up/validate/city.rs"),
        include_str!("../../src/games/tower_up/validate/turn.rs"),
        include_str!("../../src/games/tower_up/validate/setup.rs"),
        include_str!("../../src/document/reader.rs"),
        include_str!("../../src/table/mod.rs"),
        include_str!("../../src/table/desk.rs"),
    ]
    .concat();
    let tests =
        [include_str!("faults.rs"), include_str!("parameters.rs"), include_str!("notation.rs")]
            .concat();
    // The code is the first quoted kebab-case word of a call to `fault`.
    let mut codes = std::collections::BTreeSet::new();
    for (at, _) in sources.match_indices("fault") {
        let end = (at + 160..)
            .find(|&end| sources.is_char_boundary(end.min(sources.len())))
            .unwrap()
            .min(sources.len());
        // Without the last piece, which may be cut off.
        let mut pieces: Vec<&str> = sources[at..end].split('"').collect();
        pieces.pop();
        let quoted = pieces.into_iter().skip(1).step_by(2);
        let kebab = |word: &&str| {
            word.contains('-') && word.chars().all(|c| c.is_ascii_lowercase() || c == '-')
        };
        codes.extend(quoted.filter(kebab).map(String::from));
    }
    assert!(codes.len() > 20, "{codes:?}");
    for code in codes {
        assert!(tests.contains(&format!("\"{code}\"")), "no test meets {code}");
    }
}
