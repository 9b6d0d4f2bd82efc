//! Founding: where, in which colour, at what price, and the roof.

use towerlab_engine::game::{Next, Seat};
use towerlab_engine::games::tower_up::colour::{Colour, Floors};
use towerlab_engine::games::tower_up::{Event, Rules};

use crate::support::{Table, city, plenty};

const LINE: &str = "A1-B1 B1-C1 C1-D1 D1-E1";

#[test]
fn a_building_is_founded_on_an_empty_site_beside_a_building() {
    let table = Table::begin(&city(LINE), plenty(), "B1 white");
    let sites = |start: &str| !table.moves_like(&format!("found {start}")).is_empty();
    assert!(sites("A1") && sites("C1"));
    assert!(!sites("B1") && !sites("D1") && !sites("E1"));
    assert_eq!(table.refusal("found B1 brown, roof on B1"), Some("found-on-an-empty-site"));
    assert_eq!(table.refusal("found D1 brown, roof on D1"), Some("found-beside-a-building"));
}

#[test]
fn no_adjacent_building_may_have_the_same_colour() {
    let table = Table::begin(&city(LINE), plenty(), "B1 white");
    assert_eq!(table.refusal("found A1 white, roof on A1"), Some("found-apart-from-own-colour"));
    assert!(table.moves_like("found A1 white").is_empty());
}

#[test]
fn every_adjacent_building_is_paid_a_floor_of_its_colour() {
    let rules = Rules { opening_stock: [3, 2, 2, 2], ..plenty() };
    let mut table = Table::begin(&city("A1-B1 B1-C1 B1-D1"), rules, "A1 white, C1 brown, D1 brown");
    table.play("found B1 black, roof on B1");
    assert_eq!(
        ["A1", "B1", "C1", "D1"].map(|site| table.building(site)),
        ["white ..", "black 0", "brown ..", "brown .."]
    );
    assert_eq!(table.stock(0), Floors::new([1, 1, 2, 1]));
}

#[test]
fn who_cannot_pay_cannot_build() {
    let rules = Rules { opening_stock: [1, 1, 1, 1], ..plenty() };
    let table = Table::begin(&city("A1-B1 B1-C1 B1-D1"), rules, "A1 white, C1 brown, D1 brown");
    assert_eq!(table.refusal("found B1 black, roof on B1"), Some("pay-every-neighbour"));
    assert!(table.moves_like("found").is_empty());
}

#[test]
fn the_founded_floor_comes_from_the_stock() {
    let rules = Rules { opening_stock: [0, 1, 0, 1], ..plenty() };
    let table = Table::begin(&city(LINE), rules, "A1 white");
    assert_eq!(table.refusal("found B1 brown, roof on B1"), Some("found-from-the-stock"));
    assert_eq!(
        table.moves_like("found"),
        ["found B1 black, roof on A1", "found B1 black, roof on B1"]
    );
}

#[test]
fn the_roof_goes_on_one_of_the_floors_just_placed() {
    let mut table = Table::begin(&city(LINE), plenty(), "B1 white, D1 white");
    assert_eq!(
        table.moves_like("found C1 gray"),
        ["found C1 gray, roof on B1", "found C1 gray, roof on C1", "found C1 gray, roof on D1"]
    );
    assert_eq!(table.refusal("found C1 gray, roof on E1"), Some("roof-on-a-floor-just-placed"));
    table.play("found C1 gray, roof on D1");
    assert_eq!(table.building("D1"), "white .0");
    assert_eq!(table.state.player(Seat(0)).roofs, 9);
}

#[test]
fn the_marker_of_the_roofed_building_moves_by_its_height() {
    let mut table = Table::begin(&city("A1-B1 A1-C1 A1-D1 A1-E1"), plenty(), "A1 white");
    table
        .play("found B1 brown, roof on A1; found C1 brown, roof on C1; found D1 black, roof on A1");
    assert_eq!(table.marker(0, Colour::White), 2 + 4);
    assert_eq!(table.marker(1, Colour::Brown), 1);
}

#[test]
fn roofs_get_covered_own_ones_too() {
    let mut table = Table::begin(&city("A1-B1 A1-C1 A1-D1"), plenty(), "A1 white");
    table.play("found B1 brown, roof on A1");
    assert!(table.score(0).visible_roofs == 1);
    table.play("found C1 brown, roof on C1");
    assert_eq!(table.score(0).visible_roofs, 0, "covered by the other player");
    table.play("found D1 black, roof on A1");
    assert_eq!(table.building("A1"), "white .0.0");
    assert_eq!(table.score(0).visible_roofs, 1);
    assert!(
        table.events.contains(&Event::Covered {
            seat: Seat(0),
            site: table.game.board().site("A1").unwrap()
        })
    );
}

#[test]
fn ones_own_roof_may_have_to_be_covered() {
    let mut table = Table::begin(&city("A1-B1 A1-C1"), plenty(), "A1 white");
    table.play("found B1 brown, roof on A1");
    table.pass();
    table.play("found C1 brown, roof on A1");
    assert_eq!(table.building("A1"), "white .00");
    assert_eq!(table.score(0).visible_roofs, 1);
}

#[test]
fn without_a_roof_there_is_no_founding() {
    let rules = Rules {
        roofs: Some(1),
        starting_floors: 1,
        stars: Some(vec![1]),
        track: Some(vec![0, 1]),
        ..plenty()
    };
    let mut table = Table::begin(&city(LINE), rules, "C1 white");
    // Three cards bring three markers to the only star column, a founding the fourth.
    for colour in ["brown", "black", "gray"] {
        table.play(&format!("take wild2 as gray gray; reveal {colour}++-wild"));
        table.play("take wild2 as gray gray; reveal wild2");
        table.play(&format!("take {colour}++-wild as gray; reveal wild2"));
        table.play("take wild2 as gray gray; reveal wild2");
    }
    table.play("found B1 brown, roof on C1");
    assert_eq!(table.next(), Next::Player(Seat(0)), "an extra turn");
    assert_eq!(table.refusal("found D1 brown, roof on D1"), Some("found-with-a-roof-left"));
    assert!(table.moves_like("found").is_empty());
}

#[test]
fn one_founding_or_one_card_and_the_turn_is_over() {
    let mut table = Table::begin(&city(LINE), plenty(), "C1 white");
    table.play("found B1 brown, roof on B1");
    assert_eq!(table.next(), Next::Player(Seat(1)));
    table.pass();
    assert_eq!(table.next(), Next::Player(Seat(0)));
}
