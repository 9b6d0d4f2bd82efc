//! No position that play can reach is refused: random and `tuned` games of every variant, on
//! every component set. `TOWERLAB_GAMES` plays more of them.

use crate::common::by_text::ByText as _;
use towerlab_engine::agents::{Agent, OnePly};
use towerlab_engine::game::playout::{Draws, key};
use towerlab_engine::game::{Game, Next, PlayerView};
use towerlab_engine::games::Documents;
use towerlab_engine::games::tower_up::{State, TowerUp};
use towerlab_engine::operations::Service;

fn games() -> u64 {
    std::env::var("TOWERLAB_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(4)
}

/// Picks one of the legal moves of a state.
type Choose<'a> = dyn FnMut(&State, &[<TowerUp as Game>::Move], &mut Draws) -> usize + 'a;

/// Calls `see` on every position of some games, each move by `choose` among those legal.
fn positions(game: &TowerUp, choose: &mut Choose<'_>, see: &mut dyn FnMut(&State)) {
    let key = key(41, game);
    for k in 0..games() {
        let mut draws = Draws::new(&key, k);
        let (mut state, mut moves) = (game.start(), Vec::new());
        loop {
            see(&state);
            let mv = match game.next(&state) {
                Next::Over(_) => break,
                Next::Chance => game.sample(&state, draws.chance(true)),
                Next::Player(_) => {
                    moves.clear();
                    game.moves(&state, &mut |mv| moves.push(mv));
                    moves[choose(&state, &moves, &mut draws)]
                }
            };
            game.play(&mut state, mv, &mut ());
        }
    }
}

fn variants() -> Vec<TowerUp> {
    let sets = TowerUp::sets().into_iter().filter_map(TowerUp::set).skip(1);
    let on_set = |set| {
        TowerUp::new(towerlab_engine::games::tower_up::Rules::standard(4), set)
            .expect("a valid variant")
    };
    TowerUp::samples().into_iter().chain(sets.map(on_set)).collect()
}

#[test]
fn every_position_of_a_game_is_valid() {
    let service = Service::<TowerUp>::new(None).expect("the sets that come with the engine");
    for game in variants() {
        let mut see = |state: &State| {
            let text = game.full_state(state).to_string();
            let read = service.read(&text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
            assert_eq!(read.1, *state, "{text}");
        };
        positions(&game, &mut |_, moves, draws| draws.agent().index(moves.len()), &mut see);
        let mut tuned = OnePly::<TowerUp>::tuned(&game);
        let mut choose = |state: &State, moves: &[_], draws: &mut Draws| {
            tuned.choose(&PlayerView::new(&game, state, state.seat()), moves, draws.agent())
        };
        positions(&game, &mut choose, &mut see);
    }
}
