//! The values that a parameter may have: by the rulebook, and beyond it.

use std::ops::RangeInclusive;

/// The values that a parameter may have.
///
/// ```
/// use towerlab_engine::games::parameters::Domain;
///
/// // The rulebook has one value, the default; the engine plays 1 to 16.
/// const FIXED: Domain = Domain::fixed().permits(1..=16);
/// // The rulebook has 3 to 7, with four players 3 to 5.
/// const BY_PLAYERS: Domain =
///     Domain::range(|players| 3..=if players == 4 { 5 } else { 7 }).permits(1..=16);
/// assert_eq!(BY_PLAYERS.permitted_range(), Some(1..=16));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Domain {
    pub(super) rulebook: Rulebook,
    pub(super) permitted: Permitted,
    pub(super) unset: Option<&'static str>,
    pub(super) is_ours: bool,
}

/// The values that need no `beyond_rulebook`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rulebook {
    /// Every permitted value.
    All,
    /// The default.
    Default,
    /// None: the parameter must be left out.
    Unset,
    /// The numbers of a range, by the number of players.
    Range(fn(players: u8) -> RangeInclusive<u32>),
}

/// The values that the engine can play.
#[derive(Clone, Copy, Debug)]
pub(super) enum Permitted {
    /// Every value of the type.
    All,
    /// The numbers from the first to the second.
    Range(u32, u32),
    /// What the game checks itself, in words.
    Words(&'static str),
}

impl Domain {
    const fn new(rulebook: Rulebook) -> Domain {
        Domain { rulebook, permitted: Permitted::All, unset: None, is_ours: false }
    }

    /// Every permitted value is allowed: the rulebooks offer them all, or leave the choice to
    /// the players.
    pub const fn free() -> Domain {
        Domain::new(Rulebook::All)
    }

    /// The rulebook has one value: the default, or what the components say.
    pub const fn fixed() -> Domain {
        Domain::new(Rulebook::Default)
    }

    /// The components have the value. Naming any, even the same, needs `beyond_rulebook`.
    pub const fn from_components() -> Domain {
        Domain::new(Rulebook::Unset).unset("from the components")
    }

    /// The rulebook has a range of numbers, by the number of players.
    pub const fn range(rulebook: fn(players: u8) -> RangeInclusive<u32>) -> Domain {
        Domain::new(Rulebook::Range(rulebook))
    }

    /// With `beyond_rulebook`, the numbers of this range.
    pub const fn permits(mut self, range: RangeInclusive<u32>) -> Domain {
        self.permitted = Permitted::Range(*range.start(), *range.end());
        self
    }

    /// With `beyond_rulebook`, what these words say; the game checks it.
    pub const fn permits_described(mut self, words: &'static str) -> Domain {
        self.permitted = Permitted::Words(words);
        self
    }

    /// What leaving the parameter out stands for, if the default does not say it.
    pub const fn unset(mut self, words: &'static str) -> Domain {
        self.unset = Some(words);
        self
    }

    /// No rulebook has this parameter: the engine adds it.
    pub const fn engine_only(mut self) -> Domain {
        self.is_ours = true;
        self
    }

    /// The numbers that `beyond_rulebook` allows, if it allows a range.
    pub fn permitted_range(&self) -> Option<RangeInclusive<u32>> {
        match self.permitted {
            Permitted::Range(low, high) => Some(low..=high),
            _ => None,
        }
    }

    /// The numbers of the rulebook for a number of players, if they form a range of their own.
    pub fn rulebook_range(&self, players: u8) -> Option<RangeInclusive<u32>> {
        match self.rulebook {
            Rulebook::Range(range) => Some(range(players)),
            _ => None,
        }
    }
}

/// A range in words: `3`, or `3 to 7`.
pub(super) fn range_text(range: &RangeInclusive<u32>) -> String {
    let (low, high) = (range.start(), range.end());
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}
