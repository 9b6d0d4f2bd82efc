//! Makes the cases of a scenario out of its grids, and lets the game check them.

use std::collections::{BTreeSet, HashMap};

use super::block::{Block, ScenarioGame, Variant};
use super::case::{Case, plain_text};
use super::document::Scenario;
use super::grid::{Combination, read_agents, rules_of};
use super::plan::PlannedBlock;
use crate::agents::Spec;
use crate::document::{Fault, FaultCode, Faults};
use crate::game::random::Key;

/// The cases of a scenario as they are made.
pub(super) struct CaseBuilder<'a, T: ?Sized> {
    scenario: &'a Scenario,
    game: &'a T,
    /// The cases so far.
    pub(super) cases: Vec<Case>,
    /// By case, where it comes from and what is played.
    variants: Vec<(Combination<'a>, Variant)>,
    /// What is wrong.
    pub(super) faults: Vec<Fault>,
}

impl<'a, T: ScenarioGame + ?Sized> CaseBuilder<'a, T> {
    pub(super) fn new(scenario: &'a Scenario, game: &'a T, faults: Vec<Fault>) -> Self {
        CaseBuilder { scenario, game, cases: Vec::new(), variants: Vec::new(), faults }
    }

    /// Makes a case of every combination.
    pub(super) fn add_cases(&mut self) {
        let scenario = self.scenario;
        let combinations: Vec<Combination<'a>> =
            scenario.grids.iter().flat_map(|grid| grid.combinations()).collect();
        let varying = varying_keys(&combinations);
        let (low, high) = self.game.seats().into_inner();
        let least = low.max(2).min(high) as u64;
        for combination in combinations {
            let mut rules = rules_of(&scenario.rules, &combination.values);
            let players = rules.entry("players").or_insert_with(|| least.into()).clone();
            let players = players.as_u64().and_then(|players| u8::try_from(players).ok());
            let seats = players.filter(|players| (low..=high).contains(&usize::from(*players)));
            let Some(players) = seats else {
                let place = pointer(&combination, "players", scenario);
                let message = format!("{low} to {high} can play {}", scenario.game);
                self.faults.push(Fault::new(place, FaultCode::Players, message));
                continue;
            };
            match agents_of(&combination, players) {
                Ok(agents) => {
                    self.cases.push(new_case(&combination, &varying, players, agents.clone()));
                    self.variants.push((combination, Variant { rules, agents }));
                }
                Err((place, why)) => self.faults.push(Fault::new(place, FaultCode::Agents, why)),
            }
        }
    }

    /// Lets the game check all cases, one number of players after the other.
    pub(super) fn build_blocks(&mut self) -> Vec<PlannedBlock> {
        let mut numbers: Vec<u8> = Vec::new();
        for case in &self.cases {
            if !numbers.contains(&case.players) {
                numbers.push(case.players);
            }
        }
        numbers.into_iter().filter_map(|players| self.build_block(players)).collect()
    }

    fn build_block(&mut self, players: u8) -> Option<PlannedBlock> {
        let members: Vec<usize> =
            (0..self.cases.len()).filter(|at| self.cases[*at].players == players).collect();
        let own: Vec<Variant> = members.iter().map(|at| self.variants[*at].1.clone()).collect();
        match self.game.block(&own) {
            Err(found) => {
                for (at, Faults(found)) in found {
                    self.add_rule_faults(members[at], found);
                }
                None
            }
            Ok(block) => {
                self.check_members(&members, &*block);
                let name = format!("{}/{players}", self.scenario.game);
                let seed = self.scenario.seed;
                Some(PlannedBlock {
                    players,
                    cases: members,
                    block,
                    key: Key::new(seed, &name),
                    pilot_key: Key::new(seed, &format!("{name}/pilot")),
                    same: Vec::new(),
                })
            }
        }
    }

    /// Reports faults of a case's rules where the scenario states the rule.
    fn add_rule_faults(&mut self, case: usize, found: Vec<Fault>) {
        for fault in found {
            let (_, key) = fault.place.split_at(fault.place.len().min(1));
            let key = key.split('/').next().unwrap_or_default();
            let place = pointer(&self.variants[case].0, key, self.scenario);
            self.faults.push(Fault { place, ..fault });
        }
    }

    /// Notes the components of the cases, and reports cases that are the same.
    fn check_members(&mut self, members: &[usize], block: &dyn Block) {
        for (at, &case) in members.iter().enumerate() {
            self.cases[case].components = plain_text(&block.rules(at)["components"]);
            let earlier = (0..at).find(|other| {
                self.cases[members[*other]].agents == self.cases[case].agents
                    && block.rules(*other) == block.rules(at)
            });
            if let Some(earlier) = earlier {
                let (one, other) = (&self.cases[case].name, &self.cases[members[earlier]].name);
                let message = format!("`{one}` and `{other}` are the same case");
                let last = self.variants[case].0.values.last();
                let place = last.map_or(String::new(), |(_, it)| it.pointer.clone());
                self.faults.push(Fault::new(place, FaultCode::CaseTwice, message));
            }
        }
    }
}

/// Where the value of a key stands, as near as is known.
fn pointer(combination: &Combination<'_>, key: &str, scenario: &Scenario) -> String {
    match combination.values.iter().find(|(name, _)| *name == key) {
        Some((_, alternative)) => alternative.pointer.clone(),
        None if key == "beyond_rulebook" => "/beyond_rulebook".into(),
        None if scenario.rules.contains_key(key) => format!("/rules/{key}"),
        None => String::new(),
    }
}

/// The agents of a case, one for each seat.
fn agents_of(combination: &Combination<'_>, players: u8) -> Result<Vec<Spec>, (String, String)> {
    let Some((_, line_up)) = combination.values.iter().find(|(name, _)| *name == "agents") else {
        return Ok(vec![Spec::Expert; players.into()]);
    };
    let agents = read_agents(line_up)?;
    match agents.len() {
        1 => Ok(vec![agents[0].clone(); players.into()]),
        given if given == usize::from(players) => Ok(agents),
        given => {
            let why = format!("{given} agents for {players} seats; give one, or one for each");
            Err((line_up.pointer.clone(), why))
        }
    }
}

/// By name, or for all without one: the keys whose values are not the same everywhere.
fn varying_keys<'a>(all: &[Combination<'a>]) -> HashMap<Option<&'a str>, BTreeSet<&'a str>> {
    let mut firsts: HashMap<Option<&str>, &Combination<'a>> = HashMap::new();
    let mut varying: HashMap<Option<&str>, BTreeSet<&str>> = HashMap::new();
    for one in all {
        let first = firsts.entry(one.name).or_insert(one);
        let keys = varying.entry(one.name).or_default();
        let value = |of: &Combination<'a>, key: &str| {
            of.values.iter().find(|(name, _)| *name == key).map(|(_, it)| &it.value)
        };
        let named = first.values.iter().chain(&one.values).map(|(key, _)| *key);
        for key in named.collect::<BTreeSet<_>>() {
            let same = match (value(first, key), value(one, key)) {
                (Some(one), Some(other)) => one == other,
                (one, other) => one.is_none() && other.is_none(),
            };
            if !same {
                keys.insert(key);
            }
        }
    }
    varying
}

fn new_case(
    combination: &Combination<'_>,
    varying: &HashMap<Option<&str>, BTreeSet<&str>>,
    players: u8,
    agents: Vec<Spec>,
) -> Case {
    // Named by what varies, among the cases of its name if it has one.
    let varies = |key: &str| varying.get(&combination.name).is_some_and(|it| it.contains(key));
    let parts: Vec<String> = combination
        .values
        .iter()
        .filter(|(key, _)| varies(key))
        .map(|(key, it)| format!("{key}={}", plain_text(&it.value)))
        .collect();
    let name = match (combination.name, parts.is_empty()) {
        (Some(name), true) => name.to_string(),
        (Some(name), false) => format!("{name}: {}", parts.join(" ")),
        (None, true) => "standard".into(),
        (None, false) => parts.join(" "),
    };
    let is_rule = |key: &str| !["players", "components", "agents"].contains(&key);
    let settings = combination.values.iter().filter(|(key, _)| is_rule(key));
    let settings = settings.map(|(key, it)| ((*key).to_string(), it.value.clone())).collect();
    Case { name, players, components: String::new(), agents, settings, baseline: None }
}
