//! The results of a run: metrics with intervals, and how cases differ from their baseline.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::estimates::{derived, measured};
use super::findings::{Finding, find_all};
use super::plan::Plan;
use super::progress::Progress;
use super::significance::{SIGNIFICANT, test_differences};
use crate::VERSION;
use crate::agents::Spec;
use crate::games::metrics::{REACHED, TOKEN, TURN};
use crate::lab::histogram::Histogram;
use crate::lab::metrics::{SHARE_OF_POINTS, WIN_SHARE};

/// The results of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Results {
    /// The title of the scenario.
    pub title: String,
    /// The question it asks.
    pub question: String,
    /// The game.
    pub game: String,
    /// The seed.
    pub seed: u64,
    /// The version of the engine.
    pub engine: String,
    /// What was run: the same fingerprint means the same tables.
    pub fingerprint: String,
    /// The findings, in sentences.
    pub findings: Vec<Finding>,
    /// The names of the rules that vary.
    pub parameters: Vec<String>,
    /// The metrics that are wanted; all of them if empty.
    pub metrics: Vec<String>,
    /// The metrics that only this game has: what can happen in it.
    pub occurrences: Vec<String>,
    /// Case by case.
    pub cases: Vec<CaseResults>,
}

/// What is known about a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CaseResults {
    /// Its name.
    pub case: String,
    /// How many play.
    pub players: u8,
    /// Its components.
    pub components: String,
    /// By seat.
    pub agents: Vec<String>,
    /// What varies.
    pub settings: Map<String, Value>,
    /// The games that were played.
    pub games: u64,
    /// The case it is compared with.
    pub baseline: Option<String>,
    /// Whether every game went as in the baseline.
    pub same_as_baseline: bool,
    /// By kind, decisions a game.
    #[schemars(with = "BTreeMap<String, f64>")]
    pub decisions_by_kind: IndexMap<String, f64>,
    /// Everything that was measured.
    pub metrics: Vec<MetricResult>,
}

/// A metric of a case: its mean with interval, spread and difference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MetricResult {
    /// The id of the metric.
    pub metric: String,
    /// The seat; null for the whole table.
    pub seat: Option<u8>,
    /// The agent at that seat, or that it is about.
    pub agent: Option<String>,
    /// How many games have it.
    pub n: u64,
    /// Its mean.
    pub mean: f64,
    /// The 95 % interval of the mean.
    pub low: Option<f64>,
    /// The 95 % interval of the mean.
    pub high: Option<f64>,
    /// Its standard deviation from game to game.
    pub sd: Option<f64>,
    /// Least, quarters, median and greatest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantiles: Option<[i32; 5]>,
    /// How it differs from the baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// How it goes together with winning, over all seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_correlation: Option<Correlation>,
    /// How often each value came up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<(i32, u64)>>")]
    pub histogram: Option<Histogram>,
}

/// A difference to the baseline, game by game on the same deals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    /// Games that both have.
    pub n: u64,
    /// Its mean.
    pub mean: f64,
    /// The 95 % interval of the mean.
    pub low: f64,
    /// The 95 % interval of the mean.
    pub high: f64,
    /// Holm's p-value among all differences that are tested; null if it is not tested.
    pub p: Option<f64>,
}

impl Difference {
    /// Whether it is more than noise; nothing if it is not tested.
    pub fn is_effect(&self) -> Option<bool> {
        self.p.map(|p| p < SIGNIFICANT)
    }
}

/// A correlation with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Correlation {
    /// From -1 to 1.
    pub value: f64,
    /// Its interval.
    pub low: f64,
    /// Its interval.
    pub high: f64,
}

/// What is known about an objective in a case.
#[derive(Clone, Copy, Debug)]
pub struct ObjectiveResults<'a> {
    /// The id of the objective.
    pub objective: &'a str,
    /// Whether seats reach it.
    pub reached: &'a MetricResult,
    /// In which turn.
    pub turn: Option<&'a MetricResult>,
    /// For which token.
    pub token: Option<&'a MetricResult>,
}

impl MetricResult {
    /// A mean without anything else.
    pub(super) fn new(metric: impl Into<String>, n: u64, mean: f64) -> MetricResult {
        MetricResult {
            metric: metric.into(),
            seat: None,
            agent: None,
            n,
            mean,
            low: None,
            high: None,
            sd: None,
            quantiles: None,
            difference: None,
            win_correlation: None,
            histogram: None,
        }
    }

    /// The same with a 95 % interval.
    pub(super) fn with_interval(self, (low, high): (f64, f64)) -> MetricResult {
        MetricResult { low: Some(low), high: Some(high), ..self }
    }

    /// Its difference to the baseline, if that was tested.
    pub fn tested(&self) -> Option<Difference> {
        self.difference.filter(|difference| difference.p.is_some())
    }
}

impl CaseResults {
    /// A metric of the whole table, or of a seat.
    pub fn metric(&self, id: &str, seat: Option<u8>) -> Option<&MetricResult> {
        self.metrics.iter().find(|metric| metric.metric == id && metric.seat == seat)
    }

    /// Every seat's share of the wins.
    pub fn win_shares(&self) -> impl Iterator<Item = &MetricResult> {
        (0..self.players).filter_map(|seat| self.metric(WIN_SHARE.id, Some(seat)))
    }

    /// The metrics of the whole table.
    pub fn table_metrics(&self) -> impl Iterator<Item = &MetricResult> {
        self.metrics.iter().filter(|metric| metric.seat.is_none())
    }

    /// The objectives of the whole table, in a game that has objectives.
    pub fn objectives(&self) -> impl Iterator<Item = ObjectiveResults<'_>> {
        self.table_metrics().filter_map(|reached| {
            let objective = REACHED.find_member(&reached.metric)?;
            Some(ObjectiveResults {
                objective,
                reached,
                turn: self.metric(&TURN.id_of(objective), None),
                token: self.metric(&TOKEN.id_of(objective), None),
            })
        })
    }

    /// By source, its share of all points; empty in a game without sources of points.
    pub fn points_sources(&self) -> impl Iterator<Item = (&str, &MetricResult)> {
        self.table_metrics()
            .filter_map(|metric| Some((SHARE_OF_POINTS.find_member(&metric.metric)?, metric)))
    }
}

impl Results {
    /// The results of a run.
    pub fn new(plan: &Plan, progress: &Progress) -> Results {
        let mut cases: Vec<CaseResults> =
            (0..plan.cases.len()).map(|case| case_results(plan, progress, case)).collect();
        test_differences(&plan.scenario.metrics, &mut cases);
        let findings = find_all(plan, &cases);
        let occurrences = plan.occurrences();
        Results {
            title: plan.scenario.title.clone(),
            question: plan.scenario.question.clone(),
            game: plan.scenario.game.clone(),
            seed: plan.scenario.seed,
            engine: VERSION.to_string(),
            fingerprint: progress.fingerprint.clone(),
            findings,
            parameters: plan.parameters.clone(),
            metrics: plan.scenario.metrics.clone(),
            occurrences: occurrences.iter().map(|it| it.metric.id.to_string()).collect(),
            cases,
        }
    }
}

fn case_results(plan: &Plan, progress: &Progress, case: usize) -> CaseResults {
    let (planned, at) = plan.find(case);
    let block = plan.blocks.iter().position(|block| block.players == planned.players);
    let tally = &progress.blocks[block.expect("the block is in the plan")].tallies[at];
    let (case, layout) = (&plan.cases[case], planned.block.layout(at));
    let agents: Vec<String> = case.agents.iter().map(Spec::to_string).collect();
    let mut metrics = measured(layout, tally, &agents);
    metrics.extend(derived(layout, tally, &agents));
    let by_kind = layout.decision_kinds().iter().zip(&tally.decisions);
    let per_game = |count: &u64| *count as f64 / tally.games.max(1) as f64;
    CaseResults {
        case: case.name.clone(),
        players: case.players,
        components: case.components.clone(),
        agents,
        settings: case.settings.iter().cloned().collect(),
        games: tally.games,
        baseline: case.baseline.map(|baseline| plan.cases[baseline].name.clone()),
        same_as_baseline: case.baseline.is_some() && tally.is_same_as_baseline(),
        decisions_by_kind: by_kind.map(|(kind, n)| ((*kind).to_string(), per_game(n))).collect(),
        metrics,
    }
}

/// The JSON Schema of results.
pub fn results_schema() -> Value {
    schemars::schema_for!(Results).to_value()
}
