//! The exact chance of finishing a building this turn, with best play for it.
//!
//! Two ways lead there. [`by_search`] follows every move and every roll of the
//! rest of the turn: right by construction, and fast enough for a few dice.
//! [`by_goal`] looks only at what matters for one type of building: dice that show
//! it and dice that do not, and the column it would be finished on. Both are exact,
//! and tests hold them to each other.
//!
//! Why the second may forget so much: with others at the table any die can be
//! abandoned, so every other use of a die is at most as good as that; a die that is
//! kept is worth at least as much as one that is gone; and of several columns of a
//! type the highest needs the fewest dice.

use std::collections::HashMap;

use super::Skyline;
use super::dice::{Face, Kind, total};
use super::event::Event;
use super::moves::Move;
use super::state::{State, Step};
use crate::game::{Game, Next, Watch};

/// The most dice for which every move is followed.
pub const MOST_DICE_SEARCHED: u32 = 3;
/// The most dice for which odds are computed.
pub const MOST_DICE: u32 = 10;

/// Finishing a building of a type, at least so high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The type.
    pub face: Face,
    /// The least height.
    pub height: u8,
}

impl Skyline {
    /// Every goal with its chance, for a turn whose dice are taken; or why there is none.
    pub fn turn_odds(&self, state: &State) -> Result<Vec<(Goal, f64)>, String> {
        if matches!(state.step, Step::Take | Step::Over) {
            return Err("odds are for a turn whose dice are taken; take some first".into());
        }
        let dice = total(state.hand.dice()) + total(state.to_roll);
        let searched = dice <= MOST_DICE_SEARCHED;
        if dice > MOST_DICE {
            return Err(format!(
                "{dice} dice are too many for exact odds; {MOST_DICE} are the most"
            ));
        }
        if !searched && self.rules.players == 1 {
            return Err(format!(
                "alone, exact odds are for at most {MOST_DICE_SEARCHED} dice, not {dice}"
            ));
        }
        if !searched && matches!(state.step, Step::Use(..) | Step::Pick | Step::GoOn(Some(_))) {
            return Err("with so many dice, odds are for before a roll, before an action or after one; finish naming dice first".into());
        }
        let chance =
            |goal| if searched { by_search(self, state, goal) } else { by_goal(self, state, goal) };
        Ok(self.goals().map(|goal| (goal, chance(goal))).collect())
    }

    /// Every height that a building of each type can be finished at.
    pub fn goals(&self) -> impl Iterator<Item = Goal> + '_ {
        Face::TYPES.into_iter().flat_map(move |face| {
            let [least, most] = self.rules.heights[face.index()];
            let least = if face == Face::Low { most.max(2) } else { least };
            (least..=most).map(move |height| Goal { face, height })
        })
    }
}

/// What following a turn is about to find out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Nothing,
    Goal,
    EndOfTurn,
}

/// Notices the goal, or the end of the turn before it.
struct Lookout(Goal, Found);

impl Watch<Event> for Lookout {
    fn see(&mut self, event: Event) {
        let Lookout(goal, found) = self;
        match event {
            Event::Finished { face, height, .. } if face == goal.face && height >= goal.height => {
                *found = Found::Goal
            }
            Event::Turn { .. } | Event::Over if *found == Found::Nothing => {
                *found = Found::EndOfTurn
            }
            _ => {}
        }
    }
}

/// The chance by following every move and every roll.
pub fn by_search(game: &Skyline, state: &State, goal: Goal) -> f64 {
    Search { game, goal, known: HashMap::new() }.value(state)
}

/// Follows a turn, remembering what it has worked out.
pub struct Search<'a> {
    game: &'a Skyline,
    goal: Goal,
    known: HashMap<State, f64>,
}

impl<'a> Search<'a> {
    /// A search for one goal.
    pub fn new(game: &'a Skyline, goal: Goal) -> Self {
        Search { game, goal, known: HashMap::new() }
    }

    /// The chance from a position on.
    pub fn value(&mut self, state: &State) -> f64 {
        if let Some(&value) = self.known.get(state) {
            return value;
        }
        let value = match self.game.next(state) {
            Next::Chance => {
                let mut outcomes = Vec::new();
                self.game.outcomes(state, &mut |mv, weight| outcomes.push((mv, weight)));
                let all: u128 = outcomes.iter().map(|(_, weight)| weight).sum();
                let part = |(mv, weight): (Move, u128)| weight as f64 * self.after(state, mv);
                outcomes.into_iter().map(part).sum::<f64>() / all as f64
            }
            _ => self.best(state).map_or(0.0, |(_, value)| value),
        };
        self.known.insert(*state, value);
        value
    }

    /// The best move of a player, with the chance it leaves.
    pub fn best(&mut self, state: &State) -> Option<(Move, f64)> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut |mv| moves.push(mv));
        let mut best: Option<(Move, f64)> = None;
        for mv in moves {
            let value = self.after(state, mv);
            if best.is_none_or(|(_, known)| value > known) {
                best = Some((mv, value));
            }
        }
        best
    }

    /// The chance after a move.
    pub fn after(&mut self, state: &State, mv: Move) -> f64 {
        let mut next = *state;
        let mut lookout = Lookout(self.goal, Found::Nothing);
        self.game.play(&mut next, mv, &mut lookout);
        match lookout.1 {
            Found::Goal => 1.0,
            Found::EndOfTurn => 0.0,
            Found::Nothing => self.value(&next),
        }
    }
}

/// Dice in hand by whether they show the type: `[kind][shows]`.
type Split = [[u8; 2]; 3];

/// What matters for one goal: the dice, and the height of the column (0: none yet).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Reduced {
    dice: Split,
    height: u8,
}

/// The chance by looking only at what matters for the goal. For games with others,
/// between actions or before one.
pub fn by_goal(game: &Skyline, state: &State, goal: Goal) -> f64 {
    let face = goal.face;
    let [_, most] = game.rules.heights[face.index()];
    let mut dice = [[0; 2]; 3];
    for kind in Kind::ALL {
        let all: u8 = state.hand.0[kind.index()].iter().sum();
        let shows = state.hand.of(kind, face);
        dice[kind.index()] = [all - shows, shows];
    }
    let columns = &state.own().columns[face.index()];
    let height = (1..most).rev().find(|&height| columns[usize::from(height)] > 0).unwrap_or(0);
    let sides = game.faces.map(|faces| {
        let all: u32 = faces.iter().map(|&n| u32::from(n)).sum();
        f64::from(faces[face.index()]) / f64::from(all)
    });
    let mut turn = Turn { goal, most, sides, acting: HashMap::new(), going_on: HashMap::new() };
    let now = Reduced { dice, height };
    match state.step {
        Step::Roll => turn.rolled(now, state.to_roll),
        Step::Act => turn.act(now),
        Step::GoOn(None) => turn.go_on(now),
        Step::Take
        | Step::GoOn(Some(_))
        | Step::Pick
        | Step::Use(..)
        | Step::Stuck
        | Step::Over => 0.0,
    }
}

struct Turn {
    goal: Goal,
    most: u8,
    /// By kind, the chance that a die shows the type.
    sides: [f64; 3],
    acting: HashMap<Reduced, f64>,
    going_on: HashMap<Reduced, f64>,
}

impl Turn {
    /// How many upper dice the column can still take and must still get; none for a low-rise,
    /// whose last upper die finishes it.
    fn finishes(&self, Reduced { dice, height }: Reduced) -> bool {
        let [grounds, uppers, penthouses] = dice.map(|[_, shows]| shows);
        // A ground that shows the type stands for a column of height 1.
        let height = if height == 0 && grounds > 0 { 1 } else { height };
        if height == 0 {
            return false;
        }
        if self.goal.face == Face::Low {
            return height + uppers >= self.most;
        }
        penthouses > 0 && height + uppers + 1 >= self.goal.height.max(2)
    }

    /// After a roll: finish, or build towards it, or give dice away.
    fn act(&mut self, now: Reduced) -> f64 {
        if now.dice == [[0; 2]; 3] {
            return 0.0;
        }
        if self.finishes(now) {
            return 1.0;
        }
        if let Some(&value) = self.acting.get(&now) {
            return value;
        }
        let mut best = 0.0f64;
        // Build: the ground first, then upper dice, as far as a penthouse still fits.
        let grounds = if now.height == 0 { now.dice[0][1].min(1) } else { 0 };
        for ground in 0..=grounds {
            let height = now.height + ground;
            let room = if height == 0 { 0 } else { (self.most - 1).saturating_sub(height) };
            for upper in 0..=now.dice[1][1].min(room) {
                if ground + upper > 0 {
                    let mut after = Reduced { height: height + upper, ..now };
                    after.dice[0][1] -= ground;
                    after.dice[1][1] -= upper;
                    best = best.max(self.go_on(after));
                }
            }
        }
        // Give away any dice, at least one.
        each_part(now.dice, |given| {
            if given != [[0; 2]; 3] {
                best = best.max(self.go_on(Reduced { dice: without(now.dice, given), ..now }));
            }
        });
        self.acting.insert(now, best);
        best
    }

    /// Between actions: roll some dice again.
    fn go_on(&mut self, now: Reduced) -> f64 {
        if let Some(&value) = self.going_on.get(&now) {
            return value;
        }
        let mut best = 0.0f64;
        each_part(now.dice, |again| {
            let to_roll = again.map(|[not, shows]| not + shows);
            if to_roll != [0; 3] {
                best = best
                    .max(self.rolled(Reduced { dice: without(now.dice, again), ..now }, to_roll));
            }
        });
        self.going_on.insert(now, best);
        best
    }

    /// The mean over what the rolled dice show.
    fn rolled(&mut self, kept: Reduced, to_roll: [u8; 3]) -> f64 {
        let mut mean = 0.0;
        for ground in 0..=to_roll[0] {
            for upper in 0..=to_roll[1] {
                for penthouse in 0..=to_roll[2] {
                    let mut now = kept;
                    let mut chance = 1.0;
                    for (kind, shows) in [ground, upper, penthouse].into_iter().enumerate() {
                        now.dice[kind][1] += shows;
                        now.dice[kind][0] += to_roll[kind] - shows;
                        chance *= binomial(to_roll[kind], shows, self.sides[kind]);
                    }
                    if chance > 0.0 {
                        mean += chance * self.act(now);
                    }
                }
            }
        }
        mean
    }
}

/// Every way to choose some of the dice.
fn each_part(dice: Split, mut out: impl FnMut(Split)) {
    let [[a, b], [c, d], [e, f]] = dice;
    for (a, b) in (0..=a).flat_map(|a| (0..=b).map(move |b| (a, b))) {
        for (c, d) in (0..=c).flat_map(|c| (0..=d).map(move |d| (c, d))) {
            for (e, f) in (0..=e).flat_map(|e| (0..=f).map(move |f| (e, f))) {
                out([[a, b], [c, d], [e, f]]);
            }
        }
    }
}

fn without(dice: Split, part: Split) -> Split {
    std::array::from_fn(|kind| std::array::from_fn(|shows| dice[kind][shows] - part[kind][shows]))
}

/// The chance that `hits` of `n` dice show something of chance `p`.
fn binomial(n: u8, hits: u8, p: f64) -> f64 {
    let ways = (0..hits).fold(1.0, |ways, k| ways * f64::from(n - k) / f64::from(k + 1));
    ways * p.powi(hits.into()) * (1.0 - p).powi((n - hits).into())
}
