//! Moves as text: writing and reading them.
//!
//! Dice and faces may be named in any order; they are written in that of the rules page.
//!
//! ```
//! use towerlab_engine::game::Game;
//! use towerlab_engine::games::skyline::Skyline;
//!
//! let game = Skyline::standard(2);
//! let mv = game.read_move("rolled upper mid low mid").unwrap();
//! assert_eq!(game.show(mv).to_string(), "rolled upper low mid mid");
//! ```

use std::fmt;

use super::Skyline;
use super::dice::{Face, Kind};
use super::moves::Move;
use super::state::{Action, Building};
use crate::game::Unreadable;

impl Skyline {
    pub(super) fn write(&self, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        match mv {
            Move::Rolled { kind, faces } => {
                write!(out, "rolled {kind}")?;
                for face in Face::ALL {
                    (0..faces[face.index()]).try_for_each(|_| write!(out, " {face}"))?;
                }
                Ok(())
            }
            Move::Take(dice) => {
                write!(out, "take")?;
                for kind in Kind::ALL {
                    (0..dice[kind.index()]).try_for_each(|_| write!(out, " {kind}"))?;
                }
                Ok(())
            }
            Move::TakeAbandoned => write!(out, "take abandoned"),
            Move::Act(action) => write!(out, "{}", Action::NAMES[action as usize]),
            Move::Pick(Building { finished, face, height }) => {
                write!(out, "{} {face} {height}", if finished { "tile" } else { "column" })
            }
            Move::With(kind, face) => write!(out, "with {kind} {face}"),
            Move::Put(kind, face, 0) => write!(out, "put {kind} {face}"),
            Move::Put(kind, face, height) => write!(out, "put {kind} {face} on {height}"),
            Move::Done => write!(out, "done"),
            Move::Stop => write!(out, "stop"),
            Move::Again(kind, face) => write!(out, "again {kind} {face}"),
            Move::Roll => write!(out, "roll"),
        }
    }

    pub(super) fn read(&self, text: &str) -> Result<Move, Unreadable> {
        let words: Vec<&str> = text.split_whitespace().collect();
        parse(&words).map_err(|why| Unreadable { text: text.to_string(), why })
    }
}

fn parse(words: &[&str]) -> Result<Move, String> {
    match *words {
        ["rolled", kind, ref faces @ ..] if !faces.is_empty() => {
            let mut counts = [0u8; 4];
            for name in faces {
                let count = &mut counts[face(name)?.index()];
                *count = count.checked_add(1).ok_or("so many dice do not exist")?;
            }
            Ok(Move::Rolled { kind: die(kind)?, faces: counts })
        }
        ["take", "abandoned"] => Ok(Move::TakeAbandoned),
        ["take", ref dice @ ..] if !dice.is_empty() => {
            let mut counts = [0u8; 3];
            for name in dice {
                let count = &mut counts[die(name)?.index()];
                *count = count.checked_add(1).ok_or("so many dice do not exist")?;
            }
            Ok(Move::Take(counts))
        }
        ["column", name, height] => building(false, name, height),
        ["tile", name, height] => building(true, name, height),
        ["with", kind, name] => Ok(Move::With(die(kind)?, face(name)?)),
        ["put", kind, name] => Ok(Move::Put(die(kind)?, face(name)?, 0)),
        ["put", kind, name, "on", height] => match height.parse() {
            Ok(height @ 1..=8) => Ok(Move::Put(die(kind)?, face(name)?, height)),
            _ => Err(format!("`{height}` is no height: write 1 to 8")),
        },
        ["again", kind, name] => Ok(Move::Again(die(kind)?, face(name)?)),
        ["done"] => Ok(Move::Done),
        ["stop"] => Ok(Move::Stop),
        ["roll"] => Ok(Move::Roll),
        [action] => {
            let known = Action::NAMES.iter().position(|name| *name == action);
            known.map(|index| Move::Act(Action::ALL[index])).ok_or_else(hint)
        }
        _ => Err(hint()),
    }
}

fn hint() -> String {
    "write it like `take ground upper upper`, `build`, `put upper high on 2`, `again upper mid`, `roll` or `stop`".into()
}

fn building(finished: bool, name: &str, height: &str) -> Result<Move, String> {
    let face = face(name)?;
    match height.parse() {
        Ok(height @ 1..=8) if face != Face::Blank => {
            Ok(Move::Pick(Building { finished, face, height }))
        }
        _ => Err("write a building as `column mid 2` or `tile high 4`".into()),
    }
}

fn die(name: &str) -> Result<Kind, String> {
    Kind::from_name(name)
        .ok_or_else(|| format!("`{name}` is no die: write ground, upper or penthouse"))
}

fn face(name: &str) -> Result<Face, String> {
    Face::from_name(name)
        .ok_or_else(|| format!("`{name}` is no face: write low, mid, high or blank"))
}
