//! Tables of results that a workbook has beside the summary: what its charts show, and the cases
//! in a form that can be run again.

use std::collections::BTreeMap;

use super::data_table::{Cell, DataTable};
use super::plan::Plan;
use super::results::{CaseResults, MetricResult, Results};
use super::tables::{cell_of, interval_cells, interval_names};
use crate::agents::Spec;
use crate::lab::metrics::{POINTS, TURNS, WIN_SHARE};

/// The most bars of a distribution.
const MOST_BARS: i32 = 60;

/// The metrics of a seat, with their intervals.
const SEAT_METRICS: [&str; 2] = [WIN_SHARE.id, POINTS.id];

impl Results {
    /// A row for each case and seat: its share of the wins against a fair one, and its points.
    pub fn seats(&self) -> DataTable {
        let mut header = self.case_header();
        header.extend(["seat", "agent", "games", "fair_share", "advantage"].map(String::from));
        for name in SEAT_METRICS {
            header.extend(interval_names(name));
        }
        let row = |case: &CaseResults, seat: u8| {
            let mut cells = self.case_cells(case);
            let fair = 1.0 / f64::from(case.players);
            let metric = |name: &str| case.metric(name, Some(seat));
            let agent = case.agents.get(usize::from(seat)).map_or("", String::as_str);
            cells.extend([u64::from(seat).into(), agent.into(), case.games.into()]);
            cells.push(Cell::Number(fair));
            cells.push(metric(WIN_SHARE.id).map(|share| share.mean - fair).into());
            SEAT_METRICS.iter().for_each(|name| cells.extend(interval_cells(metric(name))));
            cells
        };
        let mut rows = Vec::new();
        for case in &self.cases {
            rows.extend((0..case.players).map(|seat| row(case, seat)));
        }
        DataTable { header, rows }
    }

    /// A row for each case and objective: who reaches it, when, for which token, and how it goes
    /// together with winning. Games without objectives have no rows.
    pub fn objectives(&self) -> DataTable {
        let mut header = self.case_header();
        let own = ["objective", "reached", "reached_low", "reached_high", "turn", "token"];
        header.extend(own.map(String::from));
        let correlation = ["win_correlation", "win_correlation_low", "win_correlation_high"];
        header.extend(correlation.map(String::from));
        let mean = |metric: Option<&MetricResult>| Cell::from(metric.map(|metric| metric.mean));
        let mut rows = Vec::new();
        for case in &self.cases {
            for it in case.objectives() {
                let mut cells = self.case_cells(case);
                cells.push(it.objective.into());
                cells.extend(interval_cells(Some(it.reached)));
                cells.extend([mean(it.turn), mean(it.token)]);
                let win = it.reached.win_correlation;
                cells.extend(
                    [win.map(|it| it.value), win.map(|it| it.low), win.map(|it| it.high)]
                        .map(Cell::from),
                );
                rows.push(cells);
            }
        }
        DataTable { header, rows }
    }

    /// How often points came up, over all seats: a column for each case, and a row for each number
    /// of points, or for a few of them where there are many.
    pub fn scores(&self) -> DataTable {
        let mut counts: Vec<BTreeMap<i32, u64>> = Vec::new();
        for case in &self.cases {
            let mut all = BTreeMap::new();
            let seats = (0..case.players).filter_map(|seat| case.metric(POINTS.id, Some(seat)));
            for histogram in seats.filter_map(|metric| metric.histogram.as_ref()) {
                histogram.counts().for_each(|(value, n)| *all.entry(value).or_default() += n);
            }
            counts.push(all);
        }
        let values = || counts.iter().flat_map(BTreeMap::keys).copied();
        let (least, most) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
        let width = (most - least) / MOST_BARS + 1;
        let first = least.div_euclid(width);
        let mut header = vec!["points_from".to_string(), "points_to".to_string()];
        header.extend(self.cases.iter().map(|case| case.case.clone()));
        let rows = (first..=most.div_euclid(width)).map(|bar| {
            let within = bar * width..(bar + 1) * width;
            let mut cells =
                [within.start, within.end - 1].map(|end| Cell::Whole(end.into())).to_vec();
            cells.extend(counts.iter().map(|all| {
                let total: u64 = all.values().sum();
                let count: u64 = all.range(within.clone()).map(|(_, n)| n).sum();
                Cell::Number(count as f64 / total.max(1) as f64)
            }));
            cells
        });
        DataTable { header, rows: rows.collect() }
    }

    /// What charts are drawn from: a row for each case, with how far intervals reach.
    pub fn chart_data(&self) -> DataTable {
        let seats = self.cases.iter().map(|case| case.players).max().unwrap_or(0);
        let mut header = vec!["case".to_string(), "fair_share".to_string()];
        let names = (0..seats).map(|seat| format!("seat{seat}_{}", WIN_SHARE.id));
        for name in names.chain([TURNS.id.to_string()]) {
            header.extend([name.clone(), format!("{name}_above"), format!("{name}_below")]);
        }
        let rows = self.cases.iter().map(|case| {
            let fair = Cell::Number(1.0 / f64::from(case.players));
            let mut cells = vec![case.case.as_str().into(), fair];
            let shares = (0..seats).map(|seat| case.metric(WIN_SHARE.id, Some(seat)));
            for metric in shares.chain([case.metric(TURNS.id, None)]) {
                let reach = |end: fn(&MetricResult) -> Option<f64>| {
                    Cell::from(metric.and_then(|it| Some((end(it)? - it.mean).abs())))
                };
                cells.push(metric.map(|it| it.mean).into());
                cells.extend([reach(|it| it.high), reach(|it| it.low)]);
            }
            cells
        });
        DataTable { header, rows: rows.collect() }
    }

    /// The cases as a table that can be run as a scenario.
    pub fn case_table(&self, plan: &Plan) -> DataTable {
        let scenario = &plan.scenario;
        let shared: Vec<&String> = scenario
            .rules
            .keys()
            .filter(|key| !self.parameters.contains(key) && *key != "players")
            .collect();
        let own = ["name", "game", "title", "question", "players"];
        let mut header: Vec<String> = own.map(String::from).into();
        header.extend(self.parameters.iter().cloned());
        header.extend(shared.iter().map(|key| (*key).clone()));
        let has = |name: &str| header.iter().any(|known| known == name);
        let with_components = !has("components");
        // What the scenario says about all cases, if it says so.
        let said: Vec<&str> = ["beyond_rulebook", "baseline", "metrics", "until", "max_games"]
            .into_iter()
            .filter(|key| !scenario.document[*key].is_null() && !has(key))
            .collect();
        let mut last = vec!["agents", "seed"];
        last.extend((!said.contains(&"until")).then_some("games"));
        last.extend(with_components.then_some("components"));
        last.extend(&said);
        header.extend(last.iter().map(ToString::to_string));
        let rows = plan.cases.iter().zip(&plan.games).map(|(case, games)| {
            let texts = [&case.name, &scenario.game, &scenario.title, &scenario.question];
            let mut cells: Vec<Cell> = texts.map(|text| text.as_str().into()).into();
            cells.push(u64::from(case.players).into());
            let setting = |name: &String| {
                case.setting(name).or(scenario.rules.get(name)).map_or(Cell::Empty, cell_of)
            };
            cells.extend(self.parameters.iter().map(setting));
            cells.extend(shared.iter().map(|name| cell_of(&scenario.rules[*name])));
            let agents: Vec<String> = case.agents.iter().map(Spec::to_string).collect();
            cells.push(agents.join(" ").as_str().into());
            cells.push(scenario.seed.into());
            cells.extend((!said.contains(&"until")).then(|| (*games).into()));
            cells.extend(with_components.then(|| case.components.as_str().into()));
            cells.extend(said.iter().map(|key| cell_of(&scenario.document[*key])));
            cells
        });
        DataTable { header, rows: rows.collect() }
    }
}
