//! What the black-box tests share.

pub mod server;

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// The binary `towerlab`, built in the profile of the tests.
pub fn towerlab() -> PathBuf {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    let build = || {
        let mut directory = std::env::current_exe().expect("the test's own path");
        directory.pop();
        if directory.ends_with("deps") {
            directory.pop();
        }
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--locked", "--package", "towerlab"]);
        if directory.ends_with("release") {
            cargo.arg("--release");
        }
        assert!(cargo.status().expect("cargo runs").success(), "towerlab builds");
        directory.join("towerlab")
    };
    BINARY.get_or_init(build).clone()
}
