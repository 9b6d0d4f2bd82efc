//! Native charts: win shares, lengths and scores.

use rust_xlsxwriter::{
    Chart, ChartErrorBars, ChartErrorBarsType, ChartFormat, ChartLine, ChartLineDashType,
    ChartRange, ChartType, Worksheet, XlsxError,
};
use towerlab_engine::scenario::Results;

/// More cases than these make no readable chart.
const MOST_CASES: u32 = 24;
/// More distributions than these make no readable chart.
const MOST_LINES: u16 = 6;
/// Colours that are told apart by everybody.
const COLOURS: [&str; 6] = ["0072B2", "E69F00", "009E73", "CC79A7", "56B4E9", "D55E00"];
const DATA: &str = "Chart data";
/// Rows of a sheet that a chart covers.
const ROWS: u32 = 18;

/// Puts the charts of the results on a sheet, from a row on.
pub fn insert(page: &mut Worksheet, results: &Results, row: u32) -> Result<(), XlsxError> {
    let data = results.chart_data();
    let cases = (data.rows.len() as u32).min(MOST_CASES);
    let column = |name: &str| data.header.iter().position(|it| it == name).unwrap_or(0) as u16;
    let range = |at: u16| (DATA, 1, at, cases, at);
    let bars = |at: u16| {
        let ends = |at: u16| ChartRange::new_from_range(DATA, 1, at, cases, at);
        let kind = ChartErrorBarsType::Custom(ends(at + 1), ends(at + 2));
        ChartErrorBars::new().set_type(kind).clone()
    };
    let seats = results.cases.iter().map(|case| case.players).max().unwrap_or(0);
    let mut shares = chart(ChartType::Column, "Win share by seat, with 95 % intervals", "0%");
    for seat in 0..seats {
        let at = column(&format!("seat{seat}_win_share"));
        let colour = COLOURS[usize::from(seat) % COLOURS.len()];
        let series = shares.add_series().set_name(&format!("seat {seat}"));
        series.set_categories(range(0)).set_values(range(at));
        series.set_format(
            ChartFormat::new()
                .set_solid_fill(rust_xlsxwriter::ChartSolidFill::new().set_color(colour)),
        );
        series.set_y_error_bars(&bars(at)).set_gap(60);
    }
    let mut fair = Chart::new(ChartType::Line);
    let dashes =
        ChartLine::new().set_color("404040").set_dash_type(ChartLineDashType::Dash).clone();
    fair.add_series()
        .set_name("a fair share")
        .set_categories(range(0))
        .set_values(range(column("fair_share")))
        .set_format(ChartFormat::new().set_line(&dashes));
    shares.combine(&fair);
    shares.y_axis().set_min(0);
    page.insert_chart(row, 0, &shares)?;

    let turns = column("turns");
    let mut length = chart(ChartType::Column, "Turns of a game, with 95 % intervals", "0");
    let series = length.add_series().set_name("turns");
    series.set_categories(range(0)).set_values(range(turns)).set_y_error_bars(&bars(turns));
    series.set_format(
        ChartFormat::new()
            .set_solid_fill(rust_xlsxwriter::ChartSolidFill::new().set_color(COLOURS[0])),
    );
    length.legend().set_hidden();
    page.insert_chart(row + ROWS, 0, &length)?;

    let scores = results.scores();
    let last = scores.rows.len() as u32;
    let mut spread = chart(ChartType::Line, "How often points come up (share of seats)", "0%");
    for case in 1..=(results.cases.len() as u16).min(MOST_LINES) {
        let colour = COLOURS[usize::from(case - 1) % COLOURS.len()];
        let line = ChartLine::new().set_color(colour).set_width(1.75).clone();
        spread
            .add_series()
            .set_name(("Scores", 0, case))
            .set_categories(("Scores", 1, 0, last, 0))
            .set_values(("Scores", 1, case, last, case))
            .set_format(ChartFormat::new().set_line(&line));
    }
    spread.x_axis().set_name("points");
    page.insert_chart(row + 2 * ROWS, 0, &spread)?;
    Ok(())
}

fn chart(kind: ChartType, title: &str, format: &str) -> Chart {
    let mut chart = Chart::new(kind);
    chart.title().set_name(title);
    chart.y_axis().set_num_format(format);
    chart.set_width(900).set_height(340).set_alt_text(title);
    chart
}
