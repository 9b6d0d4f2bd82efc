//! What agents look at: points, markers, stock, roofs and what is near.

use super::TowerUp;
use super::colour::Colour;
use super::handicap::Forbidden;
use super::inputs::Same;
use super::moves::Move;
use super::outlook::{Outlook, set_reach_figures, set_stock_figures};
use super::sites::Sites;
use super::state::{State, Step};
use super::table;
use crate::game::random::Rng;
use crate::game::{Game, Seat};
use crate::games::evaluate::{Evaluate, EvaluationCache, Features, MAX_FEATURES};
use crate::games::inputs::{InputTable, InputWriter, KnownInputs, Nearest};

/// The places of the figures; tokens within two and three roofs follow those within one.
pub(super) mod feature {
    pub const POINTS: usize = 0;
    pub const OWN_TURN: usize = 1;
    pub const STEPS: usize = 2;
    pub const LEAST_MARKER: usize = 3;
    pub const SECOND_MARKER: usize = 4;
    pub const STEPS_TO_STAR: usize = 5;
    pub const STOCK: usize = 6;
    pub const COLOURS_IN_STOCK: usize = 7;
    pub const LEAST_STOCK: usize = 8;
    pub const ROOFS: usize = 9;
    pub const ROOFS_NEAR_END: usize = 10;
    pub const VISIBLE: usize = 11;
    pub const TOKENS_WITHIN_ONE: usize = 12;
    pub const RIVALS_BEST: usize = 15;
    pub const RIVALS_VISIBLE: usize = 16;
    pub const LEAD_NEAR_END: usize = 17;
    pub const SITES_IN_REACH: usize = 18;
    pub const STEPS_IN_REACH: usize = 19;
    pub const COUNT: usize = 20;
    const _: () = assert!(<super::TowerUp as super::Evaluate>::FEATURES.len() == COUNT);
}

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
    const TUNED: Option<&'static str> = Some(include_str!("../../../data/tower-up/tuned.json"));
    const NETS: &'static [(usize, &'static [u8])] = &[
        (2, include_bytes!("../../../data/tower-up/expert-2.net")),
        (3, include_bytes!("../../../data/tower-up/expert-3.net")),
        (4, include_bytes!("../../../data/tower-up/expert-4.net")),
    ];
    const INPUT_TABLES: &'static [InputTable] = table::TABLES;
    const EXPLORATION: f64 = 0.7;

    fn inputs(&self, state: &State, seat: Seat, out: &mut InputWriter<'_>) {
        self.write_inputs(state, seat, Same::Nothing, out);
    }

    fn inputs_after(
        &self,
        before: KnownInputs<'_, State>,
        sibling: Option<KnownInputs<'_, State>>,
        after: &State,
        seat: Seat,
        out: &mut InputWriter<'_>,
    ) -> Nearest {
        self.write_inputs_after(before, sibling, after, seat, out)
    }

    fn training_variant(&self, rng: &mut Rng) -> Option<TowerUp> {
        self.draw_training_variant(rng)
    }

    fn training_start(&self, rng: &mut Rng) -> State {
        self.draw_training_start(rng)
    }

    fn untrained(&self) -> Vec<String> {
        self.find_untrained()
    }

    fn rollout(&self) -> u32 {
        4
    }

    fn features(&self, state: &State, seat: Seat, out: &mut Features) {
        let player = state.player(seat);
        let points = self.rank(state, seat).points;
        out[feature::POINTS] = points;
        out[feature::OWN_TURN] = is_on_turn(state, seat).into();
        self.set_marker_figures(out, player.markers);
        set_stock_figures(out, player.stock);
        out[feature::ROOFS] = player.roofs.into();
        let rivals = Seat::all(self.rules.players.into()).filter(|rival| *rival != seat);
        let (mut best, mut visible, mut fewest) = (0, 0, player.roofs);
        for rival in rivals {
            let other = state.player(rival);
            best = best.max(self.rank(state, rival).points);
            visible += other.visible.len() as i32;
            fewest = fewest.min(other.roofs);
        }
        let ending = state.ending.is_some();
        let near_end = i32::from(3u8.saturating_sub(fewest)) + 3 * i32::from(ending);
        out[feature::ROOFS_NEAR_END] = i32::from(player.roofs) * near_end;
        out[feature::VISIBLE] = player.counted.unwrap_or(player.visible.len() as u8).into();
        for slot in 0..usize::from(state.drawn) {
            let objective = &self.components.objectives[usize::from(state.objectives[slot].0)];
            let token = i32::from(self.token(state.reached_by(slot)));
            let wins_none = self.forbids(seat, Forbidden::Objectives);
            if token == 0 || player.tokens[slot].is_some() || wins_none {
                continue;
            }
            let missing = self.places.missing(objective, player, &state.built).max(1) as usize;
            if missing <= 3 {
                out[feature::TOKENS_WITHIN_ONE + missing - 1] += token;
            }
        }
        out[feature::RIVALS_BEST] = best;
        out[feature::RIVALS_VISIBLE] = visible;
        out[feature::LEAD_NEAR_END] = (points - best) * near_end;
        if player.counted.is_none() {
            self.reach(state, seat, out);
        }
    }

    fn move_values(
        &self,
        state: &State,
        moves: &[Move],
        weights: &[i32],
        _cache: &mut EvaluationCache,
        out: &mut Vec<i64>,
    ) {
        if matches!(state.step, Step::Place) {
            return self.placement_values(state, moves, weights, out);
        }
        let mut outlook = Outlook::new(self, state, weights);
        out.extend(moves.iter().map(|&mv| {
            let known = outlook.as_mut().and_then(|outlook| outlook.value(mv));
            known.unwrap_or_else(|| {
                let mut after = *state;
                self.play(&mut after, mv, &mut ());
                self.value(&after, state.seat, weights)
            })
        }));
    }
}

impl TowerUp {
    /// The values after starting floors: nobody has anything yet, so all that can differ is
    /// whose turn it is then and what is in reach.
    fn placement_values(&self, state: &State, moves: &[Move], weights: &[i32], out: &mut Vec<i64>) {
        let seat = state.seat;
        let mut figures = None;
        out.extend(moves.iter().map(|&mv| {
            let mut after = *state;
            self.play(&mut after, mv, &mut ());
            if after.ending.is_some() {
                return self.value(&after, seat, weights);
            }
            let figures: &mut Features = figures.get_or_insert_with(|| {
                let mut first = [0; MAX_FEATURES];
                self.features(&after, seat, &mut first);
                first
            });
            figures[feature::OWN_TURN] = is_on_turn(&after, seat).into();
            self.reach(&after, seat, figures);
            let pairs = weights.iter().zip(&*figures);
            pairs.map(|(&weight, &figure)| i64::from(weight) * i64::from(figure)).sum::<i64>()
        }));
    }

    /// The figures of four markers.
    pub(super) fn set_marker_figures(&self, out: &mut Features, mut markers: [u8; 4]) {
        markers.sort_unstable();
        let all = markers.map(i32::from);
        out[feature::STEPS] = all.iter().sum();
        out[feature::LEAST_MARKER] = all[0];
        out[feature::SECOND_MARKER] = all[1];
        let star = self.next_star[usize::from(markers[0])].map_or(0, i32::from);
        out[feature::STEPS_TO_STAR] = all.iter().map(|steps| (star - steps).max(0)).sum();
    }

    /// How many sites the stock can pay for now, and the longest marker move there.
    fn reach(&self, state: &State, seat: Seat, out: &mut Features) {
        let stock = state.player(seat).stock;
        let occupied = state.occupied();
        let [a, b, c, d] = Colour::ALL.map(|colour| state.near(colour, stock.of(colour)));
        let open = self.all_sites & state.near_any() & !occupied & !(a | b | c | d);
        let raised =
            open.into_iter().fold(Sites::NONE, |all, site| all | self.adjacent[site.index()]);
        let heights = (raised & occupied).into_iter().map(|s| state.buildings[s.index()].height());
        set_reach_figures(out, open, heights.max().unwrap_or(0));
    }
}

/// Whether a seat acts now, or once more.
fn is_on_turn(state: &State, seat: Seat) -> bool {
    state.seat == seat && (matches!(state.step, Step::Act) || state.extra)
}
