//! Neural nets that value positions: how they are computed, and how they learn.

mod embedded;
mod file;
mod model;
mod network;
mod self_play;
mod trainer;

pub use embedded::embedded_network;
pub use file::{CurvePoint, NetFile, NetHeader, NetTrainingRecord};
pub use network::{HIDDEN, MAX_OUTPUTS, Network, Units};
pub(super) use network::{OUTPUT_ONE, TEMPERATURE};
pub use trainer::{NetProgress, NetTrainer, NetTraining, NetTrainingOptions};
