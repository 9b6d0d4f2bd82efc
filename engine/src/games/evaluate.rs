//! What agents know of a game: features that tell how well a seat stands.
//!
//! Everything has a default, so a game plays with every agent from `impl Evaluate for MyGame {}`
//! on: the features are then its points, its tie-break and its lead, and a search plays every
//! game to its end. Features and learned weights of its own make a game's agents strong.

use std::any::Any;

use super::inputs::{InputTable, InputWriter, KnownInputs, Nearest};
use super::weights::Weights;
use crate::game::random::Rng;
use crate::game::{Game, Halt, Next, Seat};

/// The most features of a game.
pub const MAX_FEATURES: usize = 32;

/// The features of a position, by number.
pub type Features = [i32; MAX_FEATURES];

/// The value of a won game; no evaluation comes near it.
pub const WON: i64 = 1 << 40;

/// Weights that a game has computed; see [`Evaluate::solve`].
#[derive(Clone, Debug)]
pub struct Solution {
    /// By feature.
    pub weights: Vec<i32>,
    /// How much work it took.
    pub effort: u32,
    /// The mean score that the computation predicts.
    pub optimum: f64,
    /// Data files besides the weights, by name.
    pub files: Vec<(String, String)>,
}

/// How a search guided by a net spends its iterations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchTuning {
    /// How strongly it prefers moves that it has not tried much.
    pub exploration: f64,
    /// The difference of the net's preferences that makes one move e times as promising as another.
    pub prior_temperature: f64,
}

/// What an agent remembers between decisions to think faster; never what it may not know. A game
/// that needs one keeps a value of a type of its own in it.
#[derive(Default)]
pub struct EvaluationCache {
    halt: Halt,
    value: Option<Box<dyn Any + Send>>,
}

impl EvaluationCache {
    /// An empty one for computations that can be halted.
    pub fn new(halt: Halt) -> Self {
        EvaluationCache { halt, value: None }
    }

    /// The value of this type, which is created the first time.
    pub fn get_or_create<T: Send + 'static>(&mut self, create: fn(&Halt) -> T) -> &mut T {
        let is_known = self.value.as_ref().is_some_and(|value| value.is::<T>());
        if !is_known {
            self.value = Some(Box::new(create(&self.halt)));
        }
        let value = self.value.as_mut().and_then(|value| value.downcast_mut());
        value.expect("a value of this type was put there")
    }
}

/// A game that agents know something about. Every item has a default.
pub trait Evaluate: Game {
    /// The names of the features.
    const FEATURES: &'static [&'static str] = &["points", "tie-break", "lead over the best rival"];
    /// The weights of `greedy`, by feature; those left out are 0.
    const GREEDY: &'static [i32] = &[100, 1, 50];
    /// The weights file of `tuned`. Without one, `tuned` plays with the weights of `greedy`; see
    /// [`Weights::is_learned`].
    const TUNED: Option<&'static str> = None;
    /// The nets of `expert`: a number of players, and the file of its net. For other numbers,
    /// `expert` plays like `tuned`.
    const NETS: &'static [(usize, &'static [u8])] = &[];
    /// What a net gets of a position; see [`Evaluate::inputs`].
    const INPUT_TABLES: &'static [InputTable] =
        &[InputTable::new("who is next", 8), InputTable::per_rival("lead over a rival", 63)];
    /// How strongly a search with rollouts prefers moves that it has not tried much.
    const EXPLORATION: f64 = 0.7;
    /// How a search guided by a net spends its iterations.
    const SEARCH: SearchTuning = SearchTuning { exploration: 0.5, prior_temperature: 1.0 };

    /// How many decisions a search plays on before it values a position; by default to the end
    /// of the game.
    fn rollout(&self) -> u32 {
        u32::MAX
    }

    /// How a seat stands. Must depend on nothing that the seat cannot see, and not on the order
    /// of hidden things; every feature not set is 0.
    fn features(&self, state: &Self::State, seat: Seat, out: &mut Features) {
        let own = self.standing(state, seat);
        let rivals = Seat::all(self.seats()).filter(|rival| *rival != seat);
        let best = rivals.map(|rival| self.standing(state, rival).points).max();
        out[0] = own.points;
        out[1] = own.tie_break;
        out[2] = best.map_or(0, |best| own.points.saturating_sub(best));
    }

    /// Writes what a net gets of a position, for a seat that looks: values of the tables, always
    /// the same number in the same order. Must depend on nothing that the seat cannot see.
    fn inputs(&self, state: &Self::State, seat: Seat, out: &mut InputWriter<'_>) {
        let seats = self.seats();
        let next = match self.next(state) {
            Next::Player(next) => (next.index() + seats - seat.index()) % seats,
            _ => 7,
        };
        out.push(0, next);
        let own = self.standing(state, seat).points;
        for distance in 1..seats {
            let rival = Seat(((seat.index() + distance) % seats) as u8);
            let lead = own.saturating_sub(self.standing(state, rival).points).clamp(-31, 31);
            out.push_rival(1, distance, (lead + 31) as usize);
        }
    }

    /// The inputs after a move, for a player whose inputs before it are known, and perhaps those
    /// after another move: a game may copy what is the same. Returns which of the two differs less;
    /// only a position that differs less from the one before serves as `sibling` later.
    fn inputs_after(
        &self,
        _before: KnownInputs<'_, Self::State>,
        _sibling: Option<KnownInputs<'_, Self::State>>,
        after: &Self::State,
        seat: Seat,
        out: &mut InputWriter<'_>,
    ) -> Nearest {
        self.inputs(after, seat, out);
        Nearest::Before
    }

    /// A variant to train a net on beside this one, so that it learns to play others as well.
    /// Nothing if it is to be trained on this variant alone.
    fn training_variant(&self, _rng: &mut Rng) -> Option<Self> {
        None
    }

    /// Where a game of training starts: at the beginning, unless a game offers other starts.
    fn training_start(&self, _rng: &mut Rng) -> Self::State {
        self.start()
    }

    /// What sets this variant apart from all that the net was trained on, such as `roofs = 16
    /// (trained on 5 to 14)`.
    fn untrained(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether a position can be valued as it stands. If not, and the player to move is the one
    /// who values it, that player's next decision is looked at as well.
    fn is_quiet(&self, _state: &Self::State) -> bool {
        true
    }

    /// The value of a position for a seat that goes on as well as it can: until the position is
    /// quiet, unless a game can look further.
    fn lookahead_value(
        &self,
        state: &Self::State,
        seat: Seat,
        weights: &[i32],
        _cache: &mut EvaluationCache,
    ) -> i64 {
        quiet_value(self, state, seat, weights)
    }

    /// Appends the value of the position after each of some moves, for the player who makes
    /// them. A game that knows these values without playing the moves overrides this.
    fn move_values(
        &self,
        state: &Self::State,
        moves: &[Self::Move],
        weights: &[i32],
        cache: &mut EvaluationCache,
        out: &mut Vec<i64>,
    ) {
        let Next::Player(seat) = self.next(state) else { unreachable!("a player is to move") };
        for &mv in moves {
            let mut after = *state;
            self.play(&mut after, mv, &mut ());
            out.push(self.lookahead_value(&after, seat, weights, cache));
        }
    }

    /// The value of a position for a seat, under some weights.
    #[inline]
    fn value(&self, state: &Self::State, seat: Seat, weights: &[i32]) -> i64 {
        let mut features = [0; MAX_FEATURES];
        self.features(state, seat, &mut features);
        let pairs = weights.iter().zip(&features);
        let sum: i64 =
            pairs.map(|(&weight, &feature)| i64::from(weight) * i64::from(feature)).sum();
        match self.next(state) {
            // A player alone has no rival to win against.
            Next::Over(_) if self.seats() == 1 => sum,
            Next::Over(_) if self.leads(state, seat) => sum + WON,
            Next::Over(_) => sum - WON,
            _ => sum,
        }
    }

    /// Whether no seat stands better.
    fn leads(&self, state: &Self::State, seat: Seat) -> bool {
        let own = self.standing(state, seat);
        Seat::all(self.seats()).all(|other| self.standing(state, other) <= own)
    }

    /// Weights that follow from a computation, for a game that can do better than training by
    /// trial. `effort` bounds the work; `progress` gets the number of each step and its value.
    fn solve(&self, _effort: u32, _progress: &mut dyn FnMut(u32, f64)) -> Option<Solution> {
        None
    }

    /// The weights of `expert` where it has no net but can do better than `tuned`.
    fn expert(&self) -> Option<Vec<i32>> {
        None
    }

    /// The learned weights for this number of players; without any, those of `greedy`.
    fn tuned(&self) -> Weights {
        match Self::TUNED {
            Some(file) => Weights::read::<Self>(file, self.seats())
                .expect("the embedded weights are checked by tests"),
            None => Weights::greedy::<Self>(),
        }
    }
}

/// How many further own decisions are looked at before a position is quiet.
const DEPTH: u32 = 6;

/// The value of a position, after the best own decisions until it is quiet.
pub fn quiet_value<G: Evaluate>(game: &G, state: &G::State, seat: Seat, weights: &[i32]) -> i64 {
    quiet_value_within(game, state, seat, weights, DEPTH)
}

fn quiet_value_within<G: Evaluate>(
    game: &G,
    state: &G::State,
    seat: Seat,
    weights: &[i32],
    depth: u32,
) -> i64 {
    if depth == 0 || game.is_quiet(state) || game.next(state) != Next::Player(seat) {
        return game.value(state, seat, weights);
    }
    let mut best = i64::MIN;
    game.moves(state, &mut |mv| {
        let mut after = *state;
        game.play(&mut after, mv, &mut ());
        best = best.max(quiet_value_within(game, &after, seat, weights, depth - 1));
    });
    best
}
