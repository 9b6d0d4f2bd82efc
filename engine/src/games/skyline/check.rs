//! Which rule forbids a move, and what would be needed.

use super::Skyline;
use super::dice::{Dice, Face, Kind, total};
use super::moves::{Move, left};
use super::state::{Action, Mark, State, Step};
use crate::game::{Breach, Rule};

const fn rule(id: &'static str, section: &'static str) -> Rule {
    Rule { id, section }
}

/// Every rule that can forbid a move, with the section of the rules page.
pub const RULES: &[Rule] = &[
    rule("step", "Moves"),
    rule("roll-these-dice", "Chance"),
    rule("take-as-many", "Moves"),
    rule("take-what-is-there", "Moves"),
    rule("abandon-with-others-only", "Moves"),
    rule("build-what-fits", "Moves"),
    rule("demolish-your-own", "Moves"),
    rule("dice-in-hand", "Moves"),
    rule("dice-in-order", "Moves"),
    rule("on-a-column-of-its-type", "Moves"),
    rule("within-the-heights", "Moves"),
];

/// The order in which dice are named, as refusals explain it.
const ORDER: &str = "Dice are named in a fixed order: ground, upper, penthouse; within a kind low, mid, high, blank; \
                     equal dice on lower columns first";

/// Why nothing more can be named although dice are left.
const ENDED: &str = "The last choice is complete, because no die that comes later could follow; to use several dice \
                     together, name the one that comes first in the order first";

fn breach(rule: &'static str, needs: impl Into<String>) -> Result<(), Breach> {
    debug_assert!(RULES.iter().any(|known| known.id == rule), "{rule} is not in the table");
    Err(Breach { rule, needs: needs.into() })
}

impl Skyline {
    pub(super) fn verify(&self, state: &State, mv: Move) -> Result<(), Breach> {
        match (mv, state.step) {
            (Move::Rolled { kind, faces }, Step::Roll) => self.verify_roll(state, kind, faces),
            (Move::Take(dice), Step::Take) => self.verify_take(state, dice),
            (Move::TakeAbandoned, Step::Take) => match total(state.district) {
                0 => breach("take-what-is-there", "the abandoned district is empty"),
                _ => Ok(()),
            },
            (Move::Act(action), Step::Act) => {
                if self.can(state, action) {
                    return Ok(());
                }
                match action {
                    Action::Abandon => {
                        breach("abandon-with-others-only", "a player alone cannot abandon dice")
                    }
                    Action::Build => {
                        breach("build-what-fits", "none of the dice fits a building of yours")
                    }
                    Action::Demolish => {
                        breach("demolish-your-own", "you have no building to demolish")
                    }
                }
            }
            (Move::Pick(building), Step::Pick) => match state.own().count(building) {
                0 => breach("demolish-your-own", "you have no such building"),
                _ => Ok(()),
            },
            (Move::With(kind, face), Step::Use(Action::Abandon | Action::Demolish, mark)) => {
                verify_die(state, kind, face, mark)
            }
            (Move::Again(kind, face), Step::GoOn(mark)) => verify_die(state, kind, face, mark),
            (Move::Put(kind, face, height), Step::Use(Action::Build, mark)) => {
                self.verify_put(state, kind, face, height, mark)
            }
            (Move::Stop, Step::Stuck)
            | (Move::Done, Step::Use(_, Some(_)))
            | (Move::Stop, Step::GoOn(None))
            | (Move::Roll, Step::GoOn(Some(_))) => Ok(()),
            (Move::Done, Step::Use(_, None)) => breach("step", "an action uses at least one die"),
            (Move::With(..) | Move::Put(..), Step::GoOn(None)) => {
                breach("step", format!("now {}. {ENDED}. {ORDER}", step_needs(state.step)))
            }
            (Move::Again(..), Step::Roll) => {
                breach("step", format!("now {}. {ENDED}. {ORDER}", step_needs(state.step)))
            }
            (_, step) => breach("step", format!("now {}", step_needs(step))),
        }
    }

    fn verify_roll(&self, state: &State, kind: Kind, faces: [u8; 4]) -> Result<(), Breach> {
        let Some((next, count)) = self.rolling(state) else {
            return breach("step", "no dice are to be rolled");
        };
        let shown: u32 = faces.iter().map(|&n| u32::from(n)).sum();
        if next != kind || shown != u32::from(count) {
            return breach("roll-these-dice", format!("{count} {next} dice are rolled now"));
        }
        let sides = self.faces[kind.index()];
        if let Some(face) =
            Face::ALL.into_iter().find(|f| faces[f.index()] > 0 && sides[f.index()] == 0)
        {
            return breach("roll-these-dice", format!("no {kind} die has a {face} face"));
        }
        Ok(())
    }

    fn verify_take(&self, state: &State, dice: Dice) -> Result<(), Breach> {
        let size = u32::from(self.rules.dice_taken).min(total(state.yard));
        if size == 0 || total(dice) != size {
            return breach("take-as-many", format!("take {size} dice from the yard"));
        }
        match Kind::ALL.into_iter().find(|kind| dice[kind.index()] > state.yard[kind.index()]) {
            Some(kind) => breach(
                "take-what-is-there",
                format!("the yard has only {} {kind} dice", state.yard[kind.index()]),
            ),
            None => Ok(()),
        }
    }

    fn verify_put(
        &self,
        state: &State,
        kind: Kind,
        face: Face,
        height: u8,
        mark: Option<Mark>,
    ) -> Result<(), Breach> {
        verify_die(state, kind, face, mark)?;
        if mark.is_some_and(|mark| (kind, face, height) < mark) {
            let needs =
                format!("{ORDER}. To raise both columns in one action, name the lower one first");
            return breach("dice-in-order", needs);
        }
        if face == Face::Blank {
            return breach("build-what-fits", "a blank die cannot be built");
        }
        if kind == Kind::Ground && height > 0 {
            return breach(
                "on-a-column-of-its-type",
                "a ground die always starts a building of its own",
            );
        }
        let column =
            state.own().columns[face.index()].get(usize::from(height)).copied().unwrap_or(0);
        if kind != Kind::Ground && (height == 0 || column == 0) {
            return breach(
                "on-a-column-of-its-type",
                format!("you have no unfinished {face}-rise of height {height}"),
            );
        }
        if !self.fits(kind, face, height) {
            let [least, most] = self.rules.heights[face.index()];
            let needs = match (kind, face) {
                (Kind::Penthouse, Face::Low) => "a low-rise has no penthouse".to_string(),
                (Kind::Penthouse, _) => format!("a finished {face}-rise is {least} to {most} high"),
                (_, Face::Low) => format!("a low-rise is at most {most} high"),
                _ => format!("a {face}-rise is at most {most} high, penthouse included"),
            };
            return breach("within-the-heights", needs);
        }
        Ok(())
    }
}

fn verify_die(state: &State, kind: Kind, face: Face, mark: Option<Mark>) -> Result<(), Breach> {
    if state.hand.of(kind, face) == 0 {
        return breach("dice-in-hand", format!("no {kind} die in hand shows {face}"));
    }
    if !left(state, mark).any(|class| class == (kind, face)) {
        let needs =
            format!("{ORDER}. To use this die as well, name it before those that come later");
        return breach("dice-in-order", needs);
    }
    Ok(())
}

fn step_needs(step: Step) -> &'static str {
    match step {
        Step::Take => "dice are taken",
        Step::Roll => "dice are rolled",
        Step::Act => "an action is chosen: abandon, build or demolish",
        Step::Pick => "the building to demolish is chosen",
        Step::Use(Action::Build, _) => "dice are put into buildings",
        Step::Use(..) => "dice for the action are named",
        Step::GoOn(None) => "you stop, or name dice to roll again",
        Step::GoOn(Some(_)) => "you name more dice to roll again, or roll",
        Step::Stuck => "nothing can be done with these dice; stop",
        Step::Over => "the game is over",
    }
}
