//! Star columns and the extra turns they give.

use towerlab_engine::game::{Game, Next, Seat};
use towerlab_engine::games::tower_up::colour::Colour;
use towerlab_engine::games::tower_up::state::Step;
use towerlab_engine::games::tower_up::{Event, Rules};

use crate::support::{Table, city, plenty};

/// A hub with many neighbours for high buildings.
const STAR: &str = "A1-B1 A1-C1 A1-D1 A1-E1 A1-F1 F1-G1 G1-H1 H1-I1 I1-J1";

/// Gives seat 0 this many steps of a colour by cards; seat 1 just takes cards.
fn steps(table: &mut Table, colour: &str, symbols: &str) {
    let card = format!("{colour}{symbols}-wild");
    assert_eq!(table.seat(), 0);
    table.play(&format!(
        "take wild2 as gray gray; reveal {card}; take wild2 as gray gray; reveal wild2"
    ));
    table.play(&format!("take {card} as gray; reveal wild2"));
    if table.seat() == 1 {
        table.play("take wild2 as gray gray; reveal wild2");
    }
}

/// Brown, black and gray of seat 0 stand on the first star column.
fn one_marker_missing(rules: Rules) -> Table {
    let mut table = Table::begin(&city(STAR), rules, "A1 white, I1 white");
    for colour in ["brown", "black", "gray"] {
        steps(&mut table, colour, "++");
    }
    table
}

#[test]
fn all_four_markers_on_a_star_column_give_an_extra_turn_at_once() {
    let mut table = one_marker_missing(plenty());
    table.play("found B1 brown, roof on A1");
    assert_eq!(table.marker(0, Colour::White), 2, "reaching is enough");
    assert_eq!((table.state.step(), table.next()), (Step::Act, Next::Player(Seat(0))));
    assert!(
        table
            .events
            .ends_with(&[Event::StarColumn(Seat(0)), Event::Turn { seat: Seat(0), extra: true }])
    );
    table.pass();
    assert_eq!(table.seat(), 1, "a full turn, and only one");
}

#[test]
fn marker_steps_of_a_card_give_extra_turns_too() {
    let mut table = Table::begin(&city(STAR), plenty(), "A1 white");
    for colour in ["brown", "black", "gray"] {
        steps(&mut table, colour, "++");
    }
    table.play("take wild2 as gray gray; reveal white++-wild; pass".trim_end_matches("; pass"));
    table.pass();
    table.play("take white++-wild as gray; reveal wild2");
    assert_eq!(table.seat(), 0);
}

/// Ruling: the extra turn comes from the star column reached by this move.
#[test]
fn ruling_a_star_column_already_reached_gives_nothing_more() {
    let mut table = one_marker_missing(plenty());
    table.play("found B1 brown, roof on A1");
    table.play("found C1 brown, roof on A1");
    assert_eq!(table.marker(0, Colour::White), 5);
    assert_eq!(table.seat(), 1, "the others still stand on the first star column");
}

#[test]
fn two_star_columns_passed_at_once_give_one_extra_turn() {
    // Stars so close that the last marker passes two of them.
    let rules = Rules { stars: Some(vec![1, 2]), ..plenty() };
    let mut table = one_marker_missing(rules);
    table.play("found B1 brown, roof on A1");
    assert_eq!(table.seat(), 0);
    table.pass();
    assert_eq!(table.seat(), 1);
}

#[test]
fn an_extra_turn_can_give_another() {
    let rules = Rules { stars: Some(vec![1, 2]), ..plenty() };
    let mut table = one_marker_missing(rules);
    // One step to the first star column, then one more to the second.
    table.play("found H1 brown, roof on I1");
    assert_eq!(table.marker(0, Colour::White), 2);
    let mut chain = one_marker_missing(Rules { stars: Some(vec![1, 2]), ..plenty() });
    chain.play("found B1 black, roof on B1");
    assert_eq!(chain.seat(), 1, "white has not moved");
    chain.pass();
    chain.play("take wild2 as gray gray; reveal white+-brown-black");
    chain.pass();
    chain.play("take white+-brown-black; reveal wild2");
    assert_eq!(chain.seat(), 0, "first star column");
    chain.play("found C1 brown, roof on A1");
    assert_eq!(chain.seat(), 0, "second star column, in the extra turn");
    chain.pass();
    assert_eq!(chain.seat(), 1);
}

/// Ruling: an extra turn must be taken; there is no way to decline it.
#[test]
fn ruling_an_extra_turn_must_be_taken() {
    let mut table = one_marker_missing(plenty());
    table.play("found B1 brown, roof on A1");
    assert_eq!(table.next(), Next::Player(Seat(0)));
    assert!(table.moves().iter().all(|text| text.starts_with("take") || text.starts_with("found")));
}

/// Ruling: the stock limit is checked at the end of each turn, an extra turn
/// being a turn of its own.
#[test]
fn ruling_the_stock_limit_is_checked_before_an_extra_turn() {
    let rules = Rules { opening_stock: [2, 2, 2, 4], stock_limit: 10, ..plenty() };
    let mut table = Table::begin(&city(STAR), rules, "A1 white");
    for colour in ["brown", "black", "gray", "white"] {
        let card = format!("{colour}++-wild");
        table.play(&format!("take wild2 as gray gray; reveal {card}; return gray gray"));
        table.play("take wild2 as gray gray; reveal wild2; return gray gray");
        table.play(&format!("take {card} as gray; reveal wild2"));
        if colour == "white" {
            assert!(table.state.extra_turn(), "earned, but first the stock");
            assert_eq!(table.state.step(), Step::Return);
            table.play("return gray");
            assert_eq!((table.seat(), table.state.step()), (0, Step::Act));
        } else {
            table.play("return gray; take wild2 as gray gray; reveal wild2; return gray gray");
        }
    }
}

#[test]
fn a_marker_at_the_end_of_its_track_stays() {
    let rules = Rules { track: Some(vec![0, 1, 2, 4]), stars: Some(vec![3]), ..plenty() };
    let mut table = Table::begin(&city(STAR), rules, "A1 white");
    table
        .play("found B1 brown, roof on A1; found C1 brown, roof on C1; found D1 brown, roof on A1");
    assert_eq!(table.marker(0, Colour::White), 3);
    assert_eq!(table.score(0).tracks[Colour::White.index()], 4);
    assert!(
        table
            .game
            .check(&table.state, table.game.read_move("take wild2 as gray gray").unwrap())
            .is_ok()
    );
}
