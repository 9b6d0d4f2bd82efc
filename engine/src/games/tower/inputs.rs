//! A position as a net sees it. What a seat cannot know is left out: other hands by their size,
//! secret build cards not at all.

use super::Tower;
use super::card::NONE;
use super::effect::Primitive;
use super::slot::Slot;
use super::state::{Player, State, Step};
use super::token::{Material, Materials, total};
use crate::game::Seat;
use crate::games::evaluate::MAX_FEATURES;
use crate::games::inputs::{InputTable, InputWriter};

/// The places of the tables.
mod table {
    pub const STEP: usize = 0;
    pub const TURN: usize = 1;
    pub const EFFECT: usize = 2;
    pub const FLOORS: usize = 3;
    pub const LACKING: usize = 4;
    pub const GREEN: usize = 5;
    pub const BLUE: usize = 6;
    pub const RED: usize = 7;
    pub const PASSES: usize = 8;
    pub const WEALTH: usize = 9;
    pub const MATERIAL: usize = 10;
    pub const SLOT: usize = 11;
    pub const BEST_SHOP: usize = 12;
    pub const TWO_SHOPS: usize = 13;
    pub const HAND: usize = 14;
    pub const HAND_SIZE: usize = 15;
    pub const BAG: usize = 16;
    pub const PILE: usize = 17;
    pub const RIVAL: usize = 18;
    pub const RIVAL_WEALTH: usize = 19;
    pub const RIVAL_TOKENS: usize = 20;
    pub const RIVAL_HAND: usize = 21;
    pub const RIVAL_CARD: usize = 22;
    pub const RIVAL_MATERIAL: usize = 23;
    pub const SHOPPING: usize = 24;
    pub const RULE: usize = 25;
    pub const FORBIDDEN: usize = 26;
    pub const RIVAL_FORBIDDEN: usize = 27;
}

/// Slots described one by one; a variant with fewer leaves the rest out.
const SLOTS: usize = 18;

pub(super) const TABLES: &[InputTable] = &[
    InputTable::new("whose step it is", 64),
    InputTable::new("what was done in this turn", 16),
    InputTable::new("the effect that is being decided", 8),
    InputTable::new("floors missing, and of the best rival", 36),
    InputTable::new("materials missing and floors missing", 48),
    InputTable::new("green gems", 16),
    InputTable::new("blue gems", 14),
    InputTable::new("red gems", 10),
    InputTable::new("passes", 6),
    InputTable::new("worth of all gems", 60),
    InputTable::new("need of a material, and how it can be had", 320),
    InputTable::new("a slot", 130),
    InputTable::new("what the best shop sells of what is missing", 56),
    InputTable::new("what the two best shops sell of what is missing", 56),
    InputTable::new("cards in hand that do something", 36),
    InputTable::new("cards in hand and to come", 28),
    InputTable::new("gems in the bag", 48),
    InputTable::new("gems on the pile", 30),
    InputTable::per_rival("a rival's floors missing and materials", 48),
    InputTable::per_rival("worth of a rival's gems", 40),
    InputTable::per_rival("a rival's tokens of a kind", 40),
    InputTable::per_rival("a rival's hand, shop and draw", 28),
    InputTable::per_rival("materials that a rival is known to miss", 48),
    InputTable::per_rival("a rival's materials of a kind", 16),
    InputTable::new("missing materials in reach, and how far the gems fall short", 126),
    InputTable::new("a rule", 48),
    InputTable::new("what the player may not do", 4),
    InputTable::per_rival("what a rival may not do", 4),
];

impl Tower {
    pub(super) fn write_inputs(&self, state: &State, seat: Seat, out: &mut InputWriter<'_>) {
        let seats = usize::from(self.rules.players);
        let at = |distance: usize| Seat(((seat.index() + distance) % seats) as u8);
        let actor = (state.seat.index() + seats - seat.index()) % seats;
        let is_own = actor == 0;
        out.push(table::STEP, (actor * 8 + step_value(state)) * 2 + usize::from(state.acted));
        let flags = [state.bought, state.visited, state.drew, state.player(seat).skips_draw];
        let done = flags.iter().enumerate().map(|(bit, flag)| {
            let counts = is_own || bit == 3;
            usize::from(*flag && counts) << bit
        });
        out.push(table::TURN, done.sum());
        out.push(table::EFFECT, if is_own { self.effect_value(state) } else { 7 });
        let missing = |player: &Player| {
            usize::from(self.rules.floors_to_win.saturating_sub(player.floors)).min(5)
        };
        let own = state.player(seat);
        let rivals = (1..seats).map(|distance| missing(state.player(at(distance))));
        out.push(table::FLOORS, missing(own) * 6 + rivals.min().unwrap_or(5));
        let lacking = usize::from(self.lacking(state, seat)).min(7);
        out.push(table::LACKING, missing(own) * 8 + lacking);
        out.push(table::GREEN, own.tokens[0].into());
        out.push(table::BLUE, own.tokens[1].into());
        out.push(table::RED, own.tokens[2].into());
        out.push(table::PASSES, own.tokens[3].into());
        out.push(table::WEALTH, self.wealth(own) / 2);
        self.write_shops(state, seat, lacking, out);
        let mut features = [0; MAX_FEATURES];
        if own.card < NONE {
            self.shopping(state, seat, &mut features);
        }
        let [in_reach, short, nowhere] = [7, 8, 9].map(|at| features[at].max(0) as usize);
        out.push(table::SHOPPING, (in_reach.min(6) * 3 + nowhere.min(2)) * 6 + short.min(5));
        self.write_rules(out);
        let forbidden = |seat: Seat| usize::from(self.rules.forbidden[seat.index()].bits());
        out.push(table::FORBIDDEN, forbidden(seat));
        for distance in 1..seats {
            out.push_rival(table::RIVAL_FORBIDDEN, distance, forbidden(at(distance)));
        }
        self.write_hand(state, own, is_own, out);
        write_bag(state, out);
        for distance in 1..seats {
            let rival = state.player(at(distance));
            let held = (total(&rival.materials) as usize).min(7);
            out.push_rival(table::RIVAL, distance, missing(rival) * 8 + held);
            out.push_rival(table::RIVAL_WEALTH, distance, self.wealth(rival) / 3);
            for (kind, count) in rival.tokens.into_iter().enumerate() {
                let value = kind * 10 + usize::from(count.min(9));
                out.push_rival(table::RIVAL_TOKENS, distance, value);
            }
            let stands = usize::from(rival.shop < NONE);
            let hand = (rival.hand.len().min(6) * 2 + stands) * 2 + usize::from(rival.skips_draw);
            out.push_rival(table::RIVAL_HAND, distance, hand);
            // An open card is known to everybody; of a secret one, nothing.
            let card = if self.rules.secret_cards() || rival.card >= NONE {
                0
            } else {
                1 + missing(rival) * 8 + usize::from(self.lacking(state, at(distance))).min(6)
            };
            out.push_rival(table::RIVAL_CARD, distance, card);
            for (kind, count) in rival.materials.into_iter().enumerate() {
                let value = kind * 4 + usize::from(count.min(3));
                out.push_rival(table::RIVAL_MATERIAL, distance, value);
            }
        }
    }

    /// Writes the rules that differ between variants, as far as nothing else tells them.
    fn write_rules(&self, out: &mut InputWriter<'_>) {
        let rules = &self.rules;
        let [green, blue, red] = rules.salil_rates.map(|rate| usize::from(rate.clamp(1, 5)) - 1);
        out.push(table::RULE, usize::from(rules.draw_size.min(7)));
        out.push(table::RULE, 8 + usize::from(rules.extra_draw.min(4)));
        out.push(table::RULE, 13 + green);
        out.push(table::RULE, 18 + blue);
        out.push(table::RULE, 23 + red);
        out.push(table::RULE, 28 + usize::from(rules.pass_gems.min(4)));
        out.push(table::RULE, 33 + usize::from(rules.cards_seen.min(4)));
        out.push(table::RULE, 38 + usize::from(rules.hand_limit.min(4)));
        let kind = usize::from(rules.meaner) * 2 + usize::from(rules.secret_cards());
        out.push(table::RULE, 43 + kind);
    }

    /// What a player's gems are worth at Salil's rates.
    fn wealth(&self, player: &Player) -> usize {
        let worth = |gem: usize| {
            usize::from(player.tokens[gem]) * (6 / usize::from(self.rules.salil_rates[gem]).max(1))
        };
        worth(0) + worth(1) + worth(2)
    }

    fn effect_value(&self, state: &State) -> usize {
        let using = match state.step {
            Step::Effect(using) | Step::Rob(using, _) => using,
            _ => return 0,
        };
        let effects = &self.market[usize::from(using.kind)].effects;
        effects.get(usize::from(using.effect)).map_or(0, |effect| 1 + primitive(effect.primitive))
    }

    /// What the seat's build card still needs, by material.
    fn missing_materials(&self, state: &State, seat: Seat) -> Materials {
        let player = state.player(seat);
        if player.card >= NONE || self.lacking(state, seat) == 0 {
            return [0; 4];
        }
        let card = self.cards[usize::from(player.card)];
        std::array::from_fn(|m| card[m].saturating_sub(player.materials[m]))
    }

    fn write_shops(&self, state: &State, seat: Seat, lacking: usize, out: &mut InputWriter<'_>) {
        let own = state.player(seat);
        let needs = self.missing_materials(state, seat);
        let others = Seat::all(self.rules.players.into()).filter(|other| *other != seat);
        let taken = others.fold(0u32, |shops, other| {
            let shop = state.player(other).shop;
            if shop < NONE { shops | 1 << shop } else { shops }
        });
        let is_taken = |slot: &Slot| taken >> slot.shop & 1 == 1;
        let mut in_stock = [0usize; 4];
        let mut in_reach = [0usize; 4];
        for (slot, &stock) in self.slots.iter().zip(&state.stock) {
            let material = slot.material.index();
            in_stock[material] += usize::from(stock);
            let can_pay = own.tokens[slot.colour.index()] >= slot.price;
            in_reach[material] += usize::from(stock > 0 && can_pay && !is_taken(slot));
        }
        for material in Material::ALL.map(Material::index) {
            let need = usize::from(needs[material]).min(3);
            let value = (need * 5 + in_stock[material].min(4)) * 4 + in_reach[material].min(3);
            out.push(table::MATERIAL, material * 80 + value);
        }
        for index in 0..SLOTS {
            let Some(slot) = self.slots.get(index).filter(|_| state.stock[index] > 0) else {
                out.push(table::SLOT, 0);
                continue;
            };
            let is_needed = needs[slot.material.index()] > 0;
            let short = slot.price.saturating_sub(own.tokens[slot.colour.index()]).min(3);
            let value =
                (slot.colour.index() * 4 + usize::from(short)) * 2 + usize::from(is_taken(slot));
            let value = value * 2 + usize::from(is_needed);
            out.push(table::SLOT, 1 + value * 2 + usize::from(state.stock[index] > 1));
        }
        let (best, second) = self.best_shops(state, own, needs, taken);
        out.push(table::BEST_SHOP, lacking * 7 + best.min(6));
        out.push(table::TWO_SHOPS, lacking * 7 + (best + second).min(6));
    }

    /// How many missing materials the gems buy in the best shop, and in the next best one.
    fn best_shops(
        &self,
        state: &State,
        own: &Player,
        needs: Materials,
        taken: u32,
    ) -> (usize, usize) {
        let (mut best, mut second) = (0, 0);
        let mut from = 0;
        while from < self.slots.len() {
            let shop = self.slots[from].shop;
            let (mut gems, mut left) = (own.tokens, needs);
            let mut bought = 0;
            let mut index = from;
            while index < self.slots.len() && self.slots[index].shop == shop {
                let slot = &self.slots[index];
                let (colour, material) = (slot.colour.index(), slot.material.index());
                for _ in 0..state.stock[index] {
                    if left[material] > 0 && gems[colour] >= slot.price {
                        left[material] -= 1;
                        gems[colour] -= slot.price;
                        bought += 1;
                    }
                }
                index += 1;
            }
            from = index;
            if taken >> shop & 1 == 1 {
                continue;
            }
            if bought > best {
                (best, second) = (bought, best);
            } else {
                second = second.max(bought);
            }
        }
        (best, second)
    }

    fn write_hand(&self, state: &State, own: &Player, is_own: bool, out: &mut InputWriter<'_>) {
        let mut counts = [0usize; 6];
        for card in own.hand.as_slice() {
            let Some(kind) = self.market.get(usize::from(card.kind)) else { continue };
            let gems = total(&own.tokens[..3]);
            let cost = total(&kind.cost) + u32::from(kind.any);
            for effect in &kind.effects {
                // Twice if it can be paid for now.
                counts[primitive(effect.primitive)] += 1 + usize::from(gems >= cost);
            }
        }
        for (effect, count) in counts.into_iter().enumerate() {
            out.push(table::HAND, effect * 6 + count.min(5));
        }
        let to_come = match state.step {
            Step::Look { keep, .. } | Step::PutBack { keep } if is_own => usize::from(keep).min(3),
            _ => 0,
        };
        out.push(table::HAND_SIZE, own.hand.len().min(6) * 4 + to_come);
    }
}

fn write_bag(state: &State, out: &mut InputWriter<'_>) {
    for colour in 0..3 {
        out.push(table::BAG, colour * 16 + usize::from(state.bag[colour] / 3).min(15));
    }
    for colour in 0..3 {
        out.push(table::PILE, colour * 10 + usize::from(state.pile[colour]).min(9));
    }
}

fn primitive(primitive: Primitive) -> usize {
    match primitive {
        Primitive::StealMaterial { .. } => 0,
        Primitive::TakeMaterial { .. } => 1,
        Primitive::TakeGems => 2,
        Primitive::SkipDraw => 3,
        Primitive::Evict => 4,
        Primitive::RobGems => 5,
    }
}

fn step_value(state: &State) -> usize {
    match state.step {
        Step::Deal | Step::Draw { extra: false, .. } => 0,
        Step::Draw { extra: true, .. } => 1,
        Step::Act | Step::Over(_) => 2,
        Step::Look { .. } => 3,
        Step::PutBack { .. } => 4,
        Step::Effect(_) | Step::Rob(..) => 5,
        Step::Return { .. } => 6,
        Step::DrawCards { .. } | Step::Choose => 7,
    }
}
