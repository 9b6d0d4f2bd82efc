//! What a run would be, before it is run.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::json;
use towerlab_engine::agents::Tools;
use towerlab_engine::scenario::Plan;
use towerlab_engine::scenario::plan::PILOT;
use towerlab_engine::scenario::run::pilot;

use crate::failure::Failure;
use crate::{Common, output};

/// What a run would be: cases, games, time, and what it could tell.
pub fn show(common: &Common, plan: &mut Plan, tools: &Tools<'_>) -> Result<(), Failure> {
    // A pilot as long as a moment allows; the scenario's own if it needs one.
    let started = Instant::now();
    let (mut size, mut tallies) = (2, pilot(plan, 2, tools));
    let mut seconds = started.elapsed().as_secs_f64();
    while size < PILOT && (plan.needs_pilot() || seconds < 0.5) {
        let next = if plan.needs_pilot() { PILOT } else { (size * 5).min(PILOT) };
        let started = Instant::now();
        (size, tallies) = (next, pilot(plan, next, tools));
        seconds = started.elapsed().as_secs_f64();
    }
    let Some(tallies) = tallies else { return Err(Failure::Stopped) };
    plan.settle(&tallies);
    let each = seconds / (size as f64 * plan.cases.len() as f64);
    let expected: f64 = plan.games.iter().map(|games| *games as f64 * each).sum();
    let mut rows = Vec::new();
    let mut cases = Vec::new();
    for (at, case) in plan.cases.iter().enumerate() {
        let (planned, index) = plan.find(at);
        let block = plan.blocks.iter().position(|block| block.players == planned.players);
        let tally = &tallies[block.unwrap_or(0)][index];
        let layout = planned.block.layout(index);
        // With 80 % power at the 5 % level; from the pilot's spread of differences.
        let smallest = |name: &str, seat: Option<u8>| {
            let column = layout.find(name, seat)?;
            let sums = &tally.differences[column];
            let least = plan.games[at].min(case.baseline.map_or(u64::MAX, |b| plan.games[b]));
            let sd = sums.variance(layout.columns[column].scale).sqrt();
            // Few games tell nothing of a spread, and none if they are all the same.
            (sums.n >= 30 && sd > 0.0).then(|| 2.8 * sd / (least as f64).sqrt())
        };
        let share = (0..case.players)
            .filter_map(|seat| smallest("win_share", Some(seat)))
            .fold(None, |most: Option<f64>, one| Some(most.map_or(one, |most| most.max(one))));
        let turns = smallest("turns", None);
        let told = |value: Option<f64>, scale: f64| {
            value.map_or_else(|| "-".into(), |value| format!("{:.2}", value * scale))
        };
        let baseline = case.baseline.map(|baseline| plan.cases[baseline].name.clone());
        rows.push(vec![
            case.name.clone(),
            case.agents_text(),
            plan.games[at].to_string(),
            told(share, 100.0),
            told(turns, 1.0),
            baseline.clone().unwrap_or_else(|| "-".into()),
        ]);
        cases.push(json!({
            "case": case.name, "agents": case.agents_text(), "games": plan.games[at],
            "baseline": baseline, "smallest_win_share_effect": share, "smallest_turns_effect": turns,
        }));
    }
    if common.json {
        return Ok(output::json(
            &json!({"cases": cases, "expected_seconds": expected, "pilot_games": size}),
        )?);
    }
    let header = ["case", "agents", "games", "win points", "turns", "compared with"];
    let mut out = output::stdout();
    writeln!(out, "{}\n", output::bold(&plan.scenario.title))?;
    write!(out, "{}", output::table(&header, &rows))?;
    writeln!(
        out,
        "\n{} cases, {} games, about {} on {} threads.\nwin points and turns: the smallest difference to the baseline that would be seen in 4 of 5 runs\n(95 %, before correction for many cases), from a pilot of {size} games; - where it cannot tell.",
        plan.cases.len(),
        plan.games.iter().sum::<u64>(),
        indicatif::HumanDuration(Duration::from_secs_f64(expected.clamp(1.0, 1e9))),
        rayon::current_num_threads(),
    )?;
    Ok(())
}
