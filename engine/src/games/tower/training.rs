//! The games that a net is trained on: the printed rules, and rules and starts that designers may
//! ask about.

use std::ops::RangeInclusive;

use super::Tower;
use super::handicap::{Forbidden, ForbiddenSet};
use super::rules::Rules;
use super::state::State;
use crate::game::random::Rng;
use crate::game::{Game, Seat};
use crate::games::Documents;
use crate::games::parameters::NamedValue;

/// Rates of Salil beside the printed ones.
const RATES: [[u8; 3]; 5] = [[2, 2, 1], [3, 3, 1], [4, 3, 2], [4, 2, 1], [3, 2, 2]];

const DRAW_SIZE: RangeInclusive<u8> = 2..=5;
const EXTRA_DRAW: RangeInclusive<u8> = 0..=4;
const PASS_GEMS: RangeInclusive<u8> = 1..=3;
const CARDS_SEEN: RangeInclusive<u8> = 2..=4;
const HAND_LIMIT: RangeInclusive<u8> = 1..=4;
const FLOORS_TO_WIN: RangeInclusive<u8> = 2..=4;

impl Tower {
    /// What sets this variant apart from all that nets are trained on.
    pub(super) fn find_untrained(&self) -> Vec<String> {
        let rules = &self.rules;
        let printed = Rules::standard(rules.players);
        let mut gaps = Vec::new();
        let mut check = |name: &str, value: u8, trained: RangeInclusive<u8>| {
            if !trained.contains(&value) {
                let (least, most) = trained.into_inner();
                gaps.push(format!("{name} = {value} (trained on {least} to {most})"));
            }
        };
        check("draw_size", rules.draw_size, DRAW_SIZE);
        check("extra_draw", rules.extra_draw, EXTRA_DRAW);
        check("pass_gems", rules.pass_gems, PASS_GEMS);
        check("cards_seen", rules.cards_seen, CARDS_SEEN);
        check("hand_limit", rules.hand_limit, HAND_LIMIT);
        check("floors_to_win", rules.floors_to_win, FLOORS_TO_WIN);
        let rates = rules.salil_rates;
        let same = [
            ("salil_rates", rates == printed.salil_rates || RATES.contains(&rates)),
            ("entry_prices", rules.entry_prices == printed.entry_prices),
            ("cards_drawn", rules.cards_drawn == printed.cards_drawn),
            ("materials_per_card", rules.materials_per_card == printed.materials_per_card),
            ("tokens", self.tokens == printed.tokens(&self.components)),
            ("components", Self::set(&self.components.id).is_some()),
        ];
        let other = same.iter().filter(|(_, is_same)| !is_same);
        gaps.extend(other.map(|(name, _)| format!("{name} (trained on other values)")));
        gaps
    }

    /// A variant to train on; nothing if this is not the printed game. Half of them have printed
    /// rules. In the others, each of the parameters below may differ.
    pub(super) fn draw_training_variant(&self, rng: &mut Rng) -> Option<Tower> {
        let printed = Rules::standard(self.rules.players);
        if self.rules != printed || rng.below(2) == 0 {
            return None;
        }
        Tower::new(draw_rules(printed, rng), self.components.clone()).ok()
    }

    /// The beginning of a game, in one of four with tokens or a floor for some players.
    pub(super) fn draw_training_start(&self, rng: &mut Rng) -> State {
        let mut state = self.start();
        if rng.below(4) != 0 {
            return state;
        }
        for seat in Seat::all(self.rules.players.into()) {
            if rng.below(2) == 0 {
                continue;
            }
            let player = &mut state.players[seat.index()];
            for kind in 0..4 {
                let most = state.bag[kind].min([3, 2, 1, 1][kind]);
                let given = rng.below(u64::from(most) + 1) as u8;
                player.tokens[kind] += given;
                state.bag[kind] -= given;
            }
            if rng.below(4) == 0 && self.rules.floors_to_win > 1 {
                player.floors = 1;
            }
        }
        state
    }
}

fn draw_rules(printed: Rules, rng: &mut Rng) -> Rules {
    let mut rules = Rules { beyond_rulebook: true, ..printed };
    let differs = |rng: &mut Rng| rng.below(3) == 0;
    if differs(rng) {
        rules.friendlier = true;
    }
    if differs(rng) {
        rules.meaner = true;
    }
    if differs(rng) {
        rules.draw_size = rng.number(DRAW_SIZE);
    }
    if differs(rng) {
        rules.extra_draw = rng.number(EXTRA_DRAW);
    }
    if differs(rng) {
        rules.salil_rates = RATES[rng.index(RATES.len())];
    }
    if differs(rng) {
        rules.pass_gems = rng.number(PASS_GEMS);
    }
    if differs(rng) {
        rules.cards_seen = rng.number(CARDS_SEEN);
    }
    if differs(rng) {
        rules.hand_limit = rng.number(HAND_LIMIT);
    }
    if differs(rng) {
        rules.floors_to_win = rng.number(FLOORS_TO_WIN);
    }
    if rng.below(2) == 0 {
        for forbidden in &mut rules.forbidden[..usize::from(rules.players)] {
            let any = rng.number(1..=(1 << Forbidden::ALL.len()) - 1);
            *forbidden = ForbiddenSet::from_bits(if rng.below(2) == 0 { any } else { 0 });
        }
    }
    rules
}
