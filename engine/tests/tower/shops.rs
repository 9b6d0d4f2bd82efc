//! Buying materials.

use serde_json::json;
use towerlab_engine::game::Seat;

use crate::support::{changed, seat, table, tokens};

#[test]
fn a_material_is_bought_at_its_exact_price_which_goes_to_salil() {
    let mut table = table(json!({"blue": 3, "green": 1}));
    table.play("buy clay at mirage for 2 blue");
    assert_eq!(tokens(&table, 0), [1, 1, 0, 0]);
    assert_eq!(table.state.pile(), [0, 2, 0, 0]);
    assert_eq!(table.state.player(Seat(0)).materials(), [0, 1, 0, 0]);
}

#[test]
fn no_colour_stands_for_another_and_no_change_is_given() {
    let table = table(json!({"blue": 1, "red": 9, "green": 3}));
    assert_eq!(table.refusal("buy clay at mirage for 2 blue"), Some("exact-price"));
    assert_eq!(table.refusal("buy water at oasis for 4 green"), Some("exact-price"));
    assert_eq!(table.refusal("buy wood at mirage for 1 blue"), None);
}

#[test]
fn only_what_the_build_card_still_needs_is_bought() {
    let mut table = table(json!({"green": 9, "blue": 9}));
    assert_eq!(table.refusal("buy straw at mirage for 1 green"), Some("needed-only"));
    table.play("buy clay at mirage for 2 blue");
    assert_eq!(table.refusal("buy clay at oasis for 2 green"), Some("one-shop-a-turn"));
    let wood = changed(json!({"green": 9, "blue": 9}), |d| {
        d["players"][0]["materials"] = json!({"wood": 2});
        d["empty_slots"] = json!(["wood at mirage for 1 blue", "wood at hesham for 2 green"]);
    });
    assert_eq!(wood.refusal("buy wood at caravan for 1 blue"), Some("needed-only"));
}

#[test]
fn several_materials_may_be_bought_in_one_shop_but_only_in_one_a_turn() {
    let mut table = table(json!({"blue": 9, "green": 9}));
    table.play("buy wood at caravan for 1 blue; buy water at caravan for 2 blue");
    assert_eq!(table.refusal("buy water at oasis for 4 green"), Some("one-shop-a-turn"));
    table.play("buy wood at caravan for 2 green");
    assert_eq!(table.state.player(Seat(0)).materials(), [0, 0, 2, 1]);
}

#[test]
fn a_shop_serves_one_customer_at_a_time() {
    let occupied = |d: &mut serde_json::Value| d["players"][1]["shop"] = json!("mirage");
    let table = changed(json!({"blue": 9}), occupied);
    assert_eq!(table.refusal("buy wood at mirage for 1 blue"), Some("free-shops-only"));
    assert_eq!(table.refusal("buy wood at caravan for 1 blue"), None);
}

#[test]
fn what_was_sold_is_not_there_any_more() {
    let table = changed(json!({"blue": 9}), |d| {
        d["players"][1]["materials"] = json!({"wood": 1});
        d["empty_slots"] = json!(["wood at mirage for 1 blue"]);
    });
    assert_eq!(table.refusal("buy wood at mirage for 1 blue"), Some("sold-out"));
}

#[test]
fn the_architect_goes_to_the_shop_and_stays_there_for_having_bought() {
    let mut table = table(json!({"blue": 2}));
    table.play("buy wood at caravan for 1 blue; end actions");
    assert_eq!(table.state.player(Seat(0)).shop(), Some(3));
    assert_eq!(seat(&table), 1);
}

#[test]
fn an_architect_that_did_not_buy_in_this_turn_leaves_its_shop() {
    let at_mirage = |d: &mut serde_json::Value| d["players"][0]["shop"] = json!("mirage");
    let mut idle = changed(json!({}), at_mirage);
    idle.play("end actions; drawn green green");
    assert_eq!(idle.state.player(Seat(0)).shop(), None);
    // Buying elsewhere moves it; buying there again keeps it there.
    let mut again = changed(json!({"blue": 1}), at_mirage);
    again.play("buy wood at mirage for 1 blue; end actions");
    assert_eq!(again.state.player(Seat(0)).shop(), Some(1));
}

#[test]
fn hesham_is_the_dearest_for_everything_he_sells_and_nobody_is_the_cheapest_for_all() {
    let table = table(json!({}));
    let worth = |slot: &towerlab_engine::games::tower::slot::Slot| {
        f64::from(slot.price) / f64::from(table.game.rules().salil_rates[slot.colour.index()])
    };
    let full = towerlab_engine::game::Game::standard(4);
    let game: &towerlab_engine::games::tower::Tower = &full;
    let slots = game.slots();
    for hesham in slots.iter().filter(|slot| slot.shop_name == "hesham") {
        let same = slots.iter().filter(|slot| slot.material == hesham.material);
        assert!(same.clone().all(|slot| worth(slot) <= worth(hesham)), "{hesham}");
    }
    for shop in game.shops() {
        let cheapest = |slot: &&towerlab_engine::games::tower::slot::Slot| {
            slots.iter().all(|other| other.material != slot.material || worth(other) >= worth(slot))
        };
        let own: Vec<_> = slots.iter().filter(|slot| slot.shop_name == *shop).collect();
        assert!(!own.iter().all(cheapest), "{shop} is best for everything");
    }
}
