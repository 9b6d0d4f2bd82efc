//! What can happen next, written straight from the game: the answer asked for most often.

use serde::{Serialize, Serializer};

use crate::document::Documents;
use crate::game::{Game, Next};

/// Who is next, and every move with what it would cause.
#[derive(Serialize)]
#[serde(bound = "")]
pub(super) struct Listing<'a, G: Documents> {
    pub next: NextDocument<'a, G>,
    pub moves: Vec<MoveEntry<'a, G>>,
}

/// Who is next.
#[derive(Serialize)]
#[serde(tag = "who", rename_all = "snake_case", bound = "")]
pub(super) enum NextDocument<'a, G: Documents> {
    Player { seat: u8 },
    Chance { outcomes: Vec<OutcomeEntry<'a, G>> },
    Nobody { finish: &'static str, winners: Vec<u8> },
}

/// A legal move.
#[derive(Serialize)]
#[serde(bound = "")]
pub(super) struct MoveEntry<'a, G: Documents> {
    #[serde(rename = "move")]
    text: Shown<'a, G>,
    #[serde(flatten)]
    parts: G::Parts<'a>,
    events: Vec<G::Told<'a>>,
}

/// A move in the game's notation.
struct Shown<'a, G: Documents>(&'a G, G::Move);

impl<G: Documents> Serialize for Shown<'_, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0.show(self.1))
    }
}

/// Something that chance can bring.
#[derive(Serialize)]
#[serde(bound = "")]
pub(super) struct OutcomeEntry<'a, G: Documents> {
    #[serde(rename = "move")]
    text: Shown<'a, G>,
    #[serde(flatten)]
    parts: G::Parts<'a>,
    /// Exact where JSON can hold it; the probability is always there.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<u64>,
    probability: f64,
}

impl<'a, G: Documents> Listing<'a, G> {
    pub fn new(game: &'a G, state: &G::State) -> Self {
        let (mut moves, mut events) = (Vec::new(), Vec::new());
        game.moves(state, &mut |mv| {
            let mut after = *state;
            events.clear();
            game.play(&mut after, mv, &mut events);
            moves.push(MoveEntry {
                text: Shown(game, mv),
                parts: game.write_parts(mv),
                events: events.iter().map(|event| game.write_event(event)).collect(),
            });
        });
        Listing { next: NextDocument::new(game, state), moves }
    }
}

impl<'a, G: Documents> NextDocument<'a, G> {
    pub fn new(game: &'a G, state: &G::State) -> Self {
        match game.next(state) {
            Next::Player(seat) => NextDocument::Player { seat: seat.0 },
            Next::Chance => NextDocument::Chance { outcomes: outcomes(game, state) },
            Next::Over(finish) => NextDocument::Nobody {
                finish: finish.name(),
                winners: game.leaders(state).map(|seat| seat.0).collect(),
            },
        }
    }
}

fn outcomes<'a, G: Documents>(game: &'a G, state: &G::State) -> Vec<OutcomeEntry<'a, G>> {
    let mut outcomes = Vec::new();
    game.outcomes(state, &mut |mv, weight| outcomes.push((mv, weight)));
    let total: u128 = outcomes.iter().map(|(_, weight)| weight).sum();
    let entry = |(mv, weight): (<G as Game>::Move, u128)| OutcomeEntry {
        text: Shown(game, mv),
        parts: game.write_parts(mv),
        weight: u64::try_from(weight).ok(),
        probability: weight as f64 / total as f64,
    };
    outcomes.into_iter().map(entry).collect()
}
