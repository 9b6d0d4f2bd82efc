//! Perft numbers from a data file.
//!
//! Each line of `perft.csv` names a number of players, a seed, how many moves of
//! the seed's random game are made first, a depth, and the count from there.
//! `UPDATE_GOLDEN=1` writes the counts again.

use std::path::Path;
use std::{env, fs};

use towerlab_engine::game::Game;
use towerlab_engine::game::perft::perft;
use towerlab_engine::game::playout::{Draws, Playout, key};
use towerlab_engine::games::tower_up::TowerUp;

fn count(players: u64, seed: u64, moves_made: u64, depth: u64) -> u64 {
    let game = TowerUp::standard(players as usize);
    let key = key(seed, &game);
    let (mut log, mut state) = (Vec::new(), game.start());
    Playout::new(&game)
        .watched(&mut game.start(), &mut Draws::new(&key, 0), &mut (), |mv, _| log.push(mv));
    log.iter().take(moves_made as usize).for_each(|&mv| game.play(&mut state, mv, &mut ()));
    perft(&game, &state, depth as u32)
}

#[test]
fn perft_numbers_have_not_changed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tower_up/perft.csv");
    let expected = fs::read_to_string(&path).expect("a data file");
    let mut found = String::from("players,seed,moves_made,depth,count\n");
    for line in expected.lines().skip(1) {
        let numbers: Vec<u64> =
            line.split(',').map(|cell| cell.parse().expect("a number")).collect();
        let [players, seed, moves_made, depth, _] = numbers[..] else {
            panic!("five numbers: {line}")
        };
        let count = count(players, seed, moves_made, depth);
        found += &format!("{players},{seed},{moves_made},{depth},{count}\n");
    }
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &found).expect("the data file can be written");
        return;
    }
    assert_eq!(found, expected);
}
