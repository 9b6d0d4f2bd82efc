//! A scenario made ready: its cases checked, its games counted.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::block::{Block, Variant};
use super::case::{Case, Combination, plain, rules_of};
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
const MOST_CASES: usize = 2000;

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
        Plan::new(&source.value, tables).map_err(|faults| source.locate(faults))
    }

    /// The same from a parsed document.
    pub fn new(document: &Value, tables: &[Box<dyn Table>]) -> Result<Plan, Faults> {
        let scenario = Scenario::read(document, tables)?;
        let table = tables.iter().find(|table| table.name() == scenario.game);
        let table = table.expect("the scenario's game is one of the tables");
        let size: usize = scenario.grids.iter().map(|grid| grid.size()).sum();
        if size > MOST_CASES {
            let message = format!("these are {size} cases; a scenario has at most {MOST_CASES}");
            return Err(Faults::one("", "too-many-cases", message));
        }
        let combinations: Vec<Combination<'_>> =
            scenario.grids.iter().flat_map(|grid| grid.combinations()).collect();
        let mut faults = Vec::new();
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
                    cases.push(case_of(combination, &combinations, players, agents.clone()));
                    variants.push((combination, Variant { rules, agents }));
                }
                Err((place, why)) => faults.push(Fault::new(place, "agents", why)),
            }
        }
        let blocks = blocks(&scenario, &mut cases, &variants, &**table, &mut faults);
        dedup(&mut faults);
        let blocks = Faults::none_or(faults, blocks)?;
        let mut plan = Plan {
            parameters: parameters(&scenario),
            games: vec![0; cases.len()],
            scenario,
            cases,
            blocks,
        };
        plan.check_names()?;
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

    /// Sets the number of games of every case.
    pub fn set_games(&mut self, games: u64) {
        self.games.fill(games);
        self.scenario.size = Size::Games(games);
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

    /// Metrics that nobody knows are faults.
    fn check_names(&self) -> Result<(), Faults> {
        let known: Vec<&str> = self
            .blocks
            .iter()
            .flat_map(|block| (0..block.cases.len()).map(|at| block.block.layout(at)))
            .flat_map(|layout| layout.columns.iter().map(|column| column.name.as_str()))
            .collect();
        let mut faults = Vec::new();
        let mut check = |metric: &str, place: String| {
            if !known.contains(&column_name(metric)) {
                let message = unknown("metric", metric, known.iter().copied());
                faults.push(Fault::new(place, "unknown-metric", message));
            }
        };
        let metrics = self.scenario.metrics.iter().enumerate();
        metrics.for_each(|(at, metric)| check(metric, format!("/metrics/{at}")));
        if let Size::Until(wanted, _) = &self.scenario.size {
            wanted.iter().for_each(|(metric, _)| check(metric, format!("/until/{metric}")));
        }
        Faults::none_or(faults, ())
    }

    /// Finds every case's baseline and its columns.
    fn pair(&mut self) -> Result<(), Faults> {
        let mut found = Vec::new();
        for case in &self.cases {
            let alike = |other: &Case, but: &dyn Fn(&str) -> bool| {
                other.players == case.players
                    && (but("components") || other.components == case.components)
                    && (but("agents") || other.agents == case.agents)
            };
            found.push(match &self.scenario.baseline {
                Baseline::None => None,
                Baseline::First => self.cases.iter().position(|other| alike(other, &|_| false)),
                Baseline::Named(name) => self.cases.iter().position(|other| {
                    alike(other, &|_| false) && other.name.split(": ").next() == Some(name)
                }),
                Baseline::Values(values) => self.cases.iter().position(|other| {
                    let but = |key: &str| values.contains_key(key);
                    alike(other, &but)
                        && values.iter().all(|(key, value)| match key.as_str() {
                            "components" => plain(value) == other.components,
                            "agents" => plain(value) == other.agents_text(),
                            key => other.setting(key) == Some(value),
                        })
                        && case
                            .settings
                            .iter()
                            .filter(|(key, _)| !but(key))
                            .all(|(key, value)| other.setting(key) == Some(value))
                }),
            });
        }
        let wants = !matches!(self.scenario.baseline, Baseline::None | Baseline::First);
        if wants && found.iter().all(Option::is_none) {
            let message = "no case is like this; name values or a case of this scenario";
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

fn case_of(
    combination: &Combination<'_>,
    all: &[Combination<'_>],
    players: u8,
    agents: Vec<Spec>,
) -> Case {
    let value = |of: &Combination<'_>, key: &str| {
        of.values.iter().find(|(name, _)| *name == key).map(|(_, it)| it.value.clone())
    };
    // Named by what varies, among the cases of its name if it has one.
    let family: Vec<&Combination<'_>> =
        all.iter().filter(|other| other.name == combination.name).collect();
    let varies = |key: &str| family.iter().any(|o| value(o, key) != value(combination, key));
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
    let mut known: Vec<(String, String)> = Vec::new();
    faults.retain(|fault| {
        let key = (fault.place.clone(), fault.message.clone());
        let is_new = !known.contains(&key);
        known.push(key);
        is_new
    });
}
