//! The four colours, and handfuls of floors counted by colour.

use std::fmt;

/// The colour of a floor, a building or a marker.
///
/// ```
/// use towerlab_engine::games::tower_up::colour::Colour;
///
/// assert_eq!(Colour::from_name("gray"), Some(Colour::Gray));
/// assert_eq!(Colour::Gray.to_string(), "gray");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Colour {
    Brown,
    Black,
    Gray,
    White,
}

impl Colour {
    /// All colours, in the order used everywhere.
    pub const ALL: [Colour; 4] = [Colour::Brown, Colour::Black, Colour::Gray, Colour::White];

    /// The colour as an index into arrays.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The name used in notation, documents and data files.
    pub fn name(self) -> &'static str {
        ["brown", "black", "gray", "white"][self.index()]
    }

    /// The colour of that name.
    pub fn from_name(name: &str) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| colour.name() == name)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A handful of floors: how many of each colour, up to 127 of each.
///
/// Four bytes side by side, so that a whole handful is added, taken away or
/// compared in one step.
///
/// ```
/// use towerlab_engine::games::tower_up::colour::Floors;
///
/// assert_eq!(Floors::new([1, 0, 0, 2]).to_string(), "brown white white");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Floors(u32);

impl Floors {
    /// No floor at all.
    pub const NONE: Floors = Floors(0);
    const HIGH_BITS: u32 = 0x8080_8080;

    /// A handful with these counts of brown, black, gray and white.
    pub const fn new(counts: [u8; 4]) -> Floors {
        Floors(u32::from_le_bytes(counts))
    }

    /// The same count of every colour.
    pub const fn each(count: u8) -> Floors {
        Floors::new([count; 4])
    }

    /// A single floor.
    #[inline]
    pub fn one(colour: Colour) -> Floors {
        Floors(1 << (8 * colour.index()))
    }

    /// The counts of brown, black, gray and white.
    #[inline]
    pub fn counts(self) -> [u8; 4] {
        self.0.to_le_bytes()
    }

    /// How many of this colour.
    #[inline]
    pub fn of(self, colour: Colour) -> u8 {
        (self.0 >> (8 * colour.index())) as u8
    }

    /// How many floors in all.
    #[inline]
    pub fn total(self) -> u32 {
        self.counts().into_iter().map(u32::from).sum()
    }

    /// Whether `part` can be taken out of this handful.
    #[inline]
    pub fn covers(self, part: Floors) -> bool {
        ((self.0 | Self::HIGH_BITS) - part.0) & Self::HIGH_BITS == Self::HIGH_BITS
    }

    /// Both handfuls together.
    #[inline]
    pub fn plus(self, more: Floors) -> Floors {
        Floors(self.0 + more.0)
    }

    /// What is left after taking out `part`, which must be there.
    #[inline]
    pub fn minus(self, part: Floors) -> Floors {
        debug_assert!(self.covers(part), "{self:?} does not hold {part:?}");
        Floors(self.0 - part.0)
    }

    /// What of `wanted` is there.
    pub fn share(self, wanted: Floors) -> Floors {
        let (have, want) = (self.counts(), wanted.counts());
        Floors::new(std::array::from_fn(|i| have[i].min(want[i])))
    }

    /// All handfuls of `size` floors that can be taken from this one, ascending.
    pub fn choices(self, size: u8, mut out: impl FnMut(Floors)) {
        let [brown, black, gray, white] = self.counts();
        for w in 0..=white.min(size) {
            for g in 0..=gray.min(size - w) {
                for k in 0..=black.min(size - w - g) {
                    let n = size - w - g - k;
                    if n <= brown {
                        out(Floors::new([n, k, g, w]));
                    }
                }
            }
        }
    }
}

impl fmt::Debug for Floors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// Colour names, each as often as the handful holds it.
impl fmt::Display for Floors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for colour in Colour::ALL {
            for _ in 0..self.of(colour) {
                write!(f, "{gap}{colour}")?;
                gap = " ";
            }
        }
        Ok(())
    }
}
