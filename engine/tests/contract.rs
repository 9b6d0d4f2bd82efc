//! Every game keeps every promise. This file knows no game by name.

use proptest::prelude::*;
use towerlab_engine::each_game;
use towerlab_engine::game::Game;
use towerlab_engine::game::contract::{play_bytes, verify};

#[path = "../examples/connect_four.rs"]
#[allow(dead_code)]
mod connect_four;

/// Long enough to meet every kind of position, short enough for every run.
const GAMES: u64 = 40;

fn keeps_its_promises<G: Game>() {
    for (index, game) in G::samples().iter().enumerate() {
        let coverage = verify(game, GAMES, 1)
            .unwrap_or_else(|violation| panic!("sample {index}: {violation}"));
        assert!(coverage.decisions >= GAMES, "sample {index}: {coverage:?}");
        assert!(coverage.refusals >= GAMES, "sample {index}: {coverage:?}");
    }
}

/// The short form of the fuzz target.
fn plays_any_bytes<G: Game>() {
    let samples = G::samples();
    let bytes = (0..samples.len(), proptest::collection::vec(any::<u8>(), 0..400));
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let played = runner.run(&bytes, |(sample, bytes)| {
        play_bytes(&samples[sample], &bytes);
        Ok(())
    });
    played.unwrap_or_else(|failure| panic!("{failure}"));
}

macro_rules! contract {
    ($module:ident, $game:ty) => {
        mod $module {
            #[test]
            fn keeps_its_promises() {
                super::keeps_its_promises::<$game>();
            }

            #[test]
            fn plays_any_bytes() {
                super::plays_any_bytes::<$game>();
            }
        }
    };
}

each_game!(contract);
contract!(the_example, crate::connect_four::ConnectFour);

/// The guide shows what the example has.
#[test]
fn the_guide_quotes_the_example() {
    let guide = include_str!("../ADDING_A_GAME.md");
    let example = include_str!("../examples/connect_four.rs");
    assert!(example.lines().count() < 150);
    let excerpts: Vec<&str> = guide.split("```rust\n").skip(1).collect();
    assert!(excerpts.len() >= 7);
    for excerpt in excerpts {
        let excerpt = excerpt.split("```").next().unwrap_or_default();
        assert!(example.contains(excerpt), "not in the example:\n{excerpt}");
    }
}
