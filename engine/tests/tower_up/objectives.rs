//! Every objective: one roof short of it, and met.

use towerlab_engine::games::tower_up::{Event, Rules};

use crate::support::{Table, city, city_of, objectives, plenty};

/// Plays seat 0's foundings, the other seat taking cards in between, and tells
/// after how many of them the objective was reached.
fn reached_after(board: &str, floors: &str, id: &str, foundings: &[&str]) -> Option<usize> {
    reached_with(plenty(), board, floors, id, foundings)
}

fn reached_with(
    rules: Rules,
    board: &str,
    floors: &str,
    id: &str,
    foundings: &[&str],
) -> Option<usize> {
    // The two others are out of reach in every city used here.
    let others = ["brown_4", "levels_1234", "lake_4"].into_iter().filter(|other| *other != id);
    let others: Vec<&str> = others.take(2).collect();
    let rules = Rules { objectives: objectives([id, others[0], others[1]]), ..rules };
    let mut table = Table::begin(board, rules, floors);
    for (index, founding) in foundings.iter().enumerate() {
        table.play(founding);
        if table.token(0, id).is_some() {
            return Some(index + 1);
        }
        assert_eq!(table.seat(), 1);
        table.pass();
    }
    None
}

#[test]
fn four_colours_presence_in_each_colour() {
    let board = city("A1-B1 C1-D1 E1-F1 G1-H1");
    let floors = "A1 white, C1 white, E1 white, G1 brown";
    let three =
        ["found B1 brown, roof on B1", "found D1 black, roof on D1", "found F1 gray, roof on F1"];
    assert_eq!(reached_after(&board, floors, "four_colours", &three), None);
    let fourth_is_brown = [&three[..], &["found H1 white, roof on G1"]].concat();
    assert_eq!(reached_after(&board, floors, "four_colours", &fourth_is_brown), None);
    let fourth_is_white = [&three[..], &["found H1 white, roof on H1"]].concat();
    assert_eq!(reached_after(&board, floors, "four_colours", &fourth_is_white), Some(4));
}

#[test]
fn five_districts_presence_in_every_district() {
    let roads = "A1-H1 B1-H1 C1-H1 D1-H1 E1-H1";
    let districts = [("a", "A1"), ("b", "B1"), ("c", "C1"), ("d", "D1"), ("e", "E1 H1")];
    let board = city_of(roads, &districts, "");
    let four = ["A1", "B1", "C1", "D1"].map(|s| format!("found {s} brown, roof on {s}"));
    let mut foundings: Vec<&str> = four.iter().map(String::as_str).collect();
    assert_eq!(reached_after(&board, "H1 white", "five_districts", &foundings), None);
    foundings.push("found E1 brown, roof on H1");
    assert_eq!(reached_after(&board, "H1 white", "five_districts", &foundings), Some(5));
}

/// Ruling: one connected group by roads; five mutually adjacent buildings would
/// need five colours.
#[test]
fn ruling_five_adjacent_is_one_connected_group() {
    let board = city("A1-B1 B1-C1 C1-D1 D1-E1 E1-F1 X1-Y1");
    let chain = [
        "found B1 brown, roof on B1",
        "found C1 white, roof on C1",
        "found D1 brown, roof on D1",
        "found E1 white, roof on E1",
    ];
    assert_eq!(reached_after(&board, "A1 white, X1 white", "five_adjacent", &chain), None);
    let apart = [&chain[..], &["found Y1 brown, roof on Y1"]].concat();
    assert_eq!(reached_after(&board, "A1 white, X1 white", "five_adjacent", &apart), None);
    let joined = [&chain[..], &["found F1 brown, roof on F1"]].concat();
    assert_eq!(reached_after(&board, "A1 white, X1 white", "five_adjacent", &joined), Some(5));
}

#[test]
fn five_adjacent_can_be_joined_by_the_last_roof() {
    let board = city("A1-B1 B1-C1 C1-D1 D1-E1 D1-X1 C1-Y1");
    let two_pairs = [
        "found B1 brown, roof on A1",
        "found C1 gray, roof on B1",
        "found D1 brown, roof on E1",
        "found X1 gray, roof on D1",
    ];
    assert_eq!(reached_after(&board, "A1 white, E1 white", "five_adjacent", &two_pairs), None);
    let bridged = [&two_pairs[..], &["found Y1 white, roof on C1"]].concat();
    assert_eq!(reached_after(&board, "A1 white, E1 white", "five_adjacent", &bridged), Some(5));
}

fn area_city(kind: &str) -> String {
    let roads = "A1-H1 B1-H1 C1-H1 D1-H1 E1-H1";
    let more = format!(
        "[[{kind}]]\nname = \"one\"\nsites = [\"A1\", \"B1\"]\n[[{kind}]]\nname = \"two\"\nsites = [\"B1\", \"C1\", \"D1\"]\n"
    );
    city_of(roads, &[("all", "A1 B1 C1 D1 E1 H1")], &more)
}

/// Ruling: any parks, pooled.
#[test]
fn ruling_park_4_pools_all_parks() {
    let foundings = ["A1", "B1", "E1", "C1", "D1"].map(|s| format!("found {s} brown, roof on {s}"));
    let foundings: Vec<&str> = foundings.iter().map(String::as_str).collect();
    // B1 lies at both parks and is one building; E1 lies at none.
    assert_eq!(reached_after(&area_city("park"), "H1 white", "park_4", &foundings[..4]), None);
    assert_eq!(reached_after(&area_city("park"), "H1 white", "park_4", &foundings), Some(5));
}

/// Ruling: any lakes, pooled.
#[test]
fn ruling_lake_4_pools_all_lakes() {
    let foundings = ["A1", "B1", "E1", "C1", "D1"].map(|s| format!("found {s} brown, roof on {s}"));
    let foundings: Vec<&str> = foundings.iter().map(String::as_str).collect();
    assert_eq!(reached_after(&area_city("lake"), "H1 white", "lake_4", &foundings[..4]), None);
    assert_eq!(reached_after(&area_city("lake"), "H1 white", "lake_4", &foundings), Some(5));
    assert_eq!(
        reached_after(&area_city("park"), "H1 white", "lake_4", &foundings),
        None,
        "a park is no lake"
    );
}

#[test]
fn brown_4_presence_in_four_brown_buildings() {
    let board = city("A1-H1 B1-H1 C1-H1 D1-H1 E1-H1");
    let foundings = ["A1 brown", "B1 brown", "C1 black", "D1 brown", "E1 brown"]
        .map(|s| format!("found {s}, roof on {}", &s[..2]));
    let foundings: Vec<&str> = foundings.iter().map(String::as_str).collect();
    assert_eq!(reached_after(&board, "H1 white", "brown_4", &foundings[..4]), None);
    assert_eq!(reached_after(&board, "H1 white", "brown_4", &foundings), Some(5));
}

#[test]
fn gray_districts_three_in_one_and_two_in_the_other() {
    let roads = "A1-H1 A2-H1 A3-H1 B1-H1 B2-H1 B3-H1";
    let districts = [("gray a", "A1 A2 A3"), ("gray b", "B1 B2 B3"), ("c", "H1")];
    let board = city_of(roads, &districts, "");
    let found = |sites: &[&str]| {
        let texts: Vec<String> =
            sites.iter().map(|s| format!("found {s} brown, roof on {s}")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        reached_after(&board, "H1 white", "gray_districts", &texts)
    };
    assert_eq!(found(&["A1", "A2", "B1", "B2"]), None);
    assert_eq!(found(&["A1", "A2", "A3", "B1"]), None);
    assert_eq!(found(&["A1", "A2", "A3", "B1", "B2"]), Some(5));
    assert_eq!(found(&["A1", "A2", "B1", "B2", "B3"]), Some(5), "either way round");
}

fn border_city() -> String {
    let roads = "A1-B1 A2-B2 B3-C1 B1-C2 A1-X1 B2-X1 B3-X1 B1-X1 C1-X1 A2-X1 C2-X1";
    let borders = "[[border]]\nbetween = [\"a\", \"b\"]\nsides = [[\"A1\", \"A2\"], [\"B1\", \"B2\"]]\n\
                   [[border]]\nbetween = [\"b\", \"c\"]\nsides = [[\"B1\", \"B3\"], [\"C1\", \"C2\"]]\n";
    city_of(roads, &[("a", "A1 A2"), ("b", "B1 B2 B3"), ("c", "C1 C2 X1")], borders)
}

fn borders(rules: Rules, foundings: &[&str]) -> Option<usize> {
    reached_with(rules, &border_city(), "X1 white", "two_borders", foundings)
}

const A1: &str = "found A1 brown, roof on A1";
const B1: &str = "found B1 black, roof on B1";
const A2: &str = "found A2 brown, roof on A2";
const B2: &str = "found B2 black, roof on B2";
const B3: &str = "found B3 black, roof on B3";
const C1: &str = "found C1 gray, roof on C1";
const C2: &str = "found C2 gray, roof on C2";

#[test]
fn two_borders_both_sides_of_two_borders() {
    assert_eq!(borders(plenty(), &[A1, B1, C1]), None);
    assert_eq!(borders(plenty(), &[A1, B1, C1, B3]), Some(4));
}

/// Ruling: the two borders are different ones.
#[test]
fn ruling_two_borders_are_different_borders() {
    assert_eq!(borders(plenty(), &[A1, B1, A2, B2]), None, "twice over the same border");
}

/// Ruling: four different buildings; none counts for both borders.
#[test]
fn ruling_two_borders_count_no_building_twice() {
    assert_eq!(borders(plenty(), &[A1, B1, C2]), None, "B1 would serve both");
    assert_eq!(borders(plenty(), &[A1, B1, C2, B3, C1]), Some(5));
}

/// Ruling: both sides means two buildings joined by a road across the border; the
/// road can be waived.
#[test]
fn ruling_two_borders_need_a_road_across_unless_waived() {
    assert_eq!(borders(plenty(), &[A1, B2, C1, B3]), None, "no road joins A1 and B2");
    let waived = Rules { border_by_road: false, ..plenty() };
    assert_eq!(borders(waived, &[A1, B2, C1, B3]), Some(4));
}

#[test]
fn twice_in_two_two_buildings_with_two_own_roofs() {
    let board = city("A1-B1 A1-C1 D1-E1 D1-F1 D1-G1");
    let short =
        ["found B1 brown, roof on A1", "found C1 brown, roof on A1", "found E1 brown, roof on D1"];
    assert_eq!(reached_after(&board, "A1 white, D1 white", "twice_in_two", &short), None);
    let met = [&short[..], &["found F1 brown, roof on D1"]].concat();
    assert_eq!(reached_after(&board, "A1 white, D1 white", "twice_in_two", &met), Some(4));
    let thrice =
        ["found E1 brown, roof on D1", "found F1 brown, roof on D1", "found G1 brown, roof on D1"];
    assert_eq!(
        reached_after(&board, "A1 white, D1 white", "twice_in_two", &thrice),
        None,
        "one building"
    );
}

/// Ruling: levels of the roofs, not heights of the buildings.
#[test]
fn ruling_levels_1234_are_the_levels_of_the_roofs() {
    let board = city("A1-B1 A1-C1 A1-D1 E1-F1");
    let one_building = [
        "found B1 brown, roof on A1",
        "found C1 brown, roof on A1",
        "found D1 brown, roof on A1",
        "found F1 brown, roof on F1",
    ];
    // Levels 2, 3 and 4 in one building, level 1 elsewhere.
    assert_eq!(
        reached_after(&board, "A1 white, E1 white", "levels_1234", &one_building[..3]),
        None
    );
    assert_eq!(reached_after(&board, "A1 white, E1 white", "levels_1234", &one_building), Some(4));
}

#[test]
fn ruling_a_building_that_grows_after_the_roof_does_not_raise_the_roof() {
    let board = city("A1-B1 A1-C1 A1-D1 A1-E1");
    let low = [
        "found B1 brown, roof on A1",
        "found C1 brown, roof on C1",
        "found D1 brown, roof on D1",
        "found E1 brown, roof on E1",
    ];
    // A1 is five high in the end, but the only roof in it lies at level 2.
    assert_eq!(reached_after(&board, "A1 white", "levels_1234", &low), None);
}

#[test]
fn presence_counts_under_other_roofs_too() {
    let mut table = Table::begin(&city("A1-B1 A1-C1 A1-D1 D1-E1 E1-F1"), plenty(), "A1 white");
    table.play("found B1 brown, roof on A1; found C1 brown, roof on A1");
    assert_eq!(table.score(0).visible_roofs, 0, "the white roof is covered");
    table.play("found D1 gray, roof on D1").pass();
    table.play("found E1 black, roof on E1").pass();
    table.play("found F1 brown, roof on F1");
    assert_eq!(table.token(0, "four_colours"), Some(7), "white counts all the same");
}

#[test]
fn each_player_takes_each_objective_once_and_the_highest_token_left() {
    let board = city("A1-H1 B1-H1 C1-H1 D1-H1 E1-H1 A2-H2 B2-H2 C2-H2 D2-H2 E2-H2");
    let rules = Rules { objectives: objectives(["brown_4", "lake_4", "park_4"]), ..plenty() };
    let mut table = Table::begin(&board, rules, "H1 white, H2 white");
    // The fifth brown building meets the objective again.
    for letter in ["A", "B", "C", "D", "E"] {
        table.play(&format!(
            "found {letter}1 brown, roof on {letter}1; found {letter}2 brown, roof on {letter}2"
        ));
    }
    assert_eq!((table.token(0, "brown_4"), table.token(1, "brown_4")), (Some(7), Some(3)));
    let reached = table.events.iter().filter(|event| matches!(event, Event::Reached { .. }));
    assert_eq!(reached.count(), 2);
}

#[test]
fn with_four_players_the_third_and_the_fourth_take_a_3_each() {
    let roads: Vec<String> =
        (1..=4).flat_map(|n| ["A", "B", "C", "D"].map(|s| format!("{s}{n}-H{n}"))).collect();
    let rules =
        Rules { players: 4, objectives: objectives(["brown_4", "lake_4", "park_4"]), ..plenty() };
    let floors = "H1 white, H2 white, H3 white, H4 white";
    let mut table = Table::begin(&city(&roads.join(" ")), rules, floors);
    for letter in ["A", "B", "C", "D"] {
        for n in 1..=4 {
            table.play(&format!("found {letter}{n} brown, roof on {letter}{n}"));
        }
    }
    let tokens = [0, 1, 2, 3].map(|seat| table.token(seat, "brown_4"));
    assert_eq!(tokens, [Some(7), Some(5), Some(3), Some(3)]);
}

/// Ruling: objectives are checked after each own founding; several can be met at once.
#[test]
fn ruling_one_founding_may_reach_several_objectives() {
    let roads = "A1-H1 B1-H1 C1-H1 D1-H1";
    let parks = "[[park]]\nname = \"p\"\nsites = [\"A1\", \"B1\", \"C1\", \"D1\"]\n";
    let board = city_of(roads, &[("all", "A1 B1 C1 D1 H1")], parks);
    let rules = Rules { objectives: objectives(["brown_4", "park_4", "lake_4"]), ..plenty() };
    let mut table = Table::begin(&board, rules, "H1 white");
    for site in ["A1", "B1", "C1", "D1"] {
        table.play(&format!("found {site} brown, roof on {site}"));
        if site != "D1" {
            table.pass();
        }
    }
    assert_eq!((table.token(0, "brown_4"), table.token(0, "park_4")), (Some(7), Some(7)));
}

#[test]
fn tokens_are_7533_with_four_753_with_three_and_73_with_two() {
    for (players, tokens) in [(2, vec![7, 3]), (3, vec![7, 5, 3]), (4, vec![7, 5, 3, 3])] {
        let table = Table::begin(&city("A1-B1"), Rules { players, ..plenty() }, "A1 white");
        assert_eq!(table.game.rules().tokens(table.game.components()), tokens);
    }
}

#[test]
fn variant_an_objective_reached_without_a_token_left_is_worth_nothing() {
    let board = city("A1-H1 B1-H1 C1-H1 D1-H1 A2-H2 B2-H2 C2-H2 D2-H2");
    let rules = Rules {
        tokens: Some(vec![9]),
        objectives: objectives(["brown_4", "lake_4", "park_4"]),
        ..plenty()
    };
    let mut table = Table::begin(&board, rules, "H1 white, H2 white");
    for letter in ["A", "B", "C", "D"] {
        table.play(&format!(
            "found {letter}1 brown, roof on {letter}1; found {letter}2 brown, roof on {letter}2"
        ));
    }
    assert_eq!((table.token(0, "brown_4"), table.token(1, "brown_4")), (Some(9), Some(0)));
}
