//! Sites of the board and sets of them.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// The most sites a board may have.
pub const MAX_SITES: usize = 64;

/// A building site, by its place in the board's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site(pub u8);

impl Site {
    /// The site as an index into arrays.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of sites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sites(pub u64);

impl Sites {
    /// No site.
    pub const NONE: Sites = Sites(0);

    /// Just this site.
    #[inline]
    pub fn one(site: Site) -> Sites {
        Sites(1 << site.0)
    }

    /// The first `count` sites.
    pub fn first_few(count: usize) -> Sites {
        Sites(if count == MAX_SITES { u64::MAX } else { (1 << count) - 1 })
    }

    /// Whether the set holds the site.
    #[inline]
    pub fn has(self, site: Site) -> bool {
        self.0 >> site.0 & 1 == 1
    }

    /// Whether there is nothing in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many sites.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the whole of `part` is in the set.
    #[inline]
    pub fn holds(self, part: Sites) -> bool {
        part.0 & !self.0 == 0
    }

    /// The site with `n` others of the set before it.
    pub fn nth(self, n: usize) -> Option<Site> {
        self.into_iter().nth(n)
    }
}

impl IntoIterator for Sites {
    type Item = Site;
    type IntoIter = Iter;
    #[inline]
    fn into_iter(self) -> Iter {
        Iter(self.0)
    }
}

impl FromIterator<Site> for Sites {
    fn from_iter<I: IntoIterator<Item = Site>>(sites: I) -> Sites {
        sites.into_iter().fold(Sites::NONE, |set, site| set | Sites::one(site))
    }
}

/// The sites of a set, ascending.
#[derive(Clone, Debug)]
pub struct Iter(u64);

impl Iterator for Iter {
    type Item = Site;
    #[inline]
    fn next(&mut self) -> Option<Site> {
        (self.0 != 0).then(|| {
            let site = Site(self.0.trailing_zeros() as u8);
            self.0 &= self.0 - 1;
            site
        })
    }
}

impl BitAnd for Sites {
    type Output = Sites;
    #[inline]
    fn bitand(self, other: Sites) -> Sites {
        Sites(self.0 & other.0)
    }
}

impl BitOr for Sites {
    type Output = Sites;
    #[inline]
    fn bitor(self, other: Sites) -> Sites {
        Sites(self.0 | other.0)
    }
}

impl BitOrAssign for Sites {
    #[inline]
    fn bitor_assign(&mut self, other: Sites) {
        self.0 |= other.0;
    }
}

impl Not for Sites {
    type Output = Sites;
    #[inline]
    fn not(self) -> Sites {
        Sites(!self.0)
    }
}
