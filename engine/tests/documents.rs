//! Documents of every game: whatever is written is read back exactly, in either
//! form. This file knows no game by name.

#[path = "common/by_text.rs"]
mod by_text;

use serde_json::Value;
use towerlab_engine::document::compact;
use towerlab_engine::each_game;
use towerlab_engine::game::playout::{Draws, Playout, key};
use towerlab_engine::game::random::{Key, Purpose};
use towerlab_engine::game::{Next, PlayerView, Seat};
use towerlab_engine::games::Documents;
use towerlab_engine::games::Evaluate;
use towerlab_engine::operations::{Deal, GameService as _, Service};

use by_text::ByText as _;

/// Calls `see` on the positions of some random games of every sample; late in long games
/// on one of seven.
fn every_position<G: Documents + Evaluate>(games: u64, mut see: impl FnMut(&G, &G::State)) {
    for game in G::samples() {
        let key = key(21, &game);
        for k in 0..games {
            let mut draws = Draws::new(&key, k);
            let (mut state, mut moves) = (game.start(), Vec::new());
            for at in 0.. {
                if at < 150 || at % 7 == 0 || matches!(game.next(&state), Next::Over(_)) {
                    see(&game, &state);
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
}

fn documents_are_read_back<G: Documents + Evaluate>() {
    let service = Service::<G>::new(None).expect("the embedded components");
    every_position::<G>(12, |game, state| {
        let document = game.full_state(state);
        let text = serde_json::to_string_pretty(&document).expect("JSON");
        let (again, read) = service.read(&text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
        assert_eq!(read, *state, "{text}");
        assert_eq!(again.full_state(&read), document);

        let line = compact::write(&document);
        assert!(!line.contains([' ', '\n', '"']), "{line}");
        let (_, read) = service.read(&line).unwrap_or_else(|faults| panic!("{faults}\n{line}"));
        assert_eq!(read, *state, "{line}");
    });
}

/// What a seat sees can be written down as well, and a redeal of it is a valid state.
fn views_are_read_back<G: Documents + Evaluate>() {
    let service = Service::<G>::new(None).expect("the embedded components");
    let mut rng = Key::new(1, "views").stream(0, Purpose::Setup);
    every_position::<G>(1, |game, state| {
        for seat in Seat::all(game.seats()) {
            let seen = PlayerView::new(game, state, seat).observe();
            let text = game.full_state(seen.state()).to_string();
            let (_, read) = service.read(&text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
            assert_eq!(read, *seen.state(), "{text}");
            let redealt = game.full_state(&game.redeal(&seen, &mut rng)).to_string();
            service.read(&redealt).unwrap_or_else(|faults| panic!("{faults}\n{redealt}"));
        }
    });
}

fn documents_fit_their_schemas<G: Documents + Evaluate>() {
    let service = Service::<G>::new(None).expect("the embedded components");
    let schema = |kind: &str| {
        jsonschema::validator_for(&service.document_schema(kind).expect("a schema"))
            .expect("a valid schema")
    };
    let (state_schema, rules_schema, log_schema) =
        (schema("state"), schema("rules"), schema("log"));
    let demand = |schema: &jsonschema::Validator, document: &Value| {
        let faults: Vec<String> =
            schema.iter_errors(document).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{faults:?}\n{document}");
    };
    every_position::<G>(2, |game, state| {
        let mut document = game.full_state(state);
        demand(&state_schema, &document);
        demand(&rules_schema, &document["rules"]);
        document["surprise"] = 1.into();
        assert!(!state_schema.is_valid(&document), "unknown keys are refused");
    });
    let rules = serde_json::json!({"players": G::SEATS.end()});
    let log = service
        .selfplay(rules.as_object().expect("an object"), Deal { seed: 1, game: 0 })
        .expect("a log");
    demand(&log_schema, &log);
    assert!(service.document_schema("castle").is_none());
}

/// Removes keys from a document, but not from its rules, and tells how many it removed.
fn leave_out(value: &mut Value, keys: &[&str]) -> usize {
    match value {
        Value::Object(map) => {
            let before = map.len();
            map.retain(|key, _| !keys.contains(&key.as_str()));
            let removed = before - map.len();
            let rest = map.iter_mut().filter(|(key, _)| *key != "rules");
            removed + rest.map(|(_, value)| leave_out(value, keys)).sum::<usize>()
        }
        Value::Array(items) => items.iter_mut().map(|item| leave_out(item, keys)).sum(),
        _ => 0,
    }
}

/// What follows from the rest may be left out.
fn derived_parts_may_be_left_out<G: Documents + Evaluate>() {
    let service = Service::<G>::new(None).expect("the embedded components");
    every_position::<G>(1, |game, state| {
        let mut document = game.full_state(state);
        assert!(leave_out(&mut document, G::DERIVED_KEYS) > 0, "there is something to leave out");
        let text = document.to_string();
        let (_, read) = service.read(&text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
        assert_eq!(read, *state);
    });
}

/// Changes one thing in a document: a number, a word, a key, an item.
fn mutate(value: &mut Value, pick: &mut impl FnMut(usize) -> usize) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let key = map.keys().nth(pick(map.len())).cloned().expect("a key");
            match pick(8) {
                0 => drop(map.remove(&key)),
                1 => {
                    let moved = map.remove(&key).expect("a value");
                    map.insert(format!("{key}x"), moved);
                }
                _ => mutate(&mut map[&key], pick),
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let index = pick(items.len());
            match pick(6) {
                0 => drop(items.remove(index)),
                1 => items.push(items[index].clone()),
                2 => {
                    let other = pick(items.len());
                    items.swap(index, other);
                }
                _ => mutate(&mut items[index], pick),
            }
        }
        Value::String(text) => match pick(5) {
            0 => text.push('.'),
            1 => drop(text.pop()),
            2 => *text = text.replace('.', "0"),
            3 => *text = "white .".into(),
            _ => text.push('é'),
        },
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or(0);
            *value = [number + 1, number - 1, 0, 255, -1, 1 << 40][pick(6)].into();
        }
        Value::Bool(flag) => *flag = !*flag,
        other => {
            *other = [Value::Null, 0.into(), "x".into(), Value::Array(vec![])][pick(4)].clone()
        }
    }
}

/// Mutated documents never panic; those that are still valid are read back as
/// they are written. `count` documents, about half of them valid.
fn mutated_documents<G: Documents + Evaluate>(count: u32) {
    let service = Service::<G>::new(None).expect("the embedded components");
    let mut originals = Vec::new();
    every_position::<G>(1, |game, state| {
        originals.push(game.full_state(state));
        let seat = Seat((originals.len() % game.seats()) as u8);
        originals.push(game.full_state(&game.hide(state, seat)));
    });
    let mut rng = towerlab_engine::game::random::Key::new(5, "mutations")
        .stream(0, towerlab_engine::game::random::Purpose::Setup);
    let (mut valid, mut invalid) = (0u32, 0u32);
    for index in 0..count {
        let mut document = originals[rng.index(originals.len())].clone();
        // Every second one is only told differently: parts left out, keys in another order.
        if index % 2 == 0 {
            leave_out(&mut document, G::DERIVED_KEYS);
            let map = document.as_object_mut().expect("an object");
            let mut entries: Vec<(String, Value)> = std::mem::take(map).into_iter().collect();
            rng.shuffle(&mut entries);
            map.extend(entries);
        } else {
            for _ in 0..=rng.index(3) {
                mutate(&mut document, &mut |n| rng.index(n));
            }
        }
        match service.read(&document.to_string()) {
            Ok((game, state)) => {
                valid += 1;
                let game = &*game;
                let written = game.full_state(&state);
                let (_, again) = service
                    .read(&written.to_string())
                    .unwrap_or_else(|faults| panic!("{faults}\n{written}"));
                assert_eq!(again, state, "{document}");
                // A valid position can be played on, a view after a redeal.
                let state = match game.viewer(&state) {
                    Some(seat) => {
                        game.redeal(&PlayerView::new(game, &state, seat).observe(), &mut rng)
                    }
                    None => state,
                };
                let mut moves = Vec::new();
                game.moves(&state, &mut |mv| moves.push(mv));
                game.outcomes(&state, &mut |mv, _| moves.push(mv));
                for mv in moves {
                    assert_eq!(game.check(&state, mv), Ok(()));
                    let mut after = state;
                    game.play(&mut after, mv, &mut ());
                }
                Playout::new(game)
                    .run(&mut { state }, &mut Draws::new(&key(u64::from(index), game), 0));
            }
            Err(faults) => {
                invalid += 1;
                assert!(!faults.0.is_empty());
                assert!(faults.0.iter().all(|fault| !fault.message.is_empty()));
            }
        }
    }
    assert!(valid * 3 >= count && invalid * 3 >= count, "{valid} valid, {invalid} not");
}

fn mutations() -> u32 {
    std::env::var("TOWERLAB_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(4_000)
}

macro_rules! documents {
    ($module:ident, $game:ty) => {
        mod $module {
            #[test]
            fn documents_are_read_back() {
                super::documents_are_read_back::<$game>();
            }

            #[test]
            fn views_are_read_back() {
                super::views_are_read_back::<$game>();
            }

            #[test]
            fn documents_fit_their_schemas() {
                super::documents_fit_their_schemas::<$game>();
            }

            #[test]
            fn derived_parts_may_be_left_out() {
                super::derived_parts_may_be_left_out::<$game>();
            }

            #[test]
            fn mutated_documents_never_panic() {
                super::mutated_documents::<$game>(super::mutations());
            }
        }
    };
}

each_game!(documents);
