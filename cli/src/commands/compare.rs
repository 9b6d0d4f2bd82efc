//! `towerlab compare`: what changed between two runs.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};
use towerlab_engine::lab::metrics::HEADLINES;
use towerlab_engine::lab::scenario::Results;
use towerlab_engine::lab::scenario::results::{CaseResults, MetricResult};
use towerlab_engine::lab::statistics::{Z, holm, two_sided};

use crate::failure::Failure;
use crate::manifest::read_results;
use crate::{Common, output};

/// A change is reported if chance alone would produce it in fewer runs than this.
const SIGNIFICANT: f64 = 0.05;

/// Compare two folders of results: what changed beyond noise.
///
/// Cases are matched by name, metrics by name and seat. Differences are tested as if the runs were
/// independent, which is conservative for runs with the same seed, and corrected for their number
/// (Holm).
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab compare results/before results/after
  towerlab compare a b --all --json")]
pub struct CompareCommand {
    /// A folder of results
    before: PathBuf,
    /// The folder to compare it with
    after: PathBuf,
    /// Compare all metrics, not only turns, points, margin, lead changes and win shares
    #[arg(long)]
    all: bool,
}

/// What changed between two runs.
#[derive(Serialize)]
struct Comparison {
    compared: usize,
    changes: Vec<Change>,
    only_before: Vec<String>,
    only_after: Vec<String>,
    other_cases: Vec<String>,
    engine: Option<[String; 2]>,
    seed: Option<[u64; 2]>,
    game: Option<[String; 2]>,
}

/// A metric that changed.
#[derive(Clone, Serialize)]
struct Change {
    case: String,
    metric: String,
    seat: Option<u8>,
    before: f64,
    after: f64,
    difference: f64,
    low: f64,
    high: f64,
    p_holm: f64,
}

impl CompareCommand {
    /// Prints what differs.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let (before, after) = (read_results(&self.before)?, read_results(&self.after)?);
        let comparison = Comparison::new(&before, &after, self.all);
        if common.json {
            return Ok(output::json(&comparison)?);
        }
        comparison.print()
    }
}

impl Comparison {
    fn new(before: &Results, after: &Results, all: bool) -> Comparison {
        let pairs = pair_metrics(before, after, all);
        let p_values: Vec<f64> = pairs.iter().map(|pair| pair.p_holm).collect();
        let corrected = pairs.iter().zip(holm(&p_values));
        let corrected = corrected.map(|(pair, p_holm)| Change { p_holm, ..pair.clone() });
        Comparison {
            compared: pairs.len(),
            changes: corrected.filter(|change| change.p_holm < SIGNIFICANT).collect(),
            only_before: cases_missing(before, after),
            only_after: cases_missing(after, before),
            other_cases: cases_that_differ(before, after),
            engine: changed(&before.engine, &after.engine),
            seed: changed(&before.seed, &after.seed),
            game: changed(&before.game, &after.game),
        }
    }

    fn print(&self) -> Result<(), Failure> {
        let mut out = output::stdout();
        let about = [("game", &self.game), ("engine", &self.engine)];
        for (name, values) in about {
            if let Some([before, after]) = values {
                writeln!(out, "{name}: {before:?} before, {after:?} after")?;
            }
        }
        if let Some([before, after]) = self.seed {
            writeln!(out, "seed: {before} before, {after} after")?;
        }
        for (names, when) in [(&self.only_before, "before"), (&self.only_after, "after")] {
            if !names.is_empty() {
                writeln!(out, "only {when}: {}", names.join(", "))?;
            }
        }
        for case in &self.other_cases {
            writeln!(out, "not the same case: {case}")?;
        }
        if self.compared == 0 {
            writeln!(out, "the results have no case and metric in common")?;
        } else if self.changes.is_empty() {
            writeln!(out, "nothing changed beyond noise ({} metrics compared)", self.compared)?;
        } else {
            let rows: Vec<Vec<String>> = self.changes.iter().map(Change::row).collect();
            let header =
                ["case", "metric", "before", "after", "difference", "95 % interval", "p (Holm)"];
            write!(out, "{}", output::table(&header, &rows))?;
            let (changes, compared) = (self.changes.len(), self.compared);
            writeln!(out, "\n{changes} of {compared} metrics changed beyond noise")?;
        }
        Ok(())
    }
}

impl Change {
    /// Two metrics, tested as if their runs were independent; `None` without a standard error.
    fn new(case: &CaseResults, before: &MetricResult, after: &MetricResult) -> Option<Change> {
        let (one, two) = (standard_error(before)?, standard_error(after)?);
        let error = (one * one + two * two).sqrt();
        let difference = after.mean - before.mean;
        let p_value = if error > 0.0 {
            two_sided(difference / error)
        } else if difference == 0.0 {
            1.0
        } else {
            0.0
        };
        Some(Change {
            case: case.case.clone(),
            metric: before.metric.clone(),
            seat: before.seat,
            before: before.mean,
            after: after.mean,
            difference,
            low: difference - Z * error,
            high: difference + Z * error,
            p_holm: p_value,
        })
    }

    fn row(&self) -> Vec<String> {
        let seat = self.seat.map_or_else(String::new, |seat| format!(" of seat {seat}"));
        let p = self.p_holm;
        vec![
            self.case.clone(),
            format!("{}{seat}", self.metric),
            format!("{:.3}", self.before),
            format!("{:.3}", self.after),
            format!("{:+.3}", self.difference),
            format!("{:.3} to {:.3}", self.low, self.high),
            if p < 0.001 { "below 0.001".into() } else { format!("{p:.3}") },
        ]
    }
}

/// Every metric that both runs have, not corrected yet.
fn pair_metrics(before: &Results, after: &Results, all: bool) -> Vec<Change> {
    let mut pairs = Vec::new();
    for case in &before.cases {
        let Some(other) = find_case(after, &case.case) else { continue };
        for metric in case.metrics.iter().filter(|metric| all || is_headline(metric)) {
            let key = |it: &MetricResult| (it.metric.clone(), it.seat, it.agent.clone());
            let found = other.metrics.iter().find(|it| key(it) == key(metric));
            pairs.extend(found.and_then(|found| Change::new(case, metric, found)));
        }
    }
    pairs
}

fn is_headline(metric: &MetricResult) -> bool {
    let name = metric.metric.as_str();
    HEADLINES.contains(&name) && (name != "points" || metric.seat.is_none())
}

fn standard_error(metric: &MetricResult) -> Option<f64> {
    Some(metric.sd? / (metric.n as f64).sqrt())
}

fn find_case<'a>(results: &'a Results, name: &str) -> Option<&'a CaseResults> {
    results.cases.iter().find(|case| case.case == name)
}

/// The names of the cases of `one` that `other` does not have.
fn cases_missing(one: &Results, other: &Results) -> Vec<String> {
    let names = one.cases.iter().map(|case| case.case.clone());
    names.filter(|name| find_case(other, name).is_none()).collect()
}

/// Cases of the same name that were not played in the same way, and how they differ.
fn cases_that_differ(before: &Results, after: &Results) -> Vec<String> {
    let differences = before.cases.iter().filter_map(|case| {
        let other = find_case(after, &case.case)?;
        let fields: [(&str, Value, Value); 4] = [
            ("agents", json!(case.agents), json!(other.agents)),
            ("components", json!(case.components), json!(other.components)),
            ("players", json!(case.players), json!(other.players)),
            ("settings", json!(case.settings), json!(other.settings)),
        ];
        let differ: Vec<String> = fields
            .into_iter()
            .filter(|(_, one, two)| one != two)
            .map(|(name, one, two)| format!("{name} {one} before, {two} after"))
            .collect();
        (!differ.is_empty()).then(|| format!("{}: {}", case.case, differ.join("; ")))
    });
    differences.collect()
}

fn changed<T: Clone + PartialEq>(before: &T, after: &T) -> Option<[T; 2]> {
    (before != after).then(|| [before.clone(), after.clone()])
}
