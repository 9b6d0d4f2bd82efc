//! Which rule forbids a move, and what would be needed.

use super::Tower;
use super::components::card_name;
use super::effect::Primitive;
use super::handicap::Forbidden;
use super::moves::Move;
use super::state::{State, Step, Using};
use super::token::{Gems, Material, Token, Tokens, gems, total};
use crate::game::{Breach, Rule, Seat};

const fn rule(id: &'static str, section: &'static str) -> Rule {
    Rule { id, section }
}

/// Every rule that can forbid a move, with the section of the rules page.
pub const RULES: &[Rule] = &[
    rule("step", "Moves"),
    rule("draw-from-the-bag", "Chance"),
    rule("draw-from-the-deck", "Chance"),
    rule("robbed-gems", "Chance"),
    rule("sold-out", "Moves"),
    rule("one-shop-a-turn", "Moves"),
    rule("free-shops-only", "Moves"),
    rule("needed-only", "Moves"),
    rule("exact-price", "Moves"),
    rule("do-what-is-allowed", "Moves"),
    rule("salil-rates", "Moves"),
    rule("salil-has-it", "Moves"),
    rule("another-colour", "Moves"),
    rule("market-once-a-turn", "Moves"),
    rule("hand-limit", "Moves"),
    rule("entry-price", "Moves"),
    rule("card-in-hand", "Moves"),
    rule("card-cost", "Moves"),
    rule("look-at-it", "Moves"),
    rule("effect", "Moves"),
    rule("other-players-only", "Moves"),
    rule("free-slot", "Moves"),
    rule("slots-in-order", "Moves"),
    rule("choose-from-the-offer", "Moves"),
];

fn breach(rule: &'static str, needs: impl Into<String>) -> Result<(), Breach> {
    debug_assert!(RULES.iter().any(|known| known.id == rule), "{rule} is not in the table");
    Err(Breach { rule, needs: needs.into() })
}

impl Tower {
    pub(super) fn verify(&self, state: &State, mv: Move) -> Result<(), Breach> {
        match (mv, state.step) {
            (Move::Deal(card), Step::Deal) | (Move::Draws(card), Step::DrawCards { .. }) => {
                let listed = self.is_possible(state, mv);
                let name = || card_name(self.cards[usize::from(card)]);
                let needs = || format!("no {} is left in the deck", name());
                if listed { Ok(()) } else { breach("draw-from-the-deck", needs()) }
            }
            (Move::Sees(kind), Step::Look { .. }) => {
                if self.is_possible(state, mv) {
                    Ok(())
                } else {
                    let name = &self.market[usize::from(kind)].name;
                    breach("draw-from-the-deck", format!("no {name} is left in the deck"))
                }
            }
            (Move::Drawn(tokens), Step::Draw { .. }) => {
                self.verify_tokens(state, tokens, "draw-from-the-bag", "the bag has")
            }
            (Move::Robbed([green, blue, red]), Step::Rob(..)) => {
                let tokens = [green, blue, red, 0];
                self.verify_tokens(state, tokens, "robbed-gems", "the robbed player has")
            }
            (Move::Buy(slot), Step::Act) => self.verify_purchase(state, slot),
            (Move::Trade(paid, gems), Step::Act) => self.verify_trade(state, paid, gems),
            (Move::Enter(cards), Step::Act) => self.verify_entry(state, cards),
            (Move::Use(kind, paid), Step::Act) => self.verify_use(state, kind, paid),
            (Move::EndActions, Step::Act) => Ok(()),
            (Move::PutBack(kind), Step::PutBack { .. }) => {
                if state.looked_at.has(kind) {
                    Ok(())
                } else {
                    breach("look-at-it", "only a card you are looking at can be put back")
                }
            }
            (
                Move::Steal(..)
                | Move::Take(_)
                | Move::TakeGems(_)
                | Move::Skip(_)
                | Move::Evict(_)
                | Move::Rob(_),
                Step::Effect(using),
            ) => self.verify_effect(state, using, mv),
            (Move::Return(slot), Step::Return { material, from }) => {
                self.verify_return(state, slot, material, from)
            }
            (Move::Choose(card), Step::Choose) => {
                if state.offer.as_slice().contains(&card) {
                    Ok(())
                } else {
                    breach("choose-from-the-offer", "only one of the drawn cards can be chosen")
                }
            }
            (_, step) => breach("step", format!("now {}", self.step_needs(step))),
        }
    }

    fn is_possible(&self, state: &State, wanted: Move) -> bool {
        let mut found = false;
        self.list_outcomes(state, &mut |mv, _| found |= mv == wanted);
        found
    }

    fn verify_tokens(
        &self,
        state: &State,
        tokens: Tokens,
        rule: &'static str,
        who: &str,
    ) -> Result<(), Breach> {
        let Some((from, size)) = self.drawing(state) else {
            return breach("step", "nothing is drawn now");
        };
        if total(&tokens) != u32::from(size) {
            let plural = if size == 1 { "" } else { "s" };
            return breach(rule, format!("{size} token{plural} must be drawn"));
        }
        match Token::ALL.into_iter().find(|token| tokens[token.index()] > from[token.index()]) {
            Some(token) => breach(rule, format!("{who} {} {token}", from[token.index()])),
            None => Ok(()),
        }
    }

    fn verify_purchase(&self, state: &State, index: u8) -> Result<(), Breach> {
        let (slot, own) = (&self.slots[usize::from(index)], state.own());
        if state.stock[usize::from(index)] == 0 {
            return breach("sold-out", "nothing lies in this slot");
        }
        if state.bought && own.shop != slot.shop {
            let shop = &self.shops[usize::from(own.shop)];
            return breach("one-shop-a-turn", format!("you have bought at {shop} in this turn"));
        }
        if self.occupied(state, slot.shop) {
            let needs = format!("another architect is at {}", slot.shop_name);
            return breach("free-shops-only", needs);
        }
        if !self.rules.meaner && !self.needs(state, slot.material) {
            let needs = format!("your build card needs no more {}", slot.material);
            return breach("needed-only", needs);
        }
        let have = own.tokens[slot.colour.index()];
        if have < slot.price {
            let (price, colour) = (slot.price, slot.colour);
            return breach("exact-price", format!("it costs {price} {colour}; you have {have}"));
        }
        Ok(())
    }

    fn verify_trade(&self, state: &State, paid: Token, wanted: Gems) -> Result<(), Breach> {
        if self.forbids(state.seat, Forbidden::Salil) {
            let needs = format!("the rules forbid {} to trade with Salil", state.seat);
            return breach("do-what-is-allowed", needs);
        }
        let (rate, size) = match paid {
            Token::Pass => (1, self.rules.pass_gems),
            gem => (self.rules.salil_rates[gem.index()], 1),
        };
        let have = state.own().tokens[paid.index()];
        if have < rate || total(&wanted) != u32::from(size) {
            let needs = format!("Salil gives {size} for {rate} {paid}; you have {have} {paid}");
            return breach("salil-rates", needs);
        }
        if paid != Token::Pass && wanted[paid.index()] > 0 {
            return breach("another-colour", "Salil gives another colour than you pay");
        }
        match Token::GEMS.into_iter().find(|gem| wanted[gem.index()] > state.pile[gem.index()]) {
            Some(gem) => {
                let has = state.pile[gem.index()];
                breach("salil-has-it", format!("Salil's pile has {has} {gem}"))
            }
            None => Ok(()),
        }
    }

    fn verify_entry(&self, state: &State, cards: Tokens) -> Result<(), Breach> {
        if self.forbids(state.seat, Forbidden::BlackMarket) {
            let needs = format!("the rules forbid {} to enter the black market", state.seat);
            return breach("do-what-is-allowed", needs);
        }
        if state.visited {
            let needs = "you have been at the black market in this turn";
            return breach("market-once-a-turn", needs);
        }
        let (room, count) = (self.room(state), total(&cards));
        if count == 0 || count > room {
            let needs = format!("you may get {room} of its cards, and pay for at least one");
            return breach("hand-limit", needs);
        }
        let prices = self.rules.entry_prices;
        let short = Token::ALL.into_iter().find(|token| {
            let token = token.index();
            u32::from(cards[token]) * u32::from(prices[token])
                > u32::from(state.own().tokens[token])
        });
        match short {
            Some(token) => {
                let have = state.own().tokens[token.index()];
                let price = prices[token.index()];
                breach("entry-price", format!("a card costs {price} {token}; you have {have}"))
            }
            None => Ok(()),
        }
    }

    fn verify_use(&self, state: &State, kind: u8, paid: Gems) -> Result<(), Breach> {
        let (card, have) = (&self.market[usize::from(kind)], gems(state.own().tokens));
        if !state.own().hand.has(kind) {
            return breach("card-in-hand", format!("you have no {}", card.name));
        }
        if let Some(gem) = Token::GEMS.into_iter().find(|gem| paid[gem.index()] > have[gem.index()])
        {
            let needs = format!("you have {} {gem}", have[gem.index()]);
            return breach("card-cost", needs);
        }
        let exact = total(&paid) == total(&card.cost) + u32::from(card.any);
        if !exact || (0..3).any(|gem| paid[gem] < card.cost[gem]) {
            return breach("card-cost", format!("its use costs {}", self.cost_text(kind)));
        }
        Ok(())
    }

    /// What using a card costs, in words.
    pub(super) fn cost_text(&self, kind: u8) -> String {
        let card = &self.market[usize::from(kind)];
        let fixed = Token::GEMS.into_iter().zip(card.cost).filter(|(_, count)| *count > 0);
        let mut parts: Vec<String> = fixed.map(|(gem, count)| format!("{count} {gem}")).collect();
        if card.any > 0 {
            parts.push(format!("{} gems of any colour", card.any));
        }
        if parts.is_empty() { "nothing".into() } else { parts.join(" and ") }
    }

    fn verify_effect(&self, state: &State, using: Using, mv: Move) -> Result<(), Breach> {
        let mut listed = false;
        self.list_effect(state, using, &mut |known| listed |= known == mv);
        if listed {
            return Ok(());
        }
        if let Move::Steal(seat, _) | Move::Skip(seat) | Move::Evict(seat) | Move::Rob(seat) = mv
            && seat == state.seat
        {
            return breach("other-players-only", "choose another player");
        }
        let card = &self.market[usize::from(using.kind)];
        let effect = card.effects[usize::from(using.effect)];
        let needs = match effect.primitive {
            Primitive::StealMaterial { needed: true } => {
                "take a material that you need from a player"
            }
            Primitive::StealMaterial { .. } => "take a material from a player",
            Primitive::TakeMaterial { needed: true } => "take a material that you need from a shop",
            Primitive::TakeMaterial { .. } => "take a material from a shop",
            Primitive::TakeGems => "take gems that lie on Salil's pile, as many as the card says",
            Primitive::SkipDraw => "choose a player whose next draw is not skipped yet",
            Primitive::Evict => "choose an architect that is in a shop",
            Primitive::RobGems => "choose a player who has gems",
        };
        breach("effect", format!("{} ({effect}): {needs}", card.name))
    }

    fn verify_return(
        &self,
        state: &State,
        index: u8,
        material: Material,
        from: u8,
    ) -> Result<(), Breach> {
        let slot = usize::from(index);
        if self.slots[slot].material != material || self.free(state, slot) == 0 {
            return breach("free-slot", format!("put {material} into a free slot for it"));
        }
        let left = state.own().materials[material.index()];
        if index < from || self.free_from(state, material, slot) < left {
            let needs = "equal materials go back in the order of the slots, all of them";
            return breach("slots-in-order", needs);
        }
        Ok(())
    }

    fn step_needs(&self, step: Step) -> String {
        match step {
            Step::Deal => "build cards are dealt".into(),
            Step::Draw { left, .. } => format!("{left} tokens are drawn from the bag"),
            Step::Act => "you act: buy, trade, enter, use, or end actions".into(),
            Step::Look { .. } => "black-market cards are looked at".into(),
            Step::PutBack { .. } => "cards are put back, the topmost last".into(),
            Step::Effect(using) => {
                format!("you decide on the effect of {}", self.market[usize::from(using.kind)].name)
            }
            Step::Rob(_, Seat(seat)) => format!("gems are drawn from seat {seat}"),
            Step::Return { material, .. } => format!("{material} goes back to a shop"),
            Step::DrawCards { .. } => "build cards are drawn".into(),
            Step::Choose => "you choose a build card".into(),
            Step::Over(_) => "the game is over".into(),
        }
    }
}
