//! The weights of `tuned`, and the file that keeps them with how they were learned.

use serde::{Deserialize, Serialize};

use super::evaluate::Evaluate;

/// How much each feature counts for `tuned`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By feature.
    pub by_feature: Vec<i32>,
    /// The difference of values that makes one seat e times as likely to win as another.
    pub scale: i32,
    /// Whether they were learned for the game. If not, they are those of `greedy`, and `tuned`
    /// plays like it.
    pub is_learned: bool,
}

/// A weights file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightsFile {
    /// The names of the features, in order.
    pub features: Vec<String>,
    /// One set of weights for some numbers of players each.
    pub tables: Vec<WeightsEntry>,
}

/// Weights for some numbers of players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightsEntry {
    /// For these numbers of players.
    pub players: Vec<usize>,
    /// By feature.
    pub weights: Vec<i32>,
    /// See [`Weights::scale`].
    pub scale: i32,
    /// How they were learned.
    pub training: TrainingRecord,
}

/// How weights were learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingRecord {
    /// The seed of everything.
    pub seed: u64,
    /// How often candidates were drawn.
    pub generations: u32,
    /// Candidates of a generation.
    pub population: u32,
    /// Deals that each candidate played.
    pub deals: u64,
    /// The id of the components.
    pub components: String,
    /// How it went.
    pub record: Vec<GenerationRecord>,
}

/// What one generation of a training reached, to four digits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenerationRecord {
    /// Its number, from 1.
    pub generation: u32,
    /// The share of wins of its best candidates.
    pub best: f64,
    /// The share of wins against `greedy` of what was learned, or mean points.
    pub mean: f64,
}

impl Weights {
    /// The weights of `greedy`, for games that have learned none.
    pub fn greedy<G: Evaluate>() -> Weights {
        let mut by_feature = G::GREEDY.to_vec();
        by_feature.resize(G::FEATURES.len(), 0);
        let greatest = by_feature.iter().map(|weight| weight.saturating_abs()).max().unwrap_or(0);
        // Five of what counts most make a clear lead.
        let scale = greatest.saturating_mul(5).max(1);
        Weights { by_feature, scale, is_learned: false }
    }

    /// The weights of a file for a number of players. Features that the file does not know
    /// weigh nothing, so that a new feature does not void what was learned.
    pub fn read<G: Evaluate>(text: &str, players: usize) -> Result<Weights, String> {
        let file: WeightsFile = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let table = file.tables.iter().find(|table| table.players.contains(&players));
        let table = table.ok_or_else(|| format!("no weights for {players} players"))?;
        if table.weights.len() != file.features.len() || table.scale <= 0 {
            return Err("each feature has one weight, and the scale is positive".into());
        }
        let known = |name: &&str| file.features.iter().position(|feature| feature == name);
        let weight = |name: &str| known(&name).map_or(0, |index| table.weights[index]);
        let by_feature = G::FEATURES.iter().map(|name| weight(name)).collect();
        Ok(Weights { by_feature, scale: table.scale, is_learned: true })
    }
}
