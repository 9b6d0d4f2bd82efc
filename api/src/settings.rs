//! Everything about a service that can be chosen.

use crate::Limits;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Threads that answer requests.
    pub workers: usize,
    /// Long requests that are worked on at a time.
    pub jobs: usize,
    /// Threads that work on each of them.
    pub threads: usize,
    /// Long requests that may wait.
    pub queue: usize,
    /// The longest body, in bytes.
    pub body: usize,
    /// The most seconds of work on a long request.
    pub seconds: u64,
    /// Origins whose pages may call the service; `*` for all.
    pub cors: Vec<String>,
    /// How much a request may ask for.
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Settings {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            workers: cores,
            jobs: 2,
            threads: cores,
            queue: 16,
            body: 1 << 20,
            seconds: 60,
            cors: Vec::new(),
            limits: Limits::default(),
        }
    }
}
