//! A game behind its documents: reads variants and states, and keeps the latest variants.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Map, Value};

use super::bounds::Bounds;
use super::position::{GameVariant, Position};
use super::registry::CustomComponents;
use crate::agents::Spec;
use crate::document::{Fault, FaultCode, Faults, Object, Reader, compact, nearest};
use crate::game::Game;
use crate::games::{Documents, Parameters};

/// The service of one game.
pub struct Service<G: Documents> {
    custom: Option<CustomSet<G>>,
    /// The keys of a state document.
    state_keys: Vec<String>,
    /// The variants that were asked for last: most requests are about few.
    recent: Mutex<VecDeque<RecentVariant<G>>>,
}

/// A set of custom components.
struct CustomSet<G: Documents> {
    id: String,
    components: Arc<G::Components>,
}

/// A variant that was asked for.
struct RecentVariant<G> {
    /// Its rules as they were given.
    given: Value,
    variant: GameVariant<G>,
}

/// How many variants are kept.
const RECENT: usize = 8;

impl<G: Documents> Service<G> {
    /// A service, with custom components if there are any.
    pub fn new(custom: Option<&CustomComponents>) -> Result<Self, Faults> {
        let keys = ["format", "rules"].map(String::from);
        let state_keys = keys.into_iter().chain(G::state_keys()).collect();
        let Some(custom) = custom else {
            return Ok(Service { custom: None, state_keys, recent: Mutex::default() });
        };
        let components = G::custom_components(&custom.id, &custom.files)?;
        // The rulebook's game must be playable with them.
        let mut faults: Vec<Fault> = Vec::new();
        for players in G::SEATS {
            let rules = G::Rules::standard(players as u8);
            if let Err(Faults(more)) = G::variant(rules, components.clone()) {
                for fault in more {
                    if !faults.iter().any(|known| known.message == fault.message) {
                        faults.push(fault);
                    }
                }
            }
        }
        let custom = Some(CustomSet { id: custom.id.clone(), components });
        Faults::ok_if_empty(faults, Service { custom, state_keys, recent: Mutex::default() })
    }

    /// The variant that a rules object describes.
    pub(super) fn variant(&self, rules: &Reader<'_>) -> Option<GameVariant<G>> {
        let recent = || self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = recent().iter().find(|known| *rules.raw() == known.given) {
            return Some(known.variant.clone());
        }
        let before = rules.fault_count();
        let variant = GameVariant::new(self.new_variant(rules)?);
        if rules.fault_count() == before {
            let mut recent = recent();
            recent.truncate(RECENT - 1);
            let given = rules.raw().to_value();
            recent.push_front(RecentVariant { given, variant: variant.clone() });
        }
        Some(variant)
    }

    fn new_variant(&self, rules: &Reader<'_>) -> Option<G> {
        let object = rules.object(&G::Rules::keys())?;
        let components = match object.get("components") {
            Some(id) => self.components(&id),
            None => Some(self.default_components()),
        };
        let parameters = G::Rules::read(&object);
        let variant = G::variant(parameters?, components?);
        variant.map_err(|faults| rules.faults(faults)).ok()
    }

    fn default_components(&self) -> Arc<G::Components> {
        let default = || G::set(G::sets()[0]).expect("the default set is embedded");
        self.custom.as_ref().map_or_else(default, |custom| custom.components.clone())
    }

    fn components(&self, id: &Reader<'_>) -> Option<Arc<G::Components>> {
        let name = id.string()?;
        let custom = self.custom.as_ref();
        let own = custom.filter(|custom| custom.id == name).map(|it| it.components.clone());
        let found = own.or_else(|| G::set(name));
        if found.is_none() {
            let mut known = G::sets();
            known.extend(custom.map(|custom| custom.id.as_str()));
            let message = match nearest(name, known.iter().copied()) {
                Some(near) => format!("there is no set `{name}`; did you mean `{near}`?"),
                None => format!("there is no set `{name}`; there are {}", known.join(", ")),
            };
            let hint = if name.contains('@') {
                "; it is a custom set: load its files, unchanged, to use it"
            } else {
                ""
            };
            id.fault(FaultCode::UnknownComponents, message + hint);
        } else if let Some(custom) = custom.filter(|custom| custom.id != name) {
            let message =
                format!("the document names `{name}`, but `{}` is loaded as well", custom.id);
            id.fault(FaultCode::ComponentsDiffer, message);
            return None;
        }
        found
    }

    /// The position that a state document describes.
    pub(super) fn position(&self, reader: &Reader<'_>) -> Option<Position<G>> {
        let before = reader.fault_count();
        let keys: Vec<&str> = self.state_keys.iter().map(String::as_str).collect();
        check_format::<G>(&reader.any_object()?, "state")?;
        let object = reader.object(&keys)?;
        let variant = self.variant(&object.require("rules")?)?;
        let state = variant.read_state(&object)?;
        // A position with faults is read to find more of them, and never played on.
        (reader.fault_count() == before).then_some(Position { variant, state })
    }

    /// Reads a state, as JSON or in its one-line form.
    pub fn read_state(&self, text: &str) -> Result<Position<G>, Faults> {
        read_text(text, |reader| self.position(reader))
    }

    /// The variant of some rules.
    pub fn variant_of(&self, rules: &Map<String, Value>) -> Result<GameVariant<G>, Faults> {
        Reader::value(&Value::Object(rules.clone()), |reader| self.variant(reader))
    }

    /// Every component set: the embedded ones, then the custom one.
    pub(super) fn component_sets(&self) -> impl Iterator<Item = Arc<G::Components>> {
        let embedded = G::sets().into_iter().filter_map(G::set);
        embedded.chain(self.custom.iter().map(|custom| custom.components.clone()))
    }
}

/// Reads JSON or the one-line form.
pub(super) fn read_text<T>(
    text: &str,
    read: impl FnOnce(&Reader<'_>) -> Option<T>,
) -> Result<T, Faults> {
    if text.trim_start().starts_with('(') {
        return Reader::value(&compact::read(text)?, read);
    }
    Reader::text(text, read)
}

/// Checks the kind and version of a document; with another one, further faults would be noise.
pub(super) fn check_format<G: Documents>(object: &Object<'_>, kind: &str) -> Option<()> {
    let expected = G::format_of(kind);
    let format = object.require("format");
    let Some(given) = format.as_ref().and_then(Reader::string) else { return Some(()) };
    if given == expected {
        return Some(());
    }
    let message = match given.split('/').nth(1) {
        Some("log") if kind == "state" => "this is a log; `replay` reads it".to_string(),
        Some("state") if kind == "log" => "this is a state; `moves` and others read it".to_string(),
        Some(known) if known == kind => {
            format!("this version reads `{expected}` and cannot read `{given}`")
        }
        _ => format!("`{given}` is not a format; write `{expected}`"),
    };
    format?.fault(FaultCode::Format, message);
    None
}

/// An agent for each seat, from one for all or one for each.
pub(super) fn seat_agents<G: Game>(
    game: &G,
    texts: &[String],
    bounds: &Bounds,
) -> Result<Vec<Spec>, Faults> {
    if texts.len() > *G::SEATS.end() {
        let message = "give one agent, or one for each seat";
        return Err(Faults::one("/agents", FaultCode::TooMany, message));
    }
    seat_specs(game, bounds.parse_agents(texts)?)
}

/// The same for agents that are parsed already.
pub(super) fn seat_specs<G: Game>(game: &G, specs: Vec<Spec>) -> Result<Vec<Spec>, Faults> {
    let seats = game.seats();
    match specs.as_slice() {
        [one] => Ok(vec![one.clone(); seats]),
        several if several.len() == seats => Ok(specs),
        several => {
            let given = several.len();
            let message = format!("{given} agents for {seats} seats; give one, or one for each");
            Err(Faults::one("/agents", FaultCode::Agents, message))
        }
    }
}
