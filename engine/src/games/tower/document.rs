//! Tower written down: the state document, its parts, and its JSON Schema.
//!
//! A slot is `wood at mirage for 1 blue`, a build card its materials, a black-market card its
//! name. As a seat sees it (`seen_by`), a card that it cannot know is `?`. What somebody else
//! knows of a hidden card is said behind it: `bruiser known to 1`.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::Tower;
use super::card::{NONE, Secret, UNKNOWN};
use super::components::card_name;
use super::moves::Move;
use super::play::Event;
use super::rules::Rules;
use super::state::{State, Step, Using};
use super::token::{Gems, Materials, Token, Tokens};
use crate::game::Seat;

/// Numbers of tokens; what is left out is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct TokenCounts {
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub green: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub blue: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub red: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub pass: u8,
}

impl From<Tokens> for TokenCounts {
    fn from([green, blue, red, pass]: Tokens) -> TokenCounts {
        TokenCounts { green, blue, red, pass }
    }
}

impl From<Gems> for TokenCounts {
    fn from([green, blue, red]: Gems) -> TokenCounts {
        TokenCounts { green, blue, red, pass: 0 }
    }
}

/// Numbers of materials; what is left out is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct MaterialCounts {
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub straw: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub clay: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub wood: u8,
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub water: u8,
}

impl From<Materials> for MaterialCounts {
    fn from([straw, clay, wood, water]: Materials) -> MaterialCounts {
        MaterialCounts { straw, clay, wood, water }
    }
}

fn is_zero(count: &u8) -> bool {
    *count == 0
}

fn is_false(value: &bool) -> bool {
    !value
}

/// Whose turn it is and what is due.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Turn {
    /// The seat whose turn it is, from 0.
    pub seat: u8,
    /// The number of the turn, from 1; 0 while cards are dealt.
    pub number: u16,
    /// What is due.
    pub step: StepName,
    /// In the steps `draw`, `look`, `effect`, `rob` and `draw_cards`: how many more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u8>,
    /// In the step `draw`: whether these are the tokens for having done nothing.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(default)]
    pub extra: bool,
    /// In the steps `look` and `put_back`: how many cards will be kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keep: Option<u8>,
    /// In the steps `effect` and `rob`: the card that is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// In the steps `effect` and `rob`: which of its effects, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<u8>,
    /// In the step `rob`: who is robbed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub victim: Option<u8>,
    /// In the step `return`: which material.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
    /// In the step `return`: the slot last used for it; others follow in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Whether the player has done something in this turn.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(default)]
    pub acted: bool,
    /// Whether the player has bought in this turn.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(default)]
    pub bought: bool,
    /// Whether the player has been at the black market in this turn.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(default)]
    pub visited: bool,
    /// Whether tokens were drawn in this turn, or a draw was skipped.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(default)]
    pub drew: bool,
    /// How many turns in a row nothing at all has happened.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub idle: u8,
    /// In the step `over`: how the game ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish: Option<String>,
}

/// What is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepName {
    /// Build cards are dealt.
    #[default]
    Deal,
    /// Tokens are drawn.
    Draw,
    /// The player acts.
    Act,
    /// Black-market cards are looked at.
    Look,
    /// Cards are put back.
    PutBack,
    /// The player decides on an effect.
    Effect,
    /// Gems are drawn from a robbed player.
    Rob,
    /// A material is put back into the shops.
    Return,
    /// Build cards are drawn.
    DrawCards,
    /// A build card is chosen.
    Choose,
    /// Nothing any more.
    Over,
}

impl StepName {
    /// All steps with their names.
    pub const ALL: [(&'static str, StepName); 11] = [
        ("deal", StepName::Deal),
        ("draw", StepName::Draw),
        ("act", StepName::Act),
        ("look", StepName::Look),
        ("put_back", StepName::PutBack),
        ("effect", StepName::Effect),
        ("rob", StepName::Rob),
        ("return", StepName::Return),
        ("draw_cards", StepName::DrawCards),
        ("choose", StepName::Choose),
        ("over", StepName::Over),
    ];
}

/// What a player has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct PlayerDocument {
    /// Tower floors built.
    #[serde(skip_serializing_if = "is_zero")]
    #[schemars(default)]
    pub floors: u8,
    /// Gems and passes.
    #[serde(skip_serializing_if = "no_tokens")]
    #[schemars(default)]
    pub tokens: TokenCounts,
    /// Building materials.
    #[serde(skip_serializing_if = "no_materials")]
    #[schemars(default)]
    pub materials: MaterialCounts,
    /// The build card, such as `straw2-clay-wood2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub build_card: Option<String>,
    /// Black-market cards in hand, such as `bruiser`, or `bruiser known to 1`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub hand: Vec<String>,
    /// The shop where the architect stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shop: Option<String>,
    /// Whether the next draw phase is skipped.
    #[serde(skip_serializing_if = "is_false")]
    #[schemars(default)]
    pub skips_draw: bool,
}

fn no_tokens(tokens: &TokenCounts) -> bool {
    *tokens == TokenCounts::default()
}

fn no_materials(materials: &MaterialCounts) -> bool {
    *materials == MaterialCounts::default()
}

/// How many cards the decks have; follows from the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Decks {
    /// Build cards.
    pub build: u32,
    /// Black-market cards, without those put back.
    pub market: u32,
}

/// A position of Tower.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StateDocument {
    /// The seat whose view this is; left out when the position is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_by: Option<u8>,
    /// Whose turn it is and what is due.
    pub turn: Turn,
    /// The tokens in the bag; follow from the rest.
    #[schemars(default)]
    pub bag: TokenCounts,
    /// The tokens on Salil's pile.
    #[serde(skip_serializing_if = "no_tokens")]
    #[schemars(default)]
    pub pile: TokenCounts,
    /// The slots of shops in which nothing lies, such as `wood at mirage for 1 blue`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub empty_slots: Vec<String>,
    /// How many cards the decks have; follows from the rest.
    #[schemars(default)]
    pub decks: Decks,
    /// Discarded build cards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub build_discard: Vec<String>,
    /// Discarded black-market cards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub market_discard: Vec<String>,
    /// Cards put back on top of the black market, the topmost last, such as `bruiser known to 1`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub put_back: Vec<String>,
    /// Black-market cards that are being looked at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub looked_at: Vec<String>,
    /// Build cards that are being chosen from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub offer: Vec<String>,
    /// What each player has, in seat order.
    pub players: Vec<PlayerDocument>,
}

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
        match others.is_empty() {
            true => name.to_string(),
            false => format!("{name} known to {}", others.join(" ")),
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
        let empty = self.slots.iter().enumerate().flat_map(|(index, slot)| {
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

    /// The parameters that differ from the default; the number of players always.
    pub(super) fn rules_document(&self) -> Map<String, Value> {
        let (rules, book) = (&self.rules, Rules::default());
        let mut map = Map::new();
        let mut put = |key: &str, changed: bool, value: Value| {
            if changed {
                map.insert(key.into(), value);
            }
        };
        put("players", true, rules.players.into());
        put("friendlier", rules.friendlier, true.into());
        put("meaner", rules.meaner, true.into());
        put("draw_size", rules.draw_size != book.draw_size, rules.draw_size.into());
        put("extra_draw", rules.extra_draw != book.extra_draw, rules.extra_draw.into());
        let rates = rules.salil_rates != book.salil_rates;
        put("salil_rates", rates, json!(TokenCounts::from(rules.salil_rates)));
        put("pass_gems", rules.pass_gems != book.pass_gems, rules.pass_gems.into());
        let prices = rules.entry_prices != book.entry_prices;
        put("entry_prices", prices, json!(TokenCounts::from(rules.entry_prices)));
        put("cards_seen", rules.cards_seen != book.cards_seen, rules.cards_seen.into());
        put("hand_limit", rules.hand_limit != book.hand_limit, rules.hand_limit.into());
        put("cards_drawn", rules.cards_drawn != book.cards_drawn, rules.cards_drawn.into());
        put("floors_to_win", rules.floors_to_win != book.floors_to_win, rules.floors_to_win.into());
        let per_card = rules.materials_per_card;
        put("materials_per_card", per_card.is_some(), json!(per_card));
        put("tokens", rules.tokens.is_some(), json!(rules.tokens.map(TokenCounts::from)));
        put("turn_cap", rules.turn_cap != book.turn_cap, rules.turn_cap.into());
        put("beyond_rulebook", rules.beyond_rulebook, true.into());
        map
    }

    fn slot_parts(&self, kind: &str, index: u8) -> Value {
        let slot = &self.slots[usize::from(index)];
        json!({
            "kind": kind, "material": slot.material.to_string(), "shop": slot.shop_name,
            "price": slot.price, "colour": slot.colour.to_string(),
        })
    }

    pub(super) fn move_document(&self, mv: Move) -> Value {
        let card = |card: u8| card_name(self.cards[usize::from(card)]);
        let name = |kind: u8| &self.market[usize::from(kind)].name;
        match mv {
            Move::Deal(it) => json!({"kind": "deal", "card": card(it)}),
            Move::Drawn(tokens) => json!({"kind": "drawn", "tokens": TokenCounts::from(tokens)}),
            Move::Sees(it) => json!({"kind": "sees", "card": name(it)}),
            Move::Robbed(gems) => json!({"kind": "robbed", "gems": TokenCounts::from(gems)}),
            Move::Draws(it) => json!({"kind": "draws", "card": card(it)}),
            Move::Buy(slot) => self.slot_parts("buy", slot),
            Move::Trade(paid, gems) => {
                let count = match paid {
                    Token::Pass => 1,
                    gem => self.rules.salil_rates[gem.index()],
                };
                json!({"kind": "trade", "paid": paid.to_string(), "count": count, "gems": TokenCounts::from(gems)})
            }
            Move::Enter(cards) => {
                let count: u32 = super::token::total(&cards);
                json!({"kind": "enter", "cards": count, "cards_by_payment": TokenCounts::from(cards)})
            }
            Move::Use(kind, paid) => {
                json!({"kind": "use", "card": name(kind), "paid": TokenCounts::from(paid)})
            }
            Move::EndActions => json!({"kind": "end_actions"}),
            Move::PutBack(kind) => json!({"kind": "put_back", "card": name(kind)}),
            Move::Steal(seat, material) => {
                json!({"kind": "steal", "from": seat.0, "material": material.to_string()})
            }
            Move::Take(slot) => self.slot_parts("take", slot),
            Move::TakeGems(gems) => json!({"kind": "take_gems", "gems": TokenCounts::from(gems)}),
            Move::Skip(seat) => json!({"kind": "skip_draw", "seat": seat.0}),
            Move::Evict(seat) => json!({"kind": "evict", "seat": seat.0}),
            Move::Rob(seat) => json!({"kind": "rob", "seat": seat.0}),
            Move::Return(slot) => self.slot_parts("return", slot),
            Move::Choose(it) => json!({"kind": "choose", "card": card(it)}),
        }
    }

    pub(super) fn event_document(&self, event: &Event) -> Value {
        let name = |kind: u8| &self.market[usize::from(kind)].name;
        let slot = |slot: u8| self.slots[usize::from(slot)].to_string();
        match *event {
            Event::Turn { seat, number } => {
                json!({"event": "turn", "seat": seat.0, "number": number})
            }
            Event::DrawSkipped(seat) => json!({"event": "draw_skipped", "seat": seat.0}),
            Event::Drew { seat, tokens } => {
                json!({"event": "drew", "seat": seat.0, "tokens": TokenCounts::from(tokens)})
            }
            Event::BagRefilled(tokens) => {
                json!({"event": "bag_refilled", "tokens": TokenCounts::from(tokens)})
            }
            Event::Bought { seat, slot: it } => {
                json!({"event": "bought", "seat": seat.0, "slot": slot(it)})
            }
            Event::Traded { seat, paid, count, gems } => json!({
                "event": "traded", "seat": seat.0, "paid": paid.to_string(), "count": count, "gems": TokenCounts::from(gems),
            }),
            Event::Entered { seat, cards } => {
                json!({"event": "entered", "seat": seat.0, "cards": cards})
            }
            Event::MarketReshuffled => json!({"event": "market_reshuffled"}),
            Event::BuildReshuffled => json!({"event": "build_reshuffled"}),
            Event::Used { seat, kind, paid } => {
                json!({"event": "used", "seat": seat.0, "card": name(kind), "paid": TokenCounts::from(paid)})
            }
            Event::NoEffect { kind, effect } => {
                let effect = self.market[usize::from(kind)].effects[usize::from(effect)];
                json!({"event": "no_effect", "card": name(kind), "effect": effect.to_string()})
            }
            Event::Stole { seat, from, material } => {
                json!({"event": "stole", "seat": seat.0, "from": from.0, "material": material.to_string()})
            }
            Event::Took { seat, slot: it } => {
                json!({"event": "took", "seat": seat.0, "slot": slot(it)})
            }
            Event::TookGems { seat, gems } => {
                json!({"event": "took_gems", "seat": seat.0, "gems": TokenCounts::from(gems)})
            }
            Event::WillSkip(seat) => json!({"event": "will_skip", "seat": seat.0}),
            Event::Evicted(seat) => json!({"event": "evicted", "seat": seat.0}),
            Event::Robbed { seat, from, gems } => {
                json!({"event": "robbed", "seat": seat.0, "from": from.0, "gems": TokenCounts::from(gems)})
            }
            Event::Built { seat, card, floors } => json!({
                "event": "built", "seat": seat.0, "card": card_name(self.cards[usize::from(card)]), "floors": floors,
            }),
            Event::Returned { slot: it } => json!({"event": "returned", "slot": slot(it)}),
            Event::Left(seat) => json!({"event": "left", "seat": seat.0}),
            Event::Over(finish) => json!({"event": "over", "finish": finish.name()}),
        }
    }
}
