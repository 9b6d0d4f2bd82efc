//! The command `towerlab`.

use std::process::ExitCode;

use towerlab_engine::operations::Registry;

fn main() -> ExitCode {
    towerlab::run(Registry::standard)
}
