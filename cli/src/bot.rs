//! Programs of one's own that play: a question a line in, an index a line out.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::Value;
use towerlab_engine::agents::{Bot, Halt, Tools};

/// How long a program may think about one decision, unless told otherwise.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// So many failures are told; the rest is counted in the result.
const MOST_TOLD: u32 = 5;

static TOLD: AtomicU32 = AtomicU32::new(0);

/// What agents need from this machine.
pub fn tools<'a>(start: &'a (dyn Fn(&str) -> Box<dyn Bot> + Sync)) -> Tools<'a> {
    Tools { clock, start, halt: Halt::default() }
}

/// A clock for time budgets.
fn clock(milliseconds: u64) -> Box<dyn Fn() -> bool> {
    let end = Instant::now() + Duration::from_millis(milliseconds);
    Box::new(move || Instant::now() >= end)
}

/// A running program. It is started with the first question, and again after it failed.
pub struct Program {
    command: String,
    patience: Duration,
    running: Option<Running>,
}

struct Running {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<String>,
}

impl Program {
    /// A program by its command line; words are separated by spaces.
    pub fn new(command: &str, patience: Duration) -> Program {
        Program { command: command.to_string(), patience, running: None }
    }

    fn start(&self) -> Result<Running, String> {
        let mut words = self.command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        // A group of its own, so that whatever it starts can be stopped with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| format!("cannot be started: {error}"))?;
        let (Some(questions), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("has no input or output".into());
        };
        let (sender, answers) = channel();
        // Ends with the program's output.
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Running { child, questions, answers })
    }

    fn ask(&mut self, question: &Value) -> Result<usize, String> {
        if self.running.is_none() {
            self.running = Some(self.start()?);
        }
        let Some(running) = &mut self.running else { return Err("is not running".into()) };
        writeln!(running.questions, "{question}")
            .and_then(|()| running.questions.flush())
            .map_err(|error| format!("takes no question: {error}"))?;
        let answer = running.answers.recv_timeout(self.patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => format!("did not answer within {:?}", self.patience),
            RecvTimeoutError::Disconnected => "ended without an answer".to_string(),
        })?;
        answer.trim().parse().map_err(|_| format!("answered `{answer}`, which is no index"))
    }
}

impl Bot for Program {
    fn choose(&mut self, question: &Value) -> Result<usize, String> {
        let moves = question["moves"].as_array().map_or(0, Vec::len);
        let answer = self.ask(question).and_then(|index| match index < moves {
            true => Ok(index),
            false => Err(format!("answered {index}; the moves are 0 to {}", moves - 1)),
        });
        answer.inspect_err(|why| {
            self.stop();
            if TOLD.fetch_add(1, Ordering::Relaxed) < MOST_TOLD {
                let _ = writeln!(
                    anstream::stderr(),
                    "warning: exec:{} {why}; it loses this game",
                    self.command
                );
            }
        })
    }
}

impl Program {
    fn stop(&mut self) {
        if let Some(mut running) = self.running.take() {
            #[cfg(unix)]
            let _ = Command::new("kill")
                .args(["-KILL", "--", &format!("-{}", running.child.id())])
                .stderr(Stdio::null())
                .status();
            let _ = running.child.kill();
            let _ = running.child.wait();
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.stop();
    }
}
