#![doc = include_str!("README.md")]

pub mod answers;
pub mod card;
mod chance;
mod check;
pub mod components;
pub mod document;
mod documents;
mod draw;
pub mod effect;
mod evaluate;
pub mod event;
mod forms;
pub mod handicap;
mod inputs;
mod metrics;
pub mod moves;
mod notation;
mod play;
mod read;
pub mod rules;
pub mod score;
mod secrets;
pub mod slot;
pub mod state;
pub mod token;
mod training;
mod validate;
mod write;

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use card::Cards;
use components::Components;
use effect::Primitive;
pub use event::Event;
use handicap::{Forbidden, ForbiddenSet};
pub use moves::Move;
pub use rules::Rules;
use rules::{MAX_BUILD_CARDS, MAX_MARKET_CARDS, MAX_SEATS, MAX_SLOTS};
use slot::{MarketCard, Price, Slot};
pub use state::State;
use state::{Offer, Player, Step};
use token::{Materials, Tokens, total};

use crate::document::Faults;
use crate::game::random::Rng;
use crate::game::{Breach, Game, Next, Observation, Rule, Seat, Standing, Unreadable, Watch};

/// One variant of Tower on one set of components.
#[derive(Clone, Debug)]
pub struct Tower {
    rules: Rules,
    components: Arc<Components>,
    // What follows from the two, laid out for play.
    tokens: Tokens,
    shops: Vec<String>,
    slots: Vec<Slot>,
    prices: [Vec<Price>; 4],
    cards: Vec<Materials>,
    /// How many of its materials complete each build card.
    enough: Vec<u8>,
    card_counts: [u8; MAX_BUILD_CARDS],
    market: Vec<MarketCard>,
    market_counts: [u8; MAX_MARKET_CARDS],
    /// Whether a player can only come by materials that its card needs.
    only_needed: bool,
}

impl Tower {
    /// A variant, or everything that is wrong with its rules.
    pub fn new(rules: Rules, components: Arc<Components>) -> Result<Tower, Faults> {
        let rules = rules.checked(&components)?;
        let (shops, slots) = slot::slots(&components, rules.players);
        let mut cards: Vec<Materials> = Vec::new();
        let mut card_counts = [0; MAX_BUILD_CARDS];
        let used = |card: &&components::BuildRow| card.from_players <= rules.players;
        for row in components.build_cards.iter().filter(used) {
            card_counts[cards.len()] = row.count;
            cards.push(row.materials());
        }
        let size = |materials: &Materials| {
            (total(materials) as u8).min(rules.materials_per_card.unwrap_or(u8::MAX))
        };
        let market = slot::market(&components);
        let mut market_counts = [0; MAX_MARKET_CARDS];
        components.market.iter().zip(&mut market_counts).for_each(|(row, n)| *n = row.count);
        let takes_any = |card: &MarketCard| {
            card.effects.iter().any(|effect| {
                matches!(
                    effect.primitive,
                    Primitive::StealMaterial { needed: false }
                        | Primitive::TakeMaterial { needed: false }
                )
            })
        };
        Ok(Tower {
            tokens: rules.tokens(&components),
            shops,
            prices: slot::prices(&slots, rules.salil_rates),
            slots,
            enough: cards.iter().map(size).collect(),
            cards,
            card_counts,
            only_needed: !rules.meaner && !market.iter().any(takes_any),
            market,
            market_counts,
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

    /// The names of the shops in play.
    pub fn shops(&self) -> &[String] {
        &self.shops
    }

    /// The slots of the shops in play; equal slots of a shop are one.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The different build cards in play, by their materials.
    pub fn build_cards(&self) -> &[Materials] {
        &self.cards
    }

    /// The kinds of black-market cards.
    pub fn market(&self) -> &[MarketCard] {
        &self.market
    }

    /// Whether a seat may not do something.
    #[inline]
    fn forbids(&self, seat: Seat, what: Forbidden) -> bool {
        self.rules.forbidden[seat.index()].has(what)
    }

    /// How many there are of each build card.
    pub fn card_counts(&self) -> [u8; MAX_BUILD_CARDS] {
        self.card_counts
    }

    /// How many there are of each black-market card.
    pub fn market_counts(&self) -> [u8; MAX_MARKET_CARDS] {
        self.market_counts
    }
}

impl Game for Tower {
    const NAME: &'static str = "tower";
    const SEATS: RangeInclusive<usize> = 2..=MAX_SEATS;
    const PAGE: &'static str = include_str!("README.md");
    const RULES: &'static [Rule] = check::RULES;

    type State = State;
    type Move = Move;
    type Event = Event;

    fn standard(seats: usize) -> Tower {
        Tower::new(Rules::standard(seats as u8), components::embedded())
            .expect("the rulebook's game is valid")
    }

    fn samples() -> Vec<Tower> {
        let book = Self::SEATS.map(|seats| Rules::standard(seats as u8));
        let beyond = |players| Rules { players, beyond_rulebook: true, ..Rules::default() };
        let variants = [
            Rules { friendlier: true, ..Rules::standard(4) },
            Rules { meaner: true, ..Rules::standard(3) },
            Rules { friendlier: true, meaner: true, ..Rules::standard(2) },
            // Few tokens: bag and pile run empty.
            Rules { tokens: Some([8, 5, 3, 3]), turn_cap: 120, ..beyond(3) },
            // A busy black market.
            Rules {
                entry_prices: [2, 2, 1, 1],
                cards_seen: 5,
                hand_limit: 6,
                pass_gems: 3,
                salil_rates: [2, 2, 2],
                ..beyond(4)
            },
            // Seats that may do less.
            Rules {
                forbidden: [
                    ForbiddenSet::NONE.with(Forbidden::Salil),
                    ForbiddenSet::NONE.with(Forbidden::BlackMarket),
                    ForbiddenSet::NONE,
                    ForbiddenSet::NONE,
                ],
                ..beyond(3)
            },
            // Large draws, small floors, no choice of cards.
            Rules {
                draw_size: 7,
                extra_draw: 0,
                cards_drawn: 1,
                materials_per_card: Some(3),
                floors_to_win: 5,
                hand_limit: 1,
                cards_seen: 1,
                ..beyond(2)
            },
        ];
        let build = |rules| Tower::new(rules, components::embedded()).expect("a valid sample");
        book.chain(variants).map(build).collect()
    }

    fn seats(&self) -> usize {
        usize::from(self.rules.players)
    }

    fn start(&self) -> State {
        let mut stock = [0; MAX_SLOTS];
        self.slots.iter().zip(&mut stock).for_each(|(slot, count)| *count = slot.capacity);
        State {
            bag: self.tokens,
            pile: [0; 4],
            stock,
            build_deck: self.card_counts,
            build_discard: [0; MAX_BUILD_CARDS],
            market_deck: self.market_counts,
            market_discard: [0; MAX_MARKET_CARDS],
            put_back: Cards::EMPTY,
            looked_at: Cards::EMPTY,
            offer: Offer::default(),
            players: [Player::NEW; MAX_SEATS],
            step: Step::Deal,
            seat: Seat(0),
            turn: 0,
            acted: false,
            bought: false,
            visited: false,
            drew: false,
            idle: 0,
            viewer: None,
        }
    }

    #[inline]
    fn next(&self, state: &State) -> Next {
        match state.step {
            Step::Deal
            | Step::Draw { .. }
            | Step::Look { .. }
            | Step::Rob(..)
            | Step::DrawCards { .. } => Next::Chance,
            Step::Over(finish) => Next::Over(finish),
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
        Standing { points: state.player(seat).floors.into(), tie_break: 0 }
    }

    fn viewer(&self, state: &State) -> Option<Seat> {
        state.viewer
    }

    fn hide(&self, state: &State, seat: Seat) -> State {
        self.hide_from(state, seat)
    }

    fn redeal(&self, seen: &Observation<Self>, rng: &mut Rng) -> State {
        self.fill_in(seen.state(), rng)
    }

    fn write_move(&self, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        self.write(mv, out)
    }

    fn read_move(&self, text: &str) -> Result<Move, Unreadable> {
        self.read(text)
    }
}

// A position is copied for every line that search follows.
const _: () = assert!(std::mem::size_of::<State>() <= 512);
