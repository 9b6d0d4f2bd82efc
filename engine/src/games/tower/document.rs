//! The state document and its parts, with their JSON Schema.
//!
//! A slot is `wood at mirage for 1 blue`, a build card its materials, a black-market card its
//! name. As a seat sees it (`seen_by`), a card that it cannot know is `?`. What somebody else
//! knows of a hidden card is said behind it: `bruiser known to 1`.

use schemars::JsonSchema;
use serde::Serialize;

use super::token::{Gems, Materials, Tokens};

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
