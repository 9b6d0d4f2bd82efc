//! Positions to begin a test with.

use serde_json::{Value, json};
use towerlab_engine::games::tower::Tower;

pub type Table = crate::common::Table<Tower>;

/// Two players in the action phase of seat 0, who has these tokens. Seat 0 needs
/// everything but straw, seat 1 much straw.
pub fn acting(tokens: Value) -> Value {
    json!({
        "rules": {"players": 2},
        "turn": {"seat": 0, "number": 5, "step": "act", "drew": true},
        "players": [
            {"tokens": tokens, "build_card": "clay-wood2-water2"},
            {"build_card": "straw3-clay-wood"},
        ],
    })
}

/// A table with seat 0 acting.
#[track_caller]
pub fn table(tokens: Value) -> Table {
    Table::from(acting(tokens))
}

/// The same after some changes.
#[track_caller]
pub fn changed(tokens: Value, change: impl FnOnce(&mut Value)) -> Table {
    let mut document = acting(tokens);
    change(&mut document);
    Table::from(document)
}

/// The tokens of a seat.
pub fn tokens(table: &Table, seat: u8) -> [u8; 4] {
    table.state.player(towerlab_engine::game::Seat(seat)).tokens()
}

/// Whose turn it is.
pub fn seat(table: &Table) -> u8 {
    table.state.seat().0
}
