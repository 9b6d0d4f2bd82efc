//! `towerlab serve` and `towerlab openapi`: the HTTP service and its document.

use std::io::{self, IsTerminal, Write};
use std::net::TcpListener;

use anyhow::Context;
use clap::{Args, ValueEnum};
use towerlab_api::Settings;
use towerlab_engine::table::Limits;
use tracing_subscriber::EnvFilter;

use crate::failure::Failure;

/// Serve the rules over HTTP.
///
/// Every answer depends on the request alone. A page to play and experiment on answers at /,
/// Swagger UI at /docs/, the OpenAPI document at /openapi.json, the limits in force at /v1/limits,
/// counters for Prometheus at /metrics.
/// SIGTERM lets requests that are being answered finish, for up to eight seconds; Ctrl-C does not.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab serve --port 8080      # then open http://127.0.0.1:8080/
  curl http://127.0.0.1:8080/v1/games
  towerlab serve --host 0.0.0.0 --cors https://example.org --log-format json")]
pub struct Serve {
    /// The address to listen on; 0.0.0.0 for everybody
    #[arg(long, default_value = "127.0.0.1", env = "TOWERLAB_HOST")]
    host: String,
    /// The port to listen on; 0 for any free one
    #[arg(long, default_value_t = 8080, env = "TOWERLAB_PORT")]
    port: u16,
    /// Threads that answer requests [default: all cores]
    #[arg(long, env = "TOWERLAB_WORKERS", value_parser = clap::value_parser!(u16).range(1..=256))]
    workers: Option<u16>,
    /// Long requests (simulate, advise, odds, replay) that are worked on at a time
    #[arg(long, env = "TOWERLAB_JOBS", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Threads that work on each of them; answers are the same for any number [default: all cores]
    #[arg(long, env = "TOWERLAB_THREADS", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Long requests that may wait; further ones are refused with 503
    #[arg(long, env = "TOWERLAB_QUEUE", default_value_t = 16, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    queue: u16,
    /// The longest body, in bytes
    #[arg(long, env = "TOWERLAB_MAX_BODY", default_value_t = 1 << 20, value_parser = clap::value_parser!(u32).range(1024..))]
    max_body: u32,
    /// The most seconds of work on a long request
    #[arg(long, env = "TOWERLAB_MAX_SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    max_seconds: u64,
    /// The most games of one simulation
    #[arg(long, env = "TOWERLAB_MAX_GAMES", default_value_t = Limits::default().games, value_parser = clap::value_parser!(u64).range(1..))]
    max_games: u64,
    /// The most iterations of a search for one decision
    #[arg(long, env = "TOWERLAB_MAX_ITERATIONS", default_value_t = Limits::default().iterations, value_parser = clap::value_parser!(u64).range(1..))]
    max_iterations: u64,
    /// The most games times iterations of one simulation with searching agents
    #[arg(long, env = "TOWERLAB_MAX_SEARCH_WORK", default_value_t = Limits::default().search_work, value_parser = clap::value_parser!(u64).range(1..))]
    max_search_work: u64,
    /// The most moves of a log, or of one `play`
    #[arg(long, env = "TOWERLAB_MAX_MOVES", default_value_t = Limits::default().moves, value_parser = clap::value_parser!(u64).range(1..))]
    max_moves: u64,
    /// Origins whose pages may ask, such as `https://example.org`; `*` for all [default: none]
    #[arg(long, env = "TOWERLAB_CORS", value_delimiter = ',')]
    cors: Vec<String>,
    /// What is logged to standard error: error, warn, info, debug, or a filter by module
    #[arg(long, env = "TOWERLAB_LOG", default_value = "info")]
    log: String,
    /// How it is written
    #[arg(long, env = "TOWERLAB_LOG_FORMAT", default_value = "text")]
    log_format: LogFormat,
}

/// How the log is written.
#[derive(Clone, Copy, ValueEnum)]
enum LogFormat {
    /// A line for people
    Text,
    /// A JSON object a line
    Json,
}

impl Serve {
    /// Serves until told to stop.
    pub fn run(self) -> Result<(), Failure> {
        let filter = EnvFilter::try_new(&self.log)
            .with_context(|| format!("--log {}: write a level such as info", self.log))?;
        let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
        match self.log_format {
            LogFormat::Text => log.with_ansi(io::stderr().is_terminal()).init(),
            LogFormat::Json => log.json().flatten_event(true).init(),
        }
        let address = format!("{}:{}", self.host, self.port);
        let listener =
            TcpListener::bind(&address).with_context(|| format!("cannot listen on {address}"))?;
        eprintln!(
            "listening on http://{}/ (a page to play on; documentation at /docs/)",
            listener.local_addr()?
        );
        let settings = self.settings();
        actix_web::rt::System::new().block_on(towerlab_api::serve(listener, settings))?;
        Ok(())
    }

    fn settings(self) -> Settings {
        let default = Settings::default();
        Settings {
            workers: self.workers.map_or(default.workers, usize::from),
            jobs: self.jobs.into(),
            threads: self.threads.map_or(default.threads, usize::from),
            queue: self.queue.into(),
            body: self.max_body as usize,
            seconds: self.max_seconds,
            cors: self.cors,
            limits: Limits {
                games: self.max_games,
                iterations: self.max_iterations,
                search_work: self.max_search_work,
                moves: self.max_moves,
                ..default.limits
            },
        }
    }
}

/// Print the OpenAPI document of the service.
#[derive(Args)]
#[command(after_help = "Example:\n  towerlab openapi > openapi/openapi.json")]
pub struct OpenApi;

impl OpenApi {
    /// Prints the document.
    pub fn run(self) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(&towerlab_api::document(&Limits::default()))?;
        writeln!(io::stdout(), "{text}")?;
        Ok(())
    }
}
