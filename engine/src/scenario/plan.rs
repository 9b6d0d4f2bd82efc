//! A scenario made ready: its cases checked, its games counted.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::block::{Block, Variant};
use super::case::{Alternative, Case, Combination, plain, rules_of};
use super::document::{Baseline, Scenario, Size, table_of, unknown};
use super::source::Source;
use super::tally::Tally;
use crate::VERSION;
use crate::agents::Spec;
use crate::analysis::statistics::{Z, wilson};
use crate::fault::{Fault, Faults};
use crate::random::Key;
use crate::table::Table;

/// The most cases of a scenario.
pub const MOST_CASES: usize = 2000;

/// Games of a pilot.
pub const PILOT: u64 = 500;

/// A scenario that can be run.
pub struct Plan {
    /// What was asked.
    pub scenario: Scenario,
    /// The cases.
    pub cases: Vec<Case>,
    /// The names of the rules that vary.
    pub parameters: Vec<String>,
    /// The cases by number of players.
    pub blocks: Vec<PlannedBlock>,
    /// By case, how many games; nothing before a pilot has told.
    pub games: Vec<u64>,
}

/// The cases with one number of players.
pub struct PlannedBlock {
    /// How many play.
    pub players: u8,
    /// Which cases.
    pub cases: Vec<usize>,
    /// Plays them.
    pub block: Box<dyn Block>,
    /// The randomness of its games.
    pub key: Key,
    /// The randomness of its pilot, which shares no game with the run.
    pub pilot_key: Key,
    /// By case and column, the same column of the baseline.
    pub same: Vec<Vec<Option<usize>>>,
}

impl Plan {
    /// Reads and checks a scenario, and tells all that is wrong with it.
    pub fn read(source: &Source<'_>, tables: &[Box<dyn Table>]) -> Result<Plan, Faults> {
        let plan = Plan::new(&source.value, tables, MOST_CASES);
        let mut faults = source.faults.clone();
        match plan {
            Ok(plan) if faults.is_empty() => return Ok(plan),
            Ok(_) => {}
            Err(more) => faults.extend(source.locate(more).0),
        }
        Err(Faults(faults))
    }

    /// The same from a parsed document, for so many cases at most.
    pub fn new(document: &Value, tables: &[Box<dyn Table>], most: usize) -> Result<Plan, Faults> {
        let (scenario, mut faults) = Scenario::read(document, tables);
        let Some(scenario) = scenario else { return Err(Faults(faults)) };
        let table = tables.iter().find(|table| table.name() == scenario.game);
        let table = table.expect("the scenario's game is one of the tables");
        let sizes = scenario.grids.iter().map(|grid| grid.size());
        let size = sizes.fold(0, usize::saturating_add);
        if size > most {
            let message = format!("these are {size} cases; at most {most} are possible here");
            faults.push(Fault::new("", "too-many-cases", message));
            return Err(Faults(faults));
        }
        let combinations: Vec<Combination<'_>> =
            scenario.grids.iter().flat_map(|grid| grid.combinations()).collect();
        let varying = varying(&combinations);
        let mut cases = Vec::new();
        let mut variants = Vec::new();
        let least = (*table.seats().start()).max(2).min(*table.seats().end()) as u64;
        for combination in &combinations {
            let mut rules = rules_of(&scenario.rules, &combination.values);
            let players = rules.entry("players").or_insert_with(|| least.into()).clone();
            let players = players.as_u64().and_then(|players| u8::try_from(players).ok());
            let seats = players.filter(|players| table.seats().contains(&usize::from(*players)));
            let Some(players) = seats else {
                let (low, high) =
                    (table.seats().start().to_owned(), table.seats().end().to_owned());
                let place = pointer(combination, "players", &scenario);
                faults.push(Fault::new(
                    place,
                    "players",
                    format!("{low} to {high} can play {}", scenario.game),
                ));
                continue;
            };
            match agents(combination, players) {
                Ok(agents) => {
                    cases.push(case_of(combination, &varying, players, agents.clone()));
                    variants.push((combination, Variant { rules, agents }));
                }
                Err((place, why)) => faults.push(Fault::new(place, "agents", why)),
            }
        }
        let blocks = blocks(&scenario, &mut cases, &variants, &**table, &mut faults);
        let plan = Plan {
            parameters: parameters(&scenario),
            games: vec![0; cases.len()],
            scenario,
            cases,
            blocks,
        };
        plan.check_names(&mut faults);
        dedup(&mut faults);
        let mut plan = Faults::none_or(faults, plan)?;
        plan.pair()?;
        if let Size::Games(games) = plan.scenario.size {
            plan.games.fill(games);
        }
        Ok(plan)
    }

    /// The block of a case, and which of its cases it is.
    pub fn find(&self, case: usize) -> (&PlannedBlock, usize) {
        let found = self
            .blocks
            .iter()
            .find_map(|block| Some((block, block.cases.iter().position(|known| *known == case)?)));
        found.expect("every case is in a block")
    }

    /// Whether a pilot has to tell how many games are needed.
    pub fn needs_pilot(&self) -> bool {
        self.games.contains(&0)
    }

    /// The cases in which `max_games` may stop short of the precision asked for.
    pub fn short(&self) -> Vec<usize> {
        let most = match self.scenario.size {
            Size::Until(_, most) => most,
            Size::Games(_) => u64::MAX,
        };
        (0..self.cases.len()).filter(|case| self.games[*case] >= most).collect()
    }

    /// Sets the number of games of every case, as if the scenario said so.
    pub fn set_games(&mut self, games: u64) {
        self.games.fill(games);
        self.scenario.size = Size::Games(games);
        if let Value::Object(document) = &mut self.scenario.document {
            document.retain(|key, _| key != "until" && key != "max_games");
            document.insert("games".into(), games.into());
        }
    }

    /// Takes from a pilot how many games every case needs.
    pub fn settle(&mut self, pilot: &[Vec<Tally>]) {
        let Size::Until(wanted, most) = self.scenario.size.clone() else { return };
        for (block, tallies) in self.blocks.iter().zip(pilot) {
            for (at, (&case, tally)) in block.cases.iter().zip(tallies).enumerate() {
                let layout = block.block.layout(at);
                let mut needed = PILOT;
                for (metric, half) in &wanted {
                    let name = column_name(metric);
                    let columns = layout.columns.iter().zip(&tally.columns);
                    for (column, sums) in columns.filter(|(column, _)| column.name == name) {
                        if sums.n == 0 {
                            continue;
                        }
                        let variance = if column.is_share {
                            // The least favourable share that the pilot allows.
                            let (low, high) = wilson(sums.mean(column.scale), sums.n as f64);
                            let share = 0.5_f64.clamp(low, high);
                            share * (1.0 - share)
                        } else {
                            // A standard deviation that few pilots would have hidden.
                            let few = 1.0 + 1.645 / (2.0 * sums.n as f64).sqrt();
                            sums.variance(column.scale) * few * few
                        };
                        // Figures that few games have need more games.
                        let games =
                            variance * (Z / half).powi(2) * tally.games as f64 / sums.n as f64;
                        needed = needed.max(games.ceil() as u64);
                    }
                }
                self.games[case] = needed.div_ceil(100).saturating_mul(100).min(most);
            }
        }
    }

    /// What the run is: two plans with the same fingerprint give the same tables.
    pub fn fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(VERSION);
        hash.update(self.scenario.document.to_string());
        for block in &self.blocks {
            for (at, case) in block.cases.iter().enumerate() {
                hash.update(block.block.rules(at).to_string());
                hash.update(self.games[*case].to_le_bytes());
            }
        }
        let digest: [u8; 32] = hash.finalize().into();
        digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Metrics that nobody knows are faults, and names that two cases share.
    fn check_names(&self, faults: &mut Vec<Fault>) {
        let mut known: BTreeSet<&str> = BTreeSet::new();
        let mut derived: BTreeSet<String> = DERIVED.map(String::from).into();
        for block in &self.blocks {
            for layout in (0..block.cases.len()).map(|at| block.block.layout(at)) {
                known.extend(layout.columns.iter().map(|column| column.name.as_str()));
                let sources = layout.sources.iter().map(|at| &layout.figures[*at]);
                derived.extend(sources.map(|source| format!("share_of_points_{source}")));
            }
        }
        if !known.is_empty() {
            if let Size::Until(wanted, _) = &self.scenario.size {
                for (metric, _) in wanted.iter().filter(|(it, _)| !known.contains(column_name(it)))
                {
                    let message = unknown("metric", metric, known.iter().copied());
                    faults.push(Fault::new(format!("/until/{metric}"), "unknown-metric", message));
                }
            }
            known.extend(derived.iter().map(String::as_str));
            for (at, metric) in self.scenario.metrics.iter().enumerate() {
                if !known.contains(column_name(metric)) {
                    let message = unknown("metric", metric, known.iter().copied());
                    faults.push(Fault::new(format!("/metrics/{at}"), "unknown-metric", message));
                }
            }
        }
        let mut names = HashSet::new();
        for case in self.cases.iter().filter(|case| !names.insert(&case.name)) {
            // Equal cases are told as such.
            if !faults.iter().any(|fault| fault.code == "case-twice") {
                let message = format!("two cases are called `{}`", case.name);
                faults.push(Fault::new("/cases", "name-twice", message));
            }
        }
    }

    /// Finds every case's baseline and its columns.
    fn pair(&mut self) -> Result<(), Faults> {
        let mut found = Vec::new();
        let wanted_agents = match &self.scenario.baseline {
            Baseline::Values(values) => match values.get("agents") {
                Some(value) => {
                    let given =
                        Alternative { value: value.clone(), pointer: "/baseline/agents".into() };
                    let agents = table_of(&given);
                    Some(agents.map_err(|(place, why)| Faults::one(place, "agent", why))?)
                }
                None => None,
            },
            _ => None,
        };
        let has_agents = |other: &Case| match wanted_agents.as_deref() {
            Some([one]) => other.agents.iter().all(|agent| agent == one),
            Some(several) => other.agents == several,
            None => true,
        };
        for case in &self.cases {
            let alike = |other: &Case, but: &dyn Fn(&str) -> bool| {
                other.players == case.players
                    && (but("components") || other.components == case.components)
                    && (but("agents") || other.agents == case.agents)
            };
            found.push(match &self.scenario.baseline {
                Baseline::None => None,
                Baseline::First => self.cases.iter().position(|other| alike(other, &|_| false)),
                Baseline::Named(name) => {
                    let is_named = |other: &Case| {
                        let rest = other.name.strip_prefix(name.as_str());
                        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(": "))
                    };
                    // The more alike, the better; as many players in any case.
                    let first = |but: &dyn Fn(&str) -> bool| {
                        self.cases.iter().position(|other| alike(other, but) && is_named(other))
                    };
                    first(&|_| false)
                        .or_else(|| first(&|key| key == "agents"))
                        .or_else(|| first(&|_| true))
                }
                Baseline::Values(values) => self.cases.iter().position(|other| {
                    let but = |key: &str| values.contains_key(key);
                    let keys = case.settings.iter().chain(&other.settings).map(|(key, _)| key);
                    alike(other, &but)
                        && has_agents(other)
                        && values.iter().all(|(key, value)| match key.as_str() {
                            "components" => plain(value) == other.components,
                            "agents" => true,
                            key => other.setting(key) == Some(value),
                        })
                        && keys
                            .filter(|key| !but(key))
                            .all(|key| other.setting(key) == case.setting(key))
                }),
            });
        }
        let wants = !matches!(self.scenario.baseline, Baseline::None | Baseline::First);
        if wants && found.iter().all(Option::is_none) {
            let names = self.cases.iter().take(8).map(|case| format!("`{}`", case.name));
            let names: Vec<String> = names.collect();
            let message = format!("no case is like this; the cases are {}", names.join(", "));
            return Err(Faults::one("/baseline", "baseline", message));
        }
        for (at, baseline) in found.into_iter().enumerate() {
            self.cases[at].baseline = baseline.filter(|baseline| *baseline != at);
        }
        for block in &mut self.blocks {
            block.same = (0..block.cases.len())
                .map(|at| {
                    let baseline = self.cases[block.cases[at]].baseline;
                    let other =
                        baseline.and_then(|b| block.cases.iter().position(|known| *known == b));
                    let layout = block.block.layout(at);
                    let Some(other) = other.map(|other| block.block.layout(other)) else {
                        return vec![None; layout.columns.len()];
                    };
                    let same =
                        |column: &super::record::Column| other.find(&column.name, column.seat);
                    layout.columns.iter().map(same).collect()
                })
                .collect();
        }
        Ok(())
    }
}

/// Metrics of a case that no single game has.
const DERIVED: [&str; 3] = ["agent_win_share", "seat_spread", "outcome_uniformity"];

/// The column that a metric means.
pub fn column_name(metric: &str) -> &str {
    if metric == "seat_win_share" { "win_share" } else { metric }
}

/// Where the value of a key stands, as near as can be told.
fn pointer(combination: &Combination<'_>, key: &str, scenario: &Scenario) -> String {
    match combination.values.iter().find(|(name, _)| *name == key) {
        Some((_, alternative)) => alternative.pointer.clone(),
        None if key == "beyond_rulebook" => "/beyond_rulebook".into(),
        None if scenario.rules.contains_key(key) => format!("/rules/{key}"),
        None => String::new(),
    }
}

/// The agents of a case, one for each seat.
fn agents(combination: &Combination<'_>, players: u8) -> Result<Vec<Spec>, (String, String)> {
    let Some((_, table)) = combination.values.iter().find(|(name, _)| *name == "agents") else {
        return Ok(vec![Spec::Tuned; players.into()]);
    };
    let agents = table_of(table)?;
    match agents.len() {
        1 => Ok(vec![agents[0].clone(); players.into()]),
        given if given == usize::from(players) => Ok(agents),
        given => {
            let why = format!("{given} agents for {players} seats; give one, or one for each");
            Err((table.pointer.clone(), why))
        }
    }
}

/// By name, or for all without one: the keys whose values are not the same everywhere.
fn varying<'a>(all: &[Combination<'a>]) -> HashMap<Option<&'a str>, BTreeSet<&'a str>> {
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

fn case_of(
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
        .map(|(key, it)| format!("{key}={}", plain(&it.value)))
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

/// The rules that vary, in the order in which they are first named.
fn parameters(scenario: &Scenario) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (name, _) in scenario.grids.iter().flat_map(|grid| &grid.axes) {
        if !["players", "components", "agents"].contains(&name.as_str()) && !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// Lets the table check all cases, players by players.
fn blocks(
    scenario: &Scenario,
    cases: &mut [Case],
    variants: &[(&Combination<'_>, Variant)],
    table: &dyn Table,
    faults: &mut Vec<Fault>,
) -> Vec<PlannedBlock> {
    let mut players: Vec<u8> = Vec::new();
    cases.iter().for_each(|case| {
        if !players.contains(&case.players) {
            players.push(case.players);
        }
    });
    let mut blocks = Vec::new();
    for players in players {
        let members: Vec<usize> =
            (0..cases.len()).filter(|at| cases[*at].players == players).collect();
        let own: Vec<Variant> = members.iter().map(|at| variants[*at].1.clone()).collect();
        match table.block(&own) {
            Err(found) => {
                for (at, Faults(found)) in found {
                    for fault in found {
                        let (_, key) = fault.place.split_at(fault.place.len().min(1));
                        let key = key.split('/').next().unwrap_or_default();
                        let place = pointer(variants[members[at]].0, key, scenario);
                        faults.push(Fault { place, ..fault });
                    }
                }
            }
            Ok(block) => {
                for (at, &case) in members.iter().enumerate() {
                    cases[case].components = plain(&block.rules(at)["components"]);
                    let earlier = (0..at).find(|other| {
                        cases[members[*other]].agents == cases[case].agents
                            && block.rules(*other) == block.rules(at)
                    });
                    if let Some(earlier) = earlier {
                        let (one, other) = (&cases[case].name, &cases[members[earlier]].name);
                        let message = format!("`{one}` and `{other}` are the same case");
                        let last = variants[case].0.values.last();
                        let place = last.map_or(String::new(), |(_, it)| it.pointer.clone());
                        faults.push(Fault::new(place, "case-twice", message));
                    }
                }
                let name = format!("{}/{players}", scenario.game);
                blocks.push(PlannedBlock {
                    players,
                    cases: members,
                    block,
                    key: Key::new(scenario.seed, &name),
                    pilot_key: Key::new(scenario.seed, &format!("{name}/pilot")),
                    same: Vec::new(),
                });
            }
        }
    }
    blocks
}

/// The same fault in many cases is told once.
fn dedup(faults: &mut Vec<Fault>) {
    let mut known = HashSet::new();
    faults.retain(|fault| known.insert((fault.place.clone(), fault.message.clone())));
}
