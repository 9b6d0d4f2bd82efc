//! Learned weights, as a file that also tells how they were learned.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::evaluate::Evaluate;

/// What `tuned` thinks of each figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By figure.
    pub by_feature: Vec<i32>,
    /// The difference of values that makes one seat e times as likely to win as another.
    pub scale: i32,
}

/// A weights file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightsFile {
    /// The names of the figures, in order.
    pub features: Vec<String>,
    /// One set of weights for some numbers of players each.
    pub tables: Vec<TableWeights>,
}

/// Weights for some numbers of players.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableWeights {
    /// For these numbers of players.
    pub players: Vec<usize>,
    /// By figure.
    pub weights: Vec<i32>,
    /// See [`Weights::scale`].
    pub scale: i32,
    /// How they were learned.
    pub training: Value,
}

impl Weights {
    /// The weights of a file for a number of players. Figures that the file does not know
    /// weigh nothing, so that a new figure does not void what was learned.
    pub fn read<G: Evaluate>(text: &str, players: usize) -> Result<Weights, String> {
        let file: WeightsFile = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let table = file.tables.iter().find(|table| table.players.contains(&players));
        let table = table.ok_or_else(|| format!("no weights for {players} players"))?;
        if table.weights.len() != file.features.len() || table.scale <= 0 {
            return Err("each figure has one weight, and the scale is positive".into());
        }
        let known = |name: &&str| file.features.iter().position(|feature| feature == name);
        let weight = |name: &str| known(&name).map_or(0, |index| table.weights[index]);
        let by_feature = G::FEATURES.iter().map(|name| weight(name)).collect();
        Ok(Weights { by_feature, scale: table.scale })
    }
}
