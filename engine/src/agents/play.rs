//! The one loop that plays games between agents.
//!
//! Simulations, matches, scenarios, advice, training, logs and benchmarks all play here. Only
//! uniformly random games have a faster way, [`Playout`](crate::game::playout::Playout), with
//! the same draws.

use serde::{Deserialize, Serialize};

use super::{Agent, GameObserver, GameResult, MAX_AGENTS};
use crate::game::random::{Key, Purpose, Rng};
use crate::game::{Game, Next, PlayerView, Seat};

/// One game to play: who sits where, and where its draws come from.
pub struct GameLoop<'a, G: Game, A: Agent<G>> {
    /// The variant.
    pub game: &'a G,
    /// Who plays. An agent may sit at several seats.
    pub agents: &'a mut [A],
    /// By seat, the index of its agent in `agents`.
    pub seating: &'a [usize],
    /// Where the draws come from.
    pub streams: Streams<'a>,
    /// Decisions that are known already: they are made again without asking the agents.
    pub recorded: Option<&'a RecordedDecisions>,
}

/// Where the draws of a game come from.
#[derive(Clone, Copy, Debug)]
pub struct Streams<'a> {
    /// The key of the block that the game belongs to.
    pub key: &'a Key,
    /// The number of the game in its block.
    pub number: u64,
    /// Whether all of chance draws from one stream, as in a game under way. Otherwise chance
    /// before the first decision has a stream of its own, so that different agents play the
    /// same deals.
    pub one_chance_stream: bool,
    /// The stream of the first agent; the others follow. Each agent draws from a stream of its
    /// own wherever it sits, so that a rotation of seats is compared on the same draws.
    pub first_agent: u8,
}

impl<'a> Streams<'a> {
    /// The streams of game `number` of a block.
    pub fn new(key: &'a Key, number: u64) -> Self {
        Streams { key, number, one_chance_stream: false, first_agent: 0 }
    }

    /// The same for a game under way: one stream for all of chance.
    pub fn under_way(key: &'a Key, number: u64) -> Self {
        Streams { one_chance_stream: true, ..Streams::new(key, number) }
    }
}

/// The first decisions of a game: enough to play them again and go on from there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedDecisions {
    /// By decision, which of the legal moves was chosen.
    pub choices: Vec<u32>,
    /// By agent, how far its stream is.
    pub drawn: [u64; MAX_AGENTS],
}

impl<G: Game, A: Agent<G>> GameLoop<'_, G, A> {
    /// Plays a whole game.
    pub fn run(self) -> GameResult {
        let mut state = self.game.start();
        self.run_from(&mut state, &mut ())
    }

    /// Plays on from a position, which becomes the final one. If the position is a seat's view,
    /// what it leaves open is dealt first.
    pub fn run_from(
        mut self,
        state: &mut G::State,
        observer: &mut impl GameObserver<G>,
    ) -> GameResult {
        let game = self.game;
        let mut rngs = OpenStreams::new(self.streams, self.recorded);
        let mut moves = Vec::with_capacity(128);
        let mut decisions = 0;
        if let Some(viewer) = game.viewer(state) {
            let observation = PlayerView::new(game, state, viewer).observe();
            *state = game.redeal(&observation, rngs.chance(decisions));
        }
        loop {
            match game.next(state) {
                Next::Over(_) => break,
                Next::Chance => {
                    let mv = game.sample(state, rngs.chance(decisions));
                    observer.moved(mv);
                    game.play(state, mv, observer);
                }
                Next::Player(seat) => {
                    moves.clear();
                    game.moves(state, &mut |mv| moves.push(mv));
                    let recorded = self.recorded.and_then(|it| it.choices.get(decisions as usize));
                    let choice = match recorded {
                        Some(&choice) => choice as usize,
                        None => self.ask(state, seat, &moves, &mut rngs, observer),
                    };
                    observer.decided(state, moves[choice], moves.len());
                    observer.moved(moves[choice]);
                    game.play(state, moves[choice], observer);
                    decisions += 1;
                    observer.reached(state);
                }
            }
        }
        let failed = self.take_failures();
        GameResult::with_failures(game, state, decisions, failed)
    }

    /// Lets the agent of a seat choose among the legal moves.
    fn ask(
        &mut self,
        state: &G::State,
        seat: Seat,
        moves: &[G::Move],
        rngs: &mut OpenStreams<'_>,
        observer: &mut impl GameObserver<G>,
    ) -> usize {
        let agent = self.seating[seat.index()];
        let rng = rngs.agent(agent);
        let view = PlayerView::new(self.game, state, seat);
        let choice = self.agents[agent].choose(&view, moves, rng);
        observer.chose(agent, choice, rng.drawn());
        choice
    }

    /// A bit for each seat whose agent failed.
    fn take_failures(&mut self) -> u8 {
        let mut failed = 0;
        for (index, agent) in self.agents.iter_mut().enumerate() {
            if agent.take_failure().is_some() {
                let seats = self.seating.iter().enumerate().filter(|(_, own)| **own == index);
                failed |= seats.fold(0, |bits, (seat, _)| bits | 1 << seat);
            }
        }
        failed
    }
}

/// The streams of a game, each made when it is first drawn from.
struct OpenStreams<'a> {
    from: Streams<'a>,
    recorded: Option<&'a RecordedDecisions>,
    setup: Option<Rng>,
    chance: Option<Rng>,
    agents: [Option<Rng>; MAX_AGENTS],
}

impl<'a> OpenStreams<'a> {
    fn new(from: Streams<'a>, recorded: Option<&'a RecordedDecisions>) -> Self {
        OpenStreams { from, recorded, setup: None, chance: None, agents: Default::default() }
    }

    /// For chance after so many decisions.
    fn chance(&mut self, decisions: u64) -> &mut Rng {
        let Streams { key, number, one_chance_stream, .. } = self.from;
        let (stream, purpose) = if decisions == 0 && !one_chance_stream {
            (&mut self.setup, Purpose::Setup)
        } else {
            (&mut self.chance, Purpose::Chance)
        };
        stream.get_or_insert_with(|| key.stream(number, purpose))
    }

    /// For the choices of an agent; goes on where its recorded decisions end.
    fn agent(&mut self, agent: usize) -> &mut Rng {
        let Streams { key, number, first_agent, .. } = self.from;
        self.agents[agent].get_or_insert_with(|| {
            let mut rng = key.stream(number, Purpose::Agent(first_agent + agent as u8));
            if let Some(recorded) = self.recorded {
                rng.seek(recorded.drawn[agent]);
            }
            rng
        })
    }
}

/// The seating in which agent 0 sits at `seat` and agent 1 everywhere else.
pub fn one_against_all(seats: usize, seat: usize) -> Vec<usize> {
    (0..seats).map(|at| usize::from(at != seat)).collect()
}

/// The seating in which every seat has the agent of its own number.
pub fn one_for_each_seat(seats: usize) -> Vec<usize> {
    (0..seats).collect()
}
