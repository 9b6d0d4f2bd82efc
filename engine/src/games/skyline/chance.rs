//! Rolling: dice of one kind at a time, so that the number of outcomes stays small
//! however many dice there are.

use super::Skyline;
use super::dice::{Face, Kind};
use super::moves::Move;
use super::state::{State, Step};
use crate::game::random::Rng;

impl Skyline {
    /// The kind whose dice are rolled next.
    pub(super) fn rolling(&self, state: &State) -> Option<(Kind, u8)> {
        let next = Kind::ALL.into_iter().find(|kind| state.to_roll[kind.index()] > 0);
        next.filter(|_| state.step == Step::Roll).map(|kind| (kind, state.to_roll[kind.index()]))
    }

    pub(super) fn list_outcomes(&self, state: &State, out: &mut impl FnMut(Move, u128)) {
        let Some((kind, count)) = self.rolling(state) else { return };
        let sides = self.faces[kind.index()].map(u128::from);
        // Ascending by the number of low, mid, high and blank faces.
        for low in 0..=count {
            for mid in 0..=count - low {
                for high in 0..=count - low - mid {
                    let faces = [low, mid, high, count - low - mid - high];
                    let weight = ways(faces)
                        * (0..4).map(|f| sides[f].pow(faces[f].into())).product::<u128>();
                    if weight > 0 {
                        out(Move::Rolled { kind, faces }, weight);
                    }
                }
            }
        }
    }

    pub(super) fn draw(&self, state: &State, rng: &mut Rng) -> Move {
        let (kind, count) = self.rolling(state).expect("dice are to be rolled");
        let sides = self.faces[kind.index()];
        let all: u64 = sides.iter().map(|&n| u64::from(n)).sum();
        let mut faces = [0; 4];
        for _ in 0..count {
            let mut side = rng.below(all);
            for face in Face::ALL {
                let same = u64::from(sides[face.index()]);
                if side < same {
                    faces[face.index()] += 1;
                    break;
                }
                side -= same;
            }
        }
        Move::Rolled { kind, faces }
    }
}

/// In how many ways dice can be told apart and still show so many of each face.
fn ways(faces: [u8; 4]) -> u128 {
    let mut ways = 1;
    let mut dice = 0u128;
    for count in faces {
        for one in 1..=u128::from(count) {
            dice += 1;
            ways = ways * dice / one;
        }
    }
    ways
}
