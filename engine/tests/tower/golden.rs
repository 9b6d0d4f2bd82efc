//! Playthroughs as text, and perft numbers. A difference means that a seed has
//! changed its meaning or a rule its effect: both need a line in the changelog.
//! `UPDATE_GOLDEN=1` writes the files again.

use towerlab_engine::game::{Game, Seat};
use towerlab_engine::games::tower::{State, Tower};

use crate::common::{compare_golden, game_of_agents, perft_numbers, playthrough};

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

/// The same choices on every machine and in every build.
#[test]
fn golden_games_of_agents_have_not_changed() {
    let game = Tower::standard(2);
    let text = game_of_agents(&game, &["tuned", "rollout:12"], 2024);
    compare_golden("tower", "agents.txt", &text);
    let text = game_of_agents(&game, &["expert", "search:12"], 2024);
    compare_golden("tower", "nets.txt", &text);
}
