//! Scenarios over the service: small ones, answered at once.

use std::ops::Range;

use serde_json::Value;

use super::plan::PILOT;
use super::run::{Played, run, settle};
use super::{Format, Overseer, Plan, Progress, Results, Shard, Source};
use crate::agents::spec::Allowed;
use crate::agents::{Spec, Tools};
use crate::fault::{Fault, Faults};
use crate::table::{Limits, Table};

/// The most cases of one request.
const MOST_CASES: usize = 100;

/// Answers a scenario in JSON, if it is within the limits. `progress` is told of games done.
pub fn answer(
    text: &str,
    tables: &[Box<dyn Table>],
    limits: &Limits,
    tools: &Tools<'_>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<String, Faults> {
    let source = Source::parse(text, Format::Json)?;
    let results = results(&source.value, tables, limits, tools, progress);
    let results = results.map_err(|faults| source.locate(faults))?;
    Ok(serde_json::to_string(&results).expect("results are plain data"))
}

/// The results of a small scenario.
pub fn results(
    document: &Value,
    tables: &[Box<dyn Table>],
    limits: &Limits,
    tools: &Tools<'_>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Results, Faults> {
    let mut plan = Plan::new(document, tables, MOST_CASES)?;
    check(&plan, limits)?;
    if settle(&mut plan, tools) {
        check_work(&plan, limits)?;
    }
    let begin = Progress::new(&plan);
    let done = run(&plan, begin, Shard::WHOLE, tools, &Told { plan: &plan, progress });
    Ok(Results::new(&plan, &done))
}

/// Tells of games as they are done.
struct Told<'a> {
    plan: &'a Plan,
    progress: &'a (dyn Fn(u64) + Sync),
}

impl Overseer for Told<'_> {
    fn merged(&self, _: &Progress, block: usize, games: Range<u64>, _: &[Played]) {
        (self.progress)((games.end - games.start) * self.plan.blocks[block].cases.len() as u64);
    }
}

/// What can be told before anything is played.
fn check(plan: &Plan, limits: &Limits) -> Result<(), Faults> {
    let mut faults = Vec::new();
    let allowed = Allowed { iterations: limits.iterations, time: false, programs: false };
    for agent in plan.cases.iter().flat_map(|case| &case.agents) {
        if let Some(why) = agent.refused(allowed) {
            let fault = Fault::new("/agents", "agent", why);
            if !faults.contains(&fault) {
                faults.push(fault);
            }
        }
    }
    let pilot = PILOT * plan.cases.len() as u64;
    if plan.needs_pilot() && pilot > limits.games {
        let most = limits.games;
        let message =
            format!("the pilot alone takes {pilot} games; at most {most} are played here");
        faults.push(Fault::new("/until", "too-much-work", message));
    }
    if plan.needs_pilot()
        && let Err(Faults(more)) = check_search(plan, |_| PILOT, limits)
    {
        faults.extend(more);
    }
    if !plan.needs_pilot()
        && let Err(Faults(more)) = check_work(plan, limits)
    {
        faults.extend(more);
    }
    Faults::none_or(faults, ())
}

fn check_work(plan: &Plan, limits: &Limits) -> Result<(), Faults> {
    let games: u64 = plan.games.iter().fold(0, |sum, games| sum.saturating_add(*games));
    if games > limits.games {
        let message = format!(
            "all cases together take {games} games; at most {} are played here",
            limits.games
        );
        return Err(Faults::one("/games", "too-much-work", message));
    }
    check_search(plan, |case| plan.games[case], limits)
}

fn check_search(plan: &Plan, games: impl Fn(usize) -> u64, limits: &Limits) -> Result<(), Faults> {
    let work = plan.cases.iter().enumerate().fold(0u64, |work, (at, case)| {
        let most = case.agents.iter().map(Spec::iterations).max().unwrap_or(0);
        work.saturating_add(most.saturating_mul(games(at)))
    });
    if work > limits.search_work {
        let message = format!(
            "games times iterations are {work}, more than the limit `search_work` of {}; ask for fewer games or a smaller search",
            limits.search_work
        );
        return Err(Faults::one("/games", "too-much-work", message));
    }
    Ok(())
}
