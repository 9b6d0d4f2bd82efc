//! Tokens, gems and building materials, and numbers of them.

use std::fmt;

/// What is drawn from the bag: gems of three colours, and passes for the black market.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Token {
    /// The commonest gem.
    Green,
    /// A gem.
    Blue,
    /// The rarest gem.
    Red,
    /// A pass for the black market, which is no gem.
    Pass,
}

impl Token {
    /// All tokens.
    pub const ALL: [Token; 4] = [Token::Green, Token::Blue, Token::Red, Token::Pass];
    /// Those that are gems.
    pub const GEMS: [Token; 3] = [Token::Green, Token::Blue, Token::Red];
    /// Their names.
    pub const NAMES: [&'static str; 4] = ["green", "blue", "red", "pass"];

    /// The token as an index into arrays.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The token of that name.
    ///
    /// ```
    /// use towerlab_engine::games::tower::token::Token;
    ///
    /// assert_eq!(Token::from_name("pass"), Some(Token::Pass));
    /// assert_eq!(Token::gem("pass"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Token> {
        Token::ALL.into_iter().find(|token| Token::NAMES[token.index()] == name)
    }

    /// The gem of that name.
    pub fn gem(name: &str) -> Option<Token> {
        Token::from_name(name).filter(|token| *token != Token::Pass)
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Token::NAMES[self.index()])
    }
}

/// A building material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Material {
    /// Straw.
    Straw,
    /// Clay.
    Clay,
    /// Wood.
    Wood,
    /// Water.
    Water,
}

impl Material {
    /// All materials.
    pub const ALL: [Material; 4] =
        [Material::Straw, Material::Clay, Material::Wood, Material::Water];
    /// Their names.
    pub const NAMES: [&'static str; 4] = ["straw", "clay", "wood", "water"];

    /// The material as an index into arrays.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The material of that name.
    pub fn from_name(name: &str) -> Option<Material> {
        Material::ALL.into_iter().find(|material| Material::NAMES[material.index()] == name)
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Material::NAMES[self.index()])
    }
}

/// Numbers of green, blue and red gems.
pub type Gems = [u8; 3];
/// Numbers of green, blue, red gems and passes.
pub type Tokens = [u8; 4];
/// Numbers of straw, clay, wood and water.
pub type Materials = [u8; 4];

/// The sum of some numbers.
#[inline]
pub fn total(counts: &[u8]) -> u32 {
    counts.iter().map(|&count| u32::from(count)).sum()
}

/// The gems among some tokens.
#[inline]
pub fn gems([green, blue, red, _]: Tokens) -> Gems {
    [green, blue, red]
}

/// Lists every handful of `size` gems out of `from`, ascending.
#[inline]
pub(super) fn handfuls(from: Gems, size: u8, mut out: impl FnMut(Gems)) {
    let [greens, blues, reds] = from;
    let least = size.saturating_sub(blues.saturating_add(reds));
    for green in least..=greens.min(size) {
        let rest = size - green;
        for blue in rest.saturating_sub(reds)..=blues.min(rest) {
            out([green, blue, rest - blue]);
        }
    }
}
