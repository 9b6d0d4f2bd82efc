//! A position: the city, the players, the cards and whose step it is.
//!
//! Some fields only repeat in a handier form what others say (`near`,
//! `present`, `visible`, ...): they are kept up to date by play so that finding
//! moves and checking objectives is a matter of a few set operations.

use super::board::MAX_ROADS;
use super::colour::{Colour, Floors};
use super::deck::{Bottom, Face, MAX_FACES, Printing};
use super::objectives::{IN_PLAY, Objective};
use super::rules::{MAX_MARKET, MAX_SEATS};
use super::sites::{MAX_SITES, Site, Sites};
use crate::game::{Finish, Seat};

/// A building: its floors from the ground up, each with or without a roof.
///
/// Four bits for the height, then three for each floor: 0, or 1 + the seat
/// whose roof lies there. A site without building is all zero.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Building(u32);

impl Building {
    /// The number of floors.
    #[inline]
    pub fn height(self) -> u8 {
        (self.0 & 15) as u8
    }

    /// Whose roof lies on a floor; the ground floor is level 1.
    pub fn roof(self, level: u8) -> Option<Seat> {
        match self.0 >> (3 * level + 1) & 7 {
            0 => None,
            owner => Some(Seat(owner as u8 - 1)),
        }
    }

    /// One floor higher.
    #[inline]
    pub(super) fn raise(&mut self) {
        self.0 += 1;
    }

    /// Puts a roof on the top floor.
    #[inline]
    pub(super) fn put_roof(&mut self, seat: Seat) {
        self.0 |= (u32::from(seat.0) + 1) << (3 * self.height() + 1);
    }
}

impl std::fmt::Debug for Building {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for level in 1..=self.height() {
            match self.roof(level) {
                None => f.write_str(".")?,
                Some(seat) => write!(f, "{}", seat.0)?,
            }
        }
        Ok(())
    }
}

/// What lies before one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Player {
    /// Floors ready to build with.
    pub stock: Floors,
    /// Steps of the four markers.
    pub markers: [u8; 4],
    /// Roofs not yet placed.
    pub roofs: u8,
    /// For each objective in play: the token won with it (0 when none was left).
    pub tokens: [Option<u8>; IN_PLAY],
    /// Visible roofs as counted at the end of the last turn.
    pub counted: Option<u8>,
    /// Bit `l - 1` is set when a roof was placed on a floor of level `l`.
    pub levels: u8,
    /// Buildings with an own roof, covered or not.
    pub present: Sites,
    /// Buildings with two own roofs or more.
    pub twice: Sites,
    /// Buildings with an own roof on top.
    pub visible: Sites,
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Chance draws an objective.
    DrawObjective,
    /// Chance reveals a card of the first market, with its bottom.
    OpenMarket,
    /// Chance draws a card for its bottom only: a further starting floor.
    DrawFloor,
    /// A starting floor is placed.
    Place,
    /// The player takes a card or founds a building.
    Act,
    /// Chance refills the market.
    Reveal,
    /// The player returns floors above the stock limit.
    Return,
    /// Nothing: the game is over.
    Over(Finish),
}

/// Why and by whom the end was triggered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The last roof was placed: the others have one more turn.
    LastRoof(Seat),
    /// A floor could not be given: everybody has one more turn.
    Shortage(Seat),
    /// No site can be founded on any more: everybody has one more turn.
    DeadBoard(Seat),
}

/// A pile of cards, as how many there are of each face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pile {
    /// By face.
    pub counts: [u8; MAX_FACES],
    /// In all.
    pub total: u16,
}

impl Pile {
    pub(super) const EMPTY: Pile = Pile { counts: [0; MAX_FACES], total: 0 };

    /// How many cards of a face.
    #[inline]
    pub fn of(&self, face: Face) -> u8 {
        self.counts[usize::from(face.0)]
    }

    pub(super) fn add(&mut self, face: Face) {
        self.counts[usize::from(face.0)] += 1;
        self.total += 1;
    }

    pub(super) fn remove(&mut self, face: Face) {
        self.counts[usize::from(face.0)] -= 1;
        self.total -= 1;
    }

    /// The face of the card with `n` others before it, faces ascending.
    pub(super) fn nth(&self, mut n: u16) -> Face {
        for (face, &count) in self.counts.iter().enumerate() {
            if n < u16::from(count) {
                return Face(face as u8);
            }
            n -= u16::from(count);
        }
        unreachable!("the pile is smaller than its total")
    }
}

/// Up to [`MAX_MARKET`] ids in ascending order: the cards on display.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Row<T> {
    ids: [T; MAX_MARKET],
    len: u8,
}

impl<T: Copy + Ord> Row<T> {
    pub(super) fn new(filler: T) -> Row<T> {
        Row { ids: [filler; MAX_MARKET], len: 0 }
    }

    /// The ids, ascending.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.ids[..usize::from(self.len)]
    }

    /// Whether the id is there.
    pub fn has(&self, id: T) -> bool {
        self.as_slice().contains(&id)
    }

    pub(super) fn insert(&mut self, id: T) {
        let mut at = usize::from(self.len);
        while at > 0 && self.ids[at - 1] > id {
            self.ids[at] = self.ids[at - 1];
            at -= 1;
        }
        self.ids[at] = id;
        self.len += 1;
    }

    /// Takes one out; the freed place is filled with `filler` to stay canonical.
    pub(super) fn remove(&mut self, id: T, filler: T) {
        let len = usize::from(self.len);
        let at = self.as_slice().iter().position(|&known| known == id).expect("the card is there");
        self.ids.copy_within(at + 1..len, at);
        self.ids[len - 1] = filler;
        self.len -= 1;
    }
}

impl<T: Copy + Ord + std::fmt::Debug> std::fmt::Debug for Row<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

/// A position of Tower Up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The building on each site.
    pub(super) buildings: [Building; MAX_SITES],
    /// The sites with a building of each colour.
    pub(super) built: [Sites; 4],
    /// `near[c][k]`: the sites with more than `k` neighbours of colour `c`.
    pub(super) near: [[Sites; MAX_ROADS]; 4],
    pub(super) players: [Player; MAX_SEATS],
    /// Floors in the container.
    pub(super) supply: Floors,
    /// Cards that nobody has seen since the last shuffle.
    pub(super) unseen: Pile,
    pub(super) discard: Pile,
    pub(super) market: Row<Face>,
    /// The first market with its bottoms, while it opens.
    pub(super) opened: Row<Printing>,
    /// Starting floors still to place, coloured and wild.
    pub(super) pending: (Floors, u8),
    /// The objectives in play, ascending.
    pub(super) objectives: [Objective; IN_PLAY],
    /// How many of them are drawn.
    pub(super) drawn: u8,
    pub(super) step: Step,
    pub(super) seat: Seat,
    /// Whether this turn has earned another one.
    pub(super) extra: bool,
    pub(super) ending: Option<Ending>,
    /// Whether the turn that triggered the end is over.
    pub(super) last_round: bool,
    /// Turns begun, extra turns among them. Part of a position, since the turn cap is
    /// a rule: the same city after more turns is another position.
    pub(super) turns: u16,
}

impl State {
    /// What happens next.
    pub fn step(&self) -> Step {
        self.step
    }

    /// Whose turn it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Turns begun, extra turns among them.
    pub fn turns(&self) -> u16 {
        self.turns
    }

    /// Whether this turn has earned another one.
    pub fn extra_turn(&self) -> bool {
        self.extra
    }

    /// Why and by whom the end was triggered, if it was.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// What lies before a player.
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    /// Floors in the container.
    pub fn supply(&self) -> Floors {
        self.supply
    }

    /// Cards on display.
    pub fn market(&self) -> &[Face] {
        self.market.as_slice()
    }

    /// Cards that nobody has seen since the last shuffle.
    pub fn unseen(&self) -> &Pile {
        &self.unseen
    }

    /// Cards that were taken since the last shuffle.
    pub fn discard(&self) -> &Pile {
        &self.discard
    }

    /// The objectives in play, as far as they are drawn.
    pub fn objectives(&self) -> &[Objective] {
        &self.objectives[..usize::from(self.drawn)]
    }

    /// How many players have reached the objective in that slot.
    pub fn reached_by(&self, slot: usize) -> u8 {
        self.players.iter().filter(|player| player.tokens[slot].is_some()).count() as u8
    }

    /// Starting floors still to place: coloured, and of free choice.
    pub fn pending(&self) -> (Floors, u8) {
        self.pending
    }

    /// The sites with a building.
    #[inline]
    pub fn occupied(&self) -> Sites {
        self.built[0] | self.built[1] | self.built[2] | self.built[3]
    }

    /// The sites with a building of a colour.
    pub fn built(&self, colour: Colour) -> Sites {
        self.built[colour.index()]
    }

    /// The building on a site, with its colour.
    pub fn building(&self, site: Site) -> Option<(Colour, Building)> {
        let colour = Colour::ALL.into_iter().find(|c| self.built[c.index()].has(site))?;
        Some((colour, self.buildings[site.index()]))
    }

    /// The sites with more than `count` neighbours of a colour.
    #[inline]
    pub(super) fn near(&self, colour: Colour, count: u8) -> Sites {
        self.near[colour.index()].get(usize::from(count)).copied().unwrap_or(Sites::NONE)
    }

    /// The sites with a neighbour of any colour.
    #[inline]
    pub(super) fn near_any(&self) -> Sites {
        self.near[0][0] | self.near[1][0] | self.near[2][0] | self.near[3][0]
    }

    /// The starting floor to be placed now.
    pub(super) fn next_pending(&self) -> Option<Bottom> {
        let (floors, wild) = self.pending;
        let coloured = Colour::ALL.into_iter().find(|&colour| floors.of(colour) > 0);
        coloured.map(Some).or((wild > 0).then_some(None))
    }

    /// Whether no site can be founded on in any colour, whatever the stocks.
    pub(super) fn is_dead(&self, all: Sites) -> bool {
        (all & !self.occupied() & self.near_any() & !self.dead_sites()).is_empty()
    }

    /// The sites with neighbours of every colour: no building can be founded there any more.
    #[inline]
    pub(super) fn dead_sites(&self) -> Sites {
        let [a, b, c, d] = Colour::ALL.map(|colour| self.near(colour, 0));
        Sites(a.0 & b.0 & c.0 & d.0)
    }
}
