//! A whole game: Connect Four. `ADDING_A_GAME.md` walks through this file step by step.
//! `cargo run --release -p towerlab-engine --example connect_four -- [SECONDS]` plays at random.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use towerlab_engine::game::playout::{Draws, Playout, key};
use towerlab_engine::game::{
    Breach, Finish, Game, Next, Rule, Seat, Standing, Unreadable, Watch, json_notation,
};
use towerlab_engine::games::{Evaluate, Measure, PlainDocuments};

/// Seven columns of six cells, each in 7 bits: the empty cell on top keeps lines from wrapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Position {
    /// The stones of each seat, a bit for each cell.
    stones: [u64; 2],
    /// How many stones there are.
    placed: u8,
    /// Whether the last stone made a line of four.
    won: bool,
}

/// A stone is dropped into a column, 0 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Move {
    drop: u8,
}

/// Connect Four has no parameters.
pub struct ConnectFour;

/// The lowest cells of all columns.
const BOTTOM: u64 = 0x408_1020_4081;

fn has_line(stones: u64) -> bool {
    [1, 7, 6, 8].iter().any(|s| stones & stones >> s & stones >> (2 * s) & stones >> (3 * s) != 0)
}

impl Game for ConnectFour {
    const NAME: &'static str = "connect-four";
    const SEATS: RangeInclusive<usize> = 2..=2;
    const PAGE: &'static str = "Four in a row wins.";
    const RULES: &'static [Rule] =
        &[Rule { id: "game-over", section: "End" }, Rule { id: "column-full", section: "Moves" }];

    type State = Position;
    type Move = Move;
    type Event = ();

    fn standard(_: usize) -> Self {
        ConnectFour
    }

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position { stones: [0; 2], placed: 0, won: false }
    }

    fn next(&self, state: &Position) -> Next {
        match state {
            Position { won: true, .. } => Next::Over(Finish::Decided),
            Position { placed: 42, .. } => Next::Over(Finish::Stalemate),
            _ => Next::Player(Seat(state.placed % 2)),
        }
    }

    fn moves(&self, state: &Position, out: &mut impl FnMut(Move)) {
        if let Next::Player(_) = self.next(state) {
            let all = state.stones[0] | state.stones[1];
            (0..7).filter(|c| all >> (7 * c + 5) & 1 == 0).for_each(|drop| out(Move { drop }));
        }
    }

    fn check(&self, state: &Position, mv: Move) -> Result<(), Breach> {
        let breach = |rule, needs: &str| Err(Breach { rule, needs: needs.into() });
        let mut has_room = false;
        self.moves(state, &mut |legal| has_room |= legal == mv);
        match self.next(state) {
            Next::Over(_) => breach("game-over", "the game is over"),
            _ if !has_room => breach("column-full", "choose a column from 0 to 6 with room"),
            _ => Ok(()),
        }
    }

    fn play(&self, state: &mut Position, Move { drop }: Move, _: &mut impl Watch<()>) {
        let column = 0x3f << (7 * drop);
        let free = ((state.stones[0] | state.stones[1]) & column) + (1 << (7 * drop));
        let stones = &mut state.stones[usize::from(state.placed % 2)];
        *stones |= free;
        state.placed += 1;
        state.won = has_line(*stones);
    }

    fn standing(&self, state: &Position, seat: Seat) -> Standing {
        let won = state.won && usize::from(state.placed % 2) != seat.index();
        Standing { points: won.into(), tie_break: 0 }
    }

    fn write_move(&self, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        json_notation::write_move(&mv, out)
    }

    fn read_move(&self, text: &str) -> Result<Move, Unreadable> {
        json_notation::read_move(text)
    }
}

impl Measure for ConnectFour {
    type Counters = ();
    type SeatResult = ();
}

impl Evaluate for ConnectFour {}

impl PlainDocuments for ConnectFour {
    fn check_state(&self, state: &Position) -> Result<(), String> {
        let ([a, b], placed) = (state.stones, u32::from(state.placed));
        let is_stacked = (a | b) & !(BOTTOM * 0x3f) == 0 && ((a | b) + BOTTOM) & (a | b) == 0;
        let counts = [a.count_ones(), b.count_ones()];
        let takes_turns = a & b == 0 && counts == [placed.div_ceil(2), placed / 2];
        let last = usize::from(placed % 2 == 0);
        let lines = [state.stones[last], state.stones[1 - last]].map(has_line);
        let is_possible = is_stacked && takes_turns && lines == [state.won, false];
        is_possible.then_some(()).ok_or_else(|| "no play leads to these stones".into())
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
    let (rate, mean) = (games as f64 / begin.elapsed().as_secs_f64(), moves as f64 / games as f64);
    println!(
        r#"{{"game":"connect-four","games_per_second":{rate:.0},"moves_per_game":{mean:.2}}}"#
    );
}
