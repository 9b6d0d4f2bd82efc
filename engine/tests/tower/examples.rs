//! The rulebook's examples.

use serde_json::json;
use towerlab_engine::game::Seat;

use crate::support::{changed, table, tokens};

/// Two blue gems buy a material; a red one is changed for one of them; it buys another in
/// the same shop.
#[test]
fn daniel_buys_trades_and_buys_again_in_the_same_shop() {
    let mut table = table(json!({"blue": 2, "red": 1}));
    assert_eq!(table.moves_like("trade"), [""; 0], "the pile is empty");
    table.play("buy clay at mirage for 2 blue");
    assert_eq!(table.state.pile(), [0, 2, 0, 0]);
    table.play("trade 1 red for blue");
    assert_eq!(table.state.pile(), [0, 1, 1, 0]);
    table.play("buy wood at mirage for 1 blue");
    assert_eq!(table.state.pile(), [0, 2, 1, 0]);
    assert_eq!(table.refusal("buy wood at caravan for 1 blue"), Some("one-shop-a-turn"));
    assert_eq!(table.state.player(Seat(0)).materials(), [0, 1, 1, 0]);
}

/// Two passes, three cards seen, two kept; the thief wants any four gems.
#[test]
fn erin_gets_two_cards_for_two_passes_and_pays_the_thief_again() {
    let mut table = changed(json!({"pass": 2, "green": 2, "blue": 1, "red": 2}), |d| {
        d["players"][1]["materials"] = json!({"clay": 1});
        d["empty_slots"] = json!(["clay at oasis for 2 green"]);
    });
    table.play("enter for 2 pass");
    assert_eq!(table.state.pile(), [0, 0, 0, 2]);
    table.play("sees common-thief; sees dubious-concoction; sees pickpocket; put back pickpocket");
    assert_eq!(
        table.document()["players"][0]["hand"],
        json!(["common-thief", "dubious-concoction"])
    );
    assert_eq!(table.document()["put_back"], json!(["pickpocket known to 0"]));
    assert_eq!(table.refusal("use common-thief for 3 green"), Some("card-cost"));
    let payments = table.moves_like("use common-thief");
    assert_eq!(payments.len(), 3, "{payments:?}");
    table.play("use common-thief for 2 green 1 blue 1 red; steal clay from seat 1");
    assert_eq!(tokens(&table, 0), [0, 0, 1, 0]);
    assert_eq!(table.state.pile(), [2, 1, 1, 2]);
    assert_eq!(table.document()["market_discard"], json!(["common-thief"]));
    assert_eq!(table.document()["players"][0]["hand"], json!(["dubious-concoction"]));
}
