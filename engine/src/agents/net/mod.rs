//! Neural nets that value positions: how they are computed, and how they learn.

mod embedded;
mod file;
mod model;
mod network;
mod packing;
mod self_play;
mod trainer;

pub use embedded::embedded_network;
pub use file::{CurvePoint, NetFile, NetHeader, NetTrainingRecord};
pub(super) use network::OUTPUT_ONE;
pub use network::{HIDDEN, KnownSums, MAX_OUTPUTS, Network, Units, chance_of};
pub use trainer::{NetAncestry, NetProgress, NetTrainer, NetTraining, NetTrainingOptions};
