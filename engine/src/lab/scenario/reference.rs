//! The reference of tables and metrics in Markdown, as `scenarios/README.md` shows it.

use super::csv_source::SCENARIO_COLUMNS;
use super::game_table::{GAME_COLUMNS, ROW_NUMBER};
use super::tables::{RESULT_COLUMNS, SUMMARY_DIFFERENCES, SUMMARY_METRICS};
use crate::game::Game;
use crate::games::metrics::{GameMetric, Measure, Metric, SeatMetric};
use crate::lab::metrics::{
    CASE_METRICS, FIRST, GAME_METRICS, GeneralMetric, HEADLINES, POINTS, SEAT_METRICS, WIN_SHARE,
};

/// A part of a document that is written from the code.
pub struct ReferenceSection {
    /// Its name in the marker comments around it.
    pub name: &'static str,
    /// Its text.
    pub text: String,
}

/// All parts.
pub fn sections() -> Vec<ReferenceSection> {
    let section = |name, text| ReferenceSection { name, text };
    let mut all = vec![
        section("scenario-columns", scenario_columns()),
        section("summary-columns", summary_columns()),
        section("result-columns", column_table(RESULT_COLUMNS.iter().map(|it| (it.name, it.doc)))),
        section("headlines", headlines()),
        section("game-columns", game_columns()),
        section("metrics", metric_table(general_metrics())),
        section("case-metrics", metric_table(CASE_METRICS.into_iter())),
    ];
    macro_rules! add {
        ($module:ident, $game:ty) => {
            all.push(section(<$game as Game>::NAME, game_metrics::<$game>()));
        };
    }
    crate::each_game!(add);
    all
}

/// The lists of metrics that the page needs, as `api/page/metrics.js`.
pub fn page_lists() -> String {
    let mut fractions: Vec<String> = Vec::new();
    let mut add_all = |metrics: &mut dyn Iterator<Item = Metric>| {
        for metric in metrics.filter(Metric::is_fraction) {
            fractions.push(metric.member.map_or(metric.id.into(), |_| metric.id_of("")));
        }
    };
    add_all(&mut general_metrics().chain(CASE_METRICS));
    macro_rules! add {
        ($module:ident, $game:ty) => {
            add_all(&mut <$game as Measure>::SEAT_METRICS.iter().map(|it| it.metric));
            add_all(&mut <$game as Measure>::GAME_METRICS.iter().map(|it| it.metric));
        };
    }
    crate::each_game!(add);
    let list =
        |names: &[&str]| names.iter().map(|name| format!("  \"{name}\",\n")).collect::<String>();
    let fractions: Vec<&str> = fractions.iter().map(String::as_str).collect();
    format!(
        "// Written from the registry of metrics by engine/tests/reference.rs.\n\n\
         /** Metrics that people look at first. */\nexport const FIRST = [\n{}];\n\n\
         /** Metrics between 0 and 1, read in percent; those of a family begin with `name_`. */\n\
         export const FRACTIONS = [\n{}];\n",
        list(&FIRST),
        list(&fractions),
    )
}

fn general_metrics() -> impl Iterator<Item = Metric> {
    let of_game = GAME_METRICS.into_iter().map(|GeneralMetric { metric, .. }| metric);
    SEAT_METRICS.into_iter().chain(of_game)
}

fn code_list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn scenario_columns() -> String {
    format!("{}.\n", code_list(SCENARIO_COLUMNS.into_iter()))
}

fn summary_columns() -> String {
    let with_interval = SUMMARY_METRICS.iter().filter(|it| it.has_interval);
    let with_interval: Vec<&str> = with_interval.map(|it| it.metric.id).collect();
    format!(
        "The metrics are {}; {} have `_low` and `_high` as well. The differences are those of {}.\n",
        code_list(SUMMARY_METRICS.iter().map(|it| it.metric.id)),
        code_list(with_interval.into_iter()),
        code_list(SUMMARY_DIFFERENCES.iter().map(|it| it.id)),
    )
}

fn headlines() -> String {
    format!(
        "Unless the scenario names `metrics`, these are tested: {}. Of `{}` that is the table's, of `{}` every seat's.\n",
        code_list(HEADLINES.into_iter()),
        POINTS.id,
        WIN_SHARE.id,
    )
}

fn column_table<'a>(columns: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut text = String::from("| column | what it is |\n| --- | --- |\n");
    columns.for_each(|(name, doc)| text += &format!("| `{name}` | {doc} |\n"));
    text
}

fn game_columns() -> String {
    let columns = GAME_COLUMNS.iter().map(|it| (it.name, it.doc));
    column_table(std::iter::once((ROW_NUMBER, "the number of the row, from 1")).chain(columns))
}

fn metric_table(metrics: impl Iterator<Item = Metric>) -> String {
    let mut text =
        String::from("| metric | kind | unit | what it is |\n| --- | --- | --- | --- |\n");
    for metric in metrics {
        let formula = if metric.formula.is_empty() {
            String::new()
        } else {
            format!(". Formula: {}", metric.formula)
        };
        text += &format!(
            "| `{}` | {} | {} | {}{formula} |\n",
            metric.pattern(),
            metric.kind.name(),
            metric.unit,
            metric.doc
        );
    }
    text
}

fn game_metrics<G: Measure>() -> String {
    let of_seats = G::SEAT_METRICS.iter().map(|SeatMetric { metric, .. }| *metric);
    let of_games = G::GAME_METRICS.iter().map(|GameMetric { metric, .. }| *metric);
    format!(
        "Of seats, and of the whole table where all seats have them:\n\n{}\nOf games:\n\n{}",
        metric_table(of_seats),
        metric_table(of_games)
    )
}
