//! What to play, and why: legal moves ranked by an agent, each with what it leads to.

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::agents::{Evaluate, Halt, OnePly, Search, Spec, Tools, agent};
use crate::document::Documents;
use crate::game::{Next, Seat, View};
use crate::playout::key;
use crate::random::{Key, Purpose, Rng};

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// Who ranks the moves.
    pub agent: Spec,
    /// How many moves are shown.
    pub top: usize,
    /// Games played on after each of them, `tuned` against `tuned`.
    pub games: u64,
    /// The seed.
    pub seed: u64,
}

/// A ranked move: its place, its value by the agent, and how often a search tried it.
struct Ranked {
    index: usize,
    visits: Option<u64>,
    share: Option<f64>,
}

/// Ranks the moves of the player to move. The state may be that player's view.
pub fn advise<G: Documents + Evaluate>(
    game: &G,
    state: &G::State,
    question: &Question,
    tools: &Tools<'_>,
) -> Vec<Value> {
    let Next::Player(seat) = game.next(state) else { return Vec::new() };
    let mut moves = Vec::new();
    game.moves(state, &mut |mv| moves.push(mv));
    let view = View::new(game, state, seat);
    let key = key(question.seed, game);
    let mut rng = key.stream(0, Purpose::Agent(0));
    let ranked = rank(&view, &moves, question, tools, &mut rng);
    let seen = view.seen();
    let line = |ranked: &Ranked| {
        let mv = moves[ranked.index];
        let played = after(game, &view, mv, question.games, &key, &tools.halt);
        let mut entry = json!({
            "move": game.show(mv).to_string(),
            "win_probability": played.share,
            "win_probability_error": played.share_error,
            "points": played.points,
            "points_error": played.points_error,
            "margin": played.margin,
            "games": question.games,
            "reason": reason(game, seen.state(), mv, seat),
        });
        if let Some(visits) = ranked.visits {
            entry["visits"] = visits.into();
        }
        if let Some(share) = ranked.share {
            entry["search_win_probability"] = share.into();
        }
        entry
    };
    ranked.iter().take(question.top).map(line).collect()
}

fn rank<G: Documents + Evaluate>(
    view: &View<'_, G>,
    moves: &[G::Move],
    question: &Question,
    tools: &Tools<'_>,
    rng: &mut Rng,
) -> Vec<Ranked> {
    let plain = |index: usize| Ranked { index, visits: None, share: None };
    let by_value = |mut player: OnePly<G>| {
        let seen = view.seen();
        let values = player.values(view.game, seen.state(), moves);
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(values[index]));
        order.into_iter().map(plain).collect()
    };
    match &question.agent {
        Spec::Search(budget) => {
            let found = Search::<G>::with(view.game, *budget, tools).look(view, moves, rng);
            let mut order: Vec<usize> = (0..moves.len()).collect();
            order.sort_by(|&a, &b| {
                let one = (found[a].visits, found[a].share);
                let other = (found[b].visits, found[b].share);
                other.0.cmp(&one.0).then(other.1.total_cmp(&one.1))
            });
            let searched = |index: usize| Ranked {
                index,
                visits: Some(found[index].visits),
                share: (found[index].visits > 0).then_some(found[index].share),
            };
            order.into_iter().map(searched).collect()
        }
        Spec::Greedy => by_value(OnePly::greedy()),
        Spec::Tuned => by_value(OnePly::tuned(view.game)),
        other => {
            // It only says what it would play.
            let choice = agent(view.game, other, tools).choose(view, moves, rng);
            let rest = (0..moves.len()).filter(|index| *index != choice);
            std::iter::once(choice).chain(rest).map(plain).collect()
        }
    }
}

/// What games after a move came to.
struct Played {
    share: f64,
    share_error: f64,
    points: f64,
    points_error: f64,
    margin: f64,
}

/// Plays on after a move, every time with what is hidden dealt anew, the same deals for every move.
fn after<G: Documents + Evaluate>(
    game: &G,
    view: &View<'_, G>,
    mv: G::Move,
    games: u64,
    key: &Key,
    halt: &Halt,
) -> Played {
    let seat = view.seat;
    let seen = view.seen();
    let one = |player: &mut OnePly<G>, k: u64| {
        if halt.is_halted() {
            return (0.0, 0.0, 0.0);
        }
        let mut rng = key.stream(k, Purpose::Chance);
        let mut pick = key.stream(k, Purpose::Agent(1));
        let mut state = game.redeal(&seen, &mut rng);
        game.play(&mut state, mv, &mut ());
        let mut moves = Vec::new();
        loop {
            match game.next(&state) {
                Next::Over(_) => break,
                Next::Chance => {
                    let mv = game.sample(&state, &mut rng);
                    game.play(&mut state, mv, &mut ());
                }
                Next::Player(mover) => {
                    moves.clear();
                    game.moves(&state, &mut |mv| moves.push(mv));
                    let seen = View::new(game, &state, mover).seen();
                    let best = player.best(game, seen.state(), &moves, &mut pick);
                    game.play(&mut state, moves[best], &mut ());
                }
            }
        }
        let winners = game.leaders(&state).count() as f64;
        let won = game.leaders(&state).any(|winner| winner == seat);
        let points = |seat: Seat| f64::from(game.standing(&state, seat).points);
        let others = Seat::all(game.seats()).filter(|other| *other != seat);
        let best = others.map(points).fold(f64::NEG_INFINITY, f64::max);
        let margin = if best.is_finite() { points(seat) - best } else { points(seat) };
        (if won { 1.0 / winners } else { 0.0 }, points(seat), margin)
    };
    let results: Vec<(f64, f64, f64)> = (0..games)
        .into_par_iter()
        .map_init(|| OnePly::<G>::tuned(game), |player, k| one(player, k))
        .collect();
    let n = games.max(1) as f64;
    let mean = |of: fn(&(f64, f64, f64)) -> f64| results.iter().map(of).sum::<f64>() / n;
    let error = |of: fn(&(f64, f64, f64)) -> f64, mean: f64| {
        let squares: f64 = results.iter().map(|result| (of(result) - mean).powi(2)).sum();
        (squares / (n - 1.0).max(1.0) / n).sqrt()
    };
    let (share, points) = (mean(|r| r.0), mean(|r| r.1));
    Played {
        share,
        share_error: error(|r| r.0, share),
        points,
        points_error: error(|r| r.1, points),
        margin: mean(|r| r.2),
    }
}

/// What a move changes at once: in the score breakdown, and by its events.
fn reason<G: Documents>(game: &G, state: &G::State, mv: G::Move, seat: Seat) -> String {
    let (mut after, mut events) = (*state, Vec::new());
    let before = json!(game.write_score(state, seat));
    game.play(&mut after, mv, &mut events);
    let mut parts = Vec::new();
    let mut place = Vec::new();
    differences::<G>(&mut place, &before, &json!(game.write_score(&after, seat)), &mut parts);
    for event in &events {
        let event = json!(game.write_event(event));
        let notable = |(name, _): &&(&str, &str)| event["event"] == *name;
        if let Some((_, words)) = G::NOTABLE_EVENTS.iter().find(notable)
            && !parts.iter().any(|part| part == words)
        {
            parts.push(words.to_string());
        }
    }
    match parts.is_empty() {
        true => "nothing at once".into(),
        false => parts.join(", "),
    }
}

/// Numbers that differ, by their place: `+4 points (tracks white)`.
fn differences<'a, G: Documents>(
    place: &mut Vec<&'a str>,
    before: &Value,
    after: &'a Value,
    out: &mut Vec<String>,
) {
    match after {
        Value::Object(entries) => {
            for (key, value) in entries {
                place.push(key);
                differences::<G>(place, before.get(key).unwrap_or(&Value::Null), value, out);
                place.pop();
            }
        }
        Value::Number(after) => {
            let dull = |pattern: &&str| {
                let mut words = pattern.split(' ').zip(place.iter());
                pattern.split(' ').count() <= place.len()
                    && words.all(|(word, own)| word == "*" || word == *own)
            };
            let (one, other) = (before.as_f64().unwrap_or(0.0), after.as_f64().unwrap_or(0.0));
            if one != other && !G::DULL_FIGURES.iter().any(dull) {
                let change = ((other - one) * 100.0).round() / 100.0;
                let words: Vec<String> = place.iter().map(|word| word.replace('_', " ")).collect();
                out.push(match words.split_last() {
                    Some((last, place)) if last == "points" && !place.is_empty() => {
                        format!("{change:+} points ({})", place.join(" "))
                    }
                    _ => format!("{change:+} {}", words.join(" ")),
                });
            }
        }
        _ => {}
    }
}
