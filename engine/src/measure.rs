//! What a finished game tells beside its winner: figures of seats, and what happened how often.

use crate::game::{Game, Seat, Watch};

/// A game whose games can be measured.
pub trait Measure: Game {
    /// What is noticed while a game is played and its end no longer shows.
    type Diary: Default + Send;

    /// The diary of a game that goes on from a position; what happened before is not in it.
    fn diary(&self, _state: &Self::State) -> Self::Diary {
        Self::Diary::default()
    }

    /// The kinds of decisions, as documents name them.
    const KINDS: &'static [&'static str];

    /// The kind of a player's decision; nothing for chance.
    fn kind(mv: Self::Move) -> Option<usize>;

    /// Takes note of an event.
    fn notice(&self, event: &Self::Event, diary: &mut Self::Diary);

    /// How many turns were begun.
    fn turns(&self, state: &Self::State) -> u32;

    /// What can happen in a game, with what to say about components that run out by it.
    const OCCURRENCES: &'static [Occurrence];

    /// How often each of it happened.
    fn occurrences(&self, state: &Self::State, diary: &Self::Diary, out: &mut Vec<i32>);

    /// The names of what [`Measure::measure`] tells, such as `track_brown` or
    /// `reached_lake_4`.
    fn figures(&self) -> Vec<String>;

    /// Figures of a seat at the end of a game, in the order of their names; nothing where a
    /// figure means nothing, as with an objective that is not in play.
    fn measure(
        &self,
        state: &Self::State,
        diary: &Self::Diary,
        seat: Seat,
        out: &mut Vec<Option<i32>>,
    );

    /// The figures that add up to a seat's points, if points have several sources.
    const SOURCES: &'static [&'static str] = &[];
}

/// Something that can happen in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Its name in tables, such as `shortage`.
    pub name: &'static str,
    /// Whether it happens at most once, so that its mean is a share of games.
    pub once: bool,
    /// What has run out when it happens, if anything has.
    pub runs_out: Option<&'static str>,
}

impl Occurrence {
    /// Happens at most once in a game.
    pub const fn once(name: &'static str) -> Occurrence {
        Occurrence { name, once: true, runs_out: None }
    }

    /// Can happen again.
    pub const fn often(name: &'static str) -> Occurrence {
        Occurrence { name, once: false, runs_out: None }
    }

    /// Happens because this has run out.
    pub const fn out_of(self, component: &'static str) -> Occurrence {
        Occurrence { runs_out: Some(component), ..self }
    }
}

/// Keeps a diary of what happens.
pub struct Noticing<'a, G: Measure> {
    /// The variant being played.
    pub game: &'a G,
    /// What was noticed so far.
    pub diary: G::Diary,
}

impl<'a, G: Measure> Noticing<'a, G> {
    /// A diary from a position on.
    pub fn new(game: &'a G, state: &G::State) -> Self {
        Noticing { game, diary: game.diary(state) }
    }
}

impl<G: Measure> Watch<G::Event> for Noticing<'_, G> {
    #[inline]
    fn see(&mut self, event: G::Event) {
        self.game.notice(&event, &mut self.diary);
    }
}
