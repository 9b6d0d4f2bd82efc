//! What holds at every step of every game.

use std::collections::HashMap;

use towerlab_engine::game::playout::{Draws, Playout, key};
use towerlab_engine::game::{Finish, Game, Next, Seat};
use towerlab_engine::games::tower_up::colour::{Colour, Floors};
use towerlab_engine::games::tower_up::sites::Site;
use towerlab_engine::games::tower_up::state::Ending;
use towerlab_engine::games::tower_up::{Event, Move, State, TowerUp};

/// Thousands of games over all samples.
const GAMES: u64 = 400;

/// Calls `see` before every move and at the end of many random games, with what
/// happened in the game so far.
fn every_position(mut see: impl FnMut(&TowerUp, &State, &[Event])) {
    for game in TowerUp::samples() {
        let key = key(3, &game);
        for k in 0..GAMES {
            let mut draws = Draws::new(&key, k);
            let (mut state, mut events, mut moves) = (game.start(), Vec::new(), Vec::new());
            let mut decided = false;
            loop {
                see(&game, &state, &events);
                let mv = match game.next(&state) {
                    Next::Over(_) => break,
                    Next::Chance => game.sample(&state, draws.chance(decided)),
                    Next::Player(_) => {
                        decided = true;
                        moves.clear();
                        game.moves(&state, &mut |mv| moves.push(mv));
                        moves[draws.agent().index(moves.len())]
                    }
                };
                game.play(&mut state, mv, &mut events);
            }
        }
    }
}

fn floors_on_the_board(game: &TowerUp, state: &State) -> Floors {
    let mut floors = Floors::NONE;
    for site in game.board().sites() {
        if let Some((colour, building)) = state.building(site) {
            (0..building.height()).for_each(|_| floors = floors.plus(Floors::one(colour)));
        }
    }
    floors
}

#[test]
fn floors_are_conserved_at_every_step() {
    every_position(|game, state, _| {
        let stocks =
            Seat::all(4).fold(Floors::NONE, |all, seat| all.plus(state.player(seat).stock));
        let all = floors_on_the_board(game, state).plus(stocks).plus(state.supply());
        assert_eq!(all, Floors::each(game.rules().floors_per_colour(game.components())));
    });
}

#[test]
fn cards_and_roofs_are_conserved_at_every_step() {
    every_position(|game, state, _| {
        let cards = state.unseen().total + state.discard().total + state.market().len() as u16;
        assert_eq!(cards, 44);
        for seat in Seat::all(game.seats()) {
            let buildings =
                game.board().sites().into_iter().filter_map(|site| state.building(site));
            let placed = buildings.map(|(_, building)| {
                (1..=building.height()).filter(|&level| building.roof(level) == Some(seat)).count()
            });
            let roofs = placed.sum::<usize>() + usize::from(state.player(seat).roofs);
            assert_eq!(roofs, usize::from(game.rules().roofs(game.components())));
        }
    });
}

#[test]
fn no_equal_colours_are_ever_adjacent() {
    every_position(|game, state, _| {
        for colour in Colour::ALL {
            for site in state.built(colour) {
                assert!((game.board().adjacent[site.index()] & state.built(colour)).is_empty());
            }
        }
    });
}

#[test]
fn a_buildings_height_is_one_more_than_the_neighbours_founded_after_it() {
    every_position(|game, state, events| {
        if !matches!(game.next(state), Next::Over(_)) {
            return;
        }
        // A site's first floor tells when it was founded.
        let mut founded: HashMap<Site, usize> = HashMap::new();
        let mut by_founding: HashMap<Site, bool> = HashMap::new();
        let mut playing = false;
        for (when, event) in events.iter().enumerate() {
            match event {
                Event::Turn { .. } => playing = true,
                Event::Raised { site, height: 1, .. } => {
                    founded.insert(*site, when);
                    by_founding.insert(*site, playing);
                }
                _ => {}
            }
        }
        for (&site, &when) in &founded {
            let neighbours = game.board().adjacent[site.index()].into_iter();
            let later =
                neighbours.filter(|n| founded.get(n).is_some_and(|&t| t > when) && by_founding[n]);
            let (_, building) = state.building(site).expect("it was founded");
            assert_eq!(usize::from(building.height()), 1 + later.count());
        }
    });
}

#[test]
fn stocks_keep_the_limit_between_turns_and_markers_their_track() {
    every_position(|game, state, _| {
        for seat in Seat::all(game.seats()) {
            let player = state.player(seat);
            if state.seat() != seat {
                assert!(player.stock.total() <= u32::from(game.rules().stock_limit));
            }
            let end = game.rules().track(game.components()).len();
            assert!(player.markers.iter().all(|&marker| usize::from(marker) < end));
        }
    });
}

#[test]
fn every_game_ends_by_a_named_cause() {
    let mut causes: HashMap<String, u32> = HashMap::new();
    every_position(|game, state, _| {
        let cause = match (game.next(state), state.ending()) {
            (Next::Over(Finish::Unfinished), _) => "unfinished",
            (Next::Over(_), Some(Ending::LastRoof(_))) => "last roof",
            (Next::Over(_), Some(Ending::Shortage(_))) => "shortage",
            (Next::Over(_), Some(Ending::DeadBoard(_))) => "dead board",
            (Next::Over(_), None) => panic!("over without a cause"),
            _ => return,
        };
        *causes.entry(cause.into()).or_default() += 1;
        if cause != "unfinished" {
            let counted = Seat::all(game.seats()).all(|seat| state.player(seat).counted.is_some());
            assert!(counted, "everybody has counted visible roofs");
        }
    });
    for cause in ["last roof", "shortage", "dead board"] {
        assert!(causes.contains_key(cause), "the samples never end by {cause}: {causes:?}");
    }
}

#[test]
fn tokens_are_handed_out_from_the_highest_down() {
    every_position(|game, state, _| {
        let printed = game.rules().tokens(game.components());
        for slot in 0..state.objectives().len() {
            let held = Seat::all(game.seats()).filter_map(|seat| state.player(seat).tokens[slot]);
            let mut held: Vec<u8> = held.collect();
            held.sort_unstable_by(|a, b| b.cmp(a));
            let expected = (0..held.len()).map(|rank| printed.get(rank).copied().unwrap_or(0));
            assert_eq!(held, expected.collect::<Vec<_>>());
        }
    });
}

#[test]
fn the_rulebooks_game_always_ends_by_itself() {
    for seats in 2..=4 {
        let game = TowerUp::standard(seats);
        let key = key(9, &game);
        for k in 0..5_000 {
            let mut state = game.start();
            Playout::new(&game).run(&mut state, &mut Draws::new(&key, k));
            assert_eq!(game.next(&state), Next::Over(Finish::Decided), "game {k}");
        }
    }
}

#[test]
fn moves_stay_near_two_hundred_by_the_book() {
    // Principle: more than some 200 alternatives would have to be split.
    let mut most = 0;
    for seats in 2..=4 {
        let game = TowerUp::standard(seats);
        let key = key(5, &game);
        for k in 0..500 {
            let log = |_: Move, alternatives: usize| most = most.max(alternatives);
            Playout::new(&game).watched(&mut game.start(), &mut Draws::new(&key, k), &mut (), log);
        }
    }
    assert!((100..=250).contains(&most), "{most}");
}
