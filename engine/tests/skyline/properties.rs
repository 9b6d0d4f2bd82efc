//! What holds at every step of every game.

use towerlab_engine::game::playout::{Draws, Playout, key};
use towerlab_engine::game::{Game, Seat};
use towerlab_engine::games::skyline::dice::{Face, total};
use towerlab_engine::games::skyline::{Event, Move, Skyline};

use crate::common::every_position;

const GAMES: u64 = 300;

#[test]
fn dice_are_conserved_at_every_step() {
    every_position::<Skyline>(GAMES, |game, state, _| {
        let mut all = state.yard();
        let hand = state.hand().dice();
        for kind in 0..3 {
            all[kind] += state.district()[kind] + hand[kind] + state.to_roll()[kind];
        }
        for seat in Seat::all(game.seats()) {
            let skyline = state.skyline(seat);
            for building in skyline.buildings().filter(|building| !building.finished) {
                all[0] += skyline.count(building) as u8;
                all[1] += skyline.count(building) as u8 * (building.height - 1);
            }
        }
        assert_eq!(all, game.rules().dice(game.components()));
    });
    let book = Skyline::standard(4);
    assert_eq!(total(book.rules().dice(book.components())), 60);
}

#[test]
fn heights_stay_within_their_limits() {
    every_position::<Skyline>(GAMES, |game, state, _| {
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
fn a_die_goes_on_top_of_one_building_and_changes_no_other() {
    for game in Skyline::samples() {
        let key = key(7, &game);
        for k in 0..GAMES / 4 {
            let mut log = Vec::new();
            Playout::new(&game).watched(
                &mut game.start(),
                &mut Draws::new(&key, k),
                &mut (),
                |mv, _| log.push(mv),
            );
            let mut state = game.start();
            for mv in log {
                let (before, seat) = (state, state.seat());
                game.play(&mut state, mv, &mut ());
                let Move::Put(_, face, height) = mv else { continue };
                let (old, new) = (before.skyline(seat), state.skyline(seat));
                let changed = old
                    .buildings()
                    .chain(new.buildings())
                    .filter(|b| old.count(*b) != new.count(*b));
                for building in changed {
                    assert_eq!(building.face, face);
                    match building.height == height {
                        true => assert!(
                            !building.finished && old.count(building) == new.count(building) + 1
                        ),
                        false => assert!(
                            building.height == height + 1
                                && new.count(building) == old.count(building) + 1
                        ),
                    }
                }
            }
        }
    }
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
            Playout::new(&game).watched(
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
