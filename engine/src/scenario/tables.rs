//! Results as tables for spreadsheets: RFC 4180, a header in the first row.

use super::case::{in_short, plain};
use super::plan::column_name;
use super::results::{CaseResults, Metric, Results};
use super::run::Played;
use crate::game::Finish;

/// The columns of `results.csv` behind those of the case.
const RESULT_COLUMNS: [&str; 23] = [
    "seat",
    "agent",
    "metric",
    "n",
    "mean",
    "low",
    "high",
    "sd",
    "min",
    "q25",
    "median",
    "q75",
    "max",
    "baseline",
    "difference",
    "difference_low",
    "difference_high",
    "difference_n",
    "p_holm",
    "effect",
    "win_correlation",
    "win_correlation_low",
    "win_correlation_high",
];

/// The metrics of the table in `summary.csv`, with their intervals if so.
const SUMMARY_METRICS: [(&str, bool); 15] = [
    ("turns", true),
    ("points", true),
    ("winner_points", false),
    ("margin", true),
    ("close", false),
    ("decisions", false),
    ("branching", false),
    ("lead_changes", false),
    ("leader_at_half_wins", false),
    ("lead_stability", false),
    ("decisiveness", false),
    ("drama", false),
    ("seat_spread", false),
    ("outcome_uniformity", false),
    ("shared_win", false),
];

/// The metrics whose difference to the baseline is in `summary.csv`.
const SUMMARY_DIFFERENCES: [&str; 3] = ["turns", "points", "margin"];

/// A number for a table: as short as six decimals allow.
fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

fn optional(value: Option<f64>) -> String {
    value.map_or_else(String::new, number)
}

/// Text that a spreadsheet would take for a formula is marked as text.
fn text(text: &str) -> String {
    match text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => format!("'{text}"),
        false => text.to_string(),
    }
}

fn csv(header: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut writer =
        csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let written = "a table in memory can be written";
    writer.write_record(&header).expect(written);
    rows.for_each(|row| writer.write_record(&row).expect(written));
    String::from_utf8(writer.into_inner().expect(written)).expect(written)
}

impl Results {
    fn case_header(&self) -> Vec<String> {
        let mut header = vec!["case".to_string(), "players".to_string()];
        header.extend(self.parameters.iter().cloned());
        header.extend(["components", "agents"].map(String::from));
        header
    }

    fn case_cells(&self, case: &CaseResults) -> Vec<String> {
        let mut cells = vec![text(&case.case), case.players.to_string()];
        cells.extend(self.parameters.iter().map(|name| {
            case.settings.get(name).map_or_else(String::new, |value| text(&plain(value)))
        }));
        cells.extend([text(&case.components), text(&in_short(&case.agents))]);
        cells
    }

    /// `results.csv`: a row for each case, seat and metric.
    pub fn results_csv(&self) -> String {
        let mut header = self.case_header();
        header.extend(RESULT_COLUMNS.map(String::from));
        let is_wanted = |metric: &&Metric| {
            self.metrics.is_empty()
                || self.metrics.iter().any(|it| column_name(it) == metric.metric)
        };
        let rows = self.cases.iter().flat_map(|case| {
            let metrics = case.metrics.iter().filter(is_wanted);
            metrics.map(move |metric| {
                let mut cells = self.case_cells(case);
                cells.extend(result_cells(case, metric));
                cells
            })
        });
        csv(header, rows)
    }

    /// `summary.csv`: a row for each case, with what is looked at first.
    pub fn summary_csv(&self) -> String {
        let seats = self.cases.iter().map(|case| case.players).max().unwrap_or(0);
        let mut header = self.case_header();
        header.push("games".into());
        for seat in 0..seats {
            let name = format!("seat{seat}_win_share");
            header.extend([name.clone(), format!("{name}_low"), format!("{name}_high")]);
        }
        for (name, interval) in SUMMARY_METRICS {
            header.push(name.into());
            if interval {
                header.extend([format!("{name}_low"), format!("{name}_high")]);
            }
        }
        header.extend(["stalemate", "unfinished"].map(String::from));
        header.extend(self.occurrences.iter().cloned());
        header.push("baseline".into());
        for name in SUMMARY_DIFFERENCES {
            let name = format!("{name}_difference");
            header.extend([name.clone(), format!("{name}_low"), format!("{name}_high")]);
        }
        csv(header, self.cases.iter().map(|case| self.summary_cells(case, seats)))
    }

    fn summary_cells(&self, case: &CaseResults, seats: u8) -> Vec<String> {
        let mut cells = self.case_cells(case);
        cells.push(case.games.to_string());
        let mut push = |metric: Option<&Metric>, interval: bool| {
            cells.push(optional(metric.map(|metric| metric.mean)));
            if interval {
                cells.push(optional(metric.and_then(|metric| metric.low)));
                cells.push(optional(metric.and_then(|metric| metric.high)));
            }
        };
        (0..seats).for_each(|seat| push(case.metric("win_share", Some(seat)), true));
        for (name, interval) in SUMMARY_METRICS {
            push(case.metric(name, None), interval);
        }
        for name in ["stalemate", "unfinished"] {
            push(case.metric(name, None), false);
        }
        self.occurrences.iter().for_each(|name| push(case.metric(name, None), false));
        cells.push(case.baseline.as_deref().map_or_else(String::new, text));
        for name in SUMMARY_DIFFERENCES {
            let difference = case.metric(name, None).and_then(|metric| metric.difference);
            cells.push(optional(difference.map(|it| it.mean)));
            cells.push(optional(difference.map(|it| it.low)));
            cells.push(optional(difference.map(|it| it.high)));
        }
        cells
    }
}

fn result_cells(case: &CaseResults, metric: &Metric) -> Vec<String> {
    let seat = metric.seat.map_or_else(String::new, |seat| seat.to_string());
    let agent = metric.agent.as_deref().map_or_else(String::new, text);
    let mut cells = vec![seat, agent, metric.metric.clone(), metric.n.to_string()];
    cells.push(number(metric.mean));
    cells.extend([metric.low, metric.high, metric.sd].map(optional));
    cells.extend(match metric.quantiles {
        Some(quantiles) => quantiles.map(|value| value.to_string()),
        None => Default::default(),
    });
    let baseline = case.baseline.as_deref().filter(|_| metric.difference.is_some());
    cells.push(baseline.map_or_else(String::new, text));
    match &metric.difference {
        None => cells.extend([const { String::new() }; 6]),
        Some(it) => {
            cells.extend([it.mean, it.low, it.high].map(number));
            cells.push(it.n.to_string());
            cells.push(optional(it.p));
            let effect = match it.is_effect() {
                Some(true) if it.mean > 0.0 => "more",
                Some(true) => "less",
                Some(false) => "noise",
                None => "",
            };
            cells.push(effect.into());
        }
    }
    let correlation = metric.win_correlation;
    cells.push(optional(correlation.map(|it| it.value)));
    cells.push(optional(correlation.map(|it| it.low)));
    cells.push(optional(correlation.map(|it| it.high)));
    cells
}

/// The header of `games.csv`.
pub fn games_header() -> Vec<&'static str> {
    vec![
        "row",
        "case",
        "game",
        "seed",
        "players",
        "winners",
        "points_seat0",
        "points_seat1",
        "points_seat2",
        "points_seat3",
        "turns",
        "decisions",
        "margin",
        "lead_changes",
        "finish",
        "link",
    ]
}

/// A row of `games.csv` behind its number.
pub fn game_cells(played: &Played, case: &super::case::Case, seed: u64, link: &str) -> Vec<String> {
    let record = &played.record;
    let seats = usize::from(case.players);
    let winners: Vec<String> =
        (0..seats).filter(|seat| record.twelfths[*seat] > 0).map(|seat| seat.to_string()).collect();
    let point = |seat: usize| match seat < seats {
        true => record.points[seat].to_string(),
        false => String::new(),
    };
    let value = |at: usize| match record.values[at] {
        super::record::NOTHING => String::new(),
        value => value.to_string(),
    };
    let mut cells = vec![text(&case.name), played.game.to_string(), seed.to_string()];
    cells.extend([case.players.to_string(), winners.join(" ")]);
    cells.extend((0..4).map(point));
    // Turns, decisions, margin and lead changes, as every layout begins.
    cells.extend([0, 1, 3, 7].map(value));
    cells.push(record.finish.map_or("", Finish::name).to_string());
    cells.push(link.to_string());
    cells
}

#[cfg(test)]
mod tests {
    use super::{number, text};

    #[test]
    fn numbers_are_short_and_text_is_no_formula() {
        assert_eq!(number(0.5), "0.5");
        assert_eq!(number(12.0), "12");
        assert_eq!(number(-0.000_000_1), "0");
        assert_eq!(number(1.0 / 3.0), "0.333333");
        assert_eq!(text("=1+1"), "'=1+1");
        assert_eq!(text("players=3"), "players=3");
    }
}
