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
    let some = |of: usize, most: u32| match of as u32 > most {
        true => format!(" (the first {most} of {of} cases)"),
        false => String::new(),
    };
    let first = some(results.cases.len(), MOST_CASES);
    let title = format!("Win share by seat, with 95 % intervals{first}");
    let mut shares = chart(ChartType::Column, &title, "0%");
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
    let highs = results.cases.iter().flat_map(|case| case.win_shares()).filter_map(|it| it.high);
    let highest = highs.fold(0.0, f64::max);
    shares.y_axis().set_min(0).set_max(((highest * 10.0).ceil() / 10.0).clamp(0.1, 1.0));
    let mut row = row;
    // Who plays alone wins.
    if seats > 1 {
        page.insert_chart(row, 0, &shares)?;
        row += ROWS;
    }

    let turns = column("turns");
    let title = format!("Turns of a game, with 95 % intervals{first}");
    let mut length = chart(ChartType::Column, &title, "0");
    let series = length.add_series().set_name("turns");
    series.set_categories(range(0)).set_values(range(turns)).set_y_error_bars(&bars(turns));
    series.set_format(
        ChartFormat::new()
            .set_solid_fill(rust_xlsxwriter::ChartSolidFill::new().set_color(COLOURS[0])),
    );
    length.legend().set_hidden();
    page.insert_chart(row, 0, &length)?;

    let scores = results.scores();
    let last = scores.rows.len() as u32;
    let first = some(results.cases.len(), MOST_LINES.into());
    let title = format!("How often points come up, as a share of seats{first}");
    let mut spread = chart(ChartType::Line, &title, "0%");
    // The first two columns are points.
    for case in 2..2 + (results.cases.len() as u16).min(MOST_LINES) {
        let colour = COLOURS[usize::from(case - 2) % COLOURS.len()];
        let line = ChartLine::new().set_color(colour).set_width(1.75).clone();
        spread
            .add_series()
            .set_name(("Scores", 0, case))
            .set_categories(("Scores", 1, 0, last, 0))
            .set_values(("Scores", 1, case, last, case))
            .set_format(ChartFormat::new().set_line(&line));
    }
    spread.x_axis().set_name("points");
    page.insert_chart(row + ROWS, 0, &spread)?;
    Ok(())
}

fn chart(kind: ChartType, title: &str, format: &str) -> Chart {
    let mut chart = Chart::new(kind);
    chart.title().set_name(title);
    chart.y_axis().set_num_format(format);
    chart.set_width(900).set_height(340).set_alt_text(title);
    chart
}
