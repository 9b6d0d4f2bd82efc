//! What can be decided: moves and their listing.

use super::Tower;
use super::card::NONE;
use super::effect::Primitive;
use super::handicap::Forbidden;
use super::state::{State, Step, Using};
use super::token::{Gems, Material, Token, Tokens, gems, handfuls, total};
use crate::game::Seat;

/// A decision of a player, or an outcome of chance. Cards, slots and kinds are indices
/// into the lists of the variant.
///
/// ```
/// use towerlab_engine::game::Game;
/// use towerlab_engine::games::tower::Tower;
///
/// let game = Tower::standard(4);
/// for text in ["buy wood at mirage for 1 blue", "use bruiser for 2 green"] {
///     let mv = game.read_move(text).unwrap();
///     assert_eq!(game.show(mv).to_string(), text);
/// }
/// assert!(game.read_move("buy gold at mirage").is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Chance: the next seat gets its first build card.
    Deal(u8),
    /// Chance: tokens from the bag.
    Drawn(Tokens),
    /// Chance: a black-market card to look at.
    Sees(u8),
    /// Chance: gems taken from a robbed player.
    Robbed(Gems),
    /// Chance: a build card to choose from.
    Draws(u8),
    /// Buys the material of a slot.
    Buy(u8),
    /// Trades with Salil: tokens of one kind for gems.
    Trade(Token, Gems),
    /// Enters the black market: how many cards are paid for with each kind of token.
    Enter(Tokens),
    /// Uses a black-market card for these gems.
    Use(u8, Gems),
    /// Ends the action phase.
    EndActions,
    /// Puts a card back on top of the black market.
    PutBack(u8),
    /// Takes a material from a player.
    Steal(Seat, Material),
    /// Takes the material of a slot.
    Take(u8),
    /// Takes gems from Salil.
    TakeGems(Gems),
    /// Makes a player skip the next draw.
    Skip(Seat),
    /// Sends an architect away.
    Evict(Seat),
    /// Robs a player of gems.
    Rob(Seat),
    /// Puts a material back into a slot.
    Return(u8),
    /// Chooses a build card.
    Choose(u8),
}

impl Tower {
    /// How many materials the player still lacks of what makes a floor.
    #[inline]
    pub(super) fn lacking(&self, state: &State, seat: Seat) -> u8 {
        let player = state.player(seat);
        if player.card >= NONE {
            return 0;
        }
        let card = self.cards[usize::from(player.card)];
        let matched: u8 = (0..4).map(|m| card[m].min(player.materials[m])).sum();
        self.enough[usize::from(player.card)].saturating_sub(matched)
    }

    /// Whether the player to move needs a material.
    #[inline]
    pub(super) fn needs(&self, state: &State, material: Material) -> bool {
        self.needed(state)[material.index()]
    }

    /// By material, whether the player to move needs it.
    #[inline]
    pub(super) fn needed(&self, state: &State) -> [bool; 4] {
        let own = state.own();
        if own.card >= NONE || self.lacking(state, state.seat) == 0 {
            return [false; 4];
        }
        let card = self.cards[usize::from(own.card)];
        std::array::from_fn(|m| card[m] > own.materials[m])
    }

    /// Whether somebody else's architect stands in a shop.
    #[inline]
    pub(super) fn occupied(&self, state: &State, shop: u8) -> bool {
        Seat::all(self.rules.players.into())
            .any(|seat| seat != state.seat && state.player(seat).shop == shop)
    }

    /// How many black-market cards the player may get.
    pub(super) fn room(&self, state: &State) -> u32 {
        let room = u32::from(self.rules.hand_limit).saturating_sub(state.own().hand.len() as u32);
        room.min(self.rules.cards_seen.into()).min(self.market_supply(state))
    }

    /// How many black-market cards there are to look at, the discarded ones included.
    pub(super) fn market_supply(&self, state: &State) -> u32 {
        state.put_back.len() as u32 + state.market_left() + total(&state.market_discard)
    }

    #[inline]
    pub(super) fn list_moves(&self, state: &State, out: &mut impl FnMut(Move)) {
        match state.step {
            Step::Act => {
                self.list_purchases(state, out);
                self.list_trades(state, out);
                self.list_entries(state, out);
                self.list_uses(state, out);
                out(Move::EndActions);
            }
            Step::PutBack { .. } => {
                state.looked_at.kinds().for_each(|kind| out(Move::PutBack(kind)));
            }
            Step::Effect(using) => self.list_effect(state, using, out),
            Step::Return { material, from } => {
                self.list_returns(state, material, from, &mut |slot| out(Move::Return(slot)));
            }
            Step::Choose => {
                let cards = state.offer.as_slice();
                let first = |at: &usize| *at == 0 || cards[at - 1] != cards[*at];
                (0..cards.len()).filter(first).for_each(|at| out(Move::Choose(cards[at])));
            }
            _ => {}
        }
    }

    fn list_purchases(&self, state: &State, out: &mut impl FnMut(Move)) {
        let own = state.own();
        let needed = if self.rules.meaner { [true; 4] } else { self.needed(state) };
        let mut taken = 0u32;
        for seat in Seat::all(self.rules.players.into()).filter(|seat| *seat != state.seat) {
            taken |= 1u32.checked_shl(state.player(seat).shop.into()).unwrap_or(0);
        }
        if state.bought {
            taken = !(1 << own.shop);
        }
        for (index, slot) in self.slots.iter().enumerate() {
            if state.stock[index] > 0
                && own.tokens[slot.colour.index()] >= slot.price
                && needed[slot.material.index()]
                && taken >> slot.shop & 1 == 0
            {
                out(Move::Buy(index as u8));
            }
        }
    }

    fn list_trades(&self, state: &State, out: &mut impl FnMut(Move)) {
        if self.forbids(state.seat, Forbidden::Salil) {
            return;
        }
        let own = state.own();
        for paid in Token::GEMS {
            if own.tokens[paid.index()] < self.rules.salil_rates[paid.index()] {
                continue;
            }
            // Ascending: red before blue before green.
            for wanted in Token::GEMS.into_iter().rev() {
                if wanted != paid && state.pile[wanted.index()] > 0 {
                    let mut gems = [0; 3];
                    gems[wanted.index()] = 1;
                    out(Move::Trade(paid, gems));
                }
            }
        }
        let pile = gems(state.pile);
        if own.tokens[3] > 0 && total(&pile) >= u32::from(self.rules.pass_gems) {
            handfuls(pile, self.rules.pass_gems, |gems| out(Move::Trade(Token::Pass, gems)));
        }
    }

    fn list_entries(&self, state: &State, out: &mut impl FnMut(Move)) {
        if state.visited || self.forbids(state.seat, Forbidden::BlackMarket) {
            return;
        }
        let own = state.own();
        let most: Tokens =
            std::array::from_fn(|token| own.tokens[token] / self.rules.entry_prices[token]);
        if most == [0; 4] {
            return;
        }
        let room = self.room(state) as u8;
        for green in 0..=most[0].min(room) {
            let room = room - green;
            for blue in 0..=most[1].min(room) {
                let room = room - blue;
                for red in 0..=most[2].min(room) {
                    let room = room - red;
                    for pass in 0..=most[3].min(room) {
                        if green + blue + red + pass > 0 {
                            out(Move::Enter([green, blue, red, pass]));
                        }
                    }
                }
            }
        }
    }

    fn list_uses(&self, state: &State, out: &mut impl FnMut(Move)) {
        let own = state.own();
        let have = gems(own.tokens);
        for kind in own.hand.kinds() {
            let Some(card) = self.market.get(usize::from(kind)) else { continue };
            let cost = card.cost;
            if (0..3).any(|gem| have[gem] < cost[gem]) {
                continue;
            }
            let spare: Gems = std::array::from_fn(|gem| have[gem] - cost[gem]);
            handfuls(spare, card.any, |any| {
                out(Move::Use(kind, std::array::from_fn(|gem| cost[gem] + any[gem])));
            });
        }
    }

    /// What the player can do with an effect; nothing if it has no effect.
    pub(super) fn list_effect(&self, state: &State, using: Using, out: &mut impl FnMut(Move)) {
        let effect = self.market[usize::from(using.kind)].effects[usize::from(using.effect)];
        let others = Seat::all(self.rules.players.into()).filter(|seat| *seat != state.seat);
        let wanted = |needed: bool| if needed { self.needed(state) } else { [true; 4] };
        match effect.primitive {
            Primitive::StealMaterial { needed } => {
                let wanted = wanted(needed);
                for seat in others {
                    let held = state.player(seat).materials;
                    let those = Material::ALL
                        .into_iter()
                        .filter(|m| wanted[m.index()] && held[m.index()] > 0);
                    those.for_each(|material| out(Move::Steal(seat, material)));
                }
            }
            Primitive::TakeMaterial { needed } => {
                let wanted = wanted(needed);
                for (index, slot) in self.slots.iter().enumerate() {
                    if state.stock[index] > 0 && wanted[slot.material.index()] {
                        out(Move::Take(index as u8));
                    }
                }
            }
            Primitive::TakeGems => {
                let pile = gems(state.pile);
                let size = using.left.min(total(&pile).min(u8::MAX.into()) as u8);
                if size > 0 {
                    handfuls(pile, size, |gems| out(Move::TakeGems(gems)));
                }
            }
            Primitive::SkipDraw => others
                .filter(|seat| !state.player(*seat).skips_draw)
                .for_each(|seat| out(Move::Skip(seat))),
            Primitive::Evict => others
                .filter(|seat| state.player(*seat).shop < NONE)
                .for_each(|seat| out(Move::Evict(seat))),
            Primitive::RobGems => others
                .filter(|seat| total(&gems(state.player(*seat).tokens)) > 0)
                .for_each(|seat| out(Move::Rob(seat))),
        }
    }

    /// Whether an effect is about materials that the build card needs.
    pub(super) fn takes_needed(&self, using: Using) -> bool {
        let effects = &self.market[usize::from(using.kind)].effects;
        matches!(
            effects.get(usize::from(using.effect)).map(|effect| effect.primitive),
            Some(
                Primitive::StealMaterial { needed: true }
                    | Primitive::TakeMaterial { needed: true }
            )
        )
    }

    /// How many free places a slot has.
    #[inline]
    pub(super) fn free(&self, state: &State, slot: usize) -> u8 {
        self.slots[slot].capacity - state.stock[slot]
    }

    /// How many free places for a material there are from a slot on.
    pub(super) fn free_from(&self, state: &State, material: Material, from: usize) -> u8 {
        let those = (from..self.slots.len()).filter(|&slot| self.slots[slot].material == material);
        those.map(|slot| self.free(state, slot)).sum()
    }

    /// The slots into which a material may go, from one on.
    pub(super) fn list_returns(
        &self,
        state: &State,
        material: Material,
        from: u8,
        out: &mut impl FnMut(u8),
    ) {
        let left = state.own().materials[material.index()];
        for slot in usize::from(from)..self.slots.len() {
            // Those that follow must find a place not before this one.
            if self.slots[slot].material == material
                && self.free(state, slot) > 0
                && self.free_from(state, material, slot) >= left
            {
                out(slot as u8);
            }
        }
    }
}
