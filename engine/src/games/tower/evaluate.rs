//! What agents look at: floors, materials, and how far the gems go.

use super::Tower;
use super::card::NONE;
use super::effect::Primitive;
use super::inputs;
use super::slot::Price;
use super::state::{State, Step};
use super::token::{Material, Token};
use crate::game::Seat;
use crate::game::random::Rng;
use crate::games::evaluate::{Evaluate, Features, SearchTuning};
use crate::games::inputs::{InputTable, InputWriter};

impl Evaluate for Tower {
    const FEATURES: &'static [&'static str] = &[
        "floors",
        "materials of the card",
        "floor complete",
        "green",
        "blue",
        "red",
        "passes",
        "missing materials in reach",
        "gems short",
        "missing materials nowhere to buy",
        "cards in hand",
        "cards to come",
        "thieves in hand",
        "smugglers in hand",
        "skips the next draw",
        "rivals' floors",
        "rivals' best progress",
        "rivals who skip a draw",
        "rivals' gems",
        "acting",
        "acted",
    ];
    const GREEDY: &'static [i32] = &[100, 20, 0, 1, 1, 2, 2, 0, 0, 0, 1, 1];
    const TUNED: Option<&'static str> = Some(include_str!("../../../data/tower/tuned.json"));
    const NETS: &'static [(usize, &'static [u8])] = &[
        (2, include_bytes!("../../../data/tower/expert-2.net")),
        (3, include_bytes!("../../../data/tower/expert-3.net")),
        (4, include_bytes!("../../../data/tower/expert-4.net")),
    ];
    const INPUT_TABLES: &'static [InputTable] = inputs::TABLES;
    const EXPLORATION: f64 = 0.7;
    const SEARCH: SearchTuning = SearchTuning { exploration: 1.0, prior_temperature: 0.3 };

    fn inputs(&self, state: &State, seat: Seat, out: &mut InputWriter<'_>) {
        self.write_inputs(state, seat, out);
    }

    fn training_variant(&self, rng: &mut Rng) -> Option<Tower> {
        self.draw_training_variant(rng)
    }

    fn training_start(&self, rng: &mut Rng) -> State {
        self.draw_training_start(rng)
    }

    fn untrained(&self) -> Vec<String> {
        self.find_untrained()
    }

    fn rollout(&self) -> u32 {
        // To the end with two players. With more that takes long and tells no more: 40 decisions
        // won as often against `tuned` in 240 games of three.
        if self.rules.players == 2 { 1000 } else { 40 }
    }

    fn is_quiet(&self, state: &State) -> bool {
        !matches!(
            state.step,
            Step::Effect(_) | Step::PutBack { .. } | Step::Return { .. } | Step::Choose
        )
    }

    fn features(&self, state: &State, seat: Seat, out: &mut Features) {
        let player = state.player(seat);
        out[0] = player.floors.into();
        for token in Token::ALL {
            out[3 + token.index()] = player.tokens[token.index()].into();
        }
        out[10] = player.hand.len() as i32;
        if seat == state.seat {
            out[11] = match state.step {
                Step::Look { keep, .. } | Step::PutBack { keep } => keep.into(),
                _ => 0,
            };
            out[19] = i32::from(matches!(state.step, Step::Act));
            out[20] = i32::from(state.acted && matches!(state.step, Step::Act));
        }
        for card in player.hand.as_slice() {
            let Some(kind) = self.market.get(usize::from(card.kind)) else { continue };
            for effect in &kind.effects {
                out[12] += i32::from(matches!(effect.primitive, Primitive::StealMaterial { .. }));
                out[13] += i32::from(matches!(effect.primitive, Primitive::TakeMaterial { .. }));
            }
        }
        out[14] = player.skips_draw.into();
        if player.card < NONE {
            self.shopping(state, seat, out);
        }
        for rival in Seat::all(self.rules.players.into()).filter(|rival| *rival != seat) {
            let other = state.player(rival);
            let held: u8 = other.materials.iter().sum();
            out[15] += i32::from(other.floors);
            out[16] = out[16].max(6 * i32::from(other.floors) + i32::from(held));
            out[17] += i32::from(other.skips_draw);
            out[18] += other.tokens[..3].iter().map(|&count| i32::from(count)).sum::<i32>();
        }
    }
}

impl Tower {
    /// How far a player is with its card, and how far its gems go in the shops as they are.
    pub(super) fn shopping(&self, state: &State, seat: Seat, out: &mut Features) {
        let player = state.player(seat);
        let card = self.cards[usize::from(player.card)];
        let lacking = self.lacking(state, seat);
        out[1] = i32::from(self.enough[usize::from(player.card)]) - i32::from(lacking);
        out[2] = i32::from(lacking == 0);
        if lacking == 0 {
            return;
        }
        let mut gems = [player.tokens[0], player.tokens[1], player.tokens[2]].map(i32::from);
        for material in Material::ALL {
            let m = material.index();
            for _ in 0..card[m].saturating_sub(player.materials[m]) {
                // The slot for which the fewest gems are short; then the cheapest.
                let mut best: Option<(i32, &Price)> = None;
                for price in self.prices[m].iter().filter(|price| state.stock[price.slot] > 0) {
                    let short = (price.gems - gems[price.colour]).max(0) * price.worth;
                    if best.is_none_or(|(least, _)| short < least) {
                        best = Some((short, price));
                    }
                    if short == 0 {
                        break;
                    }
                }
                match best {
                    None => out[9] += 1,
                    Some((0, price)) => {
                        out[7] += 1;
                        gems[price.colour] -= price.gems;
                    }
                    Some((short, _)) => out[8] += short,
                }
            }
        }
    }
}
