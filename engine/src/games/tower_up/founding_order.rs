//! Whether the heights of a city can have come about.
//!
//! A building is one floor higher for every neighbour founded after it, and
//! starting floors do not pay each other. Taken backwards: the building founded
//! last is one floor high and touches another; take it away, with the floor that
//! each neighbour got for it, and go on until only starting floors are left.

use super::sites::{MAX_SITES, Site, Sites};

/// Positions tried before a city is given the benefit of the doubt.
const PATIENCE: u32 = 50_000;

/// Whether some order of founding gives these heights with exactly
/// `starting_floors` floors at the start.
pub(super) fn is_possible(
    adjacent: &[Sites; MAX_SITES],
    built: Sites,
    heights: &[u8; MAX_SITES],
    starting_floors: u32,
) -> bool {
    let mut search = Search { adjacent, starting_floors, patience: PATIENCE };
    search.undo(built, *heights, Sites::NONE)
}

struct Search<'a> {
    adjacent: &'a [Sites; MAX_SITES],
    starting_floors: u32,
    patience: u32,
}

impl Search<'_> {
    /// Takes buildings away one by one; `start` are known to be starting floors.
    fn undo(&mut self, mut built: Sites, mut heights: [u8; MAX_SITES], mut start: Sites) -> bool {
        loop {
            if start.len() > self.starting_floors || built.len() < self.starting_floors {
                return false;
            }
            self.patience = self.patience.saturating_sub(1);
            if self.patience == 0 {
                return true;
            }
            if built.len() == self.starting_floors {
                return built.into_iter().all(|site| heights[site.index()] == 1);
            }
            // Nothing founded after it: a last building, or a starting floor among such.
            let mut undecided = (built & !start).into_iter();
            let Some(site) = undecided.find(|site| heights[site.index()] == 1) else {
                return false;
            };
            let neighbours = self.adjacent[site.index()] & built;
            let all_higher = neighbours.into_iter().all(|n| heights[n.index()] > 1);
            if neighbours.is_empty() || !all_higher {
                // Founded alone, or two such neighbours: only starting floors can be so.
                start |= Sites::one(site) | neighbours;
                continue;
            }
            // Either it was founded last, or it and all around it were there at the start.
            if (start | Sites::one(site) | neighbours).len() <= self.starting_floors {
                let before = start | Sites::one(site) | neighbours;
                let mut without = heights;
                if self.undo(remove(built, site, neighbours, &mut without), without, start) {
                    return true;
                }
                start = before;
                continue;
            }
            built = remove(built, site, neighbours, &mut heights);
        }
    }
}

fn remove(built: Sites, site: Site, neighbours: Sites, heights: &mut [u8; MAX_SITES]) -> Sites {
    neighbours.into_iter().for_each(|n| heights[n.index()] -= 1);
    built & !Sites::one(site)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn possible(roads: &[(u8, u8)], heights: &[u8], starting_floors: u32) -> bool {
        let mut adjacent = [Sites::NONE; MAX_SITES];
        for &(a, b) in roads {
            adjacent[usize::from(a)] |= Sites::one(Site(b));
            adjacent[usize::from(b)] |= Sites::one(Site(a));
        }
        let mut all = [0; MAX_SITES];
        all[..heights.len()].copy_from_slice(heights);
        is_possible(&adjacent, Sites::first_few(heights.len()), &all, starting_floors)
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
