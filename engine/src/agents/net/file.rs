//! A net as a file: one line of JSON that says what it is and how it was trained, then its
//! weights as 16-bit numbers.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::network::{HIDDEN, Network, Units};
use crate::games::inputs::InputTable;

/// The version of the format.
const FORMAT: &str = "towerlab/net/1";

/// A net with what it is for.
#[derive(Clone, Debug, PartialEq)]
pub struct NetFile {
    /// The first line.
    pub header: NetHeader,
    /// The weights.
    pub network: Network,
}

/// What a net is and how it was trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetHeader {
    /// The kind of file and its version.
    pub format: String,
    /// The game.
    pub game: String,
    /// The number of players.
    pub players: usize,
    /// The units of the hidden layer.
    pub hidden: usize,
    /// The tables of its inputs.
    pub tables: Vec<NetTable>,
    /// How it was trained.
    pub training: NetTrainingRecord,
}

/// A table of inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetTable {
    /// What it describes.
    pub name: String,
    /// Its rows, all rivals together.
    pub rows: usize,
}

/// How a net was trained.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetTrainingRecord {
    /// The version of the engine.
    pub engine: String,
    /// The seed of everything.
    pub seed: u64,
    /// Games of self-play.
    pub games: u64,
    /// Of these, games that `tuned` played at the beginning.
    pub warm_up: u64,
    /// How much a position learned from the end of the game and not from the next position.
    pub lambda: f64,
    /// One decision in so many was random.
    pub random_in: u64,
    /// The size of steps at the beginning.
    pub rate: f32,
    /// Games of self-play by search, after those by the net alone.
    pub search_games: u64,
    /// Iterations of that search.
    pub iterations: u64,
    /// The rules that it was trained on; a game may have varied them.
    pub rules: Value,
    /// How it went.
    pub curve: Vec<CurvePoint>,
}

/// One point of a learning curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurvePoint {
    /// Games of self-play until then.
    pub games: u64,
    /// The mean loss of the games since the last point, to four digits.
    pub loss: f64,
    /// The share of wins, one against copies of `tuned`, to four digits.
    pub win_share: f64,
}

impl NetHeader {
    /// The header of a net for a game with these tables.
    pub fn new(
        game: &str,
        players: usize,
        tables: &[InputTable],
        training: NetTrainingRecord,
    ) -> NetHeader {
        NetHeader {
            format: FORMAT.into(),
            game: game.into(),
            players,
            hidden: HIDDEN,
            tables: describe_tables(tables, players),
            training,
        }
    }
}

fn describe_tables(tables: &[InputTable], players: usize) -> Vec<NetTable> {
    let rows = |table: &InputTable| {
        let copies = if table.per_rival { players.saturating_sub(1) } else { 1 };
        usize::from(table.rows) * copies
    };
    tables.iter().map(|table| NetTable { name: table.name.into(), rows: rows(table) }).collect()
}

impl NetFile {
    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let header = serde_json::to_string(&self.header).expect("a header is plain data");
        let mut bytes = header.into_bytes();
        bytes.push(b'\n');
        let Network { rows, bias, outputs, output_bias } = &self.network;
        for units in std::iter::once(bias).chain(rows).chain(outputs) {
            bytes.extend(units.0.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes
    }

    /// Reads what [`NetFile::write`] writes, for a game with these tables. Says what is wrong.
    pub fn read(bytes: &[u8], tables: &[InputTable]) -> Result<NetFile, String> {
        let end = bytes.iter().position(|byte| *byte == b'\n').ok_or("there is no header")?;
        let header: NetHeader =
            serde_json::from_slice(&bytes[..end]).map_err(|error| format!("header: {error}"))?;
        if header.format != FORMAT || header.hidden != HIDDEN {
            return Err(format!(
                "`{}` with {} hidden units; this engine reads `{FORMAT}` with {HIDDEN}",
                header.format, header.hidden
            ));
        }
        if header.tables != describe_tables(tables, header.players) {
            return Err("it was trained on other inputs than this engine gives".into());
        }
        let rows: usize = header.tables.iter().map(|table| table.rows).sum();
        let (outputs, weights) = (header.players + 1, &bytes[end + 1..]);
        let expected = (1 + rows + outputs) * HIDDEN * 2 + outputs * 4;
        if weights.len() != expected {
            return Err(format!("{} bytes of weights where {expected} are due", weights.len()));
        }
        let (units, biases) = weights.split_at((1 + rows + outputs) * HIDDEN * 2);
        let mut units = units.chunks_exact(HIDDEN * 2).map(read_units);
        let network = Network {
            bias: units.next().expect("the length was checked"),
            rows: units.by_ref().take(rows).collect(),
            outputs: units.collect(),
            output_bias: biases
                .chunks_exact(4)
                .map(|bytes| i32::from_le_bytes(bytes.try_into().expect("four bytes")))
                .collect(),
        };
        Ok(NetFile { header, network })
    }
}

fn read_units(bytes: &[u8]) -> Units {
    Units(std::array::from_fn(|unit| i16::from_le_bytes([bytes[2 * unit], bytes[2 * unit + 1]])))
}
