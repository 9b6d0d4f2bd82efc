//! One game, measured: a row of whole numbers.

use serde::{Deserialize, Serialize};

use super::layout::{ColumnIndex, Layout};
use crate::agents::{GameObserver, GameResult, MAX_AGENTS};
use crate::game::{Finish, Game, Seat, Watch};
use crate::games::metrics::Measure;
use crate::lab::metrics::{GAME_METRICS, MeasuredGame};
use crate::lab::race::{Race, Standings};

/// Stands in a record for a metric that the game does not have.
const NOTHING: i32 = i32::MIN;

/// A measured game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// By column.
    values: Vec<i32>,
    /// By kind, how many decisions.
    #[serde(rename = "kinds")]
    pub decisions: Vec<u32>,
    /// By seat, twelfths of the win.
    pub twelfths: [u32; MAX_AGENTS],
    /// By seat.
    pub points: [i32; MAX_AGENTS],
    /// How it ended.
    pub finish: Option<Finish>,
}

impl GameRecord {
    /// Whether it has the shape of a layout's records.
    pub fn fits(&self, layout: &Layout) -> bool {
        self.values.len() == layout.columns().len()
            && self.decisions.len() == layout.decision_kinds().len()
    }

    /// A value in parts of its column's scale; nothing where the game does not have it.
    pub fn value(&self, column: ColumnIndex) -> Option<i32> {
        known(self.values[column.get()])
    }

    /// All values, in the order of the columns.
    pub fn values(&self) -> impl Iterator<Item = Option<i32>> + '_ {
        self.values.iter().map(|value| known(*value))
    }

    fn set(&mut self, column: ColumnIndex, value: Option<i32>) {
        self.values[column.get()] = value.unwrap_or(NOTHING);
    }
}

fn known(value: i32) -> Option<i32> {
    (value != NOTHING).then_some(value)
}

/// Records the course of a game.
pub struct Recorder<'a, G: Measure> {
    game: &'a G,
    layout: &'a Layout,
    counters: G::Counters,
    decisions: Vec<u32>,
    options: u64,
    decided: u64,
    turn: u32,
    /// Points at the beginning of every turn.
    course: Vec<Standings>,
    seat_values: Vec<Option<i32>>,
    table_values: Vec<Option<i32>>,
}

impl<G: Measure> Watch<G::Event> for Recorder<'_, G> {
    #[inline]
    fn see(&mut self, event: G::Event) {
        self.game.count_event(&event, &mut self.counters);
    }
}

impl<G: Measure> GameObserver<G> for Recorder<'_, G> {
    fn decided(&mut self, state: &G::State, mv: G::Move, options: usize) {
        self.options += options as u64;
        if let Some(kind) = G::decision_kind(mv) {
            self.decisions[kind] += 1;
        }
        self.decided += 1;
        let turn = self.game.turns(state, self.decided);
        // Before the first turn things are only set up.
        if turn != self.turn && turn > 0 {
            self.turn = turn;
            self.course.push(standings(self.game, state));
        }
    }
}

fn standings<G: Game>(game: &G, state: &G::State) -> Standings {
    let mut points = [i32::MIN; MAX_AGENTS];
    for seat in Seat::all(game.seats()) {
        points[seat.index()] = game.standing(state, seat).points;
    }
    points
}

impl<'a, G: Measure> Recorder<'a, G> {
    /// A recorder for games of a variant, with the variant's layout.
    pub fn new(game: &'a G, layout: &'a Layout) -> Self {
        Recorder {
            game,
            layout,
            counters: G::Counters::default(),
            decisions: vec![0; G::DECISION_KINDS.len()],
            options: 0,
            decided: 0,
            turn: u32::MAX,
            course: Vec::with_capacity(256),
            seat_values: Vec::new(),
            table_values: Vec::new(),
        }
    }

    /// Forgets the last game; the next one goes on from this position.
    pub fn begin(&mut self, state: &G::State) {
        self.counters = self.game.start_counters(state);
        self.decisions.fill(0);
        (self.options, self.decided, self.turn) = (0, 0, u32::MAX);
        self.course.clear();
    }

    /// Records the game that has ended.
    pub fn finish(&mut self, state: &G::State, ended: &GameResult, record: &mut GameRecord) {
        record.decisions.clone_from(&self.decisions);
        (record.twelfths, record.points) = (ended.twelfths, ended.points);
        record.finish = Some(ended.finish);
        record.values.clear();
        record.values.resize(self.layout.columns().len(), NOTHING);
        let result = MeasuredGame {
            turns: self.game.turns(state, ended.decisions),
            decisions: ended.decisions,
            options: self.options,
            race: Race::new(&self.course, ended, self.game.seats()),
            finish: ended.finish,
        };
        for (column, metric) in self.layout.generals().zip(&GAME_METRICS) {
            record.set(column, (metric.value)(&result));
        }
        for (column, metric) in self.layout.own().zip(G::GAME_METRICS) {
            record.set(column, Some((metric.value)(state, &self.counters)));
        }
        self.finish_seats(state, ended, record);
    }

    fn finish_seats(&mut self, state: &G::State, ended: &GameResult, record: &mut GameRecord) {
        let (game, layout) = (self.game, self.layout);
        let seats = layout.seats();
        record.set(layout.table_points(), Some(ended.points[..seats].iter().sum()));
        self.table_values.clear();
        self.table_values.resize(layout.seat_metrics().count(), Some(0));
        for seat in Seat::all(seats) {
            let at = seat.index();
            record.set(layout.win_share(at), Some(ended.twelfths[at] as i32));
            record.set(layout.points(at), Some(ended.points[at]));
            self.seat_values.clear();
            game.measure_seat(state, &self.counters, seat, &mut self.seat_values);
            let values = self.seat_values.iter().zip(&mut self.table_values);
            for (metric, (value, sum)) in layout.seat_metrics().zip(values) {
                record.set(layout.seat_metric(at, metric), *value);
                // The table has a metric only if every seat has it.
                *sum = sum.zip(*value).map(|(sum, value)| sum + value);
            }
        }
        for (metric, sum) in layout.seat_metrics().zip(&self.table_values) {
            record.set(layout.table_metric(metric), *sum);
        }
    }
}
