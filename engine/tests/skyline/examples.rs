//! The worked example of the rulebook: a round of Annie, Hélène and Bruce. The
//! pictures of the faces are lost; these fit the text.

use serde_json::json;

use crate::support::Table;

fn third_round() -> Table {
    Table::from(json!({
        "rules": {"players": 3}, "turn": {"seat": 0, "round": 3, "step": "take"},
        "district": {"ground": 1, "upper": 1, "penthouse": 1},
        "players": [
            {"columns": ["low 1", "mid 1", "high 2"]},
            {"columns": ["high 1"]},
            {"tiles": ["low 2", "low 2"]},
        ],
    }))
}

#[test]
fn annie_builds_three_uppers_in_one_action() {
    let mut table = third_round();
    table.play("take upper upper upper; rolled upper low mid high");
    table.play("build; put upper low on 1; put upper mid on 1; put upper high on 2");
    assert_eq!(table.skyline(0), "mid 2, high 3, low 2!");
    assert_eq!(table.seat(), 1, "no dice left");
}

fn after_annie() -> Table {
    let mut table = third_round();
    table.play("take upper upper upper; rolled upper low mid high");
    table.play("build; put upper low on 1; put upper mid on 1; put upper high on 2");
    table
}

#[test]
fn helene_builds_abandons_and_finishes_a_low_rise() {
    let mut table = after_annie();
    table.play("take ground upper upper; rolled ground low; rolled upper mid mid");
    // She cannot build the two mids, so she builds the ground.
    table.play("build");
    assert_eq!(table.moves(), ["put ground low"]);
    table.play("put ground low; again upper mid; again upper mid; rolled upper mid mid");
    table.play("abandon; with upper mid; done; again upper mid; rolled upper low; build; put upper low on 1");
    assert_eq!(table.skyline(1), "high 1, low 2!");
    assert_eq!(table.seat(), 2, "no dice left: she stops");
    assert_eq!(table.state.district(), [1, 2, 1], "one ground, two uppers, one penthouse");
}

#[test]
fn bruce_takes_the_abandoned_dice_demolishes_and_finishes_a_mid_rise() {
    let mut table = after_annie();
    table.play(
        "take ground upper upper; rolled ground low; rolled upper mid mid; build; put ground low",
    );
    table.play(
        "again upper mid; again upper mid; rolled upper mid mid; abandon; with upper mid; done",
    );
    table.play("again upper mid; rolled upper low; build; put upper low on 1");

    table.play("take abandoned; rolled ground mid; rolled upper low low; rolled penthouse blank");
    table.play("build; put ground mid; again upper low; again upper low; again penthouse blank");
    table.play("rolled upper high high; rolled penthouse mid");
    table.play(
        "demolish; tile low 2; with upper high; done; again upper high; roll; rolled upper mid",
    );
    assert_eq!(table.state.hand().dice(), [0, 1, 1], "the penthouse was kept");
    table.play("build; put upper mid on 1; put penthouse mid on 2");
    assert_eq!(table.skyline(2), "low 2!, mid 3!");
    assert_eq!(table.state.district(), [1, 1, 1], "the empty district was refilled");
    assert_eq!((table.seat(), table.state.round()), (0, 4));
}
