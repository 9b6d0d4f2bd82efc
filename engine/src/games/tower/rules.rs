//! The parameters of a variant: every number of the rulebook, and what their values must have in
//! common.

use super::card::MAX_HAND;
use super::components::Components;
use super::document::TokenCounts;
use super::forms::{MOST_PRICE, MOST_RATE, PriceTable, RateTable};
use super::handicap::{Forbidden, ForbiddenSet};
use super::token::{Gems, Tokens, total};
use crate::document::{Fault, FaultCode, Faults};
use crate::games::parameters::{BySeat, Domain, NameList, Parameters};
use crate::parameters;

/// The most seats at a table.
pub const MAX_SEATS: usize = 4;
/// The most shops.
pub const MAX_SHOPS: usize = 8;
/// The most slots of all shops.
pub const MAX_SLOTS: usize = 24;
/// The most different build cards.
pub const MAX_BUILD_CARDS: usize = 32;
/// The most different black-market cards.
pub const MAX_MARKET_CARDS: usize = 16;

parameters! {
    /// The parameters of a variant. What is left out is the rulebook's.
    pub struct Rules: 2 to 4 players;

    /// Build cards are secret, as they always are with two players.
    friendlier: bool = false => Domain::free(),
    /// Any material may be bought; all of them go back when building.
    meaner: bool = false => Domain::free(),
    /// How many tokens are drawn in the draw phase.
    draw_size: u8 = 3 => Domain::fixed().permits(1..=10),
    /// How many tokens are drawn after a turn in which nothing was done.
    extra_draw: u8 = 2 => Domain::fixed().permits(0..=10),
    /// How many gems of a colour Salil wants for one gem; at most one colour at 1. A colour that is
    /// left out has the rulebook's rate.
    salil_rates: Gems as RateTable = [3, 2, 1] => Domain::fixed().permits(1..=MOST_RATE as u32),
    /// How many gems Salil gives for a pass.
    pass_gems: u8 = 2 => Domain::fixed().permits(1..=4),
    /// What a black-market card costs to get: gems of one colour, or passes. What is left out has
    /// the rulebook's price.
    entry_prices: Tokens as PriceTable = [6, 4, 2, 1] =>
        Domain::fixed().permits(1..=MOST_PRICE as u32),
    /// How many black-market cards are looked at.
    cards_seen: u8 = 3 => Domain::fixed().permits(1..=MAX_HAND as u32),
    /// The most black-market cards in a hand.
    hand_limit: u8 = 3 => Domain::fixed().permits(0..=MAX_HAND as u32),
    /// How many build cards are drawn to choose one.
    cards_drawn: u8 = 3 => Domain::fixed().permits(1..=MAX_HAND as u32),
    /// How many floors win.
    floors_to_win: u8 = 3 => Domain::fixed().permits(1..=9),
    /// How many of a build card's materials make a floor.
    materials_per_card: Option<u8> = None =>
        Domain::fixed().permits(1..=12).unset("all that it shows"),
    /// What is in the bag at the start.
    tokens: Option<Tokens> as Option<TokenCounts> = None =>
        Domain::fixed().permits_described("0 to 100 each, at least one in all").unset("from the components"),
    /// What seats may not do, by seat: trade with `salil`, enter the `black_market`.
    forbidden: [ForbiddenSet; MAX_SEATS] as BySeat<NameList<Forbidden>> =
        [ForbiddenSet::NONE; MAX_SEATS] =>
        Domain::fixed().permits_described("any of these for each seat").engine_only(),
    /// The number of turns after which a game is stopped as unfinished.
    turn_cap: u16 = 2000 => Domain::free().permits(1..=65535).engine_only(),
}

impl Rules {
    /// Whether build cards are secret.
    pub fn secret_cards(&self) -> bool {
        self.friendlier || self.players == 2
    }

    /// What is in the bag at the start.
    pub fn tokens(&self, components: &Components) -> Tokens {
        self.tokens.unwrap_or_else(|| components.tokens())
    }

    /// These rules with what they leave to the components, without a number of materials that no
    /// build card exceeds.
    fn resolved(&self, components: &Components) -> Rules {
        let exceeds = |count: &u8| {
            components.build_cards.iter().any(|card| total(&card.materials()) > (*count).into())
        };
        Rules {
            tokens: Some(self.tokens(components)),
            materials_per_card: self.materials_per_card.filter(exceeds),
            ..self.clone()
        }
    }

    /// All that forbids these rules on these components.
    pub fn faults(&self, components: &Components) -> Vec<Fault> {
        if let Some(fault) = self.players_fault() {
            return vec![fault];
        }
        let mut faults = self.domain_faults(|rules| rules.resolved(components));
        let mut fault =
            |place: &str, code, message: &str| faults.push(Fault::new(place, code, message));
        if self.salil_rates.iter().filter(|rate| **rate == 1).count() > 1 {
            let message = "two colours at one for one could be traded to and fro for ever";
            fault("/salil_rates", FaultCode::EndlessTrade, message);
        }
        let players = usize::from(self.players);
        if self.forbidden[players..].iter().any(|set| !set.is_empty()) {
            let message =
                format!("forbidden has an entry for each seat; there are {players} players");
            fault("/forbidden", FaultCode::SeatList, &message);
        }
        let tokens = self.tokens(components);
        if total(&tokens) == 0 || tokens.iter().any(|&count| count > 100) {
            let message = "there is at least one token, and at most 100 of each kind";
            fault("/tokens", FaultCode::OutOfRange, message);
        }
        faults
    }

    /// `self` if it may be played on these components, else why not.
    pub fn checked(self, components: &Components) -> Result<Rules, Faults> {
        Faults::ok_if_empty(self.faults(components), self)
    }
}
