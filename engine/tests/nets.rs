//! Nets: the sums that are carried from one position to the next are those of the position itself,
//! files are read back, and the same training gives the same net however it is run.

use std::sync::Arc;

use towerlab_engine::agents::net::{
    KnownSums, NetFile, NetTrainer, NetTraining, NetTrainingOptions,
};
use towerlab_engine::each_game;
use towerlab_engine::game::playout::{Draws, Playout, key};
use towerlab_engine::game::{Next, Seat};
use towerlab_engine::games::inputs::{InputLayout, Inputs, KnownInputs, Nearest};
use towerlab_engine::games::{Documents, Evaluate};

/// One round of each part of a training.
const SHORT: NetTrainingOptions = NetTrainingOptions {
    seed: 3,
    games: 512,
    warm_up: 0,
    lambda: 0.7,
    random_in: 10,
    rate: 0.002,
    search_games: 128,
    iterations: 3,
    search_in: 2,
    search_rate: 0.001,
    stray_in: 5,
    stray_temperature: 0.3,
    only_new_inputs: false,
};

fn trainer<G: Documents + Evaluate>() -> NetTrainer<G> {
    NetTrainer::new(Arc::new(G::standard(2)), SHORT)
}

fn trained<G: Documents + Evaluate>(threads: usize) -> Vec<u8> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| {
        let mut trainer = trainer::<G>();
        while !trainer.is_done() {
            trainer.round();
        }
        trainer.file().write()
    })
}

/// The same on one thread, on several, and after a stop in the middle.
fn trains_alike_however_it_is_run<G: Documents + Evaluate>() {
    let whole = trained::<G>(1);
    assert!(whole == trained::<G>(3), "threads matter");
    let mut first = trainer::<G>();
    first.round();
    let mut second = trainer::<G>();
    second.restore(&first.checkpoint()).expect("the same training");
    while !second.is_done() {
        second.round();
    }
    assert!(whole == second.file().write(), "a stop matters");
    let mut other =
        NetTrainer::new(Arc::new(G::standard(2)), NetTrainingOptions { seed: 4, ..SHORT });
    assert!(other.restore(&first.checkpoint()).is_err(), "another training goes on");
    assert!(second.restore(b"nonsense").is_err() && second.restore(b"").is_err());
}

fn files_are_read_back<G: Documents + Evaluate>() {
    let file = trainer::<G>().file();
    let bytes = file.write();
    assert_eq!(NetFile::read(&bytes, G::INPUT_TABLES).as_ref(), Ok(&file));
    assert!(NetFile::read(&bytes[..bytes.len() - 1], G::INPUT_TABLES).is_err());
    assert!(NetFile::read(&bytes, &G::INPUT_TABLES[1..]).is_err());
    assert!(NetFile::read(b"{}\n", G::INPUT_TABLES).is_err());
    for (players, bytes) in G::NETS {
        let file = NetFile::read(bytes, G::INPUT_TABLES).expect("an embedded net");
        assert_eq!((file.header.game.as_str(), file.header.players), (G::NAME, *players));
        assert!(G::SEATS.contains(players));
    }
}

/// A training takes over the weights of a net, and can learn to beat one that does not learn.
fn trains_from_and_against_a_net<G: Documents + Evaluate>() {
    let first = trainer::<G>().file();
    let bytes = first.write();
    let mut response = trainer::<G>();
    response.start_from(&bytes).expect("a net of this game");
    assert_eq!(response.file().network, first.network, "the weights are those of the file");
    response.play_against(&bytes).expect("a net of this game");
    response.round();
    assert_ne!(response.file().network, first.network, "it learns");
    let mut plain = trainer::<G>();
    plain.start_from(&bytes).expect("a net of this game");
    plain.round();
    assert_ne!(response.file().network, plain.file().network, "the opponent matters");
    assert!(plain.restore(&response.checkpoint()).is_err(), "another opponent");
    let ancestry = response.file().header.training.ancestry;
    assert!(ancestry.from.is_some() && ancestry.from == ancestry.against);
    assert!(plain.start_from(b"nonsense").is_err() && plain.play_against(b"").is_err());
}

/// Sums that are updated input by input are those of the position itself, and no position has
/// other inputs than the first.
fn sums_are_carried_along<G: Documents + Evaluate>() {
    for game in G::samples().into_iter().filter(|game| game.seats() > 1) {
        let layout = InputLayout::new(G::INPUT_TABLES, game.seats());
        let network = NetTrainer::new(Arc::new(G::standard(game.seats())), SHORT).file().network;
        let key = key(8, &game);
        let mut playout = Playout::new(&game);
        let mut log = Vec::new();
        playout.watched(&mut game.start(), &mut Draws::new(&key, 0), &mut (), |mv, _| log.push(mv));
        let mut state = game.start();
        let (mut inputs, mut before) = (Inputs::default(), Inputs::default());
        game.inputs(&state, Seat(0), &mut before.fill(&layout));
        let mut sums = network.sums(before.rows());
        for mv in log {
            game.play(&mut state, mv, &mut ());
            if matches!(game.next(&state), Next::Over(_)) {
                break;
            }
            game.inputs(&state, Seat(0), &mut inputs.fill(&layout));
            assert_eq!(inputs.rows().len(), before.rows().len());
            assert!(inputs.rows().iter().all(|row| usize::from(*row) < layout.total()));
            let known = KnownSums { rows: before.rows(), sums: &sums };
            sums = network.update(known, None, inputs.rows());
            assert_eq!(sums, network.sums(inputs.rows()));
            std::mem::swap(&mut inputs, &mut before);
        }
    }
}

/// What is copied from the position before a move, or from the one after another move, is what would
/// have been written.
fn inputs_after_a_move_are_those_of_the_position<G: Documents + Evaluate>() {
    for game in G::samples().into_iter().filter(|game| game.seats() > 1) {
        let layout = InputLayout::new(G::INPUT_TABLES, game.seats());
        let key = key(9, &game);
        let (mut state, mut draws) = (game.start(), Draws::new(&key, 0));
        let [mut before, mut sibling, mut copied, mut written] =
            [(); 4].map(|()| Inputs::default());
        let mut decisions = 0;
        loop {
            let mut moves = Vec::new();
            let seat = match game.next(&state) {
                Next::Over(_) => break,
                Next::Chance => {
                    let mv = game.sample(&state, draws.chance(decisions > 0));
                    game.play(&mut state, mv, &mut ());
                    continue;
                }
                Next::Player(seat) => seat,
            };
            game.moves(&state, &mut |mv| moves.push(mv));
            game.inputs(&state, seat, &mut before.fill(&layout));
            let mut last: Option<G::State> = None;
            for &mv in &moves {
                let mut after = state;
                game.play(&mut after, mv, &mut ());
                let known = KnownInputs { state: &state, inputs: &before };
                let other = last.as_ref().map(|it| KnownInputs { state: it, inputs: &sibling });
                let nearest =
                    game.inputs_after(known, other, &after, seat, &mut copied.fill(&layout));
                game.inputs(&after, seat, &mut written.fill(&layout));
                assert_eq!(copied.rows(), written.rows(), "{}", game.show(mv));
                if nearest == Nearest::Before {
                    std::mem::swap(&mut copied, &mut sibling);
                    last = Some(after);
                }
            }
            decisions += 1;
            let choice = draws.agent().index(moves.len());
            game.play(&mut state, moves[choice], &mut ());
        }
    }
}

macro_rules! tests {
    ($module:ident, $game:ty) => {
        mod $module {
            #[test]
            fn trains_alike_however_it_is_run() {
                super::trains_alike_however_it_is_run::<$game>();
            }

            #[test]
            fn trains_from_and_against_a_net() {
                super::trains_from_and_against_a_net::<$game>();
            }

            #[test]
            fn files_are_read_back() {
                super::files_are_read_back::<$game>();
            }

            #[test]
            fn inputs_after_a_move_are_those_of_the_position() {
                super::inputs_after_a_move_are_those_of_the_position::<$game>();
            }

            #[test]
            fn sums_are_carried_along() {
                super::sums_are_carried_along::<$game>();
            }
        }
    };
}

each_game!(tests);
