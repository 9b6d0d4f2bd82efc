//! What chance can bring: objectives, the first market, starting floors and
//! the card that refills the market.
//!
//! There is no ordered deck: cards that nobody has seen are a set, and a reveal
//! picks one of them. Nothing is hidden in Tower Up.

use super::TowerUp;
use super::colour::{Colour, Floors};
use super::deck::{Bottom, Face, Printing, PrintingData};
use super::moves::Move;
use super::objectives::Objective;
use super::sites::Sites;
use super::state::{State, Step};
use crate::game::random::Rng;

const BOTTOMS: [Bottom; 5] =
    [None, Some(Colour::Brown), Some(Colour::Black), Some(Colour::Gray), Some(Colour::White)];

impl TowerUp {
    pub(super) fn list_outcomes(&self, state: &State, out: &mut impl FnMut(Move, u128)) {
        match state.step {
            Step::DrawObjective => {
                for objective in self.undrawn(state) {
                    out(Move::Objective(objective), 1);
                }
            }
            Step::OpenMarket => {
                for (printing, left) in self.unopened(state).filter(|(_, left)| *left > 0) {
                    out(Move::Open(printing), left.into());
                }
            }
            Step::DrawFloor => {
                for bottom in BOTTOMS {
                    match self.bottoms_left(state, bottom) {
                        0 => {}
                        left => out(Move::Bottom(bottom), left.into()),
                    }
                }
            }
            Step::Place if self.chance_places() => {
                for colour in Colour::ALL {
                    for site in self.placements(state, colour) {
                        out(Move::Place { colour, site }, 1);
                    }
                }
            }
            Step::Reveal => {
                for face in 0..self.faces.len() as u8 {
                    match state.unseen.of(Face(face)) {
                        0 => {}
                        left => out(Move::Reveal(Face(face)), left.into()),
                    }
                }
            }
            _ => {}
        }
    }

    pub(super) fn draw(&self, state: &State, rng: &mut Rng) -> Move {
        match state.step {
            Step::Reveal => {
                Move::Reveal(state.unseen.nth(rng.below(state.unseen.total.into()) as u16))
            }
            Step::DrawObjective => {
                let left = self.components.objectives.len() - usize::from(state.drawn);
                let drawn = self.undrawn(state).nth(rng.index(left));
                Move::Objective(drawn.expect("an objective is left"))
            }
            Step::OpenMarket => {
                let total = self.unopened(state).map(|(_, left)| left).sum();
                Move::Open(pick(self.unopened(state), rng.below(total)))
            }
            Step::DrawFloor => {
                let weights = BOTTOMS.map(|bottom| (bottom, self.bottoms_left(state, bottom)));
                let total = weights.iter().map(|(_, left)| left).sum();
                Move::Bottom(pick(weights, rng.below(total)))
            }
            Step::Place => {
                let sites = Colour::ALL.map(|colour| (colour, self.placements(state, colour)));
                let weigh =
                    |(colour, sites): (Colour, Sites)| ((colour, sites), u64::from(sites.len()));
                let total = sites.iter().map(|(_, sites)| u64::from(sites.len())).sum();
                let (colour, sites) = pick(sites.map(weigh), rng.below(total));
                let site = sites.nth(rng.index(sites.len() as usize)).expect("the site is there");
                Move::Place { colour, site }
            }
            Step::Act | Step::Return | Step::Over(_) => unreachable!("it is not chance's step"),
        }
    }

    /// Whether chance places the starting floors.
    pub(super) fn chance_places(&self) -> bool {
        self.rules.placed_by == super::rules::Placer::Chance
    }

    fn undrawn<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Objective> + 'a {
        let all = (0..self.components.objectives.len() as u8).map(Objective);
        all.filter(|objective| !state.objectives().contains(objective))
    }

    fn unopened<'a>(&'a self, state: &'a State) -> impl Iterator<Item = (Printing, u64)> + 'a {
        let printings = self.components.deck.printings.iter().enumerate();
        printings
            .map(|(index, data)| (Printing(index as u8), self.unopened_copies(state, index, data)))
    }

    fn unopened_copies(&self, state: &State, index: usize, data: &PrintingData) -> u64 {
        let same = |printing: &&Printing| usize::from(printing.0) == index;
        let opened = state.opened.as_slice().iter().filter(same).count();
        u64::from(data.copies) - opened as u64
    }

    /// Cards with this bottom that gave no starting floor yet.
    pub(super) fn bottoms_left(&self, state: &State, bottom: Bottom) -> u64 {
        let (floors, wild) = state.pending;
        let given = bottom.map_or(wild, |colour| floors.of(colour));
        u64::from(self.components.deck.bottoms(bottom)) - u64::from(given)
    }

    pub(super) fn pending_total(&self, state: &State) -> u32 {
        let (floors, wild): (Floors, u8) = state.pending;
        floors.total() + u32::from(wild)
    }
}

/// The item that holds the `n`th unit of weight.
fn pick<T>(weighted: impl IntoIterator<Item = (T, u64)>, mut n: u64) -> T {
    for (item, weight) in weighted {
        if n < weight {
            return item;
        }
        n -= weight;
    }
    unreachable!("the draw is below the total weight")
}
