//! A position as a net sees it. Nothing here depends on where a site lies or what it is called, so
//! that a net plays on any board: a site is described by what surrounds it and what founding there
//! would bring.

use super::TowerUp;
use super::colour::{Colour, Floors};
use super::objectives::{Demand, IN_PLAY};
use super::reach::{MAX_STEPS, Missing, Reach};
use super::sites::Sites;
use super::state::{Ending, Player, State, Step};
use crate::game::Seat;
use crate::game::widest::widest;
use crate::games::inputs::{InputTable, InputWriter, Inputs, KnownInputs};

/// The places of the tables.
mod table {
    pub const STEP: usize = 0;
    pub const ENDING: usize = 1;
    pub const LEAD: usize = 2;
    pub const POINTS: usize = 3;
    pub const BUILDINGS: usize = 4;
    pub const MARKER: usize = 5;
    pub const STAR: usize = 6;
    pub const HINDMOST: usize = 7;
    pub const STOCK: usize = 8;
    pub const ROOFS: usize = 9;
    pub const VISIBLE: usize = 10;
    pub const REACH: usize = 11;
    pub const OBJECTIVE: usize = 12;
    pub const DEMAND: usize = 13;
    pub const SITE: usize = 14;
    pub const CARD: usize = 15;
    pub const MARKET: usize = 16;
    pub const SUPPLY: usize = 17;
    pub const RIVAL_LEAD: usize = 18;
    pub const RIVAL_MARKER: usize = 19;
    pub const RIVAL_STAR: usize = 20;
    pub const RIVAL_HINDMOST: usize = 21;
    pub const RIVAL_STOCK: usize = 22;
    pub const RIVAL_VISIBLE: usize = 23;
    pub const RIVAL_REACH: usize = 24;
    pub const RIVAL_OBJECTIVE: usize = 25;
    pub const RIVAL_ROOFS: usize = 26;
    pub const NEXT_SITE: usize = 27;
    pub const STEPS: usize = 28;
    pub const RIVAL_STEPS: usize = 29;
}

pub(super) const TABLES: &[InputTable] = &[
    InputTable::new("whose step it is", 32),
    InputTable::new("how the end was triggered", 25),
    InputTable::new("lead over the best rival", 63),
    InputTable::new("points", 40),
    InputTable::new("buildings", 40),
    InputTable::new("marker and stock of a colour", 144),
    InputTable::new("steps and markers missing to the next star", 80),
    InputTable::new("hindmost markers", 144),
    InputTable::new("stock and room for more", 192),
    InputTable::new("roofs left, and of the rival with fewest", 169),
    InputTable::new("visible roofs", 24),
    InputTable::new("sites in reach, their best gain and best progress", 192),
    InputTable::new("roofs missing for an objective, for the best rival, and its token", 441),
    InputTable::new("kind of an objective and roofs missing", 91),
    InputTable::new("a site, and whether the next player can build beside it", 386),
    InputTable::new("a card on display", 76),
    InputTable::new("stock of a colour and floors on display", 49),
    InputTable::new("supply of a colour", 12),
    InputTable::per_rival("lead over a rival", 63),
    InputTable::per_rival("a rival's marker and stock of a colour", 144),
    InputTable::per_rival("steps and markers that a rival misses to the next star", 80),
    InputTable::per_rival("a rival's hindmost markers", 144),
    InputTable::per_rival("a rival's stock and room for more", 192),
    InputTable::per_rival("a rival's visible roofs", 24),
    InputTable::per_rival("sites in a rival's reach, their best gain and best progress", 192),
    InputTable::per_rival("roofs that a rival misses for an objective, and its token", 63),
    InputTable::per_rival("a rival's roofs", 13),
    InputTable::new("a site for the next player", 97),
    InputTable::new("steps of a colour in reach and nearly so, and its marker", 432),
    InputTable::per_rival(
        "steps of a colour in a rival's reach and nearly so, and its marker",
        432,
    ),
];

/// The inputs that depend on the board: buildings, visible roofs, roofs, and objectives.
const OF_BOARD: usize = 3 + 2 * IN_PLAY;
/// The inputs of one rival.
const OF_RIVAL: usize = 14 + IN_PLAY;

/// What a position has in common with one whose inputs are known.
#[derive(Clone, Copy)]
pub(super) enum Same<'a> {
    /// Nothing that is known.
    Nothing,
    /// The board, and the stocks and markers of the rivals.
    Board(&'a Inputs),
    /// The same after a founding with the roof elsewhere: everything about the rivals.
    ButRoof(&'a Inputs),
}

/// Whether two positions come from the same founding, the roof perhaps elsewhere, with the same
/// objectives reached.
fn differ_in_roof(one: &State, other: &State) -> bool {
    one.occupied() == other.occupied()
        && one.built == other.built
        && (0..IN_PLAY).all(|slot| one.reached_by(slot) == other.reached_by(slot))
}

widest!(
    fn write_inputs(
        game: &TowerUp,
        state: &State,
        seat: Seat,
        same: Same<'_>,
        out: &mut InputWriter<'_>,
    ) -> () = TowerUp::write_inputs_portably
);

impl TowerUp {
    /// Writes the inputs of a position.
    pub(super) fn write_inputs(
        &self,
        state: &State,
        seat: Seat,
        same: Same<'_>,
        out: &mut InputWriter<'_>,
    ) {
        write_inputs(self, state, seat, same, out);
    }

    #[inline(always)]
    fn write_inputs_portably(
        &self,
        state: &State,
        seat: Seat,
        same: Same<'_>,
        out: &mut InputWriter<'_>,
    ) {
        let seats = usize::from(self.rules.players);
        let relative = |other: Seat| (other.index() + seats - seat.index()) % seats;
        let at = |distance: usize| Seat(((seat.index() + distance) % seats) as u8);
        out.push(table::STEP, step_value(state, relative(state.seat)));
        out.push(table::ENDING, ending_value(state, relative));
        let points: [i32; 4] = std::array::from_fn(|distance| {
            if distance < seats { self.rank(state, at(distance)).points } else { i32::MIN / 2 }
        });
        let best = points[1..].iter().copied().fold(i32::MIN / 2, i32::max);
        out.push(table::LEAD, lead_value(points[0] - best));
        out.push(table::POINTS, (points[0] / 2).max(0) as usize);
        for distance in 1..seats {
            out.push_rival(table::RIVAL_LEAD, distance, lead_value(points[0] - points[distance]));
        }
        let occupied = state.occupied();
        let own = state.player(seat);
        let reach = Reach::new(self, state, own, occupied);
        for colour in Colour::ALL {
            out.push(table::MARKER, marker_value(own, colour));
        }
        out.push(table::STAR, self.star_value(own.markers));
        out.push(table::HINDMOST, hindmost_value(own.markers));
        out.push(table::STOCK, self.stock_value(own.stock));
        out.push(table::REACH, reach.best());
        for colour in Colour::ALL {
            out.push(table::STEPS, steps_value(own, &reach, colour));
        }
        self.write_cards(state, own, out);
        let rivals = (1..seats).map(|distance| state.player(at(distance)));
        let sites = self.all_sites.len() as usize;
        if let Same::Board(known) = same {
            out.copy(known, OF_BOARD + OF_RIVAL * (seats - 1));
            let first = out.copy(known, sites);
            self.write_reach(state, occupied, &reach, table::SITE, first, out);
            out.copy(known, sites);
            return;
        }
        out.push(table::BUILDINGS, occupied.len() as usize);
        out.push(table::VISIBLE, visible_value(own));
        let fewest = rivals.clone().map(|rival| rival.roofs).fold(u8::MAX, u8::min);
        out.push(table::ROOFS, clip(own.roofs, 12) * 13 + clip(fewest, 12));
        let missing: [[usize; IN_PLAY]; 4] = std::array::from_fn(|distance| {
            if distance < seats { self.missing_roofs(state, at(distance)) } else { [6; IN_PLAY] }
        });
        self.write_objectives(state, &missing, out);
        if let Same::ButRoof(known) = same {
            out.copy(known, OF_RIVAL * (seats - 1));
            let next_open = Missing::new(self, state, state.player(at(1)), occupied).open();
            let first = self.write_buildings(state, seat, occupied, next_open, out);
            self.write_reach(state, occupied, &reach, table::SITE, first, out);
            out.copy(known, sites);
            return;
        }
        let mut next_reach = None;
        for (rival, distance) in rivals.zip(1..) {
            let reach = Reach::new(self, state, rival, occupied);
            self.write_rival(state, rival, &reach, &missing[distance], distance, out);
            next_reach.get_or_insert(reach);
        }
        let next_open = next_reach.as_ref().map_or(Sites::NONE, |reach| reach.open);
        let first = self.write_buildings(state, seat, occupied, next_open, out);
        self.write_reach(state, occupied, &reach, table::SITE, first, out);
        let first = out.reserve(table::NEXT_SITE, 0, sites);
        if let Some(reach) = &next_reach {
            self.write_reach(state, occupied, reach, table::NEXT_SITE, first, out);
        }
    }

    /// Writes the inputs after a move of the seat, whose inputs before it are known.
    pub(super) fn write_inputs_after(
        &self,
        before: KnownInputs<'_, State>,
        sibling: Option<KnownInputs<'_, State>>,
        after: &State,
        seat: Seat,
        out: &mut InputWriter<'_>,
    ) {
        // Every founding adds a building; counting roofs changes what is visible.
        let has_same_board = before.state.occupied() == after.occupied()
            && before.state.player(seat).counted == after.player(seat).counted;
        let same = match sibling {
            _ if has_same_board => Same::Board(before.inputs),
            Some(sibling) if differ_in_roof(sibling.state, after) => Same::ButRoof(sibling.inputs),
            _ => Same::Nothing,
        };
        self.write_inputs(after, seat, same, out);
    }

    /// By objective: 0 if it is reached, else how many roofs are missing, 1 to 6.
    #[inline(always)]
    fn missing_roofs(&self, state: &State, seat: Seat) -> [usize; IN_PLAY] {
        let player = state.player(seat);
        std::array::from_fn(|slot| {
            if slot >= usize::from(state.drawn) {
                return 6;
            }
            if player.tokens[slot].is_some() {
                return 0;
            }
            let objective = &self.components.objectives[usize::from(state.objectives[slot].0)];
            self.places.missing(objective, player, &state.built).clamp(1, 6) as usize
        })
    }

    fn next_token(&self, state: &State, slot: usize) -> usize {
        clip(self.token(state.reached_by(slot)), 8)
    }

    #[inline(always)]
    fn write_objectives(
        &self,
        state: &State,
        missing: &[[usize; IN_PLAY]; 4],
        out: &mut InputWriter<'_>,
    ) {
        for slot in 0..IN_PLAY {
            let rivals = missing[1..].iter().map(|missing| missing[slot]).filter(|m| *m > 0);
            let rival = rivals.min().unwrap_or(0);
            let value = (missing[0][slot] * 7 + rival) * 9 + self.next_token(state, slot);
            out.push(table::OBJECTIVE, value);
            let demand = if slot < usize::from(state.drawn) {
                let index = usize::from(state.objectives[slot].0);
                demand_value(self.components.objectives[index].demand)
            } else {
                0
            };
            out.push(table::DEMAND, demand * 7 + missing[0][slot]);
        }
    }

    #[inline(always)]
    fn write_rival(
        &self,
        state: &State,
        rival: &Player,
        reach: &Reach,
        missing: &[usize; IN_PLAY],
        distance: usize,
        out: &mut InputWriter<'_>,
    ) {
        for colour in Colour::ALL {
            out.push_rival(table::RIVAL_MARKER, distance, marker_value(rival, colour));
        }
        out.push_rival(table::RIVAL_STAR, distance, self.star_value(rival.markers));
        out.push_rival(table::RIVAL_HINDMOST, distance, hindmost_value(rival.markers));
        out.push_rival(table::RIVAL_STOCK, distance, self.stock_value(rival.stock));
        out.push_rival(table::RIVAL_VISIBLE, distance, visible_value(rival));
        out.push_rival(table::RIVAL_REACH, distance, reach.best());
        out.push_rival(table::RIVAL_ROOFS, distance, rival.roofs.into());
        for colour in Colour::ALL {
            out.push_rival(table::RIVAL_STEPS, distance, steps_value(rival, reach, colour));
        }
        for (slot, missing) in missing.iter().enumerate() {
            let value = missing * 9 + self.next_token(state, slot);
            out.push_rival(table::RIVAL_OBJECTIVE, distance, value);
        }
    }

    /// Writes what the buildings are like, and returns the number of the first site's input.
    #[inline(always)]
    fn write_buildings(
        &self,
        state: &State,
        seat: Seat,
        occupied: Sites,
        next_open: Sites,
        out: &mut InputWriter<'_>,
    ) -> usize {
        let dead = state.dead_sites();
        let free = self.all_sites & !occupied & !dead;
        let player = state.player(seat);
        let rivals = Seat::all(self.rules.players.into()).filter(|other| *other != seat);
        let covered = rivals.fold(Sites::NONE, |all, other| all | state.player(other).visible);
        let first = out.reserve(table::SITE, 0, self.all_sites.len() as usize);
        for site in occupied {
            let height = usize::from(state.buildings[site.index()].height()).clamp(1, 6) - 1;
            let top = if player.visible.has(site) { 1 } else { 2 * usize::from(covered.has(site)) };
            let spots = ((self.adjacent[site.index()] & free).len() as usize).min(3);
            let present = usize::from(player.present.has(site));
            let threatened = usize::from(self.adjacent[site.index()] & next_open != Sites::NONE);
            let value = 98 + (((height * 3 + top) * 4 + spots) * 2 + present) * 2 + threatened;
            out.set(first + site.index(), table::SITE, value);
        }
        for site in self.all_sites & !occupied & dead {
            out.set(first + site.index(), table::SITE, 97);
        }
        first
    }

    /// Writes what founding on the sites beside buildings would bring.
    #[inline(always)]
    fn write_reach(
        &self,
        state: &State,
        occupied: Sites,
        reach: &Reach,
        table: usize,
        first: usize,
        out: &mut InputWriter<'_>,
    ) {
        for site in self.all_sites & state.near_any() & !occupied & !state.dead_sites() {
            out.set(first + site.index(), table, 1 + reach.of(site.0));
        }
    }

    #[inline(always)]
    fn write_cards(&self, state: &State, own: &Player, out: &mut InputWriter<'_>) {
        let market = state.market.as_slice();
        let mut floors = [0u8; 4];
        for place in 0..usize::from(self.rules.market_size) {
            let Some(card) = market.get(place) else {
                out.push(table::CARD, 0);
                continue;
            };
            let face = &self.faces[usize::from(card.0)];
            let gain = face.marker.map_or(0, |colour| {
                let gains = self.step_gains(own.markers, colour);
                usize::from(gains[usize::from(face.steps).min(MAX_STEPS)]).clamp(1, 4)
            });
            let items = (face.floors.total() + u32::from(face.wild)).min(4) as usize;
            out.push(table::CARD, 1 + (items * 5 + gain) * 3 + clip(face.wild, 2));
            for (sum, count) in floors.iter_mut().zip(face.floors.counts()) {
                *sum += count;
            }
        }
        for colour in Colour::ALL {
            let stock = clip(own.stock.of(colour), 6);
            out.push(table::MARKET, stock * 7 + clip(floors[colour.index()], 6));
        }
        for colour in Colour::ALL {
            out.push(table::SUPPLY, state.supply.of(colour).into());
        }
    }

    #[inline(always)]
    fn star_value(&self, markers: [u8; 4]) -> usize {
        let least = markers.iter().copied().fold(u8::MAX, u8::min);
        let Some(star) = self.next_star[usize::from(least)] else { return 0 };
        let behind = markers.iter().filter(|steps| **steps < star).count();
        let steps: u8 = markers.iter().map(|steps| star.saturating_sub(*steps)).sum();
        clip(steps, 15) * 5 + behind
    }

    #[inline(always)]
    fn stock_value(&self, stock: Floors) -> usize {
        let total = stock.total() as usize;
        let room = usize::from(self.rules.stock_limit) + 4
            - total.min(usize::from(self.rules.stock_limit) + 4);
        total.min(15) * 12 + room.min(11)
    }
}

#[inline]
fn clip(value: u8, most: u8) -> usize {
    value.min(most).into()
}

fn step_value(state: &State, actor: usize) -> usize {
    let step = match state.step {
        Step::DrawObjective | Step::OpenMarket | Step::DrawFloor | Step::Place => 0,
        Step::Act | Step::Over(_) => 1,
        Step::Reveal => 2,
        Step::Return => 3,
    };
    actor * 8 + step * 2 + usize::from(state.extra)
}

fn ending_value(state: &State, relative: impl Fn(Seat) -> usize) -> usize {
    let Some(ending) = state.ending else { return 0 };
    let (kind, by) = match ending {
        Ending::LastRoof(by) => (0, by),
        Ending::Shortage(by) => (1, by),
        Ending::DeadBoard(by) => (2, by),
    };
    1 + (kind * 2 + usize::from(state.last_round)) * 4 + relative(by)
}

fn lead_value(lead: i32) -> usize {
    (lead.clamp(-31, 31) + 31) as usize
}

fn marker_value(player: &Player, colour: Colour) -> usize {
    clip(player.markers[colour.index()], 15) * 9 + clip(player.stock.of(colour), 8)
}

fn steps_value(player: &Player, reach: &Reach, colour: Colour) -> usize {
    let [now, nearly] = reach.steps[colour.index()].map(|steps| clip(steps, 5));
    (clip(player.markers[colour.index()], 11) * 6 + now) * 6 + nearly
}

fn hindmost_value(mut markers: [u8; 4]) -> usize {
    markers.sort_unstable();
    clip(markers[0], 11) * 12 + clip(markers[1], 11)
}

fn visible_value(player: &Player) -> usize {
    match player.counted {
        Some(counted) => 12 + clip(counted, 11),
        None => (player.visible.len() as usize).min(11),
    }
}

fn demand_value(demand: Demand) -> usize {
    demand as usize
}
