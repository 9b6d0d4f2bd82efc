//! The table of games: `games.csv`.

use super::case::Case;
use super::data_table::Cell;
use super::layout::Layout;
use super::run::RecordedGame;
use super::tables::TableColumn;
use crate::game::Finish;
use crate::lab::metrics::{DECISIONS, GeneralMetric, LEAD_CHANGES, MARGIN, TURNS};

/// What a row of `games.csv` is made of.
pub struct GameRow<'a> {
    /// The game.
    pub played: &'a RecordedGame,
    /// Its case.
    pub case: &'a Case,
    /// Which value of the record is which metric.
    pub layout: &'a Layout,
    /// The seed of the scenario.
    pub seed: u64,
    /// Where the game can be seen.
    pub link: &'a str,
}

impl GameRow<'_> {
    /// The cells after the number of the row, in the order of [`GAME_COLUMNS`].
    pub fn cells(&self) -> Vec<Cell> {
        GAME_COLUMNS.iter().map(|column| (column.cell)(self)).collect()
    }

    fn metric(&self, metric: &GeneralMetric) -> Cell {
        let value = self.layout.general(metric).and_then(|at| self.played.record.value(at));
        value.map_or(Cell::Empty, |value| Cell::Whole(value.into()))
    }

    fn points(&self, seat: usize) -> Cell {
        if seat < usize::from(self.case.players) {
            Cell::Whole(self.played.record.points[seat].into())
        } else {
            Cell::Empty
        }
    }

    fn winners(&self) -> String {
        let shares = &self.played.record.twelfths[..usize::from(self.case.players)];
        let winners = (0..shares.len()).filter(|seat| shares[*seat] > 0);
        winners.map(|seat| seat.to_string()).collect::<Vec<_>>().join(" ")
    }
}

/// A column of `games.csv`.
pub type GameColumn = TableColumn<fn(&GameRow<'_>) -> Cell>;

const fn column(
    name: &'static str,
    doc: &'static str,
    cell: fn(&GameRow<'_>) -> Cell,
) -> GameColumn {
    TableColumn { name, doc, cell }
}

/// The column with the numbers of the rows, which are known when all games are.
pub const ROW_NUMBER: &str = "row";

/// The header of `games.csv`.
pub fn game_header() -> Vec<String> {
    let names = GAME_COLUMNS.iter().map(|column| column.name);
    std::iter::once(ROW_NUMBER).chain(names).map(String::from).collect()
}

/// The columns of `games.csv` after the number of the row.
pub const GAME_COLUMNS: &[GameColumn] = &[
    column("case", "the case", |game| game.case.name.as_str().into()),
    column("game", "the number of the game; with `seed` it is the key to every draw", |game| {
        game.played.game.into()
    }),
    column("seed", "the seed of the scenario", |game| game.seed.into()),
    column("players", "how many play", |game| u64::from(game.case.players).into()),
    column("winners", "the seats that win, with spaces between", |game| {
        game.winners().as_str().into()
    }),
    column("points_seat0", "the points of seat 0", |game| game.points(0)),
    column("points_seat1", "the points of seat 1", |game| game.points(1)),
    column("points_seat2", "the points of seat 2", |game| game.points(2)),
    column("points_seat3", "the points of seat 3", |game| game.points(3)),
    column(TURNS.metric.id, TURNS.metric.doc, |game| game.metric(&TURNS)),
    column(DECISIONS.metric.id, DECISIONS.metric.doc, |game| game.metric(&DECISIONS)),
    column(MARGIN.metric.id, MARGIN.metric.doc, |game| game.metric(&MARGIN)),
    column(LEAD_CHANGES.metric.id, LEAD_CHANGES.metric.doc, |game| game.metric(&LEAD_CHANGES)),
    column("finish", "how it ended", |game| {
        game.played.record.finish.map_or("", Finish::name).into()
    }),
    column("link", "opens the game on a running service", |game| game.link.into()),
];
