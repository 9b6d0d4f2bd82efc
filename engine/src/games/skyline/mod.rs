#![doc = include_str!("README.md")]

pub mod answers;
mod attitude;
mod chance;
mod check;
pub mod components;
pub mod dice;
pub mod document;
mod documents;
mod draw;
mod evaluate;
pub mod event;
mod forms;
mod hands;
mod inputs;
mod judgement;
mod known_turns;
mod metrics;
pub mod moves;
mod notation;
pub mod odds;
pub mod plan;
mod play;
mod quick_map;
mod read;
pub mod rules;
pub mod score;
pub mod state;
mod turn_values;
mod validate;
pub mod worths;
mod write;

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use components::Components;
use dice::{Dice, Face, Hand};
pub use event::Event;
pub use moves::Move;
use rules::MAX_SEATS;
pub use rules::Rules;
pub use state::State;
use state::{Building, Buildings, Step};

use crate::document::Faults;
use crate::game::random::Rng;
use crate::game::{Breach, Finish, Game, Next, Rule, Seat, Standing, Unreadable, Watch};

/// One variant of Skyline on one set of components.
#[derive(Clone, Debug)]
pub struct Skyline {
    rules: Rules,
    components: Arc<Components>,
    // What follows from the two, laid out for play.
    dice: Dice,
    faces: [[u8; 4]; 3],
    values: Vec<u8>,
    /// What players have worked out about turns.
    tables: Arc<known_turns::VariantTables>,
}

impl Skyline {
    /// A variant, or everything that is wrong with its rules.
    pub fn new(rules: Rules, components: Arc<Components>) -> Result<Skyline, Faults> {
        let rules = rules.checked(&components)?;
        Ok(Skyline {
            dice: rules.dice(&components),
            faces: rules.faces(&components),
            values: rules.tile_values(&components),
            tables: Arc::default(),
            rules,
            components,
        })
    }

    /// The rules of this variant.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The components it is played with.
    pub fn components(&self) -> &Components {
        &self.components
    }
}

impl Game for Skyline {
    const NAME: &'static str = "skyline";
    const SEATS: RangeInclusive<usize> = 1..=MAX_SEATS;
    const PAGE: &'static str = include_str!("README.md");
    const RULES: &'static [Rule] = check::RULES;

    type State = State;
    type Move = Move;
    type Event = Event;

    fn standard(seats: usize) -> Skyline {
        Skyline::new(Rules::standard(seats as u8), components::embedded())
            .expect("the rulebook's game is valid")
    }

    fn samples() -> Vec<Skyline> {
        let book = Self::SEATS.map(|seats| Rules::standard(seats as u8));
        let beyond = |players| Rules { players, beyond_rulebook: true, ..Rules::default() };
        let variants = [
            Rules { city: Some(rules::City::Essen), ..Rules::standard(1) },
            // Few dice: the yard runs out.
            Rules { dice: Some([4, 3, 1]), rounds: 20, ..beyond(3) },
            // Many dice a turn, no early end.
            Rules { dice_taken: 6, end_height: 0, rounds: 12, ..beyond(2) },
            // Other heights, no blanks.
            Rules {
                heights: [[1, 3], [2, 3], [2, 5]],
                faces: [Some([1, 1, 1, 1]), Some([2, 2, 2, 0]), Some([1, 1, 1, 0])],
                starting_grounds: [Face::Low; MAX_SEATS],
                ..beyond(4)
            },
        ];
        let build = |rules| Skyline::new(rules, components::embedded()).expect("a valid sample");
        book.chain(variants).map(build).collect()
    }

    fn seats(&self) -> usize {
        usize::from(self.rules.players)
    }

    fn start(&self) -> State {
        let mut state = State {
            yard: self.dice,
            district: [0; 3],
            hand: Hand::default(),
            to_roll: [0; 3],
            skylines: [Buildings::default(); MAX_SEATS],
            step: Step::Over,
            seat: Seat(0),
            round: 0,
            last_round: false,
        };
        if self.rules.players > 1 {
            state.district = state.yard.map(|count| count.min(1));
            (0..3).for_each(|kind| state.yard[kind] -= state.district[kind]);
        }
        for seat in Seat::all(self.seats()) {
            let face = self.rules.starting_grounds[seat.index()];
            if face != Face::Blank {
                let ground = Building { finished: false, face, height: 1 };
                *state.skylines[seat.index()].count_mut(ground) += 1;
                state.yard[0] -= 1;
            }
        }
        self.begin_turn(&mut state, Seat(0), &mut ());
        state
    }

    #[inline]
    fn next(&self, state: &State) -> Next {
        match state.step {
            Step::Roll => Next::Chance,
            Step::Over => Next::Over(Finish::Decided),
            _ => Next::Player(state.seat),
        }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut impl FnMut(Move)) {
        self.list_moves(state, out);
    }

    fn outcomes(&self, state: &State, out: &mut impl FnMut(Move, u128)) {
        self.list_outcomes(state, out);
    }

    fn sample(&self, state: &State, rng: &mut Rng) -> Move {
        self.draw(state, rng)
    }

    fn check(&self, state: &State, mv: Move) -> Result<(), Breach> {
        self.verify(state, mv)
    }

    fn play(&self, state: &mut State, mv: Move, watch: &mut impl Watch<Event>) {
        debug_assert_eq!(self.verify(state, mv), Ok(()), "{mv:?}");
        self.apply(state, mv, watch);
    }

    fn standing(&self, state: &State, seat: Seat) -> Standing {
        self.rank(state, seat)
    }

    fn write_move(&self, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write(mv, out)
    }

    fn read_move(&self, text: &str) -> Result<Move, Unreadable> {
        self.read(text)
    }
}
