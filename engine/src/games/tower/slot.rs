//! The shops' slots and the black-market cards, laid out for play.

use std::fmt;

use super::components::{Components, MarketRow, SlotRow};
use super::effect::Effect;
use super::token::{Gems, Material, Token};

/// A slot of a shop. Equal slots of one shop are one, with room for several materials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The shop, as an index.
    pub shop: u8,
    /// The name of the shop.
    pub shop_name: String,
    /// What lies there.
    pub material: Material,
    /// How many gems it costs.
    pub price: u8,
    /// Of which colour.
    pub colour: Token,
    /// How many such slots the shop has.
    pub capacity: u8,
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Slot { shop_name, material, price, colour, .. } = self;
        write!(f, "{material} at {shop_name} for {price} {colour}")
    }
}

/// A kind of black-market card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarketCard {
    /// Its name.
    pub name: String,
    /// Gems of certain colours to use it.
    pub cost: Gems,
    /// Gems of any colour besides.
    pub any: u8,
    /// What it does, in order.
    pub effects: Vec<Effect>,
}

/// The shops and slots that a number of players use.
pub(super) fn slots(components: &Components, players: u8) -> (Vec<String>, Vec<Slot>) {
    let (mut shops, mut slots): (Vec<String>, Vec<Slot>) = Default::default();
    let used = |row: &&SlotRow| row.from_players <= players;
    for row in components.slots.iter().filter(used) {
        if shops.last() != Some(&row.shop) {
            shops.push(row.shop.clone());
        }
        let known = (Material::from_name(&row.material), Token::gem(&row.colour));
        let (Some(material), Some(colour)) = known else { unreachable!("components are checked") };
        let slot = Slot {
            shop: shops.len() as u8 - 1,
            shop_name: row.shop.clone(),
            material,
            price: row.price,
            colour,
            capacity: 1,
        };
        match slots.iter_mut().find(|known| known.to_string() == slot.to_string()) {
            Some(equal) => equal.capacity += 1,
            None => slots.push(slot),
        }
    }
    (shops, slots)
}

/// The kinds of black-market cards of a set.
pub(super) fn market(components: &Components) -> Vec<MarketCard> {
    let card = |row: &MarketRow| MarketCard {
        name: row.card.clone(),
        cost: [row.green, row.blue, row.red],
        any: row.any,
        effects: Effect::list(&row.effects).expect("components are checked"),
    };
    components.market.iter().map(card).collect()
}
