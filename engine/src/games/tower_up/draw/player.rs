//! A player's board: stock, roofs, tokens and tracks.

use super::pieces::{chip, floor_look, token};
use crate::game::{Game, Seat};
use crate::games::draw::{Anchor, ON_SEATS, SEATS, Svg};
use crate::games::tower_up::TowerUp;
use crate::games::tower_up::colour::Colour;
use crate::games::tower_up::state::{State, Step};

impl TowerUp {
    pub(super) fn player_board(
        &self,
        state: &State,
        seat: Seat,
        (x, y): (f64, f64),
        width: f64,
        svg: &mut Svg,
    ) {
        let theme = svg.theme;
        let player = state.player(seat);
        let points = self.standing(state, seat).points;
        let moves =
            matches!(state.step(), Step::Act | Step::Place | Step::Return) && state.seat() == seat;
        let mark = if moves { " — to move" } else { "" };
        let unit = if points == 1 { "point" } else { "points" };
        let heading = format!("Seat {}: {points} {unit}{mark}", seat.0);
        svg.begin_seat((x, y), (width, 234.0), seat.index(), &heading);
        for (index, colour) in Colour::ALL.into_iter().enumerate() {
            let at = (x + 30.0 + index as f64 * 68.0, y + 50.0);
            chip(at, Some(colour), u32::from(player.stock.of(colour)), svg);
        }
        let seen = player.visible.len() as usize;
        let points = self.cone[seen.min(self.cone.len() - 1)];
        let lines = [format!("roofs left: {}", player.roofs), format!("seen: {seen} (+{points})")];
        for (line, text) in lines.iter().enumerate() {
            let at = (x + 302.0, y + 60.0 + 19.0 * line as f64);
            svg.text(at, (15.0, Anchor::Start, false), theme.ink(), text);
        }
        let mut at = x + width - 24.0;
        for value in player.tokens.iter().rev().flatten() {
            token((at, y + 26.0), *value, true, svg);
            at -= 31.0;
        }
        let step = ((width - 90.0) / self.track.len() as f64).min(58.0);
        for (index, colour) in Colour::ALL.into_iter().enumerate() {
            let top = y + 94.0 + index as f64 * 34.0;
            let (fill, ink, letters) = floor_look(Some(colour));
            svg.rect(
                (x + 20.0, top),
                (40.0, 28.0),
                5.0,
                &format!("fill=\"{fill}\" stroke=\"{}\"", theme.faint()),
            );
            svg.text((x + 40.0, top + 19.0), (14.0, Anchor::Middle, true), ink, letters);
            for (space, value) in self.track.iter().enumerate() {
                let left = x + 70.0 + space as f64 * step;
                let here = usize::from(player.markers[index]) == space;
                let look = if here {
                    format!("fill=\"{}\" stroke=\"{}\"", SEATS[seat.index()], theme.ink())
                } else {
                    format!("fill=\"{}\" stroke=\"{}\"", theme.ground(), theme.line())
                };
                svg.rect((left, top), (step - 4.0, 28.0), 4.0, &look);
                let ink = if here { ON_SEATS[seat.index()] } else { theme.faint() };
                let star = self.stars_passed.get(space).copied().unwrap_or(0)
                    > space.checked_sub(1).map_or(0, |before| self.stars_passed[before]);
                let text = if star { format!("{value}★") } else { value.to_string() };
                svg.text(
                    (left + step / 2.0 - 2.0, top + 19.0),
                    (15.0, Anchor::Middle, here),
                    ink,
                    &text,
                );
            }
        }
        svg.end();
    }
}
