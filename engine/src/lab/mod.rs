//! Experiments with many games: simulations, matches, ratings, advice, scenarios, and the
//! statistics behind them.

pub mod advice;
pub mod histogram;
pub mod matches;
pub mod metrics;
pub mod race;
pub mod ratings;
mod reason;
pub mod scenario;
pub mod simulate;
pub mod statistics;
pub mod warnings;
