//! Positions as pictures: SVG in light or dark.
//!
//! Colour is never the only sign: seats have numbers, colours have letters, faces have shapes.
//! What a move can be about carries its name in a `data-` attribute, such as `data-site="C4"`, so
//! that a page can make it clickable.

mod plain;
mod svg;

pub use plain::draw_fields;
pub use svg::{Anchor, Svg, Theme, escaped};

/// The colours of the seats, told apart by everybody (Okabe and Ito).
pub const SEATS: [&str; 4] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7"];
/// What is written on them.
pub const ON_SEATS: [&str; 4] = ["#ffffff", "#000000", "#ffffff", "#000000"];

/// A name as the beginning of a sentence: `two_borders` is "Two borders".
pub fn sentence(name: &str) -> String {
    let mut letters = name.chars().map(|letter| if "_-".contains(letter) { ' ' } else { letter });
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
