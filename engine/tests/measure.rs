//! What is measured of a game agrees with what its documents and scores say.

use serde_json::Value;
use towerlab_engine::document::Documents;
use towerlab_engine::each_game;
use towerlab_engine::game::{Game, Next, Seat};
use towerlab_engine::measure::{Measure, Noticing};
use towerlab_engine::playout::{Draws, Playout, key};
use towerlab_engine::scenario::record::Layout;

/// Random games of every variant, with what is noticed in them.
fn each_end<G: Documents>(games: u64, check: impl Fn(&G, &G::State, &G::Diary)) {
    for game in G::samples() {
        let key = key(11, &game);
        for k in 0..games {
            let mut state = game.start();
            let mut noticing = Noticing::new(&game, &state);
            let mut playout = Playout::new(&game);
            playout.watched(&mut state, &mut Draws::new(&key, k), &mut noticing, |_, _| {});
            check(&game, &state, &noticing.diary);
        }
    }
}

fn kinds_are_those_of_documents<G: Documents>() {
    for game in G::samples() {
        let key = key(3, &game);
        for k in 0..5 {
            let mut state = game.start();
            let mut draws = Draws::new(&key, k);
            let mut decided = false;
            loop {
                let (mv, is_chance) = match game.next(&state) {
                    Next::Over(_) => break,
                    Next::Chance => (game.sample(&state, draws.chance(decided)), true),
                    Next::Player(_) => {
                        let mut moves = Vec::new();
                        game.moves(&state, &mut |mv| moves.push(mv));
                        decided = true;
                        (moves[draws.agent().index(moves.len())], false)
                    }
                };
                let parts: Value = serde_json::to_value(game.write_parts(mv)).expect("parts");
                let kind = G::kind(mv).map(|kind| G::KINDS[kind]);
                // Chance may place starting floors: a move of players that is not theirs then.
                assert!(kind.is_some() || is_chance, "{parts}");
                assert!(kind.is_none() || parts["kind"] == kind.expect("a kind"), "{parts}");
                game.play(&mut state, mv, &mut ());
            }
        }
    }
}

fn no_two_columns_share_a_name<G: Documents>() {
    for game in G::samples() {
        let columns = Layout::new(&game).columns;
        let mut names: Vec<_> = columns.iter().map(|column| (&column.name, column.seat)).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), columns.len());
    }
}

fn figures_have_names_and_sources_are_the_points<G: Documents>() {
    each_end::<G>(20, |game, state, diary| {
        let names = game.figures();
        let mut occurrences = Vec::new();
        game.occurrences(state, diary, &mut occurrences);
        assert_eq!(occurrences.len(), G::OCCURRENCES.len());
        for (count, occurrence) in occurrences.iter().zip(G::OCCURRENCES) {
            assert!(*count >= 0 && (!occurrence.once || *count <= 1), "{}", occurrence.name);
        }
        for seat in Seat::all(game.seats()) {
            let mut figures = Vec::new();
            game.measure(state, diary, seat, &mut figures);
            assert_eq!(figures.len(), names.len());
            if G::SOURCES.is_empty() {
                continue;
            }
            let value = |name: &str| {
                let at =
                    names.iter().position(|known| known == name).expect("a source is a figure");
                figures[at].expect("a source is always there")
            };
            let sum: i32 = G::SOURCES.iter().map(|name| value(name)).sum();
            assert_eq!(sum, game.standing(state, seat).points);
        }
    });
}

#[test]
fn every_game() {
    macro_rules! check {
        ($module:ident, $game:ty) => {
            kinds_are_those_of_documents::<$game>();
            no_two_columns_share_a_name::<$game>();
            figures_have_names_and_sources_are_the_points::<$game>();
        };
    }
    each_game!(check);
}

/// An extra turn is one of two in a row by the same seat.
#[test]
fn extra_turns_of_tower_up_are_counted() {
    use towerlab_engine::games::tower_up::{Event, TowerUp};
    let game = TowerUp::standard(3);
    let key = key(2, &game);
    for k in 0..50 {
        let (mut state, mut events) = (game.start(), Vec::new());
        Playout::new(&game).watched(&mut state, &mut Draws::new(&key, k), &mut events, |_, _| {});
        let mut noticing = Noticing::new(&game, &game.start());
        events.iter().for_each(|event| game.notice(event, &mut noticing.diary));
        let extra = events.iter().filter(|event| matches!(event, Event::Turn { extra: true, .. }));
        let mut occurrences = Vec::new();
        game.occurrences(&state, &noticing.diary, &mut occurrences);
        // A star column that is reached when no turn follows gives none.
        assert!(occurrences[0] as usize >= extra.count());
        let names = game.figures();
        let reached =
            names.iter().position(|name| name == "reached_five_adjacent").expect("a figure");
        let turn = names.iter().position(|name| name == "turn_five_adjacent").expect("a figure");
        for seat in Seat::all(3) {
            let mut figures = Vec::new();
            game.measure(&state, &noticing.diary, seat, &mut figures);
            assert_eq!(figures[reached] == Some(1), figures[turn].is_some());
            assert!(
                figures[turn].is_none_or(|turn| (1..=game.turns(&state) as i32).contains(&turn))
            );
        }
    }
}
