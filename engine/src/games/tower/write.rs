//! Writing states.

use super::Tower;
use super::card::{NONE, Secret, UNKNOWN};
use super::components::card_name;
use super::document::{Decks, PlayerDocument, StateDocument, StepName, Turn};
use super::state::{State, Step, Using};
use crate::game::Seat;

impl Tower {
    fn card_text(&self, card: u8) -> Option<String> {
        match card {
            NONE => None,
            UNKNOWN => Some("?".into()),
            card => Some(card_name(self.cards[usize::from(card)])),
        }
    }

    /// A hidden card, and who knows it beside those who see it anyway.
    fn secret_text(&self, card: &Secret, sees: Option<Seat>) -> String {
        let name = match card.kind {
            UNKNOWN => "?",
            kind => &self.market[usize::from(kind)].name,
        };
        let seats = Seat::all(self.rules.players.into());
        let others = seats.filter(|seat| card.is_known_to(*seat) && Some(*seat) != sees);
        let others: Vec<String> = others.map(|seat| seat.0.to_string()).collect();
        if others.is_empty() {
            name.to_string()
        } else {
            format!("{name} known to {}", others.join(" "))
        }
    }

    fn turn_document(&self, state: &State) -> Turn {
        let mut turn = Turn {
            seat: state.seat.0,
            number: state.turn,
            acted: state.acted,
            bought: state.bought,
            visited: state.visited,
            drew: state.drew,
            idle: state.idle,
            ..Turn::default()
        };
        let using = |turn: &mut Turn, using: Using| {
            turn.left = Some(using.left);
            turn.card = Some(self.market[usize::from(using.kind)].name.clone());
            turn.effect = Some(using.effect);
        };
        turn.step = match state.step {
            Step::Deal => StepName::Deal,
            Step::Draw { left, extra } => {
                (turn.left, turn.extra) = (Some(left), extra);
                StepName::Draw
            }
            Step::Act => StepName::Act,
            Step::Look { left, keep } => {
                (turn.left, turn.keep) = (Some(left), Some(keep));
                StepName::Look
            }
            Step::PutBack { keep } => {
                turn.keep = Some(keep);
                StepName::PutBack
            }
            Step::Effect(it) => {
                using(&mut turn, it);
                StepName::Effect
            }
            Step::Rob(it, victim) => {
                using(&mut turn, it);
                turn.victim = Some(victim.0);
                StepName::Rob
            }
            Step::Return { material, from } => {
                turn.material = Some(material.to_string());
                turn.from = (from > 0).then(|| self.slots[usize::from(from)].to_string());
                StepName::Return
            }
            Step::DrawCards { left } => {
                turn.left = Some(left);
                StepName::DrawCards
            }
            Step::Choose => StepName::Choose,
            Step::Over(finish) => {
                turn.finish = Some(finish.name().into());
                StepName::Over
            }
        };
        turn
    }

    pub(super) fn state_document(&self, state: &State) -> StateDocument {
        let empty =
            self.slots.iter().enumerate().flat_map(|(index, slot)| {
                vec![slot.to_string(); usize::from(self.free(state, index))]
            });
        let build = self.cards.iter().zip(state.build_discard);
        let market = self.market.iter().zip(state.market_discard);
        let player = |seat: Seat| {
            let player = state.player(seat);
            PlayerDocument {
                floors: player.floors,
                tokens: player.tokens.into(),
                materials: player.materials.into(),
                build_card: self.card_text(player.card),
                hand: player
                    .hand
                    .as_slice()
                    .iter()
                    .map(|card| self.secret_text(card, Some(seat)))
                    .collect(),
                shop: player.shop().map(|shop| self.shops[shop].clone()),
                skips_draw: player.skips_draw,
            }
        };
        let looked_at = state.looked_at.as_slice().iter();
        StateDocument {
            seen_by: state.viewer.map(|seat| seat.0),
            turn: self.turn_document(state),
            bag: state.bag.into(),
            pile: state.pile.into(),
            empty_slots: empty.collect(),
            decks: Decks { build: state.build_left(), market: state.market_left() },
            build_discard: build
                .flat_map(|(card, count)| vec![card_name(*card); count.into()])
                .collect(),
            market_discard: market
                .flat_map(|(card, count)| vec![card.name.clone(); count.into()])
                .collect(),
            put_back: state
                .put_back
                .as_slice()
                .iter()
                .map(|card| self.secret_text(card, None))
                .collect(),
            looked_at: looked_at.map(|card| self.secret_text(card, Some(state.seat))).collect(),
            offer: state.offer.as_slice().iter().filter_map(|card| self.card_text(*card)).collect(),
            players: Seat::all(self.rules.players.into()).map(player).collect(),
        }
    }
}
