//! One command a file.

pub mod bench;
pub mod rules;
pub mod serve;

use std::str::FromStr;

use towerlab_engine::each_game;
use towerlab_engine::game::Game;

/// A game by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameName(&'static str);

/// Something that can be done with any game.
pub trait WithGame {
    /// What it gives.
    type Output;
    /// Does it.
    fn with<G: Game>(self) -> Self::Output;
}

impl GameName {
    /// Every game's name.
    pub fn all() -> Vec<&'static str> {
        let mut names = Vec::new();
        macro_rules! add {
            ($module:ident, $game:ty) => {
                names.push(<$game>::NAME);
            };
        }
        each_game!(add);
        names
    }

    /// Does something with the game of this name.
    pub fn with<W: WithGame>(self, what: W) -> W::Output {
        macro_rules! dispatch {
            ($module:ident, $game:ty) => {
                if self.0 == <$game>::NAME {
                    return what.with::<$game>();
                }
            };
        }
        each_game!(dispatch);
        unreachable!("names are made from the registry")
    }
}

impl FromStr for GameName {
    type Err = String;

    fn from_str(name: &str) -> Result<GameName, String> {
        let all = GameName::all();
        let known = all.iter().find(|known| **known == name);
        known.map(|name| GameName(name)).ok_or_else(|| format!("the games are: {}", all.join(", ")))
    }
}
