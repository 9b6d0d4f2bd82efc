//! How a game between agents ended.

use crate::game::{Finish, Game, Next, Seat};

/// The number of parts a win is counted in: up to four seats can share one evenly.
pub const WHOLE: u32 = 12;
/// The most seats of a game, and the most agents that play one.
pub const MAX_AGENTS: usize = 4;

/// How a game between agents ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// By seat, twelfths of the win.
    pub twelfths: [u32; MAX_AGENTS],
    /// By seat, points.
    pub points: [i32; MAX_AGENTS],
    /// How it ended.
    pub finish: Finish,
    /// Decisions of players.
    pub decisions: u64,
    /// A bit for each seat whose agent failed, and lost for it.
    pub failed: u8,
}

impl GameResult {
    /// The result of a game that ended in `state` and in which no agent failed. A game that is
    /// not over counts as unfinished.
    pub fn of<G: Game>(game: &G, state: &G::State, decisions: u64) -> GameResult {
        GameResult::with_failures(game, state, decisions, 0)
    }

    /// The same, with a bit for each seat whose agent failed. A seat that failed has lost; the
    /// best of the others wins.
    pub fn with_failures<G: Game>(
        game: &G,
        state: &G::State,
        decisions: u64,
        failed: u8,
    ) -> GameResult {
        let finish = match game.next(state) {
            Next::Over(finish) => finish,
            _ => Finish::Unfinished,
        };
        let seats = || Seat::all(game.seats());
        let (mut twelfths, mut points) = ([0; MAX_AGENTS], [0; MAX_AGENTS]);
        let can_win = |seat: &Seat| failed >> seat.0 & 1 == 0;
        let best = seats().filter(can_win).map(|seat| game.standing(state, seat)).max();
        let wins = |seat: &Seat| can_win(seat) && Some(game.standing(state, *seat)) == best;
        let winners = seats().filter(wins).count() as u32;
        for seat in seats() {
            points[seat.index()] = game.standing(state, seat).points;
            if wins(&seat) {
                twelfths[seat.index()] = WHOLE / winners;
            }
        }
        GameResult { twelfths, points, finish, decisions, failed }
    }

    /// The seats that share the win, in turn order.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(MAX_AGENTS).filter(|seat| self.twelfths[seat.index()] > 0)
    }

    /// A seat's share of the win, from 0 to 1.
    pub fn win_share(&self, seat: Seat) -> f64 {
        f64::from(self.twelfths[seat.index()]) / f64::from(WHOLE)
    }

    /// Whether the agent of a seat failed.
    pub fn has_failed(&self, seat: Seat) -> bool {
        self.failed >> seat.0 & 1 == 1
    }

    /// A seat's points less those of the best other of `seats`; alone, its points.
    pub fn margin(&self, seat: Seat, seats: usize) -> i32 {
        let others = Seat::all(seats).filter(|other| *other != seat);
        let best = others.map(|other| self.points[other.index()]).max();
        self.points[seat.index()] - best.unwrap_or(0)
    }
}
