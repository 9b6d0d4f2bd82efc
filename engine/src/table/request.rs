//! Requests as documents: what the HTTP service is asked, read and answered for any game.
//!
//! A request is one object that holds a state, a log or rules, and what is wanted of them. All
//! of its faults are found at once, with pointers from the root of the request. The answer
//! repeats what it depends on: the rules with their components, the seed, the version.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value, json};

use super::listing::Listing;
use super::{Deal, Desk, Table};
use crate::agents::spec::Allowed;
use crate::agents::{Evaluate, Spec, Tools};
use crate::analysis::advice::Question;
use crate::document::{Documents, Object, Reader, Tree, compact};
use crate::draw::Theme;
use crate::fault::{Fault, Faults};
use crate::simulate::{self, Run};

/// The greatest seed: spreadsheets hold whole numbers exactly up to here.
pub const MAX_SEED: u64 = 1_000_000_000_000_000;

/// Something that can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Rules and perhaps a seed to a state.
    New,
    /// A state to its complete form.
    Validate,
    /// A state to what a seat sees of it.
    View,
    /// A state to what can happen next.
    Moves,
    /// A state and moves to the state after them.
    Play,
    /// A state to points by source.
    Score,
    /// A state to a picture.
    Render,
    /// A log, or a seed, to the states of a game.
    Replay,
    /// A state or rules to what many games come to.
    Simulate,
    /// A state to its moves, ranked.
    Advise,
    /// A state to exact chances.
    Odds,
}

impl Operation {
    /// All operations.
    pub const ALL: [Operation; 11] = [
        Operation::New,
        Operation::Validate,
        Operation::View,
        Operation::Moves,
        Operation::Play,
        Operation::Score,
        Operation::Render,
        Operation::Replay,
        Operation::Simulate,
        Operation::Advise,
        Operation::Odds,
    ];

    /// The name used in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Operation::New => "new",
            Operation::Validate => "validate",
            Operation::View => "view",
            Operation::Moves => "moves",
            Operation::Play => "play",
            Operation::Score => "score",
            Operation::Render => "render",
            Operation::Replay => "replay",
            Operation::Simulate => "simulate",
            Operation::Advise => "advise",
            Operation::Odds => "odds",
        }
    }

    /// The media type of an answer.
    pub fn media_type(self) -> &'static str {
        match self {
            Operation::Render => "image/svg+xml",
            _ => "application/json",
        }
    }

    /// Whether an answer can take long.
    pub fn is_heavy(self) -> bool {
        matches!(
            self,
            Operation::Simulate | Operation::Advise | Operation::Odds | Operation::Replay
        )
    }
}

/// How much one request may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// The most games of one simulation.
    pub games: u64,
    /// The most iterations of a search for one decision.
    pub iterations: u64,
    /// The most games times iterations a decision of one simulation with searching agents.
    pub search_work: u64,
    /// The most moves of one log or one `play`.
    pub moves: u64,
    /// The most moves that advice is given on.
    pub advice: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            games: 100_000,
            iterations: 20_000,
            search_work: 100_000,
            moves: 5_000,
            advice: 50,
        }
    }
}

impl<G: Documents + Evaluate> Desk<G> {
    /// Answers a request.
    pub(super) fn answer_request(
        &self,
        operation: Operation,
        body: &str,
        (limits, tools, progress): (&Limits, &Tools<'_>, &(dyn Fn(u64) + Sync)),
    ) -> Result<String, Faults> {
        Reader::text(body, |reader| match operation {
            Operation::New => self.asked_new(reader),
            Operation::Validate => {
                let (game, state) = self.asked_state(&reader.object(&["state"])?)?;
                let document = Self::write(&game, &state);
                let line = compact::write(&document);
                Some(self.end(&game, &json!({"state": document, "one_line": line})))
            }
            Operation::View => {
                let object = reader.object(&["state", "seat"])?;
                let seat = object.need("seat").and_then(|seat| seat.count(u8::MAX));
                let (game, state) = self.asked_state(&object)?;
                let seen = self.seen_by(&game, &state, seat?);
                let seen = Self::told_apart(&object, "/seat", seen)?;
                Some(self.end(&game, &json!({"state": seen})))
            }
            Operation::Moves => {
                let object = reader.object(&["state"])?;
                let (game, state) = self.asked_state(&object)?;
                Self::told(&object, Self::tells(&game, &state))?;
                Some(self.end(&game, &Listing::new(&*game, &state)))
            }
            Operation::Play => self.asked_play(reader, limits),
            Operation::Score => {
                let (game, state) = self.asked_state(&reader.object(&["state"])?)?;
                Some(self.end(&game, &Self::score_of(&game, &state)))
            }
            Operation::Render => {
                let object = reader.object(&["state", "theme"])?;
                let theme = object.get("theme").map_or(Some(Theme::default()), |theme| {
                    theme.name("theme", Theme::named, &Theme::NAMES)
                });
                let (game, state) = self.asked_state(&object)?;
                Some(game.draw(&state, theme?).finish())
            }
            Operation::Replay => self.asked_replay(reader, limits, tools),
            Operation::Simulate => self.asked_simulation(reader, (limits, tools, progress)),
            Operation::Advise => self.asked_advice(reader, limits, tools),
            Operation::Odds => {
                let object = reader.object(&["state"])?;
                let (game, state) = self.asked_state(&object)?;
                let odds = Self::told(&object, Self::odds_of(&game, &state))?;
                Some(self.end(&game, &odds))
            }
        })
    }

    /// The state of a request: a document, or a text with its one-line form.
    fn asked_state(&self, object: &Object<'_>) -> Option<(Arc<G>, G::State)> {
        let state = object.need("state")?;
        match state.raw() {
            Tree::Text(line) => self.read(line).map_err(|faults| state.faults(faults)).ok(),
            _ => self.load(&state),
        }
    }

    /// Faults of a state as faults of the request that holds it.
    fn told<T>(object: &Object<'_>, result: Result<T, Faults>) -> Option<T> {
        let state = object.get("state").unwrap_or_else(|| object.reader().clone());
        result.map_err(|faults| state.faults(faults)).ok()
    }

    /// The same where faults below `own` are the request's, and all others the state's.
    fn told_apart<T>(object: &Object<'_>, own: &str, result: Result<T, Faults>) -> Option<T> {
        let tell = |fault: Fault| match fault.place.starts_with(own) {
            true => object.reader().faults(Faults(vec![fault])),
            false => drop(Self::told::<()>(object, Err(Faults(vec![fault])))),
        };
        result.map_err(|Faults(faults)| faults.into_iter().for_each(tell)).ok()
    }

    fn asked_rules(&self, object: &Object<'_>) -> Option<Arc<G>> {
        self.variant(&object.need("rules")?)
    }

    fn asked_new(&self, reader: &Reader<'_>) -> Option<String> {
        let object = reader.object(&["rules", "seed", "game"])?;
        let seed = optional(&object, "seed", 0..=MAX_SEED);
        let k = optional(&object, "game", 0..=MAX_SEED);
        if object.get("game").is_some() && object.get("seed").is_none() {
            object.fault("game", "missing-key", "a `game` is one of a `seed`: give both");
        }
        let game = self.asked_rules(&object)?;
        let (seed, k) = (seed?, k?);
        let state = Self::dealt(&game, seed.map(|seed| Deal { seed, game: k.unwrap_or(0) }));
        let mut answer = json!({
            "state": Self::write(&game, &state),
            "next": Self::next(&game, &state),
        });
        if let Some(seed) = seed {
            answer["seed"] = seed.into();
            answer["game"] = k.unwrap_or(0).into();
        }
        Some(self.end(&game, &answer))
    }

    fn asked_play(&self, reader: &Reader<'_>, limits: &Limits) -> Option<String> {
        let object = reader.object(&["state", "moves", "seed"])?;
        let seed = optional(&object, "seed", 0..=MAX_SEED);
        let moves = object.get("moves").map_or(Some(Vec::new()), |moves| {
            let items = moves.list()?;
            if items.len() as u64 > limits.moves {
                moves.fault("too-many", format!("at most {} moves at once", limits.moves));
                return None;
            }
            items.iter().map(|item| item.string().map(String::from)).collect()
        });
        let (game, state) = self.asked_state(&object)?;
        let (moves, seed): (Vec<String>, _) = (moves?, seed?);
        let played = Self::play_on(&game, state, &moves, seed);
        let mut played = Self::told_apart(&object, "/moves", played)?;
        if let Some(seed) = seed {
            played["seed"] = seed.into();
        }
        Some(self.end(&game, &played))
    }

    fn asked_replay(
        &self,
        reader: &Reader<'_>,
        limits: &Limits,
        tools: &Tools<'_>,
    ) -> Option<String> {
        let object = reader.object(&["log", "rules", "seed", "game", "agents", "states"])?;
        let states = object.get("states").map_or(Some(false), |states| states.boolean());
        let Some(log) = object.get("log") else {
            if object.get("rules").is_none() {
                object.reader().fault("missing-key", "give a `log`, or `rules` and a `seed`");
                return None;
            }
            let seed = object.need("seed").and_then(|seed| seed.number(0..=MAX_SEED));
            let k = optional(&object, "game", 0..=MAX_SEED);
            let game = self.asked_rules(&object)?;
            let deal = Deal { seed: seed?, game: k?.unwrap_or(0) };
            let log = match object.get("agents") {
                None => Self::random_log(&game, deal),
                Some(given) => {
                    let agents = agents::<G>(&given, limits)?;
                    let played = Self::played_log(&game, &agents, deal, tools);
                    played.map_err(|faults| object.reader().faults(faults)).ok()?
                }
            };
            let moves = log["moves"].as_array().map_or(0, Vec::len) as u64;
            if moves > limits.moves {
                let most = limits.moves;
                let message =
                    format!("the game has {moves} moves; at most {most} are replayed here");
                object.reader().fault("too-many", message);
                return None;
            }
            let replayed = self.replay(&log.to_string(), states?);
            let replayed = replayed.map_err(|faults| object.reader().faults(faults)).ok()?;
            let mut answer = json!({"log": log});
            merge(&mut answer, replayed);
            return Some(self.end(&game, &answer));
        };
        for key in
            ["rules", "seed", "game", "agents"].into_iter().filter(|key| object.get(key).is_some())
        {
            object.fault(key, "one-of", format!("give a `log` or `{key}`, not both"));
        }
        let moves = match log.raw() {
            Tree::Object(members) => match members.find("moves") {
                Some((_, Tree::List(moves))) => moves.len() as u64,
                _ => 0,
            },
            _ => 0,
        };
        if moves > limits.moves {
            log.fault("too-many", format!("a log has at most {} moves here", limits.moves));
            return None;
        }
        let (game, replayed) = self.replay_log(&log, states?)?;
        Some(self.end(&game, &replayed))
    }

    fn asked_simulation(
        &self,
        reader: &Reader<'_>,
        (limits, tools, progress): (&Limits, &Tools<'_>, &(dyn Fn(u64) + Sync)),
    ) -> Option<String> {
        let object = reader.object(&["state", "rules", "agents", "games", "seed"])?;
        let games = optional(&object, "games", 1..=limits.games);
        let seed = optional(&object, "seed", 0..=MAX_SEED);
        let given = object.get("agents");
        let agents = given.map_or(Some(vec![Spec::Random]), |given| agents::<G>(&given, limits));
        let position = match (object.get("state"), object.get("rules")) {
            (Some(_), None) => self.asked_state(&object),
            (None, Some(_)) => self.asked_rules(&object).map(|game| {
                let start = game.start();
                (game, start)
            }),
            _ => {
                object.reader().fault("one-of", "give a `state` or `rules`, one of the two");
                None
            }
        };
        let (game, state) = position?;
        let run = Run { games: games?.unwrap_or(1000.min(limits.games)), seed: seed?.unwrap_or(1) };
        let agents = Self::seated(&game, &agents?);
        let agents = agents.map_err(|faults| object.reader().faults(faults)).ok()?;
        let iterations = agents.iter().map(Spec::iterations).max().unwrap_or(0);
        if iterations.saturating_mul(run.games) > limits.search_work {
            let message = format!(
                "{} games times {iterations} iterations a decision are more than the limit `search_work` of {}; \
                 ask for fewer games or a smaller search",
                run.games, limits.search_work
            );
            object.fault("games", "too-much-work", message);
            return None;
        }
        let mut result = simulate::play(&*game, &state, &agents, run, tools, progress);
        result["reproducible"] = true.into();
        Some(self.end(&game, &result))
    }

    fn asked_advice(
        &self,
        reader: &Reader<'_>,
        limits: &Limits,
        tools: &Tools<'_>,
    ) -> Option<String> {
        let object = reader.object(&["state", "agent", "top", "games", "seed"])?;
        let seed = optional(&object, "seed", 0..=MAX_SEED);
        let top = optional(&object, "top", 1..=limits.advice);
        let games = optional(&object, "games", 1..=limits.games);
        let given = object.get("agent").map_or(Some(Spec::Tuned), |item| agent(&item, limits));
        let (game, state) = self.asked_state(&object)?;
        let question = Question {
            agent: given?,
            top: top?.unwrap_or(5) as usize,
            games: games?.unwrap_or((limits.games / top?.unwrap_or(5)).clamp(1, 200)),
            seed: seed?.unwrap_or(1),
        };
        if question.games * question.top as u64 > limits.games {
            let message = format!("`top` times `games` is at most {}", limits.games);
            object.fault("games", "too-much-work", message);
            return None;
        }
        let advice = Self::advice_on(&game, &state, &question, tools);
        Some(self.end(&game, &Self::told(&object, advice)?))
    }
}

/// A number that may be left out.
fn optional(
    object: &Object<'_>,
    key: &str,
    range: std::ops::RangeInclusive<u64>,
) -> Option<Option<u64>> {
    object.get(key).map_or(Some(None), |number| number.number(range).map(Some))
}

/// The agents that a request may name: one for all seats, or one for each.
fn agents<G: Documents>(given: &Reader<'_>, limits: &Limits) -> Option<Vec<Spec>> {
    let items = given.list()?;
    if items.len() > *G::SEATS.end() {
        given.fault("too-many", "give one agent, or one for each seat");
        return None;
    }
    let agents: Vec<Option<Spec>> = items.iter().map(|item| agent(item, limits)).collect();
    agents.into_iter().collect()
}

/// An agent that a request may name.
fn agent(item: &Reader<'_>, limits: &Limits) -> Option<Spec> {
    let allowed = Allowed { iterations: limits.iterations, time: false, programs: false };
    let spec = item.string()?.parse::<Spec>();
    match spec.and_then(|spec| spec.refused(allowed).map_or(Ok(spec), Err)) {
        Ok(spec) => Some(spec),
        Err(why) => {
            item.fault("agent", why);
            None
        }
    }
}

fn merge(answer: &mut Value, more: Value) {
    if let (Value::Object(answer), Value::Object(more)) = (answer, more) {
        answer.extend(more);
    }
}
