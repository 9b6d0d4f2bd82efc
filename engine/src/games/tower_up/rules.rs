//! The parameters of a variant: every number of the rulebook and of the components, and what
//! their values must have in common.

use schemars::JsonSchema;
use serde::Serialize;

use super::components::Components;
use super::forms::{ObjectivesDocument, OpeningStock, ValueList};
use super::handicap::{Bonus, BonusDocument, Forbidden, ForbiddenSet};
use super::objectives::IN_PLAY;
use crate::document::{Fault, FaultCode, Faults};
use crate::game::Seat;
use crate::games::parameters::{BySeat, Domain, NameList, NamedValue, Parameters};
use crate::parameters;

/// The most seats at a table.
pub const MAX_SEATS: usize = 4;
/// The largest market.
pub const MAX_MARKET: usize = 8;
/// The longest track, in spaces.
pub const MAX_TRACK: usize = 32;

/// Which side of the board is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The side for 3 and 4 players.
    Front,
    /// The side for 2 players.
    Back,
}

impl NamedValue for Side {
    const NOUN: &'static str = "side";
    const ALL: &'static [Side] = &[Side::Front, Side::Back];
}

/// Who places the starting floors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Placer {
    /// The last player of the turn order, knowing the objectives.
    Last,
    /// The first player.
    First,
    /// Nobody: each floor goes to a random site that it may go to.
    Chance,
}

impl NamedValue for Placer {
    const NOUN: &'static str = "placer";
    const ALL: &'static [Placer] = &[Placer::Last, Placer::First, Placer::Chance];
}

/// Which objectives are in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Three drawn at random.
    Drawn,
    /// The three for a first game.
    Start,
    /// These three, by id.
    Named([String; IN_PLAY]),
}

parameters! {
    /// The parameters of a variant. What is left out is the rulebook's.
    pub struct Rules: 2 to 4 players;

    /// The side of the board.
    side: Option<Side> = None => Domain::fixed().unset("back for 2 players, else front"),
    /// The floors on the board at the start.
    starting_floors: u8 = 3 =>
        Domain::range(|players| 3..=if players == 4 { 5 } else { 7 }).permits(1..=16),
    /// Who places the starting floors: the last player, the first, or chance.
    placed_by: Placer = Placer::Last => Domain::free(),
    /// The roofs of each player.
    roofs: Option<u8> = None => Domain::fixed().permits(1..=30).unset("from the components"),
    /// The most floors a player may keep at the end of a turn.
    stock_limit: u8 = 10 => Domain::fixed().permits(4..=60),
    /// The floors of each colour in the box.
    floors_per_colour: Option<u8> = None =>
        Domain::fixed().permits(8..=100).unset("from the components"),
    /// The number of cards on display.
    market_size: u8 = 3 => Domain::fixed().permits(1..=MAX_MARKET as u32),
    /// The floors that every player starts with: by colour, or one number for each colour.
    opening_stock: [u8; 4] as OpeningStock = [1; 4] => Domain::fixed().permits(0..=10),
    /// The tokens of each objective, highest first.
    tokens: Option<Vec<u8>> as Option<ValueList> = None =>
        Domain::from_components().permits_described("any, in descending order"),
    /// The star columns, in steps from the first space of a track.
    stars: Option<Vec<u8>> as Option<ValueList> = None =>
        Domain::from_components().permits_described("any, in ascending order"),
    /// The values of a track's spaces.
    track: Option<Vec<u8>> as Option<ValueList> = None =>
        Domain::from_components().permits_described("2 to 32 spaces"),
    /// The values of the cone for 0, 1, 2 ... visible roofs.
    cone: Option<Vec<u8>> as Option<ValueList> = None =>
        Domain::from_components().permits_described("at least one value"),
    /// The objectives in play: `drawn` at random, the `start` set for a first game, or a list of
    /// three ids.
    objectives: Choice as ObjectivesDocument = Choice::Drawn =>
        Domain::free().permits_described("drawn, start, or three ids"),
    /// Whether the two sides of a border must be joined by a road.
    border_by_road: bool = true => Domain::free(),
    /// What seats start with beyond what everybody has, by seat: points, floors by colour, and steps
    /// of markers by colour.
    bonuses: [Bonus; MAX_SEATS] as BySeat<BonusDocument> = [Bonus { points: 0, floors: [0; 4], steps: [0; 4] }; MAX_SEATS] =>
        Domain::fixed().permits_described("up to 50 points; 10 floors and 10 steps of a colour").engine_only(),
    /// What seats may not do, by seat: `wild_cards`, `marker_cards` (to take them), `objectives` (to
    /// win tokens).
    forbidden: [ForbiddenSet; MAX_SEATS] as BySeat<NameList<Forbidden>> = [ForbiddenSet::NONE; MAX_SEATS] =>
        Domain::fixed().permits_described("any of these for each seat").engine_only(),
    /// The number of turns, extra turns among them, after which a game is stopped as unfinished.
    turn_cap: u16 = 1000 => Domain::range(|_| 200..=60_000).permits(1..=60_000).engine_only(),
}

impl Rules {
    /// The side of the board in use.
    pub fn side(&self) -> Side {
        self.side.unwrap_or(if self.players == 2 { Side::Back } else { Side::Front })
    }

    /// The roofs of each player.
    pub fn roofs(&self, components: &Components) -> u8 {
        self.roofs.unwrap_or(components.numbers.roofs)
    }

    /// The floors of each colour.
    pub fn floors_per_colour(&self, components: &Components) -> u8 {
        self.floors_per_colour.unwrap_or(components.numbers.floors_per_colour)
    }

    /// The tokens of each objective, highest first.
    pub fn tokens(&self, components: &Components) -> Vec<u8> {
        let printed = || components.numbers.tokens.get(&self.players.to_string()).cloned();
        self.tokens.clone().or_else(printed).unwrap_or_default()
    }

    /// The star columns.
    pub fn stars(&self, components: &Components) -> Vec<u8> {
        self.stars.clone().unwrap_or_else(|| components.numbers.stars.clone())
    }

    /// The values of a track's spaces.
    pub fn track(&self, components: &Components) -> Vec<u8> {
        self.track.clone().unwrap_or_else(|| components.numbers.track.clone())
    }

    /// The values of the cone.
    pub fn cone(&self, components: &Components) -> Vec<u8> {
        self.cone.clone().unwrap_or_else(|| components.numbers.cone.clone())
    }

    /// These rules with what they leave to the number of players and to the components.
    fn resolved(&self, components: &Components) -> Rules {
        Rules {
            side: Some(self.side()),
            roofs: Some(self.roofs(components)),
            floors_per_colour: Some(self.floors_per_colour(components)),
            ..self.clone()
        }
    }

    /// All that forbids these rules on these components.
    pub fn faults(&self, components: &Components) -> Vec<Fault> {
        if let Some(fault) = self.players_fault() {
            return vec![fault];
        }
        let mut faults = self.domain_faults(|rules| rules.resolved(components));
        self.check_opening_stock(components, &mut faults);
        self.check_seats(&mut faults);
        self.check_lists(components, &mut faults);
        self.check_objectives(components, &mut faults);
        let out_of_deck =
            u32::from(self.market_size.max(self.starting_floors)) >= components.deck.len();
        if out_of_deck {
            let message = format!("{} cards are too few for this market", components.deck.len());
            faults.push(Fault::new("/market_size", FaultCode::DeckTooSmall, message));
        }
        faults
    }

    /// The floors that a seat starts with.
    pub fn opening_stock_of(&self, seat: Seat) -> [u8; 4] {
        let bonus = self.bonuses[seat.index()].floors;
        std::array::from_fn(|colour| self.opening_stock[colour] + bonus[colour])
    }

    /// The floors that all seats start with, by colour.
    pub fn floors_dealt(&self) -> [u32; 4] {
        let mut dealt = [0; 4];
        for seat in Seat::all(self.players.into()) {
            let floors = self.opening_stock_of(seat).map(u32::from);
            dealt.iter_mut().zip(floors).for_each(|(dealt, floors)| *dealt += floors);
        }
        dealt
    }

    fn check_opening_stock(&self, components: &Components, faults: &mut Vec<Fault>) {
        for seat in Seat::all(self.players.into()) {
            let opening = self.opening_stock_of(seat).map(u32::from);
            if opening.iter().sum::<u32>() > u32::from(self.stock_limit) {
                let has_bonus = self.bonuses[seat.index()].floor_count() > 0;
                let place = if has_bonus {
                    format!("/bonuses/{}", seat.0)
                } else {
                    "/opening_stock".into()
                };
                let message = "the opening stock is above the stock limit";
                faults.push(Fault::new(place, FaultCode::AboveStockLimit, message));
                break;
            }
        }
        let most = self.floors_dealt().into_iter().max().unwrap_or(0);
        if most > u32::from(self.floors_per_colour(components)) {
            let message = format!("{most} floors of a colour would be needed");
            faults.push(Fault::new("/opening_stock", FaultCode::TooFewFloors, message));
        }
    }

    fn check_seats(&self, faults: &mut Vec<Fault>) {
        let players = usize::from(self.players);
        let lists = [
            ("bonuses", self.bonuses[players..].iter().any(|bonus| *bonus != Bonus::default())),
            ("forbidden", self.forbidden[players..].iter().any(|set| !set.is_empty())),
        ];
        for (name, _) in lists.iter().filter(|(_, is_too_long)| *is_too_long) {
            let message = format!("{name} has an entry for each seat; there are {players} players");
            faults.push(Fault::new(format!("/{name}"), FaultCode::SeatList, message));
        }
    }

    fn check_lists(&self, components: &Components, faults: &mut Vec<Fault>) {
        let mut fault =
            |place: &str, code, message: &str| faults.push(Fault::new(place, code, message));
        let track = self.track(components);
        if !(2..=MAX_TRACK).contains(&track.len()) {
            fault("/track", FaultCode::OutOfRange, &format!("a track has 2 to {MAX_TRACK} spaces"));
        }
        let stars = self.stars(components);
        if !stars.is_sorted_by(|a, b| a < b)
            || stars.iter().any(|&s| s == 0 || usize::from(s) >= track.len())
        {
            fault(
                "/stars",
                FaultCode::OutOfRange,
                "star columns ascend from step 1 to the last space of the track",
            );
        }
        if self.cone(components).is_empty() {
            fault("/cone", FaultCode::OutOfRange, "give at least the value for no visible roof");
        }
        let tokens = self.tokens(components);
        if self.tokens.is_none() && tokens.is_empty() {
            fault(
                "/tokens",
                FaultCode::NoTokens,
                &format!("the components have no tokens for {} players", self.players),
            );
        }
        if !tokens.is_sorted_by(|a, b| a >= b) {
            fault(
                "/tokens",
                FaultCode::OutOfRange,
                "tokens are listed from the highest to the lowest",
            );
        }
    }

    fn check_objectives(&self, components: &Components, faults: &mut Vec<Fault>) {
        let mut fault =
            |place: &str, code, message: &str| faults.push(Fault::new(place, code, message));
        if let Choice::Named(ids) = &self.objectives {
            for (index, id) in ids.iter().enumerate() {
                let place = format!("/objectives/{index}");
                if components.objective(id).is_none() {
                    fault(
                        &place,
                        FaultCode::UnknownObjective,
                        &format!("there is no objective `{id}`"),
                    );
                } else if ids[..index].contains(id) {
                    fault(&place, FaultCode::ObjectiveTwice, &format!("`{id}` is named twice"));
                }
            }
        }
        let start = components.objectives.iter().filter(|objective| objective.start).count();
        if self.objectives == Choice::Start && start != IN_PLAY {
            let message = format!("{start} objectives are marked for a first game, not {IN_PLAY}");
            fault("/objectives", FaultCode::StartObjectives, &message);
        }
    }

    /// `self` if it may be played on these components, else why not.
    pub fn checked(self, components: &Components) -> Result<Rules, Faults> {
        Faults::ok_if_empty(self.faults(components), self)
    }
}
