//! The parameters of a variant: every number of the rulebook, with its default and its
//! range.

use super::card::MAX_HAND;
use super::components::Components;
use super::token::{Gems, Token, Tokens, total};
use crate::fault::{Fault, Faults};

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

/// The parameters of a variant. `None` stands for what the components say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The number of players, 2 to 4.
    pub players: u8,
    /// Build cards are secret, as they always are with two players.
    pub friendlier: bool,
    /// Any material may be bought; all of them go back when building.
    pub meaner: bool,
    /// How many tokens are drawn in the draw phase.
    pub draw_size: u8,
    /// How many more are drawn when nothing was done.
    pub extra_draw: u8,
    /// How many gems of a colour Salil wants for one gem.
    pub salil_rates: Gems,
    /// How many gems Salil gives for a pass.
    pub pass_gems: u8,
    /// What a black-market card costs to get: gems of one colour, or passes.
    pub entry_prices: Tokens,
    /// How many black-market cards are looked at.
    pub cards_seen: u8,
    /// The most black-market cards in a hand.
    pub hand_limit: u8,
    /// How many build cards are drawn to choose one.
    pub cards_drawn: u8,
    /// How many floors win.
    pub floors_to_win: u8,
    /// How many of a build card's materials make a floor; all of them if not given.
    pub materials_per_card: Option<u8>,
    /// What is in the bag at the start.
    pub tokens: Option<Tokens>,
    /// After so many turns the game is unfinished.
    pub turn_cap: u16,
    /// Allows values that no rulebook has.
    pub beyond_rulebook: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            players: 2,
            friendlier: false,
            meaner: false,
            draw_size: 3,
            extra_draw: 2,
            salil_rates: [3, 2, 1],
            pass_gems: 2,
            entry_prices: [6, 4, 2, 1],
            cards_seen: 3,
            hand_limit: 3,
            cards_drawn: 3,
            floors_to_win: 3,
            materials_per_card: None,
            tokens: None,
            turn_cap: 2000,
            beyond_rulebook: false,
        }
    }
}

impl Rules {
    /// The rulebook's game for a number of players.
    pub fn standard(players: u8) -> Rules {
        Rules { players, ..Rules::default() }
    }

    /// Whether build cards are secret.
    pub fn secret_cards(&self) -> bool {
        self.friendlier || self.players == 2
    }

    /// What is in the bag at the start.
    pub fn tokens(&self, components: &Components) -> Tokens {
        self.tokens.unwrap_or_else(|| components.tokens())
    }

    /// All that forbids these rules on these components.
    pub fn faults(&self, components: &Components) -> Vec<Fault> {
        if !(2..=MAX_SEATS as u8).contains(&self.players) {
            let message = format!("2 to {MAX_SEATS} can play, not {}", self.players);
            return vec![Fault::new("/players", "players", message)];
        }
        let mut faults = Vec::new();
        let mut fault =
            |place: &str, code, message: String| faults.push(Fault::new(place, code, message));
        let book = Rules::default();
        let fewer = |count: u8| {
            components.build_cards.iter().any(|card| total(&card.materials()) > count.into())
        };
        let changed = [
            ("/draw_size", self.draw_size != book.draw_size),
            ("/extra_draw", self.extra_draw != book.extra_draw),
            ("/salil_rates", self.salil_rates != book.salil_rates),
            ("/pass_gems", self.pass_gems != book.pass_gems),
            ("/entry_prices", self.entry_prices != book.entry_prices),
            ("/cards_seen", self.cards_seen != book.cards_seen),
            ("/hand_limit", self.hand_limit != book.hand_limit),
            ("/cards_drawn", self.cards_drawn != book.cards_drawn),
            ("/floors_to_win", self.floors_to_win != book.floors_to_win),
            ("/materials_per_card", self.materials_per_card.is_some_and(fewer)),
            ("/tokens", self.tokens(components) != book.tokens(components)),
        ];
        for (place, _) in changed.iter().filter(|(_, changed)| *changed && !self.beyond_rulebook) {
            let message = "no rulebook has this; set beyond_rulebook to allow it";
            fault(place, "beyond-rulebook", message.into());
        }
        let hand = MAX_HAND as u8;
        let ranges = [
            ("/draw_size", self.draw_size, 1..=10),
            ("/extra_draw", self.extra_draw, 0..=10),
            ("/pass_gems", self.pass_gems, 1..=4),
            ("/cards_seen", self.cards_seen, 1..=hand),
            ("/hand_limit", self.hand_limit, 0..=hand),
            ("/cards_drawn", self.cards_drawn, 1..=hand),
            ("/floors_to_win", self.floors_to_win, 1..=9),
            ("/materials_per_card", self.materials_per_card.unwrap_or(1), 1..=12),
        ];
        for (place, value, range) in ranges {
            if !range.contains(&value) {
                let (name, low, high) = (&place[1..], range.start(), range.end());
                fault(place, "out-of-range", format!("{name} is {value}; write {low} to {high}"));
            }
        }
        for token in Token::ALL {
            let price = self.entry_prices[token.index()];
            if !(1..=20).contains(&price) {
                let message = format!("a card for {price} {token}; write 1 to 20");
                fault("/entry_prices", "out-of-range", message);
            }
        }
        for gem in Token::GEMS {
            let rate = self.salil_rates[gem.index()];
            if !(1..=9).contains(&rate) {
                let message = format!("a gem for {rate} {gem}; write 1 to 9");
                fault("/salil_rates", "out-of-range", message);
            }
        }
        if self.salil_rates.iter().filter(|rate| **rate == 1).count() > 1 {
            let message = "two colours at one for one could be traded to and fro for ever";
            fault("/salil_rates", "endless-trade", message.into());
        }
        let tokens = self.tokens(components);
        if total(&tokens) == 0 || tokens.iter().any(|&count| count > 100) {
            let message = "there is at least one token, and at most 100 of each kind";
            fault("/tokens", "out-of-range", message.into());
        }
        if self.turn_cap == 0 {
            fault("/turn_cap", "out-of-range", "turn_cap is 0; write 1 to 65535".into());
        }
        faults
    }

    /// `self` if it may be played on these components, else why not.
    pub fn checked(self, components: &Components) -> Result<Rules, Faults> {
        Faults::none_or(self.faults(components), self)
    }
}
