//! Games between agents.

use serde::{Deserialize, Serialize};

use crate::agents::Agent;
use crate::game::{Finish, Game, Next, Seat, View, Watch};
use crate::measure::{Measure, Noticing};
use crate::random::{Key, Purpose, Rng};

/// Shares of a win are counted in twelfths: up to four can share one.
pub const WHOLE: u32 = 12;
/// The most agents at a table.
pub const MAX_AGENTS: usize = 4;

/// How a game between agents ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// By seat, twelfths of the win.
    pub twelfths: [u32; MAX_AGENTS],
    /// By seat, points.
    pub points: [i32; MAX_AGENTS],
    /// How it ended.
    pub finish: Finish,
    /// Decisions of players.
    pub decisions: u64,
    /// A bit for each seat whose agent failed, and has lost for it.
    pub failed: u8,
}

/// The first decisions of a game: enough to go on with it later.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// By decision, which of the legal moves was chosen.
    pub choices: Vec<u32>,
    /// By agent, how far its draws are.
    pub drawn: [u64; MAX_AGENTS],
}

/// Plays game `k` of a block. `seating[seat]` is the agent of each seat, as an index into
/// `agents`; each agent draws from a stream of its own, wherever it sits.
pub fn play<G: Game>(
    game: &G,
    agents: &mut [&mut dyn Agent<G>],
    seating: &[usize],
    key: &Key,
    k: u64,
) -> Ended {
    play_from(game, &mut game.start(), agents, seating, (key, k), &mut ())
}

/// Looks on while a game is played.
pub trait Observe<G: Game>: Watch<G::Event> {
    /// The decisions that were made when the game was begun earlier.
    fn opening(&self) -> Option<&Opening> {
        None
    }

    /// An agent has chosen one of the legal moves; so far are its draws.
    fn chose(&mut self, _agent: usize, _choice: usize, _drawn: u64) {}

    /// A player decides for a move, one of `options`.
    fn decided(&mut self, _state: &G::State, _mv: G::Move, _options: usize) {}

    /// A move was made, by a player or by chance.
    fn moved(&mut self, _mv: G::Move) {}
}

impl<G: Game> Observe<G> for () {}
impl<G: Measure> Observe<G> for Noticing<'_, G> {}

/// The same from a position, which becomes the final one. What a view leaves open is dealt
/// first.
pub fn play_from<G: Game>(
    game: &G,
    state: &mut G::State,
    agents: &mut [&mut dyn Agent<G>],
    seating: &[usize],
    (key, k): (&Key, u64),
    observer: &mut impl Observe<G>,
) -> Ended {
    let mut streams: [Option<Rng>; MAX_AGENTS] = Default::default();
    let (mut setup, mut chance) = (key.stream(k, Purpose::Setup), key.stream(k, Purpose::Chance));
    let (mut moves, mut decisions) = (Vec::with_capacity(128), 0);
    if let Some(viewer) = game.viewer(state) {
        *state = game.redeal(&View::new(game, state, viewer).seen(), &mut setup);
    }
    let finish = loop {
        match game.next(state) {
            Next::Over(finish) => break finish,
            Next::Chance => {
                let rng = if decisions == 0 { &mut setup } else { &mut chance };
                let mv = game.sample(state, rng);
                observer.moved(mv);
                game.play(state, mv, observer);
            }
            Next::Player(seat) => {
                let agent = seating[seat.index()];
                moves.clear();
                game.moves(state, &mut |mv| moves.push(mv));
                let known = observer.opening().and_then(|it| it.choices.get(decisions as usize));
                let choice = match known {
                    Some(&choice) => choice as usize,
                    None => {
                        let rng = streams[agent].get_or_insert_with(|| {
                            let mut rng = key.stream(k, Purpose::Agent(agent as u8));
                            if let Some(opening) = observer.opening() {
                                rng.go_to(opening.drawn[agent]);
                            }
                            rng
                        });
                        let view = View::new(game, state, seat);
                        let choice = agents[agent].choose(&view, &moves, rng);
                        observer.chose(agent, choice, rng.drawn());
                        choice
                    }
                };
                observer.decided(state, moves[choice], moves.len());
                observer.moved(moves[choice]);
                game.play(state, moves[choice], observer);
                decisions += 1;
            }
        }
    };
    let mut ended =
        Ended { twelfths: [0; MAX_AGENTS], points: [0; MAX_AGENTS], finish, decisions, failed: 0 };
    let failed: Vec<bool> = agents.iter_mut().map(|agent| agent.take_failure().is_some()).collect();
    for seat in Seat::all(game.seats()).filter(|seat| failed[seating[seat.index()]]) {
        ended.failed |= 1 << seat.0;
    }
    // Who failed has lost; the best of the others wins, or nobody.
    let fit = |seat: &Seat| ended.failed >> seat.0 & 1 == 0;
    let best = Seat::all(game.seats()).filter(fit).map(|seat| game.standing(state, seat)).max();
    let winners: Vec<Seat> = Seat::all(game.seats())
        .filter(|seat| fit(seat) && Some(game.standing(state, *seat)) == best)
        .collect();
    for seat in &winners {
        ended.twelfths[seat.index()] = WHOLE / winners.len() as u32;
    }
    for seat in Seat::all(game.seats()) {
        ended.points[seat.index()] = game.standing(state, seat).points;
    }
    ended
}

/// The seating in which agent 0 sits at `seat` and agent 1 everywhere else.
pub fn one_against_all(seats: usize, seat: usize) -> Vec<usize> {
    (0..seats).map(|at| usize::from(at != seat)).collect()
}
