//! Random games of every game at every number of players, one thread.

#![allow(missing_docs)]

use divan::Bencher;
use divan::counter::ItemsCount;
use towerlab_engine::each_game;
use towerlab_engine::game::Game;
use towerlab_engine::game::playout::{Draws, Playout, key};

fn main() {
    divan::main();
}

/// Games in one measured run, so that long and short games even out.
const GAMES: u64 = 200;

fn decisions<G: Game>(bencher: Bencher<'_, '_>, seats: usize) {
    let game = G::standard(seats);
    let key = key(1, &game);
    let mut playout = Playout::new(&game);
    let mut play = || {
        (0..GAMES).map(|k| playout.run(&mut game.start(), &mut Draws::new(&key, k))).sum::<u64>()
    };
    let decisions = play();
    bencher.counter(ItemsCount::new(decisions)).bench_local(play);
}

macro_rules! bench {
    ($module:ident, $game:ty) => {
        #[divan::bench_group(sample_count = 20)]
        mod $module {
            /// Items are decisions of players.
            #[divan::bench(args = <$game as towerlab_engine::game::Game>::SEATS)]
            fn decisions(bencher: divan::Bencher<'_, '_>, seats: usize) {
                super::decisions::<$game>(bencher, seats);
            }
        }
    };
}

each_game!(bench);
