//! `towerlab render`: a state as a picture.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use towerlab_engine::draw::Theme;

use crate::Common;
use crate::failure::Failure;
use crate::folder::write_whole;
use crate::input::Source;
use crate::shelf;

/// Draw a state as SVG: board, cards, and what lies before every player.
///
/// Colour is never the only sign: seats have numbers, colours have letters.
#[derive(Args)]
#[command(after_help = "Examples:
  towerlab new tower-up --players 3 --seed 1 | towerlab render - -o start.svg
  towerlab render s.json --theme dark > s.svg
  towerlab replay log.json --svg frames              a picture for every turn")]
pub struct Render {
    /// A state: a file, `-`, or its one-line form
    state: String,
    /// Where the picture goes [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Dark on light, or light on dark
    #[arg(long, default_value = "light")]
    theme: Themes,
}

/// Light or dark.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Themes {
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
}

impl From<Themes> for Theme {
    fn from(theme: Themes) -> Theme {
        match theme {
            Themes::Light => Theme::Light,
            Themes::Dark => Theme::Dark,
        }
    }
}

impl Render {
    /// Draws it.
    pub fn run(self, common: &Common) -> Result<(), Failure> {
        let source = Source::read(&self.state)?;
        let table = shelf::table_for(common, &source.name, &source.text)?;
        let picture = table.draw(&source.text, self.theme.into());
        let picture = picture.map_err(Failure::of(&source.name))?;
        match &self.out {
            Some(path) => write_whole(path, |out| out.write_all(picture.as_bytes()))?,
            None => std::io::stdout().write_all(picture.as_bytes())?,
        }
        Ok(())
    }
}
