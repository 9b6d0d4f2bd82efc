//! Native charts: win shares, lengths and scores.

use rust_xlsxwriter::{
    Chart, ChartErrorBars, ChartErrorBarsType, ChartFormat, ChartLine, ChartLineDashType,
    ChartRange, ChartSolidFill, ChartType, Worksheet, XlsxError,
};
use towerlab_engine::lab::scenario::Results;
use towerlab_engine::lab::scenario::data_table::DataTable;

/// More cases do not make a readable chart.
const MOST_CASES: u32 = 24;
/// More distributions do not make a readable chart.
const MOST_LINES: u16 = 6;
/// Colours that colour-blind people can distinguish.
const COLOURS: [&str; 6] = ["0072B2", "E69F00", "009E73", "CC79A7", "56B4E9", "D55E00"];
const DATA: &str = "Chart data";
/// Rows of a sheet that a chart covers.
const ROWS: u32 = 18;

/// Inserts the charts of the results into a sheet, from a row on.
pub fn insert(sheet: &mut Worksheet, results: &Results, row: u32) -> Result<(), XlsxError> {
    let data = ChartData::new(results);
    let mut row = row;
    // A single player always wins.
    if data.seats > 1 {
        sheet.insert_chart(row, 0, &data.win_shares(results))?;
        row += ROWS;
    }
    sheet.insert_chart(row, 0, &data.lengths())?;
    sheet.insert_chart(row + ROWS, 0, &scores(results))?;
    Ok(())
}

/// The sheet that charts take their values from.
struct ChartData {
    sheet: DataTable,
    seats: u8,
    /// The last row that charts show.
    last: u32,
    /// Says that not all cases are shown, if so.
    partial: String,
}

impl ChartData {
    fn new(results: &Results) -> ChartData {
        let sheet = results.chart_data();
        ChartData {
            seats: results.cases.iter().map(|case| case.players).max().unwrap_or(0),
            last: (sheet.rows.len() as u32).min(MOST_CASES),
            partial: partial_note(results.cases.len(), MOST_CASES),
            sheet,
        }
    }

    fn column(&self, name: &str) -> u16 {
        self.sheet.header.iter().position(|it| it == name).unwrap_or(0) as u16
    }

    fn range(&self, column: u16) -> (&'static str, u32, u16, u32, u16) {
        (DATA, 1, column, self.last, column)
    }

    /// The interval of a column, from the two columns behind it.
    fn error_bars(&self, column: u16) -> ChartErrorBars {
        let ends = |at: u16| ChartRange::new_from_range(DATA, 1, at, self.last, at);
        let kind = ChartErrorBarsType::Custom(ends(column + 1), ends(column + 2));
        ChartErrorBars::new().set_type(kind).clone()
    }

    fn win_shares(&self, results: &Results) -> Chart {
        let title = format!("Win share by seat, with 95 % intervals{}", self.partial);
        let mut shares = new_chart(ChartType::Column, &title, "0%");
        for seat in 0..self.seats {
            let at = self.column(&format!("seat{seat}_win_share"));
            let colour = COLOURS[usize::from(seat) % COLOURS.len()];
            let series = shares.add_series().set_name(&format!("seat {seat}"));
            series.set_categories(self.range(0)).set_values(self.range(at));
            series.set_format(&mut solid(colour));
            series.set_y_error_bars(&self.error_bars(at)).set_gap(60);
        }
        shares.combine(&self.fair_share());
        let highs =
            results.cases.iter().flat_map(|case| case.win_shares()).filter_map(|it| it.high);
        let highest = highs.fold(0.0, f64::max);
        shares.y_axis().set_min(0).set_max(((highest * 10.0).ceil() / 10.0).clamp(0.1, 1.0));
        shares
    }

    /// A dashed line at the share of equally strong players.
    fn fair_share(&self) -> Chart {
        let mut fair = Chart::new(ChartType::Line);
        let dashes =
            ChartLine::new().set_color("404040").set_dash_type(ChartLineDashType::Dash).clone();
        fair.add_series()
            .set_name("a fair share")
            .set_categories(self.range(0))
            .set_values(self.range(self.column("fair_share")))
            .set_format(ChartFormat::new().set_line(&dashes));
        fair
    }

    fn lengths(&self) -> Chart {
        let turns = self.column("turns");
        let title = format!("Turns of a game, with 95 % intervals{}", self.partial);
        let mut length = new_chart(ChartType::Column, &title, "0");
        let series = length.add_series().set_name("turns");
        series.set_categories(self.range(0)).set_values(self.range(turns));
        series.set_y_error_bars(&self.error_bars(turns)).set_format(&mut solid(COLOURS[0]));
        length.legend().set_hidden();
        length
    }
}

fn scores(results: &Results) -> Chart {
    let last = results.scores().rows.len() as u32;
    let partial = partial_note(results.cases.len(), MOST_LINES.into());
    let title = format!("How often points come up, as a share of seats{partial}");
    let mut scores = new_chart(ChartType::Line, &title, "0%");
    // The first two columns are points.
    for case in 2..2 + (results.cases.len() as u16).min(MOST_LINES) {
        let colour = COLOURS[usize::from(case - 2) % COLOURS.len()];
        let line = ChartLine::new().set_color(colour).set_width(1.75).clone();
        scores
            .add_series()
            .set_name(("Scores", 0, case))
            .set_categories(("Scores", 1, 0, last, 0))
            .set_values(("Scores", 1, case, last, case))
            .set_format(ChartFormat::new().set_line(&line));
    }
    scores.x_axis().set_name("points");
    scores
}

fn solid(colour: &str) -> ChartFormat {
    ChartFormat::new().set_solid_fill(ChartSolidFill::new().set_color(colour)).clone()
}

fn partial_note(cases: usize, most: u32) -> String {
    if cases as u32 > most {
        format!(" (the first {most} of {cases} cases)")
    } else {
        String::new()
    }
}

fn new_chart(kind: ChartType, title: &str, format: &str) -> Chart {
    let mut chart = Chart::new(kind);
    chart.title().set_name(title);
    chart.y_axis().set_num_format(format);
    chart.set_width(900).set_height(340).set_alt_text(title);
    chart
}
