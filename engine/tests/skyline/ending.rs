//! The two ends of the game, the final count and the tie-break.

use serde_json::{Value, json};
use towerlab_engine::game::{Finish, Game, Next, Seat, Standing};
use towerlab_engine::games::skyline::Event;

use crate::support::Table;

const OVER: Next = Next::Over(Finish::Decided);

fn acting(seat: u8, round: u8, hand: Value, players: Value) -> Table {
    Table::from(json!({
        "rules": {"players": 2}, "hand": hand, "district": {"ground": 1}, "players": players,
        "turn": {"seat": seat, "round": round, "step": "act", "last_round": players.to_string().contains("high 6")},
    }))
}

#[test]
fn the_game_ends_after_the_ninth_round() {
    let mut table = acting(1, 8, json!({"upper": ["mid"]}), json!([{}, {}]));
    table.play("abandon; with upper mid");
    assert_eq!((table.state.round(), table.seat()), (9, 0));
    table.play(
        "take upper upper upper; rolled upper mid mid mid; abandon; with upper mid; done; stop",
    );
    table.play(
        "take upper upper upper; rolled upper mid mid mid; abandon; with upper mid; done; stop",
    );
    assert_eq!(table.next(), OVER);
}

#[test]
fn a_finished_building_of_height_6_ends_the_game_after_the_round() {
    let mut table =
        acting(0, 3, json!({"penthouse": ["high"]}), json!([{"columns": ["high 5"]}, {}]));
    table.play("build; put penthouse high on 5");
    assert!(table.events.contains(&Event::LastRound));
    assert_eq!((table.seat(), table.state.round()), (1, 3), "the round is played to its end");
    table.play(
        "take upper upper upper; rolled upper mid mid mid; abandon; with upper mid; done; stop",
    );
    assert_eq!(table.next(), OVER);
}

/// Ruling: finished and then demolished, it still ends the game.
#[test]
fn ruling_a_height_6_that_is_demolished_again_still_ends_the_game() {
    let hand = json!({"upper": ["low", "low"], "penthouse": ["high"]});
    let mut table = acting(1, 3, hand, json!([{}, {"columns": ["high 5"]}]));
    table.play("build; put penthouse high on 5; again upper low; roll; rolled upper low");
    table.play("demolish; tile high 6; with upper low; with upper low");
    assert_eq!((table.next(), table.skyline(1)), (OVER, String::new()));
}

#[test]
fn variant_no_height_ends_the_game_early() {
    let mut table = Table::from(json!({
        "rules": {"players": 2, "end_height": 0, "beyond_rulebook": true},
        "turn": {"seat": 1, "round": 3, "step": "act"}, "hand": {"penthouse": ["high"]},
        "district": {"ground": 1}, "players": [{}, {"columns": ["high 5"]}],
    }));
    table.play("build; put penthouse high on 5");
    assert_eq!((table.state.round(), table.next()), (4, Next::Player(Seat(0))));
}

#[test]
fn buildings_are_worth_the_square_of_their_height() {
    let tiles = json!(["low 2", "mid 2", "mid 3", "mid 4", "high 3", "high 4", "high 5", "high 6"]);
    let table = acting(0, 3, json!({"upper": ["mid"]}), json!([{"tiles": tiles}, {}]));
    assert_eq!(table.points(0), 4 + 4 + 9 + 16 + 9 + 16 + 25 + 36);
    let score = table.game.score(&table.state, Seat(0));
    assert_eq!((score.points, score.count()), ([4, 29, 86], 8));
}

#[test]
fn a_lone_low_rise_ground_counts_1_and_unfinished_mid_and_high_rises_nothing() {
    let columns = json!(["low 1", "low 1", "mid 3", "high 5"]);
    let table = acting(0, 3, json!({"upper": ["mid"]}), json!([{"columns": columns}, {}]));
    let score = table.game.score(&table.state, Seat(0));
    assert_eq!((score.total(), score.count(), score.unfinished), (2, 2, 2));
}

/// The rulebook's picture: an unfinished mid-rise beside 83 points.
#[test]
fn eighty_three_points_can_be_reached() {
    let player = json!({"tiles": ["high 6", "high 5", "mid 4", "low 2"], "columns": ["low 1", "low 1", "mid 2"]});
    let table = acting(0, 3, json!({"upper": ["mid"]}), json!([player, {}]));
    assert_eq!(table.points(0), 83);
}

#[test]
fn a_tie_is_won_by_more_buildings_and_then_shared() {
    let players = json!([{"tiles": ["mid 2"]}, {"columns": ["low 1", "low 1", "low 1", "low 1"]}]);
    let table = acting(0, 3, json!({"upper": ["mid"]}), players);
    assert_eq!(table.game.standing(&table.state, Seat(0)), Standing { points: 4, tie_break: 1 });
    assert_eq!(table.game.leaders(&table.state).collect::<Vec<_>>(), [Seat(1)]);
    let table = acting(
        0,
        3,
        json!({"upper": ["mid"]}),
        json!([{"tiles": ["mid 2"]}, {"tiles": ["low 2"]}]),
    );
    assert_eq!(table.game.leaders(&table.state).collect::<Vec<_>>(), [Seat(0), Seat(1)]);
}

/// Ruling: the tie counts buildings that stand; a demolished one does not.
#[test]
fn ruling_a_demolished_building_does_not_count_in_a_tie() {
    let players =
        json!([{"tiles": ["mid 2", "mid 2"], "columns": ["low 1"]}, {"tiles": ["mid 2", "mid 2"]}]);
    let mut table = acting(0, 3, json!({"upper": ["mid"]}), players);
    assert_eq!(table.game.leaders(&table.state).collect::<Vec<_>>(), [Seat(0)]);
    table.play("demolish; column low 1; with upper mid");
    assert_eq!(table.game.leaders(&table.state).collect::<Vec<_>>(), [Seat(0), Seat(1)]);
}

#[test]
fn the_first_player_is_the_same_in_every_round() {
    let mut table = acting(1, 3, json!({"upper": ["mid"]}), json!([{}, {}]));
    table.play("abandon; with upper mid");
    assert_eq!(table.seat(), 0);
}
