//! Playthroughs as text, and perft numbers. A difference means that a seed has
//! changed its meaning or a rule its effect: both need a line in the changelog.
//! `UPDATE_GOLDEN=1` writes the files again.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use towerlab_engine::game::{Game, Seat};
use towerlab_engine::games::skyline::Skyline;
use towerlab_engine::perft::perft;
use towerlab_engine::playout::{Draws, Playout, key};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/skyline/golden").join(name)
}

fn compare(name: &str, text: &str) {
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(file(name), text).expect("the golden file can be written");
    }
    assert_eq!(text, fs::read_to_string(file(name)).expect("a golden file"), "{name}");
}

#[test]
fn golden_playthroughs_have_not_changed() {
    for seats in Skyline::SEATS {
        let game = Skyline::standard(seats);
        let key = key(2024, &game);
        let mut state = game.start();
        let mut text = format!("# skyline, {seats} players, seed 2024, game 0, random moves\n");
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
            let standing = game.standing(&state, seat);
            writeln!(text, "{seat}: {} points, {} buildings", standing.points, standing.tie_break)
                .expect("a string");
        }
        compare(&format!("{seats}-players.txt"), &text);
    }
}

#[test]
fn perft_numbers_have_not_changed() {
    let mut text = String::from("players,depth,count\n");
    for seats in Skyline::SEATS {
        let game = Skyline::standard(seats);
        for depth in 1..=6 {
            writeln!(text, "{seats},{depth},{}", perft(&game, &game.start(), depth))
                .expect("a string");
        }
    }
    compare("perft.csv", &text);
}
