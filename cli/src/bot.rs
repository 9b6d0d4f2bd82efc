//! External bots: programs that read one JSON request a line and answer with the index of a move.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};
use towerlab_engine::agents::{AgentContext, Bot, DecisionRequest, Halt};

/// How long a bot may think about one decision by default.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// How many failures are printed; results count all of them.
const MOST_WARNINGS: u32 = 5;

static WARNINGS: AtomicU32 = AtomicU32::new(0);

/// Starts a bot by its command line, with the default patience.
pub fn start_bot(command: &str) -> Box<dyn Bot> {
    Box::new(BotProcess::new(command, PATIENCE))
}

/// What agents need from this machine: a clock, and a way to start bots.
pub fn agent_context<'a>(start: &'a (dyn Fn(&str) -> Box<dyn Bot> + Sync)) -> AgentContext<'a> {
    AgentContext { clock, start, halt: Halt::default() }
}

/// A clock for time budgets.
fn clock(milliseconds: u64) -> Box<dyn Fn() -> bool> {
    let end = Instant::now() + Duration::from_millis(milliseconds);
    Box::new(move || Instant::now() >= end)
}

/// A bot. It is started with the first request, and again after it has failed.
pub struct BotProcess {
    command: String,
    patience: Duration,
    running: Option<RunningBot>,
}

struct RunningBot {
    child: Box<dyn ChildWrapper>,
    requests: ChildStdin,
    answers: Receiver<String>,
}

impl BotProcess {
    /// A bot by its command line; spaces separate words.
    pub fn new(command: &str, patience: Duration) -> BotProcess {
        BotProcess { command: command.to_string(), patience, running: None }
    }

    fn start(&self) -> Result<RunningBot, String> {
        let mut words = self.command.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut command = CommandWrap::from(command);
        // A group of its own: whatever the bot starts is stopped with it.
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        let mut child = command.spawn().map_err(|error| format!("cannot be started: {error}"))?;
        let (Some(requests), Some(output)) = (child.stdin().take(), child.stdout().take()) else {
            return Err("has no input or output".into());
        };
        Ok(RunningBot { child, requests, answers: read_lines(output) })
    }

    fn ask(&mut self, request: &DecisionRequest) -> Result<usize, String> {
        let running = match &mut self.running {
            Some(running) => running,
            None => self.running.insert(self.start()?),
        };
        let line = serde_json::to_string(request).map_err(|error| error.to_string())?;
        writeln!(running.requests, "{line}")
            .and_then(|()| running.requests.flush())
            .map_err(|error| format!("does not read its input: {error}"))?;
        let answer = running.answers.recv_timeout(self.patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => format!("did not answer within {:?}", self.patience),
            RecvTimeoutError::Disconnected => "ended without an answer".to_string(),
        })?;
        answer.trim().parse().map_err(|_| format!("answered `{answer}`, which is not an index"))
    }

    fn stop(&mut self) {
        if let Some(mut running) = self.running.take() {
            // Both reach the whole group. A bot that has ended on its own cannot be killed.
            let _ = running.child.start_kill();
            let _ = running.child.wait();
        }
    }

    fn warn(&self, why: &str) {
        if WARNINGS.fetch_add(1, Ordering::Relaxed) < MOST_WARNINGS {
            let command = &self.command;
            let _ =
                writeln!(anstream::stderr(), "warning: exec:{command} {why}; it loses this game");
        }
    }
}

/// The lines that a program prints, read by a thread that ends with the program's output.
fn read_lines(output: ChildStdout) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

impl Bot for BotProcess {
    fn choose(&mut self, request: &DecisionRequest) -> Result<usize, String> {
        let moves = request.moves.len();
        let answer = self.ask(request).and_then(|index| {
            if index < moves {
                Ok(index)
            } else {
                Err(format!("answered {index}, but the moves are 0 to {}", moves - 1))
            }
        });
        answer.inspect_err(|why| {
            self.stop();
            self.warn(why);
        })
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        self.stop();
    }
}
