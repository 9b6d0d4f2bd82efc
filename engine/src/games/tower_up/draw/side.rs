//! The cards, the objectives and the supply beside the city.

use super::pieces::{chip, floor_look, token};
use super::{SIDE, WIDTH};
use crate::games::draw::{Anchor, Svg, sentence};
use crate::games::tower_up::TowerUp;
use crate::games::tower_up::colour::Colour;
use crate::games::tower_up::deck::{Face, bottom_name};
use crate::games::tower_up::state::{Ending, State, Step};

impl TowerUp {
    /// Market, objectives and supply; where it ends.
    pub(super) fn side(&self, state: &State, svg: &mut Svg) -> f64 {
        let theme = svg.theme;
        let width = WIDTH - SIDE - 20.0;
        let mut y = 20.0;
        let cards = state.market();
        let height = 64.0 + cards.len().max(1) as f64 * 58.0;
        let (x, mut top) = svg.panel((SIDE, y), (width, height), "Market");
        for face in cards {
            self.card(*face, (x, top), width - 28.0, svg);
            top += 58.0;
        }
        if cards.is_empty() {
            svg.text((x, top + 16.0), (15.0, Anchor::Start, false), theme.faint(), "no cards yet");
        }
        y += height + 16.0;
        let rows = state.objectives().len().max(1) as f64;
        let height = 58.0 + rows * 74.0;
        let (x, mut top) = svg.panel((SIDE, y), (width, height), "Objectives");
        for (slot, objective) in state.objectives().iter().enumerate() {
            let data = &self.components.objectives[usize::from(objective.0)];
            svg.begin("objective", &data.id, &data.text);
            svg.text(
                (x, top + 14.0),
                (17.0, Anchor::Start, true),
                theme.ink(),
                &sentence(&data.id),
            );
            for (line, text) in wrapped(&data.text, 52).into_iter().take(2).enumerate() {
                let at = (x, top + 38.0 + 18.0 * line as f64);
                svg.text(at, (15.0, Anchor::Start, false), theme.faint(), &text);
            }
            let taken = usize::from(state.reached_by(slot));
            for (place, value) in self.tokens.iter().enumerate() {
                let at =
                    (x + width - 40.0 - (self.tokens.len() - 1 - place) as f64 * 30.0, top + 8.0);
                token(at, *value, place >= taken, svg);
            }
            svg.end();
            top += 74.0;
        }
        y += height + 16.0;
        let (x, top) = svg.panel((SIDE, y), (width, 118.0), "Supply");
        for colour in Colour::ALL {
            let at = (x + 8.0 + colour.index() as f64 * 92.0, top + 4.0);
            chip(at, Some(colour), u32::from(state.supply().of(colour)), svg);
        }
        let (unseen, discard) = (state.unseen().total, state.discard().total);
        let text = format!("{unseen} cards in the deck, {discard} discarded");
        svg.text((x, top + 60.0), (15.0, Anchor::Start, false), theme.faint(), &text);
        y += 134.0;
        let (floors, wild) = state.pending();
        let mut texts: Vec<String> = Vec::new();
        for bottom in Colour::ALL.map(Some).into_iter().chain([None]) {
            let count = bottom.map_or(wild, |colour| floors.of(colour));
            if count > 0 {
                texts.push(format!("{count} {}", bottom_name(bottom)));
            }
        }
        let now = match state.step() {
            Step::Over(finish) => format!("The game is over ({}).", finish.name()),
            Step::Place => {
                format!("Seat {} places starting floors: {}.", state.seat().0, texts.join(", "))
            }
            Step::Return => format!("Seat {} returns floors.", state.seat().0),
            Step::Act => {
                format!("Turn {}: seat {} takes a card or builds.", state.turns(), state.seat().0)
            }
            _ => "Chance is next.".to_string(),
        };
        let (x, top) = svg.panel((SIDE, y), (width, 74.0), &now);
        if let Some(ending) = state.ending() {
            let text = match ending {
                Ending::LastRoof(seat) => {
                    format!("The end has begun: seat {} placed its last roof.", seat.0)
                }
                Ending::Shortage(seat) => {
                    format!("The end has begun: floors ran short on seat {}.", seat.0)
                }
                Ending::DeadBoard(_) => "The end has begun: no site is left.".to_string(),
            };
            svg.text((x, top + 10.0), (15.0, Anchor::Start, false), theme.faint(), &text);
        }
        y + 90.0
    }

    fn card(&self, face: Face, (x, y): (f64, f64), width: f64, svg: &mut Svg) {
        let theme = svg.theme;
        let data = &self.faces[usize::from(face.0)];
        svg.begin("card", &data.name, &data.name);
        let look = format!("fill=\"{}\" stroke=\"{}\"", theme.ground(), theme.line());
        svg.rect((x, y), (width, 50.0), 7.0, &look);
        let mut at = x + 22.0;
        for colour in Colour::ALL.map(Some).into_iter().chain([None]) {
            let count = colour.map_or(data.wild, |colour| data.floors.of(colour));
            if count > 0 {
                chip((at, y + 11.0), colour, u32::from(count), svg);
                at += 84.0;
            }
        }
        if let Some(colour) = data.marker {
            let (fill, ink, letters) = floor_look(Some(colour));
            svg.polygon(
                &[
                    (at, y + 10.0),
                    (at + 34.0, y + 10.0),
                    (at + 46.0, y + 25.0),
                    (at + 34.0, y + 40.0),
                    (at, y + 40.0),
                ],
                &format!("fill=\"{fill}\" stroke=\"{}\"", theme.ink()),
            );
            svg.text((at + 18.0, y + 31.0), (15.0, Anchor::Middle, true), ink, letters);
            let text = format!("+{}", data.steps);
            svg.text((at + 54.0, y + 31.0), (17.0, Anchor::Start, true), theme.ink(), &text);
        }
        svg.end();
    }
}

/// A text in lines of so many characters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        if lines[last].is_empty() || lines[last].len() + word.len() < width {
            lines[last] = format!("{} {word}", lines[last]).trim().to_string()
        } else {
            lines.push(word.to_string())
        }
    }
    lines
}
