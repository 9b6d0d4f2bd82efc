//! Nothing is allocated while a game is played: not by the rules, and not by `expert`.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use towerlab_engine::agents::{Expert, embedded_network};
use towerlab_engine::each_game;
use towerlab_engine::game::playout::{Draws, Playout, key};
use towerlab_engine::game::{Game, Next};
use towerlab_engine::games::Evaluate;

struct Counting;

// By thread: the test runner has threads of its own that allocate.
thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// The one place where the system allocator is wrapped; it only counts.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations_in_playouts<G: Game>() {
    for game in G::samples() {
        let key = key(1, &game);
        let mut playout = Playout::new(&game);
        let before = ALLOCATIONS.get();
        let mut decisions = 0;
        for k in 0..200 {
            decisions += playout.run(&mut game.start(), &mut Draws::new(&key, k));
        }
        let during = ALLOCATIONS.get() - before;
        assert_eq!(during, 0, "{}: {during} allocations in {decisions} decisions", G::NAME);
    }
    // The counter does count.
    let before = ALLOCATIONS.get();
    drop(std::hint::black_box(Vec::<u64>::with_capacity(100)));
    assert_eq!(ALLOCATIONS.get() - before, 1);
}

#[test]
fn a_playout_allocates_nothing() {
    macro_rules! count {
        ($module:ident, $game:ty) => {
            allocations_in_playouts::<$game>();
        };
    }
    each_game!(count);
}

/// Positions of one random game, and what a net chooses there.
fn allocations_of_expert<G: Evaluate>() {
    for game in G::SEATS.map(G::standard) {
        let Some(network) = embedded_network(&game) else { continue };
        let mut expert = Expert::new(&game, network);
        let key = key(1, &game);
        let (mut state, mut draws) = (game.start(), Draws::new(&key, 0));
        let mut moves = Vec::with_capacity(1000);
        let mut counted = 0;
        for decision in 0.. {
            match game.next(&state) {
                Next::Over(_) => break,
                Next::Chance => {
                    let mv = game.sample(&state, draws.chance(decision > 0));
                    game.play(&mut state, mv, &mut ());
                }
                Next::Player(_) => {
                    moves.clear();
                    game.moves(&state, &mut |mv| moves.push(mv));
                    // The first look makes room for the moves.
                    expert.best(&game, &state, &moves);
                    let before = ALLOCATIONS.get();
                    let best = expert.best(&game, &state, &moves);
                    assert_eq!(ALLOCATIONS.get(), before, "{}: decision {decision}", G::NAME);
                    game.play(&mut state, moves[best], &mut ());
                    counted += 1;
                }
            }
        }
        assert!(counted > 10, "{}: a whole game", G::NAME);
    }
}

#[test]
fn a_decision_of_expert_allocates_nothing() {
    macro_rules! count {
        ($module:ident, $game:ty) => {
            allocations_of_expert::<$game>();
        };
    }
    each_game!(count);
}
