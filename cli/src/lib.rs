//! The command `towerlab`, for the games of any registry.

mod arguments;
mod artifacts;
mod bot;
mod checkpoint;
mod commands;
mod custom_components;
mod estimate;
mod export;
mod failure;
mod folder;
mod game_links;
mod games_file;
mod input;
mod manifest;
mod operations;
mod output;
mod progress_bars;
mod registry;
mod report;
mod scenario_file;
mod spreadsheet;
mod summary;
mod workbook;

use std::process::ExitCode;

use clap::Parser;
use towerlab_engine::operations::Registry;

use arguments::{Arguments, Common};
use registry::GamesOf;

/// Runs the command of this process's arguments, with the games that `games` returns.
pub fn run(games: fn() -> Registry) -> ExitCode {
    let Arguments { mut common, command } = Arguments::parse();
    common.games = GamesOf(games);
    match command.run(&common) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(common.json),
    }
}
