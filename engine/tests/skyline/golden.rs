//! Playthroughs as text, and perft numbers. A difference means that a seed has
//! changed its meaning or a rule its effect: both need a line in the changelog.
//! `UPDATE_GOLDEN=1` writes the files again.

use towerlab_engine::game::{Game, Seat};
use towerlab_engine::games::skyline::{Skyline, State};

use crate::common::{compare_golden, game_of_agents, perft_numbers, playthrough};

fn end(game: &Skyline, state: &State, seat: Seat) -> String {
    let standing = game.standing(state, seat);
    format!("{} points, {} buildings", standing.points, standing.tie_break)
}

#[test]
fn golden_playthroughs_have_not_changed() {
    for seats in Skyline::SEATS {
        let text = playthrough(&Skyline::standard(seats), 2024, end);
        compare_golden("skyline", &format!("{seats}-players.txt"), &text);
    }
}

#[test]
fn perft_numbers_have_not_changed() {
    compare_golden("skyline", "perft.csv", &perft_numbers::<Skyline>(1..=6));
}

/// The same choices on every machine and in every build.
#[test]
fn golden_games_of_agents_have_not_changed() {
    let game = Skyline::standard(2);
    let text = game_of_agents(&game, &["tuned", "greedy"], 2024);
    compare_golden("skyline", "agents.txt", &text);
}
