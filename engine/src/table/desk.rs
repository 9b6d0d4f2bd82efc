//! The table of any game that can be written down.

use std::collections::{BTreeMap, VecDeque};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::listing::{Listing, NextDocument};
use super::{Deal, Limits, Operation, OwnSet, Table, format_of, read_text, schema};
use crate::VERSION;
use crate::agents::{Evaluate, Spec, Tools};
use crate::analysis::advice::Question;
use crate::analysis::contest::Contest;
use crate::analysis::tune::{Course, Generation};
use crate::document::{Documents, Object, Reader, nearest};
use crate::draw::Theme;
use crate::fault::{Fault, Faults};
use crate::game::{Rule, Seat};
use crate::perft::perft;
use crate::scenario::block::{Block, Cases, Prepared, Variant};
use crate::scenario::record::Layout;
use crate::simulate::{self, Outcome, Run};

/// The table of one game.
pub struct Desk<G: Documents> {
    own: Option<(String, Arc<G::Components>)>,
    /// The variants asked for last, by their rules as given: most requests are about few.
    recent: Mutex<VecDeque<Recent<G>>>,
}

/// A variant that was asked for.
struct Recent<G> {
    /// Its rules as given.
    given: Value,
    game: Arc<G>,
    /// What answers say about it.
    about: Arc<str>,
}

/// How many variants are remembered.
const RECENT: usize = 8;

impl<G: Documents> Desk<G> {
    /// A table, with a set of one's own components if there is one.
    pub fn new(own: Option<&OwnSet>) -> Result<Self, Faults> {
        let Some(own) = own else { return Ok(Desk { own: None, recent: Mutex::default() }) };
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
        let own = Some((own.id.clone(), components));
        Faults::none_or(faults, Desk { own, recent: Mutex::default() })
    }

    /// Whether the document is of this kind and version; everything else would only add noise.
    pub(super) fn check_format(object: &Object<'_>, kind: &str) -> Option<()> {
        let expected = format_of::<G>(kind);
        if let Some(format) = object.need("format")
            && format.string().is_some_and(|given| given != expected)
        {
            let given = format.string().unwrap_or_default();
            let message = match given.split('/').nth(1) {
                Some("log") if kind == "state" => "this is a log; `replay` reads it".to_string(),
                Some("state") if kind == "log" => {
                    "this is a state; `moves` and others read it".to_string()
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
    pub(super) fn variant(&self, rules: &Reader<'_>) -> Option<Arc<G>> {
        let recent = || self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = recent().iter().find(|known| *rules.raw() == known.given) {
            return Some(known.game.clone());
        }
        let before = rules.fault_count();
        let variant = Arc::new(self.new_variant(rules)?);
        if rules.fault_count() == before {
            let mut recent = recent();
            recent.truncate(RECENT - 1);
            let (given, about) = (rules.raw().to_value(), Self::about(&variant).into());
            recent.push_front(Recent { given, game: variant.clone(), about });
        }
        Some(variant)
    }

    /// What every answer about a variant says at its end: the rest of an object.
    fn about(game: &G) -> String {
        let about = json!({"rules": Self::rules_document(game), "engine": VERSION});
        about.to_string().split_off(1)
    }

    /// An answer, and what it is about.
    pub(super) fn end(&self, game: &Arc<G>, answer: &impl Serialize) -> String {
        let mut text = serde_json::to_string(answer).expect("answers are plain data");
        debug_assert!(text.ends_with('}') && text.len() > 2, "an answer is an object with keys");
        text.pop();
        text.push(',');
        let recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let known = recent.iter().find(|known| Arc::ptr_eq(&known.game, game));
        match known.map(|known| known.about.clone()) {
            Some(about) => text.push_str(&about),
            None => text.push_str(&Self::about(game)),
        }
        text
    }

    fn new_variant(&self, rules: &Reader<'_>) -> Option<G> {
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

    pub(super) fn load<'a>(&self, reader: &Reader<'a>) -> Option<(Arc<G>, G::State)> {
        let before = reader.fault_count();
        let keys: Vec<&str> = ["format", "rules"].iter().chain(G::STATE_KEYS).copied().collect();
        Self::check_format(&reader.any_object()?, "state")?;
        let object = reader.object(&keys)?;
        let game = self.variant(&object.need("rules")?)?;
        let state = game.read_state(&object)?;
        // A position with faults is read to find more of them, and never played on.
        (reader.fault_count() == before).then_some((game, state))
    }

    /// Reads a state, as JSON or in its one-line form.
    pub fn read(&self, text: &str) -> Result<(Arc<G>, G::State), Faults> {
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

    pub(super) fn variant_of(&self, rules: &Map<String, Value>) -> Result<Arc<G>, Faults> {
        Reader::value(&Value::Object(rules.clone()), |reader| self.variant(reader))
    }

    /// Points, winners and finish as things stand.
    pub(super) fn result(game: &G, state: &G::State) -> Value {
        let points: Vec<i32> =
            Seat::all(game.seats()).map(|seat| game.standing(state, seat).points).collect();
        let outcome = Outcome::of(game, state);
        json!({"points": points, "winners": outcome.winners, "finish": outcome.finish.name()})
    }

    /// Who is next, and what chance can bring.
    pub(super) fn next(game: &G, state: &G::State) -> Value {
        json!(NextDocument::new(game, state))
    }

    pub(super) fn read_move(
        game: &G,
        state: &G::State,
        text: &str,
        place: &str,
    ) -> Result<G::Move, Faults> {
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
        Ok(Self::write(&game, &Self::dealt(&game, deal)))
    }

    fn validate(&self, state: &str) -> Result<Value, Faults> {
        let (game, state) = self.read(state)?;
        Ok(Self::write(&game, &state))
    }

    fn view(&self, state: &str, seat: u8) -> Result<Value, Faults> {
        let (game, state) = self.read(state)?;
        self.seen_by(&game, &state, seat)
    }

    fn moves(&self, state: &str) -> Result<Value, Faults> {
        let (game, state) = self.read(state)?;
        Self::tells(&game, &state)?;
        Ok(json!(Listing::new(&*game, &state)))
    }

    fn play(&self, state: &str, moves: &[String], seed: Option<u64>) -> Result<Value, Faults> {
        let (game, state) = self.read(state)?;
        Self::play_on(&game, state, moves, seed)
    }

    fn draw(&self, state: &str, theme: Theme) -> Result<String, Faults> {
        let (game, state) = self.read(state)?;
        Ok(game.draw(&state, theme).finish())
    }

    fn score(&self, state: &str) -> Result<Value, Faults> {
        let (game, state) = self.read(state)?;
        Ok(Self::score_of(&game, &state))
    }

    fn replay(&self, log: &str, states: bool) -> Result<Value, Faults> {
        read_text(log, |reader| Some(self.replay_log(reader, states)?.1))
    }

    fn simulate(
        &self,
        state: &str,
        agents: &[Spec],
        run: Run,
        tools: &Tools<'_>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Value, Faults> {
        let (game, state) = self.read(state)?;
        let agents = Self::seated(&game, agents)?;
        Ok(simulate::play(&*game, &state, &agents, run, tools, progress))
    }

    fn selfplay(&self, rules: &Map<String, Value>, deal: Deal) -> Result<Value, Faults> {
        let game = self.variant_of(rules)?;
        Ok(Self::random_log(&game, deal))
    }

    fn log(
        &self,
        rules: &Map<String, Value>,
        agents: &[Spec],
        deal: Deal,
        tools: &Tools<'_>,
    ) -> Result<Value, Faults> {
        Self::played_log(&*self.variant_of(rules)?, agents, deal, tools)
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
        let (game, state) = self.read(state)?;
        Self::advice_on(&game, &state, question, tools)
    }

    fn learn(
        &self,
        rules: &Map<String, Value>,
        course: Course,
        tell: &mut dyn FnMut(&Generation),
    ) -> Result<Value, Faults> {
        self.learn_weights(rules, course, tell)
    }

    fn block(&self, variants: &[Variant]) -> Result<Box<dyn Block>, Vec<(usize, Faults)>> {
        let (mut cases, mut faults) = (Vec::new(), Vec::new());
        for (at, variant) in variants.iter().enumerate() {
            match self.variant_of(&variant.rules) {
                Ok(game) => cases.push(Prepared {
                    layout: Layout::new(&*game),
                    rules: Self::rules_document(&game),
                    agents: variant.agents.clone(),
                    game,
                }),
                Err(found) => faults.push((at, found)),
            }
        }
        if faults.is_empty() { Ok(Box::new(Cases { cases })) } else { Err(faults) }
    }

    fn offers(&self, operation: Operation) -> bool {
        operation != Operation::Odds || G::HAS_ODDS
    }

    fn answer(
        &self,
        operation: Operation,
        request: &str,
        limits: &Limits,
        tools: &Tools<'_>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<String, Faults> {
        self.answer_request(operation, request, (limits, tools, progress))
    }

    fn perft(&self, state: &str, depth: u32) -> Result<u64, Faults> {
        let (game, state) = self.read_complete(state)?;
        Ok(perft(&*game, &state, depth))
    }

    fn odds(&self, state: &str) -> Result<Value, Faults> {
        let (game, state) = self.read(state)?;
        Self::odds_of(&game, &state)
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
