//! Where long work is done: a few jobs at a time, a few more waiting, nobody else.
//!
//! Work never runs on the threads that answer requests. A job whose client has gone is told to
//! halt if it runs, and is dropped at once if it waits.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use tokio::sync::oneshot;
use towerlab_engine::agents::Halt;

/// Why a job was not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Too many are waiting.
    Full,
    /// It panicked.
    Failed,
}

/// Does a job; what it returns hands over the result.
type Work = Box<dyn FnOnce() -> Box<dyn FnOnce() + Send> + Send>;

#[derive(Default)]
struct Queue {
    waiting: VecDeque<(u64, Work)>,
    running: usize,
    next: u64,
    closed: bool,
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    most_waiting: usize,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A bounded pool.
pub struct Pool {
    shared: Arc<Shared>,
    jobs: usize,
}

/// How busy a pool is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Jobs being done.
    pub running: usize,
    /// Jobs waiting.
    pub waiting: usize,
    /// Whether the next one would be refused.
    pub is_full: bool,
}

impl Pool {
    /// A pool for `jobs` at a time, each on `threads` threads, with room for `waiting` more.
    pub fn new(jobs: usize, threads: usize, waiting: usize) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
            most_waiting: waiting,
        });
        for number in 0..jobs {
            let shared = shared.clone();
            let own = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .thread_name(move |thread| format!("job-{number}-{thread}"))
                .build()
                .map_err(std::io::Error::other)?;
            thread::Builder::new()
                .name(format!("job-{number}"))
                .spawn(move || work(&shared, &own))?;
        }
        Ok(Pool { shared, jobs })
    }

    /// How busy it is.
    pub fn load(&self) -> Load {
        let queue = self.shared.lock();
        let (running, waiting) = (queue.running, queue.waiting.len());
        Load { running, waiting, is_full: self.is_full(&queue) }
    }

    fn is_full(&self, queue: &Queue) -> bool {
        let idle = self.jobs.saturating_sub(queue.running);
        queue.waiting.len() >= idle + self.shared.most_waiting
    }

    /// Does a job, or refuses it at once. Dropping the future halts the job.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(Halt) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let halt = Halt::default();
        let (send, receive) = oneshot::channel();
        let number = {
            let mut queue = self.shared.lock();
            if self.is_full(&queue) {
                return Err(Refused::Full);
            }
            let number = queue.next;
            queue.next += 1;
            let halt = halt.clone();
            let work: Work = Box::new(move || {
                let result = job(halt);
                // Whoever asked may be gone; then nobody listens.
                Box::new(move || drop(send.send(result)))
            });
            queue.waiting.push_back((number, work));
            self.shared.changed.notify_one();
            number
        };
        let _ticket = Ticket { shared: &self.shared, halt, number };
        receive.await.map_err(|_| Refused::Failed)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.lock().closed = true;
        self.shared.changed.notify_all();
    }
}

/// Held by whoever waits for a job.
struct Ticket<'a> {
    shared: &'a Shared,
    halt: Halt,
    number: u64,
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        self.halt.halt();
        self.shared.lock().waiting.retain(|(number, _)| *number != self.number);
    }
}

/// Does one job after the other.
fn work(shared: &Shared, own: &rayon::ThreadPool) {
    loop {
        let mut queue = shared.lock();
        let job = loop {
            if queue.closed {
                return;
            }
            match queue.waiting.pop_front() {
                Some((_, job)) => break job,
                None => {
                    queue = shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                }
            }
        };
        queue.running += 1;
        drop(queue);
        // A job that panics is reported by its channel being closed.
        let done = catch_unwind(AssertUnwindSafe(|| own.install(job)));
        // The place is free before anybody hears of the result.
        shared.lock().running -= 1;
        if let Ok(hand_over) = done {
            hand_over();
        }
    }
}
