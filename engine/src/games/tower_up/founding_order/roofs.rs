//! An order of founding in which every founding places exactly one roof.
//!
//! Going backwards again, the last founding left laid its own ground floor and the
//! top floor of each neighbour that was there before it. Two foundings matter to
//! each other only when they paid the same building: then their order decides which
//! of its floors each laid. So instead of every order the search tries, at each
//! point, only the foundings of one group that nothing outside it can disturb.

use super::City;
use crate::games::tower_up::sites::{MAX_SITES, Site, Sites};

/// The foundings of a city, with the order of every two neighbours settled.
pub(super) struct Foundings<'a> {
    roofs: &'a [u16; MAX_SITES],
    all: Sites,
    /// The neighbours that were there before a building, and so were paid by it.
    paid: [Sites; MAX_SITES],
    /// The neighbours that were founded after a building, and so paid it.
    payers: [Sites; MAX_SITES],
    /// Points of the search that may still be tried.
    pub patience: u32,
    /// What is left to undo where every choice has failed.
    failed: Vec<Sites>,
}

/// What is left after some foundings are undone.
#[derive(Clone, Copy)]
struct Rest {
    /// The foundings not undone.
    left: Sites,
    /// The floors above the ground level of each building.
    above: [u8; MAX_SITES],
}

impl<'a> Foundings<'a> {
    /// `undone` are the founded buildings, the last founded first, in some order that
    /// explains the heights.
    pub fn new(city: &'a City<'a>, undone: &[Site], patience: u32) -> Foundings<'a> {
        let (mut paid, mut payers) = ([Sites::NONE; MAX_SITES], [Sites::NONE; MAX_SITES]);
        let (mut built, mut all) = (city.built, Sites::NONE);
        for &site in undone {
            built = built & !Sites::one(site);
            all |= Sites::one(site);
            paid[site.index()] = city.adjacent[site.index()] & built;
            paid[site.index()].into_iter().for_each(|n| payers[n.index()] |= Sites::one(site));
        }
        Foundings { roofs: &city.roofs, all, paid, payers, patience, failed: Vec::new() }
    }

    /// Whether some order gives each founding one roof; yes as well when patience runs out.
    pub fn explain(&mut self) -> bool {
        let above = self.payers.map(|payers| payers.len() as u8);
        self.undo(Rest { left: self.all, above })
    }

    fn undo(&mut self, mut rest: Rest) -> bool {
        let choices = loop {
            self.patience = self.patience.saturating_sub(1);
            if !self.undo_settled(&mut rest) {
                return false;
            }
            if rest.left.is_empty() || self.patience == 0 {
                return true;
            }
            let choices = self.choices(&rest);
            if choices.len() != 1 {
                break choices;
            }
            choices.into_iter().for_each(|site| self.take_away(&mut rest, site));
        };
        if choices.is_empty() || self.failed.contains(&rest.left) {
            return false;
        }
        for site in choices {
            let mut without = rest;
            self.take_away(&mut without, site);
            if self.undo(without) {
                return true;
            }
        }
        self.failed.push(rest.left);
        false
    }

    fn take_away(&self, rest: &mut Rest, site: Site) {
        rest.left = rest.left & !Sites::one(site);
        self.paid[site.index()].into_iter().for_each(|n| rest.above[n.index()] -= 1);
    }

    /// Undoes the foundings whose floors no order can change; false if one of them did not
    /// place one roof.
    fn undo_settled(&self, rest: &mut Rest) -> bool {
        loop {
            let before = rest.left;
            for site in before {
                let settled = rest.above[site.index()] == 0
                    && self.paid[site.index()].into_iter().all(|n| rest.above[n.index()] == 1);
                if settled {
                    if self.roofs_laid(rest, site) != 1 {
                        return false;
                    }
                    self.take_away(rest, site);
                }
            }
            if rest.left == before {
                return true;
            }
        }
    }

    /// Foundings one of which must be undone now, or might as well be: the fewest found.
    fn choices(&self, rest: &Rest) -> Sites {
        let mut fewest: Option<Sites> = None;
        for site in rest.left.into_iter().filter(|site| rest.above[site.index()] == 0) {
            let choices = self.group(rest, site);
            if choices.len() <= 1 {
                return choices;
            }
            if fewest.is_none_or(|known| choices.len() < known.len()) {
                fewest = Some(choices);
            }
        }
        fewest.unwrap_or(Sites::NONE)
    }

    /// The foundings that can be undone in the group of one that nobody has paid since.
    ///
    /// With a founding, the group holds all that paid the same buildings; with one that was
    /// paid since, somebody who paid it. What is undone outside the group then changes
    /// nothing inside it, and the other way round. So if all can be undone, they can be with
    /// one of the group first.
    fn group(&self, rest: &Rest, first: Site) -> Sites {
        let (mut group, mut open) = (Sites::one(first), Sites::one(first));
        let mut choices = Sites::NONE;
        while let Some(site) = open.into_iter().next() {
            open = open & !Sites::one(site);
            let payers = self.payers[site.index()] & rest.left;
            let more = if payers.is_empty() {
                if self.roofs_laid(rest, site) == 1 {
                    choices |= Sites::one(site);
                }
                let paid = self.paid[site.index()].into_iter();
                paid.fold(Sites::NONE, |all, n| all | self.payers[n.index()]) & rest.left
            } else if (payers & group).is_empty() {
                payers.into_iter().next().map_or(Sites::NONE, Sites::one)
            } else {
                Sites::NONE
            };
            open |= more & !group;
            group |= more;
        }
        choices
    }

    /// How many roofs lie on the floors that a founding laid, if it is the last one left.
    fn roofs_laid(&self, rest: &Rest, site: Site) -> u16 {
        let own = self.roofs[site.index()] & 1;
        let top = |n: Site| self.roofs[n.index()] >> rest.above[n.index()] & 1;
        own + self.paid[site.index()].into_iter().map(top).sum::<u16>()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Impossible;
    use super::super::tests::check;

    const ROOFS: Result<(), Impossible> = Err(Impossible::Roofs);

    #[test]
    fn every_founding_places_one_roof_on_a_floor_it_laid() {
        // 0 was there; 1 and 2 were founded beside it.
        let star = [(0, 1), (0, 2)];
        assert_eq!(check(&star, &[".00", ".", "."], 1), Ok(()));
        assert_eq!(check(&star, &["...", "0", "0"], 1), Ok(()));
        assert_eq!(check(&star, &["..0", "0", "."], 1), Ok(()), "2 was the last");
        assert_eq!(check(&star, &[".0.", "0", "."], 1), Ok(()), "2 was the first");
    }

    #[test]
    fn two_roofs_from_one_founding_and_none_from_another() {
        // 1 beside 0, then 2 beside 1: 2 laid its own ground floor and the top of 1.
        let line = [(0, 1), (1, 2)];
        assert_eq!(check(&line, &[".0", "..", "0"], 1), Ok(()));
        assert_eq!(check(&line, &["..", ".0", "0"], 1), ROOFS, "1 placed none, 2 placed two");
        assert_eq!(check(&line, &[".0", "0.", "."], 1), ROOFS, "1 placed two, 2 placed none");
    }

    #[test]
    fn no_roof_on_the_ground_floor_of_a_starting_floor() {
        let line = [(0, 1)];
        assert_eq!(check(&line, &["..", "0"], 1), Ok(()));
        // Then the other one would be the starting floor; its heights say otherwise.
        assert_eq!(check(&line, &["0.", "."], 1), ROOFS);
    }

    #[test]
    fn the_order_on_a_shared_neighbour_decides() {
        // 1 and 2 both paid 0 and each another building: 3 and 4, which were there too.
        let roads = [(0, 1), (0, 2), (1, 3), (2, 4)];
        assert_eq!(check(&roads, &["..0", ".", ".", "..", ".0"], 3), Ok(()), "1 after 2");
        assert_eq!(check(&roads, &["..0", ".", ".", ".0", ".."], 3), Ok(()), "2 after 1");
        assert_eq!(check(&roads, &["...", ".", ".", ".0", ".0"], 3), Ok(()), "any order");
        assert_eq!(check(&roads, &["..0", ".", "0", "..", ".0"], 3), ROOFS, "2 placed two");
    }

    #[test]
    fn an_order_that_the_first_guess_misses() {
        // 1 and 2 paid 0; 1 and 5 paid 3. The roof on 0 is of the later of 1 and 2, that on
        // level 2 of 3 of the earlier of 1 and 5.
        let roads = [(0, 1), (0, 2), (1, 3), (5, 3), (4, 5)];
        assert_eq!(check(&roads, &["..0", ".", ".", ".0.", "..", "0"], 3), Ok(()));
    }
}
