//! The final score, the tie-break and shared wins.

use towerlab_engine::game::{Game, Seat, Standing};
use towerlab_engine::games::tower_up::Rules;
use towerlab_engine::games::tower_up::colour::Floors;

use crate::support::{Table, city, city_of, plenty};

const HUB: &str = "A1-B1 A1-C1 A1-D1 A1-E1";

#[test]
fn the_score_is_tracks_and_cone_and_tokens() {
    let districts = [("a", "A1"), ("b", "B1"), ("c", "C1"), ("d", "D1"), ("e", "E1")];
    let mut table = Table::begin(&city_of(HUB, &districts, ""), plenty(), "A1 white");
    table.play("found B1 brown, roof on B1").pass();
    table.play("found C1 gray, roof on C1").pass();
    table.play("found D1 black, roof on A1").pass();
    // White 4 high: 4 steps; brown and gray 1 each.
    let score = table.score(0);
    assert_eq!((score.tracks, score.visible_roofs, score.cone), ([1, 0, 1, 4], 3, 3));
    assert_eq!(score.tokens, [None; 3]);
    assert_eq!(score.total(), 9);
    table.play("found E1 black, roof on E1").pass();
    let score = table.score(0);
    assert_eq!(table.token(0, "four_colours"), Some(7));
    assert_eq!((score.tracks, score.cone), ([1, 1, 1, 4], 3), "the white roof is covered");
    assert_eq!(score.total(), 7 + 3 + 7);
}

#[test]
fn higher_spaces_are_worth_more_than_their_steps() {
    let table = Table::begin(&city(HUB), plenty(), "A1 white");
    let values = table.game.rules().track(table.game.components());
    assert_eq!(values, [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15]);
}

#[test]
fn a_tie_is_won_by_more_floors_in_stock() {
    let table = Table::begin(&city(HUB), plenty(), "A1 white");
    let even = Standing { points: 0, tie_break: 40 };
    assert_eq!(table.game.standing(&table.state, Seat(0)), even);
    let mut table = table;
    table.pass();
    assert_eq!(table.game.standing(&table.state, Seat(0)), Standing { points: 0, tie_break: 42 });
    assert_eq!(table.game.leaders(&table.state).collect::<Vec<_>>(), [Seat(0)]);
}

#[test]
fn still_tied_the_win_is_shared() {
    let mut table = Table::begin(&city(HUB), plenty(), "A1 white");
    table.pass().pass();
    assert_eq!(table.game.leaders(&table.state).collect::<Vec<_>>(), [Seat(0), Seat(1)]);
}

#[test]
fn points_come_before_the_tie_break() {
    let mut table =
        Table::begin(&city(HUB), Rules { opening_stock: [5; 4], ..plenty() }, "A1 white");
    table.play("found B1 brown, roof on B1").pass();
    assert!(table.stock(0).total() < table.stock(1).total());
    assert_eq!(table.stock(0), Floors::new([4, 5, 5, 4]));
    assert_eq!(table.game.leaders(&table.state).collect::<Vec<_>>(), [Seat(0)]);
}
