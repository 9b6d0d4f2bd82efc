//! The nets that come with the engine.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::file::NetFile;
use super::network::Network;
use crate::games::Evaluate;

/// The nets read so far, by game and number of players.
static READ: Mutex<BTreeMap<(&str, usize), Arc<Network>>> = Mutex::new(BTreeMap::new());

/// The net for a variant, if there is one for its game and number of players.
pub fn embedded_network<G: Evaluate>(game: &G) -> Option<Arc<Network>> {
    let seats = game.seats();
    let (_, bytes) = G::NETS.iter().find(|(players, _)| *players == seats)?;
    // A net that was read is never changed, so a panic elsewhere cannot have spoilt it.
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let network = read.entry((G::NAME, seats)).or_insert_with(|| {
        let file = NetFile::read(bytes, G::INPUT_TABLES).expect("embedded nets are tested");
        Arc::new(file.network)
    });
    Some(network.clone())
}
