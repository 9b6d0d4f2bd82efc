//! Metrics: what is measured of a finished game besides its winner.
//!
//! A metric is stated once, as a [`Metric`] together with the function that measures it: see
//! [`GameMetric`], [`SeatMetric`] and the `metrics.rs` of every game. Tables, documentation and
//! sentences read it from there.

use crate::game::{Game, Seat, Watch};

/// How the values of a metric are summarised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricKind {
    /// Between 0 and 1 in every game, so the mean is a share of the games.
    Share,
    /// A number; tables show its mean.
    Mean,
    /// How often something happens in a game; tables show its mean.
    Count,
    /// Computed from all games of a case; no single game has it.
    Derived,
}

impl MetricKind {
    /// The word for it in documentation.
    pub const fn name(self) -> &'static str {
        match self {
            MetricKind::Share => "share",
            MetricKind::Mean => "mean",
            MetricKind::Count => "count",
            MetricKind::Derived => "derived",
        }
    }
}

/// The unit of metrics between 0 and 1 that are not shares of games.
pub const FRACTION: &str = "0 to 1";

/// The definition of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    /// Its id in tables and documents. A family of metrics has one for each member, such as
    /// `track_brown` and `track_white` of `track`.
    pub id: &'static str,
    /// What the members of a family are, in capitals as documentation shows them: `COLOUR`.
    pub member: Option<&'static str>,
    /// What it is counted in: `turns`, `points`.
    pub unit: &'static str,
    /// How its values are summarised.
    pub kind: MetricKind,
    /// Values are recorded as whole numbers of parts: how many parts make 1.
    pub scale: i32,
    /// Whether its distribution is recorded.
    pub has_histogram: bool,
    /// What it is, in a sentence without a full stop.
    pub doc: &'static str,
    /// How it is computed, where the sentence leaves that open; else empty.
    pub formula: &'static str,
}

impl Metric {
    const fn new(
        id: &'static str,
        unit: &'static str,
        kind: MetricKind,
        doc: &'static str,
    ) -> Metric {
        Metric { id, member: None, unit, kind, scale: 1, has_histogram: false, doc, formula: "" }
    }

    /// A share of the games.
    pub const fn share(id: &'static str, doc: &'static str) -> Metric {
        Metric::new(id, "games", MetricKind::Share, doc)
    }

    /// A number.
    pub const fn mean(id: &'static str, unit: &'static str, doc: &'static str) -> Metric {
        Metric::new(id, unit, MetricKind::Mean, doc)
    }

    /// How often something happens in a game.
    pub const fn count(id: &'static str, unit: &'static str, doc: &'static str) -> Metric {
        Metric::new(id, unit, MetricKind::Count, doc)
    }

    /// Computed from all games of a case.
    pub const fn derived(id: &'static str, unit: &'static str, doc: &'static str) -> Metric {
        Metric::new(id, unit, MetricKind::Derived, doc)
    }

    /// Recorded in so many parts of 1.
    pub const fn in_parts(self, scale: i32) -> Metric {
        Metric { scale, ..self }
    }

    /// With its distribution.
    pub const fn with_histogram(self) -> Metric {
        Metric { has_histogram: true, ..self }
    }

    /// Computed in this way.
    pub const fn with_formula(self, formula: &'static str) -> Metric {
        Metric { formula, ..self }
    }

    /// A family with a metric for each of these.
    pub const fn each(self, member: &'static str) -> Metric {
        Metric { member: Some(member), ..self }
    }

    /// Whether its mean is between 0 and 1, so that people read it in percent.
    pub fn is_fraction(&self) -> bool {
        self.kind == MetricKind::Share || self.unit == FRACTION
    }

    /// The id of a member of the family.
    pub fn id_of(&self, member: &str) -> String {
        format!("{}_{member}", self.id)
    }

    /// The member of the family that has this id.
    ///
    /// ```
    /// use towerlab_engine::games::metrics::REACHED;
    ///
    /// assert_eq!(REACHED.find_member("reached_lake_4"), Some("lake_4"));
    /// assert_eq!(REACHED.find_member("turns"), None);
    /// ```
    pub fn find_member<'a>(&self, id: &'a str) -> Option<&'a str> {
        self.member?;
        id.strip_prefix(self.id)?.strip_prefix('_')
    }

    /// Its id as documentation shows it: `turns`, `track_COLOUR`.
    pub fn pattern(&self) -> String {
        self.member.map_or_else(|| self.id.to_string(), |member| self.id_of(member))
    }
}

/// Whether a seat reached an objective that is in play.
pub const REACHED: Metric =
    Metric::share("reached", "whether the seat reaches the objective when it is in play")
        .each("OBJECTIVE");
/// The token that a seat got for an objective.
pub const TOKEN: Metric =
    Metric::mean("token", "points", "the value of the token for reaching the objective")
        .each("OBJECTIVE");
/// The turn in which a seat reached an objective.
pub const TURN: Metric =
    Metric::mean("turn", "turns", "the turn of the game in which the seat reaches the objective")
        .each("OBJECTIVE");

/// A metric of a whole game, such as how often the deck was reshuffled.
pub struct GameMetric<G: Measure> {
    /// The definition.
    pub metric: Metric,
    /// The components that have run out when it happens, if any have.
    pub runs_out: Option<&'static str>,
    /// Its value in a finished game.
    pub value: fn(&G::State, &G::Counters) -> i32,
}

impl<G: Measure> GameMetric<G> {
    /// A metric and how it is measured.
    pub const fn new(metric: Metric, value: fn(&G::State, &G::Counters) -> i32) -> Self {
        GameMetric { metric, runs_out: None, value }
    }

    /// It happens because these components have run out.
    pub const fn out_of(self, components: &'static str) -> Self {
        GameMetric { runs_out: Some(components), ..self }
    }

    /// The metric without its game's types.
    pub const fn occurrence(&self) -> Occurrence {
        Occurrence { metric: self.metric, runs_out: self.runs_out }
    }
}

/// Something that can happen in a game: a [`GameMetric`] without its function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The definition.
    pub metric: Metric,
    /// The components that have run out when it happens, if any have.
    pub runs_out: Option<&'static str>,
}

/// A metric of every seat, or a family of them.
pub struct SeatMetric<G: Measure> {
    /// The definition.
    pub metric: Metric,
    /// Whether it is one of the sources that add up to a seat's points.
    pub is_source: bool,
    value: SeatValue<G>,
}

/// How a metric of a seat is measured; nothing where it has no meaning, as with an objective that
/// is not in play.
enum SeatValue<G: Measure> {
    One(fn(&G::SeatResult) -> Option<i32>),
    Each(Family<G>, fn(&G::SeatResult, usize) -> Option<i32>),
}

/// The members of a family of metrics.
pub struct Family<G> {
    /// What they are, in capitals: `COLOUR`.
    pub label: &'static str,
    /// How many there are in a variant.
    pub len: fn(&G) -> usize,
    /// The name of one of them.
    pub name: fn(&G, usize) -> String,
}

impl<G: Measure> SeatMetric<G> {
    /// A metric and how it is measured.
    pub const fn new(metric: Metric, value: fn(&G::SeatResult) -> Option<i32>) -> Self {
        SeatMetric { metric, is_source: false, value: SeatValue::One(value) }
    }

    /// A family of metrics and how the one with a number is measured.
    pub const fn each(
        metric: Metric,
        family: Family<G>,
        value: fn(&G::SeatResult, usize) -> Option<i32>,
    ) -> Self {
        let metric = metric.each(family.label);
        SeatMetric { metric, is_source: false, value: SeatValue::Each(family, value) }
    }

    /// A source of points.
    pub const fn source(self) -> Self {
        SeatMetric { is_source: true, ..self }
    }

    /// The ids of its metrics in a variant.
    pub fn ids(&self, game: &G) -> Vec<String> {
        match &self.value {
            SeatValue::One(_) => vec![self.metric.id.to_string()],
            SeatValue::Each(family, _) => (0..(family.len)(game))
                .map(|member| self.metric.id_of(&(family.name)(game, member)))
                .collect(),
        }
    }

    fn measure(&self, game: &G, result: &G::SeatResult, out: &mut Vec<Option<i32>>) {
        match &self.value {
            SeatValue::One(value) => out.push(value(result)),
            SeatValue::Each(family, value) => {
                out.extend((0..(family.len)(game)).map(|member| value(result, member)));
            }
        }
    }
}

/// A game whose games can be measured. Every item but the types has a default: wins, points, turns
/// and decisions are measured for every game.
pub trait Measure: Game {
    /// What is counted while a game is played because its end no longer shows it; `()` for
    /// nothing.
    type Counters: Default + Send;

    /// What the metrics of a seat are read from when a game is over; `()` without such metrics.
    type SeatResult;

    /// The kinds of decisions, as documents name them; see
    /// [`decision_kinds!`](crate::decision_kinds).
    const DECISION_KINDS: &'static [&'static str] = &["move"];

    /// The metrics of a whole game.
    const GAME_METRICS: &'static [GameMetric<Self>] = &[];

    /// The metrics of a seat.
    const SEAT_METRICS: &'static [SeatMetric<Self>] = &[];

    /// The kind of a player's decision, as an index; nothing for chance.
    fn decision_kind(_mv: Self::Move) -> Option<usize> {
        Some(0)
    }

    /// Counters for a game that goes on from a position; they do not know what happened before.
    fn start_counters(&self, _state: &Self::State) -> Self::Counters {
        Self::Counters::default()
    }

    /// Counts an event.
    fn count_event(&self, _event: &Self::Event, _counters: &mut Self::Counters) {}

    /// How many turns were begun, after so many decisions of players since the recording began.
    /// By default every decision is a turn.
    fn turns(&self, _state: &Self::State, decisions: u64) -> u32 {
        u32::try_from(decisions).unwrap_or(u32::MAX)
    }

    /// Gathers what the metrics of a seat are read from. A game without such metrics is never
    /// asked.
    fn seat_result(
        &self,
        _state: &Self::State,
        _counters: &Self::Counters,
        _seat: Seat,
    ) -> Self::SeatResult {
        unreachable!("a game with SEAT_METRICS implements seat_result")
    }

    /// The ids of [`Measure::SEAT_METRICS`] in this variant, in the order of
    /// [`Measure::measure_seat`].
    fn seat_metric_ids(&self) -> Vec<String> {
        Self::SEAT_METRICS.iter().flat_map(|metric| metric.ids(self)).collect()
    }

    /// Measures a seat at the end of a game.
    fn measure_seat(
        &self,
        state: &Self::State,
        counters: &Self::Counters,
        seat: Seat,
        out: &mut Vec<Option<i32>>,
    ) {
        if Self::SEAT_METRICS.is_empty() {
            return;
        }
        let result = self.seat_result(state, counters, seat);
        Self::SEAT_METRICS.iter().for_each(|metric| metric.measure(self, &result, out));
    }
}

/// States the kinds of decisions of a game: the name in documents and the moves of that kind.
/// Expands to [`Measure::DECISION_KINDS`] and [`Measure::decision_kind`].
#[macro_export]
macro_rules! decision_kinds {
    ($($name:literal => $moves:pat),* $(,)?) => {
        const DECISION_KINDS: &'static [&'static str] = &[$($name),*];

        fn decision_kind(mv: Self::Move) -> Option<usize> {
            let mut kinds = 0..Self::DECISION_KINDS.len();
            $(
                let kind = kinds.next();
                if matches!(mv, $moves) {
                    return kind;
                }
            )*
            None
        }
    };
}

/// Counts the events of a game.
pub struct EventCounter<'a, G: Measure> {
    /// The variant being played.
    pub game: &'a G,
    /// What was counted so far.
    pub counters: G::Counters,
}

impl<'a, G: Measure> EventCounter<'a, G> {
    /// Counts from a position on.
    pub fn new(game: &'a G, state: &G::State) -> Self {
        EventCounter { game, counters: game.start_counters(state) }
    }
}

impl<G: Measure> Watch<G::Event> for EventCounter<'_, G> {
    #[inline]
    fn see(&mut self, event: G::Event) {
        self.game.count_event(&event, &mut self.counters);
    }
}
