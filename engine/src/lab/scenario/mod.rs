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

mod baseline;
pub mod block;
pub mod case;
mod case_builder;
mod csv_source;
pub mod data_table;
mod document;
mod estimates;
mod findings;
pub mod game_table;
mod grid;
pub mod layout;
pub mod plan;
mod precision;
pub mod progress;
pub mod record;
pub mod reference;
pub mod results;
pub mod run;
mod schema;
mod significance;
mod source;
pub mod tables;
pub mod tally;
mod workbook_tables;
mod worker;

pub use block::ScenarioGame;
pub use document::Scenario;
pub use findings::{Finding, FindingTopic};
pub use plan::Plan;
pub use progress::{Progress, Shard};
pub use results::{Results, results_schema};
pub use run::{RunObserver, run};
pub use schema::schema;
pub use source::{Format, Source};
