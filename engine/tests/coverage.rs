//! Do 95 % intervals hold the true value in 95 % of runs? Many small runs against a large one.
//!
//! `TOWERLAB_COVERAGE=1000` makes a thousand runs of 200 games against a million games; without
//! it the runs and the games are fewer, and more is forgiven.

use serde_json::json;
use towerlab_engine::agents::{AgentContext, Halt};
use towerlab_engine::lab::scenario::{Plan, Progress, Results, Shard, run};
use towerlab_engine::operations::Registry;

fn results(game: &str, players: u8, seed: u64, games: u64) -> Results {
    let tables = Registry::standard();
    let document =
        json!({"game": game, "players": players, "agents": "random", "seed": seed, "games": games});
    let plan = Plan::new(&document, &tables, 1).expect("a scenario");
    let start = |_: &str| unreachable!("no programs");
    let context =
        AgentContext { clock: |_| Box::new(|| true), start: &start, halt: Halt::default() };
    let done = run(&plan, Progress::new(&plan), Shard::WHOLE, &context, &());
    Results::new(&plan, &done)
}

/// Seeds of the runs are 1, 2, 3 ...; the truth has this one.
const SEED_OF_TRUTH: u64 = 1_000_000;

fn covered(game: &str, players: u8, runs: u64, truth: u64) -> Vec<(String, f64)> {
    let truth = results(game, players, SEED_OF_TRUTH, truth);
    let mut found = Vec::new();
    let metrics = [("win_share", Some(0)), ("points", Some(0)), ("points", None), ("turns", None)];
    let runs: Vec<Results> = (1..=runs).map(|seed| results(game, players, seed, 200)).collect();
    for (name, seat) in metrics {
        let Some(real) = truth.cases[0].metric(name, seat) else { continue };
        let holds = |run: &&Results| {
            let metric = run.cases[0].metric(name, seat).expect("every run has it");
            metric.low <= Some(real.mean) && Some(real.mean) <= metric.high
        };
        let share = runs.iter().filter(holds).count() as f64 / runs.len() as f64;
        found.push((format!("{game} {players}: {name} {seat:?}"), share));
    }
    found
}

#[test]
fn intervals_hold_the_true_value_as_often_as_they_say() {
    let asked = std::env::var("TOWERLAB_COVERAGE").ok().and_then(|runs| runs.parse().ok());
    let (runs, truth, range) = match asked {
        Some(runs) => (runs, 1_000_000, 0.93..=0.97),
        None => (150, 60_000, 0.90..=0.99),
    };
    for (game, players) in [("tower-up", 2), ("tower-up", 4), ("skyline", 2)] {
        for (what, share) in covered(game, players, runs, truth) {
            println!("{what}: {:.1} % of {runs} runs", 100.0 * share);
            // Skyline's turns are nearly always the same number: no interval of a mean fits that.
            if what != "skyline 2: turns None" {
                assert!(range.contains(&share), "{what}: {share}");
            }
        }
    }
}
