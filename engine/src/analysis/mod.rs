//! Many games between agents, and what they tell.

pub mod arena;
pub mod tune;
