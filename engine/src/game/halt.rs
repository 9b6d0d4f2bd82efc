//! Stopping long work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops long work when its result is no longer wanted. What the work returns then is
/// meaningless.
#[derive(Clone, Debug, Default)]
pub struct Halt(Arc<AtomicBool>);

impl Halt {
    /// Stops the work.
    pub fn halt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work is to stop.
    #[inline]
    pub fn is_halted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
