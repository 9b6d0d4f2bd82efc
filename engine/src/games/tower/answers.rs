//! What answers say of moves, events and points, with their JSON Schema.

use schemars::JsonSchema;
use serde::Serialize;

use super::Tower;
use super::card::UNKNOWN;
use super::components::card_name;
use super::document::{MaterialCounts, TokenCounts};
use super::event::Event;
use super::moves::Move;
use super::state::State;
use super::token::{Material, Token, total};
use crate::game::Seat;

/// What a slot's material costs, and where.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SlotDocument<'a> {
    /// `straw`, `clay`, `wood` or `water`.
    pub material: String,
    /// The shop.
    pub shop: &'a str,
    /// The number of gems.
    pub price: u8,
    /// Their colour.
    pub colour: String,
}

/// What a move is made of. Build cards go by their materials, black-market cards by their name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum MoveDocument<'a> {
    /// Chance: a player's first build card.
    Deal { card: String },
    /// Chance: tokens from the bag.
    Drawn { tokens: TokenCounts },
    /// Chance: the player sees a black-market card.
    Sees { card: &'a str },
    /// Chance: the gems that a robber finds.
    Robbed { gems: TokenCounts },
    /// Chance: the player draws a build card.
    Draws { card: String },
    /// A material is bought.
    Buy(SlotDocument<'a>),
    /// Salil changes tokens into gems.
    Trade { paid: String, count: u8, gems: TokenCounts },
    /// The black market is entered.
    Enter { cards: u32, cards_by_payment: TokenCounts },
    /// A black-market card is used.
    Use { card: &'a str, paid: TokenCounts },
    /// The player does nothing more.
    EndActions,
    /// A card that was looked at goes back.
    PutBack { card: &'a str },
    /// A material is stolen.
    Steal { from: u8, material: String },
    /// A material is taken from a shop.
    Take(SlotDocument<'a>),
    /// Gems are taken.
    TakeGems { gems: TokenCounts },
    /// A player will skip a draw.
    SkipDraw { seat: u8 },
    /// A player leaves its shop.
    Evict { seat: u8 },
    /// A player is robbed.
    Rob { seat: u8 },
    /// A material goes back to a shop.
    Return(SlotDocument<'a>),
    /// The build card to go on with.
    Choose { card: String },
}

/// Something that a move caused. A slot is written as `wood at mirage for 1 blue`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum EventDocument<'a> {
    /// A turn begins.
    Turn { seat: u8, number: u16 },
    /// A player does not draw this turn.
    DrawSkipped { seat: u8 },
    /// Tokens were drawn.
    Drew { seat: u8, tokens: TokenCounts },
    /// The pile went into the bag.
    BagRefilled { tokens: TokenCounts },
    /// A material was bought.
    Bought { seat: u8, slot: String },
    /// Tokens were changed into gems.
    Traded { seat: u8, paid: String, count: u8, gems: TokenCounts },
    /// The black market was entered.
    Entered { seat: u8, cards: u8 },
    /// The discarded black-market cards became the deck.
    MarketReshuffled,
    /// The discarded build cards became the deck.
    BuildReshuffled,
    /// A black-market card was used.
    Used { seat: u8, card: &'a str, paid: TokenCounts },
    /// A part of a card could not be done.
    NoEffect { card: &'a str, effect: String },
    /// A material was stolen.
    Stole { seat: u8, from: u8, material: String },
    /// A material was taken from a shop.
    Took { seat: u8, slot: String },
    /// Gems were taken.
    TookGems { seat: u8, gems: TokenCounts },
    /// A player will skip its next draw.
    WillSkip { seat: u8 },
    /// A player had to leave its shop.
    Evicted { seat: u8 },
    /// A player was robbed.
    Robbed { seat: u8, from: u8, gems: TokenCounts },
    /// A floor was built.
    Built { seat: u8, card: String, floors: u8 },
    /// A material went back to a shop.
    Returned { slot: String },
    /// A player left its shop.
    Left { seat: u8 },
    /// The game is over.
    Over { finish: &'a str },
}

/// Tokens of a kind and what they are worth to Salil.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct HoardDocument {
    /// How many.
    pub count: u8,
    /// What they are worth, in red gems.
    pub worth: f64,
}

/// Tokens by kind.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[allow(missing_docs)]
pub struct HoardsDocument {
    pub green: HoardDocument,
    pub blue: HoardDocument,
    pub red: HoardDocument,
    pub pass: HoardDocument,
}

/// How far the next floor is.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct NextFloorDocument {
    /// The build card; `?` if it is hidden, null if there is none.
    pub card: Option<String>,
    /// How many materials complete it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wanted: Option<u8>,
    /// How many of them are there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matched: Option<u8>,
    /// What is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<MaterialCounts>,
}

/// How a player stands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScoreDocument {
    /// Whose.
    pub seat: u8,
    /// Floors built: the first to have enough wins.
    pub points: u8,
    /// Nothing breaks ties.
    pub tie_break: u8,
    /// Floors built.
    pub floors: u8,
    /// Floors that win the game.
    pub floors_to_win: u8,
    /// How far the next one is.
    pub next_floor: NextFloorDocument,
    /// Tokens held.
    pub tokens: HoardsDocument,
    /// What all tokens are worth, in red gems.
    pub worth: f64,
    /// Black-market cards in hand.
    pub cards: u32,
    /// The same in words, one source after the other.
    pub explanation: Vec<String>,
}

impl Tower {
    fn slot_document(&self, index: u8) -> SlotDocument<'_> {
        let slot = &self.slots[usize::from(index)];
        SlotDocument {
            material: slot.material.to_string(),
            shop: &slot.shop_name,
            price: slot.price,
            colour: slot.colour.to_string(),
        }
    }

    pub(super) fn move_document(&self, mv: Move) -> MoveDocument<'_> {
        let build = |card: u8| card_name(self.cards[usize::from(card)]);
        let name = |kind: u8| self.market[usize::from(kind)].name.as_str();
        match mv {
            Move::Deal(it) => MoveDocument::Deal { card: build(it) },
            Move::Drawn(tokens) => MoveDocument::Drawn { tokens: tokens.into() },
            Move::Sees(it) => MoveDocument::Sees { card: name(it) },
            Move::Robbed(gems) => MoveDocument::Robbed { gems: gems.into() },
            Move::Draws(it) => MoveDocument::Draws { card: build(it) },
            Move::Buy(slot) => MoveDocument::Buy(self.slot_document(slot)),
            Move::Trade(paid, gems) => {
                let count = match paid {
                    Token::Pass => 1,
                    gem => self.rules.salil_rates[gem.index()],
                };
                MoveDocument::Trade { paid: paid.to_string(), count, gems: gems.into() }
            }
            Move::Enter(cards) => {
                MoveDocument::Enter { cards: total(&cards), cards_by_payment: cards.into() }
            }
            Move::Use(kind, paid) => MoveDocument::Use { card: name(kind), paid: paid.into() },
            Move::EndActions => MoveDocument::EndActions,
            Move::PutBack(kind) => MoveDocument::PutBack { card: name(kind) },
            Move::Steal(seat, material) => {
                MoveDocument::Steal { from: seat.0, material: material.to_string() }
            }
            Move::Take(slot) => MoveDocument::Take(self.slot_document(slot)),
            Move::TakeGems(gems) => MoveDocument::TakeGems { gems: gems.into() },
            Move::Skip(seat) => MoveDocument::SkipDraw { seat: seat.0 },
            Move::Evict(seat) => MoveDocument::Evict { seat: seat.0 },
            Move::Rob(seat) => MoveDocument::Rob { seat: seat.0 },
            Move::Return(slot) => MoveDocument::Return(self.slot_document(slot)),
            Move::Choose(it) => MoveDocument::Choose { card: build(it) },
        }
    }

    pub(super) fn event_document(&self, event: &Event) -> EventDocument<'_> {
        let name = |kind: u8| self.market[usize::from(kind)].name.as_str();
        let slot = |slot: u8| self.slots[usize::from(slot)].to_string();
        match *event {
            Event::Turn { seat, number } => EventDocument::Turn { seat: seat.0, number },
            Event::DrawSkipped(seat) => EventDocument::DrawSkipped { seat: seat.0 },
            Event::Drew { seat, tokens } => {
                EventDocument::Drew { seat: seat.0, tokens: tokens.into() }
            }
            Event::BagRefilled(tokens) => EventDocument::BagRefilled { tokens: tokens.into() },
            Event::Bought { seat, slot: it } => {
                EventDocument::Bought { seat: seat.0, slot: slot(it) }
            }
            Event::Traded { seat, paid, count, gems } => EventDocument::Traded {
                seat: seat.0,
                paid: paid.to_string(),
                count,
                gems: gems.into(),
            },
            Event::Entered { seat, cards } => EventDocument::Entered { seat: seat.0, cards },
            Event::MarketReshuffled => EventDocument::MarketReshuffled,
            Event::BuildReshuffled => EventDocument::BuildReshuffled,
            Event::Used { seat, kind, paid } => {
                EventDocument::Used { seat: seat.0, card: name(kind), paid: paid.into() }
            }
            Event::NoEffect { kind, effect } => {
                let effect = self.market[usize::from(kind)].effects[usize::from(effect)];
                EventDocument::NoEffect { card: name(kind), effect: effect.to_string() }
            }
            Event::Stole { seat, from, material } => {
                let material = material.to_string();
                EventDocument::Stole { seat: seat.0, from: from.0, material }
            }
            Event::Took { seat, slot: it } => EventDocument::Took { seat: seat.0, slot: slot(it) },
            Event::TookGems { seat, gems } => {
                EventDocument::TookGems { seat: seat.0, gems: gems.into() }
            }
            Event::WillSkip(seat) => EventDocument::WillSkip { seat: seat.0 },
            Event::Evicted(seat) => EventDocument::Evicted { seat: seat.0 },
            Event::Robbed { seat, from, gems } => {
                EventDocument::Robbed { seat: seat.0, from: from.0, gems: gems.into() }
            }
            Event::Built { seat, card, floors } => {
                let card = card_name(self.cards[usize::from(card)]);
                EventDocument::Built { seat: seat.0, card, floors }
            }
            Event::Returned { slot: it } => EventDocument::Returned { slot: slot(it) },
            Event::Left(seat) => EventDocument::Left { seat: seat.0 },
            Event::Over(finish) => EventDocument::Over { finish: finish.name() },
        }
    }

    pub(super) fn score_document(&self, state: &State, seat: Seat) -> ScoreDocument {
        let (score, player) = (self.score(state, seat), state.player(seat));
        let rounded = |worth: f64| (worth * 100.0).round() / 100.0;
        let [green, blue, red, pass] = Token::ALL.map(|token| HoardDocument {
            count: score.tokens[token.index()],
            worth: rounded(score.worth[token.index()]),
        });
        let mut next = NextFloorDocument::default();
        if player.card == UNKNOWN {
            next.card = Some("?".into());
        } else if let Some(card) = player.card() {
            let wanted = self.cards[card];
            let is_open = score.matched < score.wanted;
            let missing = Material::ALL.map(|material| {
                let m = material.index();
                if is_open { wanted[m].saturating_sub(player.materials[m]) } else { 0 }
            });
            next = NextFloorDocument {
                card: Some(card_name(wanted)),
                wanted: score.wanted,
                matched: score.matched,
                missing: Some(missing.into()),
            };
        }
        let mut explanation =
            vec![format!("{} of {} floors built", score.floors, self.rules.floors_to_win)];
        if let (Some(card), Some(wanted), Some(matched)) = (&next.card, next.wanted, next.matched) {
            explanation.push(format!("{matched} of {wanted} materials of the next floor, {card}"));
        }
        ScoreDocument {
            seat: seat.0,
            points: score.floors,
            tie_break: 0,
            floors: score.floors,
            floors_to_win: self.rules.floors_to_win,
            next_floor: next,
            tokens: HoardsDocument { green, blue, red, pass },
            worth: rounded(score.worth.iter().sum()),
            cards: score.cards as u32,
            explanation,
        }
    }
}
