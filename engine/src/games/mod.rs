//! The games, and the registry that lists them.
//!
//! A game is one folder here, one folder under `engine/data/`, and one line in
//! [`each_game!`](crate::each_game). Everything that must hold for every game
//! is tested through the registry.

mod documents;
pub mod draw;
pub mod evaluate;
pub mod inputs;
pub mod metrics;
pub mod parameters;
mod plain;
pub mod skyline;
pub mod tower;
pub mod tower_up;
pub mod weights;

pub(crate) use documents::unknown_files;
pub use documents::{ComponentFile, ComponentSet, Documents, NoOdds};
pub use evaluate::Evaluate;
pub use metrics::Measure;
pub use parameters::Parameters;
pub use plain::{
    NoComponents, OnlyPlayers, PlainDocuments, PlainEventDocument, PlainMoveDocument,
    PlainScoreDocument,
};

/// Calls `$do!(module, Type)` once for every game.
///
/// ```
/// use towerlab_engine::game::Game;
///
/// let mut names = Vec::new();
/// macro_rules! add {
///     ($module:ident, $game:ty) => {
///         names.push(<$game>::NAME);
///     };
/// }
/// towerlab_engine::each_game!(add);
/// assert!(names.contains(&"tower-up"));
/// ```
#[macro_export]
macro_rules! each_game {
    ($do:ident) => {
        $do!(tower_up, $crate::games::tower_up::TowerUp);
        $do!(skyline, $crate::games::skyline::Skyline);
        $do!(tower, $crate::games::tower::Tower);
    };
}
