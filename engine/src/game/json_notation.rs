//! Moves in JSON: a notation for games that have none yet.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use towerlab_engine::game::json_notation;
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct Drop { column: u8 }
//!
//! let mut text = String::new();
//! json_notation::write_move(&Drop { column: 3 }, &mut text).unwrap();
//! assert_eq!(text, r#"{"column":3}"#);
//! assert_eq!(json_notation::read_move(&text), Ok(Drop { column: 3 }));
//! ```

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Unreadable;

/// Writes a move, for [`Game::write_move`](super::Game::write_move).
pub fn write_move(mv: &impl Serialize, out: &mut dyn fmt::Write) -> fmt::Result {
    out.write_str(&serde_json::to_string(mv).map_err(|_| fmt::Error)?)
}

/// Reads a move, for [`Game::read_move`](super::Game::read_move).
pub fn read_move<M: DeserializeOwned>(text: &str) -> Result<M, Unreadable> {
    serde_json::from_str(text)
        .map_err(|error| Unreadable { text: text.into(), why: format!("moves are JSON: {error}") })
}
