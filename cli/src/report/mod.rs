//! Results as one page of HTML that needs nothing else: the answer first, then charts, tables and
//! how it was found.

mod charts;

use std::fmt::Write;

use serde_json::Value;
use towerlab_engine::draw::escaped;

use charts::{Figure, MOST_CASES, Row, dots, lines, stacked};

/// How many sentences come before the charts.
const ANSWER: usize = 14;
/// The most distributions in a chart.
const MOST_LINES: usize = 6;
/// The metrics of the table that is seen first.
const COLUMNS: [(&str, &str, f64); 6] = [
    ("turns", "turns", 1.0),
    ("points", "points", 1.0),
    ("margin", "margin", 1.0),
    ("lead_changes", "lead changes", 1.0),
    ("close", "close games, %", 100.0),
    ("seat_spread", "seat spread, %", 100.0),
];

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The report of some results, and of the manifest of their run if there is one.
pub fn report(results: &Value, manifest: &Value) -> String {
    let cases = list(&results["cases"]);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{css}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n",
        title = escaped(text(&results["title"])),
        css = include_str!("report.css")
    );
    if !text(&results["question"]).is_empty() {
        let _ = writeln!(page, "<p class=\"question\">{}</p>", escaped(text(&results["question"])));
    }
    let mut findings = list(&results["findings"]);
    if let Some((first, rest)) = findings.split_first()
        && first["about"] == "summary"
    {
        let _ = writeln!(page, "<p class=\"summary\">{}</p>", escaped(text(&first["text"])));
        findings = rest;
    }
    let (answer, more) = findings.split_at(findings.len().min(ANSWER));
    page += "<ul class=\"answer\">\n";
    for finding in answer {
        let about = escaped(text(&finding["about"]));
        let _ = writeln!(page, "<li class=\"{about}\">{}</li>", escaped(text(&finding["text"])));
    }
    if !more.is_empty() {
        let _ = writeln!(page, "<li>{} more sentences are at the end.</li>", more.len());
    }
    page += "</ul>\n";
    let shown = &cases[..cases.len().min(MOST_CASES)];
    if shown.len() < cases.len() {
        let _ = writeln!(
            page,
            "<p class=\"question\">The charts show the first {} of {} cases, the tables all.</p>",
            shown.len(),
            cases.len()
        );
    }
    page += &seats(shown);
    page += &comparison(shown);
    page += &lengths(shown);
    page += &scores(cases);
    page += &sources(shown);
    page += &objectives(cases);
    page += &tables(cases);
    if !more.is_empty() {
        page += "<h2>More sentences</h2>\n<ul>\n";
        for finding in more {
            let _ = writeln!(page, "<li>{}</li>", escaped(text(&finding["text"])));
        }
        page += "</ul>\n";
    }
    page += &method(results, manifest);
    let _ = write!(
        page,
        "<footer>Unofficial: games and names belong to their owners. Made by towerlab {}.</footer>\n\
         </main>\n<script>\n{}</script>\n</body>\n</html>\n",
        escaped(text(&results["engine"])),
        include_str!("report.js")
    );
    page
}

/// A heading, a sentence and a chart; nothing without a chart.
fn section(heading: &str, says: &str, chart: &str) -> String {
    match chart.is_empty() {
        true => String::new(),
        false => {
            format!(
                "<h2>{heading}</h2>\n<p>{says}</p>\n<div class=\"panel\" tabindex=\"0\" role=\"region\" aria-label=\"{heading}\">\n{chart}</div>\n"
            )
        }
    }
}

fn seats(cases: &[Value]) -> String {
    let most = cases.iter().filter_map(|case| case["players"].as_u64()).max().unwrap_or(0);
    if most < 2 {
        return String::new();
    }
    let names: Vec<String> = (0..most).map(|seat| format!("seat {seat}")).collect();
    let rows: Vec<Row> = cases
        .iter()
        .map(|case| {
            let players = case["players"].as_u64().unwrap_or(1);
            let share = |seat| Some((seat as usize, Figure::of(case, "win_share", Some(seat))?));
            Row {
                name: text(&case["case"]).into(),
                figures: (0..players).filter_map(share).collect(),
                mark: Some(1.0 / players as f64),
            }
        })
        .collect();
    let chart = dots("Win share by seat", &rows, &names, true, false);
    section(
        "Who wins",
        "Share of wins by seat with 95 % intervals; the dashed line is a fair share. One interval in twenty leaves out the line by chance alone; what is beyond noise stands in the sentences above.",
        &chart,
    )
}

fn comparison(cases: &[Value]) -> String {
    let mut out = String::new();
    for (metric, heading) in
        [("turns", "turns"), ("points", "points of a player"), ("margin", "margin of the winner")]
    {
        let rows: Vec<Row> = cases
            .iter()
            .filter_map(|case| {
                let found = list(&case["metrics"])
                    .iter()
                    .find(|it| it["metric"] == metric && it["seat"].is_null())?;
                let figure = Figure::read(found.get("difference")?)?;
                let name = text(&case["case"]).to_string();
                Some(Row { name, figures: vec![(0, figure)], mark: Some(0.0) })
            })
            .collect();
        if !rows.is_empty() {
            let chart =
                dots(&format!("Difference in {heading}"), &rows, &[String::new()], false, true);
            let _ = write!(out, "<h3>{heading}</h3>\n{chart}");
        }
    }
    section(
        "Against the baseline",
        "How much a case differs from its baseline, game by game on the same deals, with 95 % intervals. Right of the line is more.",
        &out,
    )
}

fn lengths(cases: &[Value]) -> String {
    let row = |case: &Value| {
        let figure = Figure::of(case, "turns", None)?;
        Some(Row { name: text(&case["case"]).into(), figures: vec![(0, figure)], mark: None })
    };
    let rows: Vec<Row> = cases.iter().filter_map(row).collect();
    let chart = dots("Turns of a game", &rows, &[String::new()], false, false);
    section("How long", "Turns of a game, mean with its 95 % interval.", &chart)
}

fn scores(cases: &[Value]) -> String {
    let line = |case: &Value| {
        let mut counts = std::collections::BTreeMap::new();
        for metric in list(&case["metrics"]) {
            if metric["metric"] == "points" && metric["seat"].is_u64() {
                for pair in list(&metric["histogram"]) {
                    if let (Some(value), Some(n)) = (pair[0].as_i64(), pair[1].as_u64()) {
                        *counts.entry(value).or_insert(0u64) += n;
                    }
                }
            }
        }
        let total: u64 = counts.values().sum();
        let (Some(least), Some(most)) = (counts.keys().next(), counts.keys().next_back()) else {
            return Vec::new();
        };
        let share = |value: i64| counts.get(&value).copied().unwrap_or(0) as f64 / total as f64;
        (*least..=*most).map(|value| (value as f64, share(value))).collect()
    };
    let series: Vec<(String, Vec<(f64, f64)>)> = cases
        .iter()
        .take(MOST_LINES)
        .map(|case| (text(&case["case"]).to_string(), line(case)))
        .collect();
    let which = match cases.len() > MOST_LINES {
        true => format!(" The first {MOST_LINES} cases."),
        false => String::new(),
    };
    let says = format!("How often a player ends with so many points.{which}");
    section("Scores", &says, &lines("Distribution of points", &series))
}

fn sources(cases: &[Value]) -> String {
    const PREFIX: &str = "share_of_points_";
    let Some(first) = cases.first() else { return String::new() };
    let names: Vec<String> = list(&first["metrics"])
        .iter()
        .filter(|it| it["seat"].is_null())
        .filter_map(|it| Some(text(&it["metric"]).strip_prefix(PREFIX)?.to_string()))
        .collect();
    if names.is_empty() {
        return String::new();
    }
    let rows: Vec<(String, Vec<f64>)> = cases
        .iter()
        .map(|case| {
            let value = |name: &String| {
                Figure::of(case, &format!("{PREFIX}{name}"), None).map_or(0.0, |it| it.mean)
            };
            (text(&case["case"]).to_string(), names.iter().map(value).collect())
        })
        .collect();
    let shown: Vec<String> = names.iter().map(|name| name.replace('_', " ")).collect();
    section(
        "Where points come from",
        "Parts of all points, in percent.",
        &stacked("Points by source", &rows, &shown),
    )
}

fn objectives(cases: &[Value]) -> String {
    let Some(first) = cases.first() else { return String::new() };
    let rows: Vec<Row> = list(&first["metrics"])
        .iter()
        .filter(|it| it["seat"].is_null())
        .filter_map(|it| {
            let name = text(&it["metric"]).strip_prefix("reached_")?.replace('_', " ");
            Some(Row { name, figures: vec![(0, Figure::read(it)?)], mark: None })
        })
        .collect();
    let chart = dots("Objectives reached", &rows, &[String::new()], true, true);
    let says = format!(
        "How many of the players reach an objective when it is in play, in {}.",
        escaped(text(&first["case"]))
    );
    section("Objectives", &says, &chart)
}

/// All figures, to sort and to copy.
fn tables(cases: &[Value]) -> String {
    let head = |out: &mut String, id: &str, names: &[String]| {
        let _ = write!(
            out,
            "<button class=\"copy\" type=\"button\" data-of=\"{id}\">Copy for a spreadsheet</button>\n\
             <table class=\"sortable\" id=\"{id}\">\n<thead><tr>"
        );
        for name in names {
            let _ = write!(
                out,
                "<th scope=\"col\"><button type=\"button\">{}</button></th>",
                escaped(name)
            );
        }
        *out += "</tr></thead>\n<tbody>\n";
    };
    let mut out = String::from("<h2>Tables</h2>\n<div class=\"panel tables\">\n");
    let most = cases.iter().filter_map(|case| case["players"].as_u64()).max().unwrap_or(0);
    let mut names: Vec<String> = vec!["case".into(), "players".into(), "games".into()];
    names.extend((0..most).map(|seat| format!("seat {seat} wins, %")));
    names.extend(COLUMNS.map(|(_, name, _)| name.to_string()));
    head(&mut out, "summary", &names);
    let number = |value: Option<f64>| {
        value.map_or("<td></td>".to_string(), |it| {
            format!("<td data-value=\"{it:.6}\">{it:.2}</td>")
        })
    };
    for case in cases {
        let _ = write!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td>",
            escaped(text(&case["case"])),
            case["players"],
            case["games"]
        );
        for seat in 0..most {
            let share = Figure::of(case, "win_share", Some(seat));
            out += &number(share.map(|it| it.mean * 100.0));
        }
        for (metric, _, scale) in COLUMNS {
            out += &number(Figure::of(case, metric, None).map(|it| it.mean * scale));
        }
        out += "</tr>\n";
    }
    out += "</tbody>\n</table>\n<details>\n<summary>Every metric</summary>\n";
    head(
        &mut out,
        "metrics",
        &["case", "seat", "metric", "n", "mean", "low", "high", "difference", "p (Holm)"]
            .map(String::from),
    );
    for case in cases {
        for metric in list(&case["metrics"]) {
            let _ = write!(
                out,
                "<tr><td>{}</td><td>{}</td><td class=\"text\">{}</td><td>{}</td>",
                escaped(text(&case["case"])),
                metric["seat"].as_u64().map_or(String::new(), |seat| seat.to_string()),
                escaped(text(&metric["metric"])),
                metric["n"]
            );
            for key in ["mean", "low", "high"] {
                out += &number(metric[key].as_f64());
            }
            out += &number(metric["difference"]["mean"].as_f64());
            let p = metric["difference"]["p"].as_f64();
            out +=
                &p.map_or("<td></td>".into(), |p| format!("<td data-value=\"{p:.6}\">{p:.4}</td>"));
            out += "</tr>\n";
        }
    }
    out + "</tbody>\n</table>\n</details>\n</div>\n"
}

/// How it was found, and how well the components are known.
fn method(results: &Value, manifest: &Value) -> String {
    let cases = list(&results["cases"]);
    let games: u64 = cases.iter().filter_map(|case| case["games"].as_u64()).sum();
    let mut agents: Vec<&str> =
        cases.iter().flat_map(|case| list(&case["agents"])).map(text).collect();
    agents.sort_unstable();
    agents.dedup();
    let mut lines: Vec<(&str, String)> = vec![
        ("game", text(&results["game"]).into()),
        ("games played", games.to_string()),
        ("agents", agents.join(", ")),
        ("seed", results["seed"].to_string()),
        ("engine", format!("towerlab {}", text(&results["engine"]))),
        ("fingerprint", text(&results["fingerprint"]).into()),
        ("intervals", "95 %: Wilson's for shares, Student's for means".into()),
        (
            "comparisons",
            "paired, on common random numbers; corrected by Holm where many are tested".into(),
        ),
    ];
    for set in list(&manifest["components"]) {
        lines.push(("components", text(&set["id"]).into()));
        for part in list(&set["parts"]) {
            let mut how: Vec<&str> =
                list(&part["claims"]).iter().map(|it| text(&it["provenance"])).collect();
            how.sort_unstable();
            how.dedup();
            lines.push((
                "",
                format!("{}: {} ({})", text(&part["file"]), text(&part["holds"]), how.join(", ")),
            ));
        }
    }
    let mut out = String::from("<h2>How it was found</h2>\n<dl>\n");
    for (name, value) in lines {
        let _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", escaped(name), escaped(&value));
    }
    out + "</dl>\n"
}
