//! `towerlab render`: a state as a picture.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use towerlab_engine::games::draw::Theme;

use crate::Common;
use crate::failure::Failure;
use crate::folder::write_atomically;
use crate::input::TextInput;
use crate::operations::draw;
use crate::registry;

/// Draw a state as SVG: the board, the cards and the area of each player.
///
/// Seats have numbers and colours have letters, so the picture does not depend on colour.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab new tower-up --players 3 --seed 1 | towerlab render - -o start.svg
  towerlab render s.json --theme dark > s.svg
  towerlab replay log.json --svg frames              (a picture of every turn)")]
pub struct RenderCommand {
    /// A state: a file, `-` for standard input, or its one-line form
    state: String,
    /// Write the picture to this file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The colours of the picture
    #[arg(long, default_value = "light")]
    theme: ThemeOption,
}

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ThemeOption {
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
}

impl From<ThemeOption> for Theme {
    fn from(theme: ThemeOption) -> Theme {
        match theme {
            ThemeOption::Light => Theme::Light,
            ThemeOption::Dark => Theme::Dark,
        }
    }
}

impl RenderCommand {
    /// Draws it.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let source = TextInput::read(&self.state)?;
        let service = registry::service_for(common, &source.name, &source.text)?;
        let picture = draw(&*service, &source.text, self.theme.into());
        let picture = picture.map_err(Failure::of(&source.name))?;
        match &self.out {
            Some(path) => write_atomically(path, |out| out.write_all(picture.as_bytes()))?,
            None => std::io::stdout().write_all(picture.as_bytes())?,
        }
        Ok(())
    }
}
