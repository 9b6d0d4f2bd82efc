//! The city, the cards and the players' boards as a picture.

mod city;
mod pieces;
mod player;
mod side;

use super::TowerUp;
use super::state::{State, Step};
use crate::game::{Game, Seat};
use crate::games::draw::{Svg, Theme};

/// The city's corner and its greatest size.
const CITY: (f64, f64) = (20.0, 20.0);
const CITY_SIZE: (f64, f64) = (1085.0, 880.0);
/// Where market and objectives stand.
const SIDE: f64 = 1125.0;
const WIDTH: f64 = 1560.0;

impl TowerUp {
    /// Draws a position.
    pub(super) fn picture(&self, state: &State, theme: Theme) -> Svg {
        let mut svg = Svg::new(theme, WIDTH as u32, 0, &self.says(state));
        let side = self.side(state, &mut svg);
        let top = self.city(state, side - 20.0, &mut svg);
        let seats = self.seats();
        let across = if seats == 4 { 2 } else { seats };
        let width = (WIDTH - 20.0) / across as f64 - 20.0;
        for seat in Seat::all(seats) {
            let (row, column) = (seat.index() / across, seat.index() % across);
            let at = (20.0 + column as f64 * (width + 20.0), top + row as f64 * 250.0);
            self.player_board(state, seat, at, width, &mut svg);
        }
        svg.set_height(top + seats.div_ceil(across) as f64 * 250.0);
        svg
    }

    /// A position in a sentence.
    fn says(&self, state: &State) -> String {
        let points: Vec<String> = Seat::all(self.seats())
            .map(|seat| format!("seat {} has {}", seat.0, self.standing(state, seat).points))
            .collect();
        let now = match state.step() {
            Step::Over(_) => "The game is over".to_string(),
            _ => format!("Turn {}, seat {} is to move", state.turns(), state.seat().0),
        };
        format!("Tower Up. {now}; points: {}.", points.join(", "))
    }
}
