//! A second, slow and obviously right implementation of move generation,
//! objectives and scoring, straight from the rules page, compared with the
//! engine on random positions.
//!
//! It reads a position only through what lies on the table (buildings with
//! their roofs, stocks, markers, market, supply) and uses no sets of bits.

use std::collections::{BTreeMap, BTreeSet};

use towerlab_engine::game::playout::{Draws, key};
use towerlab_engine::game::{Game, Next, Seat};
use towerlab_engine::games::tower_up::board::Area;
use towerlab_engine::games::tower_up::colour::{Colour, Floors};
use towerlab_engine::games::tower_up::deck::Face;
use towerlab_engine::games::tower_up::handicap::Forbidden;
use towerlab_engine::games::tower_up::objectives::{Demand, ObjectiveData};
use towerlab_engine::games::tower_up::rules::Placer;
use towerlab_engine::games::tower_up::sites::Site;
use towerlab_engine::games::tower_up::state::Step;
use towerlab_engine::games::tower_up::{State, TowerUp};

/// A building as one sees it on the table.
struct Observation {
    colour: Colour,
    /// Whose roof lies on each floor, from the ground up.
    floors: Vec<Option<Seat>>,
}

struct Reference<'a> {
    game: &'a TowerUp,
    state: &'a State,
    city: BTreeMap<String, Observation>,
    roads: BTreeSet<(String, String)>,
}

impl<'a> Reference<'a> {
    fn new(game: &'a TowerUp, state: &'a State) -> Self {
        let mut city = BTreeMap::new();
        let mut roads = BTreeSet::new();
        for name in &game.board().names {
            if let Some((colour, building)) =
                state.building(game.board().site(name).expect("known"))
            {
                let floors = (1..=building.height()).map(|level| building.roof(level)).collect();
                city.insert(name.clone(), Observation { colour, floors });
            }
        }
        for road in &game.board().file.roads {
            let (a, b) = road.split_once('-').expect("a road");
            roads.insert((a.to_string(), b.to_string()));
            roads.insert((b.to_string(), a.to_string()));
        }
        Reference { game, state, city, roads }
    }

    fn adjacent(&self, a: &str, b: &str) -> bool {
        self.roads.contains(&(a.to_string(), b.to_string()))
    }

    fn neighbours(&self, site: &str) -> Vec<&String> {
        self.city.keys().filter(|other| self.adjacent(site, other)).collect()
    }

    fn moves(&self) -> BTreeSet<String> {
        let mut moves = BTreeSet::new();
        match self.state.step() {
            Step::Place if self.game.rules().placed_by != Placer::Chance => {
                self.placements(&mut moves)
            }
            Step::Act => {
                self.takes(&mut moves);
                self.foundings(&mut moves);
            }
            Step::Return => {
                let stock = self.state.player(self.state.seat()).stock.counts();
                let surplus = stock.iter().sum::<u8>() - self.game.rules().stock_limit;
                for handful in handfuls(surplus) {
                    if (0..4).all(|c| handful[c] <= stock[c]) {
                        moves.insert(format!("return {}", Floors::new(handful)));
                    }
                }
            }
            _ => {}
        }
        moves
    }

    fn placements(&self, moves: &mut BTreeSet<String>) {
        let (floors, _) = self.state.pending();
        let due = Colour::ALL.into_iter().find(|&colour| floors.of(colour) > 0);
        for site in &self.game.board().names {
            for colour in Colour::ALL {
                let due = due.is_none_or(|due| due == colour);
                let free = !self.city.contains_key(site) && self.state.supply().of(colour) > 0;
                let apart = self.neighbours(site).iter().all(|n| self.city[*n].colour != colour);
                if due && free && apart {
                    moves.insert(format!("place {site} {colour}"));
                }
            }
        }
    }

    fn may_not(&self, seat: Seat, what: Forbidden) -> bool {
        self.game.rules().forbidden[seat.index()].has(what)
    }

    fn takes(&self, moves: &mut BTreeSet<String>) {
        let face = |card: &Face| &self.game.components().deck.faces[usize::from(card.0)];
        let seat = self.state.seat();
        let is_allowed = |card: &Face| {
            !(face(card).wild > 0 && self.may_not(seat, Forbidden::WildCards)
                || face(card).marker.is_some() && self.may_not(seat, Forbidden::MarkerCards))
        };
        let mut foundings = BTreeSet::new();
        self.foundings(&mut foundings);
        // Nobody is ever left without a move.
        let must_disobey = foundings.is_empty() && !self.state.market().iter().any(&is_allowed);
        for card in self.state.market() {
            if !is_allowed(card) && !must_disobey {
                continue;
            }
            let face = face(card);
            let mut supply = self.state.supply().counts();
            let mut free = face.wild;
            for colour in Colour::ALL {
                for _ in 0..face.floors.of(colour) {
                    match supply[colour.index()] {
                        0 => free += 1,
                        _ => supply[colour.index()] -= 1,
                    }
                }
            }
            let free = u32::from(free).min(supply.iter().map(|&n| u32::from(n)).sum()) as u8;
            for handful in handfuls(free) {
                if (0..4).all(|c| handful[c] <= supply[c]) {
                    let chosen = Floors::new(handful).to_string();
                    let suffix = if chosen.is_empty() { chosen } else { format!(" as {chosen}") };
                    moves.insert(format!("take {}{suffix}", face.name));
                }
            }
        }
    }

    fn foundings(&self, moves: &mut BTreeSet<String>) {
        let player = self.state.player(self.state.seat());
        for site in &self.game.board().names {
            let neighbours = self.neighbours(site);
            if player.roofs == 0 || self.city.contains_key(site) || neighbours.is_empty() {
                continue;
            }
            for colour in Colour::ALL {
                let mut stock = player.stock.counts().map(i32::from);
                stock[colour.index()] -= 1;
                neighbours.iter().for_each(|n| stock[self.city[*n].colour.index()] -= 1);
                let payable = stock.iter().all(|&left| left >= 0);
                if payable && neighbours.iter().all(|n| self.city[*n].colour != colour) {
                    for roof in neighbours.iter().copied().chain([site]) {
                        moves.insert(format!("found {site} {colour}, roof on {roof}"));
                    }
                }
            }
        }
    }

    /// The buildings in which a seat has a roof, with how many.
    fn presence(&self, seat: Seat) -> BTreeMap<&str, usize> {
        let roofs =
            |seen: &Observation| seen.floors.iter().filter(|roof| **roof == Some(seat)).count();
        let all = self.city.iter().map(|(name, seen)| (name.as_str(), roofs(seen)));
        all.filter(|(_, count)| *count > 0).collect()
    }

    fn meets(&self, objective: &ObjectiveData, seat: Seat) -> bool {
        let presence = self.presence(seat);
        let wanted = usize::from(objective.count);
        let board = self.game.board();
        let inside = |area: &Area| {
            let is_in = |name: &&&str| area.sites.has(board.site(name).expect("known"));
            presence.keys().filter(is_in).count()
        };
        let at = |areas: &[Area]| {
            let at_one = |name: &&&str| {
                let site: Site = board.site(name).expect("known");
                areas.iter().any(|area| area.sites.has(site))
            };
            presence.keys().filter(at_one).count()
        };
        let in_colour = |colour: Colour| {
            presence.keys().filter(|name| self.city[**name].colour == colour).count()
        };
        match objective.demand {
            Demand::Colours => Colour::ALL.iter().filter(|&&c| in_colour(c) > 0).count() >= wanted,
            Demand::Districts => board.districts.iter().filter(|d| inside(d) > 0).count() >= wanted,
            Demand::Adjacent => {
                presence.keys().any(|start| self.group(start, &presence).len() >= wanted)
            }
            Demand::Parks => at(&board.parks) >= wanted,
            Demand::Lakes => at(&board.lakes) >= wanted,
            Demand::Brown => in_colour(Colour::Brown) >= wanted,
            Demand::Black => in_colour(Colour::Black) >= wanted,
            Demand::Gray => in_colour(Colour::Gray) >= wanted,
            Demand::White => in_colour(Colour::White) >= wanted,
            Demand::GrayDistricts => {
                let gray: Vec<usize> =
                    board.districts.iter().filter(|d| d.gray).map(inside).collect();
                let other = usize::from(objective.other.expect("a second number"));
                (gray[0] >= wanted && gray[1] >= other) || (gray[1] >= wanted && gray[0] >= other)
            }
            Demand::Borders => self.crosses_two_borders(&presence),
            Demand::Twice => presence.values().filter(|&&roofs| roofs >= 2).count() >= wanted,
            Demand::Levels => (0..wanted).all(|level| {
                self.city.values().any(|seen| seen.floors.get(level) == Some(&Some(seat)))
            }),
        }
    }

    fn group<'b>(&self, start: &'b str, presence: &BTreeMap<&'b str, usize>) -> BTreeSet<&'b str> {
        let mut group = BTreeSet::from([start]);
        loop {
            let more: Vec<&str> = presence
                .keys()
                .filter(|name| {
                    !group.contains(**name)
                        && group.iter().any(|member| self.adjacent(member, name))
                })
                .copied()
                .collect();
            if more.is_empty() {
                return group;
            }
            group.extend(more);
        }
    }

    fn crosses_two_borders(&self, presence: &BTreeMap<&str, usize>) -> bool {
        let mut crossings = Vec::new();
        for (index, border) in self.game.board().file.border.iter().enumerate() {
            for a in border.sides[0].iter().filter(|a| presence.contains_key(a.as_str())) {
                for b in border.sides[1].iter().filter(|b| presence.contains_key(b.as_str())) {
                    if self.adjacent(a, b) {
                        crossings.push((index, a, b));
                    }
                }
            }
        }
        crossings.iter().any(|(i, a, b)| {
            crossings.iter().any(|(j, c, d)| i != j && ![a, b].contains(&c) && ![a, b].contains(&d))
        })
    }

    fn points(&self, seat: Seat) -> i32 {
        let (rules, components) = (self.game.rules(), self.game.components());
        let player = self.state.player(seat);
        let track = rules.track(components);
        let tracks: i32 =
            player.markers.iter().map(|&steps| i32::from(track[usize::from(steps)])).sum();
        let on_top =
            self.city.values().filter(|seen| seen.floors.last() == Some(&Some(seat))).count();
        let visible = player.counted.map_or(on_top, usize::from);
        let cone = rules.cone(components);
        let cone = i32::from(cone[visible.min(cone.len() - 1)]);
        let tokens: i32 = player.tokens.iter().flatten().map(|&value| i32::from(value)).sum();
        tracks + cone + tokens + i32::from(rules.bonuses[seat.index()].points)
    }
}

/// All ways to take `size` floors of four colours.
fn handfuls(size: u8) -> Vec<[u8; 4]> {
    let range = 0..=size;
    let all = range.clone().flat_map(|a| range.clone().map(move |b| (a, b)));
    let all =
        all.flat_map(|(a, b)| (0..=size).flat_map(move |c| (0..=size).map(move |d| [a, b, c, d])));
    all.filter(|handful| handful.iter().map(|&n| u32::from(n)).sum::<u32>() == u32::from(size))
        .collect()
}

#[test]
fn the_engine_agrees_with_the_reference_on_random_positions() {
    let mut compared = 0;
    let mut met = BTreeMap::<&str, u32>::new();
    let objectives = towerlab_engine::games::tower_up::components::Components::default().objectives;
    for game in TowerUp::samples() {
        let key = key(11, &game);
        for k in 0..25 {
            let mut draws = Draws::new(&key, k);
            let mut state = game.start();
            loop {
                let reference = Reference::new(&game, &state);
                let mut moves = Vec::new();
                game.moves(&state, &mut |mv| moves.push(mv));
                let listed: BTreeSet<String> =
                    moves.iter().map(|&mv| game.show(mv).to_string()).collect();
                assert_eq!(listed.len(), moves.len());
                assert_eq!(listed, reference.moves());
                for seat in Seat::all(game.seats()) {
                    assert_eq!(game.standing(&state, seat).points, reference.points(seat));
                    if state.turns() > 0 {
                        for (slot, objective) in state.objectives().iter().enumerate() {
                            let data = &objectives[usize::from(objective.0)];
                            let reached = state.player(seat).tokens[slot].is_some();
                            // Presence never ends, so what was once met stays met.
                            let meets = reference.meets(data, seat)
                                && !reference.may_not(seat, Forbidden::Objectives);
                            assert_eq!(reached, meets, "{}", data.id);
                            *met.entry(&data.id).or_default() += u32::from(reached);
                        }
                    }
                }
                compared += 1;
                let mv = match game.next(&state) {
                    Next::Over(_) => break,
                    Next::Chance => game.sample(&state, draws.chance(true)),
                    Next::Player(_) => moves[draws.agent().index(moves.len())],
                };
                game.play(&mut state, mv, &mut ());
            }
        }
    }
    assert!(compared > 10_000, "{compared} positions");
    assert!(met.values().all(|&times| times > 0), "every objective is met somewhere: {met:?}");
}
