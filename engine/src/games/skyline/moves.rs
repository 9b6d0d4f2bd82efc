//! The moves, and which of them are legal.

use super::Skyline;
use super::dice::{Dice, Face, Kind, total};
use super::state::{Action, Building, Mark, State, Step};

/// A decision of a player or an outcome of chance.
///
/// ```
/// use towerlab_engine::game::Game;
/// use towerlab_engine::games::skyline::Skyline;
///
/// let game = Skyline::standard(4);
/// for text in ["take ground upper upper", "put upper high on 2"] {
///     let mv = game.read_move(text).unwrap();
///     assert_eq!(game.show(mv).to_string(), text);
/// }
/// assert!(game.read_move("put roof high on 2").is_err());
/// ```
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
}

/// The classes of dice in hand that an action may still use, the last one again.
#[inline]
pub(super) fn left(state: &State, mark: Option<Mark>) -> impl Iterator<Item = (Kind, Face)> + '_ {
    state
        .hand
        .classes()
        .filter(move |&(kind, face)| mark.is_none_or(|(k, f, _)| (kind, face) >= (k, f)))
}
