//! `towerlab completions` and `towerlab man`: for the shell.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Command};
use clap_complete::Shell;

use crate::failure::Failure;

/// Print completions for a shell.
#[derive(Args)]
#[command(
    after_help = "Example:\n  towerlab completions bash > ~/.local/share/bash-completion/completions/towerlab"
)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints the completions.
    pub fn run(self, mut command: Command) -> Result<(), Failure> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut command, "towerlab", &mut text);
        io::stdout().write_all(&text)?;
        Ok(())
    }
}

/// Print the manual page, or write one for every command into a folder.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  towerlab man | man -l -\n  towerlab man --out ~/.local/share/man/man1"
)]
pub struct Man {
    /// Write a page for each command into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Man {
    /// Prints or writes.
    pub fn run(self, command: Command) -> Result<(), Failure> {
        match self.out {
            Some(dir) => {
                fs::create_dir_all(&dir)
                    .with_context(|| format!("cannot make the folder {}", dir.display()))?;
                clap_mangen::generate_to(command, &dir)?;
            }
            None => {
                let mut text = Vec::new();
                clap_mangen::Man::new(command).render(&mut text)?;
                io::stdout().write_all(&text)?;
            }
        }
        Ok(())
    }
}
