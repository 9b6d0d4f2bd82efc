//! What is measured of a game agrees with what its documents and scores say.

use serde_json::Value;
use towerlab_engine::each_game;
use towerlab_engine::game::playout::{Draws, Playout, key};
use towerlab_engine::game::{Game, Next, Seat};
use towerlab_engine::games::Documents;
use towerlab_engine::games::metrics::{EventCounter, Measure, MetricKind, REACHED, TURN};
use towerlab_engine::lab::scenario::layout::Layout;

/// Random games of every variant, with what is counted in them.
fn each_end<G: Documents>(games: u64, check: impl Fn(&G, &G::State, &G::Counters)) {
    for game in G::samples() {
        let key = key(11, &game);
        for k in 0..games {
            let mut state = game.start();
            let mut counter = EventCounter::new(&game, &state);
            let mut playout = Playout::new(&game);
            playout.watched(&mut state, &mut Draws::new(&key, k), &mut counter, |_, _| {});
            check(&game, &state, &counter.counters);
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
                let parts: Value = serde_json::to_value(game.move_details(mv)).expect("parts");
                let kind = G::decision_kind(mv).map(|kind| G::DECISION_KINDS[kind]);
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
        let layout = Layout::new(&game);
        let columns = layout.columns();
        let mut names: Vec<_> = columns.iter().map(|column| (&column.name, column.seat)).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), columns.len());
    }
}

fn metrics_have_ids_and_sources_are_the_points<G: Documents>() {
    each_end::<G>(20, |game, state, counters| {
        for own in G::GAME_METRICS {
            let count = (own.value)(state, counters);
            let is_share = own.metric.kind == MetricKind::Share;
            assert!(count >= 0 && (!is_share || count <= 1), "{}", own.metric.id);
        }
        let ids = game.seat_metric_ids();
        let of_points = G::SEAT_METRICS.iter().filter(|metric| metric.is_source);
        let sources: Vec<String> = of_points.flat_map(|metric| metric.ids(game)).collect();
        for seat in Seat::all(game.seats()) {
            let mut values = Vec::new();
            game.measure_seat(state, counters, seat, &mut values);
            assert_eq!(values.len(), ids.len());
            if sources.is_empty() {
                continue;
            }
            let value = |id: &String| {
                let at = ids.iter().position(|known| known == id).expect("a source is a metric");
                values[at].expect("a source is always there")
            };
            let sum: i32 = sources.iter().map(value).sum();
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
            metrics_have_ids_and_sources_are_the_points::<$game>();
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
        let mut counter = EventCounter::new(&game, &game.start());
        events.iter().for_each(|event| game.count_event(event, &mut counter.counters));
        let extra = events.iter().filter(|event| matches!(event, Event::Turn { extra: true, .. }));
        let counted = TowerUp::GAME_METRICS.iter().find(|it| it.metric.id == "extra_turns");
        let counted = counted.map(|it| (it.value)(&state, &counter.counters)).expect("a metric");
        // A star column that is reached when no turn follows gives none.
        assert!(counted as usize >= extra.count());
        let ids = game.seat_metric_ids();
        let find = |id: String| ids.iter().position(|known| *known == id).expect("a metric");
        let reached = find(REACHED.id_of("five_adjacent"));
        let turn = find(TURN.id_of("five_adjacent"));
        for seat in Seat::all(3) {
            let mut values = Vec::new();
            game.measure_seat(&state, &counter.counters, seat, &mut values);
            assert_eq!(values[reached] == Some(1), values[turn].is_some());
            assert!(
                values[turn].is_none_or(|turn| (1..=game.turns(&state, 0) as i32).contains(&turn))
            );
        }
    }
}
