//! The worked examples of the rulebooks.

use towerlab_engine::game::{Game, Next, Seat};
use towerlab_engine::games::tower_up::Rules;
use towerlab_engine::games::tower_up::colour::{Colour, Floors};
use towerlab_engine::games::tower_up::components::Components;

use crate::support::{Table, city, city_of, plenty};

/// A brown building N, a white one W of height 3, a black one K; P lies next to N
/// and W, Q next to N, X next to N and K.
fn founding_example() -> Table {
    let roads = "N1-P1 W1-P1 N1-Q1 N1-X1 K1-X1 W1-V1 W1-V2";
    let mut table = Table::begin(&city(roads), plenty(), "N1 brown, W1 white, K1 black");
    table.play("found V1 brown, roof on V1; found V2 brown, roof on V2");
    assert_eq!(table.building("W1"), "white ...");
    table
}

#[test]
fn founding_black_may_go_to_p_and_q_but_not_to_x() {
    let table = founding_example();
    assert_eq!(table.refusal("found P1 black, roof on P1"), None);
    assert_eq!(table.refusal("found Q1 black, roof on Q1"), None);
    assert_eq!(table.refusal("found X1 black, roof on X1"), Some("found-apart-from-own-colour"));
}

#[test]
fn founding_on_p_with_the_roof_on_white_moves_the_white_marker_by_four() {
    let mut table = founding_example();
    let before = table.stock(0);
    table.play("found P1 black, roof on W1");
    assert_eq!(table.building("W1"), "white ...0");
    assert_eq!(table.building("N1"), "brown ..");
    assert_eq!(table.building("P1"), "black .");
    assert_eq!(before.minus(table.stock(0)), Floors::new([1, 1, 0, 1]));
    assert_eq!(table.marker(0, Colour::White), 4);
}

#[test]
fn setup_with_the_bottoms_black_gray_and_white_gives_those_floors() {
    let rules = Rules { players: 4, ..Rules::default() };
    let mut table = Table::new(crate::support::on_board(&city("A1-B1 B1-C1"), rules));
    table.play("objective lake_4; objective park_4; objective brown_4");
    table.play("open black2-white2 bottom black; open brown2-gray2 bottom gray; open gray2-white2 bottom white");
    assert_eq!(table.state.pending(), (Floors::new([0, 1, 1, 1]), 0));
}

#[test]
fn the_five_example_cards_are_in_the_deck() {
    let deck = Components::default().deck;
    for name in ["black2-white2", "brown-black-white", "wild2", "black++-wild", "gray+-brown-white"]
    {
        assert!(deck.face(name).is_some(), "{name}");
    }
}

#[test]
fn the_last_of_four_markers_on_the_first_star_column_gives_the_turn() {
    let mut table = Table::begin(&city("A1-B1 A1-C1 A1-D1"), plenty(), "A1 white");
    for colour in ["brown", "black", "gray"] {
        table.play(&format!("take wild2 as gray gray; reveal {colour}++-wild")).pass();
        table.play(&format!("take {colour}++-wild as gray; reveal wild2")).pass();
    }
    table.play("found B1 brown, roof on A1");
    assert_eq!(table.state.player(Seat(0)).markers, [2, 2, 2, 2]);
    assert_eq!(table.next(), Next::Player(Seat(0)));
}

#[test]
fn five_districts_takes_the_5_when_the_7_is_gone() {
    let roads = "A1-H1 B1-H1 C1-H1 D1-H1 E1-H1 A2-H2 B2-H2 C2-H2 D2-H2 E2-H2";
    let districts =
        [("a", "A1 A2"), ("b", "B1 B2"), ("c", "C1 C2"), ("d", "D1 D2"), ("e", "E1 E2 H1 H2")];
    let rules = Rules { players: 3, ..plenty() };
    let mut table = Table::begin(&city_of(roads, &districts, ""), rules, "H1 white, H2 white");
    for letter in ["A", "B", "C", "D", "E"] {
        table.play(&format!("found {letter}1 brown, roof on {letter}1")).pass();
        table.play(&format!("found {letter}2 brown, roof on {letter}2"));
    }
    assert_eq!(table.token(0, "five_districts"), Some(7));
    assert_eq!(table.token(1, "five_districts"), None);
    assert_eq!(table.token(2, "five_districts"), Some(5));
}

#[test]
fn the_last_roof_with_five_visible_puts_the_cone_on_five_for_good() {
    let roads: Vec<String> = (1..=6).map(|n| format!("A{n}-B{n} B{n}-C{n}")).collect();
    let floors: Vec<String> = (1..=6).map(|n| format!("A{n} white")).collect();
    let rules = Rules { roofs: Some(5), ..plenty() };
    let mut table = Table::begin(&city(&roads.join(" ")), rules, &floors.join(", "));
    for n in 1..=4 {
        table.play(&format!("found B{n} brown, roof on B{n}")).pass();
    }
    table.play("found B5 brown, roof on B5");
    assert_eq!(table.state.player(Seat(0)).counted, Some(5));
    table.play("found C5 white, roof on B5");
    assert_eq!(table.building("B5"), "brown 01");
    assert_eq!((table.score(0).visible_roofs, table.score(0).cone), (5, 5));
}

#[test]
fn two_players_are_present_in_one_building_at_different_levels() {
    let mut table = Table::begin(&city("A1-B1 A1-C1"), plenty(), "A1 white");
    table.play("found B1 brown, roof on A1; found C1 brown, roof on A1");
    assert_eq!(table.building("A1"), "white .01");
    let site = table.game.board().site("A1").unwrap();
    assert!(table.state.player(Seat(0)).present.has(site));
    assert!(table.state.player(Seat(1)).present.has(site));
    assert_eq!(table.game.seats(), 2);
}
