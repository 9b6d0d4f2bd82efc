//! The table of any game that can be written down.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::{Deal, OwnSet, Table, format_of, read_text, schema};
use crate::agents::{Evaluate, Spec, Tools};
use crate::analysis::advice::Question;
use crate::analysis::contest::Contest;
use crate::analysis::tune::{Course, Generation};
use crate::document::{Documents, Object, Reader, compact, nearest};
use crate::fault::{Fault, Faults};
use crate::game::{Next, Rule, Seat};
use crate::perft::perft;
use crate::playout::{Draws, Playout, key};
use crate::random::{Key, Purpose};
use crate::simulate::{self, Outcome};

/// The table of one game.
pub struct Desk<G: Documents> {
    own: Option<(String, Arc<G::Components>)>,
}

impl<G: Documents> Desk<G> {
    /// A table, with a set of one's own components if there is one.
    pub fn new(own: Option<&OwnSet>) -> Result<Self, Faults> {
        let Some(own) = own else { return Ok(Desk { own: None }) };
        let components = G::own_set(&own.id, &own.files)?;
        // A set that the rulebook's game cannot be played on is no set.
        let mut faults: Vec<Fault> = Vec::new();
        for players in G::SEATS {
            let rules = G::standard_rules(players as u8);
            if let Err(Faults(more)) = G::variant(rules, components.clone()) {
                let told =
                    |fault: &Fault| faults.iter().any(|known| known.message == fault.message);
                let new: Vec<Fault> = more.into_iter().filter(|fault| !told(fault)).collect();
                faults.extend(new);
            }
        }
        Faults::none_or(faults, Desk { own: Some((own.id.clone(), components)) })
    }

    /// Whether the document is of this kind and version; everything else would only add noise.
    fn check_format(object: &Object<'_>, kind: &str) -> Option<()> {
        let expected = format_of::<G>(kind);
        if let Some(format) = object.need("format")
            && format.string().is_some_and(|given| given != expected)
        {
            let given = format.string().unwrap_or_default();
            let message = match given.split('/').nth(1) {
                Some("log") if kind == "state" => {
                    "this is a log; `towerlab replay` reads it".to_string()
                }
                Some("state") if kind == "log" => {
                    "this is a state; `towerlab moves` and others read it".to_string()
                }
                Some(known) if known == kind => {
                    format!("this version reads `{expected}` and cannot read `{given}`")
                }
                _ => format!("`{given}` is no format; write `{expected}`"),
            };
            format.fault("format", message);
            return None;
        }
        Some(())
    }

    /// The variant that a rules object describes.
    fn variant(&self, rules: &Reader<'_>) -> Option<G> {
        let object = rules.object(G::RULE_KEYS)?;
        let components = match object.get("components") {
            Some(id) => self.components(&id),
            None => Some(self.default_components()),
        };
        let parameters = G::read_rules(&object);
        let variant = G::variant(parameters?, components?);
        variant.map_err(|faults| rules.faults(faults)).ok()
    }

    fn default_components(&self) -> Arc<G::Components> {
        let default = || G::set(G::sets()[0]).expect("the default set is embedded");
        self.own.as_ref().map_or_else(default, |(_, components)| components.clone())
    }

    fn components(&self, id: &Reader<'_>) -> Option<Arc<G::Components>> {
        let name = id.string()?;
        let own = self.own.as_ref().filter(|(own, _)| own == name);
        let found = own.map(|(_, components)| components.clone()).or_else(|| G::set(name));
        let mut known = G::sets();
        known.extend(self.own.as_ref().map(|(own, _)| own.as_str()));
        match (&found, &self.own) {
            (None, _) => {
                let message = match nearest(name, known.iter().copied()) {
                    Some(near) => format!("there is no set `{name}`; did you mean `{near}`?"),
                    None => format!("there is no set `{name}`; there are {}", known.join(", ")),
                };
                let hint = match name.split_once('@') {
                    Some(_) => {
                        "; it is somebody's own: pass its folder, unchanged, with --components"
                    }
                    None => "",
                };
                id.fault("unknown-components", message + hint);
            }
            (Some(_), Some((own, _))) if own != name => {
                id.fault(
                    "components-differ",
                    format!("the document names `{name}`, but `{own}` was passed as well"),
                );
                return None;
            }
            _ => {}
        }
        found
    }

    fn load<'a>(&self, reader: &Reader<'a>) -> Option<(G, G::State)> {
        let keys: Vec<&str> = ["format", "rules"].iter().chain(G::STATE_KEYS).copied().collect();
        Self::check_format(&reader.any_object()?, "state")?;
        let object = reader.object(&keys)?;
        let game = self.variant(&object.need("rules")?)?;
        let state = game.read_state(&object)?;
        Some((game, state))
    }

    /// Reads a state, as JSON or in its one-line form.
    pub fn read(&self, text: &str) -> Result<(G, G::State), Faults> {
        read_text(text, |reader| self.load(reader))
    }

    pub(super) fn rules_document(game: &G) -> Value {
        let mut rules = game.write_rules();
        rules.insert("components".into(), game.set_id().into());
        Value::Object(rules)
    }

    /// The document of a state.
    pub fn write(game: &G, state: &G::State) -> Value {
        let mut map = Map::new();
        map.insert("format".into(), format_of::<G>("state").into());
        map.insert("rules".into(), Self::rules_document(game));
        map.extend(game.write_state(state));
        Value::Object(map)
    }

    pub(super) fn variant_of(&self, rules: &Map<String, Value>) -> Result<G, Faults> {
        Reader::value(&Value::Object(rules.clone()), |reader| self.variant(reader))
    }

    /// Points, winners and finish as things stand.
    fn result(game: &G, state: &G::State) -> Value {
        let points: Vec<i32> =
            Seat::all(game.seats()).map(|seat| game.standing(state, seat).points).collect();
        let outcome = Outcome::of(game, state);
        json!({"points": points, "winners": outcome.winners, "finish": outcome.finish.name()})
    }

    /// Who is next, and what chance can bring.
    fn next(game: &G, state: &G::State) -> Value {
        match game.next(state) {
            Next::Player(seat) => json!({"who": "player", "seat": seat.0}),
            Next::Chance => json!({"who": "chance", "outcomes": Self::outcomes(game, state)}),
            Next::Over(finish) => {
                let winners: Vec<u8> = game.leaders(state).map(|seat| seat.0).collect();
                json!({"who": "nobody", "finish": finish.name(), "winners": winners})
            }
        }
    }

    fn entry(game: &G, mv: G::Move) -> Map<String, Value> {
        let mut entry = Map::new();
        entry.insert("move".into(), game.show(mv).to_string().into());
        if let Value::Object(parts) = game.write_parts(mv) {
            entry.extend(parts);
        }
        entry
    }

    fn outcomes(game: &G, state: &G::State) -> Vec<Value> {
        let mut outcomes = Vec::new();
        game.outcomes(state, &mut |mv, weight| outcomes.push((mv, weight)));
        let total: u128 = outcomes.iter().map(|(_, weight)| weight).sum();
        let entry = |(mv, weight): (G::Move, u128)| {
            let mut entry = Self::entry(game, mv);
            // Exact where JSON can hold it; the probability is always there.
            if let Ok(weight) = u64::try_from(weight) {
                entry.insert("weight".into(), weight.into());
            }
            entry.insert("probability".into(), (weight as f64 / total as f64).into());
            Value::Object(entry)
        };
        outcomes.into_iter().map(entry).collect()
    }

    fn read_move(game: &G, state: &G::State, text: &str, place: &str) -> Result<G::Move, Faults> {
        let mv = game
            .read_move(text)
            .map_err(|error| Faults::one(place, "unreadable-move", error.to_string()))?;
        game.check(state, mv).map_err(|breach| {
            let section = G::RULES
                .iter()
                .find(|rule| rule.id == breach.rule)
                .map_or("Moves", |rule| rule.section);
            let message =
                format!("`{text}` is not allowed: {} (rules page, {section})", breach.needs);
            Faults::one(place, breach.rule, message)
        })?;
        Ok(mv)
    }
}

impl<G: Documents + Evaluate> Table for Desk<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn seats(&self) -> RangeInclusive<usize> {
        G::SEATS
    }

    fn page(&self) -> &'static str {
        G::PAGE
    }

    fn rules(&self) -> &'static [Rule] {
        G::RULES
    }

    fn new_game(&self, rules: &Map<String, Value>, deal: Option<Deal>) -> Result<Value, Faults> {
        let game = self.variant_of(rules)?;
        let mut state = game.start();
        if let Some(Deal { seed, game: k }) = deal {
            let mut rng = key(seed, &game).stream(k, Purpose::Setup);
            while game.next(&state) == Next::Chance {
                let mv = game.sample(&state, &mut rng);
                game.play(&mut state, mv, &mut ());
            }
        }
        Ok(Self::write(&game, &state))
    }

    fn validate(&self, state: &str) -> Result<Value, Faults> {
        let (game, state) = self.read(state)?;
        Ok(Self::write(&game, &state))
    }

    fn view(&self, state: &str, seat: u8) -> Result<Value, Faults> {
        let (game, state) = self.read(state)?;
        if usize::from(seat) >= game.seats() {
            let message = format!("there is no seat {seat}; write 0 to {}", game.seats() - 1);
            return Err(Faults::one("", "seat", message));
        }
        match game.viewer(&state).filter(|viewer| viewer.0 != seat) {
            Some(viewer) => Err(Self::incomplete(viewer)),
            None => Ok(Self::write(&game, &game.hide(&state, Seat(seat)))),
        }
    }

    fn moves(&self, state: &str) -> Result<Value, Faults> {
        let (game, state) = self.read(state)?;
        Self::tells(&game, &state)?;
        let mut moves = Vec::new();
        game.moves(&state, &mut |mv| moves.push(Value::Object(Self::entry(&game, mv))));
        Ok(json!({"next": Self::next(&game, &state), "moves": moves}))
    }

    fn play(&self, state: &str, moves: &[String], seed: Option<u64>) -> Result<Value, Faults> {
        let (game, mut state) = self.read(state)?;
        // Draws depend on seed and position, so that two plays of one game differ.
        let position = compact::write(&Self::write(&game, &state));
        let block = format!("{}/{}/play/{position}", G::NAME, game.seats());
        let mut rng = seed.map(|seed| Key::new(seed, &block).stream(0, Purpose::Chance));
        let (mut events, mut played) = (Vec::new(), Vec::new());
        let mut make = |state: &mut G::State, mv: G::Move| {
            played.push(game.show(mv).to_string());
            game.play(state, mv, &mut events);
            Self::keep_hidden(&game, state);
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
            Self::tells(&game, &state)?;
            let mv = Self::read_move(&game, &state, text, &format!("/moves/{index}"))?;
            make(&mut state, mv);
        }
        while let (Next::Chance, Some(rng)) = (game.next(&state), rng.as_mut()) {
            let mv = game.sample(&state, rng);
            make(&mut state, mv);
        }
        let events: Vec<Value> = events.iter().map(|event| game.write_event(event)).collect();
        Ok(json!({
            "state": Self::write(&game, &state),
            "played": played,
            "events": events,
            "next": Self::next(&game, &state),
        }))
    }

    fn score(&self, state: &str) -> Result<Value, Faults> {
        let (game, state) = self.read(state)?;
        let seats: Vec<Value> =
            Seat::all(game.seats()).map(|seat| game.write_score(&state, seat)).collect();
        let leaders: Vec<u8> = game.leaders(&state).map(|seat| seat.0).collect();
        let over = matches!(game.next(&state), Next::Over(_));
        Ok(json!({"over": over, "leaders": leaders, "seats": seats}))
    }

    fn replay(&self, log: &str, states: bool) -> Result<Value, Faults> {
        read_text(log, |reader| {
            Self::check_format(&reader.any_object()?, "log")?;
            let object = reader.object(&[
                "format", "rules", "start", "moves", "seed", "game", "agents", "result",
            ])?;
            let game = self.variant(&object.need("rules")?)?;
            let mut state = match object.get("start") {
                Some(start) => {
                    let state = self.load(&start)?.1;
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
            object.get("agents").map(|reader| reader.list());
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
                for (key, value) in
                    result?.entries().filter(|(key, value)| found[*key] != *value.raw())
                {
                    value
                        .fault("result-differs", format!("the moves lead to {key} {}", found[key]));
                }
            }
            let mut replayed =
                json!({"state": Self::write(&game, &state), "next": Self::next(&game, &state)});
            if states {
                replayed["states"] = Value::Array(shown);
            }
            Some(replayed)
        })
    }

    fn simulate(
        &self,
        state: &str,
        games: u64,
        seed: u64,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Value, Faults> {
        let (game, state) = self.read(state)?;
        Ok(simulate::random(&game, &state, games, seed, progress).document())
    }

    fn simulate_with(
        &self,
        state: &str,
        agents: &[Spec],
        run: (u64, u64),
        tools: &Tools<'_>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Value, Faults> {
        self.simulate_agents(state, agents, run, tools, progress)
    }

    fn selfplay(&self, rules: &Map<String, Value>, deal: Deal) -> Result<Value, Faults> {
        let game = self.variant_of(rules)?;
        let key = key(deal.seed, &game);
        let (mut state, mut moves) = (game.start(), Vec::new());
        let log = |mv: G::Move, _| moves.push(Value::from(game.show(mv).to_string()));
        Playout::new(&game).watched(&mut state, &mut Draws::new(&key, deal.game), &mut (), log);
        Ok(json!({
            "format": format_of::<G>("log"),
            "rules": Self::rules_document(&game),
            "seed": deal.seed,
            "game": deal.game,
            "agents": vec!["random"; game.seats()],
            "moves": moves,
            "result": Self::result(&game, &state),
        }))
    }

    fn contest(
        &self,
        rules: &Map<String, Value>,
        contest: &Contest,
        tools: &Tools<'_>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Value, Faults> {
        self.play_contest(rules, contest, tools, progress)
    }

    fn advise(&self, state: &str, question: &Question, tools: &Tools<'_>) -> Result<Value, Faults> {
        self.give_advice(state, question, tools)
    }

    fn learn(
        &self,
        rules: &Map<String, Value>,
        course: Course,
        tell: &mut dyn FnMut(&Generation),
    ) -> Result<Value, Faults> {
        self.learn_weights(rules, course, tell)
    }

    fn perft(&self, state: &str, depth: u32) -> Result<u64, Faults> {
        let (game, state) = self.read_complete(state)?;
        Ok(perft(&game, &state, depth))
    }

    fn odds(&self, state: &str) -> Result<Value, Faults> {
        let (game, state) = self.read(state)?;
        match game.write_odds(&state) {
            Some(Ok(odds)) => Ok(odds),
            Some(Err(why)) => Err(Faults::one("", "no-odds", why)),
            None => Err(Faults::one(
                "",
                "no-odds",
                format!("{} has no dice to compute odds for", G::NAME),
            )),
        }
    }

    fn schema(&self, kind: &str) -> Option<Value> {
        schema::schema::<G>(kind)
    }

    fn sets(&self) -> Vec<Value> {
        let embedded = G::sets().into_iter().filter_map(G::set);
        let own = self.own.iter().map(|(_, components)| components.clone());
        embedded.chain(own).map(|components| G::describe_set(&components)).collect()
    }

    fn set_files(&self, id: &str) -> Option<BTreeMap<&'static str, &'static str>> {
        G::set_files(id)
    }
}
