//! A position as a net sees it. Nothing here depends on where a site lies or what it is called, so
//! that a net plays on any board: a site is described by what surrounds it and what founding there
//! would bring.

use super::TowerUp;
use super::colour::{Colour, Floors};
use super::objectives::{Demand, IN_PLAY};
use super::reach::{Aims, MAX_STEPS, Missing, Reach, Surroundings};
use super::sites::Sites;
use super::state::{Ending, Player, State, Step};
use super::{note, table};
use crate::game::Seat;
use crate::game::widest::widest;
use crate::games::inputs::{InputWriter, Inputs, KnownInputs, Nearest};

/// The inputs that depend on the board: buildings, visible roofs, roofs, and objectives.
const OF_BOARD: usize = 3 + 2 * IN_PLAY;
/// The inputs of one rival.
const OF_RIVAL: usize = 14 + IN_PLAY;

/// The inputs of a rival that no move of the player changes.
const OF_RIVAL_ALONE: usize = 7;

/// What a position has in common with one whose inputs are known.
#[derive(Clone, Copy)]
pub(super) enum Same<'a> {
    /// Nothing that is known.
    Nothing,
    /// All but what a founding changes: the position before it.
    ButFounding(KnownInputs<'a, State>),
    /// The board, and the stocks and markers of the rivals.
    Board(&'a Inputs),
    /// Everything after a founding but where the roof lies.
    ButRoof(&'a Inputs, &'a Player),
}

/// Whether two positions come from the same founding, the roof perhaps elsewhere, with the same
/// objectives reached.
fn differ_in_roof(one: &State, other: &State, seat: Seat) -> bool {
    one.occupied() == other.occupied()
        && one.built == other.built
        && one.player(seat).stock == other.player(seat).stock
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
        let mut points = [i32::MIN / 2; 4];
        for (distance, points) in points.iter_mut().enumerate().take(seats) {
            *points = self.rank(state, at(distance)).points;
        }
        let best = points[1..].iter().copied().fold(i32::MIN / 2, i32::max);
        out.push(table::LEAD, lead_value(points[0] - best));
        out.push(table::POINTS, (points[0] / 2).max(0) as usize);
        for distance in 1..seats {
            out.push_rival(table::RIVAL_LEAD, distance, lead_value(points[0] - points[distance]));
        }
        let forbidden = |seat: Seat| usize::from(self.rules.forbidden[seat.index()].bits());
        out.push(table::FORBIDDEN, forbidden(seat));
        for distance in 1..seats {
            out.push_rival(table::RIVAL_FORBIDDEN, distance, forbidden(at(distance)));
        }
        let own = state.player(seat);
        for colour in Colour::ALL {
            out.push(table::MARKER, marker_value(own, colour));
        }
        out.push(table::STAR, self.star_value(own.markers));
        out.push(table::HINDMOST, hindmost_value(own.markers));
        out.push(table::STOCK, self.stock_value(own.stock));
        match same {
            Same::Board(known) => self.write_same_board(state, own, known, out),
            Same::ButRoof(known, other) => self.write_other_roof(state, seat, known, other, out),
            Same::ButFounding(known) => self.write_board(state, seat, Some(known), out),
            Same::Nothing => self.write_board(state, seat, None, out),
        }
    }

    /// Writes what is in a player's own reach, on the board and on display.
    #[inline(always)]
    fn write_own_reach(
        &self,
        state: &State,
        own: &Player,
        reach: &Reach,
        out: &mut InputWriter<'_>,
    ) {
        out.push(table::REACH, reach.best());
        for colour in Colour::ALL {
            out.push(table::STEPS, steps_value(own, reach, colour));
        }
        self.write_cards(state, own, out);
    }

    /// The rest of the inputs for a board that is known.
    #[inline(always)]
    fn write_same_board(
        &self,
        state: &State,
        own: &Player,
        known: &Inputs,
        out: &mut InputWriter<'_>,
    ) {
        let rivals = usize::from(self.rules.players) - 1;
        let sites = self.all_sites.len() as usize;
        let missing = Missing::new(self, state, own, state.occupied());
        let surroundings = note::surroundings(known.notes());
        let aims = note::aims(known.notes(), 0);
        let reach = Reach::new(self, state, own, &missing, &surroundings, &aims);
        self.write_own_reach(state, own, &reach, out);
        out.copy(known, OF_BOARD + OF_RIVAL * rivals);
        let first = out.copy(known, sites);
        self.write_reach(state, &reach, table::SITE, first, out);
        out.copy(known, sites);
    }

    /// The rest of the inputs after a founding that is known but for the roof: `other` is the player
    /// with the roof elsewhere.
    #[inline(always)]
    fn write_other_roof(
        &self,
        state: &State,
        seat: Seat,
        known: &Inputs,
        other: &Player,
        out: &mut InputWriter<'_>,
    ) {
        let rivals = usize::from(self.rules.players) - 1;
        let sites = self.all_sites.len() as usize;
        let own = state.player(seat);
        let missing = note::missing(known.notes());
        let surroundings = note::surroundings(known.notes());
        let mut aims = [Aims::NONE; 4];
        aims[0] = Aims::new(self, state, seat);
        for (distance, aims) in aims.iter_mut().enumerate().take(rivals + 1).skip(1) {
            *aims = note::aims(known.notes(), distance);
        }
        let reach = Reach::new(self, state, own, &missing, &surroundings, &aims[0]);
        self.write_own_reach(state, own, &reach, out);
        self.write_roofs(state, seat, &aims, out);
        out.copy(known, OF_RIVAL * rivals);
        let first = out.copy(known, sites);
        let changed = Sites(own.visible.0 ^ other.visible.0 | own.present.0 ^ other.present.0);
        let next_open = note::next_open(known.notes());
        self.write_buildings(state, seat, changed, next_open, first, out);
        self.write_reach(state, &reach, table::SITE, first, out);
        out.copy(known, sites);
    }

    /// The rest of the inputs, which depend on the board. `before` are those before the player's
    /// move, if it made one.
    #[inline(always)]
    fn write_board(
        &self,
        state: &State,
        seat: Seat,
        before: Option<KnownInputs<'_, State>>,
        out: &mut InputWriter<'_>,
    ) {
        let seats = usize::from(self.rules.players);
        let sites = self.all_sites.len() as usize;
        let at = |distance: usize| Seat(((seat.index() + distance) % seats) as u8);
        let (own, occupied) = (state.player(seat), state.occupied());
        let mut planes = [0; Surroundings::PLANES];
        if let Some(before) = before {
            planes = *note::surrounding_planes(before.inputs.notes());
            let founded = state.occupied() & !before.state.occupied();
            Surroundings::add(self, state, self.places.around(founded) | founded, &mut planes);
        } else {
            Surroundings::add(self, state, occupied, &mut planes);
        }
        let surroundings = Surroundings::new(&planes);
        let mut aims = [Aims::NONE; 4];
        aims[0] = Aims::new(self, state, seat);
        for (distance, aims) in aims.iter_mut().enumerate().take(seats).skip(1) {
            if let Some(before) = before {
                *aims = note::aims(before.inputs.notes(), distance);
                aims.follow(self, state, at(distance));
            } else {
                *aims = Aims::new(self, state, at(distance));
            }
        }
        let missing = Missing::new(self, state, own, occupied);
        let reach = Reach::new(self, state, own, &missing, &surroundings, &aims[0]);
        self.write_own_reach(state, own, &reach, out);
        self.write_roofs(state, seat, &aims, out);
        let mut next_reach = None;
        for (distance, aims) in aims.iter().enumerate().take(seats).skip(1) {
            let rival = state.player(at(distance));
            let missing = Missing::new(self, state, rival, occupied);
            let reach = Reach::new(self, state, rival, &missing, &surroundings, aims);
            match before {
                Some(before) => _ = out.copy(before.inputs, OF_RIVAL_ALONE),
                None => self.write_rival_alone(rival, distance, out),
            }
            self.write_rival(state, rival, &reach, aims, distance, out);
            next_reach.get_or_insert(reach);
        }
        let next_open = next_reach.as_ref().map_or(Sites::NONE, |reach| reach.open);
        let (first, changed) = match before {
            Some(before) => {
                let changed = self.changed_buildings(before, state, seat, next_open);
                (out.copy(before.inputs, sites), changed)
            }
            None => (out.reserve(table::SITE, 0, sites), occupied),
        };
        self.write_buildings(state, seat, changed, next_open, first, out);
        for site in self.all_sites & !occupied & state.dead_sites() {
            out.set(first + site.index(), table::SITE, 97);
        }
        self.write_reach(state, &reach, table::SITE, first, out);
        let first = out.reserve(table::NEXT_SITE, 0, sites);
        if let Some(reach) = &next_reach {
            self.write_reach(state, reach, table::NEXT_SITE, first, out);
        }
        let notes = out.notes();
        notes[..Surroundings::PLANES].copy_from_slice(&planes);
        note::set_missing(notes, missing);
        note::set_next_open(notes, next_open);
        for (distance, aims) in aims.iter().enumerate() {
            note::set_aims(notes, distance, aims);
        }
    }

    /// The buildings that a move changes: their height, their roof, or what is around them.
    #[inline(always)]
    fn changed_buildings(
        &self,
        before: KnownInputs<'_, State>,
        state: &State,
        seat: Seat,
        next_open: Sites,
    ) -> Sites {
        let taken = |state: &State| state.occupied() | state.dead_sites();
        let founded = state.occupied() & !before.state.occupied();
        let around = Sites(
            founded.0
                | taken(state).0 ^ taken(before.state).0
                | next_open.0 ^ note::next_open(before.inputs.notes()).0,
        );
        let (own, other) = (state.player(seat), before.state.player(seat));
        let roofs = Sites(own.visible.0 ^ other.visible.0 | own.present.0 ^ other.present.0);
        (self.places.around(around) | founded | roofs) & state.occupied()
    }

    /// Writes the inputs after a move of the seat, whose inputs before it are known.
    pub(super) fn write_inputs_after(
        &self,
        before: KnownInputs<'_, State>,
        sibling: Option<KnownInputs<'_, State>>,
        after: &State,
        seat: Seat,
        out: &mut InputWriter<'_>,
    ) -> Nearest {
        // Every founding adds a building; counting roofs changes what is visible.
        let has_same_board = before.state.occupied() == after.occupied()
            && before.state.player(seat).counted == after.player(seat).counted;
        let (same, nearest) = match sibling {
            _ if has_same_board => (Same::Board(before.inputs), Nearest::Before),
            Some(sibling) if differ_in_roof(sibling.state, after, seat) => {
                let other = sibling.state.player(seat);
                (Same::ButRoof(sibling.inputs, other), Nearest::Sibling)
            }
            _ => (Same::ButFounding(before), Nearest::Before),
        };
        self.write_inputs(after, seat, same, out);
        nearest
    }

    fn next_token(&self, state: &State, slot: usize) -> usize {
        clip(self.token(state.reached_by(slot)), 8)
    }

    /// Writes how far a player is with roofs and objectives; `aims` are by distance.
    #[inline(always)]
    fn write_roofs(&self, state: &State, seat: Seat, aims: &[Aims; 4], out: &mut InputWriter<'_>) {
        let own = state.player(seat);
        let rivals = Seat::all(self.rules.players.into()).filter(|other| *other != seat);
        let fewest = rivals.map(|rival| state.player(rival).roofs).fold(u8::MAX, u8::min);
        out.push(table::BUILDINGS, state.occupied().len() as usize);
        out.push(table::VISIBLE, visible_value(own));
        out.push(table::ROOFS, clip(own.roofs, 12) * 13 + clip(fewest, 12));
        for slot in 0..IN_PLAY {
            let [own, rivals @ ..] = aims.map(|aims| usize::from(aims.missing[slot]));
            let rival = rivals.into_iter().filter(|missing| *missing > 0).min().unwrap_or(0);
            out.push(table::OBJECTIVE, (own * 7 + rival) * 9 + self.next_token(state, slot));
            let demand = if slot < usize::from(state.drawn) {
                let index = usize::from(state.objectives[slot].0);
                demand_value(self.components.objectives[index].demand)
            } else {
                0
            };
            out.push(table::DEMAND, demand * 7 + own);
        }
    }

    /// Writes what a rival has: [`OF_RIVAL_ALONE`] inputs.
    #[inline(always)]
    fn write_rival_alone(&self, rival: &Player, distance: usize, out: &mut InputWriter<'_>) {
        for colour in Colour::ALL {
            out.push_rival(table::RIVAL_MARKER, distance, marker_value(rival, colour));
        }
        out.push_rival(table::RIVAL_STAR, distance, self.star_value(rival.markers));
        out.push_rival(table::RIVAL_HINDMOST, distance, hindmost_value(rival.markers));
        out.push_rival(table::RIVAL_STOCK, distance, self.stock_value(rival.stock));
    }

    /// Writes how a rival stands on the board.
    #[inline(always)]
    fn write_rival(
        &self,
        state: &State,
        rival: &Player,
        reach: &Reach,
        aims: &Aims,
        distance: usize,
        out: &mut InputWriter<'_>,
    ) {
        out.push_rival(table::RIVAL_VISIBLE, distance, visible_value(rival));
        out.push_rival(table::RIVAL_REACH, distance, reach.best());
        out.push_rival(table::RIVAL_ROOFS, distance, rival.roofs.into());
        for colour in Colour::ALL {
            out.push_rival(table::RIVAL_STEPS, distance, steps_value(rival, reach, colour));
        }
        for (slot, missing) in aims.missing.iter().enumerate() {
            let value = usize::from(*missing) * 9 + self.next_token(state, slot);
            out.push_rival(table::RIVAL_OBJECTIVE, distance, value);
        }
    }

    /// Writes what some buildings are like; `first` is the number of the first site's input.
    #[inline(always)]
    fn write_buildings(
        &self,
        state: &State,
        seat: Seat,
        buildings: Sites,
        next_open: Sites,
        first: usize,
        out: &mut InputWriter<'_>,
    ) {
        let free = self.all_sites & !state.occupied() & !state.dead_sites();
        let player = state.player(seat);
        let rivals = Seat::all(self.rules.players.into()).filter(|other| *other != seat);
        let covered = rivals.fold(Sites::NONE, |all, other| all | state.player(other).visible);
        for site in buildings {
            let height = usize::from(state.buildings[site.index()].height()).clamp(1, 6) - 1;
            let top = if player.visible.has(site) { 1 } else { 2 * usize::from(covered.has(site)) };
            let spots = ((self.adjacent[site.index()] & free).len() as usize).min(3);
            let present = usize::from(player.present.has(site));
            let threatened = usize::from(self.adjacent[site.index()] & next_open != Sites::NONE);
            let value = 98 + (((height * 3 + top) * 4 + spots) * 2 + present) * 2 + threatened;
            out.set(first + site.index(), table::SITE, value);
        }
    }

    /// Writes what founding on the sites beside buildings would bring.
    #[inline(always)]
    fn write_reach(
        &self,
        state: &State,
        reach: &Reach,
        table: usize,
        first: usize,
        out: &mut InputWriter<'_>,
    ) {
        let sites = self.all_sites & state.near_any() & !state.occupied() & !state.dead_sites();
        out.set_where(first, table, sites.0, 1, reach.planes());
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
                let gains = self.step_gain(own.markers, colour).by_steps;
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
