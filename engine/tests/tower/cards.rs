//! Using black-market cards, kind by kind.

use serde_json::{Value, json};
use towerlab_engine::game::{Game, Next, Seat};
use towerlab_engine::games::tower::Event;

use crate::support::{Table, changed, seat, tokens};

fn with(card: &str, more: impl FnOnce(&mut Value)) -> Table {
    changed(json!({"green": 2, "blue": 2, "red": 1, "pass": 1}), |d| {
        d["players"][0]["hand"] = json!([card]);
        more(d);
    })
}

fn rival_has(d: &mut Value) {
    d["players"][1]["materials"] = json!({"straw": 1, "clay": 1});
    d["empty_slots"] = json!(["straw at mirage for 1 green", "clay at oasis for 2 green"]);
}

#[test]
fn the_common_thief_steals_a_needed_material_for_any_four_gems() {
    let mut table = with("common-thief", rival_has);
    assert_eq!(table.refusal("use common-thief for 2 green 2 blue"), None);
    table.play("use common-thief for 2 green 2 blue");
    assert_eq!(table.moves(), ["steal clay from seat 1"], "seat 0 needs no straw");
    assert_eq!(table.refusal("steal straw from seat 1"), Some("effect"));
    assert_eq!(table.refusal("steal clay from seat 0"), Some("other-players-only"));
    table.play("steal clay from seat 1");
    assert_eq!(table.state.player(Seat(0)).materials(), [0, 1, 0, 0]);
    assert_eq!(table.state.player(Seat(1)).materials(), [1, 0, 0, 0]);
}

#[test]
fn the_experienced_thief_takes_three_gems_from_salil_the_cost_just_paid_included() {
    let mut table = with("experienced-thief", |d| d["pile"] = json!({"red": 1, "pass": 4}));
    table.play("use experienced-thief for 2 green");
    assert_eq!(table.moves(), ["take green green red from salil"], "never a pass");
    table.play("take green green red from salil");
    assert_eq!(tokens(&table, 0), [2, 2, 2, 1]);
    assert_eq!(table.state.pile(), [0, 0, 0, 4]);
    let mut poor = with("experienced-thief", |_| {});
    poor.play("use experienced-thief for 1 green 1 red");
    assert_eq!(poor.moves(), ["take green red from salil"], "he takes what is there");
}

#[test]
fn the_concoction_makes_a_player_skip_the_next_draw_phase_only() {
    let mut table = with("dubious-concoction", |_| {});
    table.play("use dubious-concoction for 2 green 1 red; skip draw of seat 1; end actions");
    assert_eq!((seat(&table), table.next()), (1, Next::Player(Seat(1))), "no draw");
    assert!(table.events.contains(&Event::DrawSkipped(Seat(1))));
    table.play("end actions; drawn green green");
    assert_eq!(seat(&table), 0, "the extra tokens are no draw phase");
    table.play("drawn blue blue blue; end actions; drawn red red");
    assert_eq!(table.next(), Next::Chance, "the draw after the next is not skipped");
}

#[test]
fn the_concoction_does_not_stack() {
    let mut table = with("dubious-concoction", |d| d["players"][1]["skips_draw"] = json!(true));
    table.play("use dubious-concoction for 2 green 1 red");
    assert!(matches!(table.events.last(), Some(Event::NoEffect { .. })));
    assert_eq!(table.refusal("end actions"), None);
}

#[test]
fn the_bruiser_sends_an_architect_away_and_its_shop_is_free() {
    let mut table = with("bruiser", |d| d["players"][1]["shop"] = json!("mirage"));
    assert_eq!(table.refusal("buy wood at mirage for 1 blue"), Some("free-shops-only"));
    table.play("use bruiser for 2 green; evict seat 1; buy wood at mirage for 1 blue");
    assert_eq!(table.state.player(Seat(1)).shop(), None);
}

#[test]
fn the_smuggler_takes_a_needed_material_from_any_shop_and_is_no_visit() {
    let mut table = with("smuggler", |d| d["players"][1]["shop"] = json!("mirage"));
    assert_eq!(table.refusal("use smuggler for 1 blue"), Some("card-cost"));
    table.play("buy wood at caravan for 1 blue; use smuggler for 1 red");
    assert_eq!(table.refusal("take straw at mirage for 1 green"), Some("effect"));
    table.play("take clay at mirage for 2 blue");
    assert_eq!(tokens(&table, 0), [2, 1, 0, 1], "the shop gets nothing");
    assert_eq!(table.state.player(Seat(0)).materials(), [0, 1, 1, 0]);
    assert_eq!(table.state.player(Seat(0)).shop(), Some(3));
    assert_eq!(table.refusal("buy wood at caravan for 2 green"), None);
}

#[test]
fn the_pickpocket_takes_two_random_gems_and_no_pass() {
    let robbed =
        |d: &mut Value| d["players"][1]["tokens"] = json!({"green": 2, "red": 1, "pass": 3});
    let mut table = with("pickpocket", robbed);
    table.play("use pickpocket for 2 green; rob seat 1");
    assert_eq!(
        table.outcomes(),
        [("robbed green red".to_string(), 2), ("robbed green green".to_string(), 1)]
    );
    assert_eq!(table.refusal("robbed red red"), Some("robbed-gems"));
    table.play("robbed green red");
    assert_eq!(tokens(&table, 1), [1, 0, 0, 3]);
    assert_eq!(tokens(&table, 0), [1, 2, 2, 1]);
    let mut poor = with("pickpocket", |d| d["players"][1]["tokens"] = json!({"pass": 3}));
    poor.play("use pickpocket for 2 green");
    assert!(matches!(poor.events.last(), Some(Event::NoEffect { .. })));
}

#[test]
fn a_card_may_be_used_without_effect() {
    for (card, cost) in [
        ("common-thief", "2 green 2 blue"),
        ("bruiser", "1 green 1 blue"),
        ("pickpocket", "2 blue"),
    ] {
        let mut table = with(card, |_| {});
        table.play(&format!("use {card} for {cost}"));
        assert!(matches!(table.events.last(), Some(Event::NoEffect { .. })), "{card}");
        assert_eq!(table.document()["market_discard"], json!([card]));
        assert!(table.document()["players"][0]["hand"].is_null());
    }
}

#[test]
fn a_pass_pays_for_no_card_and_the_price_is_exact() {
    let table = with("bruiser", |_| {});
    assert!(table.game.read_move("use bruiser for 1 green 1 pass").is_err());
    assert_eq!(table.refusal("use bruiser for 1 green"), Some("card-cost"));
    assert_eq!(table.refusal("use bruiser for 2 green 1 blue"), Some("card-cost"));
    assert_eq!(table.refusal("use bruiser for 3 green"), Some("card-cost"));
    assert_eq!(table.refusal("use smuggler for 1 red"), Some("card-in-hand"));
}

#[test]
fn any_number_of_cards_may_be_used_in_a_turn() {
    let mut table = changed(json!({"green": 8}), |d| {
        d["players"][0]["hand"] = json!(["bruiser", "bruiser", "pickpocket"]);
        d["players"][1]["tokens"] = json!({"blue": 1});
        d["players"][1]["shop"] = json!("oasis");
    });
    table.play("use bruiser for 2 green; evict seat 1; use bruiser for 2 green");
    table.play("use pickpocket for 2 green; rob seat 1; robbed blue");
    assert_eq!(tokens(&table, 0), [2, 1, 0, 0]);
}
