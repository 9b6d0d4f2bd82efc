//! `towerlab compare`: what changed between two runs.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use serde_json::{Value, json};
use towerlab_engine::analysis::statistics::{Z, holm, two_sided};
use towerlab_engine::scenario::results::HEADLINES;

use crate::failure::Failure;
use crate::{Common, output};

/// Compare two folders of results: what changed beyond noise.
///
/// Cases are matched by their names, metrics by name and seat. Differences are tested as if the
/// runs had nothing in common, which is too careful for runs with the same seed, and corrected for
/// how many there are (Holm).
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab compare results/before results/after
  towerlab compare a b --all --json")]
pub struct Compare {
    /// A folder of results
    before: PathBuf,
    /// Another one
    after: PathBuf,
    /// All metrics, and not only turns, points, margin, lead changes and win shares
    #[arg(long)]
    all: bool,
}

/// A metric that both runs have.
struct Pair {
    case: String,
    metric: String,
    seat: Option<u64>,
    before: f64,
    after: f64,
    error: f64,
}

impl Compare {
    /// Prints what differs.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let (before, after) = (read(&self.before)?, read(&self.after)?);
        let pairs = self.pairs(&before, &after);
        let p: Vec<f64> = pairs.iter().map(p_value).collect();
        let changed: Vec<(&Pair, f64)> =
            pairs.iter().zip(holm(&p)).filter(|(_, p)| *p < 0.05).collect();
        let lonely = |one: &Value, other: &Value| -> Vec<String> {
            let names = cases(one).map(|case| name(case).to_string());
            names.filter(|it| !cases(other).any(|case| name(case) == it)).collect()
        };
        let (gone, new) = (lonely(&before, &after), lonely(&after, &before));
        let about =
            |key: &str| (before[key] != after[key]).then(|| json!([before[key], after[key]]));
        let others: Vec<String> = cases(&before)
            .filter_map(|case| {
                let other = cases(&after).find(|other| name(other) == name(case))?;
                let keys = ["agents", "components", "players", "settings"];
                let differ: Vec<&str> =
                    keys.into_iter().filter(|key| case[*key] != other[*key]).collect();
                let told =
                    |key: &&str| format!("{key} {} before, {} after", case[*key], other[*key]);
                let differ: Vec<String> = differ.iter().map(told).collect();
                (!differ.is_empty()).then(|| format!("{}: {}", name(case), differ.join("; ")))
            })
            .collect();
        if common.json {
            let changes = changed.iter().map(|(pair, p)| {
                json!({"case": pair.case, "metric": pair.metric, "seat": pair.seat,
                    "before": pair.before, "after": pair.after, "difference": pair.after - pair.before,
                    "low": pair.after - pair.before - Z * pair.error,
                    "high": pair.after - pair.before + Z * pair.error, "p_holm": p})
            });
            return Ok(output::json(&json!({
                "compared": pairs.len(), "changes": changes.collect::<Vec<_>>(),
                "only_before": gone, "only_after": new, "other_cases": others,
                "engine": about("engine"), "seed": about("seed"), "game": about("game"),
            }))?);
        }
        let mut out = output::stdout();
        for key in ["game", "engine", "seed"] {
            if let Some(values) = about(key) {
                writeln!(out, "{key}: {} before, {} after", values[0], values[1])?;
            }
        }
        for (names, when) in [(&gone, "before"), (&new, "after")] {
            if !names.is_empty() {
                writeln!(out, "only {when}: {}", names.join(", "))?;
            }
        }
        for other in &others {
            writeln!(out, "not the same case: {other}")?;
        }
        if pairs.is_empty() {
            writeln!(out, "the two have no case and metric in common")?;
            return Ok(());
        }
        if changed.is_empty() {
            writeln!(out, "nothing changed beyond noise ({} figures compared)", pairs.len())?;
            return Ok(());
        }
        let rows: Vec<Vec<String>> = changed.iter().map(|(pair, p)| row(pair, *p)).collect();
        let header =
            ["case", "metric", "before", "after", "difference", "95 % interval", "p (Holm)"];
        write!(out, "{}", output::table(&header, &rows))?;
        writeln!(out, "\n{} of {} figures changed beyond noise", changed.len(), pairs.len())?;
        Ok(())
    }

    fn pairs(&self, before: &Value, after: &Value) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for case in cases(before) {
            let Some(other) = cases(after).find(|other| name(other) == name(case)) else {
                continue;
            };
            for metric in metrics(case) {
                let key =
                    |it: &Value| (it["metric"].clone(), it["seat"].clone(), it["agent"].clone());
                let text = metric["metric"].as_str().unwrap_or_default();
                let is_headline =
                    HEADLINES.contains(&text) && (text != "points" || metric["seat"].is_null());
                if !self.all && !is_headline {
                    continue;
                }
                let found = metrics(other).find(|it| key(it) == key(metric));
                let errors = found.and_then(|other| Some((error(metric)?, error(other)?)));
                if let (Some(other), Some((one, two))) = (found, errors) {
                    pairs.push(Pair {
                        case: name(case).to_string(),
                        metric: text.to_string(),
                        seat: metric["seat"].as_u64(),
                        before: metric["mean"].as_f64().unwrap_or(f64::NAN),
                        after: other["mean"].as_f64().unwrap_or(f64::NAN),
                        error: (one * one + two * two).sqrt(),
                    });
                }
            }
        }
        pairs
    }
}

fn read(folder: &Path) -> anyhow::Result<Value> {
    let path = if folder.is_dir() { folder.join("results.json") } else { folder.to_path_buf() };
    let text = fs::read_to_string(&path).with_context(|| {
        format!("cannot read {} (written by `towerlab run`, with --format json)", path.display())
    })?;
    serde_json::from_str(&text).with_context(|| format!("{} holds no results", path.display()))
}

fn cases(results: &Value) -> impl Iterator<Item = &Value> {
    results["cases"].as_array().into_iter().flatten()
}

fn metrics(case: &Value) -> impl Iterator<Item = &Value> {
    case["metrics"].as_array().into_iter().flatten()
}

fn name(case: &Value) -> &str {
    case["case"].as_str().unwrap_or_default()
}

/// The standard error of a metric's mean.
fn error(metric: &Value) -> Option<f64> {
    Some(metric["sd"].as_f64()? / metric["n"].as_f64()?.sqrt())
}

fn p_value(pair: &Pair) -> f64 {
    let difference = pair.after - pair.before;
    match pair.error > 0.0 {
        true => two_sided(difference / pair.error),
        false if difference == 0.0 => 1.0,
        false => 0.0,
    }
}

fn row(pair: &Pair, p: f64) -> Vec<String> {
    let difference = pair.after - pair.before;
    let seat = pair.seat.map_or_else(String::new, |seat| format!(" of seat {seat}"));
    let half = Z * pair.error;
    vec![
        pair.case.clone(),
        format!("{}{seat}", pair.metric),
        format!("{:.3}", pair.before),
        format!("{:.3}", pair.after),
        format!("{difference:+.3}"),
        format!("{:.3} to {:.3}", difference - half, difference + half),
        if p < 0.001 { "below 0.001".into() } else { format!("{p:.3}") },
    ]
}
