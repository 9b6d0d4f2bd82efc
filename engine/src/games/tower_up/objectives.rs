//! The objectives: what they ask for, as data, and whether it is met.

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::colour::Colour;
use super::sites::{MAX_SITES, Sites};
use super::state::{Player, State};
use crate::document::provenance::Provenance;
use crate::document::rows;
use crate::document::{Fault, FaultCode, Faults};
use crate::game::Seat;

/// The most objectives a set may have to choose from.
pub const MAX_OBJECTIVES: usize = 16;
/// How many objectives are in play.
pub const IN_PLAY: usize = 3;

/// An objective, by its place in the set's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Objective(pub u8);

/// What an objective asks for. *Present* in a building means: at least one own
/// roof in it, covered or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Demand {
    /// Present in buildings of `count` colours.
    Colours,
    /// Present in `count` districts.
    Districts,
    /// Present in `count` buildings that form one group by roads.
    Adjacent,
    /// Present in `count` buildings at parks, pooled.
    Parks,
    /// Present in `count` buildings at lakes, pooled.
    Lakes,
    /// Present in `count` brown buildings.
    Brown,
    /// Present in `count` black buildings.
    Black,
    /// Present in `count` gray buildings.
    Gray,
    /// Present in `count` white buildings.
    White,
    /// Present in `count` buildings of one gray district and `other` of another.
    GrayDistricts,
    /// Present on both sides of `count` borders, no building counted twice.
    Borders,
    /// Present at least twice in `count` buildings.
    Twice,
    /// Own roofs at the levels 1 to `count`.
    Levels,
}

/// One row of `objectives.csv`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveData {
    /// The name used in notation and documents.
    pub id: String,
    /// What it asks for.
    pub demand: Demand,
    /// How many.
    pub count: u8,
    /// The second number, where the demand has one.
    #[serde(default)]
    pub other: Option<u8>,
    /// Whether it is one of the three for a first game.
    pub start: bool,
    /// What it asks for, in words.
    pub text: String,
    /// How well it is known.
    pub provenance: Provenance,
}

impl Demand {
    /// Whether where to build for it depends on the buildings that stand, and not only on the own
    /// roofs.
    pub(super) fn follows_buildings(self) -> bool {
        match self {
            Demand::Colours
            | Demand::Brown
            | Demand::Black
            | Demand::Gray
            | Demand::White
            | Demand::Levels => true,
            Demand::Districts
            | Demand::Adjacent
            | Demand::Parks
            | Demand::Lakes
            | Demand::GrayDistricts
            | Demand::Borders
            | Demand::Twice => false,
        }
    }

    /// The greatest count that can be met, or that can be checked in good time.
    fn most(self) -> u8 {
        match self {
            Demand::Colours | Demand::Borders => 4,
            Demand::Levels => 8,
            _ => 30,
        }
    }
}

impl ObjectiveData {
    fn faults(&self, others: &[ObjectiveData]) -> Vec<(&'static str, FaultCode, String)> {
        let mut faults = Vec::new();
        if !super::board::speakable(&self.id) {
            faults.push((
                "id",
                FaultCode::ObjectiveId,
                format!("objective `{}`: use letters, digits and `_`", self.id),
            ));
        }
        if others.iter().any(|known| known.id == self.id) {
            let message = format!("objective `{}` is listed twice", self.id);
            faults.push(("id", FaultCode::ObjectiveTwice, message));
        }
        let most = self.demand.most();
        if !(1..=most).contains(&self.count) {
            let message = format!("count is {}; write 1 to {most}", self.count);
            faults.push(("count", FaultCode::ObjectiveCount, message));
        }
        if (self.demand == Demand::GrayDistricts) != self.other.is_some() {
            faults.push((
                "other",
                FaultCode::ObjectiveOther,
                "give `other` for gray_districts and for nothing else".into(),
            ));
        }
        faults
    }
}

/// Reads and checks `objectives.csv`. `place` names it in faults.
pub fn read(text: &str, place: &str) -> Result<Vec<ObjectiveData>, Faults> {
    let mut faults = Vec::new();
    let mut list: Vec<ObjectiveData> = Vec::new();
    for line in rows::read::<ObjectiveData>(place, text, &mut faults) {
        if line.is_whole {
            let found = line.data.faults(&list).into_iter();
            faults.extend(found.map(|(column, code, message)| line.fault(column, code, message)));
        }
        list.push(line.data);
    }
    if faults.is_empty() && !(IN_PLAY..=MAX_OBJECTIVES).contains(&list.len()) {
        let message =
            format!("a set has {IN_PLAY} to {MAX_OBJECTIVES} objectives, this one {}", list.len());
        faults.push(Fault::new(place, FaultCode::ObjectiveNumber, message));
    }
    Faults::ok_if_empty(faults, list)
}

/// The neighbours of sets of sites: for every eight sites, those of each subset of them.
#[derive(Clone, Debug)]
struct Neighbours {
    of_eight: [[u64; 256]; MAX_SITES / 8],
}

impl Neighbours {
    fn new(adjacent: &[Sites; MAX_SITES]) -> Neighbours {
        let mut of_eight = [[0; 256]; MAX_SITES / 8];
        for (eight, adjacent) in of_eight.iter_mut().zip(adjacent.chunks_exact(8)) {
            for subset in 1..256usize {
                // Its first site, and the rest, which comes before it.
                let first = subset.trailing_zeros() as usize;
                eight[subset] = adjacent[first].0 | eight[subset & (subset - 1)];
            }
        }
        Neighbours { of_eight }
    }

    #[inline(always)]
    fn of(&self, sites: Sites) -> Sites {
        let parts = self.of_eight.iter().zip(sites.0.to_le_bytes());
        Sites(parts.fold(0, |all, (eight, subset)| all | eight[usize::from(subset)]))
    }
}

/// What checking objectives needs to know of the board, precomputed.
#[derive(Clone, Debug)]
pub(super) struct Places {
    neighbours: Neighbours,
    districts: Vec<Sites>,
    gray: Vec<Sites>,
    parks: Sites,
    lakes: Sites,
    /// Border by border, the pairs of sites that are its two sides.
    crossings: Vec<Vec<Sites>>,
}

impl Places {
    /// `by_road`: the two sides of a border must be joined by a road.
    pub fn new(board: &Board, by_road: bool) -> Places {
        let pool =
            |areas: &[super::board::Area]| areas.iter().fold(Sites::NONE, |all, a| all | a.sites);
        let crossings = board.borders.iter().map(|border| {
            let [one, other] = border.sides;
            let pairs = one.into_iter().flat_map(move |a| other.into_iter().map(move |b| (a, b)));
            let joined = pairs.filter(|&(a, b)| !by_road || board.adjacent[a.index()].has(b));
            joined.map(|(a, b)| Sites::one(a) | Sites::one(b)).collect()
        });
        Places {
            neighbours: Neighbours::new(&board.adjacent),
            districts: board.districts.iter().map(|d| d.sites).collect(),
            gray: board.districts.iter().filter(|d| d.gray).map(|d| d.sites).collect(),
            parks: pool(&board.parks),
            lakes: pool(&board.lakes),
            crossings: crossings.collect(),
        }
    }

    /// All neighbours of some sites.
    #[inline(always)]
    pub fn around(&self, sites: Sites) -> Sites {
        self.neighbours.of(sites)
    }

    /// The size of the largest connected group in a set of sites, counted up to `enough`.
    fn largest_group(&self, sites: Sites, enough: u32) -> u32 {
        let mut rest = sites;
        let mut largest = 0;
        while let Some(first) = rest.into_iter().next() {
            let mut group = Sites::one(first);
            let mut edge = group;
            while !edge.is_empty() && group.len() < enough {
                edge = self.around(edge) & sites & !group;
                group |= edge;
            }
            largest = largest.max(group.len());
            if largest >= enough {
                break;
            }
            rest = rest & !group;
        }
        largest
    }

    /// Whether `count` of the borders from `from` on can be crossed within `sites`
    /// without using a site twice.
    fn crosses(&self, sites: Sites, count: u8, from: usize) -> bool {
        count == 0
            || self.crossings[from..].iter().enumerate().any(|(skipped, pairs)| {
                let mut usable = pairs.iter().filter(|pair| sites.holds(**pair));
                usable.any(|&pair| self.crosses(sites & !pair, count - 1, from + skipped + 1))
            })
    }

    /// Whether a player meets an objective.
    pub fn met(&self, objective: &ObjectiveData, state: &State, seat: Seat) -> bool {
        let player: &Player = &state.players[seat.index()];
        let present = player.present;
        let wanted = u32::from(objective.count);
        let of_colour = |colour: Colour| (present & state.built[colour.index()]).len() >= wanted;
        match objective.demand {
            Demand::Colours => {
                let in_colour = state.built.iter().filter(|built| !(present & **built).is_empty());
                in_colour.count() as u32 >= wanted
            }
            Demand::Districts => {
                let in_district =
                    self.districts.iter().filter(|sites| !(present & **sites).is_empty());
                in_district.count() as u32 >= wanted
            }
            Demand::Adjacent => {
                present.len() >= wanted && self.largest_group(present, wanted) >= wanted
            }
            Demand::Parks => (present & self.parks).len() >= wanted,
            Demand::Lakes => (present & self.lakes).len() >= wanted,
            Demand::Brown => of_colour(Colour::Brown),
            Demand::Black => of_colour(Colour::Black),
            Demand::Gray => of_colour(Colour::Gray),
            Demand::White => of_colour(Colour::White),
            Demand::GrayDistricts => {
                let other = u32::from(objective.other.unwrap_or(0));
                let in_gray = |at: usize| (present & self.gray[at]).len();
                let gray = 0..self.gray.len();
                gray.clone().any(|a| {
                    in_gray(a) >= wanted && gray.clone().any(|b| a != b && in_gray(b) >= other)
                })
            }
            Demand::Borders => {
                present.len() >= 2 * wanted && self.crosses(present, objective.count, 0)
            }
            Demand::Twice => player.twice.len() >= wanted,
            Demand::Levels => {
                let all = (1u32 << wanted) - 1;
                u32::from(player.levels) & all == all
            }
        }
    }

    /// How many more roofs, well placed, a player needs at least for an objective; 0 if it is
    /// met. An estimate for agents: borders are counted one by one.
    #[inline(always)]
    pub fn missing(&self, objective: &ObjectiveData, player: &Player, built: &[Sites; 4]) -> u32 {
        let present = player.present;
        let wanted = u32::from(objective.count);
        let of = |sites: Sites| wanted.saturating_sub((present & sites).len());
        let touched = |areas: &[Sites]| {
            areas.iter().filter(|sites| !(present & **sites).is_empty()).count() as u32
        };
        match objective.demand {
            Demand::Colours => wanted.saturating_sub(touched(built)),
            Demand::Districts => wanted.saturating_sub(touched(&self.districts)),
            Demand::Adjacent => wanted - self.largest_group(present, wanted).min(wanted),
            Demand::Parks => of(self.parks),
            Demand::Lakes => of(self.lakes),
            Demand::Brown => of(built[Colour::Brown.index()]),
            Demand::Black => of(built[Colour::Black.index()]),
            Demand::Gray => of(built[Colour::Gray.index()]),
            Demand::White => of(built[Colour::White.index()]),
            Demand::GrayDistricts => {
                let other = u32::from(objective.other.unwrap_or(0));
                let mut least = wanted + other;
                for (a, one) in self.gray.iter().enumerate() {
                    for (_, two) in self.gray.iter().enumerate().filter(|(b, _)| *b != a) {
                        let missing = wanted.saturating_sub((present & *one).len())
                            + other.saturating_sub((present & *two).len());
                        least = least.min(missing);
                    }
                }
                least
            }
            Demand::Borders => {
                // Most positions are told by how many borders can be crossed at all.
                let can = |pairs: &&Vec<Sites>| pairs.iter().any(|pair| present.holds(*pair));
                let most = self.crossings.iter().filter(can).count().min(wanted as usize) as u8;
                let search = |most: u8| {
                    (2..=most).rev().find(|count| self.crosses(present, *count, 0)).unwrap_or(1)
                };
                let crossed = if most < 2 { most } else { search(most) };
                2 * (wanted - u32::from(crossed))
            }
            Demand::Twice => wanted.saturating_sub(player.twice.len()),
            Demand::Levels => {
                let all = (1u32 << wanted) - 1;
                wanted - (u32::from(player.levels) & all).count_ones()
            }
        }
    }

    /// The sites where one more roof brings a player nearer to an objective. An estimate for
    /// agents: for colours, only buildings that stand already.
    #[inline(always)]
    pub fn targets(&self, objective: &ObjectiveData, player: &Player, state: &State) -> Sites {
        let present = player.present;
        let untouched = |areas: &[Sites]| {
            let without = areas.iter().filter(|sites| (present & **sites).is_empty());
            without.fold(Sites::NONE, |all, sites| all | *sites)
        };
        let of_colour = |colour: Colour| state.built[colour.index()] & !present;
        match objective.demand {
            Demand::Colours => untouched(&state.built),
            Demand::Districts => untouched(&self.districts),
            Demand::Adjacent if present.is_empty() => !Sites::NONE,
            Demand::Adjacent => self.around(present) & !present,
            Demand::Parks => self.parks & !present,
            Demand::Lakes => self.lakes & !present,
            Demand::Brown => of_colour(Colour::Brown),
            Demand::Black => of_colour(Colour::Black),
            Demand::Gray => of_colour(Colour::Gray),
            Demand::White => of_colour(Colour::White),
            Demand::GrayDistricts => {
                self.gray.iter().fold(Sites::NONE, |all, sites| all | *sites) & !present
            }
            Demand::Borders => {
                // The other side of borders that are half crossed; else any side of any.
                let pairs = self.crossings.iter().flatten();
                let (mut half, mut all) = (Sites::NONE, Sites::NONE);
                for &pair in pairs {
                    all |= pair;
                    if !(pair & present).is_empty() {
                        half |= pair;
                    }
                }
                (if half.is_empty() { all } else { half }) & !present
            }
            Demand::Twice => present & !player.twice,
            Demand::Levels => {
                let lacks =
                    |level: u8| level <= objective.count && player.levels >> (level - 1) & 1 == 0;
                let occupied = state.occupied();
                let raised = occupied
                    .into_iter()
                    .filter(|site| lacks(state.buildings[site.index()].height() + 1));
                let empty = if lacks(1) { !occupied } else { Sites::NONE };
                raised.collect::<Sites>() | empty
            }
        }
    }
}
