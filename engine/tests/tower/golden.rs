//! Playthroughs as text, and perft numbers. A difference means that a seed has
//! changed its meaning or a rule its effect: both need a line in the changelog.
//! `UPDATE_GOLDEN=1` writes the files again.

use towerlab_engine::game::{Game, Seat};
use towerlab_engine::games::tower::{State, Tower};

use crate::common::{compare_golden, perft_numbers, playthrough};

fn end(_: &Tower, state: &State, seat: Seat) -> String {
    let player = state.player(seat);
    format!(
        "{} floors, tokens {:?}, materials {:?}",
        player.floors(),
        player.tokens(),
        player.materials()
    )
}

#[test]
fn golden_playthroughs_have_not_changed() {
    for seats in Tower::SEATS {
        let text = playthrough(&Tower::standard(seats), 2024, end);
        compare_golden("tower", &format!("{seats}-players.txt"), &text);
    }
}

#[test]
fn perft_numbers_have_not_changed() {
    compare_golden("tower", "perft.csv", &perft_numbers::<Tower>(1..=5));
}
