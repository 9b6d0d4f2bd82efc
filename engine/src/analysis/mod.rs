//! Many games between agents, and what they tell.

pub mod advice;
pub mod arena;
pub mod contest;
pub mod elo;
pub mod histogram;
pub mod statistics;
pub mod tune;
