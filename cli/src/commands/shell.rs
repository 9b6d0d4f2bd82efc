//! `towerlab completions` and `towerlab man`: integration with the shell.

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
pub struct CompletionsCommand {
    /// The shell
    shell: Shell,
}

impl CompletionsCommand {
    /// Prints the completions.
    pub fn run(self, mut command: Command) -> Result<(), Failure> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut command, "towerlab", &mut text);
        io::stdout().write_all(&text)?;
        Ok(())
    }
}

/// Print the manual page, or write a page for every command into a folder.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  towerlab man | man -l -\n  towerlab man --out ~/.local/share/man/man1"
)]
pub struct ManCommand {
    /// Write a page for every command into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl ManCommand {
    /// Prints or writes.
    pub fn run(self, command: Command) -> Result<(), Failure> {
        match self.out {
            Some(dir) => {
                fs::create_dir_all(&dir)
                    .with_context(|| format!("cannot create the folder {}", dir.display()))?;
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
