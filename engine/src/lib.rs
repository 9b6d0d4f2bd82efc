//! Exact rules of tower-building board games behind one small interface.
//!
//! The crate is six layers, each of which may use only those before it
//! (`tests/layers.rs` holds them to that):
//!
//! | layer | holds |
//! | --- | --- |
//! | [`game`] | the interface that every game implements, what a seed means, random play |
//! | [`document`] | reading untrusted input fault by fault, the one-line form |
//! | [`games`] | Tower Up, Skyline and Tower, and what they share |
//! | [`agents`] | players, the play loop, training |
//! | [`lab`] | matches, simulations, advice, scenarios, statistics |
//! | [`operations`] | one request and one response per operation, the registry of games |
//!
//! ```
//! use towerlab_engine::game::playout::{Draws, Playout, key};
//! use towerlab_engine::game::{Game, Next};
//! use towerlab_engine::games::tower_up::TowerUp;
//!
//! let game = TowerUp::standard(2);
//! let mut state = game.start();
//! let key = key(7, &game);
//! let decisions = Playout::new(&game).run(&mut state, &mut Draws::new(&key, 0));
//! assert!(matches!(game.next(&state), Next::Over(_)));
//! assert!(decisions > 20);
//! ```
//!
//! The engine does no I/O, reads no clock and keeps no global random state. It is
//! unofficial: the games belong to their authors and publishers.

#![deny(unsafe_code)]

/// The version of the engine.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

pub mod agents;
pub mod document;
pub mod game;
pub mod games;
pub mod lab;
pub mod operations;
