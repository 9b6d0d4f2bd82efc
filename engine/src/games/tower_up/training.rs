//! The games that a net is trained on: printed rules on every component set, and rules and starts
//! that designers may ask about.

use super::TowerUp;
use super::colour::{Colour, Floors};
use super::components::SETS;
use super::rules::{Placer, Rules};
use super::state::State;
use crate::game::random::Rng;
use crate::game::{Game, Seat};
use crate::games::Documents;

impl TowerUp {
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
    let from = |least: u64, most: u64, rng: &mut Rng| (least + rng.below(most - least + 1)) as u8;
    if differs(rng) {
        rules.starting_floors = from(1, 9, rng);
    }
    if differs(rng) {
        rules.roofs = Some(from(5, 14, rng));
    }
    if differs(rng) {
        rules.stock_limit = from(8, 16, rng);
    }
    if differs(rng) {
        rules.market_size = from(2, 6, rng);
    }
    if differs(rng) {
        rules.opening_stock = [(); 4].map(|()| from(0, 2, rng));
    }
    if differs(rng) {
        let mut tokens: Vec<u8> = (0..players).map(|_| from(0, 10, rng)).collect();
        tokens.sort_unstable_by(|a, b| b.cmp(a));
        rules.tokens = Some(tokens);
    }
    if differs(rng) {
        let (first, step) = (from(1, 4, rng), from(1, 4, rng));
        rules.stars = Some(
            (0..from(0, 4, rng))
                .map(|star| first + star * step)
                .filter(|star| *star <= 10)
                .collect(),
        );
    }
    if differs(rng) {
        rules.placed_by = [Placer::Last, Placer::First, Placer::Chance][rng.index(3)];
    }
    if differs(rng) {
        rules.border_by_road = false;
    }
    rules
}
