//! Randomness that means the same on every machine, in every version.
//!
//! A [`Key`] is made from a seed and a *block*: the name of everything whose
//! games are to be compared on common random numbers (a game and its number of
//! players, say). Game `k` of the block draws from its own streams, one for
//! each [`Purpose`], so games can be played in any order, on any number of
//! threads, and one more draw by an agent never changes the cards.
//!
//! ```text
//! key    = SHA-256("towerlab stream 1", seed as 8 bytes little-endian, block)
//! stream = k * 16 + purpose        (ChaCha8 with that key and stream number)
//! below(n) = the upper 64 bits of (next 64-bit draw * n)
//! ```
//!
//! The scheme is fixed: `tests/random.rs` holds golden draws. If a seed ever
//! has to change its meaning, the number in the key's label changes with it
//! and the changelog says so.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng};
use sha2::{Digest, Sha256};

/// The label that starts every key: the version of the scheme.
pub const SCHEME: &str = "towerlab stream 1";

/// The greatest seed: JSON readers and spreadsheets hold whole numbers exactly up to here.
pub const MAX_SEED: u64 = 1_000_000_000_000_000;

/// What a stream of draws is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Chance before the first decision of a player.
    Setup,
    /// Chance from the first decision on.
    Chance,
    /// The choices of one agent, at most 14 at a table. By agent and not by
    /// seat, so that a rotation of seats is compared on the same draws.
    Agent(u8),
}

impl Purpose {
    fn number(self) -> u64 {
        match self {
            Purpose::Setup => 0,
            Purpose::Chance => 1,
            Purpose::Agent(agent) => {
                assert!(agent < 14, "at most 14 agents have streams of their own");
                2 + u64::from(agent)
            }
        }
    }
}

/// All randomness of one block of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    /// The key of a block. Block names are part of a result's identity: keep
    /// them short, plain and unchanging, such as `tower-up/4`.
    pub fn new(seed: u64, block: &str) -> Key {
        let mut hash = Sha256::new();
        hash.update(SCHEME.as_bytes());
        hash.update(seed.to_le_bytes());
        hash.update(block.as_bytes());
        Key(hash.finalize().into())
    }

    /// The draws of game `k` for one purpose.
    pub fn stream(&self, k: u64, purpose: Purpose) -> Rng {
        let mut rng = ChaCha8Rng::from_seed(self.0);
        rng.set_stream(k * 16 + purpose.number());
        Rng(rng)
    }
}

/// A stream of draws.
#[derive(Clone, Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to `n - 1`, all equally likely up to a bias of `n / 2^64`.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u64
    }

    /// A small number of a range, all equally likely.
    pub fn number(&mut self, range: std::ops::RangeInclusive<u8>) -> u8 {
        let (least, most) = range.into_inner();
        least + self.below(u64::from(most - least) + 1) as u8
    }

    /// An index into something of length `len`, which must not be 0.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        debug_assert!(len > 0, "nothing to choose from");
        self.below(len as u64) as usize
    }

    /// Puts a slice into a random order (Fisher-Yates from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    /// How far the stream is, in draws of 32 bits.
    #[inline]
    pub fn drawn(&self) -> u64 {
        self.0.get_word_pos() as u64
    }

    /// Goes on from where a stream was.
    pub fn seek(&mut self, drawn: u64) {
        self.0.set_word_pos(drawn.into());
    }

    /// A key for work that needs many streams of its own, such as a search.
    pub fn fork(&mut self) -> Key {
        let mut key = [0; 32];
        self.0.fill_bytes(&mut key);
        Key(key)
    }
}
