//! The command line: the options that all commands share, and the list of commands.

use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand};

use crate::commands;
use crate::failure::Failure;
use crate::registry::GamesOf;

/// A laboratory for tower-building board games.
///
/// Towerlab implements the rules of Tower Up, Skyline and Tower exactly. It lists legal moves,
/// plays, scores and validates states, and plays games by the million. It is unofficial: the games
/// belong to their authors and publishers.
///
/// A state is a JSON document or its one-line form; `-` reads standard input.
#[derive(Parser)]
#[command(name = "towerlab", version, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "Examples:
  towerlab new tower-up --players 2 --seed 7 > s.json
  towerlab moves s.json
  towerlab play s.json 'place C4 brown' > t.json
  towerlab score t.json
  towerlab simulate s.json --games 1000
  towerlab run                              (the default scenario: Tower Up's starting floors)
  towerlab rules tower-up | less

Exit codes: 0 success, 2 failure, 130 stopped by Ctrl-C. With --json, errors are printed as JSON on
standard output.")]
pub struct Arguments {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

/// The options that every command takes.
#[derive(Args)]
pub struct Common {
    /// Print JSON for programs instead of text for people
    #[arg(long, global = true)]
    pub json: bool,
    /// Use custom components: a folder, a spreadsheet (.xlsx, .ods) or a .csv file. Missing files
    /// come from the default set
    #[arg(long, global = true, value_name = "PATH", env = "TOWERLAB_COMPONENTS")]
    pub components: Option<PathBuf>,
    /// The games that commands work with.
    #[arg(skip)]
    pub games: GamesOf,
}

// Every command, in the order of the help.
#[derive(Subcommand)]
pub enum Command {
    New(commands::new::NewCommand),
    Moves(commands::moves::MovesCommand),
    Play(commands::play::PlayCommand),
    Score(commands::score::ScoreCommand),
    Validate(commands::validate::ValidateCommand),
    View(commands::view::ViewCommand),
    Replay(commands::replay::ReplayCommand),
    Odds(commands::odds::OddsCommand),
    Simulate(commands::simulate::SimulateCommand),
    Run(commands::run::RunCommand),
    Merge(commands::merge::MergeCommand),
    Compare(commands::compare::CompareCommand),
    Advise(commands::advise::AdviseCommand),
    Match(commands::matches::MatchCommand),
    Selfplay(commands::selfplay::SelfplayCommand),
    Perft(commands::perft::PerftCommand),
    Report(commands::report::ReportCommand),
    Render(commands::render::RenderCommand),
    Components(commands::components::ComponentsCommand),
    Rules(commands::rules::RulesCommand),
    Schema(commands::schema::SchemaCommand),
    Tune(commands::tune::TuneCommand),
    Train(commands::train::TrainCommand),
    Bench(commands::bench::BenchCommand),
    Serve(commands::serve::ServeCommand),
    #[command(name = "openapi")]
    OpenApi(commands::serve::OpenApiCommand),
    Completions(commands::shell::CompletionsCommand),
    Man(commands::shell::ManCommand),
}

impl Command {
    /// Runs the command.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        match self {
            Command::New(command) => command.run(common),
            Command::Moves(command) => command.run(common),
            Command::Play(command) => command.run(common),
            Command::Score(command) => command.run(common),
            Command::Validate(command) => command.run(common),
            Command::View(command) => command.run(common),
            Command::Replay(command) => command.run(common),
            Command::Odds(command) => command.run(common),
            Command::Simulate(command) => command.run(common),
            Command::Run(command) => command.run(common),
            Command::Merge(command) => command.run(common),
            Command::Compare(command) => command.run(common),
            Command::Advise(command) => command.run(common),
            Command::Match(command) => command.run(common),
            Command::Selfplay(command) => command.run(common),
            Command::Perft(command) => command.run(common),
            Command::Report(command) => command.run(common),
            Command::Render(command) => command.run(common),
            Command::Components(command) => command.run(common),
            Command::Rules(command) => command.run(common),
            Command::Schema(command) => command.run(common),
            Command::Tune(command) => command.run(common),
            Command::Train(command) => command.run(common),
            Command::Bench(command) => command.run(common),
            Command::Serve(command) => command.run(common),
            Command::OpenApi(command) => command.run(),
            Command::Completions(command) => command.run(Arguments::command()),
            Command::Man(command) => command.run(Arguments::command()),
        }
    }
}
