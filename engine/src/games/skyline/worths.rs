//! What unfinished buildings will bring, worked out from the last round backwards.
//!
//! A player's own columns and the rounds left are nearly all that matters for the points to come, and
//! the sets of a few columns can be listed. With no round left they bring nothing. With one round
//! left, a set brings what the best turn makes of it on average, which [`super::plan`] computes exactly;
//! that is the value of a turn's end with two rounds left, and so on.
//!
//! What is left out: dice in the district and what others do, a yard without the dice wanted, and more
//! columns than the listed ones (the least promising then count nothing). Alone, some tile of the least
//! value is taken to be there for a demolition that is forced. Some of this flatters and some of it does not, so the mean score that
//! [`Worths::work_out`] predicts is an estimate and no bound.

use std::fmt::Write as _;
use std::sync::OnceLock;

use rayon::prelude::*;

use super::Skyline;
use super::dice::Face;
use super::evaluate::{CLASSES, Counts, WORTH};
use super::judgement::Columns;
use super::known_turns::KnownTurns;
use super::plan::Plan;
use super::quick_map::QuickMap;
use super::rules::MAX_HEIGHT;

/// For how many rounds left there are figures; more count as so many.
pub const ROUNDS: usize = 8;
/// The weights under which worths are worked out: hundredths of points.
const WEIGHTS: [i32; WORTH + 1] = [100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

/// What sets of columns bring beyond what they count now, in hundredths of points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Worths {
    most: u8,
    rows: QuickMap<Counts, [i32; ROUNDS]>,
}

/// The file that holds what is known, for a player alone or for several.
pub fn file_name(alone: bool) -> &'static str {
    if alone { "worths-alone.csv" } else { "worths.csv" }
}

impl Worths {
    /// What is known for a variant: worked out for the rulebook's game, and near enough for others.
    pub fn of(game: &Skyline) -> &'static Worths {
        static ALONE: OnceLock<Worths> = OnceLock::new();
        static TOGETHER: OnceLock<Worths> = OnceLock::new();
        let read = |text| Worths::from_csv(text).expect("the embedded worths are checked by tests");
        match game.rules.players {
            1 => ALONE.get_or_init(|| read(include_str!("../../../data/skyline/worths-alone.csv"))),
            _ => TOGETHER.get_or_init(|| read(include_str!("../../../data/skyline/worths.csv"))),
        }
    }

    /// What columns bring with so many rounds left.
    #[inline]
    pub(super) fn get(&self, mut counts: Counts, left: i32) -> i32 {
        if left <= 0 {
            return 0;
        }
        let mut all: u32 = counts.iter().map(|&count| u32::from(count)).sum();
        // The least promising ones are left out: low first, then those furthest from the top.
        for class in [0, 1, 4, 5, 2, 6, 3, 7, 8] {
            while all > self.most.into() && counts[class] > 0 {
                counts[class] -= 1;
                all -= 1;
            }
        }
        self.rows.get(&counts).map_or(0, |row| row[(left as usize).min(ROUNDS) - 1])
    }

    /// Works out what every set of up to `most` columns brings, and predicts the mean score
    /// of the first seat from the start of the game. `tell` hears of each round.
    pub fn work_out(game: &Skyline, most: u8, tell: &mut dyn FnMut(usize, i32)) -> (Worths, f64) {
        let sets = column_sets(most);
        let mut worths = Worths { most, rows: QuickMap::default() };
        worths.rows.extend(sets.iter().map(|counts| (*counts, [0; ROUNDS])));
        let start = start(game);
        for left in 1..=ROUNDS {
            let known = &worths;
            let values: Vec<(Counts, i32)> = sets
                .par_iter()
                .map_init(KnownTurns::default, |turns, counts| {
                    let mut plan = Plan::blank(game, &WEIGHTS, known, turns, left as u8 - 1);
                    let low = i64::from(counts[0]) * i64::from(game.values[0]) * 100;
                    (*counts, (plan.turn(columns_of(*counts)) - low) as i32)
                })
                .collect();
            for (counts, value) in values {
                worths.rows.entry(counts).or_default()[left - 1] = value;
            }
            tell(left, worths.get(start, left as i32));
        }
        let mut known_turns = KnownTurns::default();
        let rounds = game.rules.rounds - 1;
        let mut plan = Plan::blank(game, &WEIGHTS, &worths, &mut known_turns, rounds);
        let optimum = plan.turn(columns_of(start)) as f64 / 100.0;
        (worths, optimum)
    }

    /// One row for each set: how many columns of each class, and what they bring by rounds left.
    pub fn to_csv(&self) -> String {
        let mut text = String::from("columns,1,2,3,4,5,6,7,8\n");
        let mut rows: Vec<_> = self.rows.iter().collect();
        rows.sort();
        for (counts, values) in rows {
            counts.iter().for_each(|count| write!(text, "{count}").expect("a string"));
            values.iter().for_each(|value| write!(text, ",{value}").expect("a string"));
            text.push('\n');
        }
        text
    }

    /// Reads what [`Worths::to_csv`] writes.
    pub fn from_csv(text: &str) -> Result<Worths, String> {
        let mut worths = Worths::default();
        for line in text.lines().skip(1) {
            let wrong = || format!("`{line}` is no row of worths");
            let (name, values) = line.split_once(',').ok_or_else(wrong)?;
            let digit = |c: char| c.to_digit(10).map(|digit| digit as u8);
            let counts: Vec<u8> = name.chars().filter_map(digit).collect();
            let values: Vec<i32> = values.split(',').filter_map(|v| v.parse().ok()).collect();
            let counts: Counts = counts.try_into().map_err(|_| wrong())?;
            worths.most = worths.most.max(counts.iter().sum());
            worths.rows.insert(counts, values.try_into().map_err(|_| wrong())?);
        }
        Ok(worths)
    }
}

/// Every set of up to so many columns.
fn column_sets(most: u8) -> Vec<Counts> {
    let mut sets = vec![[0; CLASSES]];
    for class in 0..CLASSES {
        let mut more = Vec::new();
        for counts in &sets {
            let room = most - counts.iter().sum::<u8>();
            for extra in 0..=room {
                let mut counts: Counts = *counts;
                counts[class] = extra;
                more.push(counts);
            }
        }
        sets = more;
    }
    sets
}

/// The columns of classes, as the plan wants them.
fn columns_of(counts: Counts) -> Columns {
    let mut columns = [[0; MAX_HEIGHT]; 3];
    columns[Face::Low.index()][0] = counts[0];
    columns[Face::Mid.index()][..3].copy_from_slice(&counts[1..4]);
    columns[Face::High.index()][..5].copy_from_slice(&counts[4..9]);
    columns
}

/// What the first player begins with.
fn start(game: &Skyline) -> Counts {
    let mut counts = [0; CLASSES];
    let ground = game.rules.starting_grounds[0];
    if ground != Face::Blank {
        counts[super::evaluate::class(ground, 1)] = 1;
    }
    counts
}
