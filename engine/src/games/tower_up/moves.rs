//! The moves, their notation, and which of them are legal.

use std::fmt;

use super::TowerUp;
use super::colour::{Colour, Floors};
use super::deck::{Bottom, Face, Printing, bottom_from_name, bottom_name};
use super::objectives::Objective;
use super::sites::{Site, Sites};
use super::state::{State, Step};
use crate::document::nearest;
use crate::game::Unreadable;

/// A decision of a player or an outcome of chance.
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

    fn list_cards(&self, state: &State, out: &mut impl FnMut(Move)) {
        let mut last = None;
        for &card in state.market.as_slice() {
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

    pub(super) fn write(&self, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        let site = |site: Site| self.board.name(site);
        let face = |face: Face| &self.components.deck.faces[usize::from(face.0)].name;
        match mv {
            Move::Objective(Objective(index)) => {
                write!(out, "objective {}", self.components.objectives[usize::from(index)].id)
            }
            Move::Open(Printing(index)) => {
                let printing = &self.components.deck.printings[usize::from(index)];
                write!(out, "open {} bottom {}", face(printing.face), bottom_name(printing.bottom))
            }
            Move::Bottom(bottom) => write!(out, "bottom {}", bottom_name(bottom)),
            Move::Place { colour, site: at } => write!(out, "place {} {colour}", site(at)),
            Move::Take { card, free: Floors::NONE } => write!(out, "take {}", face(card)),
            Move::Take { card, free } => write!(out, "take {} as {free}", face(card)),
            Move::Reveal(card) => write!(out, "reveal {}", face(card)),
            Move::Return(floors) => write!(out, "return {floors}"),
            Move::Found { colour, site: at, roof } => {
                write!(out, "found {} {colour}, roof on {}", site(at), site(roof))
            }
        }
    }

    pub(super) fn read(&self, text: &str) -> Result<Move, Unreadable> {
        let words: Vec<&str> = text.split_whitespace().collect();
        self.parse(&words).map_err(|why| Unreadable { text: text.to_string(), why })
    }

    fn parse(&self, words: &[&str]) -> Result<Move, String> {
        match *words {
            ["objective", id] => {
                let known = self.components.objective(id);
                let ids = self.components.objectives.iter().map(|objective| objective.id.as_str());
                known.map(Move::Objective).ok_or_else(|| unknown("objective", id, ids))
            }
            ["open", face, "bottom", bottom] => {
                let printing = self.components.deck.printing(self.face(face)?, floor(bottom)?);
                let missing = || format!("no card `{face}` has the bottom `{bottom}`");
                printing.map(Move::Open).ok_or_else(missing)
            }
            ["bottom", bottom] => Ok(Move::Bottom(floor(bottom)?)),
            ["place", site, name] => {
                Ok(Move::Place { colour: colour(name)?, site: self.site(site)? })
            }
            ["take", face] => Ok(Move::Take { card: self.face(face)?, free: Floors::NONE }),
            ["take", face, "as", ref free @ ..] => {
                Ok(Move::Take { card: self.face(face)?, free: floors(free)? })
            }
            ["reveal", face] => Ok(Move::Reveal(self.face(face)?)),
            ["return", ref back @ ..] => Ok(Move::Return(floors(back)?)),
            ["found", site, name, "roof", "on", roof] => Ok(Move::Found {
                colour: colour(name.trim_end_matches(','))?,
                site: self.site(site)?,
                roof: self.site(roof)?,
            }),
            _ => Err("write it like `take wild2 as brown white`, `found C4 black, roof on C3`, \
                      `return gray` or `place C4 white`; for chance `reveal wild2`, \
                      `open wild2 bottom wild`, `bottom gray` or `objective lake_4`"
                .into()),
        }
    }

    fn site(&self, name: &str) -> Result<Site, String> {
        let known = self.board.names.iter().map(String::as_str);
        self.board.site(name).ok_or_else(|| unknown("site", name, known))
    }

    fn face(&self, name: &str) -> Result<Face, String> {
        let deck = &self.components.deck;
        let known = deck.faces.iter().map(|face| face.name.as_str());
        deck.face(name).ok_or_else(|| unknown("card", name, known))
    }
}

fn colour(name: &str) -> Result<Colour, String> {
    let allowed = "brown, black, gray or white";
    Colour::from_name(name).ok_or_else(|| format!("`{name}` is no colour: write {allowed}"))
}

fn floor(name: &str) -> Result<Bottom, String> {
    let allowed = "brown, black, gray, white or wild";
    bottom_from_name(name).ok_or_else(|| format!("`{name}` is no floor: write {allowed}"))
}

fn floors(names: &[&str]) -> Result<Floors, String> {
    if names.is_empty() || names.len() > 100 {
        return Err("name 1 to 100 floors, such as `gray white`".into());
    }
    names.iter().try_fold(Floors::NONE, |all, name| Ok(all.plus(Floors::one(colour(name)?))))
}

/// Says that nothing has this name, and which name was probably meant.
fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    match nearest(name, known) {
        Some(near) => format!("there is no {what} `{name}`; did you mean `{near}`?"),
        None => format!("there is no {what} `{name}`"),
    }
}
