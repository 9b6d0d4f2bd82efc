//! What went wrong, and how it is reported.

use std::io::Write;
use std::process::ExitCode;

use serde::Serialize;
use towerlab_engine::document::Faults;

use crate::output;

/// Why a command failed.
pub enum Failure {
    /// The input is wrong; `source` names it.
    Faults { source: String, faults: Faults },
    /// Everything is reported already; only the exit code is left.
    Reported,
    /// Ctrl-C stopped the command, which has said what is saved.
    Stopped,
    /// Anything else.
    Other(anyhow::Error),
}

/// Faults of the input, as JSON.
#[derive(Serialize)]
struct FaultReport<'a> {
    source: &'a str,
    valid: bool,
    errors: &'a Faults,
}

/// Any other failure, as JSON.
#[derive(Serialize)]
struct ErrorReport {
    errors: [ErrorMessage; 1],
}

#[derive(Serialize)]
struct ErrorMessage {
    code: &'static str,
    message: String,
}

impl Failure {
    /// Faults of a file or of standard input.
    pub fn of(source: &str) -> impl FnOnce(Faults) -> Failure + '_ {
        move |faults| Failure::Faults { source: source.to_string(), faults }
    }

    /// Reports what went wrong: as text on standard error, or as JSON on standard output.
    pub fn report(self, as_json: bool) -> ExitCode {
        match self {
            Failure::Reported => {}
            Failure::Stopped => return ExitCode::from(130),
            Failure::Other(error) if is_broken_pipe(&error) => return ExitCode::SUCCESS,
            Failure::Other(error) if as_json => {
                let message = ErrorMessage { code: "failed", message: format!("{error:#}") };
                let _ = output::json(&ErrorReport { errors: [message] });
            }
            Failure::Other(error) => {
                let _ = writeln!(anstream::stderr(), "{RED}error:{PLAIN} {error:#}");
            }
            Failure::Faults { source, faults } if as_json => {
                let report = FaultReport { source: &source, valid: false, errors: &faults };
                let _ = output::json(&report);
            }
            Failure::Faults { source, faults } => {
                for fault in faults.0 {
                    let _ = writeln!(anstream::stderr(), "{RED}error:{PLAIN} {source}: {fault}");
                }
            }
        }
        ExitCode::from(2)
    }
}

const RED: &str = "\x1b[1;31m";
const PLAIN: &str = "\x1b[0m";

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Other(error.into())
    }
}

/// A program that reads our output may stop at any time, which is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut io_errors = error.chain().filter_map(|cause| {
        let io = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        io.or_else(|| {
            cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind)
        })
    });
    io_errors.any(|kind| kind == std::io::ErrorKind::BrokenPipe)
}
