//! Which value of a record is which metric.

use crate::games::metrics::{Measure, Metric, MetricKind};
use crate::lab::metrics::{GAME_METRICS, GeneralMetric, POINTS, WIN_SHARE};

/// A column of the records of a case: a metric of the game, of the table or of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The id of the metric.
    pub name: String,
    /// The seat it belongs to; nothing for the whole table.
    pub seat: Option<u8>,
    /// How its values are summarised.
    pub kind: MetricKind,
    /// Values are whole numbers of parts: how many parts make 1.
    pub scale: i32,
    /// Whether its distribution is kept.
    pub has_histogram: bool,
}

impl Column {
    fn new(metric: &Metric, name: String, seat: Option<u8>) -> Column {
        let Metric { kind, scale, has_histogram, .. } = *metric;
        Column { name, seat, kind, scale, has_histogram }
    }

    /// Whether its mean is a share of the games.
    pub fn is_share(&self) -> bool {
        self.kind == MetricKind::Share
    }
}

/// Where a value is in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ColumnIndex(usize);

impl ColumnIndex {
    /// The position in a record.
    pub fn get(self) -> usize {
        self.0
    }
}

/// One of the seat metrics that the game declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatMetricIndex(usize);

impl SeatMetricIndex {
    /// The position among the game's seat metrics.
    pub fn get(self) -> usize {
        self.0
    }
}

/// Which value of a record is which metric. A record holds the metrics of every game, those of
/// the game at hand, the table's points and seat metrics, and then win share, points and seat
/// metrics of each seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    columns: Vec<Column>,
    seats: usize,
    /// The ids of the game's seat metrics.
    seat_metrics: Vec<String>,
    /// Of these, those that add up to points.
    sources: Vec<SeatMetricIndex>,
    decision_kinds: &'static [&'static str],
    /// Where the metrics of the game at hand begin.
    own: usize,
    /// Where the points of the table are; its seat metrics follow.
    table: usize,
    /// By seat, where its win share is; its points and seat metrics follow.
    by_seat: Vec<usize>,
}

impl Layout {
    /// The layout of a variant's records.
    pub fn new<G: Measure>(game: &G) -> Layout {
        let seats = game.seats();
        let mut columns: Vec<Column> = GAME_METRICS
            .iter()
            .map(|general| Column::new(general, general.id.to_string(), None))
            .collect();
        let own = columns.len();
        let of_game = G::GAME_METRICS.iter().map(|it| &it.metric);
        columns.extend(of_game.map(|metric| Column::new(metric, metric.id.to_string(), None)));
        let (mut metrics, mut sources) = (Vec::new(), Vec::new());
        for of_seat in G::SEAT_METRICS {
            for id in of_seat.ids(game) {
                sources.extend(of_seat.is_source.then_some(SeatMetricIndex(metrics.len())));
                metrics.push((of_seat.metric, id));
            }
        }
        let table = columns.len();
        // The table's value is the sum over the seats, shown as a mean.
        let whole = |metric: &Metric, id: &str| Column {
            scale: metric.scale * seats as i32,
            has_histogram: false,
            ..Column::new(metric, id.to_string(), None)
        };
        columns.push(whole(&POINTS, POINTS.id));
        columns.extend(metrics.iter().map(|(metric, id)| whole(metric, id)));
        let mut by_seat = Vec::new();
        for seat in 0..seats as u8 {
            by_seat.push(columns.len());
            for metric in [&WIN_SHARE, &POINTS] {
                columns.push(Column::new(metric, metric.id.to_string(), Some(seat)));
            }
            let of_seat = metrics.iter();
            columns.extend(of_seat.map(|(it, id)| Column::new(it, id.clone(), Some(seat))));
        }
        let seat_metrics = metrics.into_iter().map(|(_, id)| id).collect();
        let decision_kinds = G::DECISION_KINDS;
        Layout { columns, seats, seat_metrics, sources, decision_kinds, own, table, by_seat }
    }

    /// All columns.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// All columns, each with where it is.
    pub fn indexed_columns(&self) -> impl Iterator<Item = (ColumnIndex, &Column)> {
        self.columns.iter().enumerate().map(|(at, column)| (ColumnIndex(at), column))
    }

    /// The column at an index.
    pub fn column(&self, index: ColumnIndex) -> &Column {
        &self.columns[index.0]
    }

    /// The number of seats.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The kinds of decisions.
    pub fn decision_kinds(&self) -> &'static [&'static str] {
        self.decision_kinds
    }

    /// The seat metrics that the game declares.
    pub fn seat_metrics(&self) -> impl Iterator<Item = SeatMetricIndex> + use<> {
        (0..self.seat_metrics.len()).map(SeatMetricIndex)
    }

    /// The id of a seat metric.
    pub fn seat_metric_id(&self, metric: SeatMetricIndex) -> &str {
        &self.seat_metrics[metric.0]
    }

    /// The seat metrics that add up to points.
    pub fn sources(&self) -> &[SeatMetricIndex] {
        &self.sources
    }

    /// Where a metric of every game is.
    pub fn general(&self, metric: &GeneralMetric) -> Option<ColumnIndex> {
        GAME_METRICS.iter().position(|known| known.id == metric.id).map(ColumnIndex)
    }

    /// Where the metrics of every game are, in the order of [`GAME_METRICS`].
    pub fn generals(&self) -> impl Iterator<Item = ColumnIndex> + use<> {
        (0..self.own).map(ColumnIndex)
    }

    /// Where the metrics of the game at hand are, in its order.
    pub fn own(&self) -> impl Iterator<Item = ColumnIndex> + use<> {
        (self.own..self.table).map(ColumnIndex)
    }

    /// Where the points of the table are.
    pub fn table_points(&self) -> ColumnIndex {
        ColumnIndex(self.table)
    }

    /// Where a seat metric of the whole table is.
    pub fn table_metric(&self, metric: SeatMetricIndex) -> ColumnIndex {
        ColumnIndex(self.table + 1 + metric.0)
    }

    /// The seat metric that a column of the table is, if it is one.
    pub fn as_table_metric(&self, column: ColumnIndex) -> Option<SeatMetricIndex> {
        let at = column.0.checked_sub(self.table + 1)?;
        (at < self.seat_metrics.len()).then_some(SeatMetricIndex(at))
    }

    /// Where a seat's win share is.
    pub fn win_share(&self, seat: usize) -> ColumnIndex {
        ColumnIndex(self.by_seat[seat])
    }

    /// Where a seat's points are.
    pub fn points(&self, seat: usize) -> ColumnIndex {
        ColumnIndex(self.by_seat[seat] + 1)
    }

    /// Where a metric of a seat is.
    pub fn seat_metric(&self, seat: usize, metric: SeatMetricIndex) -> ColumnIndex {
        ColumnIndex(self.by_seat[seat] + 2 + metric.0)
    }

    /// Where a metric is, by its id.
    pub fn find(&self, name: &str, seat: Option<u8>) -> Option<ColumnIndex> {
        let is_wanted = |column: &Column| column.name == name && column.seat == seat;
        self.columns.iter().position(is_wanted).map(ColumnIndex)
    }
}

#[cfg(test)]
mod tests {
    use super::Layout;
    use crate::game::Game;
    use crate::games::tower_up::TowerUp;
    use crate::lab::metrics::{GAME_METRICS, POINTS, WIN_SHARE};

    #[test]
    fn every_index_is_that_of_its_column() {
        let layout = Layout::new(&TowerUp::standard(3));
        for metric in GAME_METRICS {
            assert_eq!(layout.general(&metric), layout.find(metric.id, None));
        }
        assert_eq!(Some(layout.table_points()), layout.find(POINTS.id, None));
        for seat in 0..3 {
            let find = |id: &str| layout.find(id, Some(seat as u8));
            assert_eq!(Some(layout.win_share(seat)), find(WIN_SHARE.id));
            assert_eq!(Some(layout.points(seat)), find(POINTS.id));
            for metric in layout.seat_metrics() {
                let id = layout.seat_metric_id(metric);
                assert_eq!(Some(layout.seat_metric(seat, metric)), find(id));
                assert_eq!(Some(layout.table_metric(metric)), layout.find(id, None));
                assert_eq!(layout.as_table_metric(layout.table_metric(metric)), Some(metric));
            }
        }
        assert_eq!(layout.as_table_metric(layout.table_points()), None);
        let sources = layout.sources().iter().map(|it| layout.seat_metric_id(*it));
        let expected =
            ["track_brown", "track_black", "track_gray", "track_white", "cone", "tokens"];
        assert_eq!(sources.collect::<Vec<_>>(), expected);
    }
}
