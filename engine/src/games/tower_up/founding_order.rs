//! Whether a city can have come about: its heights, and then its roofs.
//!
//! A building is one floor higher for every neighbour founded after it, and
//! starting floors do not pay each other. Taken backwards: the building founded
//! last is one floor high and touches another; take it away, with the floor that
//! each neighbour got for it, and go on until only starting floors are left.
//!
//! This settles for every two neighbours which of them came first, whatever the
//! order of the rest. The floors that a founding laid do depend on that order,
//! and exactly one of them got a roof. [`roofs`] looks for such an order.

mod roofs;

use super::sites::{MAX_SITES, Site, Sites};
use roofs::Foundings;

/// Positions tried before a city is given the benefit of the doubt. No city of a
/// real game has come near it, and it bounds what a hostile document can cost.
const PATIENCE: u32 = 5_000;

/// The buildings of a city.
pub(super) struct City<'a> {
    /// Which sites a road joins to each.
    pub adjacent: &'a [Sites; MAX_SITES],
    /// The sites with a building.
    pub built: Sites,
    /// The number of floors on each site.
    pub heights: [u8; MAX_SITES],
    /// Bit `l - 1` is set when a roof lies on level `l`.
    pub roofs: [u16; MAX_SITES],
    /// How many of the buildings were there at the start.
    pub starting_floors: u32,
}

/// Why a city cannot have come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Impossible {
    /// No order of founding gives these heights.
    Heights,
    /// Some order gives the heights, but none of them gives each founding its roof.
    Roofs,
}

impl City<'_> {
    /// Whether some order of founding explains heights and roofs.
    pub fn check(&self) -> Result<(), Impossible> {
        let mut search = Search {
            city: self,
            patience: PATIENCE,
            undone: Vec::with_capacity(MAX_SITES),
            fault: Impossible::Heights,
        };
        if search.undo(self.built, self.heights, Sites::NONE) { Ok(()) } else { Err(search.fault) }
    }
}

struct Search<'a> {
    city: &'a City<'a>,
    patience: u32,
    /// The buildings taken away so far, the last founded first.
    undone: Vec<Site>,
    fault: Impossible,
}

impl Search<'_> {
    /// Takes buildings away one by one; `start` are known to be starting floors.
    fn undo(&mut self, mut built: Sites, mut heights: [u8; MAX_SITES], mut start: Sites) -> bool {
        let starting_floors = self.city.starting_floors;
        loop {
            if start.len() > starting_floors || built.len() < starting_floors {
                return false;
            }
            self.patience = self.patience.saturating_sub(1);
            if self.patience == 0 {
                return true;
            }
            if built.len() == starting_floors {
                return built.into_iter().all(|site| heights[site.index()] == 1)
                    && self.explains_roofs(built);
            }
            // Nothing founded after it: a last building, or a starting floor among such.
            let mut undecided = (built & !start).into_iter();
            let Some(site) = undecided.find(|site| heights[site.index()] == 1) else {
                return false;
            };
            let neighbours = self.city.adjacent[site.index()] & built;
            let all_higher = neighbours.into_iter().all(|n| heights[n.index()] > 1);
            let if_start = start | Sites::one(site) | neighbours;
            if neighbours.is_empty() || !all_higher {
                // Founded alone, or two such neighbours: only starting floors can be so.
                start = if_start;
                continue;
            }
            // Either it was founded last, or it and all around it were there at the start.
            if if_start.len() <= starting_floors {
                let (mut without, undone) = (heights, self.undone.len());
                let rest = self.remove(built, site, neighbours, &mut without);
                if self.undo(rest, without, start) {
                    return true;
                }
                self.undone.truncate(undone);
                start = if_start;
                continue;
            }
            built = self.remove(built, site, neighbours, &mut heights);
        }
    }

    fn remove(
        &mut self,
        built: Sites,
        site: Site,
        neighbours: Sites,
        heights: &mut [u8; MAX_SITES],
    ) -> Sites {
        neighbours.into_iter().for_each(|n| heights[n.index()] -= 1);
        self.undone.push(site);
        built & !Sites::one(site)
    }

    /// Whether the buildings taken away can be ordered so that each came with one roof.
    fn explains_roofs(&mut self, start: Sites) -> bool {
        self.fault = Impossible::Roofs;
        if start.into_iter().any(|site| self.city.roofs[site.index()] & 1 == 1) {
            return false;
        }
        let mut foundings = Foundings::new(self.city, &self.undone, self.patience);
        let explained = foundings.explain();
        self.patience = foundings.patience;
        explained
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A city from its roads and its buildings as in documents, without the colours.
    pub(super) fn check(
        roads: &[(u8, u8)],
        buildings: &[&str],
        starting_floors: u32,
    ) -> Result<(), Impossible> {
        let mut adjacent = [Sites::NONE; MAX_SITES];
        for &(a, b) in roads {
            adjacent[usize::from(a)] |= Sites::one(Site(b));
            adjacent[usize::from(b)] |= Sites::one(Site(a));
        }
        let (mut heights, mut roofs) = ([0; MAX_SITES], [0; MAX_SITES]);
        for (index, floors) in buildings.iter().enumerate() {
            heights[index] = floors.len() as u8;
            let levels = floors.chars().enumerate().filter(|(_, floor)| *floor != '.');
            roofs[index] = levels.map(|(level, _)| 1 << level).sum();
        }
        let built = Sites::first_few(buildings.len());
        City { adjacent: &adjacent, built, heights, roofs, starting_floors }.check()
    }

    /// Whether the heights alone are possible.
    fn possible(roads: &[(u8, u8)], heights: &[usize], starting_floors: u32) -> bool {
        let bare: Vec<String> = heights.iter().map(|&height| ".".repeat(height)).collect();
        let bare: Vec<&str> = bare.iter().map(String::as_str).collect();
        check(roads, &bare, starting_floors) != Err(Impossible::Heights)
    }

    #[test]
    fn a_line_from_one_starting_floor() {
        let line = [(0, 1), (1, 2)];
        assert!(possible(&line, &[2, 2, 1], 1), "from left to right");
        assert!(possible(&line, &[1, 3, 1], 1), "from the middle");
        assert!(!possible(&line, &[1, 1, 1], 1), "nobody was paid");
        assert!(!possible(&line, &[2, 3, 1], 1), "a floor too many");
        assert!(!possible(&line, &[1, 2, 2], 2), "with two starting floors one road may be unpaid");
        assert!(possible(&line, &[1, 2, 1], 2), "the first two were there");
        assert!(possible(&line, &[2, 1, 2], 2), "the outer two were there");
        assert!(possible(&line, &[1, 1, 1], 3), "all were there");
    }

    #[test]
    fn a_ring_cannot_pay_itself_in_a_circle() {
        let ring = [(0, 1), (1, 2), (2, 0)];
        assert!(!possible(&ring, &[2, 2, 2], 1), "each before the next");
        assert!(possible(&ring, &[3, 2, 1], 1));
    }

    #[test]
    fn buildings_apart_are_starting_floors() {
        assert!(possible(&[], &[1, 1], 2));
        assert!(!possible(&[], &[1, 1], 1));
        assert!(!possible(&[], &[2, 1], 2));
    }
}
