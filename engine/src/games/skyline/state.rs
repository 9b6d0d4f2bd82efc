//! A position: dice in the yard, in the abandoned district and in hand, and the
//! players' skylines.

use super::dice::{Dice, Face, Hand, Kind};
use super::rules::{MAX_HEIGHT, MAX_SEATS};
use crate::game::Seat;

/// A building: unfinished or a tile, its type and its height. Equal buildings are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Building {
    /// Whether it is a tile.
    pub finished: bool,
    /// Its type.
    pub face: Face,
    /// Its height.
    pub height: u8,
}

/// What a player has built. Heights count from 1, index 0 stays empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Buildings {
    /// Unfinished buildings by type and height.
    pub columns: [[u16; MAX_HEIGHT + 1]; 3],
    /// Finished buildings by type and height.
    pub tiles: [[u16; MAX_HEIGHT + 1]; 3],
    /// Whether the player has ever demolished.
    pub demolished: bool,
}

impl Buildings {
    /// How many such buildings there are.
    #[inline]
    pub fn count(&self, building: Building) -> u16 {
        let part = if building.finished { &self.tiles } else { &self.columns };
        part[building.face.index()][usize::from(building.height)]
    }

    #[inline]
    pub(super) fn count_mut(&mut self, building: Building) -> &mut u16 {
        let part = if building.finished { &mut self.tiles } else { &mut self.columns };
        &mut part[building.face.index()][usize::from(building.height)]
    }

    /// The classes of equal buildings, columns first, ascending.
    pub fn buildings(&self) -> impl Iterator<Item = Building> + '_ {
        let all = [false, true].into_iter().flat_map(|finished| {
            Face::TYPES.into_iter().flat_map(move |face| {
                (1..=MAX_HEIGHT as u8).map(move |height| Building { finished, face, height })
            })
        });
        all.filter(|building| self.count(*building) > 0)
    }
}

/// One of the three kinds of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Dice go to the abandoned district.
    Abandon,
    /// Dice go into buildings.
    Build,
    /// Dice and a building go to the yard.
    Demolish,
}

impl Action {
    /// All actions.
    pub const ALL: [Action; 3] = [Action::Abandon, Action::Build, Action::Demolish];
    /// Their names.
    pub const NAMES: [&'static str; 3] = ["abandon", "build", "demolish"];
}

/// A die that was just used, or placed at a height: further dice of the same action
/// come in this order, so that no set of dice can be named in two ways.
pub type Mark = (Kind, Face, u8);

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// The player takes dice.
    Take,
    /// Chance rolls the dice that are to be rolled, kind by kind.
    Roll,
    /// The player chooses a kind of action.
    Act,
    /// The player chooses the building to demolish.
    Pick,
    /// The player names dice of the action, one by one; `None` before the first.
    Use(Action, Option<Mark>),
    /// The player goes on or stops; after the first die to roll again, names further ones.
    GoOn(Option<Mark>),
    /// Nothing can be done with the roll: the player has to stop.
    Stuck,
    /// Nothing: the game is over.
    Over,
}

/// A position of Skyline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) yard: Dice,
    pub(super) district: Dice,
    /// Dice in hand that show a face.
    pub(super) hand: Hand,
    /// Dice in hand that are to be rolled.
    pub(super) to_roll: Dice,
    pub(super) skylines: [Buildings; MAX_SEATS],
    pub(super) step: Step,
    pub(super) seat: Seat,
    /// The round, from 1.
    pub(super) round: u8,
    /// Whether a building that ends the game was finished in this round.
    pub(super) last_round: bool,
}

impl State {
    /// Dice in the construction yard.
    pub fn yard(&self) -> Dice {
        self.yard
    }

    /// Dice in the abandoned district.
    pub fn district(&self) -> Dice {
        self.district
    }

    /// Dice in hand that show a face.
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// Dice in hand that are to be rolled.
    pub fn to_roll(&self) -> Dice {
        self.to_roll
    }

    /// What a player has built.
    pub fn skyline(&self, seat: Seat) -> &Buildings {
        &self.skylines[seat.index()]
    }

    /// What happens next.
    pub fn step(&self) -> Step {
        self.step
    }

    /// Whose turn it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The round, from 1.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// Whether this round is the last because of a finished building.
    pub fn last_round(&self) -> bool {
        self.last_round
    }

    pub(super) fn own(&self) -> &Buildings {
        &self.skylines[self.seat.index()]
    }

    pub(super) fn own_mut(&mut self) -> &mut Buildings {
        &mut self.skylines[self.seat.index()]
    }
}
