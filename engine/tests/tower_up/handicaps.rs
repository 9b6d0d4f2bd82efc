//! Seats that start with more than others, and seats that may do less.

use serde_json::{Value, json};
use towerlab_engine::document::{Fault, Faults};
use towerlab_engine::game::Seat;
use towerlab_engine::games::tower_up::colour::Colour;
use towerlab_engine::games::tower_up::handicap::{Bonus, Forbidden, ForbiddenSet};
use towerlab_engine::games::tower_up::{Rules, TowerUp};
use towerlab_engine::operations::Service;

use crate::support::{Table, city, plenty};

fn second(bonus: Bonus) -> [Bonus; 4] {
    [Bonus::default(), bonus, Bonus::default(), Bonus::default()]
}

fn first_may_not(what: &[Forbidden]) -> [ForbiddenSet; 4] {
    let mut forbidden = [ForbiddenSet::NONE; 4];
    forbidden[0] = what.iter().fold(ForbiddenSet::NONE, |set, what| set.with(*what));
    forbidden
}

fn rules_of(document: Value) -> Result<Value, Faults> {
    let service = Service::<TowerUp>::new(None)?;
    let document = document.as_object().expect("an object").clone();
    service.variant_of(&document).map(|game| {
        let mut rules = json!(game.rules());
        rules.as_object_mut().expect("an object").remove("components");
        rules
    })
}

#[test]
fn bonus_points_count_from_the_start() {
    let bonuses = second(Bonus { points: 4, ..Bonus::default() });
    let table = Table::begin(&city("A1-B1"), Rules { bonuses, ..plenty() }, "A1 white");
    assert_eq!([table.score(0).total(), table.score(1).total()], [0, 4]);
    assert_eq!(table.score(1).bonus, 4);
}

#[test]
fn bonus_floors_come_from_the_supply_and_bonus_steps_move_markers() {
    let bonus = Bonus { floors: [2, 0, 0, 1], steps: [0, 3, 0, 0], points: 0 };
    let rules = Rules { bonuses: second(bonus), ..plenty() };
    let table = Table::begin(&city("A1-B1"), rules, "A1 white");
    let player = table.state.player(Seat(1));
    assert_eq!(player.stock.counts(), [12, 10, 10, 11]);
    assert_eq!(player.markers, [0, 3, 0, 0]);
    assert_eq!(table.state.supply().of(Colour::Brown), 100 - 22);
}

#[test]
fn star_columns_passed_by_a_bonus_give_no_extra_turn() {
    let bonuses = second(Bonus { steps: [2; 4], ..Bonus::default() });
    let mut table = Table::begin(&city("A1-B1 B1-C1"), Rules { bonuses, ..plenty() }, "A1 white");
    table.play("take wild2 as gray gray; reveal wild2; take wild2 as gray gray; reveal wild2");
    assert_eq!(table.seat(), 0);
}

#[test]
fn forbidden_cards_may_be_taken_only_if_nothing_else_can_be_done() {
    let forbidden = first_may_not(&[Forbidden::WildCards]);
    let rules = Rules { forbidden, ..plenty() };
    let table = Table::begin(&city("A1-B1"), rules.clone(), "A1 white");
    assert_eq!(table.refusal("take wild2 as gray gray"), Some("take-what-is-allowed"));
    let poor = Rules { opening_stock: [0; 4], ..rules };
    let table = Table::begin(&city("A1-B1"), poor, "A1 white");
    assert_eq!(table.refusal("take wild2 as gray gray"), None, "no floor to found with");
}

#[test]
fn marker_cards_are_those_that_move_a_marker() {
    let forbidden = first_may_not(&[Forbidden::MarkerCards]);
    let rules = Rules { forbidden, ..plenty() };
    let mut table = Table::begin(&city("A1-B1"), rules, "A1 white");
    table.play(
        "take wild2 as gray gray; reveal brown++-wild; take wild2 as gray gray; reveal wild2",
    );
    assert_eq!(table.refusal("take brown++-wild as gray"), Some("take-what-is-allowed"));
    assert_eq!(table.refusal("take wild2 as gray gray"), None);
}

#[test]
fn a_seat_without_objectives_wins_no_tokens_and_leaves_them_to_others() {
    let forbidden = first_may_not(&[Forbidden::Objectives]);
    for (forbidden, tokens) in [(first_may_not(&[]), 1), (forbidden, 0)] {
        let rules = Rules { forbidden, ..plenty() };
        let roads = "A1-B1 A1-C1 A1-D1 A1-E1";
        let mut table = Table::begin(&city(roads), rules, "A1 white");
        for founding in ["B1 brown", "C1 black", "D1 gray", "E1 gray"] {
            let roof = if founding.starts_with('E') { "A1" } else { &founding[..2] };
            table.play(&format!("found {founding}, roof on {roof}"));
            table.play("take wild2 as gray gray; reveal wild2");
        }
        let won = table.state.player(Seat(0)).tokens.iter().flatten().count();
        assert_eq!(won, tokens, "roofs on all four colours");
    }
}

#[test]
fn handicaps_are_written_by_seat_and_left_out_where_there_are_none() {
    let given = json!({
        "players": 3,
        "beyond_rulebook": true,
        "bonuses": [{}, {"points": 2, "floors": {"brown": 1}}],
        "forbidden": [[], [], ["wild_cards", "objectives"]],
    });
    assert_eq!(rules_of(given.clone()), Ok(given));
    let empty = json!({"players": 2, "bonuses": [{}, {"points": 0}], "forbidden": [[]]});
    assert_eq!(rules_of(empty), Ok(json!({"players": 2})));
}

#[test]
fn handicaps_need_beyond_rulebook_and_must_make_sense() {
    let faults = |document: Value| -> Vec<(String, &'static str)> {
        let Err(Faults(faults)) = rules_of(document) else { return Vec::new() };
        faults.into_iter().map(|Fault { place, code, .. }| (place, code.as_str())).collect()
    };
    let fault = |place: &str, code| vec![(place.to_string(), code)];
    let bonus = json!({"players": 2, "bonuses": [{"points": 1}]});
    assert_eq!(faults(bonus), fault("/bonuses", "beyond-rulebook"));
    let beyond = |key: &str, value: Value| {
        let mut document = json!({"players": 2, "beyond_rulebook": true});
        document[key] = value;
        faults(document)
    };
    assert_eq!(beyond("bonuses", json!([{}, {}, {"points": 1}])), fault("/bonuses", "seat-list"));
    assert_eq!(beyond("forbidden", json!([[], [], [], [], []])), fault("/forbidden", "seat-list"));
    assert_eq!(
        beyond("bonuses", json!([{"points": 51}])),
        fault("/bonuses/0/points", "out-of-range")
    );
    assert_eq!(
        beyond("bonuses", json!([{}, {"floors": {"gray": 8}}])),
        fault("/bonuses/1", "above-stock-limit")
    );
    assert_eq!(beyond("forbidden", json!([["cards"]])), fault("/forbidden/0/0", "unknown-name"));
}
