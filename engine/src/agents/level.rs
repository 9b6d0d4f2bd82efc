//! Levels of play for people: names for agents of measured strength.

use super::spec::{SearchBudget, Spec, Temperature};

/// A level of play. Between `hard` and `master` stands the agent `expert`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// For a first game.
    Easy,
    /// For somebody who knows the rules well.
    Medium,
    /// For a practised player.
    Hard,
    /// As strong as can be had while a person waits.
    Master,
}

impl Level {
    /// The agent that plays at this level. In two-player games of Tower Up each level beats the one
    /// below it in about 80 % of the games; `engine/LADDER.md` has the figures of all games.
    pub fn agent(self) -> Spec {
        match self {
            Level::Easy => Spec::Softened(Temperature::from_hundredths(70)),
            Level::Medium => Spec::Softened(Temperature::from_hundredths(35)),
            Level::Hard => Spec::Softened(Temperature::from_hundredths(18)),
            Level::Master => Spec::Search(SearchBudget::Iterations { each: 20, trees: 1 }),
        }
    }
}
