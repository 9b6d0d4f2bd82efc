//! The command `towerlab`.

mod answer;
mod bars;
mod book;
mod bot;
mod commands;
mod failure;
mod folder;
mod forecast;
mod input;
mod keeper;
mod leavings;
mod output;
mod question;
mod report;
mod shelf;
mod workbook;

use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand};

/// A laboratory for tower-building board games.
///
/// Towerlab knows the rules of Tower Up, Skyline and Tower exactly: it lists legal moves, plays,
/// scores and checks positions, and plays games by the million. It is unofficial: the games
/// belong to their authors and publishers.
///
/// States are JSON documents, or their one-line form; `-` reads standard input.
#[derive(Parser)]
#[command(name = "towerlab", version, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "Examples:
  towerlab new tower-up --players 2 --seed 7 > s.json
  towerlab moves s.json
  towerlab play s.json 'place C4 brown' > t.json
  towerlab score t.json
  towerlab simulate s.json --games 1000
  towerlab run                              (a question about starting floors, answered)
  towerlab rules tower-up | less

Exit codes: 0 done, 2 something is wrong with the input, 130 stopped by Ctrl-C. With --json, faults
are JSON on standard output.")]
struct Arguments {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

/// What every command takes.
#[derive(Args)]
pub struct Common {
    /// Print JSON for programs instead of text for people
    #[arg(long, global = true)]
    json: bool,
    /// Components of your own: a folder, a workbook (.xlsx, .ods) or a .csv; what it lacks comes
    /// from the default set
    #[arg(long, global = true, value_name = "PATH", env = "TOWERLAB_COMPONENTS")]
    components: Option<std::path::PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    New(commands::new::New),
    Moves(commands::moves::Moves),
    Play(commands::play::Play),
    Score(commands::score::Score),
    Validate(commands::validate::Validate),
    View(commands::view::View),
    Replay(commands::replay::Replay),
    Odds(commands::odds::Odds),
    Simulate(commands::simulate::Simulate),
    Run(commands::run::Run),
    Merge(commands::merge::Merge),
    Compare(commands::compare::Compare),
    Advise(commands::advise::Advise),
    Match(commands::contest::Match),
    Selfplay(commands::selfplay::Selfplay),
    Perft(commands::perft::Perft),
    Report(commands::report::Report),
    Render(commands::render::Render),
    Components(commands::components::Components),
    Rules(commands::rules::Rules),
    Schema(commands::schema::Schema),
    Tune(commands::tune::Tune),
    Bench(commands::bench::Bench),
    Serve(commands::serve::Serve),
    #[command(name = "openapi")]
    OpenApi(commands::serve::OpenApi),
    Completions(commands::shell::Completions),
    Man(commands::shell::Man),
}

fn main() -> ExitCode {
    let Arguments { common, command } = Arguments::parse();
    let result = match command {
        Command::New(command) => command.run(&common),
        Command::Moves(command) => command.run(&common),
        Command::Play(command) => command.run(&common),
        Command::Score(command) => command.run(&common),
        Command::Validate(command) => command.run(&common),
        Command::View(command) => command.run(&common),
        Command::Replay(command) => command.run(&common),
        Command::Odds(command) => command.run(&common),
        Command::Simulate(command) => command.run(&common),
        Command::Run(command) => command.run(&common),
        Command::Merge(command) => command.run(&common),
        Command::Compare(command) => command.run(&common),
        Command::Advise(command) => command.run(&common),
        Command::Match(command) => command.run(&common),
        Command::Selfplay(command) => command.run(&common),
        Command::Perft(command) => command.run(&common),
        Command::Report(command) => command.run(&common),
        Command::Render(command) => command.run(&common),
        Command::Components(command) => command.run(&common),
        Command::Rules(command) => command.run(&common),
        Command::Schema(command) => command.run(&common),
        Command::Tune(command) => command.run(&common),
        Command::Bench(command) => command.run(&common),
        Command::Serve(command) => command.run(),
        Command::OpenApi(command) => command.run(),
        Command::Completions(command) => command.run(Arguments::command()),
        Command::Man(command) => command.run(Arguments::command()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(common.json),
    }
}
