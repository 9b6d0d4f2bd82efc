//! One game, measured: what is kept of it while it is played and when it is over.

use serde::{Deserialize, Serialize};

use crate::analysis::arena::{Ended, MAX_AGENTS, Observe, WHOLE};
use crate::game::{Finish, Game, Seat, Watch};
use crate::measure::Measure;

/// Stands for a figure that a game does not have.
pub const NOTHING: i32 = i32::MIN;

/// Figures of a game that are fractions are kept in thousandths.
const THOUSAND: i32 = 1000;
/// Options of a decision are kept in hundredths.
const HUNDRED: i32 = 100;

/// A figure that every game has, or may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name: the metric.
    pub name: String,
    /// The seat it belongs to; nothing for the whole table.
    pub seat: Option<u8>,
    /// It is kept as a whole number of parts: how many of them are 1.
    pub scale: i32,
    /// Whether it is never outside 0 to 1, so that its mean is a share of games.
    pub is_share: bool,
    /// Whether its distribution is kept.
    pub has_histogram: bool,
}

/// Where which figure is in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// All columns.
    pub columns: Vec<Column>,
    /// The number of seats.
    pub seats: usize,
    /// The names of the figures that a seat has beside its win and its points.
    pub figures: Vec<String>,
    /// Of these, those that add up to points.
    pub sources: Vec<usize>,
    /// The kinds of decisions.
    pub kinds: &'static [&'static str],
    /// Where the figures of the whole table begin: points, then the others.
    pub table: usize,
}

/// Figures that every game has, in their order.
const OF_GAME: [(&str, i32, bool, bool); 13] = [
    ("turns", 1, false, true),
    ("decisions", 1, false, true),
    ("branching", HUNDRED, false, false),
    ("margin", 1, false, true),
    ("winner_points", 1, false, true),
    ("close", 1, true, false),
    ("shared_win", 1, true, false),
    ("lead_changes", 1, false, true),
    ("leader_at_half_wins", WHOLE as i32, true, false),
    ("drama", THOUSAND, false, false),
    ("lead_stability", THOUSAND, false, false),
    ("decisiveness", THOUSAND, false, false),
    ("stalemate", 1, true, false),
];

impl Layout {
    /// The columns of a variant.
    pub fn new<G: Measure>(game: &G) -> Layout {
        let (figures, seats) = (game.figures(), game.seats());
        let column = |name: &str, seat, scale, is_share, has_histogram| Column {
            name: name.to_string(),
            seat,
            scale,
            is_share,
            has_histogram,
        };
        let mut columns: Vec<Column> = OF_GAME
            .iter()
            .map(|&(name, scale, share, histogram)| column(name, None, scale, share, histogram))
            .collect();
        columns.push(column("unfinished", None, 1, true, false));
        for occurrence in G::OCCURRENCES {
            columns.push(column(occurrence.name, None, 1, occurrence.once, false));
        }
        let table = columns.len();
        let all = seats as i32;
        columns.push(column("points", None, all, false, false));
        let is_share = |name: &str| name.starts_with("reached_");
        for name in &figures {
            columns.push(column(name, None, all, is_share(name), false));
        }
        for seat in 0..seats as u8 {
            let seat = Some(seat);
            columns.push(column("win_share", seat, WHOLE as i32, true, false));
            columns.push(column("points", seat, 1, false, true));
            for name in &figures {
                columns.push(column(name, seat, 1, is_share(name), false));
            }
        }
        let sources = G::SOURCES.iter().filter_map(|name| figures.iter().position(|it| it == name));
        let sources = sources.collect();
        Layout { columns, seats, figures, sources, kinds: G::KINDS, table }
    }

    /// Where a seat's win share is; its points and figures follow.
    pub fn seat(&self, seat: usize) -> usize {
        let width = 2 + self.figures.len();
        self.table + 1 + self.figures.len() + seat * width
    }

    /// Where a column is.
    pub fn find(&self, name: &str, seat: Option<u8>) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name && column.seat == seat)
    }
}

/// A measured game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// By column.
    pub values: Vec<i32>,
    /// By kind, how many decisions.
    pub kinds: Vec<u32>,
    /// By seat, twelfths of the win.
    pub twelfths: [u32; MAX_AGENTS],
    /// By seat.
    pub points: [i32; MAX_AGENTS],
    /// How it ended.
    pub finish: Option<Finish>,
}

impl Record {
    /// Whether it has the shape of a layout's records.
    pub fn fits(&self, layout: &Layout) -> bool {
        self.values.len() == layout.columns.len() && self.kinds.len() == layout.kinds.len()
    }
}

/// Keeps the course of a game.
pub struct Recorder<'a, G: Measure> {
    game: &'a G,
    diary: G::Diary,
    kinds: Vec<u32>,
    options: u64,
    turn: u32,
    /// Points at the beginning of every turn.
    course: Vec<[i32; MAX_AGENTS]>,
    figures: Vec<Option<i32>>,
    occurrences: Vec<i32>,
}

impl<G: Measure> Watch<G::Event> for Recorder<'_, G> {
    #[inline]
    fn see(&mut self, event: G::Event) {
        self.game.notice(&event, &mut self.diary);
    }
}

impl<G: Measure> Observe<G> for Recorder<'_, G> {
    fn decided(&mut self, state: &G::State, mv: G::Move, options: usize) {
        self.options += options as u64;
        if let Some(kind) = G::kind(mv) {
            self.kinds[kind] += 1;
        }
        let turn = self.game.turns(state);
        // Before the first turn things are only set up.
        if turn != self.turn && turn > 0 {
            self.turn = turn;
            self.course.push(standings(self.game, state));
        }
    }
}

fn standings<G: Game>(game: &G, state: &G::State) -> [i32; MAX_AGENTS] {
    let mut points = [i32::MIN; MAX_AGENTS];
    for seat in Seat::all(game.seats()) {
        points[seat.index()] = game.standing(state, seat).points;
    }
    points
}

impl<'a, G: Measure> Recorder<'a, G> {
    /// A recorder for games of a variant.
    pub fn new(game: &'a G) -> Self {
        Recorder {
            game,
            diary: G::Diary::default(),
            kinds: vec![0; G::KINDS.len()],
            options: 0,
            turn: u32::MAX,
            course: Vec::with_capacity(256),
            figures: Vec::new(),
            occurrences: Vec::new(),
        }
    }

    /// Forgets the last game; the next one goes on from this position.
    pub fn begin(&mut self, state: &G::State) {
        self.diary = self.game.diary(state);
        self.kinds.fill(0);
        (self.options, self.turn) = (0, u32::MAX);
        self.course.clear();
    }

    /// Writes down the game that has ended.
    pub fn finish(&mut self, state: &G::State, ended: &Ended, record: &mut Record) {
        let (game, seats) = (self.game, self.game.seats());
        record.kinds.clone_from(&self.kinds);
        (record.twelfths, record.points) = (ended.twelfths, ended.points);
        record.finish = Some(ended.finish);
        let values = &mut record.values;
        values.clear();
        let branching = self.options * HUNDRED as u64 / ended.decisions.max(1);
        values.extend([game.turns(state) as i32, ended.decisions as i32, branching as i32]);
        values.extend(race(&self.course, ended, seats));
        values.push((ended.finish == Finish::Stalemate).into());
        values.push((ended.finish == Finish::Unfinished).into());
        self.occurrences.clear();
        game.occurrences(state, &self.diary, &mut self.occurrences);
        values.extend(&self.occurrences);
        let table = values.len();
        values.push(ended.points[..seats].iter().sum());
        let first = values.len();
        for seat in Seat::all(seats) {
            self.figures.clear();
            game.measure(state, &self.diary, seat, &mut self.figures);
            if seat.0 == 0 {
                values.resize(first + self.figures.len(), 0);
            }
            values.push(ended.twelfths[seat.index()] as i32);
            values.push(ended.points[seat.index()]);
            for (at, figure) in self.figures.iter().enumerate() {
                let whole = &mut values[table + 1 + at];
                // The table has a figure only if every seat has it.
                *whole = match figure {
                    Some(figure) if *whole != NOTHING => *whole + figure,
                    _ => NOTHING,
                };
                values.push(figure.unwrap_or(NOTHING));
            }
        }
    }
}

/// From margin to decisiveness: how the race went. The winner is the first of those who share
/// the win.
fn race(course: &[[i32; MAX_AGENTS]], ended: &Ended, seats: usize) -> [i32; 9] {
    let points = &ended.points[..seats];
    let winners = ended.twelfths[..seats].iter().filter(|part| **part > 0).count();
    let Some(winner) = ended.twelfths[..seats].iter().position(|part| *part > 0) else {
        return [NOTHING; 9];
    };
    let own = points[winner];
    let best = points.iter().copied().max().unwrap_or(own);
    if seats < 2 {
        let [n, one] = [NOTHING, best];
        return [n, one, n, 0, n, n, n, n, n];
    }
    let rival = (0..seats).filter(|seat| *seat != winner).map(|seat| points[seat]).max();
    let margin = (own - rival.unwrap_or(own)).max(0);
    let close = margin * 20 <= own.max(0);
    let mut leader = None;
    let (mut changes, mut held, mut behind, mut severity, mut decided) = (0, 0, 0u32, 0.0, 0);
    let mut half = NOTHING;
    // The first turn begins level: nothing can be said about it.
    let later = &course[1.min(course.len())..];
    for (at, standing) in later.iter().enumerate() {
        let standing = &standing[..seats];
        let most = standing.iter().copied().max().unwrap_or(0);
        let mut leaders = (0..seats).filter(|seat| standing[*seat] == most);
        let sole = match (leaders.next(), leaders.next()) {
            (first, None) => first,
            _ => None,
        };
        if sole.is_some() {
            changes += i32::from(leader.is_some() && leader != sole);
            leader = sole;
        }
        if at == later.len() / 2
            && let Some(sole) = sole
        {
            half = ended.twelfths[sole] as i32;
        }
        if sole != Some(winner) {
            decided = at + 1;
        }
        if standing[winner] == most {
            held += 1;
        } else {
            behind += 1;
            severity += (f64::from(most - standing[winner]) / f64::from(best.max(1))).sqrt();
        }
    }
    let part = |count: usize| match later.len() {
        0 => NOTHING,
        all => (count * THOUSAND as usize / all) as i32,
    };
    let drama = (severity / f64::from(behind.max(1)) * f64::from(THOUSAND)).round() as i32;
    [
        margin,
        best,
        close.into(),
        (winners > 1).into(),
        changes,
        half,
        drama,
        part(held),
        part(decided),
    ]
}

#[cfg(test)]
mod tests {
    use super::{NOTHING, race};
    use crate::analysis::arena::Ended;
    use crate::game::Finish;

    fn ended(points: [i32; 4], twelfths: [u32; 4]) -> Ended {
        Ended { twelfths, points, finish: Finish::Decided, decisions: 0, failed: 0 }
    }

    #[test]
    fn a_race_is_told_by_who_led_when() {
        // Seat 1 wins 16 to 12, after being 4 behind, level, and ahead for good.
        let course = [[0, 0, 0, 0], [5, 1, 0, 0], [6, 6, 0, 0], [6, 9, 0, 0], [10, 12, 0, 0]];
        let end = ended([12, 16, 0, 0], [0, 12, 0, 0]);
        // Behind once, by 4 of 16: the root of a quarter is a half.
        let expected = [4, 16, 0, 0, 1, 12, 500, 750, 500];
        assert_eq!(race(&course, &end, 2), expected);
    }

    #[test]
    fn what_a_game_does_not_have_is_nothing() {
        let alone = race(&[[0; 4], [5, 0, 0, 0]], &ended([80, 0, 0, 0], [12, 0, 0, 0]), 1);
        assert_eq!(alone, [NOTHING, 80, NOTHING, 0, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING]);
        // Nobody leads alone at half-time.
        let level = race(&[[0; 4], [5, 5, 0, 0]], &ended([9, 9, 0, 0], [6, 6, 0, 0]), 2);
        assert_eq!((level[3], level[5], level[8]), (1, NOTHING, 1000));
    }
}
