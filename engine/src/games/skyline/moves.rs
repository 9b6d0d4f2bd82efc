//! The moves, their notation, and which of them are legal.

use std::fmt;

use super::Skyline;
use super::dice::{Dice, Face, Kind, total};
use super::state::{Action, Building, Mark, State, Step};
use crate::game::Unreadable;

/// A decision of a player or an outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Chance: dice of one kind show these faces. `rolled upper low mid mid`
    Rolled {
        /// The kind.
        kind: Kind,
        /// How many show each face.
        faces: [u8; 4],
    },
    /// Take dice from the yard. `take ground upper upper`
    Take(Dice),
    /// Take all dice of the abandoned district. `take abandoned`
    TakeAbandoned,
    /// Choose a kind of action. `abandon`, `build`, `demolish`
    Act(Action),
    /// The building to demolish. `column mid 2`, `tile high 4`
    Pick(Building),
    /// A die for the action: to abandon or to demolish with. `with upper mid`
    With(Kind, Face),
    /// A die to build, on a column of that height. `put ground low`, `put upper high on 2`
    Put(Kind, Face, u8),
    /// No more dice for this action. `done`
    Done,
    /// End the turn. `stop`
    Stop,
    /// A die to roll again. `again upper mid`
    Again(Kind, Face),
    /// Roll them. `roll`
    Roll,
}

impl Skyline {
    pub(super) fn list_moves(&self, state: &State, out: &mut impl FnMut(Move)) {
        match state.step {
            Step::Take => {
                self.hauls(state.yard, |dice| out(Move::Take(dice)));
                if total(state.district) > 0 {
                    out(Move::TakeAbandoned);
                }
            }
            Step::Act => {
                Action::ALL
                    .into_iter()
                    .filter(|action| self.can(state, *action))
                    .for_each(|a| out(Move::Act(a)));
            }
            Step::Pick => state.own().buildings().for_each(|building| out(Move::Pick(building))),
            Step::Use(Action::Build, mark) => {
                self.places(state, mark, |kind, face, height| out(Move::Put(kind, face, height)));
                if mark.is_some() {
                    out(Move::Done);
                }
            }
            Step::Use(_, mark) => {
                left(state, mark).for_each(|(kind, face)| out(Move::With(kind, face)));
                if mark.is_some() {
                    out(Move::Done);
                }
            }
            Step::GoOn(mark) => {
                if mark.is_none() {
                    out(Move::Stop);
                }
                left(state, mark).for_each(|(kind, face)| out(Move::Again(kind, face)));
                if mark.is_some() {
                    out(Move::Roll);
                }
            }
            Step::Stuck => out(Move::Stop),
            Step::Roll | Step::Over => {}
        }
    }

    /// All ways to take the prescribed number of dice, or all there are.
    pub(super) fn hauls(&self, yard: Dice, mut out: impl FnMut(Dice)) {
        let size = u32::from(self.rules.dice_taken).min(total(yard)) as u8;
        if size == 0 {
            return;
        }
        for ground in 0..=yard[0].min(size) {
            for upper in 0..=yard[1].min(size - ground) {
                let penthouse = size - ground - upper;
                if penthouse <= yard[2] {
                    out([ground, upper, penthouse]);
                }
            }
        }
    }

    pub(super) fn can(&self, state: &State, action: Action) -> bool {
        match action {
            Action::Abandon => self.rules.players > 1,
            Action::Build => {
                let mut any = false;
                self.places(state, None, |_, _, _| any = true);
                any
            }
            Action::Demolish => state.own().buildings().next().is_some(),
        }
    }

    /// Whether a die may go on a column of its type and of this height (0: a new one).
    pub(super) fn fits(&self, kind: Kind, face: Face, height: u8) -> bool {
        if face == Face::Blank {
            return false;
        }
        let [least, most] = self.rules.heights[face.index()];
        match (kind, face) {
            (Kind::Ground, _) => height == 0,
            (Kind::Upper, Face::Low) => (1..most).contains(&height),
            // A penthouse must still fit on top.
            (Kind::Upper, _) => height >= 1 && height + 1 < most,
            (Kind::Penthouse, Face::Low) => false,
            (Kind::Penthouse, _) => height >= 1 && (least..=most).contains(&(height + 1)),
        }
    }

    /// Where dice in hand can be built, ascending from `mark` on.
    #[inline]
    pub(super) fn places(
        &self,
        state: &State,
        mark: Option<Mark>,
        mut out: impl FnMut(Kind, Face, u8),
    ) {
        let columns = &state.own().columns;
        for (kind, face) in left(state, mark.map(|(kind, face, _)| (kind, face, 0))) {
            if kind == Kind::Ground {
                if self.fits(kind, face, 0) {
                    out(kind, face, 0);
                }
                continue;
            }
            if face == Face::Blank {
                continue;
            }
            let from =
                mark.filter(|&(k, f, _)| (k, f) == (kind, face)).map_or(1, |(.., height)| height);
            for (height, &count) in columns[face.index()].iter().enumerate().skip(from.into()) {
                if count > 0 && self.fits(kind, face, height as u8) {
                    out(kind, face, height as u8);
                }
            }
        }
    }

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

/// The classes of dice in hand that an action may still use, the last one again.
#[inline]
pub(super) fn left(state: &State, mark: Option<Mark>) -> impl Iterator<Item = (Kind, Face)> + '_ {
    state
        .hand
        .classes()
        .filter(move |&(kind, face)| mark.is_none_or(|(k, f, _)| (kind, face) >= (k, f)))
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
