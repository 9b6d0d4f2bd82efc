//! Results as one page of HTML that needs no other file: findings first, then charts, tables and
//! method.

mod charts;
mod sections;
mod tables;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use towerlab_engine::lab::scenario::{Finding, FindingTopic, Results};

use crate::manifest::Manifest;

/// How many findings come before the charts.
const FIRST_FINDINGS: usize = 14;

/// The page of some results, and of the manifest of their run if there is one.
pub fn report_page(results: &Results, manifest: Option<&Manifest>) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (results.title) }
                style { (PreEscaped(include_str!("report.css"))) }
            }
            body {
                main { (content(results, manifest)) }
                script { (PreEscaped(include_str!("report.js"))) }
            }
        }
    }
}

fn content(results: &Results, manifest: Option<&Manifest>) -> Markup {
    let (summary, findings) = match results.findings.split_first() {
        Some((first, rest)) if first.about == FindingTopic::Summary => (Some(first), rest),
        _ => (None, &results.findings[..]),
    };
    let (first, more) = findings.split_at(findings.len().min(FIRST_FINDINGS));
    html! {
        h1 { (results.title) }
        @if !results.question.is_empty() {
            p.question { (results.question) }
        }
        @if let Some(summary) = summary {
            p.summary { (summary.text) }
        }
        ul.answer {
            @for finding in first {
                li class=(finding.about.name()) { (finding.text) }
            }
            @if !more.is_empty() {
                li { (more.len()) " more sentences are at the end." }
            }
        }
        (sections::chart_sections(&results.cases))
        (tables::tables(&results.cases))
        (more_findings(more))
        (method(results, manifest))
        footer {
            "Unofficial: games and names belong to their owners. Made by towerlab "
            (results.engine) "."
        }
    }
}

fn more_findings(findings: &[Finding]) -> Markup {
    html! {
        @if !findings.is_empty() {
            h2 { "More sentences" }
            ul {
                @for finding in findings {
                    li { (finding.text) }
                }
            }
        }
    }
}

/// How the results were obtained, and how well the components are known.
fn method(results: &Results, manifest: Option<&Manifest>) -> Markup {
    let games: u64 = results.cases.iter().map(|case| case.games).sum();
    let mut agents: Vec<&str> =
        results.cases.iter().flat_map(|case| &case.agents).map(String::as_str).collect();
    agents.sort_unstable();
    agents.dedup();
    let mut lines: Vec<(&str, String)> = vec![
        ("game", results.game.clone()),
        ("games played", games.to_string()),
        ("agents", agents.join(", ")),
        ("seed", results.seed.to_string()),
        ("engine", format!("towerlab {}", results.engine)),
        ("fingerprint", results.fingerprint.clone()),
        ("intervals", "95 %: Wilson's for shares, Student's for means".into()),
        (
            "comparisons",
            "paired, on common random numbers; corrected by Holm where many are tested".into(),
        ),
    ];
    for set in manifest.iter().flat_map(|manifest| &manifest.components) {
        lines.push(("components", set.id.clone()));
        for part in &set.parts {
            let mut known: Vec<&str> =
                part.claims.iter().map(|claim| claim.provenance.name()).collect();
            known.sort_unstable();
            known.dedup();
            lines.push(("", format!("{}: {} ({})", part.file, part.holds, known.join(", "))));
        }
    }
    html! {
        h2 { "How it was found" }
        dl {
            @for (name, value) in &lines {
                dt { (name) }
                dd { (value) }
            }
        }
    }
}
