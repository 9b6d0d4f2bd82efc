//! Results as tables for spreadsheets.

use serde_json::Value;

use super::case::{Case, in_short, plain};
use super::plan::column_name;
use super::record::NOTHING;
use super::results::{CaseResults, Metric, Results};
use super::run::Played;
use super::sheet::{Cell, Sheet};
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

impl Results {
    pub(super) fn case_header(&self) -> Vec<String> {
        let mut header = vec!["case".to_string(), "players".to_string()];
        header.extend(self.parameters.iter().cloned());
        header.extend(["components", "agents"].map(String::from));
        header
    }

    pub(super) fn case_cells(&self, case: &CaseResults) -> Vec<Cell> {
        let mut cells = vec![Cell::from(case.case.as_str()), u64::from(case.players).into()];
        let setting = |name: &String| case.settings.get(name).map_or(Cell::Empty, cell_of);
        cells.extend(self.parameters.iter().map(setting));
        cells.push(case.components.as_str().into());
        cells.push(in_short(&case.agents).as_str().into());
        cells
    }

    /// `results.csv`: a row for each case, seat and metric.
    pub fn rows(&self) -> Sheet {
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
        Sheet { header, rows: rows.collect() }
    }

    /// `summary.csv`: a row for each case, with what is looked at first.
    pub fn summary(&self) -> Sheet {
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
        let rows = self.cases.iter().map(|case| self.summary_cells(case, seats));
        Sheet { header, rows: rows.collect() }
    }

    fn summary_cells(&self, case: &CaseResults, seats: u8) -> Vec<Cell> {
        let mut cells = self.case_cells(case);
        cells.push(case.games.into());
        let mut push = |metric: Option<&Metric>, interval: bool| {
            cells.push(metric.map(|metric| metric.mean).into());
            if interval {
                cells.push(metric.and_then(|metric| metric.low).into());
                cells.push(metric.and_then(|metric| metric.high).into());
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
        cells.push(case.baseline.as_deref().unwrap_or_default().into());
        for name in SUMMARY_DIFFERENCES {
            let difference = case.metric(name, None).and_then(|metric| metric.difference);
            cells.push(difference.map(|it| it.mean).into());
            cells.push(difference.map(|it| it.low).into());
            cells.push(difference.map(|it| it.high).into());
        }
        cells
    }
}

/// A value of a rule: a number stays one.
pub(super) fn cell_of(value: &Value) -> Cell {
    match value.as_i64() {
        Some(number) => Cell::Whole(number),
        None => plain(value).as_str().into(),
    }
}

fn result_cells(case: &CaseResults, metric: &Metric) -> Vec<Cell> {
    let seat = metric.seat.map_or(Cell::Empty, |seat| u64::from(seat).into());
    let agent = metric.agent.as_deref().unwrap_or_default().into();
    let mut cells = vec![seat, agent, metric.metric.as_str().into(), metric.n.into()];
    cells.push(Cell::Number(metric.mean));
    cells.extend([metric.low, metric.high, metric.sd].map(Cell::from));
    cells.extend(match metric.quantiles {
        Some(quantiles) => quantiles.map(|value| Cell::Whole(value.into())),
        None => [const { Cell::Empty }; 5],
    });
    let baseline = case.baseline.as_deref().filter(|_| metric.difference.is_some());
    cells.push(baseline.unwrap_or_default().into());
    match &metric.difference {
        None => cells.extend([const { Cell::Empty }; 6]),
        Some(it) => {
            cells.extend([it.mean, it.low, it.high].map(Cell::Number));
            cells.push(it.n.into());
            cells.push(it.p.into());
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
    cells.push(correlation.map(|it| it.value).into());
    cells.push(correlation.map(|it| it.low).into());
    cells.push(correlation.map(|it| it.high).into());
    cells
}

/// The columns of `games.csv`.
pub const GAME_COLUMNS: [&str; 16] = [
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
];

/// A row of `games.csv` behind its number.
pub fn game_cells(played: &Played, case: &Case, seed: u64, link: &str) -> Vec<Cell> {
    let record = &played.record;
    let seats = usize::from(case.players);
    let winners: Vec<String> =
        (0..seats).filter(|seat| record.twelfths[*seat] > 0).map(|seat| seat.to_string()).collect();
    let point = |seat: usize| match seat < seats {
        true => Cell::Whole(record.points[seat].into()),
        false => Cell::Empty,
    };
    let value = |at: usize| match record.values[at] {
        NOTHING => Cell::Empty,
        value => Cell::Whole(value.into()),
    };
    let mut cells = vec![case.name.as_str().into(), played.game.into(), seed.into()];
    cells.extend([u64::from(case.players).into(), Cell::from(winners.join(" ").as_str())]);
    cells.extend((0..4).map(point));
    // Turns, decisions, margin and lead changes, as every layout begins.
    cells.extend([0, 1, 3, 7].map(value));
    cells.push(record.finish.map_or("", Finish::name).into());
    cells.push(link.into());
    cells
}
