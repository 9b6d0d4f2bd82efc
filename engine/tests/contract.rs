//! Every game keeps every promise. This file knows no game by name.

use towerlab_engine::contract::verify;
use towerlab_engine::each_game;
use towerlab_engine::game::Game;

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

macro_rules! contract {
    ($module:ident, $game:ty) => {
        #[test]
        fn $module() {
            keeps_its_promises::<$game>();
        }
    };
}

each_game!(contract);
contract!(the_example, connect_four::ConnectFour);
