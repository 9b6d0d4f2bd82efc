//! A whole game on the interface: Connect Four, the guide to adding one.
//!
//! 1. Say what a state is: a plain value, no heap. Here two sets of 49 bits.
//! 2. Say what a move is: one decision, small and ordered. Here a column.
//! 3. Answer the questions of [`Game`]. There is no chance and no secret here,
//!    so `outcomes` lists nothing and `hide` keeps its default.
//! 4. Run the contract on it, as `tests/contract.rs` does for this file; a game
//!    of the engine gets that from its line in `each_game!`.
//!
//! `cargo run --release -p towerlab-engine --example connect_four -- [SECONDS]`
//! plays random games on one thread and prints how many it played.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use towerlab_engine::game::{Breach, Finish, Game, Next, Rule, Seat, Standing, Unreadable, Watch};
use towerlab_engine::playout::{Draws, Playout, key};
use towerlab_engine::random::Rng;

/// Seven columns of six, with an empty seventh row so that lines cannot wrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    stones: [u64; 2],
    /// By column, the lowest free cell: 7 * column + height.
    free: [u8; 7],
    placed: u8,
    won: bool,
}

/// The column a stone is dropped into, 0 to 6.
pub type Column = u8;

/// Connect Four has no parameters.
pub struct ConnectFour;

fn has_line(stones: u64) -> bool {
    [1, 7, 6, 8].into_iter().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl Game for ConnectFour {
    const NAME: &'static str = "connect-four";
    const SEATS: RangeInclusive<usize> = 2..=2;
    const PAGE: &'static str = "Four in a row wins.";
    const RULES: &'static [Rule] =
        &[Rule { id: "game-over", section: "End" }, Rule { id: "column-full", section: "Moves" }];

    type State = Position;
    type Move = Column;
    type Event = ();

    fn standard(_: usize) -> Self {
        ConnectFour
    }

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position { stones: [0; 2], free: [0, 7, 14, 21, 28, 35, 42], placed: 0, won: false }
    }

    #[inline]
    fn next(&self, state: &Position) -> Next {
        match state {
            Position { won: true, .. } => Next::Over(Finish::Decided),
            Position { placed: 42, .. } => Next::Over(Finish::Stalemate),
            _ => Next::Player(Seat(state.placed % 2)),
        }
    }

    #[inline]
    fn moves(&self, state: &Position, out: &mut impl FnMut(Column)) {
        if let Next::Player(_) = self.next(state) {
            (0..7).filter(|&c| state.free[usize::from(c)] < 7 * c + 6).for_each(out);
        }
    }

    fn outcomes(&self, _: &Position, _: &mut impl FnMut(Column, u128)) {}

    fn sample(&self, _: &Position, _: &mut Rng) -> Column {
        unreachable!("nothing is left to chance")
    }

    fn check(&self, state: &Position, column: Column) -> Result<(), Breach> {
        let breach = |rule, needs: &str| Err(Breach { rule, needs: needs.into() });
        match self.next(state) {
            Next::Over(_) => breach("game-over", "the game is over"),
            _ if column > 6 => breach("column-full", "there are 7 columns"),
            _ if state.free[usize::from(column)] == 7 * column + 6 => {
                breach("column-full", "choose one with room")
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn play(&self, state: &mut Position, column: Column, _: &mut impl Watch<()>) {
        let stones = &mut state.stones[usize::from(state.placed % 2)];
        let free = &mut state.free[usize::from(column)];
        *stones |= 1 << *free;
        *free += 1;
        state.placed += 1;
        state.won = has_line(*stones);
    }

    fn standing(&self, state: &Position, seat: Seat) -> Standing {
        let won = state.won && usize::from(state.placed % 2) != seat.index();
        Standing { points: won.into(), tie_break: 0 }
    }

    fn write_move(&self, column: Column, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "drop {column}")
    }

    fn read_move(&self, text: &str) -> Result<Column, Unreadable> {
        let column = text.strip_prefix("drop ").and_then(|column| column.parse().ok());
        let unreadable = || Unreadable { text: text.into(), why: "write `drop 3`".into() };
        column.filter(|column| *column < 7).ok_or_else(unreadable)
    }
}

fn main() {
    let seconds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(2.0);
    let (key, mut playout) = (key(1, &ConnectFour), Playout::new(&ConnectFour));
    let (begin, mut games, mut moves) = (Instant::now(), 0u64, 0u64);
    while begin.elapsed() < Duration::from_secs_f64(seconds) {
        for k in games..games + 10_000 {
            moves += playout.run(&mut ConnectFour.start(), &mut Draws::new(&key, k));
        }
        games += 10_000;
    }
    let rate = games as f64 / begin.elapsed().as_secs_f64();
    println!(
        "{{\"game\":\"connect-four\",\"games_per_second\":{rate:.0},\"moves_per_game\":{:.2}}}",
        moves as f64 / games as f64
    );
}
