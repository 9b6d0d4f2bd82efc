//! What the service has done so far, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::pool::Load;

/// Upper ends of the buckets of latencies, in seconds.
const BUCKETS: [f64; 9] = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 10.0];

/// Counters of a service.
#[derive(Default)]
pub struct Metrics {
    operations: Mutex<BTreeMap<String, Counted>>,
    games: AtomicU64,
    refused: AtomicU64,
}

/// What is counted of an operation.
#[derive(Clone, Default)]
struct Counted {
    by_status: BTreeMap<u16, u64>,
    within: [u64; BUCKETS.len()],
    count: u64,
    seconds: f64,
}

impl Metrics {
    /// Counts an answer. `operation` is the pattern of an address, never the address itself.
    pub fn answered(&self, operation: &str, status: u16, time: Duration) {
        let seconds = time.as_secs_f64();
        let mut operations = self.operations.lock().unwrap_or_else(PoisonError::into_inner);
        if !operations.contains_key(operation) {
            operations.insert(operation.to_string(), Counted::default());
        }
        let Some(counted) = operations.get_mut(operation) else { return };
        *counted.by_status.entry(status).or_default() += 1;
        counted.count += 1;
        counted.seconds += seconds;
        for (bucket, end) in counted.within.iter_mut().zip(BUCKETS) {
            *bucket += u64::from(seconds <= end);
        }
    }

    /// Counts games that were simulated.
    pub fn played(&self, games: u64) {
        self.games.fetch_add(games, Ordering::Relaxed);
    }

    /// Counts a request that found the pool full.
    pub fn refused(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
    }

    /// The text.
    pub fn text(&self, load: Load) -> String {
        let mut out = String::new();
        let head = |out: &mut String, name: &str, kind: &str, help: &str| {
            let _ = write!(out, "# HELP {name} {help}\n# TYPE {name} {kind}\n");
        };
        head(&mut out, "towerlab_requests_total", "counter", "Requests answered.");
        let operations = self.operations.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for (operation, counted) in &operations {
            for (status, count) in &counted.by_status {
                let labels = format!("operation=\"{operation}\",status=\"{status}\"");
                let _ = writeln!(out, "towerlab_requests_total{{{labels}}} {count}");
            }
        }
        let name = "towerlab_request_seconds";
        head(&mut out, name, "histogram", "Time from request to answer.");
        for (operation, latency) in operations {
            let label = format!("operation=\"{operation}\"");
            for (end, count) in BUCKETS.iter().zip(latency.within) {
                let _ = writeln!(out, "{name}_bucket{{{label},le=\"{end}\"}} {count}");
            }
            let _ = writeln!(out, "{name}_bucket{{{label},le=\"+Inf\"}} {}", latency.count);
            let _ = writeln!(out, "{name}_sum{{{label}}} {}", latency.seconds);
            let _ = writeln!(out, "{name}_count{{{label}}} {}", latency.count);
        }
        let games = self.games.load(Ordering::Relaxed);
        let refused = self.refused.load(Ordering::Relaxed);
        for (name, kind, help, value) in [
            (
                "towerlab_pool_running",
                "gauge",
                "Long requests being worked on.",
                load.running as u64,
            ),
            ("towerlab_pool_waiting", "gauge", "Long requests waiting.", load.waiting as u64),
            ("towerlab_pool_refused_total", "counter", "Long requests refused.", refused),
            ("towerlab_games_simulated_total", "counter", "Games simulated.", games),
        ] {
            head(&mut out, name, kind, help);
            let _ = writeln!(out, "{name} {value}");
        }
        out
    }
}
