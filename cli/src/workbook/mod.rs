//! Workbooks that we write: results of scenarios, and components to change.

mod charts;
mod components;
mod results;

use rust_xlsxwriter::{
    DocProperties, ExcelDateTime, Format, FormatAlign, Workbook, Worksheet, XlsxError,
};
use towerlab_engine::VERSION;
use towerlab_engine::scenario::sheet::{Cell, Sheet};

pub use components::{NOTES, components, file_name, sheet_name};
pub use results::results;

/// The widest a column is made, in characters.
const WIDEST: f64 = 44.0;

/// A new workbook. Two runs of the same scenario give the same bytes, so it has no date of its own.
fn new(title: &str) -> Result<Workbook, XlsxError> {
    let mut book = Workbook::new();
    let date = ExcelDateTime::from_ymd(2000, 1, 1)?;
    let properties = DocProperties::new()
        .set_title(title)
        .set_author(format!("towerlab {VERSION}"))
        .set_creation_datetime(&date);
    book.set_properties(&properties);
    Ok(book)
}

/// How cells look.
struct Looks {
    head: Format,
    share: Format,
    number: Format,
    small: Format,
    whole: Format,
    title: Format,
    text: Format,
    faint: Format,
}

impl Looks {
    fn new() -> Looks {
        let head = Format::new().set_bold().set_background_color("DCE6F1").set_text_wrap();
        let wrapped = Format::new().set_text_wrap().set_align(FormatAlign::Top);
        Looks {
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

    /// How the numbers of a column look, by its name.
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

/// Writes a table with its header at `top`: numbers as numbers, texts as texts.
fn table(
    page: &mut Worksheet,
    sheet: &Sheet,
    top: u32,
    looks: &Looks,
    shares: bool,
) -> Result<(), XlsxError> {
    for (column, name) in (0..).zip(&sheet.header) {
        page.write_string_with_format(top, column, name, &looks.head)?;
        let format = if shares && column > 1 { &looks.share } else { looks.of(name) };
        let mut width = name.len().min(14) as f64;
        for (row, cells) in (top + 1..).zip(&sheet.rows) {
            match &cells[usize::from(column)] {
                Cell::Empty => {}
                Cell::Text(text) => {
                    width = width.max(text.chars().count() as f64);
                    page.write_string(row, column, text)?;
                }
                Cell::Whole(number) => {
                    page.write_number_with_format(row, column, *number as f64, &looks.whole)?;
                }
                Cell::Number(number) => {
                    page.write_number_with_format(row, column, *number, format)?;
                }
            }
        }
        page.set_column_width(column, (width + 2.0).min(WIDEST))?;
    }
    Ok(())
}

/// A sheet that is one table: filters, a header that stays, and a name for formulas.
fn page(
    book: &mut Workbook,
    name: &str,
    sheet: &Sheet,
    looks: &Looks,
    shares: bool,
) -> Result<(), XlsxError> {
    let page = book.add_worksheet().set_name(name)?;
    table(page, sheet, 0, looks, shares)?;
    page.set_freeze_panes(1, 1)?;
    page.set_landscape().set_print_fit_to_pages(1, 0).set_repeat_rows(0, 0)?;
    let (last_row, last_column) = (sheet.rows.len() as u32, sheet.header.len() as u16 - 1);
    page.autofilter(0, 0, last_row, last_column)?;
    let range = format!(
        "='{name}'!{}:{}",
        rust_xlsxwriter::utility::row_col_to_cell_absolute(0, 0),
        rust_xlsxwriter::utility::row_col_to_cell_absolute(last_row, last_column)
    );
    book.define_name(format!("{}_table", name.to_lowercase().replace(' ', "_")), &range)?;
    Ok(())
}
