//! What agents work out about moves without playing them.

use towerlab_engine::game::playout::{Draws, key};
use towerlab_engine::game::{Game, Next};
use towerlab_engine::games::evaluate::{Evaluate, EvaluationCache};
use towerlab_engine::games::tower_up::TowerUp;

/// The weights are such that hardly two different sets of figures have the same value. Two kinds
/// of games: random ones, and ones in which players follow the weights and so do more.
#[test]
fn a_move_is_judged_as_the_position_after_it() {
    let weights: Vec<i32> =
        (0..TowerUp::FEATURES.len() as i32).map(|at| 7919 * at * at + 13).collect();
    let mut compared = 0;
    for game in TowerUp::samples() {
        let key = key(8, &game);
        for k in 0..8 {
            let mut draws = Draws::new(&key, k);
            let (mut state, mut moves, mut values) = (game.start(), Vec::new(), Vec::new());
            loop {
                let mv = match game.next(&state) {
                    Next::Over(_) => break,
                    Next::Chance => game.sample(&state, draws.chance(true)),
                    Next::Player(seat) => {
                        moves.clear();
                        values.clear();
                        game.moves(&state, &mut |mv| moves.push(mv));
                        game.move_values(
                            &state,
                            &moves,
                            &weights,
                            &mut EvaluationCache::default(),
                            &mut values,
                        );
                        for (&mv, &value) in moves.iter().zip(&values) {
                            let mut after = state;
                            game.play(&mut after, mv, &mut ());
                            let played = game.value(&after, seat, &weights);
                            assert_eq!(value, played, "{} in {state:?}", game.show(mv));
                            compared += 1;
                        }
                        assert_eq!(values.len(), moves.len());
                        let best = (0..values.len()).max_by_key(|&at| values[at]).expect("a move");
                        let random = draws.agent().index(moves.len());
                        moves[if k % 2 == 0 { random } else { best }]
                    }
                };
                game.play(&mut state, mv, &mut ());
            }
        }
    }
    assert!(compared > 100_000, "{compared} moves compared");
}
