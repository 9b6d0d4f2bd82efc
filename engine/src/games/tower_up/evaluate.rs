//! What agents look at: points, markers, stock, roofs and what is near.

use super::TowerUp;
use super::colour::Colour;
use super::sites::Sites;
use super::state::{State, Step};
use crate::agents::evaluate::{Evaluate, Features};
use crate::game::Seat;

impl Evaluate for TowerUp {
    const FEATURES: &'static [&'static str] = &[
        "points",
        "own turn",
        "steps",
        "least marker",
        "second marker",
        "steps to the next star",
        "stock",
        "colours in stock",
        "least stock",
        "roofs left",
        "roofs left when the end is near",
        "visible roofs",
        "tokens within one roof",
        "tokens within two roofs",
        "tokens within three roofs",
        "rivals' best points",
        "rivals' visible roofs",
        "lead when the end is near",
        "sites within reach",
        "steps within reach",
    ];
    const GREEDY: &'static [i32] = &[10, 5, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, -5];
    const TUNED: &'static str = include_str!("../../../data/tower-up/tuned.json");
    const ROLLOUT: u32 = 4;
    const CURIOSITY: f64 = 0.7;
    type Memo = ();

    fn features(&self, state: &State, seat: Seat, out: &mut Features) {
        let player = state.player(seat);
        let points = self.rank(state, seat).points;
        out[0] = points;
        out[1] = i32::from(state.seat == seat && matches!(state.step, Step::Act));
        let mut markers = player.markers;
        markers.sort_unstable();
        out[2] = markers.iter().map(|&steps| i32::from(steps)).sum();
        out[3] = markers[0].into();
        out[4] = markers[1].into();
        let passed = self.stars_passed[usize::from(markers[0])];
        let star = self.stars_passed.iter().position(|more| *more > passed);
        out[5] = star.map_or(0, |star| {
            markers.iter().map(|&steps| i32::from((star as u8).saturating_sub(steps))).sum()
        });
        let stock = player.stock.counts();
        out[6] = player.stock.total() as i32;
        out[7] = stock.iter().filter(|count| **count > 0).count() as i32;
        out[8] = stock.iter().copied().min().unwrap_or(0).into();
        out[9] = player.roofs.into();
        let rivals = Seat::all(self.rules.players.into()).filter(|rival| *rival != seat);
        let (mut best, mut visible, mut fewest) = (0, 0, player.roofs);
        for rival in rivals.clone() {
            let other = state.player(rival);
            best = best.max(self.rank(state, rival).points);
            visible += other.visible.len() as i32;
            fewest = fewest.min(other.roofs);
        }
        let ending = state.ending.is_some();
        let near_end = i32::from(3u8.saturating_sub(fewest)) + 3 * i32::from(ending);
        out[10] = i32::from(player.roofs) * near_end;
        out[11] = player.counted.unwrap_or(player.visible.len() as u8).into();
        for slot in 0..usize::from(state.drawn) {
            let objective = &self.components.objectives[usize::from(state.objectives[slot].0)];
            let token = i32::from(self.token(state.reached_by(slot)));
            if token == 0 {
                continue;
            }
            if player.tokens[slot].is_none() {
                match self.places.missing(objective, state, seat) {
                    0 | 1 => out[12] += token,
                    2 => out[13] += token,
                    3 => out[14] += token,
                    _ => {}
                }
            }
        }
        out[15] = best;
        out[16] = visible;
        out[17] = (points - best) * near_end;
        if player.counted.is_none() {
            self.reach(state, seat, out);
        }
    }
}

impl TowerUp {
    /// How many sites the stock can pay for now, and the longest marker move there.
    fn reach(&self, state: &State, seat: Seat, out: &mut Features) {
        let stock = state.player(seat).stock;
        let occupied = state.occupied();
        let unpayable = Colour::ALL.map(|colour| state.near(colour, stock.of(colour)).0);
        let unpayable = Sites(unpayable[0] | unpayable[1] | unpayable[2] | unpayable[3]);
        let open = self.all_sites & state.near_any() & !occupied & !unpayable;
        out[18] = open.len() as i32;
        let raised =
            open.into_iter().fold(Sites::NONE, |all, site| all | self.adjacent[site.index()]);
        let heights = (raised & occupied).into_iter().map(|s| state.buildings[s.index()].height());
        out[19] = heights.max().map_or(0, |height| i32::from(height) + 1);
    }
}
