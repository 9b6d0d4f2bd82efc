//! The tables that the inputs of a net select rows from.

use crate::games::inputs::InputTable;

pub(super) const STEP: usize = 0;
pub(super) const ENDING: usize = 1;
pub(super) const LEAD: usize = 2;
pub(super) const POINTS: usize = 3;
pub(super) const BUILDINGS: usize = 4;
pub(super) const MARKER: usize = 5;
pub(super) const STAR: usize = 6;
pub(super) const HINDMOST: usize = 7;
pub(super) const STOCK: usize = 8;
pub(super) const ROOFS: usize = 9;
pub(super) const VISIBLE: usize = 10;
pub(super) const REACH: usize = 11;
pub(super) const OBJECTIVE: usize = 12;
pub(super) const DEMAND: usize = 13;
pub(super) const SITE: usize = 14;
pub(super) const CARD: usize = 15;
pub(super) const MARKET: usize = 16;
pub(super) const SUPPLY: usize = 17;
pub(super) const RIVAL_LEAD: usize = 18;
pub(super) const RIVAL_MARKER: usize = 19;
pub(super) const RIVAL_STAR: usize = 20;
pub(super) const RIVAL_HINDMOST: usize = 21;
pub(super) const RIVAL_STOCK: usize = 22;
pub(super) const RIVAL_VISIBLE: usize = 23;
pub(super) const RIVAL_REACH: usize = 24;
pub(super) const RIVAL_OBJECTIVE: usize = 25;
pub(super) const RIVAL_ROOFS: usize = 26;
pub(super) const NEXT_SITE: usize = 27;
pub(super) const STEPS: usize = 28;
pub(super) const RIVAL_STEPS: usize = 29;
pub(super) const FORBIDDEN: usize = 30;
pub(super) const RIVAL_FORBIDDEN: usize = 31;

/// All of them, in this order.
pub(super) const TABLES: &[InputTable] = &[
    InputTable::new("whose step it is", 32),
    InputTable::new("how the end was triggered", 25),
    InputTable::new("lead over the best rival", 63),
    InputTable::new("points", 40),
    InputTable::new("buildings", 40),
    InputTable::new("marker and stock of a colour", 144),
    InputTable::new("steps and markers missing to the next star", 80),
    InputTable::new("hindmost markers", 144),
    InputTable::new("stock and room for more", 192),
    InputTable::new("roofs left, and of the rival with fewest", 169),
    InputTable::new("visible roofs", 24),
    InputTable::new("sites in reach, their best gain and best progress", 192),
    InputTable::new("roofs missing for an objective, for the best rival, and its token", 441),
    InputTable::new("kind of an objective and roofs missing", 91),
    InputTable::new("a site, and whether the next player can build beside it", 386),
    InputTable::new("a card on display", 76),
    InputTable::new("stock of a colour and floors on display", 49),
    InputTable::new("supply of a colour", 12),
    InputTable::per_rival("lead over a rival", 63),
    InputTable::per_rival("a rival's marker and stock of a colour", 144),
    InputTable::per_rival("steps and markers that a rival misses to the next star", 80),
    InputTable::per_rival("a rival's hindmost markers", 144),
    InputTable::per_rival("a rival's stock and room for more", 192),
    InputTable::per_rival("a rival's visible roofs", 24),
    InputTable::per_rival("sites in a rival's reach, their best gain and best progress", 192),
    InputTable::per_rival("roofs that a rival misses for an objective, and its token", 63),
    InputTable::per_rival("a rival's roofs", 13),
    InputTable::new("a site for the next player", 97),
    InputTable::new("steps of a colour in reach and nearly so, and its marker", 432),
    InputTable::per_rival(
        "steps of a colour in a rival's reach and nearly so, and its marker",
        432,
    ),
    InputTable::new("what the player may not do", 8),
    InputTable::per_rival("what a rival may not do", 8),
];
