//! What a table does with a variant and a position, once they are read.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Deal, Desk, format_of};
use crate::agents::{Agent, Evaluate, Spec, Tools, agent};
use crate::analysis::arena::{self, Observe};
use crate::document::{Documents, Reader, compact};
use crate::fault::Faults;
use crate::game::{Game, Next, Seat, Watch};
use crate::playout::{Draws, Playout, key};
use crate::random::{Key, Purpose};

impl<G: Documents + Evaluate> Desk<G> {
    /// The beginning of a game, dealt if it is known how.
    pub(super) fn dealt(game: &G, deal: Option<Deal>) -> G::State {
        let mut state = game.start();
        if let Some(Deal { seed, game: k }) = deal {
            let mut rng = key(seed, game).stream(k, Purpose::Setup);
            while game.next(&state) == Next::Chance {
                let mv = game.sample(&state, &mut rng);
                game.play(&mut state, mv, &mut ());
            }
        }
        state
    }

    /// A position as a seat sees it.
    pub(super) fn seen_by(&self, game: &G, state: &G::State, seat: u8) -> Result<Value, Faults> {
        if usize::from(seat) >= game.seats() {
            let message = format!("there is no seat {seat}; write 0 to {}", game.seats() - 1);
            return Err(Faults::one("/seat", "seat", message));
        }
        match game.viewer(state).filter(|viewer| viewer.0 != seat) {
            Some(viewer) => Err(Self::incomplete(viewer)),
            None => Ok(Self::write(game, &game.hide(state, Seat(seat)))),
        }
    }

    /// The position after some moves, with what they caused.
    pub(super) fn play_on(
        game: &G,
        mut state: G::State,
        moves: &[String],
        seed: Option<u64>,
    ) -> Result<Value, Faults> {
        // Draws depend on seed and position, so that two plays of one game differ.
        let position = compact::write(&Self::write(game, &state));
        let block = format!("{}/{}/play/{position}", G::NAME, game.seats());
        let mut rng = seed.map(|seed| Key::new(seed, &block).stream(0, Purpose::Chance));
        let (mut events, mut played) = (Vec::new(), Vec::new());
        let mut make = |state: &mut G::State, mv: G::Move| {
            played.push(game.show(mv).to_string());
            game.play(state, mv, &mut events);
            Self::keep_hidden(game, state);
        };
        for (index, text) in moves.iter().enumerate() {
            // Chance that is not named is drawn.
            while let (Next::Chance, Some(rng)) = (game.next(&state), rng.as_mut()) {
                if game.read_move(text).is_ok_and(|mv| game.check(&state, mv).is_ok()) {
                    break;
                }
                let mv = game.sample(&state, rng);
                make(&mut state, mv);
            }
            Self::tells(game, &state)?;
            let mv = Self::read_move(game, &state, text, &format!("/moves/{index}"))?;
            make(&mut state, mv);
        }
        while let (Next::Chance, Some(rng)) = (game.next(&state), rng.as_mut()) {
            let mv = game.sample(&state, rng);
            make(&mut state, mv);
        }
        let events: Vec<G::Told<'_>> = events.iter().map(|event| game.write_event(event)).collect();
        Ok(json!({
            "state": Self::write(game, &state),
            "played": played,
            "events": events,
            "next": Self::next(game, &state),
        }))
    }

    /// Every seat's points.
    pub(super) fn score_of(game: &G, state: &G::State) -> Value {
        let seats: Vec<G::Score> =
            Seat::all(game.seats()).map(|seat| game.write_score(state, seat)).collect();
        let leaders: Vec<u8> = game.leaders(state).map(|seat| seat.0).collect();
        let over = matches!(game.next(state), Next::Over(_));
        json!({"over": over, "leaders": leaders, "seats": seats})
    }

    /// The end of a log, and on request every state on the way.
    pub(super) fn replay_log(&self, reader: &Reader<'_>, states: bool) -> Option<(Arc<G>, Value)> {
        Self::check_format(&reader.any_object()?, "log")?;
        let object = reader
            .object(&["format", "rules", "start", "moves", "seed", "game", "agents", "result"])?;
        let game = self.variant(&object.need("rules")?)?;
        let mut state = match object.get("start") {
            Some(start) => {
                let (own, state) = self.load(&start)?;
                if Self::rules_document(&own) != Self::rules_document(&game) {
                    start.fault("rules-differ", "the log and its start have different rules");
                    return None;
                }
                if let Some(viewer) = game.viewer(&state) {
                    start.faults(Self::incomplete(viewer));
                    return None;
                }
                state
            }
            None => game.start(),
        };
        for key in ["seed", "game"] {
            object.get(key).map(|reader| reader.number(0..=u64::MAX));
        }
        for agent in object.get("agents").and_then(|agents| agents.list()).into_iter().flatten() {
            agent.string();
        }
        let result =
            object.get("result").map(|reader| reader.object(&["points", "winners", "finish"]));
        let mut shown = Vec::new();
        for item in object.need("moves")?.list()? {
            if states {
                shown.push(Self::write(&game, &state));
            }
            let mv = Self::read_move(&game, &state, item.string()?, "")
                .map_err(|faults| item.faults(faults))
                .ok()?;
            game.play(&mut state, mv, &mut ());
        }
        if let Some(result) = result {
            let found = Self::result(&game, &state);
            for (key, value) in result?.entries().filter(|(key, value)| *value.raw() != found[*key])
            {
                value.fault("result-differs", format!("the moves lead to {key} {}", found[key]));
            }
        }
        let mut replayed =
            json!({"state": Self::write(&game, &state), "next": Self::next(&game, &state)});
        if states {
            replayed["states"] = Value::Array(shown);
        }
        Some((game, replayed))
    }

    /// The log of a game with random moves.
    pub(super) fn random_log(game: &G, deal: Deal) -> Value {
        let key = key(deal.seed, game);
        let (mut state, mut moves) = (game.start(), Vec::new());
        let log = |mv: G::Move, _| moves.push(Value::from(game.show(mv).to_string()));
        Playout::new(game).watched(&mut state, &mut Draws::new(&key, deal.game), &mut (), log);
        json!({
            "format": format_of::<G>("log"),
            "rules": Self::rules_document(game),
            "seed": deal.seed,
            "game": deal.game,
            "agents": vec!["random"; game.seats()],
            "moves": moves,
            "result": Self::result(game, &state),
        })
    }

    /// The log of game `k` of a seed, played by agents.
    pub(super) fn played_log(
        game: &G,
        agents: &[Spec],
        deal: Deal,
        tools: &Tools<'_>,
    ) -> Result<Value, Faults> {
        let agents = Self::seated(game, agents)?;
        let mut players: Vec<Box<dyn Agent<G>>> =
            agents.iter().map(|spec| agent(game, spec, tools)).collect();
        let mut players: Vec<&mut dyn Agent<G>> =
            players.iter_mut().map(|player| &mut **player as &mut dyn Agent<G>).collect();
        let seating: Vec<usize> = (0..game.seats()).collect();
        let (mut state, mut moves) = (game.start(), Moves(Vec::new()));
        let key = key(deal.seed, game);
        arena::play_from(game, &mut state, &mut players, &seating, (&key, deal.game), &mut moves);
        let moves: Vec<String> = moves.0.iter().map(|mv| game.show(*mv).to_string()).collect();
        Ok(json!({
            "format": format_of::<G>("log"),
            "rules": Self::rules_document(game),
            "seed": deal.seed,
            "game": deal.game,
            "agents": agents.iter().map(Spec::to_string).collect::<Vec<_>>(),
            "moves": moves,
            "result": Self::result(game, &state),
        }))
    }

    /// Exact chances.
    pub(super) fn odds_of(game: &G, state: &G::State) -> Result<Value, Faults> {
        match game.write_odds(state) {
            Some(Ok(odds)) => Ok(odds),
            Some(Err(why)) => Err(Faults::one("", "no-odds", why)),
            None => Err(Faults::one(
                "",
                "no-odds",
                format!("{} has no dice to compute odds for", G::NAME),
            )),
        }
    }
}

/// Keeps the moves of a game.
struct Moves<G: Game>(Vec<G::Move>);

impl<G: Game> Watch<G::Event> for Moves<G> {
    fn see(&mut self, _: G::Event) {}
}

impl<G: Game> Observe<G> for Moves<G> {
    fn moved(&mut self, mv: G::Move) {
        self.0.push(mv);
    }
}
