//! Games that a net plays against itself, as positions to learn from.

use std::sync::Arc;

use super::model::{Choice, Sample};
use super::network::{Network, OUTPUT_ONE};
use crate::agents::expert::Expert;
use crate::agents::softened::draw_by_odds;
use crate::agents::tree_search::most_visited;
use crate::agents::{Agent, GameLoop, MAX_AGENTS, MoveStatistics, OnePly, Search, Streams, WHOLE};
use crate::game::random::{Key, Purpose, Rng};
use crate::game::{PlayerView, Seat};
use crate::games::Evaluate;
use crate::games::inputs::{InputLayout, Inputs};

/// By seat, chances to win.
type Chances = [f64; MAX_AGENTS];

/// Who plays a game of training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// `tuned`, for the first games.
    Tuned,
    /// The net, one decision deep.
    Net,
    /// The net, and for some decisions a search that it guides.
    Search {
        /// Iterations of the search.
        iterations: u64,
        /// One decision in so many is searched.
        one_in: u64,
    },
}

/// How games of self-play are played and what is learned from them.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay<'a> {
    /// Who plays.
    pub player: Player,
    /// One decision in so many is random.
    pub random_in: u64,
    /// One decision in so many strays; 0 for never.
    pub stray_in: u64,
    /// How far it strays; see [`draw_by_odds`].
    pub stray_temperature: f64,
    /// How much a position learns from the end of the game and not from the next position.
    pub lambda: f64,
    /// A net that does not learn and has every seat but one; without it, all seats learn.
    pub opponent: Option<&'a Arc<Network>>,
}

/// What can be learned from a game.
#[derive(Default)]
pub struct Lessons {
    /// From its positions.
    pub samples: Vec<Sample>,
    /// From the decisions of a search.
    pub choices: Vec<Choice>,
}

/// One decision of a game.
struct Decision {
    /// The inputs of the position after it, as its player sees them.
    rows: Vec<u16>,
    seat: Seat,
    /// By seat, the chances after the best move.
    best: Chances,
    was_random: bool,
}

impl SelfPlay<'_> {
    /// Plays a game and returns what can be learned from it.
    pub fn play<G: Evaluate>(
        &self,
        game: &G,
        network: &Arc<Network>,
        key: &Key,
        number: u64,
    ) -> Lessons {
        let mut rng = key.stream(number, Purpose::Agent(0));
        let mut state = game.training_start(&mut rng);
        let mut recorder = Recorder {
            play: *self,
            rng,
            layout: InputLayout::new(G::INPUT_TABLES, game.seats()),
            expert: Expert::new(game, network.clone()),
            search: Search::of(network.clone()),
            tuned: OnePly::tuned(game),
            opponent: self.opponent.map(|network| Expert::new(game, network.clone())),
            learner: Seat((number % game.seats() as u64) as u8),
            inputs: Inputs::default(),
            decisions: Vec::with_capacity(128),
            choices: Vec::new(),
        };
        let result = GameLoop {
            game,
            agents: &mut [&mut recorder],
            seating: &vec![0; game.seats()],
            streams: Streams::under_way(key, number),
            recorded: None,
        }
        .run_from(&mut state, &mut ());
        let samples = self.samples(game.seats(), &recorder.decisions, result.twelfths);
        Lessons { samples, choices: recorder.choices }
    }

    /// What each position should have predicted, from the last to the first.
    fn samples(&self, seats: usize, decisions: &[Decision], won: [u32; MAX_AGENTS]) -> Vec<Sample> {
        let mut target: Chances = won.map(|twelfths| f64::from(twelfths) / f64::from(WHOLE));
        let mut samples = Vec::with_capacity(decisions.len());
        for decision in decisions.iter().rev() {
            let own = decision.seat.index();
            let seen = (0..seats).map(|at| target[(own + at) % seats] as f32).collect();
            samples.push(Sample { rows: decision.rows.clone(), targets: seen });
            for (target, best) in target.iter_mut().zip(decision.best) {
                let kept = match (self.player == Player::Tuned, decision.was_random) {
                    // What another player would have done says nothing about this game.
                    (true, _) => 1.0,
                    (false, true) => 0.0,
                    (false, false) => self.lambda,
                };
                *target = kept * *target + (1.0 - kept) * best;
            }
        }
        samples
    }
}

/// Plays all seats of a game and keeps what can be learned from it.
struct Recorder<'a, G: Evaluate> {
    play: SelfPlay<'a>,
    /// Goes on where the start of the game was drawn.
    rng: Rng,
    layout: InputLayout,
    expert: Expert<G>,
    search: Search<G>,
    tuned: OnePly<G>,
    opponent: Option<Expert<G>>,
    /// The seat that learns if there is an opponent.
    learner: Seat,
    inputs: Inputs,
    decisions: Vec<Decision>,
    choices: Vec<Choice>,
}

impl<G: Evaluate> Agent<G> for Recorder<'_, G> {
    fn choose(&mut self, view: &PlayerView<'_, G>, moves: &[G::Move], _: &mut Rng) -> usize {
        let (play, game, seat) = (self.play, view.game, view.seat);
        let observation = view.observe();
        let seen = observation.state();
        if let Some(opponent) = self.opponent.as_mut().filter(|_| seat != self.learner) {
            return opponent.best(game, seen, moves);
        }
        let mut found = None;
        let best = match play.player {
            Player::Tuned => self.tuned.best(game, seen, moves, &mut self.rng),
            Player::Search { iterations, one_in }
                if moves.len() > 1 && self.rng.below(one_in) == 0 =>
            {
                let looked = self.search.look(view, moves, iterations, &mut self.rng);
                let found = found.insert(looked);
                self.record_choice(game, seen, seat, moves, &found.moves);
                most_visited(&found.moves)
            }
            Player::Net | Player::Search { .. } => self.expert.best(game, seen, moves),
        };
        let is_random = moves.len() > 1 && self.rng.below(play.random_in) == 0;
        let strays = moves.len() > 1 && play.stray_in > 0 && self.rng.below(play.stray_in) == 0;
        let chosen = if is_random {
            self.rng.index(moves.len())
        } else if strays {
            let preferences = self.expert.preferences(game, seen, moves).iter();
            let odds = preferences.map(|it| f64::from(*it) / f64::from(OUTPUT_ONE));
            draw_by_odds(&odds.collect::<Vec<_>>(), play.stray_temperature, &mut self.rng)
        } else {
            best
        };
        let (best_rows, mut best_chances) = self.look(game, seen, seat, moves[best]);
        if let Some(shares) = found.and_then(|found| found.shares[best]) {
            best_chances = shares;
        }
        let rows =
            if chosen == best { best_rows } else { self.look(game, seen, seat, moves[chosen]).0 };
        let was_random = chosen != best;
        self.decisions.push(Decision { rows, seat, best: best_chances, was_random });
        chosen
    }
}

impl<G: Evaluate> Recorder<'_, G> {
    /// Keeps how often a search tried each move.
    fn record_choice(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        moves: &[G::Move],
        found: &[MoveStatistics],
    ) {
        let total: u64 = found.iter().map(|found| found.visits).sum();
        let target = |found: &MoveStatistics| found.visits as f32 / total.max(1) as f32;
        let inputs = moves.iter().map(|mv| {
            let mut after = *state;
            game.play(&mut after, *mv, &mut ());
            game.inputs(&after, seat, &mut self.inputs.fill(&self.layout));
            self.inputs.rows().to_vec()
        });
        let moves = inputs.collect();
        self.choices.push(Choice { moves, targets: found.iter().map(target).collect() });
    }

    /// The inputs after a move, and by seat the chances to win.
    fn look(&mut self, game: &G, state: &G::State, seat: Seat, mv: G::Move) -> (Vec<u16>, Chances) {
        let mut after = *state;
        game.play(&mut after, mv, &mut ());
        game.inputs(&after, seat, &mut self.inputs.fill(&self.layout));
        let rows = self.inputs.rows().to_vec();
        (rows, self.expert.chances(game, &after, seat))
    }
}
