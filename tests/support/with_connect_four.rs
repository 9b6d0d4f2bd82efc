//! `towerlab` with a fourth game: the engine's example joins the games of the engine.

use std::process::ExitCode;

use towerlab_engine::operations::{Registry, Service};

#[path = "../../engine/examples/connect_four.rs"]
#[allow(dead_code)]
mod connect_four;

fn games() -> Registry {
    let mut registry = Registry::standard();
    let service = Service::<connect_four::ConnectFour>::new(None);
    registry.add(service.expect("there are no components that could have faults"));
    registry
}

fn main() -> ExitCode {
    towerlab::run(games)
}
