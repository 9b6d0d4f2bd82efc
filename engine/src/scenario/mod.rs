//! Scenarios: questions about variants, answered by playing them.
//!
//! A scenario file says what varies, who plays and how often. It is read in steps:
//! [`Source`] parses a text, [`Plan`] checks it and knows every case, [`run()`] plays and adds up
//! in whole numbers ([`Progress`]), and [`Results`] makes tables and sentences of the sums. Every
//! step is a pure function of the one before it, so any split into threads, shards or sessions
//! gives the same bytes.
//!
//! The cases with one number of players are a [`block`]: their games with the same number draw
//! from the same streams, and a case is compared with its baseline game by game.

pub mod block;
pub mod case;
mod document;
mod findings;
pub mod plan;
pub mod progress;
pub mod record;
mod request;
pub mod results;
pub mod run;
pub mod sheet;
mod source;
mod summary;
pub mod tables;
pub mod tally;
mod workbook;

pub use document::{Scenario, schema};
pub use findings::Finding;
pub use plan::Plan;
pub use progress::{Progress, Shard};
pub use request::{answer, results};
pub use results::{Results, answer_schema};
pub use run::{Overseer, run};
pub use source::{Format, Source};
