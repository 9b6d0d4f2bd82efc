//! Exact rules of tower-building board games behind one small interface.
//!
//! Read in this order: [`game`] is the interface that every game implements,
//! [`random`] says what a seed means, [`games`] holds the games, and
//! [`contract`] is what they all promise. [`agents`] play them, [`analysis`] lets
//! agents play each other, and [`scenario`] answers questions about variants.
//!
//! ```
//! use towerlab_engine::game::{Game, Next};
//! use towerlab_engine::games::tower_up::TowerUp;
//! use towerlab_engine::playout::{Draws, Playout, key};
//!
//! let game = TowerUp::standard(2);
//! let mut state = game.start();
//! let key = key(7, &game);
//! let decisions = Playout::new(&game).run(&mut state, &mut Draws::new(&key, 0));
//! assert!(matches!(game.next(&state), Next::Over(_)));
//! assert!(decisions > 20);
//! ```
//!
//! The engine does no input or output, reads no clock and keeps no global
//! randomness. It is unofficial: the games belong to their authors and
//! publishers.

#![forbid(unsafe_code)]

/// The version of the engine.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

pub mod agents;
pub mod analysis;
pub mod contract;
pub mod document;
pub mod draw;
pub mod fault;
pub mod game;
pub mod games;
pub mod measure;
pub mod perft;
pub mod playout;
pub mod provenance;
pub mod random;
mod rows;
pub mod scenario;
pub mod simulate;
pub mod table;
