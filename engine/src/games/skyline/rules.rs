//! The parameters of a variant: every number of the rulebook and of the components, and what
//! their values must have in common.

use schemars::JsonSchema;
use serde::Serialize;

use super::components::Components;
use super::dice::{Dice, Face, Kind};
use super::document::DiceCounts;
use super::forms::{FacesByKind, GroundList, HeightsByType, TileValues};
use crate::document::{Fault, FaultCode, Faults};
use crate::games::parameters::{Domain, NamedValue, Parameters};
use crate::parameters;

/// The most seats at a table.
pub const MAX_SEATS: usize = 4;
/// The greatest height of a building.
pub const MAX_HEIGHT: usize = 8;
/// The most dice of all kinds.
pub const MAX_DICE: u32 = 100;

/// A constraint for a player alone, tested at the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum City {
    /// At least 3 buildings of height 3.
    Dubai,
    /// Never demolish.
    Essen,
    /// At least 2 buildings of height 5 or 6.
    NewYork,
    /// At least 4 buildings of height 4.
    SaoPaulo,
    /// No low-rise.
    Shanghai,
    /// At most 7 buildings.
    Toronto,
    /// No high-rise.
    Tucson,
}

impl NamedValue for City {
    const NOUN: &'static str = "city";
    const ALL: &'static [City] = &[
        City::Dubai,
        City::Essen,
        City::NewYork,
        City::SaoPaulo,
        City::Shanghai,
        City::Toronto,
        City::Tucson,
    ];
}

parameters! {
    /// The parameters of a variant. What is left out is the rulebook's.
    pub struct Rules: 1 to 4 players;

    /// The constraint of a player alone.
    city: Option<City> = None => Domain::free().unset("none"),
    /// The numbers of ground, upper and penthouse dice; a kind that is left out has none.
    dice: Option<Dice> as Option<DiceCounts> = None =>
        Domain::fixed().permits_described("1 to 100 dice in all").unset("from the components"),
    /// By kind of die, how many of its faces are low, mid, high and blank. A kind that is left out
    /// has the faces of the components; a face that is left out for a kind is not on its dice.
    faces: [Option<[u8; 4]>; 3] as FacesByKind = [None; 3] =>
        Domain::fixed().permits_described("1 to 12 faces a die").unset("from the components"),
    /// The values of tiles by height, from 1 on.
    tile_values: Option<Vec<u8>> as Option<TileValues> = None =>
        Domain::fixed().permits_described("0 to 255 each").unset("from the components"),
    /// The number of rounds.
    rounds: u8 = 9 => Domain::fixed().permits(1..=100),
    /// How many dice a turn takes from the yard.
    dice_taken: u8 = 3 => Domain::fixed().permits(1..=12),
    /// By seat, the ground die it starts with: `low`, `mid`, `high` or `none`.
    starting_grounds: [Face; MAX_SEATS] as GroundList =
        [Face::High, Face::Mid, Face::Low, Face::Blank] =>
        Domain::fixed().permits_described("any, while there are ground dice"),
    /// By type, the least and the greatest height of a finished building.
    heights: [[u8; 2]; 3] as HeightsByType = [[1, 2], [2, 4], [3, 6]] =>
        Domain::fixed().permits_described("low from 1, others from 2, up to 8"),
    /// Finishing a building of this height ends the game after the round; 0: none does.
    end_height: u8 = 6 => Domain::fixed().permits(0..=255),
}

impl Rules {
    /// The numbers of dice.
    pub fn dice(&self, components: &Components) -> [u8; 3] {
        self.dice.unwrap_or_else(|| std::array::from_fn(|kind| components.dice[kind].count))
    }

    /// The faces of each kind of die.
    pub fn faces(&self, components: &Components) -> [[u8; 4]; 3] {
        std::array::from_fn(|kind| self.faces[kind].unwrap_or(components.dice[kind].faces()))
    }

    /// The values of tiles by height, from 1 on.
    pub fn tile_values(&self, components: &Components) -> Vec<u8> {
        let printed = || components.tiles.iter().map(|tile| tile.value).collect();
        self.tile_values.clone().unwrap_or_else(printed)
    }

    /// These rules with what they leave to the components, without grounds of absent seats.
    fn resolved(&self, components: &Components) -> Rules {
        let mut starting_grounds = self.starting_grounds;
        starting_grounds[usize::from(self.players)..].fill(Face::Blank);
        Rules {
            dice: Some(self.dice(components)),
            faces: self.faces(components).map(Some),
            tile_values: Some(self.tile_values(components)),
            starting_grounds,
            ..self.clone()
        }
    }

    /// All that forbids these rules on these components.
    pub fn faults(&self, components: &Components) -> Vec<Fault> {
        if let Some(fault) = self.players_fault() {
            return vec![fault];
        }
        let mut faults = self.domain_faults(|rules| rules.resolved(components));
        if self.city.is_some() && self.players > 1 {
            let message = "a city is a constraint for a player alone";
            faults.push(Fault::new("/city", FaultCode::SoloOnly, message));
        }
        self.check_dice(components, &mut faults);
        self.check_heights(components, &mut faults);
        faults
    }

    fn check_dice(&self, components: &Components, faults: &mut Vec<Fault>) {
        let mut fault =
            |place: &str, code, message: String| faults.push(Fault::new(place, code, message));
        let dice = self.dice(components);
        if !(1..=MAX_DICE).contains(&super::dice::total(dice)) {
            fault("/dice", FaultCode::OutOfRange, format!("there are 1 to {MAX_DICE} dice in all"));
        }
        for (kind, faces) in Kind::ALL.into_iter().zip(self.faces(components)) {
            if !(1..=12).contains(&faces.iter().map(|&n| u32::from(n)).sum::<u32>()) {
                fault("/faces", FaultCode::OutOfRange, format!("a {kind} die has 1 to 12 faces"));
            }
            // The ways they can fall are counted exactly.
            let sides: u128 = faces.iter().map(|&n| u128::from(n)).sum();
            if sides <= 12 && sides.checked_pow(dice[kind.index()].into()).is_none() {
                let message = format!(
                    "{} {kind} dice of {sides} faces are too many to count exactly",
                    dice[kind.index()]
                );
                fault("/dice", FaultCode::OutOfRange, message);
            }
        }
        let seats = self.starting_grounds.iter().take(self.players.into());
        let dealt = seats.filter(|face| **face != Face::Blank).count();
        let in_district = usize::from(self.players > 1);
        if dealt + in_district > usize::from(dice[0]) {
            let message = "there are not so many ground dice";
            fault("/starting_grounds", FaultCode::OutOfRange, message.into());
        }
    }

    fn check_heights(&self, components: &Components, faults: &mut Vec<Fault>) {
        let mut fault =
            |place: &str, code, message: String| faults.push(Fault::new(place, code, message));
        let [[low_least, low_most], mid, high] = self.heights;
        let penthouse =
            |[least, most]: [u8; 2]| 2 <= least && least <= most && usize::from(most) <= MAX_HEIGHT;
        if low_least != 1
            || !(2..=MAX_HEIGHT as u8).contains(&low_most)
            || !penthouse(mid)
            || !penthouse(high)
        {
            let message = format!(
                "low-rises are 1 to 2 or more high, others at least 2; least before most, at most {MAX_HEIGHT}"
            );
            fault("/heights", FaultCode::OutOfRange, message);
        }
        let tallest = usize::from(low_most.max(mid[1]).max(high[1]));
        if self.tile_values(components).len() < tallest {
            fault(
                "/tile_values",
                FaultCode::OutOfRange,
                format!("give a value for each height up to {tallest}"),
            );
        }
    }

    /// `self` if it may be played on these components, else why not.
    pub fn checked(self, components: &Components) -> Result<Rules, Faults> {
        Faults::ok_if_empty(self.faults(components), self)
    }
}
