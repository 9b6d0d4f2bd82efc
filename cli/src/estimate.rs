//! `run --dry-run`: what a run would take, and what it could show, before it is run.

use std::io::Write;
use std::time::{Duration, Instant};

use serde::Serialize;
use towerlab_engine::agents::AgentContext;
use towerlab_engine::lab::scenario::Plan;
use towerlab_engine::lab::scenario::plan::PILOT;
use towerlab_engine::lab::scenario::run::pilot;
use towerlab_engine::lab::scenario::tally::CaseTally;

use crate::failure::Failure;
use crate::{Common, output};

/// A pilot is made longer until it takes this long.
const PILOT_SECONDS: f64 = 0.5;
/// Fewer games of a pilot do not show how much differences spread.
const LEAST_GAMES: u64 = 30;
/// The distance of two normal distributions, in standard errors, that a test at the 5 % level
/// detects with 80 % power.
const DETECTABLE: f64 = 2.8;

/// What a run would take.
#[derive(Serialize)]
struct RunEstimate {
    cases: Vec<CaseEstimate>,
    expected_seconds: f64,
    pilot_games: u64,
}

/// What a case would show.
#[derive(Serialize)]
struct CaseEstimate {
    case: String,
    agents: String,
    games: u64,
    baseline: Option<String>,
    smallest_win_share_effect: Option<f64>,
    smallest_turns_effect: Option<f64>,
}

/// A few games of each case, played to see how long they take and how much they differ.
struct Pilot {
    /// Games of each case.
    games: u64,
    seconds: f64,
    /// By block and case.
    tallies: Vec<Vec<CaseTally>>,
}

/// Prints cases, games, expected time, and the smallest effects that the run could show.
pub fn print_estimate(
    common: &Common,
    plan: &mut Plan,
    context: &AgentContext<'_>,
) -> Result<(), Failure> {
    let Some(pilot) = play_pilot(plan, context) else { return Err(Failure::Stopped) };
    plan.settle(&pilot.tallies);
    let each = pilot.seconds / (pilot.games as f64 * plan.cases.len() as f64);
    let estimate = RunEstimate {
        cases: (0..plan.cases.len()).map(|at| estimate_case(plan, &pilot, at)).collect(),
        expected_seconds: plan.games.iter().map(|games| *games as f64 * each).sum(),
        pilot_games: pilot.games,
    };
    if common.json {
        return Ok(output::json(&estimate)?);
    }
    print_table(plan, &estimate)
}

/// Plays as many games as a moment allows, or as many as the scenario needs.
fn play_pilot(plan: &Plan, context: &AgentContext<'_>) -> Option<Pilot> {
    let play = |games: u64| {
        let started = Instant::now();
        let tallies = pilot(plan, games, context)?;
        Some(Pilot { games, seconds: started.elapsed().as_secs_f64(), tallies })
    };
    let mut played = play(2)?;
    while played.games < PILOT && (plan.needs_pilot() || played.seconds < PILOT_SECONDS) {
        let games = if plan.needs_pilot() { PILOT } else { (played.games * 5).min(PILOT) };
        played = play(games)?;
    }
    Some(played)
}

fn estimate_case(plan: &Plan, pilot: &Pilot, at: usize) -> CaseEstimate {
    let case = &plan.cases[at];
    let (planned, index) = plan.find(at);
    let block = plan.blocks.iter().position(|block| block.players == planned.players);
    let tally = &pilot.tallies[block.unwrap_or(0)][index];
    let layout = planned.block.layout(index);
    let smallest = |name: &str, seat: Option<u8>| {
        let column = layout.find(name, seat)?;
        let sums = tally.differences(column);
        let games = plan.games[at].min(case.baseline.map_or(u64::MAX, |b| plan.games[b]));
        let sd = sums.variance(layout.column(column).scale).sqrt();
        // Games that are all the same show no spread.
        (sums.n >= LEAST_GAMES && sd > 0.0).then(|| DETECTABLE * sd / (games as f64).sqrt())
    };
    let shares = (0..case.players).filter_map(|seat| smallest("win_share", Some(seat)));
    CaseEstimate {
        case: case.name.clone(),
        agents: case.agents_text(),
        games: plan.games[at],
        baseline: case.baseline.map(|baseline| plan.cases[baseline].name.clone()),
        smallest_win_share_effect: shares.reduce(f64::max),
        smallest_turns_effect: smallest("turns", None),
    }
}

fn print_table(plan: &Plan, estimate: &RunEstimate) -> Result<(), Failure> {
    let effect = |value: Option<f64>, scale: f64| {
        value.map_or_else(|| "-".into(), |value| format!("{:.2}", value * scale))
    };
    let row = |case: &CaseEstimate| {
        vec![
            case.case.clone(),
            case.agents.clone(),
            case.games.to_string(),
            effect(case.smallest_win_share_effect, 100.0),
            effect(case.smallest_turns_effect, 1.0),
            case.baseline.clone().unwrap_or_else(|| "-".into()),
        ]
    };
    let rows: Vec<Vec<String>> = estimate.cases.iter().map(row).collect();
    let header = ["case", "agents", "games", "win points", "turns", "compared with"];
    let mut out = output::stdout();
    writeln!(out, "{}\n", output::bold(&plan.scenario.title))?;
    write!(out, "{}", output::table(&header, &rows))?;
    let expected = Duration::from_secs_f64(estimate.expected_seconds.clamp(1.0, 1e9));
    writeln!(
        out,
        "\n{} cases, {} games, about {} on {} threads.",
        plan.cases.len(),
        plan.games.iter().sum::<u64>(),
        indicatif::HumanDuration(expected),
        rayon::current_num_threads(),
    )?;
    writeln!(
        out,
        "win points (percentage points) and turns: the smallest difference from the baseline that 4 of 5\nruns would detect (95 %, before correction for many cases), from a pilot of {} games; - if the\npilot does not show it.",
        estimate.pilot_games
    )?;
    Ok(())
}
