//! Makes other cities and decks within the constraints that are known of the
//! real ones.
//!
//! The rulebooks show the board and the cards in pictures only. A conclusion
//! drawn on one reconstruction might hang on it, so there are five more, made
//! here from seeds 1 to 5, and anybody can make as many as they like. The same
//! seed always makes the same files.

mod cards;
mod city;

pub use cards::cards;
pub use city::{Plan, board, is_planar, is_plausible};
