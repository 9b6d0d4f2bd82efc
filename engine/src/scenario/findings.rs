//! Results in sentences: what a case does to the game, and what was found out about the rules.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::case::{in_short, plain};
use super::plan::{Plan, column_name};
use super::results::{CaseResults, Difference, Metric};
use super::summary::summary;
use crate::analysis::statistics::two_sided;

/// A finding.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Finding {
    /// What it is about: `summary`, `effect`, `seats`, `agents`, `objectives` or `rules`.
    pub about: &'static str,
    /// The sentence.
    pub text: String,
}

/// All findings, the answer to the question first.
pub fn find(plan: &Plan, cases: &[CaseResults]) -> Vec<Finding> {
    let mut texts: Vec<(&'static str, String)> = Vec::new();
    texts.extend(summary(plan, cases).map(|text| ("summary", text)));
    texts.extend(effects(plan, cases).into_iter().map(|text| ("effect", text)));
    texts.extend(seats(plan, cases).into_iter().map(|text| ("seats", text)));
    texts.extend(agents(cases).into_iter().map(|text| ("agents", text)));
    texts.extend(objectives(cases).into_iter().map(|text| ("objectives", text)));
    texts.extend(rules(plan, cases).into_iter().map(|text| ("rules", text)));
    texts.into_iter().map(|(about, text)| Finding { about, text }).collect()
}

/// What each case does, compared with its baseline; on all sets of components if there are
/// several.
fn effects(plan: &Plan, cases: &[CaseResults]) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut told = vec![false; cases.len()];
    for at in 0..cases.len() {
        if told[at] || plan.cases[at].baseline.is_none() {
            continue;
        }
        let one = &cases[at];
        let family: Vec<usize> = (at..cases.len())
            .filter(|other| {
                let other_case = &cases[*other];
                plan.cases[*other].baseline.is_some()
                    && (other_case.players, &other_case.settings, &other_case.agents)
                        == (one.players, &one.settings, &one.agents)
            })
            .collect();
        family.iter().for_each(|member| told[*member] = true);
        let baseline = plan.cases[at].baseline.map(|baseline| &cases[baseline]);
        let (subject, is_many) = subject(one, baseline);
        let mut text = effect(plan, one, &(subject + &context(plan, at)), is_many);
        if family.len() > 1 {
            let other = |member: &&usize| verdicts(&cases[**member]) != verdicts(one);
            let others: Vec<&str> = family
                .iter()
                .filter(other)
                .map(|member| cases[*member].components.as_str())
                .collect();
            text += &match others.len() {
                0 => format!("; this holds on all {} component sets", family.len()),
                n => format!(
                    "; this is {}, and it comes out otherwise on {n} of {} sets ({})",
                    one.components,
                    family.len(),
                    others.join(", ")
                ),
            };
        }
        sentences.push(text + ".");
    }
    sentences
}

/// By tested difference, whether it goes up, down, or is noise.
fn verdicts(case: &CaseResults) -> Vec<i8> {
    let verdict = |difference: &Difference| match difference.is_effect() {
        Some(true) if difference.mean > 0.0 => 1,
        Some(true) => -1,
        _ => 0,
    };
    let told = case.metrics.iter().filter(|metric| {
        metric.metric == "turns"
            || metric.metric == "points" && metric.seat.is_none()
            || metric.metric == "win_share"
    });
    told.filter_map(|metric| metric.difference.as_ref()).map(verdict).collect()
}

/// What the case has that its baseline has not, and whether it is plural.
fn subject(case: &CaseResults, baseline: Option<&CaseResults>) -> (String, bool) {
    let Some(baseline) = baseline else { return (quoted(&case.case), false) };
    if !case.case.contains('=') || case.case.contains(": ") {
        return (quoted(&case.case), false);
    }
    let mut parts: Vec<(String, bool)> = case
        .settings
        .iter()
        .filter(|(key, value)| baseline.settings.get(*key) != Some(value))
        .map(|(key, value)| in_words(key, value))
        .collect();
    let gone = baseline.settings.keys().filter(|key| !case.settings.contains_key(*key));
    parts.extend(gone.map(|key| (format!("the usual {}", key.replace('_', " ")), false)));
    if case.agents != baseline.agents {
        parts.push((format!("the table {}", in_short(&case.agents)), false));
    }
    if case.components != baseline.components {
        parts.push((format!("the set {}", case.components), false));
    }
    let is_many = parts.first().is_some_and(|(_, is_many)| *is_many);
    let texts: Vec<String> = parts.into_iter().map(|(text, _)| text).collect();
    (texts.join(" with "), is_many)
}

/// What a case shares with its baseline while others of its number of players have something else.
fn context(plan: &Plan, at: usize) -> String {
    let case = &plan.cases[at];
    let Some(baseline) = case.baseline.map(|baseline| &plan.cases[baseline]) else {
        return String::new();
    };
    let others = || plan.cases.iter().filter(|other| other.players == case.players);
    let mut parts: Vec<String> = Vec::new();
    for (key, value) in &case.settings {
        let shared = baseline.setting(key) == Some(value);
        if shared && others().any(|other| other.setting(key) != Some(value)) {
            parts.push(in_words(key, value).0);
        }
    }
    if baseline.agents == case.agents && others().any(|other| other.agents != case.agents) {
        parts.push(format!("agents {}", case.agents_text()));
    }
    if parts.is_empty() { String::new() } else { format!(" (with {})", parts.join(", ")) }
}

/// A name that somebody gave, in quotes; one that says what it is, as it is.
fn quoted(name: &str) -> String {
    if name.contains('=') { name.to_string() } else { format!("\"{name}\"") }
}

/// A setting in words: `5 starting floors`, `market size 4`.
fn in_words(key: &str, value: &Value) -> (String, bool) {
    let name = key.replace('_', " ");
    match value {
        Value::Number(number) if name.ends_with('s') && !name.ends_with("ss") => {
            let one = number.as_u64() == Some(1);
            let name = if one { name.trim_end_matches('s') } else { &name };
            (format!("{number} {name}"), !one)
        }
        Value::Number(number) => (format!("{name} {number}"), false),
        value => (format!("`{key} = {}`", plain(value)), false),
    }
}

/// Whether the scenario asks for a metric by name.
fn is_wanted(plan: &Plan, metric: &Metric) -> bool {
    plan.scenario.metrics.iter().any(|it| column_name(it) == metric.metric)
}

fn effect(plan: &Plan, case: &CaseResults, subject: &str, is_many: bool) -> String {
    let s = if is_many { "" } else { "s" };
    let subject = capitalised(subject);
    let players = match case.players {
        1 => "games alone".to_string(),
        players => format!("{players}-player games"),
    };
    if case.same_as_baseline {
        return format!(
            "{subject} change{s} nothing at all in {players}: all {} games go as in the baseline",
            case.games
        );
    }
    let tested = |name: &str| {
        let difference = case.metric(name, None).and_then(|metric| metric.difference);
        difference.filter(|it| it.p.is_some())
    };
    let mut clauses = Vec::new();
    if let Some(turns) = tested("turns").filter(|it| it.mean != 0.0 || it.high > it.low) {
        clauses.push(match turns.is_effect() {
            Some(true) if turns.mean < 0.0 => {
                format!("shorten{s} {players} by {} turns", turned(&turns))
            }
            Some(true) => format!("lengthen{s} {players} by {} turns", spread(&turns, 1.0)),
            _ => format!(
                "leave{s} the length of {players} within noise ({} turns)",
                signed(&turns, 1.0)
            ),
        });
    }
    let whose = |clauses: &[String]| match clauses.is_empty() {
        true => format!(" of {players}"),
        false => String::new(),
    };
    for metric in case.metrics.iter().filter(|metric| metric.seat.is_none()) {
        // Without a wish, points speak for the rest; margins and leads are in the tables.
        let is_told = metric.metric == "points" || is_wanted(plan, metric);
        let Some(difference) = metric.difference.filter(|it| it.is_effect() == Some(true)) else {
            continue;
        };
        if !is_told || metric.metric == "turns" {
            continue;
        }
        let rises = difference.mean > 0.0;
        let verb = if rises { "raise" } else { "lower" };
        let by = if rises { spread(&difference, 1.0) } else { turned(&difference) };
        let whose = whose(&clauses);
        clauses.push(match metric.metric.as_str() {
            "points" => format!("{verb}{s} the mean score{whose} by {by} points"),
            name => format!("{verb}{s} `{name}`{whose} by {by}"),
        });
    }
    let seats_tested = case.win_shares().any(|it| it.difference.is_some_and(|it| it.p.is_some()));
    if case.players > 1 && seats_tested {
        clauses.push(seat_clause(case, s));
    }
    let text = match clauses.as_slice() {
        [] => format!("change{s} nothing that can be told from noise in {players}"),
        [one] => one.clone(),
        [first, last] => format!("{first} and {last}"),
        [first, middle @ .., last] => format!("{first}, {} and {last}", middle.join(", ")),
    };
    format!("{subject} {text}")
}

/// What happens to the seats' chances.
fn seat_clause(case: &CaseResults, s: &str) -> String {
    let moved: Vec<(&Metric, Difference)> =
        case.win_shares().filter_map(|metric| Some((metric, metric.difference?))).collect();
    let by = |a: &&(&Metric, Difference), b: &&(&Metric, Difference)| {
        a.1.mean.abs().total_cmp(&b.1.mean.abs())
    };
    let effects = moved.iter().filter(|(_, difference)| difference.is_effect() == Some(true));
    match (effects.max_by(by), moved.iter().max_by(by)) {
        (Some((metric, difference)), _) => {
            let seat = metric.seat.unwrap_or(0);
            format!("move{s} seat {seat} by {} points of win rate", signed(difference, 100.0))
        }
        (None, Some((_, most))) => format!(
            "move{s} no seat beyond noise (the largest difference is {:.1} points of win rate)",
            100.0 * most.mean.abs()
        ),
        (None, None) => format!("move{s} no seat"),
    }
}

/// A difference and its interval; decimals by how precise it is.
fn spread(difference: &Difference, scale: f64) -> String {
    let Difference { mean, low, high, .. } = difference;
    // As many digits as it is precise to, and more if an end would look like nothing.
    let nearest = low.abs().min(high.abs()) * scale;
    let mut digits = digits((high - low) * scale);
    while difference.is_effect() == Some(true)
        && digits < 4
        && nearest < 0.5 / 10f64.powi(digits as i32)
    {
        digits += 1;
    }
    format!("{:.digits$} [{:.digits$}, {:.digits$}]", mean * scale, low * scale, high * scale)
}

/// The same for a fall, told as a positive number.
fn turned(difference: &Difference) -> String {
    let Difference { mean, low, high, .. } = *difference;
    spread(&Difference { mean: -mean, low: -high, high: -low, ..*difference }, 1.0)
}

fn signed(difference: &Difference, scale: f64) -> String {
    let text = spread(difference, scale);
    if difference.mean > 0.0 { format!("+{text}") } else { text }
}

fn digits(width: f64) -> usize {
    if width >= 0.1 {
        1
    } else if width >= 0.01 {
        2
    } else {
        3
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Whether a seat's share is off the fair one: chance alone would put any seat of so many cases
/// there in fewer than 5 % of runs.
pub fn is_off(metric: &Metric, case: &CaseResults, cases: usize) -> bool {
    let fair = 1.0 / f64::from(case.players);
    let error = (fair * (1.0 - fair) / case.games as f64).sqrt();
    let tests = f64::from(case.players) * cases as f64;
    two_sided((metric.mean - fair) / error) * tests < 0.05
}

/// Who is favoured by sitting where, in the cases that others are compared with.
fn seats(plan: &Plan, cases: &[CaseResults]) -> Vec<String> {
    let mut sentences = Vec::new();
    let bases = plan.cases.iter().filter(|case| case.baseline.is_none()).count();
    for (at, case) in cases.iter().enumerate() {
        let is_alike = case.agents.windows(2).all(|pair| pair[0] == pair[1]);
        if case.players < 2 || plan.cases[at].baseline.is_some() || !is_alike || case.games < 2 {
            continue;
        }
        let fair = 1.0 / f64::from(case.players);
        let mut shares: Vec<&Metric> =
            case.win_shares().filter(|metric| is_off(metric, case, bases)).collect();
        shares.sort_by(|a, b| (b.mean - fair).abs().total_cmp(&(a.mean - fair).abs()));
        let place = format!("{} ({} players)", quoted(&case.case), case.players);
        let place = if case.case.contains("players=") { case.case.clone() } else { place };
        sentences.push(match shares.first() {
            None => format!("No seat is favoured beyond noise in {place}."),
            Some(metric) => {
                let (low, high) = (metric.low.unwrap_or(0.0), metric.high.unwrap_or(1.0));
                let (seat, points) = (metric.seat.unwrap_or(0), 100.0 * (metric.mean - fair));
                let side = if points > 0.0 { "above" } else { "below" };
                format!(
                    "In {place} seat {seat} wins {} [{}, {}] of the games, {:.1} points {side} a fair share.",
                    percent(metric.mean),
                    percent(low),
                    percent(high),
                    points.abs()
                )
            }
        });
    }
    sentences
}

/// Who wins more than its seats would give it, where different agents sit at a table.
fn agents(cases: &[CaseResults]) -> Vec<String> {
    let mut sentences = Vec::new();
    for case in cases {
        let fair = |metric: &Metric| {
            let seats = case.agents.iter().filter(|it| Some(*it) == metric.agent.as_ref()).count();
            seats as f64 / f64::from(case.players)
        };
        let best = case
            .metrics
            .iter()
            .filter(|metric| metric.metric == "agent_win_share")
            .max_by(|a, b| (a.mean - fair(a)).total_cmp(&(b.mean - fair(b))));
        if let Some(metric) = best
            && let Metric { agent: Some(agent), mean, low: Some(low), high: Some(high), .. } =
                metric
        {
            sentences.push(format!(
                "At the table {} {agent} wins {} [{}, {}] of the games; its seats alone would give it {}.",
                case.agents.join(", "),
                percent(*mean),
                percent(*low),
                percent(*high),
                percent(fair(metric))
            ));
        }
    }
    sentences
}

/// Which objectives are easy, and which go with winning; over all cases.
fn objectives(cases: &[CaseResults]) -> Vec<String> {
    let mut all: Vec<(&str, f64, f64)> = Vec::new();
    let Some(first) = cases.first() else { return Vec::new() };
    for metric in first.metrics.iter().filter(|metric| metric.seat.is_none()) {
        let Some(name) = metric.metric.strip_prefix("reached_") else { continue };
        let of_all = cases.iter().filter_map(|case| case.metric(&metric.metric, None));
        let (games, reached) = of_all.clone().fold((0.0, 0.0), |(games, reached), metric| {
            (games + metric.n as f64, reached + metric.n as f64 * metric.mean)
        });
        let wins =
            of_all.filter_map(|metric| Some(metric.n as f64 * metric.win_correlation?.value));
        if games > 0.0 {
            all.push((name, reached / games, wins.sum::<f64>() / games));
        }
    }
    let mut sentences = Vec::new();
    for (name, _, _) in all.iter().filter(|(_, reached, _)| *reached == 0.0) {
        sentences.push(format!("Nobody ever reaches the objective {name}."));
    }
    all.retain(|(_, reached, _)| *reached > 0.0);
    let by_reached = |a: &&(&str, f64, f64), b: &&(&str, f64, f64)| a.1.total_cmp(&b.1);
    let by_win = |a: &&(&str, f64, f64), b: &&(&str, f64, f64)| a.2.total_cmp(&b.2);
    if all.len() > 1
        && let (Some(easy), Some(hard)) =
            (all.iter().max_by(by_reached), all.iter().min_by(by_reached))
        && let Some(useful) = all.iter().max_by(by_win)
    {
        let wins = match useful.2 >= 0.01 {
            true => format!("; {} goes most with winning (correlation {:.2})", useful.0, useful.2),
            false => String::new(),
        };
        sentences.push(format!(
            "Of the objectives {} is reached most often (by {} of the players when it is in play) and {} least ({}){wins}.",
            easy.0,
            percent(easy.1),
            hard.0,
            percent(hard.1),
        ));
    }
    sentences
}

/// What play finds out about the rules themselves.
fn rules(plan: &Plan, cases: &[CaseResults]) -> Vec<String> {
    let mut sentences = Vec::new();
    let short = plan.short();
    if let Some(first) = short.first() {
        let (count, case) = (short.len(), quoted(&plan.cases[*first].name));
        sentences.push(format!(
            "In {count} of {} cases, {case} among them, `max_games` stops short of the precision asked for.",
            plan.cases.len()
        ));
    }
    for (metric, what) in
        [("stalemate", "get stuck"), ("unfinished", "are stopped by the turn cap")]
    {
        for case in cases {
            if let Some(found) = case.metric(metric, None).filter(|metric| metric.mean > 0.0) {
                let count = (found.mean * found.n as f64).round();
                sentences.push(format!(
                    "{count} of {} games {what} in {}; they are counted as they stand.",
                    found.n,
                    quoted(&case.case)
                ));
            }
        }
    }
    for occurrence in plan.blocks.first().into_iter().flat_map(|block| block.block.occurrences()) {
        let Some(component) = occurrence.runs_out else { continue };
        let means =
            cases.iter().filter_map(|case| case.metric(occurrence.name, None)).map(|m| m.mean);
        let (least, most) =
            means.fold((f64::MAX, 0.0_f64), |(l, m), mean| (l.min(mean), m.max(mean)));
        if most > 0.0 {
            let told = |mean: f64| match occurrence.once {
                true => percent(mean),
                false => format!("{mean:.2}"),
            };
            let (range, by_case) = match told(least) == told(most) {
                true => (told(most), ""),
                false => (format!("{} to {}", told(least), told(most)), ", depending on the case"),
            };
            let name = capitalised(component);
            let is_many = ["floors", "sites", "dice"].iter().any(|word| component.contains(word));
            let verb = if is_many { "run" } else { "runs" };
            sentences.push(match occurrence.once {
                true => format!("{name} {verb} out in {range} of the games{by_case}."),
                false => format!("{name} {verb} out {range} times a game{by_case}."),
            });
        }
    }
    let Some(first) = cases.first() else { return sentences };
    for kind in first.decisions_by_kind.keys() {
        let count = |case: &CaseResults| case.decisions_by_kind.get(kind).and_then(Value::as_f64);
        let never: Vec<&str> = cases
            .iter()
            .filter(|case| count(case) == Some(0.0))
            .map(|case| case.case.as_str())
            .collect();
        if never.len() == cases.len() {
            sentences.push(format!("No player ever makes the move `{kind}`."));
        } else if !never.is_empty() && never.len() <= 3 {
            sentences.push(format!("No player makes the move `{kind}` in {}.", never.join(", ")));
        }
    }
    sentences
}
