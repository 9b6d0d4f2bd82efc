//! Counting the positions within a number of moves: a number that changes when
//! a rule does.

use crate::game::{Game, Next};

/// The number of ways to make `depth` moves from a state, counting players'
/// moves and outcomes of chance alike. A game that is over counts as one way.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 || matches!(game.next(state), Next::Over(_)) {
        return 1;
    }
    let mut total = 0;
    let mut follow = |mv: G::Move| {
        let mut after = *state;
        game.play(&mut after, mv, &mut ());
        total += perft(game, &after, depth - 1);
    };
    game.moves(state, &mut follow);
    game.outcomes(state, &mut |mv, _| follow(mv));
    total
}
