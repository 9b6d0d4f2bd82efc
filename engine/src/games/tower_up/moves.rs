//! The moves, and which of them are legal.

use super::TowerUp;
use super::colour::{Colour, Floors};
use super::deck::{Bottom, Face, Printing};
use super::handicap::Forbidden;
use super::objectives::Objective;
use super::sites::{Site, Sites};
use super::state::{State, Step};
use crate::game::Seat;

/// A decision of a player or an outcome of chance.
///
/// ```
/// use towerlab_engine::game::Game;
/// use towerlab_engine::games::tower_up::TowerUp;
///
/// let game = TowerUp::standard(4);
/// for text in ["take wild2 as brown white", "found C4 black, roof on C3"] {
///     let mv = game.read_move(text).unwrap();
///     assert_eq!(game.show(mv).to_string(), text);
/// }
/// assert!(game.read_move("found Z9 black, roof on C3").is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Chance: this objective is in play. `objective lake_4`
    Objective(Objective),
    /// Chance: a card of the first market. `open brown2-white2 bottom white`
    Open(Printing),
    /// Chance: the bottom of a card drawn for one more starting floor. `bottom wild`
    Bottom(Bottom),
    /// A starting floor. `place C4 white`
    Place {
        /// Its colour.
        colour: Colour,
        /// Where it goes.
        site: Site,
    },
    /// Take a card. `take gray2-white2`, `take wild2 as brown white`
    Take {
        /// The card.
        card: Face,
        /// The colours chosen for wild floors and for printed ones that are out.
        free: Floors,
    },
    /// Chance: the card that refills the market. `reveal wild2`
    Reveal(Face),
    /// Floors above the stock limit go back. `return gray white`
    Return(Floors),
    /// Found a building, pay, place a roof and score. `found C4 black, roof on C3`
    Found {
        /// The colour of the new building.
        colour: Colour,
        /// Its site.
        site: Site,
        /// The new building or one of those just paid for.
        roof: Site,
    },
}

impl TowerUp {
    pub(super) fn list_moves(&self, state: &State, out: &mut impl FnMut(Move)) {
        match state.step {
            Step::Place if !self.chance_places() => self.list_placements(state, out),
            Step::Act => {
                self.list_cards(state, out);
                self.list_foundings(state, out);
            }
            Step::Return => {
                let stock = state.players[state.seat.index()].stock;
                stock.choices(self.surplus(stock), |floors| out(Move::Return(floors)));
            }
            _ => {}
        }
    }

    fn list_placements(&self, state: &State, out: &mut impl FnMut(Move)) {
        for colour in Colour::ALL {
            for site in self.placements(state, colour) {
                out(Move::Place { colour, site });
            }
        }
    }

    /// The sites where the starting floor whose turn it is may go as this colour.
    pub(super) fn placements(&self, state: &State, colour: Colour) -> Sites {
        let fits = match state.next_pending() {
            Some(Some(needed)) => needed == colour,
            Some(None) => true,
            None => false,
        };
        if !fits || state.supply.of(colour) == 0 {
            return Sites::NONE;
        }
        self.all_sites & !state.occupied() & !state.near(colour, 0)
    }

    /// Whether what a seat may not do keeps it from taking a card.
    pub(super) fn forbids_card(&self, seat: Seat, card: Face) -> bool {
        let face = &self.faces[usize::from(card.0)];
        self.forbids(seat, Forbidden::WildCards) && face.wild > 0
            || self.forbids(seat, Forbidden::MarkerCards) && face.marker.is_some()
    }

    /// Whether the player could do something if it obeyed: found, or take another card.
    pub(super) fn can_obey(&self, state: &State) -> bool {
        let mut can_found = false;
        self.list_foundings(state, &mut |_| can_found = true);
        can_found
            || state.market.as_slice().iter().any(|&card| !self.forbids_card(state.seat, card))
    }

    fn list_cards(&self, state: &State, out: &mut impl FnMut(Move)) {
        let mut last = None;
        let is_restricted = !self.rules.forbidden[state.seat.index()].is_empty();
        let obeys = is_restricted && self.can_obey(state);
        for &card in state.market.as_slice() {
            if obeys && self.forbids_card(state.seat, card) {
                continue;
            }
            if last.replace(card) != Some(card) {
                let (left, free) = self.free_floors(state, card);
                if free == 0 {
                    out(Move::Take { card, free: Floors::NONE });
                } else {
                    left.choices(free, |free| out(Move::Take { card, free }));
                }
            }
        }
    }

    /// What the supply holds after a card's printed floors are given, and how many
    /// floors of free colour the card gives from it.
    pub(super) fn free_floors(&self, state: &State, card: Face) -> (Floors, u8) {
        let face = &self.faces[usize::from(card.0)];
        if face.wild == 0 && state.supply.covers(face.floors) {
            return (state.supply, 0);
        }
        let printed = state.supply.share(face.floors);
        let left = state.supply.minus(printed);
        let wanted = u32::from(face.wild) + face.floors.total() - printed.total();
        (left, wanted.min(left.total()) as u8)
    }

    fn list_foundings(&self, state: &State, out: &mut impl FnMut(Move)) {
        let player = &state.players[state.seat.index()];
        if player.roofs == 0 {
            return;
        }
        let occupied = state.occupied();
        let unpayable = Colour::ALL.map(|c| state.near(c, player.stock.of(c)).0);
        let unpayable = Sites(unpayable[0] | unpayable[1] | unpayable[2] | unpayable[3]);
        let open = self.all_sites & state.near_any() & !occupied & !unpayable;
        for colour in Colour::ALL {
            if player.stock.of(colour) == 0 {
                continue;
            }
            for site in open & !state.near(colour, 0) {
                let paid = self.adjacent[site.index()] & occupied;
                for roof in paid | Sites::one(site) {
                    out(Move::Found { colour, site, roof });
                }
            }
        }
    }

    /// How many floors of a stock are above the limit.
    pub(super) fn surplus(&self, stock: Floors) -> u8 {
        stock.total().saturating_sub(u32::from(self.rules.stock_limit)) as u8
    }
}
