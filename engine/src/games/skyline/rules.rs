//! The parameters of a variant: every number of the rulebook and of the
//! components, with its default and its range.

use schemars::JsonSchema;
use serde::Serialize;

use super::components::Components;
use super::dice::{Face, Kind};
use crate::fault::{Fault, Faults};

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

impl City {
    /// All cities with their names.
    pub const ALL: [(&'static str, City); 7] = [
        ("dubai", City::Dubai),
        ("essen", City::Essen),
        ("new_york", City::NewYork),
        ("sao_paulo", City::SaoPaulo),
        ("shanghai", City::Shanghai),
        ("toronto", City::Toronto),
        ("tucson", City::Tucson),
    ];
}

/// The parameters of a variant. `None` stands for what the components say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The number of players, 1 to 4.
    pub players: u8,
    /// The constraint of a game alone.
    pub city: Option<City>,
    /// The numbers of ground, upper and penthouse dice.
    pub dice: Option<[u8; 3]>,
    /// By kind of die, how many of its faces are low, mid, high and blank.
    pub faces: Option<[[u8; 4]; 3]>,
    /// The values of tiles by height, from 1 on.
    pub tile_values: Option<Vec<u8>>,
    /// The number of rounds.
    pub rounds: u8,
    /// How many dice are taken from the yard.
    pub dice_taken: u8,
    /// By seat, the ground die it starts with; `Blank` for none.
    pub starting_grounds: [Face; MAX_SEATS],
    /// By type, the least and the greatest height of a finished building.
    pub heights: [[u8; 2]; 3],
    /// Finishing a building of this height ends the game after the round; 0: none does.
    pub end_height: u8,
    /// Allows values that no rulebook has.
    pub beyond_rulebook: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            players: 2,
            city: None,
            dice: None,
            faces: None,
            tile_values: None,
            rounds: 9,
            dice_taken: 3,
            starting_grounds: [Face::High, Face::Mid, Face::Low, Face::Blank],
            heights: [[1, 2], [2, 4], [3, 6]],
            end_height: 6,
            beyond_rulebook: false,
        }
    }
}

impl Rules {
    /// The rulebook's game for a number of players.
    pub fn standard(players: u8) -> Rules {
        Rules { players, ..Rules::default() }
    }

    /// The numbers of dice.
    pub fn dice(&self, components: &Components) -> [u8; 3] {
        self.dice.unwrap_or_else(|| std::array::from_fn(|kind| components.dice[kind].count))
    }

    /// The faces of each kind of die.
    pub fn faces(&self, components: &Components) -> [[u8; 4]; 3] {
        self.faces.unwrap_or_else(|| std::array::from_fn(|kind| components.dice[kind].faces()))
    }

    /// The values of tiles by height, from 1 on.
    pub fn tile_values(&self, components: &Components) -> Vec<u8> {
        let printed = || components.tiles.iter().map(|tile| tile.value).collect();
        self.tile_values.clone().unwrap_or_else(printed)
    }

    /// All that forbids these rules on these components.
    pub fn faults(&self, components: &Components) -> Vec<Fault> {
        let mut faults = Vec::new();
        if !(1..=MAX_SEATS as u8).contains(&self.players) {
            let message = format!("1 to {MAX_SEATS} can play, not {}", self.players);
            return vec![Fault::new("/players", "players", message)];
        }
        let mut fault =
            |place: &str, code, message: String| faults.push(Fault::new(place, code, message));
        if self.city.is_some() && self.players > 1 {
            fault("/city", "solo-only", "a city is a constraint for a player alone".into());
        }
        let (book, seats) = (Rules::default(), usize::from(self.players));
        let changed = [
            ("/dice", self.dice(components) != book.dice(components)),
            ("/faces", self.faces(components) != book.faces(components)),
            ("/tile_values", self.tile_values(components) != book.tile_values(components)),
            ("/rounds", self.rounds != book.rounds),
            ("/dice_taken", self.dice_taken != book.dice_taken),
            ("/starting_grounds", self.starting_grounds[..seats] != book.starting_grounds[..seats]),
            ("/heights", self.heights != book.heights),
            ("/end_height", self.end_height != book.end_height),
        ];
        for (place, _) in
            changed.into_iter().filter(|(_, changed)| *changed && !self.beyond_rulebook)
        {
            fault(
                place,
                "beyond-rulebook",
                "no rulebook has this; set beyond_rulebook to allow it".into(),
            );
        }
        if !(1..=100).contains(&self.rounds) {
            fault("/rounds", "out-of-range", format!("rounds is {}; write 1 to 100", self.rounds));
        }
        if !(1..=12).contains(&self.dice_taken) {
            fault(
                "/dice_taken",
                "out-of-range",
                format!("dice_taken is {}; write 1 to 12", self.dice_taken),
            );
        }
        let dice = self.dice(components);
        if !(1..=MAX_DICE).contains(&super::dice::total(dice)) {
            fault("/dice", "out-of-range", format!("there are 1 to {MAX_DICE} dice in all"));
        }
        for (kind, faces) in Kind::ALL.into_iter().zip(self.faces(components)) {
            if !(1..=12).contains(&faces.iter().map(|&n| u32::from(n)).sum::<u32>()) {
                fault("/faces", "out-of-range", format!("a {kind} die has 1 to 12 faces"));
            }
            // The ways they can fall are counted exactly.
            let sides: u128 = faces.iter().map(|&n| u128::from(n)).sum();
            if sides <= 12 && sides.checked_pow(dice[kind.index()].into()).is_none() {
                let message = format!(
                    "{} {kind} dice of {sides} faces are too many to count exactly",
                    dice[kind.index()]
                );
                fault("/dice", "out-of-range", message);
            }
        }
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
            fault("/heights", "out-of-range", message);
        }
        let tallest = usize::from(low_most.max(mid[1]).max(high[1]));
        if self.tile_values(components).len() < tallest {
            fault(
                "/tile_values",
                "out-of-range",
                format!("give a value for each height up to {tallest}"),
            );
        }
        let dealt = self
            .starting_grounds
            .iter()
            .take(self.players.into())
            .filter(|face| **face != Face::Blank);
        let in_district = usize::from(self.players > 1);
        if dealt.count() + in_district > usize::from(dice[0]) {
            fault("/starting_grounds", "out-of-range", "there are not so many ground dice".into());
        }
        faults
    }

    /// `self` if it may be played on these components, else why not.
    pub fn checked(self, components: &Components) -> Result<Rules, Faults> {
        Faults::none_or(self.faults(components), self)
    }
}
