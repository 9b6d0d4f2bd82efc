//! Between sensible players the reconstructed components behave as games of the
//! real ones are reported to: few shortages, scores of 40 to 60, towers of 5.

use towerlab_engine::game::playout::{Draws, key};
use towerlab_engine::game::{Finish, Game, Next, Seat};
use towerlab_engine::games::tower_up::components::{Components, SETS};
use towerlab_engine::games::tower_up::state::Ending;
use towerlab_engine::games::tower_up::{Event, Move, Rules, State, TowerUp};

/// How good a position is for a seat: points and markers now, and floors that
/// can still be built with, the rarer colours more than the plentiful.
fn worth(game: &TowerUp, state: &State, seat: Seat) -> i32 {
    let player = state.player(seat);
    let steps: i32 = player.markers.iter().map(|&steps| i32::from(steps)).sum();
    let least = i32::from(player.markers.iter().copied().min().unwrap_or(0));
    let stock: i32 = player.stock.counts().iter().map(|&n| 5 * i32::from(n.min(3))).sum();
    let roofs = i32::from(player.roofs);
    12 * game.standing(state, seat).points + 8 * steps + 6 * least + stock + 34 * roofs
}

/// The best move by `worth`, one move ahead; chance decides between equals.
fn choose(game: &TowerUp, state: &State, seat: Seat, draws: &mut Draws<'_>) -> Move {
    let mut moves = Vec::new();
    game.moves(state, &mut |mv| moves.push(mv));
    let value = |mv: &Move| {
        let mut after = *state;
        game.play(&mut after, *mv, &mut ());
        worth(game, &after, seat)
    };
    let best = moves.iter().map(value).max();
    moves.retain(|mv| Some(value(mv)) == best);
    moves[draws.agent().index(moves.len())]
}

#[derive(Debug, Default)]
struct Figures {
    games: u32,
    seats: u32,
    shortages: u32,
    points: i64,
    turns: u32,
    cards: u32,
    buildings: u32,
    extra_turns: u32,
    tallest: [u32; 9],
}

fn figures(game: &TowerUp, games: u64) -> Figures {
    let mut figures =
        Figures { games: games as u32, seats: game.seats() as u32, ..Figures::default() };
    let key = key(17, game);
    for k in 0..games {
        let mut draws = Draws::new(&key, k);
        let (mut state, mut events) = (game.start(), Vec::new());
        loop {
            let mv = match game.next(&state) {
                Next::Over(finish) => {
                    assert_eq!(finish, Finish::Decided);
                    break;
                }
                Next::Chance => game.sample(&state, draws.chance(true)),
                Next::Player(seat) => choose(game, &state, seat, &mut draws),
            };
            figures.cards += u32::from(matches!(mv, Move::Take { .. }));
            game.play(&mut state, mv, &mut events);
        }
        figures.shortages += u32::from(matches!(state.ending(), Some(Ending::Shortage(_))));
        figures.turns += u32::from(state.turns());
        figures.buildings += state.occupied().len();
        let extra = |event: &&Event| matches!(event, Event::StarColumn(_));
        figures.extra_turns += events.iter().filter(extra).count() as u32;
        let points =
            Seat::all(game.seats()).map(|seat| i64::from(game.standing(&state, seat).points));
        figures.points += points.sum::<i64>();
        let heights = state.occupied().into_iter().filter_map(|site| state.building(site));
        figures.tallest[usize::from(heights.map(|(_, b)| b.height()).max().unwrap_or(0))] += 1;
    }
    figures
}

#[test]
fn sensible_games_are_as_reported() {
    for set in SETS {
        let components = std::sync::Arc::new(Components::read(&set).expect("valid"));
        for players in 2..=4 {
            let game = TowerUp::new(Rules::standard(players), components.clone()).expect("valid");
            let figures = figures(&game, 200);
            let mean = figures.points as f64 / f64::from(figures.games * figures.seats);
            let usual = (0..9).max_by_key(|&height| figures.tallest[height]).unwrap_or(0);
            let context = format!("{} with {players}: mean {mean:.1}, {figures:?}", set.id);
            println!("{context}");
            assert!((40.0..=60.0).contains(&mean), "{context}");
            if players == 4 {
                assert!(figures.shortages * 5 < figures.games, "{context}");
                assert_eq!(usual, 5, "{context}");
            } else {
                assert!((4..=5).contains(&usual), "{context}");
            }
        }
    }
}
