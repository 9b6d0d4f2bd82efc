//! Playing a game to its end with random moves: the measure of an engine's
//! speed, and the simplest experiment.

use crate::game::random::{Key, Purpose, Rng};
use crate::game::{Game, Next, Watch};

/// The key for games of a variant under a seed: one block for each game and
/// number of players, so that variants are compared on common random numbers.
pub fn key<G: Game>(seed: u64, game: &G) -> Key {
    Key::new(seed, &format!("{}/{}", G::NAME, game.seats()))
}

/// The draws of one game in which one agent plays all seats. A stream that is
/// never drawn from is never made.
#[derive(Clone, Debug)]
pub struct Draws<'a> {
    key: &'a Key,
    k: u64,
    setup: Option<Rng>,
    chance: Option<Rng>,
    agent: Option<Rng>,
}

impl<'a> Draws<'a> {
    /// The draws of game `k` of a block.
    #[inline]
    pub fn new(key: &'a Key, k: u64) -> Self {
        Draws { key, k, setup: None, chance: None, agent: None }
    }

    /// For chance, which draws from another stream once a player has decided.
    #[inline]
    pub fn chance(&mut self, decided: bool) -> &mut Rng {
        let (stream, purpose) = if decided {
            (&mut self.chance, Purpose::Chance)
        } else {
            (&mut self.setup, Purpose::Setup)
        };
        stream.get_or_insert_with(|| self.key.stream(self.k, purpose))
    }

    /// For the choices of the agent.
    #[inline]
    pub fn agent(&mut self) -> &mut Rng {
        self.agent.get_or_insert_with(|| self.key.stream(self.k, Purpose::Agent(0)))
    }
}

/// Plays games with uniformly random moves. Keeps its buffer between games, so
/// that a playout allocates nothing.
pub struct Playout<'a, G: Game> {
    game: &'a G,
    moves: Vec<G::Move>,
}

impl<'a, G: Game> Playout<'a, G> {
    /// A player of random games of this variant.
    pub fn new(game: &'a G) -> Self {
        Playout { game, moves: Vec::with_capacity(1024) }
    }

    /// Plays `state` to its end and returns the number of decisions of players.
    pub fn run(&mut self, state: &mut G::State, draws: &mut Draws<'_>) -> u64 {
        self.watched(state, draws, &mut (), |_, _| {})
    }

    /// The same, telling `watch` what happens and `log` every move with the number
    /// of alternatives the player had (0 for chance).
    pub fn watched(
        &mut self,
        state: &mut G::State,
        draws: &mut Draws<'_>,
        watch: &mut impl Watch<G::Event>,
        mut log: impl FnMut(G::Move, usize),
    ) -> u64 {
        let mut decisions = 0;
        loop {
            match self.game.next(state) {
                Next::Player(_) => {
                    let moves = &mut self.moves;
                    moves.clear();
                    self.game.moves(state, &mut |mv| moves.push(mv));
                    let mv = moves[draws.agent().index(moves.len())];
                    log(mv, moves.len());
                    self.game.play(state, mv, watch);
                    decisions += 1;
                }
                Next::Chance => {
                    let mv = self.game.sample(state, draws.chance(decisions > 0));
                    log(mv, 0);
                    self.game.play(state, mv, watch);
                }
                Next::Over(_) => return decisions,
            }
        }
    }
}
