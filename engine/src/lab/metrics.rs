//! The metrics of every game, each stated once: definition, documentation and how it is measured.
//!
//! A game adds its own in `games/GAME/metrics.rs`. To add a metric of every game, write a constant
//! here and name it in [`GAME_METRICS`].

use std::ops::Deref;

use super::race::{Race, THOUSAND};
use crate::agents::WHOLE;
use crate::game::Finish;
use crate::games::metrics::{FRACTION, Metric};

/// Options of a decision are kept in hundredths.
const HUNDRED: i32 = 100;

/// What the metrics of every game are read from.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredGame {
    /// Turns begun.
    pub turns: u32,
    /// Decisions of players.
    pub decisions: u64,
    /// Legal moves over all decisions.
    pub options: u64,
    /// How the race went.
    pub race: Race,
    /// How the game ended.
    pub finish: Finish,
}

/// A metric that every game has.
#[derive(Clone, Copy)]
pub struct GeneralMetric {
    /// The definition.
    pub metric: Metric,
    /// Its value in parts of its scale; nothing where a game does not have it.
    pub value: fn(&MeasuredGame) -> Option<i32>,
}

impl Deref for GeneralMetric {
    type Target = Metric;

    fn deref(&self) -> &Metric {
        &self.metric
    }
}

const fn general(metric: Metric, value: fn(&MeasuredGame) -> Option<i32>) -> GeneralMetric {
    GeneralMetric { metric, value }
}

/// How long games are.
pub const TURNS: GeneralMetric = general(
    Metric::mean("turns", "turns", "turns begun; extra turns are turns").with_histogram(),
    |game| Some(game.turns as i32),
);
/// How much there is to decide.
pub const DECISIONS: GeneralMetric = general(
    Metric::mean("decisions", "decisions", "decisions of players").with_histogram(),
    |game| Some(game.decisions as i32),
);
/// How many options there are.
pub const BRANCHING: GeneralMetric = general(
    Metric::mean("branching", "moves", "the mean number of legal moves at a decision")
        .in_parts(HUNDRED),
    |game| Some((game.options * HUNDRED as u64 / game.decisions.max(1)) as i32),
);
/// How far the winner is ahead.
pub const MARGIN: GeneralMetric = general(
    Metric::mean("margin", "points", "how far the winner is ahead of the second best")
        .with_histogram(),
    |game| game.race.margin,
);
/// What it takes to win.
pub const WINNER_POINTS: GeneralMetric =
    general(Metric::mean("winner_points", "points", "the best points").with_histogram(), |game| {
        game.race.winner_points
    });
/// Whether it was close.
pub const CLOSE: GeneralMetric = general(
    Metric::share("close", "whether the margin is at most a twentieth of the winner's points"),
    |game| game.race.close.map(i32::from),
);
/// Whether the win was shared.
pub const SHARED_WIN: GeneralMetric =
    general(Metric::share("shared_win", "whether several share the win"), |game| {
        game.race.shared_win.map(i32::from)
    });
/// How often the lead changes.
pub const LEAD_CHANGES: GeneralMetric = general(
    Metric::mean("lead_changes", "times", "how often another seat takes the sole lead")
        .with_histogram()
        .with_formula(
            "seen at the beginning of every turn but the first; a seat takes the lead if it leads alone and is not the last that did",
        ),
    |game| game.race.lead_changes,
);
/// Whether who leads at half-time wins.
pub const LEADER_AT_HALF_WINS: GeneralMetric = general(
    Metric::share(
        "leader_at_half_wins",
        "the share of the win that the sole leader at half of the turns gets; games without one are left out",
    )
    .in_parts(WHOLE as i32),
    |game| game.race.leader_at_half_wins,
);
/// How far winners come from behind.
pub const DRAMA: GeneralMetric = general(
    Metric::mean("drama", FRACTION, "how far the later winner is behind when it is; 0 if it never is")
        .in_parts(THOUSAND)
        .with_formula(
            "over the turns at whose beginning the later winner is behind, the mean of √((L − W) / P): L the leader's points then, W the winner's, P the best points at the end",
        ),
    |game| game.race.drama,
);
/// How much of a game the winner leads.
pub const LEAD_STABILITY: GeneralMetric = general(
    Metric::mean(
        "lead_stability",
        FRACTION,
        "the part of the turns at whose beginning the later winner leads, alone or with others",
    )
    .in_parts(THOUSAND),
    |game| game.race.lead_stability,
);
/// When games are decided.
pub const DECISIVENESS: GeneralMetric = general(
    Metric::mean(
        "decisiveness",
        FRACTION,
        "the part of the game that is over when the winner begins to lead alone for good; near 1, games end when they are decided",
    )
    .in_parts(THOUSAND)
    .with_formula(
        "t / T, with t the last turn at whose beginning the winner did not lead alone, T all turns but the first, which begins level",
    ),
    |game| game.race.decisiveness,
);
/// Whether players got stuck.
pub const STALEMATE: GeneralMetric = general(
    Metric::share("stalemate", "whether nobody could move any more; the game counts as it stands"),
    |game| Some((game.finish == Finish::Stalemate).into()),
);
/// Whether the turn cap stopped the game.
pub const UNFINISHED: GeneralMetric = general(
    Metric::share("unfinished", "whether the turn cap stopped the game; it counts as it stands"),
    |game| Some((game.finish == Finish::Unfinished).into()),
);

/// The metrics of every game, in the order of records and tables.
pub const GAME_METRICS: [GeneralMetric; 14] = [
    TURNS,
    DECISIONS,
    BRANCHING,
    MARGIN,
    WINNER_POINTS,
    CLOSE,
    SHARED_WIN,
    LEAD_CHANGES,
    LEADER_AT_HALF_WINS,
    DRAMA,
    LEAD_STABILITY,
    DECISIVENESS,
    STALEMATE,
    UNFINISHED,
];

/// A seat's part of the win.
pub const WIN_SHARE: Metric =
    Metric::share("win_share", "1 for the winner; k seats that stand equal have 1/k each")
        .in_parts(WHOLE as i32);
/// Points.
pub const POINTS: Metric = Metric::mean(
    "points",
    "points",
    "a seat's points; for the whole table their mean over the seats",
)
.with_histogram();

/// The metrics that every seat has, in the order of records and tables.
pub const SEAT_METRICS: [Metric; 2] = [WIN_SHARE, POINTS];

/// How far the seats' chances are apart.
pub const SEAT_SPREAD: Metric =
    Metric::derived("seat_spread", FRACTION, "the greatest win share of a seat less the least");
/// How evenly wins are spread.
pub const OUTCOME_UNIFORMITY: Metric = Metric::derived(
    "outcome_uniformity",
    FRACTION,
    "how evenly the seats win: 1 if all win alike, 0 if one always wins (Shannon's entropy)",
)
.with_formula("−Σ p ln p / ln n over the win shares p of the n seats");
/// An agent's part of the wins.
pub const AGENT_WIN_SHARE: Metric = Metric::derived(
    "agent_win_share",
    FRACTION,
    "the win share of all seats of an agent, where different agents play",
);
/// Where points come from.
pub const SHARE_OF_POINTS: Metric = Metric::derived(
    "share_of_points",
    FRACTION,
    "the points from a source as a share of all points",
)
.with_formula("the sum over all games by the sum of all points; the interval linearises the ratio")
.each("SOURCE");

/// The metrics of a case that no single game has.
pub const CASE_METRICS: [Metric; 4] =
    [SEAT_SPREAD, OUTCOME_UNIFORMITY, AGENT_WIN_SHARE, SHARE_OF_POINTS];

/// The metrics whose differences are tested together when a scenario does not name others.
pub const HEADLINES: [&str; 5] =
    [TURNS.metric.id, POINTS.id, MARGIN.metric.id, LEAD_CHANGES.metric.id, WIN_SHARE.id];

/// The metrics that people look at first.
pub const FIRST: [&str; 7] = [
    WIN_SHARE.id,
    POINTS.id,
    TURNS.metric.id,
    MARGIN.metric.id,
    SEAT_SPREAD.id,
    CLOSE.metric.id,
    LEAD_CHANGES.metric.id,
];

/// Whether a metric is tested when a scenario does not name others: of points the table's, of
/// wins every seat's.
pub fn is_headline(id: &str, seat: Option<u8>) -> bool {
    HEADLINES.contains(&id) && (id != POINTS.id || seat.is_none())
}

/// The id of the metric that a scenario means: `seat_win_share` is another name for `win_share`.
pub fn canonical_id(name: &str) -> &str {
    if name == "seat_win_share" { WIN_SHARE.id } else { name }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{CASE_METRICS, GAME_METRICS, SEAT_METRICS};

    #[test]
    fn no_two_metrics_share_an_id() {
        let general = GAME_METRICS.iter().map(|it| it.id);
        let ids = general.chain(SEAT_METRICS.iter().chain(&CASE_METRICS).map(|it| it.id));
        let all: Vec<&str> = ids.collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    }
}
