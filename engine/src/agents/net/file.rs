//! A net as a file: one line of JSON that says what it is and how it was trained, then its
//! weights, packed.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::network::{HIDDEN, Network, Units};
use super::packing::{Packer, Unpacker};
use super::trainer::{NetAncestry, NetTrainingOptions};
use crate::games::inputs::InputTable;

/// The version of the format.
const FORMAT: &str = "towerlab/net/2";

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
    /// How it was trained.
    pub options: NetTrainingOptions,
    /// The nets that it was trained with.
    pub ancestry: NetAncestry,
    /// The rules that it was trained on; a game may have varied them.
    pub rules: Value,
    /// How it went.
    pub curve: Vec<CurvePoint>,
    /// How the net that it began with was trained.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<NetTrainingRecord>>,
}

/// One point of a learning curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurvePoint {
    /// Games of self-play until then.
    pub games: u64,
    /// The mean loss of the games since the last point, to four digits.
    pub loss: f64,
    /// The share of wins, one against copies of `tuned` or of the net that it played against, to
    /// four digits.
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
        bytes.extend(output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let mut packer = Packer::default();
        let all = std::iter::once(bias).chain(rows).chain(outputs);
        all.for_each(|units| packer.write(&units.0));
        bytes.extend(packer.finish());
        bytes
    }

    /// Reads what [`NetFile::write`] writes, for a game with these tables. Says what is wrong.
    pub fn read(bytes: &[u8], tables: &[InputTable]) -> Result<NetFile, String> {
        let file = Self::read_any(bytes)?;
        if file.header.tables != describe_tables(tables, file.header.players) {
            return Err("it was trained on other inputs than this engine gives".into());
        }
        Ok(file)
    }

    /// Reads a net that may lack some of these tables. Their rows are 0, so it plays as before.
    /// Returns the rows of these inputs as well, without the first of each, which stands for what the
    /// net knows already.
    pub fn read_extended(
        bytes: &[u8],
        tables: &[InputTable],
    ) -> Result<(NetFile, Vec<Range<usize>>), String> {
        let NetFile { mut header, mut network } = Self::read_any(bytes)?;
        let mut known = BTreeMap::new();
        let mut rest = network.rows.into_iter();
        for table in header.tables {
            let rows: Vec<Units> = rest.by_ref().take(table.rows).collect();
            known.insert(table.name, rows);
        }
        header.tables = describe_tables(tables, header.players);
        let (mut rows, mut new) = (Vec::new(), Vec::new());
        for (table, input) in header.tables.iter().zip(tables) {
            match known.remove(&table.name) {
                Some(known) if known.len() == table.rows => rows.extend(known),
                Some(_) => return Err(format!("its table `{}` has another size", table.name)),
                None => {
                    let first = rows.len();
                    rows.extend(vec![Units([0; HIDDEN]); table.rows]);
                    let each = usize::from(input.rows);
                    let starts = (first..rows.len()).step_by(each);
                    new.extend(starts.map(|start| start + 1..start + each));
                }
            }
        }
        if let Some(name) = known.keys().next() {
            return Err(format!("it has a table `{name}`, which this engine does not give"));
        }
        network.rows = rows;
        Ok((NetFile { header, network }, new))
    }

    /// Reads a net with whatever tables it has.
    fn read_any(bytes: &[u8]) -> Result<NetFile, String> {
        let end = bytes.iter().position(|byte| *byte == b'\n').ok_or("there is no header")?;
        let header: NetHeader =
            serde_json::from_slice(&bytes[..end]).map_err(|error| format!("header: {error}"))?;
        if header.format != FORMAT || header.hidden != HIDDEN {
            return Err(format!(
                "`{}` with {} hidden units; this engine reads `{FORMAT}` with {HIDDEN}",
                header.format, header.hidden
            ));
        }
        let rows: usize = header.tables.iter().map(|table| table.rows).sum();
        let (outputs, weights) = (header.players + 1, &bytes[end + 1..]);
        let (biases, weights) =
            weights.split_at_checked(outputs * 4).ok_or("the weights are missing")?;
        let mut unpacker = Unpacker::new(weights);
        let mut read_units = || {
            let mut units = [0; HIDDEN];
            unpacker.read(&mut units).map(|()| Units(units)).ok_or("the weights end too early")
        };
        let network = Network {
            bias: read_units()?,
            rows: (0..rows).map(|_| read_units()).collect::<Result<_, _>>()?,
            outputs: (0..outputs).map(|_| read_units()).collect::<Result<_, _>>()?,
            output_bias: biases
                .chunks_exact(4)
                .map(|bytes| i32::from_le_bytes(bytes.try_into().expect("four bytes")))
                .collect(),
        };
        if !unpacker.is_at_end() {
            return Err("something follows the weights".into());
        }
        Ok(NetFile { header, network })
    }
}
