//! Runs small scenarios at once, for a host that answers requests.

use std::ops::Range;

use serde_json::Value;

use super::operation::Context;
use super::registry::Registry;
use crate::agents::Spec;
use crate::document::{Fault, FaultCode, Faults};
use crate::lab::scenario::plan::PILOT;
use crate::lab::scenario::run::{RecordedGame, run, settle};
use crate::lab::scenario::{Format, Plan, Progress, Results, RunObserver, Shard, Source};

/// The most cases of one request.
const MOST_CASES: usize = 100;

/// Runs a scenario in JSON, if it is within the bounds.
pub fn run_text(text: &str, registry: &Registry, context: &Context<'_>) -> Result<Results, Faults> {
    let source = Source::parse(text, Format::Json)?;
    let results = run_document(&source.value, registry, context);
    results.map_err(|faults| source.locate(faults))
}

/// Runs a scenario, if it is within the bounds.
pub fn run_document(
    document: &Value,
    registry: &Registry,
    context: &Context<'_>,
) -> Result<Results, Faults> {
    let mut plan = Plan::new(document, registry, MOST_CASES)?;
    check_plan(&plan, context)?;
    if settle(&mut plan, context.agents) {
        check_work(&plan, context)?;
    }
    let begin = Progress::new(&plan);
    let observer = CountGames { plan: &plan, progress: context.progress };
    let done = run(&plan, begin, Shard::WHOLE, context.agents, &observer);
    Ok(Results::new(&plan, &done))
}

/// Reports games as they are done.
struct CountGames<'a> {
    plan: &'a Plan,
    progress: &'a (dyn Fn(u64) + Sync),
}

impl RunObserver for CountGames<'_> {
    fn games_added(&self, _: &Progress, block: usize, games: Range<u64>, _: &[RecordedGame]) {
        (self.progress)((games.end - games.start) * self.plan.blocks[block].cases.len() as u64);
    }
}

/// Checks what can be known before anything is played.
fn check_plan(plan: &Plan, context: &Context<'_>) -> Result<(), Faults> {
    let mut faults = Vec::new();
    for agent in plan.cases.iter().flat_map(|case| &case.agents) {
        if let Some(why) = agent.find_breach(context.bounds.agents) {
            let fault = Fault::new("/agents", FaultCode::Agent, why);
            if !faults.contains(&fault) {
                faults.push(fault);
            }
        }
    }
    let (pilot, most) = (PILOT * plan.cases.len() as u64, context.bounds.games);
    if plan.needs_pilot() && pilot > most {
        let message =
            format!("the pilot alone takes {pilot} games; at most {most} are played here");
        faults.push(Fault::new("/until", FaultCode::TooMuchWork, message));
    }
    let work = if plan.needs_pilot() {
        check_search(plan, |_| PILOT, context)
    } else {
        check_work(plan, context)
    };
    faults.extend(work.err().map_or_else(Vec::new, |Faults(more)| more));
    Faults::ok_if_empty(faults, ())
}

fn check_work(plan: &Plan, context: &Context<'_>) -> Result<(), Faults> {
    let games: u64 = plan.games.iter().fold(0, |sum, games| sum.saturating_add(*games));
    let most = context.bounds.games;
    if games > most {
        let message =
            format!("all cases together take {games} games; at most {most} are played here");
        return Err(Faults::one("/games", FaultCode::TooMuchWork, message));
    }
    check_search(plan, |case| plan.games[case], context)
}

fn check_search(
    plan: &Plan,
    games: impl Fn(usize) -> u64,
    context: &Context<'_>,
) -> Result<(), Faults> {
    let work = plan.cases.iter().enumerate().fold(0u64, |work, (at, case)| {
        let most = case.agents.iter().map(Spec::iterations).max().unwrap_or(0);
        work.saturating_add(most.saturating_mul(games(at)))
    });
    let most = context.bounds.search_work;
    if work > most {
        let message = format!(
            "games times iterations are {work}, more than the limit `search_work` of {most}; ask for fewer games or a smaller search"
        );
        return Err(Faults::one("/games", FaultCode::TooMuchWork, message));
    }
    Ok(())
}
