//! Moves as text: writing and reading them.
//!
//! Floors may be named in any order; they are written brown, black, gray, white.
//!
//! ```
//! use towerlab_engine::game::Game;
//! use towerlab_engine::games::tower_up::TowerUp;
//!
//! let game = TowerUp::standard(2);
//! let mv = game.read_move("return white gray").unwrap();
//! assert_eq!(game.show(mv).to_string(), "return gray white");
//! ```

use std::fmt;

use super::TowerUp;
use super::colour::{Colour, Floors};
use super::deck::{Bottom, Face, Printing, bottom_from_name, bottom_name};
use super::moves::Move;
use super::objectives::Objective;
use super::sites::Site;
use crate::document::nearest;
use crate::game::Unreadable;

impl TowerUp {
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
