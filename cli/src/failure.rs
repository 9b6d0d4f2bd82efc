//! What went wrong, and how it is told.

use std::io::Write;
use std::process::ExitCode;

use serde_json::json;
use towerlab_engine::fault::Faults;

/// Why a command could not do what it was asked to.
pub enum Failure {
    /// Something is wrong with the input; `source` names it.
    Faults { source: String, faults: Faults },
    /// Everything was told already; only the exit code is left.
    Told,
    /// Somebody has stopped it, and was told what is left.
    Stopped,
    /// Anything else.
    Other(anyhow::Error),
}

impl Failure {
    /// Faults of a file or of standard input.
    pub fn of(source: &str) -> impl FnOnce(Faults) -> Failure + '_ {
        move |faults| Failure::Faults { source: source.to_string(), faults }
    }

    /// Tells what went wrong: to people on standard error, to programs as JSON.
    pub fn report(self, as_json: bool) -> ExitCode {
        match self {
            Failure::Told => {}
            Failure::Stopped => return ExitCode::from(130),
            Failure::Other(error) if is_broken_pipe(&error) => return ExitCode::SUCCESS,
            Failure::Other(error) if as_json => {
                let fault = json!({"code": "failed", "message": format!("{error:#}")});
                let _ = writeln!(std::io::stdout(), "{}", json!({"errors": [fault]}));
            }
            Failure::Other(error) => {
                let _ = writeln!(anstream::stderr(), "{RED}error:{PLAIN} {error:#}");
            }
            Failure::Faults { source, faults } if as_json => {
                let _ = writeln!(
                    std::io::stdout(),
                    "{}",
                    json!({"source": source, "valid": false, "errors": faults})
                );
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

/// Whoever reads our output may stop at any time.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut io_errors = error.chain().filter_map(|cause| {
        let io = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        io.or_else(|| {
            cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind)
        })
    });
    io_errors.any(|kind| kind == std::io::ErrorKind::BrokenPipe)
}
