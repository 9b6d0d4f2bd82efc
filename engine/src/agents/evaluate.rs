//! What agents know of a game: figures that tell how well a seat stands.

use super::weights::Weights;
use crate::analysis::tune::{self, Course, Generation, Learned};
use crate::game::{Game, Next, Seat};

/// The most figures of a game.
pub const MAX_FEATURES: usize = 32;

/// A position's figures.
pub type Features = [i32; MAX_FEATURES];

/// The value of a won game; no evaluation comes near it.
pub const WON: i64 = 1 << 40;

/// A game that agents know something about.
pub trait Evaluate: Game {
    /// The names of the figures.
    const FEATURES: &'static [&'static str];
    /// What `greedy` thinks of them.
    const GREEDY: &'static [i32];
    /// What `tuned` thinks of them: the weights file of the game.
    const TUNED: &'static str;
    /// How strongly a search looks at moves that it has not tried much.
    const CURIOSITY: f64;
    /// What a player remembers between decisions to think faster; never what it may not know.
    type Memo: Default + Send;

    /// How many decisions a search plays on before it judges a position.
    fn rollout(&self) -> u32;

    /// How a seat stands, in figures. Must depend on nothing that the seat cannot see, and on no
    /// order of hidden things; everything not set is 0.
    fn features(&self, state: &Self::State, seat: Seat, out: &mut Features);

    /// Whether a position can be judged as it stands. If not, and its player is the one who
    /// judges, the player's own next decision is looked at as well.
    fn is_quiet(&self, _state: &Self::State) -> bool {
        true
    }

    /// The value of a position for a seat that goes on well for as long as it can tell: until
    /// the position is quiet, unless a game can look further.
    fn foresee(
        &self,
        state: &Self::State,
        seat: Seat,
        weights: &[i32],
        _memo: &mut Self::Memo,
    ) -> i64 {
        settled(self, state, seat, weights)
    }

    /// Appends the value of the position after each of some moves, for the player who makes
    /// them. A game that can tell without playing them says so here.
    fn judge(
        &self,
        state: &Self::State,
        moves: &[Self::Move],
        weights: &[i32],
        memo: &mut Self::Memo,
        out: &mut Vec<i64>,
    ) {
        let Next::Player(seat) = self.next(state) else { unreachable!("a player is to move") };
        for &mv in moves {
            let mut after = *state;
            self.play(&mut after, mv, &mut ());
            out.push(self.foresee(&after, seat, weights, memo));
        }
    }

    /// The value of a position for a seat, under some weights.
    #[inline]
    fn value(&self, state: &Self::State, seat: Seat, weights: &[i32]) -> i64 {
        let mut features = [0; MAX_FEATURES];
        self.features(state, seat, &mut features);
        let pairs = weights.iter().zip(&features);
        let sum: i64 = pairs.map(|(&weight, &figure)| i64::from(weight) * i64::from(figure)).sum();
        match self.next(state) {
            // Alone there is nobody to win against.
            Next::Over(_) if self.seats() == 1 => sum,
            Next::Over(_) if self.leads(state, seat) => sum + WON,
            Next::Over(_) => sum - WON,
            _ => sum,
        }
    }

    /// Whether nobody stands better.
    fn leads(&self, state: &Self::State, seat: Seat) -> bool {
        let own = self.standing(state, seat);
        Seat::all(self.seats()).all(|other| self.standing(state, other) <= own)
    }

    /// Learns weights for this variant; see [`crate::analysis::tune`]. A game that can do better
    /// than trying out weights says so here.
    fn learn(&self, course: Course, tell: &mut dyn FnMut(&Generation)) -> Learned {
        tune::by_wins(self, course, tell)
    }

    /// The learned weights for this number of players.
    fn tuned(&self) -> Weights {
        Weights::read::<Self>(Self::TUNED, self.seats())
            .expect("the embedded weights are checked by tests")
    }
}

/// How many further own decisions are looked at before a position is quiet.
const DEPTH: u32 = 6;

/// The value of a position, after the best own decisions until it is quiet.
pub fn settled<G: Evaluate>(game: &G, state: &G::State, seat: Seat, weights: &[i32]) -> i64 {
    settled_within(game, state, seat, weights, DEPTH)
}

fn settled_within<G: Evaluate>(
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
        best = best.max(settled_within(game, &after, seat, weights, depth - 1));
    });
    best
}
