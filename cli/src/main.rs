//! The command `towerlab`.

mod commands;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A laboratory for tower-building board games.
///
/// Towerlab knows the rules of Tower Up exactly and plays it by the million.
/// It is unofficial: the game belongs to its authors and publisher.
#[derive(Parser)]
#[command(name = "towerlab", version, propagate_version = true, arg_required_else_help = true)]
#[command(
    after_help = "Examples:\n  towerlab rules tower-up\n  towerlab bench tower-up --players 4"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Bench(commands::bench::Bench),
    Rules(commands::rules::Rules),
    Serve(commands::serve::Serve),
    #[command(name = "openapi")]
    OpenApi(commands::serve::OpenApi),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Bench(bench) => bench.run(),
        Command::Rules(rules) => rules.run(),
        Command::Serve(serve) => serve.run(),
        Command::OpenApi(openapi) => openapi.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whoever reads our output may stop at any time.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut io_errors = error.chain().filter_map(|cause| cause.downcast_ref::<std::io::Error>());
    io_errors.any(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
