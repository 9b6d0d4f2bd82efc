//! Any game, by documents: texts in, documents out.
//!
//! [`Table`] is what commands and the HTTP service talk to. It is implemented once,
//! for every game that can be written down, so that they hold no rules and treat
//! all games alike. A state comes in as JSON or as its one-line form.

mod contest;
mod desk;
mod listing;
mod position;
mod request;
mod schema;
mod view;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

pub use contest::agents;
pub use desk::Desk;
pub use request::{Limits, MAX_SEED, Operation};

use crate::agents::{Spec, Tools};
use crate::analysis::advice::Question;
use crate::analysis::contest::Contest;
use crate::analysis::tune::{Course, Generation};
use crate::document::{Documents, Reader, compact, nearest};
use crate::draw::Theme;
use crate::fault::{Fault, Faults};
use crate::game::{Game, Rule};
use crate::scenario::block::{Block, Variant};
use crate::simulate::Run;

/// The version of state, log and rules documents.
const VERSION: u32 = 1;

/// The `format` of a kind of document.
fn format_of<G: Documents>(kind: &str) -> String {
    format!("{}/{kind}/{VERSION}", G::NAME)
}

/// A game to be played by documents.
pub trait Table: Send + Sync {
    /// The name of the game.
    fn name(&self) -> &'static str;
    /// How many can play.
    fn seats(&self) -> RangeInclusive<usize>;
    /// The rules page, in Markdown.
    fn page(&self) -> &'static str;
    /// Every rule that can forbid a move.
    fn rules(&self) -> &'static [Rule];
    /// A state before anything is dealt, or dealt from a seed as game `k`.
    fn new_game(&self, rules: &Map<String, Value>, deal: Option<Deal>) -> Result<Value, Faults>;
    /// A checked state, with everything that follows from the rest filled in.
    fn validate(&self, state: &str) -> Result<Value, Faults>;
    /// A state as a seat sees it.
    fn view(&self, state: &str, seat: u8) -> Result<Value, Faults>;
    /// What can happen next.
    fn moves(&self, state: &str) -> Result<Value, Faults>;
    /// The state after some moves. Chance is named among them, or drawn if there is a seed.
    fn play(&self, state: &str, moves: &[String], seed: Option<u64>) -> Result<Value, Faults>;
    /// A picture of a state, as SVG.
    fn draw(&self, state: &str, theme: Theme) -> Result<String, Faults>;

    /// Every seat's points by source.
    fn score(&self, state: &str) -> Result<Value, Faults>;
    /// The end of a log, and on request every state on the way.
    fn replay(&self, log: &str, states: bool) -> Result<Value, Faults>;
    /// What agents make of a state, one for all seats or one for each. `progress` is told of
    /// games done.
    fn simulate(
        &self,
        state: &str,
        agents: &[Spec],
        run: Run,
        tools: &Tools<'_>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Value, Faults>;
    /// The log of game `k` of a seed, played at random.
    fn selfplay(&self, rules: &Map<String, Value>, deal: Deal) -> Result<Value, Faults>;
    /// The log of game `k` of a seed, played by agents: one for all seats or one for each.
    fn log(
        &self,
        rules: &Map<String, Value>,
        agents: &[Spec],
        deal: Deal,
        tools: &Tools<'_>,
    ) -> Result<Value, Faults>;
    /// Every pairing of some agents, on the same deals from every seat.
    fn contest(
        &self,
        rules: &Map<String, Value>,
        contest: &Contest,
        tools: &Tools<'_>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Value, Faults>;
    /// The legal moves of a state, ranked and explained.
    fn advise(&self, state: &str, question: &Question, tools: &Tools<'_>) -> Result<Value, Faults>;
    /// Learns what `tuned` plays by.
    fn learn(
        &self,
        rules: &Map<String, Value>,
        course: Course,
        tell: &mut dyn FnMut(&Generation),
    ) -> Result<Value, Faults>;
    /// Variants with one number of players, ready to be played side by side; or, by variant, what
    /// is wrong with it.
    fn block(&self, variants: &[Variant]) -> Result<Box<dyn Block>, Vec<(usize, Faults)>>;
    /// Whether requests of this kind can be answered for the game.
    fn offers(&self, operation: Operation) -> bool;
    /// The answer to a request, as JSON; see [`Operation`]. `progress` is told of games done.
    fn answer(
        &self,
        operation: Operation,
        request: &str,
        limits: &Limits,
        tools: &Tools<'_>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<String, Faults>;
    /// The number of ways to make `depth` moves.
    fn perft(&self, state: &str, depth: u32) -> Result<u64, Faults>;
    /// Exact chances in a state, for games that can tell.
    fn odds(&self, state: &str) -> Result<Value, Faults>;
    /// The JSON Schema of a kind of document: `state`, `rules`, `log` or `move`; or of a part of
    /// answers: `parts` of a move, `event` or `score`.
    fn schema(&self, kind: &str) -> Option<Value>;
    /// Every set of components: those that come with the engine, and one's own.
    fn sets(&self) -> Vec<Value>;
    /// The files of a set that comes with the engine.
    fn set_files(&self, id: &str) -> Option<BTreeMap<&'static str, &'static str>>;
}

/// Which game of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The seed.
    pub seed: u64,
    /// The number of the game.
    pub game: u64,
}

/// A set of components of somebody's own.
#[derive(Clone, Debug, Default)]
pub struct OwnSet {
    /// Its name in documents.
    pub id: String,
    /// Its files; what is missing is taken from the default set.
    pub files: BTreeMap<String, String>,
}

impl OwnSet {
    /// A set of these files. Its id is the given name and a short digest of the files, so
    /// that a result always tells which version it was made with.
    pub fn new(name: &str, files: BTreeMap<String, String>) -> OwnSet {
        let mut hash = Sha256::new();
        for (name, text) in &files {
            hash.update((name.len() as u64).to_le_bytes());
            hash.update(name);
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        let digest: [u8; 32] = hash.finalize().into();
        let short: String = digest[..4].iter().map(|byte| format!("{byte:02x}")).collect();
        OwnSet { id: format!("{name}@{short}"), files }
    }
}

/// The kind of a document and its game, from its `format`.
pub fn game_of(text: &str) -> Result<String, Faults> {
    read_text(text, |reader| {
        let object = reader.any_object()?;
        if object.get("format").is_none() && object.get("state").is_some() {
            let message = "this is an answer that holds a state; pass the value of `state` alone";
            object.reader().fault("missing-key", message);
            return None;
        }
        let format = object.need("format")?;
        Some(format.string()?.split('/').next().unwrap_or_default().to_string())
    })
}

/// Reads JSON or the one-line form.
fn read_text<T>(text: &str, read: impl FnOnce(&Reader<'_>) -> Option<T>) -> Result<T, Faults> {
    if text.trim_start().starts_with('(') {
        return Reader::value(&compact::read(text)?, read);
    }
    Reader::text(text, read)
}

/// Every game of the registry; each with a set of one's own if `own` is given for it.
pub fn tables(own: Option<(&str, &OwnSet)>) -> Result<Vec<Box<dyn Table>>, Faults> {
    let mut tables: Vec<Box<dyn Table>> = Vec::new();
    macro_rules! add {
        ($module:ident, $game:ty) => {
            let own = own.filter(|(name, _)| *name == <$game>::NAME).map(|(_, own)| own);
            tables.push(Box::new(Desk::<$game>::new(own)?));
        };
    }
    crate::each_game!(add);
    Ok(tables)
}

/// A fault for a game that nobody knows.
pub fn unknown_game(name: &str, tables: &[Box<dyn Table>]) -> Fault {
    let known: Vec<&str> = tables.iter().map(|table| table.name()).collect();
    let message = match nearest(name, known.iter().copied()) {
        Some(near) => format!("there is no game `{name}`; did you mean `{near}`?"),
        None => format!("there is no game `{name}`; the games are {}", known.join(", ")),
    };
    Fault::new("/format", "unknown-game", message)
}
