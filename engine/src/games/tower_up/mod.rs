#![doc = include_str!("README.md")]

pub mod answers;
pub mod board;
mod chance;
mod check;
pub mod colour;
pub mod components;
pub mod deck;
pub mod document;
mod documents;
mod draw;
mod evaluate;
pub mod event;
mod forms;
mod founding_order;
pub mod generator;
pub mod handicap;
mod inputs;
mod metrics;
pub mod moves;
mod notation;
mod note;
pub mod objectives;
mod outlook;
mod play;
mod reach;
mod read;
pub mod rules;
pub mod score;
pub mod sites;
pub mod state;
mod table;
mod training;
mod validate;
mod write;

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use board::Board;
use colour::Floors;
use components::Components;
use deck::{Face, FaceData, Printing};
pub use event::Event;
use handicap::{Bonus, Forbidden, ForbiddenSet};
pub use moves::Move;
use objectives::{IN_PLAY, Objective, Places};
use reach::StepGains;
pub use rules::Rules;
use rules::{Choice, MAX_SEATS, Placer, Side};
use sites::{MAX_SITES, Sites};
pub use state::State;
use state::{Building, Pile, Player, Row, Step};

use crate::document::Faults;
use crate::game::random::Rng;
use crate::game::{Breach, Game, Next, Rule, Seat, Standing, Unreadable, Watch};

/// One variant of Tower Up on one set of components.
#[derive(Clone, Debug)]
pub struct TowerUp {
    rules: Rules,
    components: Arc<Components>,
    // What follows from the two, laid out for play.
    board: Board,
    all_sites: Sites,
    adjacent: [Sites; MAX_SITES],
    places: Places,
    faces: Vec<FaceData>,
    track: Vec<u8>,
    track_end: u8,
    /// By steps of the hindmost marker: how many star columns all have reached.
    stars_passed: Vec<u8>,
    /// By the same: the next star column, if there is one.
    next_star: Vec<Option<u8>>,
    step_gains: StepGains,
    cone: Vec<u8>,
    tokens: Vec<u8>,
    /// The objectives in play, unless they are drawn.
    chosen: Vec<Objective>,
}

impl TowerUp {
    /// A variant, or everything that is wrong with its rules.
    pub fn new(rules: Rules, components: Arc<Components>) -> Result<TowerUp, Faults> {
        let rules = rules.checked(&components)?;
        let board = match rules.side() {
            Side::Front => components.front.clone(),
            Side::Back => components.back.clone(),
        };
        let track = rules.track(&components);
        let stars = rules.stars(&components);
        let passed =
            |steps: usize| stars.iter().filter(|&&star| usize::from(star) <= steps).count() as u8;
        let next_star =
            |steps: usize| stars.iter().copied().filter(|&s| usize::from(s) > steps).min();
        let stars_passed: Vec<u8> = (0..track.len()).map(passed).collect();
        Ok(TowerUp {
            all_sites: board.sites(),
            adjacent: board.adjacent,
            places: Places::new(&board, rules.border_by_road),
            faces: components.deck.faces.clone(),
            track_end: (track.len() - 1) as u8,
            step_gains: StepGains::new(&track, &stars_passed),
            stars_passed,
            next_star: (0..track.len()).map(next_star).collect(),
            track,
            cone: rules.cone(&components),
            tokens: rules.tokens(&components),
            chosen: chosen_objectives(&rules, &components),
            board,
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

    /// Where a seat's markers begin.
    fn opening_markers(&self, seat: Seat) -> [u8; 4] {
        self.rules.bonuses[seat.index()].steps.map(|steps| steps.min(self.track_end))
    }

    /// Whether a seat may not do something.
    #[inline]
    fn forbids(&self, seat: Seat, what: Forbidden) -> bool {
        self.rules.forbidden[seat.index()].has(what)
    }

    /// Every card there is.
    fn full_deck(&self) -> Pile {
        let mut deck = Pile::EMPTY;
        for (index, face) in self.faces.iter().enumerate() {
            deck.counts[index] = face.copies;
            deck.total += u16::from(face.copies);
        }
        deck
    }

    /// The side of the board it is played on.
    pub fn board(&self) -> &Board {
        &self.board
    }
}

fn chosen_objectives(rules: &Rules, components: &Components) -> Vec<Objective> {
    let mut chosen: Vec<Objective> = match &rules.objectives {
        Choice::Drawn => Vec::new(),
        Choice::Start => {
            let start = components.objectives.iter().filter(|objective| objective.start);
            start.filter_map(|objective| components.objective(&objective.id)).collect()
        }
        Choice::Named(ids) => ids.iter().filter_map(|id| components.objective(id)).collect(),
    };
    chosen.sort();
    chosen
}

impl Game for TowerUp {
    const NAME: &'static str = "tower-up";
    const SEATS: RangeInclusive<usize> = 2..=MAX_SEATS;
    const PAGE: &'static str = include_str!("README.md");
    const RULES: &'static [Rule] = check::RULES;

    type State = State;
    type Move = Move;
    type Event = Event;

    fn standard(seats: usize) -> TowerUp {
        let rules = Rules::standard(seats as u8);
        TowerUp::new(rules, Arc::default()).expect("the rulebook's game is valid")
    }

    fn samples() -> Vec<TowerUp> {
        let components = Arc::new(Components::default());
        let book = Self::SEATS.map(|seats| Rules::standard(seats as u8));
        let beyond = |players| Rules { players, beyond_rulebook: true, ..Rules::default() };
        let variants = [
            Rules { starting_floors: 7, ..Rules::standard(2) },
            Rules { starting_floors: 5, placed_by: Placer::Chance, ..Rules::standard(4) },
            Rules { objectives: Choice::Start, placed_by: Placer::First, ..Rules::standard(3) },
            // Few floors: every way of running out of them.
            Rules { floors_per_colour: Some(9), stock_limit: 30, ..beyond(3) },
            // Few roofs and a small stock: short games, many returns.
            Rules { roofs: Some(3), stock_limit: 5, market_size: 5, ..beyond(4) },
            // Seats that start with more, and seats that may do less.
            Rules {
                bonuses: [
                    Bonus { points: 3, ..Bonus::default() },
                    Bonus { floors: [0, 2, 0, 1], steps: [3, 0, 2, 2], ..Bonus::default() },
                    Bonus::default(),
                    Bonus::default(),
                ],
                forbidden: [
                    ForbiddenSet::NONE.with(Forbidden::Objectives),
                    ForbiddenSet::NONE.with(Forbidden::WildCards).with(Forbidden::MarkerCards),
                    ForbiddenSet::NONE.with(Forbidden::MarkerCards),
                    ForbiddenSet::NONE,
                ],
                ..beyond(3)
            },
            // More roofs than sites: the board dies, or the cap ends it.
            Rules { roofs: Some(30), starting_floors: 12, turn_cap: 400, ..beyond(2) },
        ];
        let build = |rules| TowerUp::new(rules, components.clone()).expect("a valid sample");
        book.chain(variants).map(build).collect()
    }

    fn seats(&self) -> usize {
        usize::from(self.rules.players)
    }

    fn start(&self) -> State {
        let mut supply = Floors::each(self.rules.floors_per_colour(&self.components));
        let mut players = [Player::default(); MAX_SEATS];
        for seat in Seat::all(self.seats()) {
            let opening = Floors::new(self.rules.opening_stock_of(seat));
            players[seat.index()] = Player {
                stock: opening,
                markers: self.opening_markers(seat),
                roofs: self.rules.roofs(&self.components),
                ..Player::default()
            };
            supply = supply.minus(opening);
        }
        let placer = match self.rules.placed_by {
            Placer::First => Seat(0),
            Placer::Last | Placer::Chance => Seat(self.rules.players - 1),
        };
        let mut state = State {
            buildings: [Building::default(); MAX_SITES],
            built: [Sites::NONE; 4],
            near: [[Sites::NONE; board::MAX_ROADS]; 4],
            players,
            supply,
            unseen: self.full_deck(),
            discard: Pile::EMPTY,
            market: Row::new(Face(u8::MAX)),
            opened: Row::new(Printing(u8::MAX)),
            pending: (Floors::NONE, 0),
            objectives: [Objective(u8::MAX); IN_PLAY],
            drawn: 0,
            step: Step::DrawObjective,
            seat: placer,
            extra: false,
            ending: None,
            last_round: false,
            turns: 0,
        };
        for (slot, &objective) in self.chosen.iter().enumerate() {
            state.objectives[slot] = objective;
            state.drawn += 1;
        }
        self.next_setup_step(&mut state, &mut ());
        state
    }

    #[inline]
    fn next(&self, state: &State) -> Next {
        match state.step {
            Step::Act | Step::Return => Next::Player(state.seat),
            Step::Place if !self.chance_places() => Next::Player(state.seat),
            Step::Over(finish) => Next::Over(finish),
            _ => Next::Chance,
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
