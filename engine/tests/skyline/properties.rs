//! What holds at every step of every game.

use towerlab_engine::game::{Game, Next, Seat};
use towerlab_engine::games::skyline::dice::{Face, total};
use towerlab_engine::games::skyline::{Event, Skyline, State};
use towerlab_engine::playout::{Draws, key};

const GAMES: u64 = 300;

fn every_position(mut see: impl FnMut(&Skyline, &State, &[Event])) {
    for game in Skyline::samples() {
        let key = key(3, &game);
        for k in 0..GAMES {
            let mut draws = Draws::new(&key, k);
            let (mut state, mut events, mut moves) = (game.start(), Vec::new(), Vec::new());
            loop {
                see(&game, &state, &events);
                let mv = match game.next(&state) {
                    Next::Over(_) => break,
                    Next::Chance => game.sample(&state, draws.chance(true)),
                    Next::Player(_) => {
                        moves.clear();
                        game.moves(&state, &mut |mv| moves.push(mv));
                        moves[draws.agent().index(moves.len())]
                    }
                };
                events.clear();
                game.play(&mut state, mv, &mut events);
            }
        }
    }
}

#[test]
fn dice_are_conserved_at_every_step() {
    every_position(|game, state, _| {
        let mut all = state.yard();
        let hand = state.hand().dice();
        for kind in 0..3 {
            all[kind] += state.district()[kind] + hand[kind] + state.to_roll()[kind];
        }
        for seat in Seat::all(game.seats()) {
            let skyline = state.skyline(seat);
            for building in skyline.buildings().filter(|building| !building.finished) {
                all[0] += skyline.count(building);
                all[1] += skyline.count(building) * (building.height - 1);
            }
        }
        assert_eq!(all, game.rules().dice(game.components()));
    });
    let book = Skyline::standard(4);
    assert_eq!(total(book.rules().dice(book.components())), 60);
}

#[test]
fn heights_stay_within_their_limits() {
    every_position(|game, state, _| {
        for seat in Seat::all(game.seats()) {
            for building in state.skyline(seat).buildings() {
                let [least, most] = game.rules().heights[building.face.index()];
                match (building.finished, building.face) {
                    (true, Face::Low) => assert_eq!(building.height, most),
                    (true, _) => assert!((least..=most).contains(&building.height)),
                    (false, _) => assert!((1..most).contains(&building.height)),
                }
            }
        }
    });
}

#[test]
fn a_building_changes_by_one_die_on_top_and_no_die_is_inserted() {
    every_position(|_, _, events| {
        for pair in events.windows(2) {
            if let [
                Event::Built { height, face, .. },
                Event::Finished { height: tile, face: other, .. },
            ] = pair
            {
                assert_eq!((height, face), (tile, other), "the last die is the top");
            }
        }
    });
}

#[test]
fn rounds_count_up_and_every_game_ends_in_time() {
    for game in Skyline::samples() {
        let key = key(5, &game);
        for k in 0..GAMES {
            let mut state = game.start();
            // The first turn begins with the game itself.
            let mut rounds = vec![1];
            let mut events = Vec::new();
            towerlab_engine::playout::Playout::new(&game).watched(
                &mut state,
                &mut Draws::new(&key, k),
                &mut events,
                |_, _| {},
            );
            for event in &events {
                if let Event::Turn { seat, round } = event
                    && rounds.last() != Some(round)
                {
                    assert_eq!(*seat, Seat(0), "the first player begins every round");
                    rounds.push(*round);
                }
            }
            assert!(
                rounds.iter().zip(1..).all(|(round, expected)| *round == expected),
                "{rounds:?}"
            );
            assert!(state.round() <= game.rules().rounds);
            assert!(state.last_round() || state.round() == game.rules().rounds);
        }
    }
}
