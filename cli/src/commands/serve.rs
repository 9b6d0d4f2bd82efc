//! `towerlab serve` and `towerlab openapi`: the HTTP service and its document.

use std::io::{self, Write};
use std::net::TcpListener;

use anyhow::Context;
use clap::Args;

use crate::failure::Failure;

/// Serve the rules over HTTP.
///
/// Swagger UI answers at /docs/, the OpenAPI document at /openapi.json.
#[derive(Args)]
#[command(
    after_help = "Example:\n  towerlab serve --port 8080\n  curl http://127.0.0.1:8080/v1/games"
)]
pub struct Serve {
    /// The address to listen on; 0.0.0.0 for everybody
    #[arg(long, default_value = "127.0.0.1", env = "TOWERLAB_HOST")]
    host: String,
    /// The port to listen on; 0 for any free one
    #[arg(long, default_value_t = 8080, env = "TOWERLAB_PORT")]
    port: u16,
}

impl Serve {
    /// Serves until told to stop.
    pub fn run(self) -> Result<(), Failure> {
        let address = format!("{}:{}", self.host, self.port);
        let listener =
            TcpListener::bind(&address).with_context(|| format!("cannot listen on {address}"))?;
        eprintln!("listening on http://{}/ (documentation at /docs/)", listener.local_addr()?);
        actix_web::rt::System::new().block_on(towerlab_api::serve(listener))?;
        Ok(())
    }
}

/// Print the OpenAPI document of the service.
#[derive(Args)]
#[command(after_help = "Example:\n  towerlab openapi > openapi/openapi.json")]
pub struct OpenApi;

impl OpenApi {
    /// Prints the document.
    pub fn run(self) -> Result<(), Failure> {
        let text = towerlab_api::document().to_pretty_json()?;
        writeln!(io::stdout(), "{text}")?;
        Ok(())
    }
}
