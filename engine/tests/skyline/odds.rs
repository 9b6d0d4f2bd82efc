//! Exact odds: against arithmetic by hand, against each other, and against turns
//! that were really played.

use serde_json::json;
use towerlab_engine::game::playout::{Draws, key};
use towerlab_engine::game::random::{Key, Purpose};
use towerlab_engine::game::{Game, Next};
use towerlab_engine::games::skyline::dice::{Face, total};
use towerlab_engine::games::skyline::odds::{Goal, MOST_DICE, Search, by_goal, by_search};
use towerlab_engine::games::skyline::state::Step;
use towerlab_engine::games::skyline::{Event, Skyline, State};

use crate::support::Table;

const LOW: Goal = Goal { face: Face::Low, height: 2 };
const MID: Goal = Goal { face: Face::Mid, height: 2 };

fn turn(
    step: &str,
    hand: serde_json::Value,
    to_roll: serde_json::Value,
    columns: &[&str],
) -> Table {
    Table::from(json!({
        "rules": {"players": 2}, "turn": {"seat": 0, "round": 2, "step": step}, "hand": hand, "to_roll": to_roll,
        "district": {"ground": 1}, "players": [{"columns": columns}, {}],
    }))
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

#[test]
fn one_upper_die_finishes_a_low_rise_half_the_time() {
    let table = turn("roll", json!({}), json!({"upper": 1}), &["low 1"]);
    close(by_search(&table.game, &table.state, LOW), 0.5);
    close(by_goal(&table.game, &table.state, LOW), 0.5);
}

#[test]
fn a_second_die_to_give_away_buys_a_second_roll() {
    // One upper that may be rolled twice, because the other die can be abandoned in between; and
    // the other may show low itself: 1 - 1/2 * 1/2, then one more roll of one die.
    let table = turn("roll", json!({}), json!({"upper": 2}), &["low 1"]);
    close(by_search(&table.game, &table.state, LOW), 1.0 - 0.25 * 0.5);
}

#[test]
fn a_penthouse_shows_mid_on_two_faces_of_six() {
    let table = turn("roll", json!({}), json!({"penthouse": 1}), &["mid 1"]);
    close(by_goal(&table.game, &table.state, MID), 1.0 / 3.0);
    let higher = Goal { height: 3, ..MID };
    close(by_goal(&table.game, &table.state, higher), 0.0);
    let table = turn("roll", json!({}), json!({"upper": 1, "penthouse": 1}), &["mid 1"]);
    // Both show mid: 1/9. Else build the upper mid and roll the penthouse again, or the other way
    // round: a penthouse that shows mid waits only if another die is used up.
    close(by_goal(&table.game, &table.state, higher), by_search(&table.game, &table.state, higher));
}

#[test]
fn what_is_in_hand_already_is_certain() {
    let table = turn("act", json!({"penthouse": ["mid"]}), json!({}), &["mid 3"]);
    close(by_search(&table.game, &table.state, Goal { height: 4, ..MID }), 1.0);
    let table = turn("act", json!({"penthouse": ["blank"]}), json!({}), &["mid 3"]);
    close(by_search(&table.game, &table.state, MID), 0.0);
}

/// Positions of random games with others, in which odds can be asked for.
fn positions(most_dice: u32, count: usize) -> Vec<(Skyline, State)> {
    let mut found = Vec::new();
    for k in 0.. {
        for players in 2..=4 {
            let game = Skyline::standard(players);
            let key = key(31, &game);
            let mut draws = Draws::new(&key, k);
            let (mut state, mut moves) = (game.start(), Vec::new());
            loop {
                let dice = total(state.hand().dice()) + total(state.to_roll());
                let fits = matches!(state.step(), Step::Roll | Step::Act | Step::GoOn(None));
                if fits && dice <= most_dice && draws.agent().below(20) == 0 {
                    found.push((game.clone(), state));
                    if found.len() == count {
                        return found;
                    }
                }
                let mv = match game.next(&state) {
                    Next::Over(_) => break,
                    Next::Chance => game.sample(&state, draws.chance(true)),
                    Next::Player(_) => {
                        moves.clear();
                        game.moves(&state, &mut |mv| moves.push(mv));
                        moves[draws.agent().index(moves.len())]
                    }
                };
                game.play(&mut state, mv, &mut ());
            }
        }
    }
    found
}

#[test]
fn looking_at_the_goal_alone_gives_the_same_as_following_every_move() {
    for (game, state) in positions(3, 60) {
        for goal in game.goals() {
            close(by_goal(&game, &state, goal), by_search(&game, &state, goal));
        }
    }
}

#[test]
fn the_two_ways_agree_on_more_dice_than_production_searches() {
    let hands = [
        (json!({"ground": 1, "upper": 2, "penthouse": 1}), vec!["mid 1", "high 1"]),
        (json!({"ground": 2, "upper": 2}), vec!["low 1"]),
        (json!({"upper": 3, "penthouse": 1}), vec!["high 1", "high 3"]),
    ];
    for (to_roll, columns) in hands {
        let table = turn("roll", json!({}), to_roll, &columns);
        for goal in table.game.goals() {
            close(
                by_goal(&table.game, &table.state, goal),
                by_search(&table.game, &table.state, goal),
            );
        }
    }
}

/// Plays the best moves many times and compares how often the goal is reached.
fn played(turns: u64, table: &Table, goal: Goal) -> (f64, f64) {
    let mut search = Search::new(&table.game, goal);
    let expected = search.value(&table.state);
    let mut rng = Key::new(8, "odds").stream(0, Purpose::Chance);
    let mut reached = 0u64;
    for _ in 0..turns {
        let mut state = table.state;
        'turn: loop {
            let mv = match table.game.next(&state) {
                Next::Chance => table.game.sample(&state, &mut rng),
                _ => search.best(&state).expect("a move").0,
            };
            let mut events = Vec::new();
            table.game.play(&mut state, mv, &mut events);
            for event in events {
                match event {
                    Event::Finished { face, height, .. }
                        if face == goal.face && height >= goal.height =>
                    {
                        reached += 1;
                        break 'turn;
                    }
                    Event::Turn { .. } | Event::Over => break 'turn,
                    _ => {}
                }
            }
        }
    }
    (expected, reached as f64 / turns as f64)
}

#[test]
fn turns_really_played_reach_the_goal_as_often() {
    let turns =
        std::env::var("TOWERLAB_TURNS").ok().and_then(|turns| turns.parse().ok()).unwrap_or(20_000);
    let table = turn("roll", json!({}), json!({"upper": 1, "penthouse": 2}), &["mid 1", "high 2"]);
    for goal in [MID, Goal { height: 3, ..MID }, Goal { face: Face::High, height: 3 }] {
        let (expected, found) = played(turns, &table, goal);
        let error = (expected * (1.0 - expected) / turns as f64).sqrt();
        assert!(
            (found - expected).abs() < 4.5 * error,
            "{goal:?}: {found} played, {expected} computed"
        );
    }
}

#[test]
fn eight_dice_take_less_than_a_second_each_way() {
    let table = turn(
        "roll",
        json!({}),
        json!({"ground": 2, "upper": 4, "penthouse": 2}),
        &["high 1", "mid 1"],
    );
    let begin = std::time::Instant::now();
    let odds = table.game.turn_odds(&table.state).expect("odds");
    assert!(odds.iter().all(|(_, chance)| (0.0..=1.0).contains(chance)));
    // Higher goals are never likelier.
    for pair in odds.windows(2).filter(|pair| pair[0].0.face == pair[1].0.face) {
        assert!(pair[0].1 >= pair[1].1);
    }
    let limit = if cfg!(debug_assertions) { 10.0 } else { 1.0 };
    assert!(begin.elapsed().as_secs_f64() < limit, "{:?}", begin.elapsed());
}

#[test]
fn refusals_are_honest() {
    let table = Table::new(towerlab_engine::games::skyline::Rules::standard(2));
    assert!(table.game.turn_odds(&table.state).unwrap_err().contains("take some first"));
    let many = turn("roll", json!({}), json!({"upper": MOST_DICE + 1}), &[]);
    assert!(many.game.turn_odds(&many.state).unwrap_err().contains("too many"));
    let mut naming =
        turn("go_on", json!({"ground": ["high"], "upper": ["low", "low", "mid"]}), json!({}), &[]);
    assert!(naming.game.turn_odds(&naming.state).is_ok());
    naming.play("again upper low");
    assert!(naming.game.turn_odds(&naming.state).unwrap_err().contains("finish naming dice"));
}
