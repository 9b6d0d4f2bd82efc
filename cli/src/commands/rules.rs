//! `towerlab rules`: the rules page of a game.

use std::io::{self, Write};

use anyhow::Result;
use clap::Args;

use towerlab_engine::game::Game;

use super::{GameName, WithGame};

/// Print the rules of a game as the engine plays them.
///
/// Components, moves and their notation, chance, the end, every ruling with its
/// reason, and where the figures come from.
#[derive(Args)]
#[command(after_help = "Example:\n  towerlab rules tower-up | less")]
pub struct Rules {
    /// The game, such as tower-up
    game: GameName,
}

impl Rules {
    /// Prints the page.
    pub fn run(self) -> Result<()> {
        io::stdout().write_all(self.game.with(Page).as_bytes())?;
        Ok(())
    }
}

struct Page;

impl WithGame for Page {
    type Output = &'static str;

    fn with<G: Game>(self) -> &'static str {
        G::PAGE
    }
}
