//! The one interface that every game implements.
//!
//! A [`Game`] value is *one variant*: rules and components with their tables
//! precomputed, shared by reference between threads. A [`Game::State`] is a
//! plain value without heap and without a generator inside. Playing is a loop
//! over three questions:
//!
//! 1. Who is next? [`Game::next`] answers a player, chance, or nobody.
//! 2. What may happen? [`Game::moves`] lists a player's decisions,
//!    [`Game::outcomes`] what chance can bring, with weights.
//! 3. [`Game::play`] makes it happen and tells a [`Watch`] what it caused.
//!
//! Chance steps are moves like any other, so a log is just a list of moves and
//! replays without randomness. A state may hold secrets; an agent gets a
//! [`PlayerView`], and the [`Observation`] it makes holds no more than the seat may know.
//!
//! Promises that hold for every game are checked by [`crate::game::contract`].
//! `engine/examples/connect_four.rs` is a whole game in one short file.

use std::fmt;
use std::hash::Hash;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub mod contract;
mod halt;
pub mod json_notation;
pub mod perft;
mod player_view;
pub mod playout;
pub mod random;
pub(crate) mod widest;

pub use halt::Halt;
pub use player_view::{Observation, PlayerView};

use random::Rng;

/// A player's place in the turn order, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into per-player arrays.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The seat that plays after this one at a table of `seats`.
    #[inline]
    pub fn after(self, seats: usize) -> Seat {
        if self.index() + 1 == seats { Seat(0) } else { Seat(self.0 + 1) }
    }

    /// All seats of a table, in turn order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..seats as u8).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// Who moves next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A player decides.
    Player(Seat),
    /// Dice, a draw or a reveal: nobody decides.
    Chance,
    /// The game is over.
    Over(Finish),
}

/// How a game came to its end.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// By the end the rulebook names.
    Decided,
    /// Nobody can do anything any more.
    Stalemate,
    /// The turn cap stopped it. Counted and shown, never passed off as decided.
    Unfinished,
}

impl Finish {
    /// Every way a game can end.
    pub const ALL: [Finish; 3] = [Finish::Decided, Finish::Stalemate, Finish::Unfinished];

    /// The name used in documents.
    pub fn name(self) -> &'static str {
        match self {
            Finish::Decided => "decided",
            Finish::Stalemate => "stalemate",
            Finish::Unfinished => "unfinished",
        }
    }
}

/// How well a seat stands: more points are better, then the tie-break.
/// Equal standings share the win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Standing {
    /// The score, or what comes nearest to one in a race.
    pub points: i32,
    /// Decides between equal points.
    pub tie_break: i32,
}

/// A rule that can forbid a move. Ids are stable: clients may match on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Kebab-case and unique within the game.
    pub id: &'static str,
    /// The heading in the game's rules page that explains it.
    pub section: &'static str,
}

/// Why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{needs} [{rule}]")]
pub struct Breach {
    /// The [`Rule::id`] that forbids the move.
    pub rule: &'static str,
    /// What would be needed, in a sentence.
    pub needs: String,
}

/// A text that is no move of this game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read the move `{text}`: {why}")]
pub struct Unreadable {
    /// The text as it was given.
    pub text: String,
    /// What was wrong with it and what is allowed.
    pub why: String,
}

/// Is told what a move caused. `&mut ()` listens to nothing and costs nothing.
pub trait Watch<E> {
    /// Takes note of one event, in the order in which they happen.
    fn see(&mut self, event: E);
}

impl<E> Watch<E> for () {
    #[inline(always)]
    fn see(&mut self, _: E) {}
}

impl<E> Watch<E> for Vec<E> {
    fn see(&mut self, event: E) {
        self.push(event);
    }
}

/// Rules and components of one variant.
pub trait Game: Sized + Send + Sync + 'static {
    /// The name used in commands, addresses and documents, such as `tower-up`.
    const NAME: &'static str;
    /// How many can play.
    const SEATS: RangeInclusive<usize>;
    /// The page that explains rules, rulings and provenance, in Markdown. All pages
    /// have the same headings; tests hold them to it.
    const PAGE: &'static str;
    /// Every rule that [`Game::check`] can name.
    const RULES: &'static [Rule];

    /// A position: no heap, no generator, and equal positions are equal values.
    type State: Copy + Eq + Hash + fmt::Debug + Send + Sync;
    /// One decision of the rulebook, or one outcome of chance. Small.
    type Move: Copy + Ord + Hash + fmt::Debug + Send + Sync;
    /// Something that a move caused.
    type Event: Copy + fmt::Debug;

    /// The game by the book for a number of players within [`Game::SEATS`].
    fn standard(seats: usize) -> Self;

    /// Variants that differ enough to be worth testing.
    fn samples() -> Vec<Self> {
        Self::SEATS.map(Self::standard).collect()
    }

    /// The number of players of this variant.
    fn seats(&self) -> usize;

    /// The position before anything is dealt.
    fn start(&self) -> Self::State;

    /// Who moves next.
    fn next(&self, state: &Self::State) -> Next;

    /// Lists the moves of the player to move: ascending, no two alike, no two
    /// leading to the same state. Lists nothing when no player is to move.
    fn moves(&self, state: &Self::State, out: &mut impl FnMut(Self::Move));

    /// Lists what chance can bring, with positive weights: ascending, no two
    /// alike. Lists nothing when it is not chance's turn. Games without chance keep this default.
    fn outcomes(&self, _state: &Self::State, _out: &mut impl FnMut(Self::Move, u128)) {}

    /// Draws one of the outcomes by their weights, without listing them. Games without chance keep
    /// this default.
    fn sample(&self, _state: &Self::State, _rng: &mut Rng) -> Self::Move {
        unreachable!("a game with chance says how to draw")
    }

    /// Says whether a move, of a player or of chance, may be played now.
    fn check(&self, state: &Self::State, mv: Self::Move) -> Result<(), Breach>;

    /// Plays a move that [`Game::check`] accepts. Any other move leaves an
    /// unspecified position (and panics in a debug build).
    fn play(&self, state: &mut Self::State, mv: Self::Move, watch: &mut impl Watch<Self::Event>);

    /// Points and tie-break as they are now; final once the game is over.
    fn standing(&self, state: &Self::State, seat: Seat) -> Standing;

    /// The seat whose view a state is; nothing if the state is complete. A view says of
    /// hidden things that they are unknown: it is for its seat's decisions and for
    /// [`Game::redeal`], not for playing on. Games without secrets keep this default.
    fn viewer(&self, _state: &Self::State) -> Option<Seat> {
        None
    }

    /// The state with everything that `seat` cannot know blotted out, always in the same way.
    /// Games without secrets keep this default.
    fn hide(&self, state: &Self::State, _seat: Seat) -> Self::State {
        *state
    }

    /// A complete state, uniform among those that look like `seen` to its seat.
    fn redeal(&self, seen: &Observation<Self>, _rng: &mut Rng) -> Self::State {
        *seen.state()
    }

    /// Writes a move in the game's notation, such as `found C4 black, roof on C3`.
    fn write_move(&self, mv: Self::Move, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Reads what [`Game::write_move`] writes.
    fn read_move(&self, text: &str) -> Result<Self::Move, Unreadable>;

    /// A move for `format!` and friends.
    fn show(&self, mv: Self::Move) -> Shown<'_, Self> {
        Shown { game: self, mv }
    }

    /// The seats that stand best: the winners once the game is over.
    fn leaders(&self, state: &Self::State) -> impl Iterator<Item = Seat> {
        let standing = |seat| self.standing(state, seat);
        let best = Seat::all(self.seats()).map(standing).max();
        Seat::all(self.seats()).filter(move |&seat| Some(standing(seat)) == best)
    }
}

/// A move together with the game that knows its notation.
pub struct Shown<'a, G: Game> {
    game: &'a G,
    mv: G::Move,
}

impl<G: Game> fmt::Display for Shown<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.write_move(self.mv, f)
    }
}
