//! Playthroughs as text. A difference here means that a seed has changed its
//! meaning or a rule its effect: both need a line in the changelog.
//!
//! `UPDATE_GOLDEN=1 cargo test -p towerlab-engine --test tower_up golden` writes
//! the files again.

use towerlab_engine::game::{Game, Seat};
use towerlab_engine::games::tower_up::TowerUp;
use towerlab_engine::games::tower_up::score::Score;

use crate::common::{self, compare_golden, game_of_agents};

fn playthrough(seats: usize, seed: u64) -> String {
    common::playthrough(&TowerUp::standard(seats), seed, |game, state, seat| {
        score_text(&game.score(state, seat))
    })
}

/// The sources of points that every game has.
fn score_text(score: &Score) -> String {
    let Score { tracks, visible_roofs, cone, tokens, bonus: _, stock } = score;
    format!(
        "Score {{ tracks: {tracks:?}, visible_roofs: {visible_roofs}, cone: {cone}, tokens: {tokens:?}, stock: {stock} }}"
    )
}

#[test]
fn golden_playthroughs_have_not_changed() {
    for seats in 2..=4 {
        compare_golden("tower_up", &format!("{seats}-players.txt"), &playthrough(seats, 2024));
    }
}

#[test]
fn a_golden_log_replays_without_randomness() {
    for seats in 2..=4 {
        let game = TowerUp::standard(seats);
        let mut state = game.start();
        let golden = playthrough(seats, 2024);
        for line in
            golden.lines().filter(|line| !line.starts_with(['#']) && !line.starts_with("seat"))
        {
            let text = line.trim_start_matches("chance: ").split("  (").next().expect("a move");
            let mv = game.read_move(text).expect("a readable move");
            assert_eq!(game.check(&state, mv), Ok(()), "{text}");
            game.play(&mut state, mv, &mut ());
        }
        let scores = Seat::all(seats)
            .map(|seat| format!("{seat}: {}", score_text(&game.score(&state, seat))));
        assert!(golden.ends_with(&(scores.collect::<Vec<_>>().join("\n") + "\n")));
    }
}

#[test]
fn the_same_seed_gives_the_same_game_again_and_another_seed_another() {
    assert_eq!(playthrough(3, 5), playthrough(3, 5));
    assert_ne!(playthrough(3, 5), playthrough(3, 6));
}

/// The same choices on every machine and in every build.
#[test]
fn golden_games_of_agents_have_not_changed() {
    let game = TowerUp::standard(2);
    let text = game_of_agents(&game, &["tuned", "rollout:12"], 2024);
    compare_golden("tower_up", "agents.txt", &text);
    let text = game_of_agents(&game, &["expert", "search:12"], 2024);
    compare_golden("tower_up", "nets.txt", &text);
}
