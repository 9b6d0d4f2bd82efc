//! Floors, buildings and tokens.

use crate::games::draw::{Anchor, ON_SEATS, SEATS, Svg};
use crate::games::tower_up::colour::Colour;
use crate::games::tower_up::state::Building;

/// Fill, outline and letters of a colour of floors.
pub fn floor_look(colour: Option<Colour>) -> (&'static str, &'static str, &'static str) {
    match colour {
        Some(Colour::Brown) => ("#9a5b2c", "#ffffff", "Br"),
        Some(Colour::Black) => ("#23262b", "#ffffff", "Bk"),
        Some(Colour::Gray) => ("#8d949e", "#000000", "Gy"),
        Some(Colour::White) => ("#ffffff", "#000000", "Wh"),
        None => ("#d9c7f0", "#000000", "any"),
    }
}

/// A building from the ground up, with every roof in its place.
pub fn building((x, y): (f64, f64), colour: Colour, own: Building, svg: &mut Svg) {
    let (fill, ink, letters) = floor_look(Some(colour));
    let edge = svg.theme.pick("#3a3f47", "#d5dae2");
    let height = own.height();
    // Towers of more than five floors have lower ones, so as not to hide the next plot.
    let floor = (90.0 / f64::from(height)).min(18.0);
    let (left, size) = (x - 23.0, floor * 0.75);
    for level in 1..=height {
        let top = y - f64::from(level) * floor;
        let base = top + floor * 0.77;
        svg.rect((left, top), (46.0, floor), 2.0, &format!("fill=\"{fill}\" stroke=\"{edge}\""));
        if level == 1 {
            svg.text((left + 3.0, base), (size, Anchor::Start, true), ink, letters);
        }
        if let Some(seat) = own.roof(level) {
            let look = format!("fill=\"{}\" stroke=\"{edge}\"", SEATS[seat.index()]);
            // The letters have the left of the lowest floor.
            let (from, to) = if level == 1 { (x, x + 22.0) } else { (x - 14.0, x + 14.0) };
            let (low, high) = (top + floor - 1.5, top + 1.5);
            svg.polygon(&[(from, low), (from + 5.0, high), (to - 5.0, high), (to, low)], &look);
            let style = (size, Anchor::Middle, true);
            let number = seat.0.to_string();
            svg.text(((from + to) / 2.0, base), style, ON_SEATS[seat.index()], &number);
        }
    }
    let top = y - f64::from(height) * floor;
    let (ink, ground) = (svg.theme.ink(), svg.theme.panel());
    let style = (15.0, Anchor::Middle, true);
    svg.label((x + 33.0, top + 13.0), style, (ink, ground), &height.to_string());
}

/// A token, or the place where it was.
pub fn token((x, y): (f64, f64), points: u8, is_there: bool, svg: &mut Svg) {
    let theme = svg.theme;
    let (look, ink) = if is_there {
        ("fill=\"#f2c94c\" stroke=\"#7a5c00\"".to_string(), "#3a2c00")
    } else {
        let line = theme.line();
        (format!("fill=\"none\" stroke=\"{line}\" stroke-dasharray=\"3 3\""), theme.faint())
    };
    svg.circle((x, y), 14.0, &look);
    svg.text((x, y + 5.5), (16.0, Anchor::Middle, true), ink, &points.to_string());
}

/// Floors of a colour with their number.
pub fn chip((x, y): (f64, f64), colour: Option<Colour>, count: u32, svg: &mut Svg) {
    let (fill, ink, letters) = floor_look(colour);
    let edge = svg.theme.faint();
    svg.rect((x - 10.0, y), (40.0, 28.0), 4.0, &format!("fill=\"{fill}\" stroke=\"{edge}\""));
    svg.text((x + 10.0, y + 19.0), (14.0, Anchor::Middle, true), ink, letters);
    svg.text(
        (x + 36.0, y + 20.0),
        (16.0, Anchor::Start, true),
        svg.theme.ink(),
        &count.to_string(),
    );
}
