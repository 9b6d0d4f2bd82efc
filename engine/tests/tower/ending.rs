//! The race, and ways in which it is not decided.

use serde_json::{Value, json};
use towerlab_engine::game::{Finish, Game, Next, Seat};
use towerlab_engine::operations::Service;

use crate::common::by_text::ByText as _;

use crate::support::{acting, changed};

/// Everything is in seat 1's hands, who cannot do anything with it either.
fn empty_handed(d: &mut Value) {
    d["rules"] = json!({"players": 2, "tokens": {"red": 1}, "beyond_rulebook": true});
    d["turn"] = json!({"seat": 0, "number": 5, "step": "act"});
    d["players"][1]["tokens"] = json!({"red": 1});
    d["players"][1]["floors"] = json!(1);
}

#[test]
fn a_round_in_which_nobody_acted_and_nothing_could_be_drawn_is_a_stalemate() {
    let mut table = changed(json!({}), empty_handed);
    table.play("end actions");
    assert_eq!(table.next(), Next::Player(Seat(1)));
    assert_eq!(table.moves(), ["end actions"], "nothing costs red, and Salil has nothing");
    table.play("end actions");
    assert_eq!(table.next(), Next::Over(Finish::Stalemate));
    let winners: Vec<Seat> = table.game.leaders(&table.state).collect();
    assert_eq!(winners, [Seat(1)], "most floors");
}

#[test]
fn equal_floors_share_a_stalemate() {
    let mut table = changed(json!({}), |d| {
        empty_handed(d);
        d["players"][0]["floors"] = json!(1);
    });
    table.play("end actions; end actions");
    assert_eq!(table.game.leaders(&table.state).count(), 2);
}

#[test]
fn a_skipped_draw_counts_only_if_there_was_something_to_draw() {
    let mut table = changed(json!({}), |d| {
        empty_handed(d);
        d["players"][1]["skips_draw"] = json!(true);
    });
    table.play("end actions; end actions");
    assert_eq!(table.next(), Next::Over(Finish::Stalemate));
    let mut skipped = changed(json!({}), |d| {
        d["rules"] = json!({"players": 2, "extra_draw": 0, "beyond_rulebook": true});
        d["players"][1]["skips_draw"] = json!(true);
    });
    skipped.play("end actions; end actions");
    assert_eq!(skipped.next(), Next::Chance, "the draw of seat 0");
}

#[test]
fn the_turn_cap_leaves_a_game_unfinished() {
    let mut table = changed(json!({}), |d| d["rules"]["turn_cap"] = json!(5));
    table.play("end actions; drawn green green");
    assert_eq!(table.next(), Next::Over(Finish::Unfinished));
}

#[test]
fn the_score_of_a_race_shows_floors_materials_gems_at_salils_rates_and_cards() {
    let mut document = acting(json!({"green": 4, "blue": 3, "red": 1, "pass": 1}));
    document["format"] = json!("tower/state/1");
    document["players"][0]["materials"] = json!({"clay": 1, "wood": 1});
    document["players"][0]["hand"] = json!(["bruiser"]);
    document["empty_slots"] = json!(["clay at mirage for 2 blue", "wood at mirage for 1 blue"]);
    let service = Service::<towerlab_engine::games::tower::Tower>::new(None).unwrap();
    let score = service.score(&document.to_string()).unwrap();
    let own = &score["seats"][0];
    assert_eq!(own["floors"], json!(0));
    assert_eq!(
        own["next_floor"],
        json!({"card": "clay-wood2-water2", "wanted": 5, "matched": 2, "missing": {"wood": 1, "water": 2}})
    );
    assert_eq!(own["tokens"]["green"], json!({"count": 4, "worth": 1.33}));
    assert_eq!(own["tokens"]["blue"], json!({"count": 3, "worth": 1.5}));
    assert_eq!(own["tokens"]["red"], json!({"count": 1, "worth": 1.0}));
    assert_eq!(own["tokens"]["pass"], json!({"count": 1, "worth": 2.0}));
    assert_eq!(own["worth"], json!(5.83));
    assert_eq!(own["cards"], json!(1));
    assert_eq!(score["leaders"], json!([0, 1]));
    // A secret card stays secret.
    let view = service.view(&document.to_string(), 1).unwrap();
    let seen = service.score(&view.to_string()).unwrap();
    assert_eq!(seen["seats"][0]["next_floor"], json!({"card": "?"}));
}
