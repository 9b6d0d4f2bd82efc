//! What every game promises, as one suite that knows none of them.
//!
//! [`verify`] plays random games and examines every position on the way. A new
//! game that passes can be trusted by agents, documents and analysis alike.
//!
//! | promise | what is examined |
//! | --- | --- |
//! | order | moves and outcomes ascend, no two are alike |
//! | agreement | `check` accepts what is listed and nothing else |
//! | difference | no two moves, and no two outcomes, lead to the same state |
//! | turns | there are moves exactly when a player is next, outcomes exactly when chance is |
//! | chance | `sample` follows the weights of `outcomes` |
//! | secrecy | a seat's view is enough to know its moves, and a redeal looks the same to it |
//! | notation | every move is read back as it was written |
//! | replay | a log of moves, as text, leads to the same state |
//! | watching | who watches changes nothing |
//! | refusals | a breach names a rule of the game and what is needed |
//! | end | every game ends, and somebody stands best |

use std::collections::HashSet;

use crate::game::playout::{Draws, key};
use crate::game::random::Rng;
use crate::game::{Game, Next, PlayerView, Seat};

/// No game may be longer than this many moves.
pub const MOST_MOVES: usize = 1_000_000;
/// Foreign moves tried on each position.
const STRANGERS: usize = 12;

/// A promise that was not kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{promise}: {what}, after: {log}")]
pub struct Violation {
    /// Which promise, as in the table above.
    pub promise: &'static str,
    /// How it was broken.
    pub what: String,
    /// The moves that lead there.
    pub log: String,
}

/// How much was examined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Positions in which a player decides.
    pub decisions: u64,
    /// Positions in which chance decides.
    pub chances: u64,
    /// Moves that were refused, and rightly.
    pub refusals: u64,
    /// Chance positions whose law was measured.
    pub laws: u64,
}

/// Plays `games` random games and examines every position.
pub fn verify<G: Game>(game: &G, games: u64, seed: u64) -> Result<Coverage, Violation> {
    let key = key(seed, game);
    let mut examiner = Examiner {
        game,
        log: Vec::new(),
        strangers: Vec::new(),
        coverage: Coverage::default(),
        spare: key.stream(u64::MAX / 16, crate::game::random::Purpose::Agent(0)),
    };
    for k in 0..games {
        examiner.game(&mut Draws::new(&key, k))?;
    }
    Ok(examiner.coverage)
}

/// Follows a game whose moves are chosen by bytes, for fuzzing: every listed move
/// must be accepted, every other refused, and texts never break the reader.
///
/// # Panics
/// When the game breaks a promise.
pub fn play_bytes<G: Game>(game: &G, bytes: &[u8]) {
    let mut state = game.start();
    let mut last: Option<G::Move> = None;
    for (at, &byte) in bytes.iter().enumerate() {
        let (moves, _) = options(game, &state);
        if moves.is_empty() {
            break;
        }
        if let Some(stranger) = last {
            assert_eq!(
                game.check(&state, stranger).is_ok(),
                moves.contains(&stranger),
                "{}",
                game.show(stranger)
            );
        }
        let mv = moves[usize::from(byte) % moves.len()];
        assert_eq!(game.check(&state, mv), Ok(()), "{}", game.show(mv));
        game.play(&mut state, mv, &mut ());
        last = Some(mv);
        let text = bytes.get(at..at + 24).and_then(|text| std::str::from_utf8(text).ok());
        if let Some(mv) = text.and_then(|text| game.read_move(text).ok()) {
            let _ = game.check(&state, mv);
        }
    }
}

/// Everything that can happen in a position, with its weights if chance decides.
fn options<G: Game>(game: &G, state: &G::State) -> (Vec<G::Move>, Vec<u128>) {
    let (mut moves, mut weights) = (Vec::new(), Vec::new());
    game.moves(state, &mut |mv| moves.push(mv));
    game.outcomes(state, &mut |mv, weight| {
        moves.push(mv);
        weights.push(weight);
    });
    (moves, weights)
}

struct Examiner<'a, G: Game> {
    game: &'a G,
    log: Vec<G::Move>,
    /// Moves met elsewhere, to be tried where they may not belong.
    strangers: Vec<G::Move>,
    coverage: Coverage,
    spare: Rng,
}

impl<G: Game> Examiner<'_, G> {
    fn game(&mut self, draws: &mut Draws<'_>) -> Result<(), Violation> {
        self.log.clear();
        let game = self.game;
        let mut state = game.start();
        loop {
            let (options, weights) = options(game, &state);
            self.options(&state, &options, &weights)?;
            self.secrecy(&state, &options)?;
            let mv = match game.next(&state) {
                Next::Over(_) => break,
                Next::Player(_) => {
                    self.coverage.decisions += 1;
                    options[draws.agent().index(options.len())]
                }
                Next::Chance => {
                    self.coverage.chances += 1;
                    self.law(&state, &options, &weights)?;
                    game.sample(&state, draws.chance(true))
                }
            };
            self.watching(&state, mv)?;
            game.play(&mut state, mv, &mut ());
            self.log.push(mv);
            self.demand(self.log.len() < MOST_MOVES, "end", || "the game does not end".into())?;
        }
        self.demand(game.leaders(&state).next().is_some(), "end", || "nobody stands best".into())?;
        self.replay(&state)
    }

    fn demand(
        &self,
        holds: bool,
        promise: &'static str,
        what: impl Fn() -> String,
    ) -> Result<(), Violation> {
        if holds {
            return Ok(());
        }
        let log: Vec<String> = self.log.iter().map(|&mv| self.game.show(mv).to_string()).collect();
        Err(Violation { promise, what: what(), log: log.join(" | ") })
    }

    fn options(
        &mut self,
        state: &G::State,
        options: &[G::Move],
        weights: &[u128],
    ) -> Result<(), Violation> {
        let game = self.game;
        let show = |mv: G::Move| game.show(mv).to_string();
        let expected = match game.next(state) {
            Next::Player(seat) => {
                seat.index() < game.seats() && !options.is_empty() && weights.is_empty()
            }
            Next::Chance => !options.is_empty() && options.len() == weights.len(),
            Next::Over(_) => options.is_empty(),
        };
        let count = options.len();
        self.demand(expected, "turns", || format!("{:?} with {count} options", game.next(state)))?;
        self.demand(weights.iter().all(|&w| w > 0), "chance", || "a weight is 0".into())?;
        for pair in options.windows(2) {
            let what = || format!("`{}` stands before `{}`", show(pair[0]), show(pair[1]));
            self.demand(pair[0] < pair[1], "order", what)?;
        }
        let mut reached = HashSet::new();
        for &mv in options {
            let check = game.check(state, mv);
            self.demand(check.is_ok(), "agreement", || {
                format!("`{}` is listed, but {check:?}", show(mv))
            })?;
            let mut after = *state;
            game.play(&mut after, mv, &mut ());
            self.demand(reached.insert(after), "difference", || {
                format!("`{}` leads where another does", show(mv))
            })?;
            let read = game.read_move(&show(mv));
            self.demand(read.as_ref() == Ok(&mv), "notation", || {
                format!("`{}` is read as {read:?}", show(mv))
            })?;
        }
        for _ in 0..STRANGERS.min(self.strangers.len()) {
            let mv = self.strangers[self.spare.index(self.strangers.len())];
            let check = game.check(state, mv);
            let listed = options.binary_search(&mv).is_ok();
            self.demand(check.is_ok() == listed, "agreement", || {
                format!(
                    "`{}` is {}listed, but {check:?}",
                    show(mv),
                    if listed { "" } else { "not " }
                )
            })?;
            if let Err(breach) = check {
                self.coverage.refusals += 1;
                let known =
                    G::RULES.iter().any(|rule| rule.id == breach.rule) && !breach.needs.is_empty();
                self.demand(known, "refusals", || format!("{breach:?} names no rule or no need"))?;
            }
        }
        // A few moves of each position are enough for variety.
        for _ in 0..options.len().min(3) {
            self.strangers.push(options[self.spare.index(options.len())]);
        }
        Ok(())
    }

    fn secrecy(&mut self, state: &G::State, moves: &[G::Move]) -> Result<(), Violation> {
        let game = self.game;
        for seat in Seat::all(game.seats()) {
            let seen = PlayerView::new(game, state, seat).observe();
            let again = game.hide(seen.state(), seat);
            self.demand(again == *seen.state(), "secrecy", || {
                format!("hiding twice from {seat} differs")
            })?;
            let redealt = game.redeal(&seen, &mut self.spare);
            let view = game.hide(&redealt, seat);
            self.demand(view == *seen.state(), "secrecy", || {
                format!("a redeal looks different to {seat}")
            })?;
            let stuck = options(game, &redealt).0.is_empty() && !moves.is_empty();
            self.demand(!stuck, "secrecy", || format!("a redeal for {seat} leaves no move"))?;
            for position in [seen.state(), &redealt] {
                let same = game.next(position) == game.next(state);
                self.demand(same, "secrecy", || {
                    format!("who is next depends on what {seat} cannot see")
                })?;
                if game.next(state) == Next::Player(seat) {
                    let same = options(game, position).0 == moves;
                    self.demand(same, "secrecy", || {
                        format!("the moves of {seat} depend on what it cannot see")
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Measures the law of one chance step in some, by a rough chi-square bound
    /// that a right law practically never exceeds.
    fn law(
        &mut self,
        state: &G::State,
        options: &[G::Move],
        weights: &[u128],
    ) -> Result<(), Violation> {
        if self.spare.below(16) > 0 {
            let mv = self.game.sample(state, &mut self.spare);
            let listed = options.binary_search(&mv).is_ok();
            return self.demand(listed, "chance", || {
                format!("`{}` is drawn but not listed", self.game.show(mv))
            });
        }
        self.coverage.laws += 1;
        let draws = 100 * options.len() as u64;
        let mut counts = vec![0u64; options.len()];
        for _ in 0..draws {
            let mv = self.game.sample(state, &mut self.spare);
            match options.binary_search(&mv) {
                Ok(index) => counts[index] += 1,
                Err(_) => {
                    let what = || format!("`{}` is drawn but not listed", self.game.show(mv));
                    self.demand(false, "chance", what)?;
                }
            }
        }
        let total: u128 = weights.iter().sum();
        let statistic: f64 = counts
            .iter()
            .zip(weights)
            .map(|(&count, &weight)| {
                let expected = draws as f64 * weight as f64 / total as f64;
                (count as f64 - expected).powi(2) / expected
            })
            .sum();
        let freedom = options.len() as f64 - 1.0;
        let bound = freedom + 8.0 * (2.0 * freedom).sqrt() + 10.0;
        self.demand(statistic <= bound, "chance", || {
            format!("chi-square {statistic:.1}, at most {bound:.1}")
        })
    }

    fn watching(&mut self, state: &G::State, mv: G::Move) -> Result<(), Violation> {
        let (mut alone, mut watched) = (*state, *state);
        self.game.play(&mut alone, mv, &mut ());
        self.game.play(&mut watched, mv, &mut Vec::new());
        self.demand(alone == watched, "watching", || format!("`{}` notices it", self.game.show(mv)))
    }

    fn replay(&mut self, end: &G::State) -> Result<(), Violation> {
        let mut state = self.game.start();
        for &mv in &self.log {
            let text = self.game.show(mv).to_string();
            let read = self.game.read_move(&text).unwrap_or(mv);
            self.game.play(&mut state, read, &mut ());
        }
        self.demand(state == *end, "replay", || "the log leads elsewhere".into())
    }
}
