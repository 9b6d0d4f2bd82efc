//! What a move does.

use super::Tower;
use super::card::{NONE, Secret, UNKNOWN};
use super::event::Event;
use super::moves::Move;
use super::state::{State, Step, Using};
use super::token::{Gems, Material, Token, Tokens, total};
use crate::game::{Finish, Seat, Watch};

impl Tower {
    pub(super) fn apply(&self, state: &mut State, mv: Move, watch: &mut impl Watch<Event>) {
        let seat = state.seat;
        match mv {
            Move::Deal(card) => {
                state.build_deck[usize::from(card)] -= 1;
                state.own_mut().card = card;
                state.seat = seat.after(self.rules.players.into());
                if state.seat == Seat(0) {
                    self.begin_turn(state, watch);
                }
            }
            Move::Drawn(tokens) => {
                let Step::Draw { left, extra } = state.step else { unreachable!("tokens are due") };
                (0..4).for_each(|token| state.bag[token] -= tokens[token]);
                (0..4).for_each(|token| state.own_mut().tokens[token] += tokens[token]);
                state.drew = true;
                watch.see(Event::Drew { seat, tokens });
                self.refill(state, watch);
                self.draw_tokens(state, left - total(&tokens) as u8, extra, watch);
            }
            Move::Buy(slot) => self.buy(state, slot, watch),
            Move::Trade(paid, gems) => self.trade(state, paid, gems, watch),
            Move::Enter(cards) => self.enter(state, cards, watch),
            Move::Sees(kind) => {
                let Step::Look { left, keep } = state.step else { unreachable!("a look is due") };
                state.market_deck[usize::from(kind)] -= 1;
                state.looked_at.insert(Secret::of(kind, seat));
                self.look(state, left - 1, keep, watch);
            }
            Move::PutBack(kind) => {
                let Step::PutBack { keep } = state.step else { unreachable!("cards are put back") };
                // Nobody else can tell any more which card goes where.
                state.looked_at.as_mut_slice().iter_mut().for_each(|card| card.known = 1 << seat.0);
                state.looked_at.remove(kind, seat);
                state.put_back.push(Secret::of(kind, seat));
                if state.looked_at.len() == usize::from(keep) {
                    let kept = std::mem::take(&mut state.looked_at);
                    let hand = &mut state.own_mut().hand;
                    kept.as_slice()
                        .iter()
                        .for_each(|card| hand.insert(Secret::of(card.kind, seat)));
                    state.step = Step::Act;
                }
            }
            Move::Use(kind, paid) => {
                state.own_mut().hand.remove(kind, seat);
                state.market_discard[usize::from(kind)] += 1;
                self.pay(state, paid);
                state.acted = true;
                watch.see(Event::Used { seat, kind, paid });
                self.take_effect(state, kind, 0, None, watch);
            }
            Move::EndActions => self.end_actions(state, watch),
            Move::Return(slot) => {
                self.put_into(state, slot, watch);
                let material = self.slots[usize::from(slot)].material;
                self.return_materials(state, material, slot, watch);
            }
            Move::Draws(card) => {
                let Step::DrawCards { left } = state.step else { unreachable!("cards are due") };
                state.build_deck[usize::from(card)] -= 1;
                state.offer.insert(card);
                self.draw_cards(state, left - 1, watch);
            }
            Move::Choose(card) => self.choose(state, card, watch),
            effect => self.apply_effect(state, effect, watch),
        }
    }

    /// What is spent goes to Salil's pile.
    fn pay(&self, state: &mut State, gems: Gems) {
        for (gem, count) in gems.into_iter().enumerate() {
            state.own_mut().tokens[gem] -= count;
            state.pile[gem] += count;
        }
    }

    fn buy(&self, state: &mut State, index: u8, watch: &mut impl Watch<Event>) {
        let slot = &self.slots[usize::from(index)];
        state.stock[usize::from(index)] -= 1;
        let own = state.own_mut();
        own.tokens[slot.colour.index()] -= slot.price;
        own.materials[slot.material.index()] += 1;
        own.shop = slot.shop;
        state.pile[slot.colour.index()] += slot.price;
        state.bought = true;
        state.acted = true;
        watch.see(Event::Bought { seat: state.seat, slot: index });
    }

    fn trade(&self, state: &mut State, paid: Token, gems: Gems, watch: &mut impl Watch<Event>) {
        let count = match paid {
            Token::Pass => 1,
            gem => self.rules.salil_rates[gem.index()],
        };
        state.own_mut().tokens[paid.index()] -= count;
        state.pile[paid.index()] += count;
        for (gem, wanted) in gems.into_iter().enumerate() {
            state.pile[gem] -= wanted;
            state.own_mut().tokens[gem] += wanted;
        }
        state.acted = true;
        watch.see(Event::Traded { seat: state.seat, paid, count, gems });
    }

    fn enter(&self, state: &mut State, cards: Tokens, watch: &mut impl Watch<Event>) {
        for (token, count) in cards.into_iter().enumerate() {
            let price = count * self.rules.entry_prices[token];
            state.own_mut().tokens[token] -= price;
            state.pile[token] += price;
        }
        state.acted = true;
        state.visited = true;
        let (seat, keep) = (state.seat, total(&cards) as u8);
        watch.see(Event::Entered { seat, cards: keep });
        let supply = self.market_supply(state).min(self.rules.cards_seen.into()) as u8;
        // On a view, cards that somebody else put back are seen like those of the deck.
        let put_back = std::mem::take(&mut state.put_back);
        for card in put_back.as_slice().iter().filter(|card| card.kind != UNKNOWN) {
            state.looked_at.insert(Secret { known: card.known | 1 << seat.0, ..*card });
        }
        let left = supply - state.looked_at.len() as u8;
        self.look(state, left, keep, watch);
    }

    fn look(&self, state: &mut State, left: u8, keep: u8, watch: &mut impl Watch<Event>) {
        if left > 0 {
            if state.market_left() == 0 {
                let discard = std::mem::take(&mut state.market_discard);
                discard.iter().zip(&mut state.market_deck).for_each(|(n, deck)| *deck += n);
                watch.see(Event::MarketReshuffled);
            }
            state.step = Step::Look { left, keep };
        } else if state.looked_at.len() > usize::from(keep) {
            state.step = Step::PutBack { keep };
        } else {
            // Everything is kept, so who knew a card knows where it is.
            let kept = std::mem::take(&mut state.looked_at);
            let hand = &mut state.own_mut().hand;
            kept.as_slice().iter().for_each(|card| hand.insert(*card));
            state.step = Step::Act;
        }
    }

    /// Goes on with the effects of a card, from one that is to be done `left` more times.
    fn take_effect(
        &self,
        state: &mut State,
        kind: u8,
        first: u8,
        left: Option<u8>,
        watch: &mut impl Watch<Event>,
    ) {
        let effects = &self.market[usize::from(kind)].effects;
        let mut left = left;
        for (index, effect) in effects.iter().enumerate().skip(first.into()) {
            let index = index as u8;
            let times = left.take().unwrap_or(effect.amount);
            let using = Using { kind, effect: index, left: times };
            let mut possible = false;
            if times > 0 {
                self.list_effect(state, using, &mut |_| possible = true);
                if possible {
                    state.step = Step::Effect(using);
                    return;
                }
                if times == effect.amount {
                    watch.see(Event::NoEffect { kind, effect: index });
                }
            }
        }
        state.step = Step::Act;
    }

    fn apply_effect(&self, state: &mut State, mv: Move, watch: &mut impl Watch<Event>) {
        let seat = state.seat;
        let (Step::Effect(using) | Step::Rob(using, _)) = state.step else {
            unreachable!("an effect is due")
        };
        let Using { kind, effect, left } = using;
        let mut done = left;
        match mv {
            Move::Steal(from, material) => {
                state.players[from.index()].materials[material.index()] -= 1;
                state.own_mut().materials[material.index()] += 1;
                done = 1;
                watch.see(Event::Stole { seat, from, material });
            }
            Move::Take(slot) => {
                state.stock[usize::from(slot)] -= 1;
                let material = self.slots[usize::from(slot)].material;
                state.own_mut().materials[material.index()] += 1;
                done = 1;
                watch.see(Event::Took { seat, slot });
            }
            Move::TakeGems(gems) => {
                for (gem, count) in gems.into_iter().enumerate() {
                    state.pile[gem] -= count;
                    state.own_mut().tokens[gem] += count;
                }
                watch.see(Event::TookGems { seat, gems });
            }
            Move::Skip(other) => {
                state.players[other.index()].skips_draw = true;
                done = 1;
                watch.see(Event::WillSkip(other));
            }
            Move::Evict(other) => {
                state.players[other.index()].shop = NONE;
                done = 1;
                watch.see(Event::Evicted(other));
            }
            Move::Rob(other) => {
                state.step = Step::Rob(using, other);
                return;
            }
            Move::Robbed(gems) => {
                let Step::Rob(_, from) = state.step else { unreachable!("gems are due") };
                for (gem, count) in gems.into_iter().enumerate() {
                    state.players[from.index()].tokens[gem] -= count;
                    state.own_mut().tokens[gem] += count;
                }
                watch.see(Event::Robbed { seat, from, gems });
            }
            other => unreachable!("{other:?} is no effect"),
        }
        self.take_effect(state, kind, effect, Some(left - done), watch);
    }

    fn end_actions(&self, state: &mut State, watch: &mut impl Watch<Event>) {
        if self.lacking(state, state.seat) > 0 {
            return if state.acted {
                self.end_turn(state, watch)
            } else {
                self.draw_tokens(state, self.rules.extra_draw, true, watch)
            };
        }
        let seat = state.seat;
        let own = state.own_mut();
        let card = std::mem::replace(&mut own.card, NONE);
        own.floors += 1;
        let floors = own.floors;
        state.build_discard[usize::from(card)] += 1;
        state.acted = true;
        watch.see(Event::Built { seat, card, floors });
        if floors == self.rules.floors_to_win {
            return self.end(state, Finish::Decided, watch);
        }
        self.return_materials(state, Material::Straw, 0, watch);
    }

    fn put_into(&self, state: &mut State, slot: u8, watch: &mut impl Watch<Event>) {
        let material = self.slots[usize::from(slot)].material;
        state.own_mut().materials[material.index()] -= 1;
        state.stock[usize::from(slot)] += 1;
        watch.see(Event::Returned { slot });
    }

    /// Puts back whatever has only one place to go to, and asks about the rest.
    fn return_materials(
        &self,
        state: &mut State,
        material: Material,
        from: u8,
        watch: &mut impl Watch<Event>,
    ) {
        let mut from = from;
        for material in Material::ALL.into_iter().skip(material.index()) {
            while state.own().materials[material.index()] > 0 {
                let (mut slots, mut only) = (0, 0);
                self.list_returns(state, material, from, &mut |slot| {
                    slots += 1;
                    only = slot;
                });
                if slots > 1 {
                    state.step = Step::Return { material, from };
                    return;
                }
                self.put_into(state, only, watch);
                from = only;
            }
            from = 0;
        }
        self.draw_cards(state, self.rules.cards_drawn, watch);
    }

    fn draw_cards(&self, state: &mut State, left: u8, watch: &mut impl Watch<Event>) {
        if left > 0 && state.build_left() == 0 && total(&state.build_discard) > 0 {
            let discard = std::mem::take(&mut state.build_discard);
            discard.iter().zip(&mut state.build_deck).for_each(|(n, deck)| *deck += n);
            watch.see(Event::BuildReshuffled);
        }
        state.step = if left > 0 && state.build_left() > 0 {
            Step::DrawCards { left }
        } else {
            Step::Choose
        };
    }

    fn choose(&self, state: &mut State, card: u8, watch: &mut impl Watch<Event>) {
        let offer = std::mem::take(&mut state.offer);
        for other in offer.as_slice() {
            state.build_discard[usize::from(*other)] += 1;
        }
        state.build_discard[usize::from(card)] -= 1;
        state.own_mut().card = card;
        self.end_turn(state, watch);
    }

    /// Salil's pile goes into an empty bag.
    fn refill(&self, state: &mut State, watch: &mut impl Watch<Event>) {
        if total(&state.bag) == 0 && total(&state.pile) > 0 {
            state.bag = std::mem::take(&mut state.pile);
            watch.see(Event::BagRefilled(state.bag));
        }
    }

    fn draw_tokens(&self, state: &mut State, left: u8, extra: bool, watch: &mut impl Watch<Event>) {
        if left > 0 {
            self.refill(state, watch);
            if total(&state.bag) > 0 {
                state.step = Step::Draw { left, extra };
                return;
            }
        }
        if extra { self.end_turn(state, watch) } else { state.step = Step::Act }
    }

    fn end_turn(&self, state: &mut State, watch: &mut impl Watch<Event>) {
        let seat = state.seat;
        if !state.bought && state.own().shop != NONE {
            state.own_mut().shop = NONE;
            watch.see(Event::Left(seat));
        }
        let idle = !state.acted && !state.drew;
        state.idle = if idle { state.idle + 1 } else { 0 };
        if state.idle == self.rules.players {
            return self.end(state, Finish::Stalemate, watch);
        }
        if state.turn == self.rules.turn_cap {
            return self.end(state, Finish::Unfinished, watch);
        }
        state.seat = seat.after(self.rules.players.into());
        self.begin_turn(state, watch);
    }

    fn begin_turn(&self, state: &mut State, watch: &mut impl Watch<Event>) {
        let seat = state.seat;
        state.turn += 1;
        (state.acted, state.bought, state.visited, state.drew) = (false, false, false, false);
        watch.see(Event::Turn { seat, number: state.turn });
        if std::mem::take(&mut state.own_mut().skips_draw) {
            state.drew = total(&state.bag) + total(&state.pile) > 0;
            watch.see(Event::DrawSkipped(seat));
            state.step = Step::Act;
        } else {
            self.draw_tokens(state, self.rules.draw_size, false, watch);
        }
    }

    fn end(&self, state: &mut State, finish: Finish, watch: &mut impl Watch<Event>) {
        state.step = Step::Over(finish);
        watch.see(Event::Over(finish));
    }
}
