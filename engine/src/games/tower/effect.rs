//! What black-market cards do, built from a few primitives.
//!
//! A card's `effects` are written in its row of `black_market.csv`, one after another
//! and separated by `+`: `steal-material 1 needed + skip-draw 1`.

use std::fmt;

/// The most that one effect can do.
pub const MAX_AMOUNT: u8 = 6;
/// The most effects of a card.
pub const MAX_EFFECTS: usize = 4;

/// What an effect does; how often is said beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Primitive {
    /// Takes a material from another player, one at a time.
    StealMaterial {
        /// Only what the build card still needs.
        needed: bool,
    },
    /// Takes a material from any shop, even an occupied one, one at a time.
    TakeMaterial {
        /// Only what the build card still needs.
        needed: bool,
    },
    /// Takes gems of choice from Salil's pile, together.
    TakeGems,
    /// Makes another player skip the next draw phase, one at a time.
    SkipDraw,
    /// Sends another player's architect away from its shop, one at a time.
    Evict,
    /// Takes random gems from one other player, together.
    RobGems,
}

/// A primitive and how often it is done, or how many gems it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Effect {
    /// What is done.
    pub primitive: Primitive,
    /// How often, or how many.
    pub amount: u8,
}

impl Effect {
    /// Reads one effect.
    fn read(text: &str) -> Result<Effect, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let amount = |word: &str| match word.parse() {
            Ok(amount @ 1..=MAX_AMOUNT) => Ok(amount),
            _ => Err(format!("`{word}`: write a number from 1 to {MAX_AMOUNT}")),
        };
        let needed = |word: &str| match word {
            "needed" => Ok(true),
            "any" => Ok(false),
            _ => Err(format!("`{word}`: write needed or any")),
        };
        let (primitive, count) = match words[..] {
            ["steal-material", count, which] => {
                (Primitive::StealMaterial { needed: needed(which)? }, count)
            }
            ["take-material", count, which] => {
                (Primitive::TakeMaterial { needed: needed(which)? }, count)
            }
            ["take-gems", count] => (Primitive::TakeGems, count),
            ["skip-draw", count] => (Primitive::SkipDraw, count),
            ["evict", count] => (Primitive::Evict, count),
            ["rob-gems", count] => (Primitive::RobGems, count),
            _ => {
                return Err(format!(
                    "`{}` is no effect; write `steal-material 1 needed`, `take-material 1 any`, `take-gems 3`, `skip-draw 1`, `evict 1` or `rob-gems 2`",
                    text.trim()
                ));
            }
        };
        Ok(Effect { primitive, amount: amount(count)? })
    }

    /// Reads the effects of a card.
    ///
    /// ```
    /// use towerlab_engine::games::tower::effect::Effect;
    ///
    /// let effects = Effect::list("take-gems 3").unwrap();
    /// assert_eq!(effects[0].to_string(), "take-gems 3");
    /// assert!(Effect::list("take-gold 3").is_err());
    /// ```
    pub fn list(text: &str) -> Result<Vec<Effect>, String> {
        let effects: Vec<Effect> = text.split('+').map(Effect::read).collect::<Result<_, _>>()?;
        match effects.len() {
            ..=MAX_EFFECTS => Ok(effects),
            more => Err(format!("a card has at most {MAX_EFFECTS} effects, not {more}")),
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let which = |needed: bool| if needed { "needed" } else { "any" };
        let amount = self.amount;
        match self.primitive {
            Primitive::StealMaterial { needed } => {
                write!(f, "steal-material {amount} {}", which(needed))
            }
            Primitive::TakeMaterial { needed } => {
                write!(f, "take-material {amount} {}", which(needed))
            }
            Primitive::TakeGems => write!(f, "take-gems {amount}"),
            Primitive::SkipDraw => write!(f, "skip-draw {amount}"),
            Primitive::Evict => write!(f, "evict {amount}"),
            Primitive::RobGems => write!(f, "rob-gems {amount}"),
        }
    }
}
