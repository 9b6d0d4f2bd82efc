//! What is known about turns: by a player, and by all players of a variant together.
//!
//! The values of [`super::turn_values`] cost much to work out and are needed again and again, so
//! they are kept, within a bound that all variants share. Whether a value is found or worked out
//! makes no difference to it, so players choose the same whatever was kept or thrown away.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use super::Skyline;
use super::attitude::Attitude;
use super::dice::Hand;
use super::hands::Hands;
use super::judgement::{Columns, Judgement};
use super::quick_map::QuickMap;
use super::turn_values::Standing;
use crate::game::Halt;

/// The bytes of values that are kept at most, of all variants and weights together.
const MOST_BYTES: usize = 256 << 20;
/// The sets of weights that values are kept for.
const MOST_WEIGHTS: usize = 4;
/// The values of hands with many dice that a player keeps at most.
const MOST_LARGE_HANDS: usize = 100_000;

/// All that the values of a turn depend on, besides the variant and the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outlook {
    pub columns: Columns,
    pub cheapest_tile: i64,
    pub attitude: Attitude,
    pub rounds: u8,
    /// Dice in the abandoned district, if they matter.
    pub district: u8,
    /// The dice of the largest hand.
    pub dice: u8,
}

impl Hash for Outlook {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.columns.iter().for_each(|heights| state.write_u64(u64::from_le_bytes(*heights)));
        let small = u64::from(self.rounds) << 16 | u64::from(self.district) << 8;
        state.write_u64(small | u64::from(self.dice) | (self.attitude.denied as u64) << 24);
        state.write_u64(self.cheapest_tile as u64);
    }
}

/// Values by place of the hand among those of its size. They are kept short, because there are many:
/// what the weights make larger than 32 bits is cut off.
pub(super) type Values = Box<[i32]>;

/// What the rest of a turn is worth with each hand of one size.
#[derive(Debug)]
pub(super) struct TurnValues {
    /// Ending the turn.
    pub end: i64,
    /// The dice lie there: an action, then what follows.
    pub act: Values,
    /// Only hands that are left of larger ones need these, so they are worked out when asked for.
    pub later: OnceLock<LaterValues>,
}

/// What hands are worth in the course of an action and after it.
#[derive(Debug)]
pub(super) struct LaterValues {
    /// After an action: stop, or roll dice again.
    pub after: Values,
    /// While building: more dice, or what follows after the action.
    pub build_on: Values,
}

/// What all players of a variant share.
#[derive(Debug, Default)]
pub(super) struct VariantTables {
    hands: OnceLock<Hands>,
    stores: Mutex<Vec<(Vec<i32>, Arc<Store>)>>,
}

/// Values that are worked out already, for one set of weights.
#[derive(Debug, Default)]
struct Store(Mutex<StoredValues>);

#[derive(Debug, Default)]
struct StoredValues {
    values: QuickMap<Outlook, Arc<TurnValues>>,
    bytes: usize,
    /// How often all were thrown away to make room.
    generation: u64,
}

/// The bytes of all stores.
static BYTES: AtomicUsize = AtomicUsize::new(0);

impl StoredValues {
    /// Makes room for some bytes.
    fn reserve(&mut self, bytes: usize) {
        if BYTES.load(Ordering::Relaxed) + bytes > MOST_BYTES {
            self.clear();
        }
        self.bytes += bytes;
        BYTES.fetch_add(bytes, Ordering::Relaxed);
    }

    fn clear(&mut self) {
        self.values = QuickMap::default();
        BYTES.fetch_sub(self.bytes, Ordering::Relaxed);
        self.bytes = 0;
        self.generation += 1;
    }
}

impl Drop for StoredValues {
    fn drop(&mut self) {
        self.clear();
    }
}

/// What a player remembers of turns: it looks here first, and then at what all players share.
pub(super) struct KnownTurns {
    weights: Vec<i32>,
    shared: Option<Arc<Store>>,
    generation: u64,
    values: QuickMap<Outlook, Arc<TurnValues>>,
    large_hands: QuickMap<LargeHand, i64>,
    /// The values of the empty hand, less the value of ending the turn.
    pub empty_hand: LaterTurnValues,
    /// Room to work in.
    pub means: Vec<i64>,
    pub halt: Halt,
}

impl Default for KnownTurns {
    fn default() -> Self {
        KnownTurns::new(&Halt::default())
    }
}

impl KnownTurns {
    /// Nothing is known yet; what is to be worked out can be halted.
    pub fn new(halt: &Halt) -> Self {
        let later = LaterValues { after: [0].into(), build_on: [0].into() };
        let empty_hand = TurnValues { end: 0, act: [0].into(), later: later.into() };
        KnownTurns {
            weights: Vec::new(),
            shared: None,
            generation: 0,
            values: QuickMap::default(),
            large_hands: QuickMap::default(),
            empty_hand: LaterTurnValues(Arc::new(empty_hand)),
            means: Vec::new(),
            halt: halt.clone(),
        }
    }
}

/// A hand of too many dice for a table, in a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct LargeHand {
    outlook: Outlook,
    last: bool,
    hand: Hand,
    step: LargeHandStep,
}

/// What is done with a large hand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LargeHandStep {
    /// An action is to be chosen.
    Act,
    /// More dice may be built.
    BuildOn,
}

impl LargeHand {
    pub fn new(
        judgement: &Judgement<'_>,
        standing: &Standing,
        hand: Hand,
        step: LargeHandStep,
    ) -> Self {
        let outlook = Outlook {
            columns: standing.columns,
            cheapest_tile: judgement.cheapest_tile.filter(|_| judgement.alone).unwrap_or(-1),
            attitude: judgement.attitude,
            rounds: judgement.rounds,
            district: standing.district,
            dice: u8::MAX,
        };
        LargeHand { outlook, last: standing.last, hand, step }
    }
}

impl Hash for LargeHand {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.outlook.hash(state);
        for faces in self.hand.0 {
            state.write_u64(u32::from_le_bytes(faces).into());
        }
        state.write_u64(u64::from(self.last) << 1 | self.step as u64);
    }
}

impl Skyline {
    /// The numbered hands of this variant's dice.
    pub(super) fn hands(&self) -> &Hands {
        self.tables.hands.get_or_init(|| Hands::new(self.faces))
    }

    fn store(&self, weights: &[i32]) -> Arc<Store> {
        let mut stores = self.tables.stores.lock().expect("no panic while it is held");
        if let Some((_, store)) = stores.iter().find(|(known, _)| known == weights) {
            return store.clone();
        }
        if stores.len() >= MOST_WEIGHTS {
            stores.remove(0);
        }
        let store = Arc::<Store>::default();
        stores.push((weights.to_vec(), store.clone()));
        store
    }
}

impl KnownTurns {
    /// Makes sure that what is known holds for these weights.
    pub fn prepare(&mut self, game: &Skyline, weights: &[i32]) {
        if self.shared.is_none() || self.weights != weights {
            self.values.clear();
            self.large_hands.clear();
            self.weights = weights.to_vec();
            self.shared = Some(game.store(weights));
        }
    }

    /// The values of an outlook, if they are known.
    pub fn find(&mut self, outlook: &Outlook) -> Option<Arc<TurnValues>> {
        if let Some(values) = self.values.get(outlook) {
            return Some(values.clone());
        }
        let store = self.shared.as_ref()?;
        let stored = store.0.lock().expect("no panic while it is held");
        if self.generation != stored.generation {
            self.generation = stored.generation;
            self.values.clear();
        }
        let values = stored.values.get(outlook)?.clone();
        self.values.insert(*outlook, values.clone());
        Some(values)
    }

    /// Keeps values, for all players.
    pub fn insert(&mut self, outlook: Outlook, values: Arc<TurnValues>) {
        if let Some(store) = &self.shared {
            let mut stored = store.0.lock().expect("no panic while it is held");
            stored.reserve(size_of_val(&*values.act) + size_of::<(Outlook, TurnValues)>());
            stored.values.insert(outlook, values.clone());
        }
        self.values.insert(outlook, values);
    }

    /// Counts what was added to values that are kept.
    pub fn count_later(&mut self, later: &LaterValues) {
        if let Some(store) = &self.shared {
            let mut stored = store.0.lock().expect("no panic while it is held");
            stored.reserve(2 * size_of_val(&*later.after));
        }
    }
}

impl KnownTurns {
    /// The value of a large hand, if it is known.
    pub fn large_hand(&self, large: &LargeHand) -> Option<i64> {
        self.large_hands.get(large).copied()
    }

    /// Keeps the value of a large hand.
    pub fn remember_large_hand(&mut self, large: LargeHand, value: i64) {
        if self.large_hands.len() >= MOST_LARGE_HANDS {
            self.large_hands.clear();
        }
        self.large_hands.insert(large, value);
    }
}

/// Values that are known with those of the course of an action and after it.
#[derive(Clone)]
pub(super) struct LaterTurnValues(pub Arc<TurnValues>);

impl std::ops::Deref for LaterTurnValues {
    type Target = LaterValues;

    #[inline]
    fn deref(&self) -> &LaterValues {
        self.0.later.get().expect("worked out before")
    }
}
