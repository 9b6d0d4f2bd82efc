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

/// What a slot's material costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Price {
    /// The slot, as an index.
    pub slot: usize,
    /// The colour of the gems, as an index.
    pub colour: usize,
    pub gems: i32,
    /// What a gem of the colour is worth at Salil's rates.
    pub worth: i32,
}

/// By material, the prices of the slots: the cheapest at Salil's rates first.
pub(super) fn prices(slots: &[Slot], salil_rates: [u8; 3]) -> [Vec<Price>; 4] {
    let mut prices: [Vec<Price>; 4] = Default::default();
    for (index, slot) in slots.iter().enumerate() {
        let colour = slot.colour.index();
        let worth = 6 / i32::from(salil_rates[colour]);
        let gems = slot.price.into();
        prices[slot.material.index()].push(Price { slot: index, colour, gems, worth });
    }
    for list in &mut prices {
        list.sort_by_key(|price| price.gems * price.worth);
    }
    prices
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
