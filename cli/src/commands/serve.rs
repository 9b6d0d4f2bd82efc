//! `towerlab serve` and `towerlab openapi`: the HTTP service and its OpenAPI document.

use std::io::{self, IsTerminal, Write};
use std::net::TcpListener;

use anyhow::Context;
use clap::{Args, ValueEnum};
use towerlab_api::{Limits, Settings};
use towerlab_engine::operations::Registry;
use tracing_subscriber::EnvFilter;

use crate::Common;
use crate::custom_components::registry_with_components;
use crate::failure::Failure;

/// Serve the games over HTTP.
///
/// The service keeps no state: every answer depends on its request alone. It serves a page to play
/// on at /, Swagger UI at /docs/, the OpenAPI document at /openapi.json, the limits at /v1/limits
/// and Prometheus counters at /metrics.
///
/// On SIGTERM the service finishes running requests, for up to eight seconds. Ctrl-C stops it at
/// once.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab serve --port 8080      # then open http://127.0.0.1:8080/
  curl http://127.0.0.1:8080/v1/games
  towerlab serve --host 0.0.0.0 --cors https://example.org --log-format json")]
pub struct ServeCommand {
    /// The address to listen on; 0.0.0.0 for all interfaces
    #[arg(long, default_value = "127.0.0.1", env = "TOWERLAB_HOST")]
    host: String,
    /// The port to listen on; 0 for any free port
    #[arg(long, default_value_t = 8080, env = "TOWERLAB_PORT")]
    port: u16,
    /// Threads that answer requests [default: all cores]
    #[arg(long, env = "TOWERLAB_WORKERS", value_parser = clap::value_parser!(u16).range(1..=256))]
    workers: Option<u16>,
    /// The number of long requests (simulate, advise, odds, replay) to work on at a time
    #[arg(long, env = "TOWERLAB_JOBS", default_value_t = Settings::default().jobs as u16, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Threads for each long request; answers are the same for any number [default: all cores]
    #[arg(long, env = "TOWERLAB_THREADS", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The number of long requests that may wait; more are refused with 503
    #[arg(long, env = "TOWERLAB_QUEUE", default_value_t = Settings::default().queue as u16, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    queue: u16,
    /// The largest request body, in bytes
    #[arg(long, env = "TOWERLAB_MAX_BODY", default_value_t = Settings::default().body as u32, value_parser = clap::value_parser!(u32).range(1024..))]
    max_body: u32,
    /// The time limit of a long request, in seconds
    #[arg(long, env = "TOWERLAB_MAX_SECONDS", default_value_t = Settings::default().seconds, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    max_seconds: u64,
    /// The maximum number of games of a simulation
    #[arg(long, env = "TOWERLAB_MAX_GAMES", default_value_t = Limits::default().games, value_parser = clap::value_parser!(u64).range(1..))]
    max_games: u64,
    /// The maximum number of search iterations for a decision
    #[arg(long, env = "TOWERLAB_MAX_ITERATIONS", default_value_t = Limits::default().iterations, value_parser = clap::value_parser!(u64).range(1..))]
    max_iterations: u64,
    /// The maximum of games times iterations of a simulation with search agents
    #[arg(long, env = "TOWERLAB_MAX_SEARCH_WORK", default_value_t = Limits::default().search_work, value_parser = clap::value_parser!(u64).range(1..))]
    max_search_work: u64,
    /// The maximum number of moves in a log or in one `play`
    #[arg(long, env = "TOWERLAB_MAX_MOVES", default_value_t = Limits::default().moves, value_parser = clap::value_parser!(u64).range(1..))]
    max_moves: u64,
    /// Origins that may call the service, such as `https://example.org`; `*` for all [default: none]
    #[arg(long, env = "TOWERLAB_CORS", value_delimiter = ',')]
    cors: Vec<String>,
    /// What to log to standard error: error, warn, info, debug, or a filter by module
    #[arg(long, env = "TOWERLAB_LOG", default_value = "info")]
    log: String,
    /// The format of the log
    #[arg(long, env = "TOWERLAB_LOG_FORMAT", default_value = "text")]
    log_format: LogFormat,
}

/// The format of the log.
#[derive(Clone, Copy, ValueEnum)]
enum LogFormat {
    /// Lines of text
    Text,
    /// One JSON object per line
    Json,
}

impl ServeCommand {
    /// Serves until the process is stopped.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let registry = registry_with_components(common)?;
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
        let service = towerlab_api::serve(listener, registry, self.settings());
        actix_web::rt::System::new().block_on(service)?;
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
pub struct OpenApiCommand;

impl OpenApiCommand {
    /// Prints the document.
    pub fn run(self) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(&towerlab_api::document(
            &Registry::standard(),
            &Limits::default(),
        ))?;
        writeln!(io::stdout(), "{text}")?;
        Ok(())
    }
}
