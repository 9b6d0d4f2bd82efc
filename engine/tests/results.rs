//! Results can be read back: `results.json` files of today and of earlier versions.

use serde_json::json;
use towerlab_engine::agents::{AgentContext, Halt};
use towerlab_engine::lab::metrics::TURNS;
use towerlab_engine::lab::scenario::{FindingTopic, Plan, Progress, Results, Shard, run};
use towerlab_engine::operations::Registry;

#[test]
fn results_are_read_as_they_were_written() {
    let document = json!({
        "game": "tower-up", "players": 2, "games": 30, "agents": "random",
        "vary": {"starting_floors": [3, 4]},
    });
    let plan = Plan::new(&document, &Registry::standard(), 2).expect("a scenario");
    let start = |_: &str| unreachable!("no programs");
    let context =
        AgentContext { clock: |_| Box::new(|| true), start: &start, halt: Halt::default() };
    let done = run(&plan, Progress::new(&plan), Shard::WHOLE, &context, &());
    let results = Results::new(&plan, &done);
    let text = serde_json::to_string(&results).expect("results are plain data");
    let read: Results = serde_json::from_str(&text).expect("results");
    assert_eq!(read.findings, results.findings);
    for (read, written) in read.cases.iter().zip(&results.cases) {
        assert_eq!((&read.case, &read.settings), (&written.case, &written.settings));
        let kinds = |case: &towerlab_engine::lab::scenario::results::CaseResults| {
            case.decisions_by_kind.keys().cloned().collect::<Vec<_>>()
        };
        assert_eq!(kinds(read), kinds(written));
        assert_eq!(read.metrics.len(), written.metrics.len());
        for (read, written) in read.metrics.iter().zip(&written.metrics) {
            assert_eq!(
                (&read.metric, read.seat, read.n),
                (&written.metric, written.seat, written.n)
            );
            assert!((read.mean - written.mean).abs() < 1e-12);
            assert_eq!((read.quantiles, &read.histogram), (written.quantiles, &written.histogram));
        }
    }
    assert_eq!(read.rows().header, results.rows().header);
}

/// A part of a file that version 0.1 wrote before its results were types.
#[test]
fn earlier_results_are_still_read() {
    let text = include_str!("results/results.json");
    let results: Results = serde_json::from_str(text).expect("results");
    assert_eq!(results.findings[0].about, FindingTopic::Effect);
    let case = &results.cases[0];
    let turns = case.metric(TURNS.id, None).expect("turns");
    assert!(turns.tested().is_some_and(|it| it.is_effect() == Some(true)));
    let objective = case.objectives().next().expect("an objective");
    assert_eq!(objective.objective, "lake_4");
    assert!(objective.turn.is_some() && objective.token.is_some());
    assert_eq!(case.points_sources().map(|(source, _)| source).collect::<Vec<_>>(), ["cone"]);
    // The same keys, in the same order.
    let keys = |text: &str| {
        let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
        let case = value["cases"][0].as_object().expect("a case").keys().cloned();
        let all = value.as_object().expect("an object").keys().cloned();
        all.chain(case).collect::<Vec<_>>()
    };
    assert_eq!(keys(&serde_json::to_string(&results).expect("plain data")), keys(text));
}

/// Documents and pages use the same name of a topic.
#[test]
fn topics_are_named_as_in_documents() {
    let topics = [
        FindingTopic::Summary,
        FindingTopic::Effect,
        FindingTopic::Strength,
        FindingTopic::Seats,
        FindingTopic::Agents,
        FindingTopic::Objectives,
        FindingTopic::Rules,
    ];
    for topic in topics {
        assert_eq!(json!(topic), topic.name());
    }
}
