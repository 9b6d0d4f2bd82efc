//! Playthroughs as text. A difference here means that a seed has changed its
//! meaning or a rule its effect: both need a line in the changelog.
//!
//! `UPDATE_GOLDEN=1 cargo test -p towerlab-engine --test tower_up golden` writes
//! the files again.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use towerlab_engine::game::{Game, Seat};
use towerlab_engine::games::tower_up::TowerUp;
use towerlab_engine::playout::{Draws, Playout, key};

/// The whole game, one move a line: players' moves with the number of
/// alternatives they had, and at the end the scores.
fn playthrough(seats: usize, seed: u64) -> String {
    let game = TowerUp::standard(seats);
    let key = key(seed, &game);
    let mut state = game.start();
    let mut text = format!("# tower-up, {seats} players, seed {seed}, game 0, random moves\n");
    let log = |mv, alternatives: usize| {
        let shown = game.show(mv);
        match alternatives {
            0 => writeln!(text, "chance: {shown}"),
            _ => writeln!(text, "{shown}  (of {alternatives})"),
        }
        .expect("a string takes everything");
    };
    Playout::new(&game).watched(&mut state, &mut Draws::new(&key, 0), &mut (), log);
    for seat in Seat::all(seats) {
        writeln!(text, "{seat}: {:?}", game.score(&state, seat))
            .expect("a string takes everything");
    }
    text
}

#[test]
fn golden_playthroughs_have_not_changed() {
    for seats in 2..=4 {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join(format!("tests/tower_up/golden/{seats}-players.txt"));
        let text = playthrough(seats, 2024);
        if env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, &text).expect("the golden file can be written");
        }
        let golden = fs::read_to_string(&path).expect("a golden file");
        assert_eq!(text, golden, "{}", path.display());
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
        let scores = Seat::all(seats).map(|seat| format!("{seat}: {:?}", game.score(&state, seat)));
        assert!(golden.ends_with(&(scores.collect::<Vec<_>>().join("\n") + "\n")));
    }
}

#[test]
fn the_same_seed_gives_the_same_game_again_and_another_seed_another() {
    assert_eq!(playthrough(3, 5), playthrough(3, 5));
    assert_ne!(playthrough(3, 5), playthrough(3, 6));
}
