//! Points, levels and city constraints.

use super::Skyline;
use super::dice::Face;
use super::rules::{City, MAX_HEIGHT};
use super::state::State;
use crate::game::{Seat, Standing};

/// The levels of a player alone, with the points each begins at.
pub const LEVELS: [(i32, &str); 7] = [
    (40, "intern"),
    (50, "apprentice"),
    (60, "craftsman"),
    (70, "junior architect"),
    (80, "senior architect"),
    (90, "master builder"),
    (100, "living legend"),
];

/// A player's points by source, as they would count if the game ended now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Buildings that count, by type and height: tiles, and low-rises as they stand.
    pub buildings: [[u16; MAX_HEIGHT + 1]; 3],
    /// Their value by type.
    pub points: [i32; 3],
    /// Unfinished mid- and high-rises, which count nothing.
    pub unfinished: u16,
}

impl Score {
    /// The sum of all types.
    pub fn total(&self) -> i32 {
        self.points.iter().sum()
    }

    /// How many buildings count: the tie-break.
    pub fn count(&self) -> u32 {
        self.buildings.iter().flatten().map(|&count| u32::from(count)).sum()
    }

    fn of_height(&self, heights: std::ops::RangeInclusive<usize>) -> u32 {
        let of_type = |counts: &[u16; MAX_HEIGHT + 1]| -> u32 {
            heights
                .clone()
                .filter(|h| *h <= MAX_HEIGHT)
                .map(|height| u32::from(counts[height]))
                .sum()
        };
        self.buildings.iter().map(of_type).sum()
    }

    fn of_type(&self, face: Face) -> u32 {
        self.buildings[face.index()].iter().map(|&count| u32::from(count)).sum()
    }
}

impl Skyline {
    /// A player's points by source.
    pub fn score(&self, state: &State, seat: Seat) -> Score {
        let skyline = state.skyline(seat);
        let mut buildings = skyline.tiles;
        let low = Face::Low.index();
        (1..=MAX_HEIGHT).for_each(|height| buildings[low][height] += skyline.columns[low][height]);
        let value = |counts: &[u16; MAX_HEIGHT + 1]| -> i32 {
            let values = self.values.iter().zip(&counts[1..]);
            values.map(|(&value, &count)| i32::from(value) * i32::from(count)).sum()
        };
        let unfinished = skyline.columns[1..].iter().flatten().sum();
        Score { points: [0, 1, 2].map(|face| value(&buildings[face])), buildings, unfinished }
    }

    pub(super) fn rank(&self, state: &State, seat: Seat) -> Standing {
        let score = self.score(state, seat);
        Standing { points: score.total(), tie_break: score.count() as i32 }
    }

    /// The level that a number of points gives a player alone.
    pub fn level(points: i32) -> Option<&'static str> {
        LEVELS.iter().rev().find(|(from, _)| points >= *from).map(|(_, name)| *name)
    }

    /// Whether a city's constraint is kept as things stand, and why or why not.
    pub fn keeps(&self, state: &State, seat: Seat, city: City) -> (bool, String) {
        let score = self.score(state, seat);
        let plural = |count: u32| if count == 1 { "" } else { "s" };
        let at_least = |count: u32, wanted: u32, what: &str| {
            (
                count >= wanted,
                format!("{count} building{} {what}; at least {wanted} wanted", plural(count)),
            )
        };
        let none = |count: u32, what: &str| {
            (count == 0, format!("{count} {what}{}; none wanted", plural(count)))
        };
        match city {
            City::Dubai => at_least(score.of_height(3..=3), 3, "of height 3"),
            City::Essen if state.skyline(seat).demolished => {
                (false, "something was demolished".into())
            }
            City::Essen => (true, "nothing was demolished".into()),
            City::NewYork => at_least(score.of_height(5..=6), 2, "of height 5 or 6"),
            City::SaoPaulo => at_least(score.of_height(4..=4), 4, "of height 4"),
            City::Shanghai => none(score.of_type(Face::Low), "low-rise"),
            City::Toronto => {
                let count = score.count();
                (count <= 7, format!("{count} building{}; at most 7 wanted", plural(count)))
            }
            City::Tucson => none(score.of_type(Face::High), "high-rise"),
        }
    }
}
