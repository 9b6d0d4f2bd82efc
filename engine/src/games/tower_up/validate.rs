//! Whether a state that was read can have come about.
//!
//! Every check looks at one thing and reports it at its place. What depends on
//! the city is checked only once the city itself makes sense.

use super::TowerUp;
use super::colour::{Colour, Floors};
use super::deck::{Face, Printing};
use super::document::StepName;
use super::founding_order;
use super::objectives::{IN_PLAY, Objective};
use super::read::{Draft, Person, Plot};
use super::rules::MAX_MARKET;
use super::sites::{MAX_SITES, Sites};
use super::state::{Ending, Pile, Player, Row, State, Step};
use crate::document::{Object, Reader};
use crate::game::{Finish, Game, Seat};

impl TowerUp {
    /// Reads and checks a state document.
    pub(super) fn state_of(&self, object: &Object<'_>) -> Option<State> {
        let draft = self.draft(object)?;
        let before = object.reader().fault_count();
        let mut state = self.start();
        state.seat = draft.seat;
        state.turns = draft.number;
        state.extra = draft.extra;
        state.ending = draft.ending.as_ref().map(|(ending, _)| *ending);
        self.put_objectives(object, &draft, &mut state);
        self.put_cards(object, &draft, &mut state);
        self.put_players(&draft, &mut state);
        let city_stands = self.put_city(&draft, &mut state);
        self.put_supply(&draft, &mut state);
        if city_stands {
            self.check_heights(object, &draft, &state);
            self.check_tokens(&draft, &mut state);
            self.check_markers(&draft, &state);
        }
        self.put_step(object, &draft, &mut state);
        if self.is_playing(&draft) {
            self.check_turn(object, &draft, &state);
            self.check_ending(object, &draft, &mut state);
        } else {
            self.check_setup(object, &draft, &mut state);
        }
        (object.reader().fault_count() == before).then_some(state)
    }

    fn is_playing(&self, draft: &Draft<'_>) -> bool {
        match draft.step {
            StepName::Act | StepName::Return | StepName::Over => true,
            StepName::Reveal => draft.number > 0,
            _ => false,
        }
    }

    fn put_objectives(&self, object: &Object<'_>, draft: &Draft<'_>, state: &mut State) {
        state.objectives = [Objective(u8::MAX); IN_PLAY];
        state.drawn = draft.objectives.len() as u8;
        state.objectives[..draft.objectives.len()].copy_from_slice(&draft.objectives);
        let drawing = draft.step == StepName::DrawObjective;
        if drawing == (draft.objectives.len() == IN_PLAY) {
            let when =
                if drawing { "until the last of them is drawn, fewer" } else { "all of them" };
            let message = format!(
                "{} objectives are named; of {IN_PLAY} in play, {when}",
                draft.objectives.len()
            );
            object.fault("objectives", "objectives", message);
        } else if !self.chosen.is_empty() && self.chosen != draft.objectives {
            object.fault("objectives", "objectives", "the rules name other objectives");
        }
    }

    fn put_cards(&self, object: &Object<'_>, draft: &Draft<'_>, state: &mut State) {
        (state.discard, state.market) = (Pile::EMPTY, Row::new(Face(u8::MAX)));
        let mut left = self.start().unseen;
        let mut take = |face: Face, at: &Reader<'_>| {
            let exists = left.of(face) > 0;
            if exists {
                left.remove(face);
            } else {
                let data = &self.faces[usize::from(face.0)];
                let message = format!("there are only {} cards `{}`", data.copies, data.name);
                at.fault("too-many-cards", message);
            }
            exists
        };
        for (face, at) in draft.market.iter().take(MAX_MARKET) {
            if take(*face, at) {
                state.market.insert(*face);
            }
        }
        for (face, at) in &draft.discard {
            if take(*face, at) {
                state.discard.add(*face);
            }
        }
        state.unseen = left;
        let (shown, size) = (draft.market.len(), usize::from(self.rules.market_size));
        let expected = match draft.step {
            StepName::DrawObjective => 0..=0,
            StepName::OpenMarket => 0..=size - 1,
            StepName::Reveal if draft.number == 0 => 0..=size - 1,
            StepName::Reveal => size - 1..=size - 1,
            _ => size..=size,
        };
        if !expected.contains(&shown) {
            let message = match (expected.start(), expected.end()) {
                (low, high) if low == high => {
                    format!("{shown} cards are on display; at this step it is {low}")
                }
                (low, high) => {
                    format!("{shown} cards are on display; at this step it is {low} to {high}")
                }
            };
            object.fault("market", "market-size", message);
        }
    }

    fn put_players(&self, draft: &Draft<'_>, state: &mut State) {
        state.players = [Player::default(); super::rules::MAX_SEATS];
        let all = self.rules.roofs(&self.components);
        for (person, player) in draft.players.iter().zip(&mut state.players) {
            let counted = person.counted.as_ref().map(|(count, _)| *count);
            *player = Player {
                stock: person.stock,
                markers: person.markers,
                roofs: all,
                counted,
                ..Player::default()
            };
        }
    }

    /// Puts the buildings on the board; false if that makes no sense.
    fn put_city(&self, draft: &Draft<'_>, state: &mut State) -> bool {
        let Some(first) = draft.players.first() else { return false };
        let before = first.at.fault_count();
        for Plot { site, colour, floors, at } in &draft.city {
            let most = 1 + self.adjacent[site.index()].len() as usize;
            if floors.is_empty() || floors.len() > most {
                let message =
                    format!("{} floors; this site's roads allow 1 to {most}", floors.len());
                at.fault("impossible-height", message);
                continue;
            }
            if !(self.adjacent[site.index()] & state.built[colour.index()]).is_empty() {
                let name = |s: super::sites::Site| self.board.name(s);
                let other =
                    (self.adjacent[site.index()] & state.built[colour.index()]).into_iter().next();
                let other = other.map(name).unwrap_or_default();
                at.fault("same-colour-adjacent", format!("the neighbour {other} is {colour} too"));
            }
            self.erect(state, *colour, *site);
            let here = Sites::one(*site);
            for (index, roof) in floors.iter().enumerate() {
                if index > 0 {
                    state.buildings[site.index()].raise();
                }
                let Some(seat) = roof else { continue };
                state.buildings[site.index()].put_roof(*seat);
                let player = &mut state.players[seat.index()];
                player.twice |= player.present & here;
                player.present |= here;
                player.levels |= 1 << index;
                player.roofs = player.roofs.wrapping_sub(1);
            }
            if let Some(Some(top)) = floors.last() {
                state.players[top.index()].visible |= here;
            }
        }
        let all = self.rules.roofs(&self.components);
        let players = draft.players.iter().zip(&state.players);
        for (person, player) in players.filter(|_| draft.city_is_whole) {
            if player.roofs > all {
                let placed = u32::from(all) + u32::from(0u8.wrapping_sub(player.roofs));
                person.at.fault(
                    "too-many-roofs",
                    format!("{placed} roofs are in the city; a player has {all}"),
                );
            } else if let Some((given, at)) =
                person.roofs.as_ref().filter(|(given, _)| *given != player.roofs)
            {
                let placed = all - player.roofs;
                let message =
                    format!("{given} roofs are left, but {placed} of {all} are in the city");
                at.fault("roofs-not-conserved", message);
            }
        }
        draft.city_is_whole && first.at.fault_count() == before
    }

    fn put_supply(&self, draft: &Draft<'_>, state: &mut State) {
        let all = self.rules.floors_per_colour(&self.components);
        let mut used = [0u32; 4];
        for plot in &draft.city {
            used[plot.colour.index()] += plot.floors.len() as u32;
        }
        for person in &draft.players {
            person
                .stock
                .counts()
                .iter()
                .zip(&mut used)
                .for_each(|(&n, used)| *used += u32::from(n));
        }
        let mut left = [0; 4];
        for colour in Colour::ALL {
            let used = used[colour.index()];
            match u32::from(all).checked_sub(used) {
                Some(rest) => left[colour.index()] = rest as u8,
                None => {
                    let message = format!(
                        "{used} {colour} floors are in the city and in stocks; there are {all}"
                    );
                    draft.players[0].at.fault("floors-not-conserved", message);
                }
            }
        }
        state.supply = Floors::new(left);
        let differs = |given: &Floors| draft.city_is_whole && *given != state.supply;
        if let Some((given, at)) = draft.supply.as_ref().filter(|(given, _)| differs(given)) {
            let message = format!(
                "the supply is given as {}; with {all} of each colour, city and stocks leave {}",
                in_words(*given),
                in_words(state.supply)
            );
            at.fault("floors-not-conserved", message);
        }
    }

    /// Each building but the starting floors came with one roof, and grew by its
    /// neighbours' foundings.
    fn check_heights(&self, object: &Object<'_>, draft: &Draft<'_>, state: &State) {
        let built = state.occupied();
        let roofs = draft.city.iter().flat_map(|plot| &plot.floors).flatten().count() as u32;
        let most = u32::from(self.rules.starting_floors);
        let starting = built.len().checked_sub(roofs);
        let Some(starting) = starting.filter(|starting| *starting <= most) else {
            let message = format!(
                "{} buildings and {roofs} roofs: every founding places one roof, and there were at most {most} \
                 starting floors",
                built.len()
            );
            return object.fault("city", "roofs-and-buildings", message);
        };
        let mut heights = [0; MAX_SITES];
        built
            .into_iter()
            .for_each(|site| heights[site.index()] = state.buildings[site.index()].height());
        if !founding_order::is_possible(&self.adjacent, built, &heights, starting) {
            let message = "no order of founding gives these heights: a building is one floor higher for every \
                           neighbour founded after it";
            object.fault("city", "impossible-heights", message);
        }
    }

    fn check_tokens(&self, draft: &Draft<'_>, state: &mut State) {
        for (slot, &objective) in draft.objectives.iter().enumerate() {
            let data = &self.components.objectives[usize::from(objective.0)];
            let mut held: Vec<(u8, &Reader<'_>)> = Vec::new();
            for (index, person) in draft.players.iter().enumerate() {
                let seat = Seat(index as u8);
                let earned =
                    draft.objectives.len() == IN_PLAY && self.places.met(data, state, seat);
                let given = person.tokens.iter().find(|(known, ..)| *known == objective);
                match given {
                    Some((_, value, at)) if earned => held.push((*value, at)),
                    Some((.., at)) => {
                        at.fault(
                            "token-not-earned",
                            format!("seat {index} has not reached {}", data.id),
                        );
                    }
                    None if earned => {
                        let message = format!(
                            "seat {index} has reached {} and must have a token of it",
                            data.id
                        );
                        person.at.fault("token-missing", message);
                    }
                    None => {}
                }
                state.players[index].tokens[slot] = given.map(|(_, value, _)| *value);
            }
            let mut left: Vec<u8> = (0..held.len() as u8).map(|rank| self.token(rank)).collect();
            for (value, at) in held {
                match left.iter().position(|&token| token == value) {
                    Some(index) => drop(left.remove(index)),
                    None => {
                        let times = self.tokens.iter().filter(|&&token| token == value).count();
                        let (code, message) = match times {
                            0 => (
                                "token-value",
                                format!("there is no token of {value}; they are {:?}", self.tokens),
                            ),
                            _ => (
                                "token-twice",
                                format!("the token of {value} is with somebody else, or left"),
                            ),
                        };
                        at.fault(code, message);
                    }
                }
            }
        }
        for person in &draft.players {
            for (.., at) in
                person.tokens.iter().filter(|(known, ..)| !draft.objectives.contains(known))
            {
                at.fault("objective-not-in-play", "this objective is not in play");
            }
        }
    }

    /// Every own roof has moved a marker by the level it was placed on.
    fn check_markers(&self, draft: &Draft<'_>, state: &State) {
        for (index, person) in draft.players.iter().enumerate() {
            for colour in Colour::ALL {
                let plots = draft.city.iter().filter(|plot| plot.colour == colour);
                let levels = plots.flat_map(|plot| plot.floors.iter().zip(1u32..));
                let own = levels.filter(|(roof, _)| **roof == Some(Seat(index as u8)));
                let least = own.map(|(_, level)| level).sum::<u32>().min(self.track_end.into());
                let steps = state.players[index].markers[colour.index()];
                if u32::from(steps) < least {
                    let message = format!(
                        "the {colour} marker is {steps} steps on; its roofs alone have moved it {least}"
                    );
                    person.at.fault("marker-too-low", message);
                }
            }
        }
    }

    fn put_step(&self, object: &Object<'_>, draft: &Draft<'_>, state: &mut State) {
        state.step = match draft.step {
            StepName::DrawObjective => Step::DrawObjective,
            StepName::OpenMarket => Step::OpenMarket,
            StepName::DrawFloor => Step::DrawFloor,
            StepName::Place => Step::Place,
            StepName::Act => Step::Act,
            StepName::Reveal => Step::Reveal,
            StepName::Return => Step::Return,
            StepName::Over if draft.players.iter().all(|person| person.counted.is_some()) => {
                Step::Over(Finish::Decided)
            }
            StepName::Over => Step::Over(Finish::Unfinished),
        };
        let playing = self.is_playing(draft);
        if playing != (draft.number > 0) {
            let message = match playing {
                true => "turns are counted from 1",
                false => "no turn has begun during setup; the number is 0",
            };
            object.fault("turn", "impossible-turn", message);
        }
        if draft.extra && !(playing && matches!(state.step, Step::Reveal | Step::Return)) {
            let message =
                "`extra` is for a turn that has earned another one before `reveal` or `return`";
            object.fault("turn", "impossible-turn", message);
        }
        if playing && !(draft.opened.is_empty() && draft.pending.is_empty()) {
            object.fault(
                "pending",
                "impossible-turn",
                "starting floors are placed before the first turn",
            );
        }
    }

    fn check_turn(&self, object: &Object<'_>, draft: &Draft<'_>, state: &State) {
        let limit = self.rules.stock_limit;
        for (index, person) in draft.players.iter().enumerate() {
            let over = self.surplus(person.stock) > 0;
            let mover = index == draft.seat.index();
            let (total, at) = (person.stock.total(), &person.at);
            match draft.step {
                StepName::Return if mover && !over => {
                    let message = format!(
                        "seat {index} has {total} floors and nothing to return; {limit} may stay"
                    );
                    object.fault("turn", "impossible-turn", message);
                }
                StepName::Return | StepName::Reveal if mover => {}
                _ if over => {
                    let message = format!(
                        "seat {index} has {total} floors; at most {limit} stay at the end of a turn"
                    );
                    at.fault("stock-above-limit", message);
                }
                _ => {}
            }
        }
        if draft.step == StepName::Reveal && state.unseen.total == 0 {
            object.fault(
                "discard",
                "impossible-turn",
                "no card is left to reveal; shuffle the discard first",
            );
        }
        if draft.city_is_whole && state.occupied().is_empty() {
            object.fault(
                "city",
                "impossible-turn",
                "there were starting floors; the city is empty",
            );
        }
        if state.step == Step::Over(Finish::Unfinished) && draft.number < self.rules.turn_cap {
            let message =
                "the game is over when everybody has counted visible roofs, or at the turn cap";
            object.fault("turn", "impossible-turn", message);
        }
    }

    fn check_ending(&self, object: &Object<'_>, draft: &Draft<'_>, state: &mut State) {
        let fault = |message: String| match &draft.ending {
            Some((_, at)) => at.fault("impossible-ending", message),
            None => object.fault("ending", "ending-missing", message),
        };
        let dead = state.is_dead(self.all_sites);
        let city_is_whole = draft.city_is_whole && !state.occupied().is_empty();
        let unfinished = state.step == Step::Over(Finish::Unfinished);
        match state.ending {
            None => {
                let done = (0..draft.players.len()).find(|&index| state.players[index].roofs == 0);
                if let Some(seat) = done {
                    fault(format!("seat {seat} has placed the last roof: that triggers the end"));
                } else if dead && city_is_whole {
                    fault("nobody can found any more: that triggers the end".into());
                }
            }
            Some(Ending::LastRoof(by)) if city_is_whole && state.players[by.index()].roofs > 0 => {
                fault(format!("seat {} has {} roofs left", by.0, state.players[by.index()].roofs));
            }
            Some(Ending::DeadBoard(_)) if !dead => fault("somebody could still found".into()),
            Some(_) => {}
        }
        let seats = self.seats();
        let counted = |seat: Seat| draft.players[seat.index()].counted.is_some();
        let (must, last_round) = match state.ending {
            None => (Vec::new(), false),
            Some(ending) => {
                let (by, first, fresh) = match ending {
                    Ending::LastRoof(by) => (by, by, draft.seat == by),
                    Ending::Shortage(by) | Ending::DeadBoard(by) => {
                        let others = Seat::all(seats).filter(|seat| *seat != by);
                        (by, by.after(seats), draft.seat == by && !others.into_iter().any(counted))
                    }
                };
                // From `first` on, everybody up to the seat to move has counted.
                let order =
                    std::iter::successors(Some(first), |seat| Some(seat.after(seats))).take(seats);
                let done = order.take_while(|seat| {
                    *seat != draft.seat || state.step == Step::Over(Finish::Decided)
                });
                let must: Vec<Seat> = if fresh { Vec::new() } else { done.collect() };
                (must, !fresh || draft.seat != by)
            }
        };
        state.last_round = last_round;
        for (person, seat) in draft.players.iter().zip(Seat::all(seats)) {
            match (&person.counted, must.contains(&seat)) {
                (Some((count, at)), true) => {
                    let (visible, placed) =
                        (state.players[seat.index()].visible.len(), person_roofs(draft, seat));
                    if u32::from(*count) < visible || u32::from(*count) > placed {
                        let message = format!(
                            "{count} counted; {visible} are visible now, and {placed} were placed"
                        );
                        at.fault("impossible-count", message);
                    }
                }
                (Some((_, at)), false) => {
                    at.fault(
                        "impossible-count",
                        format!("the last turn of {seat} is not over yet"),
                    );
                }
                (None, true) if !unfinished => {
                    person.at.fault(
                        "count-missing",
                        format!("the last turn of {seat} is over: give `counted`"),
                    );
                }
                (None, _) => {}
            }
        }
    }

    fn check_setup(&self, object: &Object<'_>, draft: &Draft<'_>, state: &mut State) {
        let fault = |key: &str, message: &str| object.fault(key, "impossible-setup", message);
        let opening = Floors::new(self.rules.opening_stock);
        for Person { stock, markers, counted, at, .. } in &draft.players {
            if (*stock, *markers, counted.is_some()) != (opening, [0; 4], false) {
                at.fault(
                    "impossible-setup",
                    "before the first turn, players have what they start with",
                );
            }
        }
        if draft.ending.is_some() || !draft.discard.is_empty() {
            fault("ending", "before the first turn nothing is discarded or ended");
        }
        if draft.step != StepName::Place && !draft.city.is_empty() {
            fault("city", "starting floors are placed after all of them are known");
        }
        if draft.city.iter().any(|plot| plot.floors != [None]) {
            fault("city", "starting floors are one floor high and have no roof");
        }
        let placer = self.start().seat;
        if draft.seat != placer {
            fault("turn", &format!("{placer} places the starting floors"));
        }
        state.opened = Row::new(Printing(u8::MAX));
        state.pending = (Floors::NONE, 0);
        for (bottom, at) in &draft.pending {
            if self.bottoms_left(state, *bottom) == 0 {
                at.fault("too-many-cards", "no card is left with this bottom");
                continue;
            }
            match bottom {
                Some(colour) => state.pending.0 = state.pending.0.plus(Floors::one(*colour)),
                None => state.pending.1 += 1,
            }
        }
        let opens = draft.step == StepName::OpenMarket;
        for (printing, at) in draft.opened.iter().take(MAX_MARKET) {
            let copies = self.components.deck.printings[usize::from(printing.0)].copies;
            let opened = state.opened.as_slice().iter().filter(|known| *known == printing).count();
            if opened >= usize::from(copies) {
                at.fault("too-many-cards", format!("there are only {copies} such cards"));
            } else {
                state.opened.insert(*printing);
            }
        }
        let mut faces: Vec<Face> = draft
            .opened
            .iter()
            .map(|(p, _)| self.components.deck.printings[usize::from(p.0)].face)
            .collect();
        let mut bottoms: Vec<_> = draft
            .opened
            .iter()
            .map(|(p, _)| self.components.deck.printings[usize::from(p.0)].bottom)
            .collect();
        let mut pending: Vec<_> = draft.pending.iter().map(|(bottom, _)| *bottom).collect();
        (faces.sort(), bottoms.sort(), pending.sort());
        if opens && (faces != state.market.as_slice() || bottoms != pending) {
            fault(
                "opened",
                "while the market opens, `opened` lists its cards and `pending` their bottoms",
            );
        }
        if !opens && !draft.opened.is_empty() {
            fault("opened", "`opened` is for the step `open_market`");
        }
        let (known, wanted) = (self.pending_total(state), u32::from(self.rules.starting_floors));
        let placed = draft.city.len() as u32;
        let fits = match draft.step {
            StepName::DrawObjective => known == 0,
            StepName::OpenMarket | StepName::DrawFloor => known < wanted,
            StepName::Reveal => known == wanted,
            _ => (1..=wanted).contains(&known) && known + placed <= wanted,
        };
        if !fits {
            fault(
                "pending",
                &format!("{known} starting floors are pending at this step; {wanted} in all"),
            );
        } else if draft.step == StepName::Place
            && Colour::ALL.into_iter().all(|colour| self.placements(state, colour).is_empty())
        {
            fault("pending", "the next starting floor fits nowhere; leave it out");
        }
    }
}

fn in_words(floors: Floors) -> String {
    let counts = Colour::ALL.map(|colour| format!("{} {colour}", floors.of(colour)));
    counts.join(", ")
}

fn person_roofs(draft: &Draft<'_>, seat: Seat) -> u32 {
    draft.city.iter().flat_map(|plot| &plot.floors).filter(|roof| **roof == Some(seat)).count()
        as u32
}
