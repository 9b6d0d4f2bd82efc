//! The games that a net is trained on: printed rules on every component set, and rules and starts
//! that designers may ask about.

use std::ops::RangeInclusive;

use super::TowerUp;
use super::colour::{Colour, Floors};
use super::components::SETS;
use super::handicap::{Forbidden, ForbiddenSet};
use super::rules::{Placer, Rules};
use super::state::State;
use crate::game::random::Rng;
use crate::game::{Game, Seat};
use crate::games::Documents;
use crate::games::parameters::NamedValue;

const STARTING_FLOORS: RangeInclusive<u8> = 1..=9;
const ROOFS: RangeInclusive<u8> = 5..=14;
const STOCK_LIMIT: RangeInclusive<u8> = 8..=16;
const MARKET_SIZE: RangeInclusive<u8> = 2..=6;
/// Of each colour.
const OPENING_STOCK: RangeInclusive<u8> = 0..=2;
const TOKEN: RangeInclusive<u8> = 0..=10;
const BONUS_POINTS: RangeInclusive<u8> = 0..=12;
/// Of a colour; starts of training have such floors and steps.
const BONUS_FLOORS: RangeInclusive<u8> = 0..=1;
const BONUS_STEPS: RangeInclusive<u8> = 0..=2;
/// How many star columns there are at most.
const STARS: u8 = 4;

impl TowerUp {
    /// What sets this variant apart from all that nets are trained on.
    pub(super) fn find_untrained(&self) -> Vec<String> {
        let Rules { starting_floors, stock_limit, market_size, opening_stock, .. } = self.rules;
        let (rules, components) = (&self.rules, &*self.components);
        let mut gaps = Vec::new();
        let mut check = |name: &str, value: u8, trained: RangeInclusive<u8>| {
            if !trained.contains(&value) {
                let (least, most) = trained.into_inner();
                gaps.push(format!("{name} = {value} (trained on {least} to {most})"));
            }
        };
        check("starting_floors", starting_floors, STARTING_FLOORS);
        check("roofs", rules.roofs(components), ROOFS);
        check("stock_limit", stock_limit, STOCK_LIMIT);
        check("market_size", market_size, MARKET_SIZE);
        let highest = |values: &[u8]| values.iter().copied().max().unwrap_or(0);
        check("opening_stock", highest(&opening_stock), OPENING_STOCK);
        for bonus in &rules.bonuses {
            check("bonus points", bonus.points, BONUS_POINTS);
            check("bonus floors of a colour", highest(&bonus.floors), BONUS_FLOORS);
            check("bonus steps of a colour", highest(&bonus.steps), BONUS_STEPS);
        }
        check("the highest token", highest(&self.tokens), TOKEN);
        check("the number of stars", rules.stars(components).len() as u8, 0..=STARS);
        let numbers = &components.numbers;
        let printed = [
            ("track", rules.track(components) == numbers.track),
            ("cone", rules.cone(components) == numbers.cone),
            ("floors_per_colour", rules.floors_per_colour(components) == numbers.floors_per_colour),
            ("side", rules.side() == Rules::standard(rules.players).side()),
        ];
        let other = printed.iter().filter(|(_, is_printed)| !is_printed);
        gaps.extend(other.map(|(name, _)| format!("{name} (trained on the printed one)")));
        if Self::set(&components.id).is_none() {
            gaps.push(format!("components {} (trained on the sets of Towerlab)", components.id));
        }
        gaps
    }

    /// A variant to train on; nothing if this is not the printed game. Half of them have printed
    /// rules. In the others, each of the parameters below may differ.
    pub(super) fn draw_training_variant(&self, rng: &mut Rng) -> Option<TowerUp> {
        let printed = Rules::standard(self.rules.players);
        let set = SETS[rng.index(SETS.len())].id;
        if self.rules != printed || Self::set(&self.components.id).is_none() {
            return None;
        }
        let components = Self::set(set)?;
        let rules = if rng.below(2) == 0 { printed } else { draw_rules(printed, rng) };
        TowerUp::new(rules, components).ok()
    }

    /// The beginning of a game, in one of four with something extra for some players.
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
            for colour in Colour::ALL {
                let floor = Floors::one(colour);
                let has_room = player.stock.total() < u32::from(self.rules.stock_limit);
                if rng.below(3) == 0 && has_room && state.supply.covers(floor) {
                    player.stock = player.stock.plus(floor);
                    state.supply = state.supply.minus(floor);
                }
                if rng.below(4) == 0 {
                    let steps = &mut player.markers[colour.index()];
                    *steps = (*steps + 1 + rng.below(2) as u8).min(self.track_end);
                }
            }
        }
        state
    }
}

fn draw_rules(printed: Rules, rng: &mut Rng) -> Rules {
    let players = usize::from(printed.players);
    let mut rules = Rules { beyond_rulebook: true, ..printed };
    let differs = |rng: &mut Rng| rng.below(3) == 0;
    if differs(rng) {
        rules.starting_floors = rng.number(STARTING_FLOORS);
    }
    if differs(rng) {
        rules.roofs = Some(rng.number(ROOFS));
    }
    if differs(rng) {
        rules.stock_limit = rng.number(STOCK_LIMIT);
    }
    if differs(rng) {
        rules.market_size = rng.number(MARKET_SIZE);
    }
    if differs(rng) {
        rules.opening_stock = [(); 4].map(|()| rng.number(OPENING_STOCK));
    }
    if differs(rng) {
        let mut tokens: Vec<u8> = (0..players).map(|_| rng.number(TOKEN)).collect();
        tokens.sort_unstable_by(|a, b| b.cmp(a));
        rules.tokens = Some(tokens);
    }
    if differs(rng) {
        let (first, step) = (rng.number(1..=4), rng.number(1..=4));
        rules.stars = Some(
            (0..rng.number(0..=STARS))
                .map(|star| first + star * step)
                .filter(|star| *star <= 10)
                .collect(),
        );
    }
    if differs(rng) {
        for bonus in &mut rules.bonuses[..players] {
            bonus.points = if rng.below(2) == 0 { rng.number(BONUS_POINTS) } else { 0 };
        }
    }
    if rng.below(2) == 0 {
        for forbidden in &mut rules.forbidden[..players] {
            let any = rng.number(1..=(1 << Forbidden::ALL.len()) - 1);
            *forbidden = ForbiddenSet::from_bits(if rng.below(2) == 0 { any } else { 0 });
        }
    }
    if differs(rng) {
        rules.placed_by = [Placer::Last, Placer::First, Placer::Chance][rng.index(3)];
    }
    if differs(rng) {
        rules.border_by_road = false;
    }
    rules
}
