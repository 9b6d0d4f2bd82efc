//! The spreadsheets that Towerlab writes: results of scenarios, and components to change.

mod charts;
mod components;
mod results;

use rust_xlsxwriter::{
    DocProperties, ExcelDateTime, Format, FormatAlign, Workbook, Worksheet, XlsxError,
};
use towerlab_engine::VERSION;
use towerlab_engine::lab::scenario::data_table::{Cell, DataTable};

pub use components::{NOTES, components_workbook, file_name, sheet_name};
pub use results::results_workbook;

/// The width of the widest column, in characters.
const WIDEST: f64 = 44.0;

/// A new workbook. Its date is fixed, so that two runs of the same scenario give the same bytes.
fn new_workbook(title: &str) -> Result<Workbook, XlsxError> {
    let mut workbook = Workbook::new();
    let date = ExcelDateTime::from_ymd(2000, 1, 1)?;
    let properties = DocProperties::new()
        .set_title(title)
        .set_author(format!("towerlab {VERSION}"))
        .set_creation_datetime(&date);
    workbook.set_properties(&properties);
    Ok(workbook)
}

/// The formats of cells.
struct CellFormats {
    head: Format,
    share: Format,
    number: Format,
    small: Format,
    whole: Format,
    title: Format,
    text: Format,
    faint: Format,
}

impl CellFormats {
    fn new() -> CellFormats {
        let head = Format::new().set_bold().set_background_color("DCE6F1").set_text_wrap();
        let wrapped = Format::new().set_text_wrap().set_align(FormatAlign::Top);
        CellFormats {
            head: head.set_align(FormatAlign::Top),
            share: Format::new().set_num_format("0.0%"),
            number: Format::new().set_num_format("0.00"),
            small: Format::new().set_num_format("0.0000"),
            whole: Format::new().set_num_format("0"),
            title: Format::new().set_bold().set_font_size(16).set_text_wrap(),
            faint: wrapped.clone().set_font_color("606060"),
            text: wrapped,
        }
    }

    /// The format of the numbers of a column, by its name.
    fn of(&self, column: &str) -> &Format {
        let is_share = column.contains("share")
            || [
                "advantage",
                "close",
                "shared_win",
                "leader_at_half_wins",
                "stalemate",
                "unfinished",
            ]
            .contains(&column)
            || column.starts_with("reached");
        match column {
            _ if is_share => &self.share,
            "p_holm" => &self.small,
            _ if column.starts_with("win_correlation") => &self.small,
            _ => &self.number,
        }
    }
}

/// Writes a table with its header at `top`: numbers as numbers, text as text. With `shares`, the
/// numbers behind the second column are shares.
fn write_table(
    worksheet: &mut Worksheet,
    sheet: &DataTable,
    top: u32,
    formats: &CellFormats,
    shares: bool,
) -> Result<(), XlsxError> {
    for (column, name) in (0..).zip(&sheet.header) {
        worksheet.write_string_with_format(top, column, name, &formats.head)?;
        let format = if shares && column > 1 { &formats.share } else { formats.of(name) };
        let mut width = name.len().min(14) as f64;
        for (row, cells) in (top + 1..).zip(&sheet.rows) {
            match &cells[usize::from(column)] {
                Cell::Empty => {}
                Cell::Text(text) => {
                    width = width.max(text.chars().count() as f64);
                    worksheet.write_string(row, column, text)?;
                }
                Cell::Whole(number) => {
                    worksheet.write_number_with_format(
                        row,
                        column,
                        *number as f64,
                        &formats.whole,
                    )?;
                }
                Cell::Number(number) => {
                    worksheet.write_number_with_format(row, column, *number, format)?;
                }
            }
        }
        worksheet.set_column_width(column, (width + 2.0).min(WIDEST))?;
    }
    Ok(())
}

/// Adds a worksheet that contains one table, with filters, a frozen header and a name for formulas.
fn add_table_sheet(
    workbook: &mut Workbook,
    name: &str,
    sheet: &DataTable,
    formats: &CellFormats,
    shares: bool,
) -> Result<(), XlsxError> {
    let worksheet = workbook.add_worksheet().set_name(name)?;
    write_table(worksheet, sheet, 0, formats, shares)?;
    worksheet.set_freeze_panes(1, 1)?;
    worksheet.set_landscape().set_print_fit_to_pages(1, 0).set_repeat_rows(0, 0)?;
    let (last_row, last_column) = (sheet.rows.len() as u32, sheet.header.len() as u16 - 1);
    worksheet.autofilter(0, 0, last_row, last_column)?;
    let range = format!(
        "='{name}'!{}:{}",
        rust_xlsxwriter::utility::row_col_to_cell_absolute(0, 0),
        rust_xlsxwriter::utility::row_col_to_cell_absolute(last_row, last_column)
    );
    workbook.define_name(format!("{}_table", name.to_lowercase().replace(' ', "_")), &range)?;
    Ok(())
}
