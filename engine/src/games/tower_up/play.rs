//! What a move does.

use super::TowerUp;
use super::colour::{Colour, Floors};
use super::deck::{Bottom, Face, Printing};
use super::event::Event;
use super::handicap::Forbidden;
use super::moves::Move;
use super::objectives::{IN_PLAY, Objective};
use super::sites::{Site, Sites};
use super::state::{Ending, Row, State, Step};
use crate::game::{Finish, Seat, Watch};

impl TowerUp {
    pub(super) fn apply(&self, state: &mut State, mv: Move, watch: &mut impl Watch<Event>) {
        match mv {
            Move::Objective(objective) => self.add_objective(state, objective, watch),
            Move::Open(printing) => self.open(state, printing, watch),
            Move::Bottom(bottom) => {
                add_pending(state, bottom);
                self.next_setup_step(state, watch);
            }
            Move::Place { colour, site } => self.place(state, colour, site, watch),
            Move::Take { card, free } => self.take(state, card, free, watch),
            Move::Reveal(card) => {
                state.unseen.remove(card);
                state.market.insert(card);
                if state.turns == 0 {
                    self.next_setup_step(state, watch);
                } else if self.surplus(state.players[state.seat.index()].stock) > 0 {
                    state.step = Step::Return;
                } else {
                    self.end_turn(state, watch);
                }
            }
            Move::Return(floors) => {
                let player = &mut state.players[state.seat.index()];
                player.stock = player.stock.minus(floors);
                state.supply = state.supply.plus(floors);
                watch.see(Event::Returned { seat: state.seat, floors });
                self.end_turn(state, watch);
            }
            Move::Found { colour, site, roof } => self.found(state, colour, site, roof, watch),
        }
    }

    fn add_objective(
        &self,
        state: &mut State,
        objective: Objective,
        watch: &mut impl Watch<Event>,
    ) {
        let mut at = usize::from(state.drawn);
        while at > 0 && state.objectives[at - 1] > objective {
            state.objectives[at] = state.objectives[at - 1];
            at -= 1;
        }
        state.objectives[at] = objective;
        state.drawn += 1;
        self.next_setup_step(state, watch);
    }

    fn open(&self, state: &mut State, printing: Printing, watch: &mut impl Watch<Event>) {
        let data = &self.components.deck.printings[usize::from(printing.0)];
        state.opened.insert(printing);
        state.unseen.remove(data.face);
        state.market.insert(data.face);
        add_pending(state, data.bottom);
        self.next_setup_step(state, watch);
    }

    /// Finds out what setup needs next. A market card's bottom matters while starting
    /// floors are still to be found; beyond that it is revealed like any other. Cards
    /// drawn for their bottom alone are shuffled back: they never leave the unseen.
    pub(super) fn next_setup_step(&self, state: &mut State, watch: &mut impl Watch<Event>) {
        state.step = if usize::from(state.drawn) < IN_PLAY {
            Step::DrawObjective
        } else {
            let full = state.market.as_slice().len() == usize::from(self.rules.market_size);
            let floors_known = self.pending_total(state) == u32::from(self.rules.starting_floors);
            if full || floors_known {
                state.opened = Row::new(Printing(u8::MAX));
            }
            match (full, floors_known) {
                (false, false) => Step::OpenMarket,
                (false, true) => Step::Reveal,
                (true, false) => Step::DrawFloor,
                (true, true) => return self.next_placement(state, watch),
            }
        };
    }

    fn place(&self, state: &mut State, colour: Colour, site: Site, watch: &mut impl Watch<Event>) {
        let needed = state.next_pending().expect("a starting floor is pending");
        state.supply = state.supply.minus(Floors::one(colour));
        self.erect(state, colour, site);
        watch.see(Event::Raised { site, colour, height: 1 });
        drop_pending(state, needed);
        self.next_placement(state, watch);
    }

    /// Leaves out starting floors that fit nowhere; begins the first turn after the last.
    fn next_placement(&self, state: &mut State, watch: &mut impl Watch<Event>) {
        state.step = Step::Place;
        while let Some(floor) = state.next_pending() {
            if Colour::ALL.into_iter().any(|colour| !self.placements(state, colour).is_empty()) {
                return;
            }
            drop_pending(state, floor);
            watch.see(Event::FloorLeftOut(floor));
        }
        if state.is_dead(self.all_sites) {
            let last = Seat(self.rules.players - 1);
            state.last_round = true;
            trigger(state, Ending::DeadBoard(last), watch);
        }
        self.begin_turn(state, Seat(0), false, watch);
    }

    /// Puts the ground floor of a building on a site.
    pub(super) fn erect(&self, state: &mut State, colour: Colour, site: Site) {
        state.buildings[site.index()].raise();
        state.built[colour.index()] |= Sites::one(site);
        let mut carry = self.adjacent[site.index()];
        for level in &mut state.near[colour.index()] {
            let more = *level & carry;
            *level |= carry;
            carry = more;
            if carry.is_empty() {
                break;
            }
        }
    }

    fn take(&self, state: &mut State, card: Face, free: Floors, watch: &mut impl Watch<Event>) {
        let seat = state.seat;
        let face = &self.faces[usize::from(card.0)];
        state.market.remove(card, Face(u8::MAX));
        state.discard.add(card);

        let printed = state.supply.share(face.floors);
        let floors = printed.plus(free);
        state.supply = state.supply.minus(floors);
        let player = &mut state.players[seat.index()];
        player.stock = player.stock.plus(floors);
        watch.see(Event::Collected { seat, floors });
        let short = printed != face.floors || free.total() < u32::from(face.wild);
        if short && state.ending.is_none() {
            trigger(state, Ending::Shortage(seat), watch);
        }
        if let Some(colour) = face.marker {
            self.advance(state, seat, colour, face.steps, watch);
        }
        if state.unseen.total == 0 {
            std::mem::swap(&mut state.unseen, &mut state.discard);
            watch.see(Event::Reshuffled);
        }
        state.step = Step::Reveal;
    }

    fn found(
        &self,
        state: &mut State,
        colour: Colour,
        site: Site,
        roof: Site,
        watch: &mut impl Watch<Event>,
    ) {
        let seat = state.seat;
        let neighbours = self.adjacent[site.index()];
        let mut spent = Floors::one(colour);
        let mut scored = colour;
        watch.see(Event::Raised { site, colour, height: 1 });
        for paid in Colour::ALL {
            for paid_site in neighbours & state.built[paid.index()] {
                spent = spent.plus(Floors::one(paid));
                let building = &mut state.buildings[paid_site.index()];
                building.raise();
                watch.see(Event::Raised {
                    site: paid_site,
                    colour: paid,
                    height: building.height(),
                });
                if paid_site == roof {
                    scored = paid;
                }
            }
        }
        self.erect(state, colour, site);
        for owner in 0..usize::from(self.rules.players) {
            let covered = state.players[owner].visible & neighbours;
            state.players[owner].visible = state.players[owner].visible & !covered;
            for site in covered {
                watch.see(Event::Covered { seat: Seat(owner as u8), site });
            }
        }
        let building = &mut state.buildings[roof.index()];
        building.put_roof(seat);
        let height = building.height();
        let player = &mut state.players[seat.index()];
        player.stock = player.stock.minus(spent);
        player.roofs -= 1;
        player.levels |= 1 << (height - 1);
        player.twice |= player.present & Sites::one(roof);
        player.present |= Sites::one(roof);
        player.visible |= Sites::one(roof);
        let last_roof = player.roofs == 0;
        watch.see(Event::Roofed { seat, site: roof, level: height });

        self.advance(state, seat, scored, height, watch);
        self.award(state, seat, watch);
        let by_shortage_now =
            matches!(state.ending, Some(Ending::Shortage(_))) && !state.last_round;
        if last_roof && (state.ending.is_none() || by_shortage_now) {
            trigger(state, Ending::LastRoof(seat), watch);
        } else if state.ending.is_none() && state.is_dead(self.all_sites) {
            trigger(state, Ending::DeadBoard(seat), watch);
        }
        self.end_turn(state, watch);
    }

    /// Moves a marker; a star column that all four markers reach by it gives an extra turn.
    fn advance(
        &self,
        state: &mut State,
        seat: Seat,
        colour: Colour,
        steps: u8,
        watch: &mut impl Watch<Event>,
    ) {
        let markers = &mut state.players[seat.index()].markers;
        let least = |markers: &[u8; 4]| {
            usize::from(markers[0].min(markers[1]).min(markers[2].min(markers[3])))
        };
        let before = self.stars_passed[least(markers)];
        let from = markers[colour.index()];
        let to = (from + steps).min(self.track_end);
        markers[colour.index()] = to;
        watch.see(Event::Advanced { seat, colour, from, to });
        if self.stars_passed[least(markers)] > before {
            state.extra = true;
            watch.see(Event::StarColumn(seat));
        }
    }

    /// Hands out the tokens of the objectives that the player has just reached.
    fn award(&self, state: &mut State, seat: Seat, watch: &mut impl Watch<Event>) {
        if self.forbids(seat, Forbidden::Objectives) {
            return;
        }
        for slot in 0..IN_PLAY {
            let objective = state.objectives[slot];
            let data = &self.components.objectives[usize::from(objective.0)];
            let open = state.players[seat.index()].tokens[slot].is_none();
            if open && self.places.met(data, state, seat) {
                let points = self.token(state.reached_by(slot));
                state.players[seat.index()].tokens[slot] = Some(points);
                watch.see(Event::Reached { seat, objective, points });
            }
        }
    }

    fn end_turn(&self, state: &mut State, watch: &mut impl Watch<Event>) {
        let seat = state.seat;
        if state.extra {
            return self.begin_turn(state, seat, true, watch);
        }
        let next = seat.after(usize::from(self.rules.players));
        if let Some(ending) = state.ending {
            let (counts, over) = match ending {
                Ending::LastRoof(by) => (true, next == by),
                Ending::Shortage(by) | Ending::DeadBoard(by) => {
                    (state.last_round, state.last_round && seat == by)
                }
            };
            if counts {
                let player = &mut state.players[seat.index()];
                let visible = player.visible.len() as u8;
                player.counted = Some(visible);
                watch.see(Event::Counted { seat, visible });
            }
            if over {
                state.step = Step::Over(Finish::Decided);
                return watch.see(Event::Over(Finish::Decided));
            }
            state.last_round = true;
        }
        self.begin_turn(state, next, false, watch);
    }

    fn begin_turn(
        &self,
        state: &mut State,
        seat: Seat,
        extra: bool,
        watch: &mut impl Watch<Event>,
    ) {
        state.extra = false;
        state.seat = seat;
        if state.turns == self.rules.turn_cap {
            state.step = Step::Over(Finish::Unfinished);
            return watch.see(Event::Over(Finish::Unfinished));
        }
        state.turns += 1;
        state.step = Step::Act;
        watch.see(Event::Turn { seat, extra });
    }
}

fn trigger(state: &mut State, ending: Ending, watch: &mut impl Watch<Event>) {
    state.ending = Some(ending);
    watch.see(Event::Triggered(ending));
}

fn add_pending(state: &mut State, bottom: Bottom) {
    match bottom {
        Some(colour) => state.pending.0 = state.pending.0.plus(Floors::one(colour)),
        None => state.pending.1 += 1,
    }
}

fn drop_pending(state: &mut State, bottom: Bottom) {
    match bottom {
        Some(colour) => state.pending.0 = state.pending.0.minus(Floors::one(colour)),
        None => state.pending.1 -= 1,
    }
}
