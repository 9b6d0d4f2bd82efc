//! What each move would make of a position, worked out without playing it.
//!
//! One-ply agents judge every move, and a search does so at every step of every iteration, so
//! most of an agent's time goes here. Playing a move on a copy and counting everything again is
//! many times as slow: a card changes little but the stock, foundings on the same site differ in
//! their roof only, a marker goes as far whatever moved it, and a roof on a building brings the
//! same objectives nearer whichever site was founded beside it. The answers are those of [`Evaluate::value`] after [`Game::play`], number
//! for number; a test compares them. Moves near the end, which can do more, are simply played.

use super::TowerUp;
use super::colour::{Colour, Floors};
use super::evaluate::feature;
use super::handicap::Forbidden;
use super::moves::Move;
use super::objectives::IN_PLAY;
use super::rules::MAX_SEATS;
use super::sites::{MAX_SITES, Site, Sites};
use super::state::{Player, State, Step};
use crate::game::{Game, Seat};
use crate::games::evaluate::{Evaluate, Features, MAX_FEATURES};

/// Figures that follow from the markers; the extra turn of a star column among them.
const OF_MARKERS: [usize; 5] = [
    feature::OWN_TURN,
    feature::STEPS,
    feature::LEAST_MARKER,
    feature::SECOND_MARKER,
    feature::STEPS_TO_STAR,
];
/// Figures that follow from the stock and the city.
const OF_STOCK: [usize; 5] = [
    feature::STOCK,
    feature::COLOURS_IN_STOCK,
    feature::LEAST_STOCK,
    feature::SITES_IN_REACH,
    feature::STEPS_IN_REACH,
];
/// Figures that follow from how the objectives stand.
const OF_OBJECTIVES: [usize; IN_PLAY] =
    [feature::TOKENS_WITHIN_ONE, feature::TOKENS_WITHIN_ONE + 1, feature::TOKENS_WITHIN_ONE + 2];
/// Figures of one's roofs, whichever they are.
const OF_ROOFS: [usize; 2] = [feature::ROOFS, feature::ROOFS_NEAR_END];
/// Figures of the others.
const OF_RIVALS: [usize; 2] = [feature::RIVALS_BEST, feature::RIVALS_VISIBLE];

/// The most steps that are remembered.
const MAX_STEPS: usize = 16;

/// Something that a move brings: points, and what else it is worth.
#[derive(Clone, Copy, Default)]
struct Gain {
    points: i32,
    value: i64,
}

/// A player's decision, with what its moves have in common.
pub(super) struct Outlook<'a> {
    game: &'a TowerUp,
    state: &'a State,
    seat: Seat,
    weights: [i32; MAX_FEATURES],
    /// The figures before the move.
    before: Features,
    occupied: Sites,
    near_any: Sites,
    /// Of all figures that only a founding changes.
    city: i64,
    /// The fewest roofs that a rival has left.
    rivals_roofs: u8,
    colours: [Colour; MAX_SITES],
    /// Buildings, the tallest first.
    tallest: [Site; MAX_SITES],
    buildings: usize,
    /// By objective: the token that can still be won with it, or 0.
    tokens: [i32; IN_PLAY],
    /// By seat: points without the cone.
    points: [i32; MAX_SEATS],
    /// By marker and steps, once asked for.
    advances: [[Option<Gain>; MAX_STEPS]; 4],
    /// By building with a new roof on it, once asked for: what its objectives bring.
    roofs: [Option<Gain>; MAX_SITES],
    founding: Option<Founding>,
}

/// What foundings on a site in a colour have in common, wherever the roof goes.
struct Founding {
    colour: Colour,
    site: Site,
    /// Of what does not depend on the roof.
    value: i64,
    near_end: i32,
    rivals_best: i32,
    /// Own visible roofs that are not covered by it.
    visible: Sites,
    /// Whether it leaves a site to be founded on.
    goes_on: bool,
}

impl<'a> Outlook<'a> {
    /// Of the decision of the player to move; nothing where a move can bring the end nearer
    /// than figures tell.
    pub fn new(game: &'a TowerUp, state: &'a State, weights: &[i32]) -> Option<Self> {
        let seat = state.seat;
        let player = state.player(seat);
        let is_plain = matches!(state.step, Step::Act | Step::Return)
            && state.ending.is_none()
            && player.roofs > 1
            && state.turns < game.rules.turn_cap;
        if !is_plain {
            return None;
        }
        let mut before = [0; MAX_FEATURES];
        game.features(state, seat, &mut before);
        let mut all_weights = [0; MAX_FEATURES];
        all_weights[..weights.len()].copy_from_slice(weights);
        let mut colours = [Colour::Brown; MAX_SITES];
        let (mut tallest, mut buildings) = ([Site(0); MAX_SITES], 0);
        for colour in Colour::ALL {
            for site in state.built[colour.index()] {
                colours[site.index()] = colour;
                tallest[buildings] = site;
                buildings += 1;
            }
        }
        let height = |site: &Site| state.buildings[site.index()].height();
        tallest[..buildings].sort_unstable_by_key(|site| std::cmp::Reverse(height(site)));
        let wins_none = game.forbids(seat, Forbidden::Objectives);
        let token = |slot: usize| match player.tokens[slot] {
            _ if wins_none => 0,
            None if slot < usize::from(state.drawn) => game.token(state.reached_by(slot)).into(),
            _ => 0,
        };
        let mut points = [0; MAX_SEATS];
        for seat in Seat::all(game.seats()) {
            let score = game.score(state, seat);
            points[seat.index()] = score.total() - i32::from(score.cone);
        }
        let rivals = Seat::all(game.seats()).filter(|rival| *rival != seat);
        let rivals_roofs = rivals.map(|rival| state.player(rival).roofs).fold(u8::MAX, u8::min);
        let mut outlook = Outlook {
            game,
            state,
            seat,
            weights: all_weights,
            before,
            occupied: state.occupied(),
            near_any: state.near_any(),
            city: 0,
            rivals_roofs,
            colours,
            tallest,
            buildings,
            tokens: std::array::from_fn(token),
            points,
            advances: [[None; MAX_STEPS]; 4],
            roofs: [None; MAX_SITES],
            founding: None,
        };
        outlook.city = outlook.sum(&before, &OF_OBJECTIVES)
            + outlook.sum(&before, &OF_ROOFS)
            + outlook.sum(&before, &OF_RIVALS)
            + outlook.sum(&before, &[feature::VISIBLE]);
        Some(outlook)
    }

    /// The value of the position after a move, for the player who makes it; nothing if the move
    /// has to be played to tell.
    pub fn value(&mut self, mv: Move) -> Option<i64> {
        let stock = self.player().stock;
        match mv {
            Move::Take { card, free } => {
                let game = self.game;
                let face = &game.faces[usize::from(card.0)];
                let is_short =
                    !self.state.supply.covers(face.floors) || free.total() < u32::from(face.wild);
                if is_short {
                    return None;
                }
                let marker = face.marker.unwrap_or(Colour::Brown);
                let gain = self.advance(marker, face.marker.map_or(0, |_| face.steps));
                Some(self.without_roof(gain, stock.plus(face.floors).plus(free)))
            }
            Move::Return(floors) => {
                let mut gain = self.advance(Colour::Brown, 0);
                gain.value += self.weight(feature::OWN_TURN) * i64::from(self.state.extra);
                Some(self.without_roof(gain, stock.minus(floors)))
            }
            Move::Found { colour, site, roof } => self.with_roof(colour, site, roof),
            _ => None,
        }
    }

    fn player(&self) -> &'a Player {
        self.state.player(self.seat)
    }

    fn weight(&self, figure: usize) -> i64 {
        self.weights[figure].into()
    }

    /// The value of some of the figures.
    #[inline]
    fn sum(&self, figures: &Features, which: &[usize]) -> i64 {
        which.iter().map(|&at| self.weight(at) * i64::from(figures[at])).sum()
    }

    /// The value of points and of the lead that they give.
    fn of_points(&self, points: i32, rivals_best: i32, near_end: i32) -> i64 {
        let lead = (points - rivals_best) * near_end;
        self.weight(feature::POINTS) * i64::from(points)
            + self.weight(feature::LEAD_NEAR_END) * i64::from(lead)
    }

    fn without_roof(&self, gain: Gain, stock: Floors) -> i64 {
        let points = self.before[feature::POINTS] + gain.points;
        let rivals_best = self.before[feature::RIVALS_BEST];
        gain.value
            + self.of_stock(stock, self.reach(stock))
            + self.city
            + self.of_points(points, rivals_best, self.near_end(self.player().roofs))
    }

    fn with_roof(&mut self, colour: Colour, site: Site, roof: Site) -> Option<i64> {
        let is_known = |known: &Founding| known.site == site && known.colour == colour;
        if !self.founding.as_ref().is_some_and(is_known) {
            self.founding = Some(self.found(colour, site));
        }
        let (scored, height) = if roof == site {
            (colour, 1)
        } else {
            (self.colours[roof.index()], self.state.buildings[roof.index()].height() + 1)
        };
        let marker = self.advance(scored, height);
        let objectives = self.objectives(colour, site, roof, height);
        let founding = self.founding.as_ref().expect("it was just set");
        let visible = (founding.visible | Sites::one(roof)).len();
        let points =
            self.points[self.seat.index()] + marker.points + objectives.points + self.cone(visible);
        let value = founding.value
            + marker.value
            + objectives.value
            + self.weight(feature::VISIBLE) * i64::from(visible)
            + self.of_points(points, founding.rivals_best, founding.near_end);
        founding.goes_on.then_some(value)
    }

    fn found(&self, colour: Colour, site: Site) -> Founding {
        let (game, state) = (self.game, self.state);
        let neighbours = game.adjacent[site.index()];
        let paid = state.built.map(|built| (neighbours & built).len() as u8);
        let stock = self.player().stock.minus(Floors::new(paid)).minus(Floors::one(colour));

        let occupied = self.occupied | Sites::one(site);
        let near = |c: Colour, more_than: u8| {
            let now = state.near(c, more_than);
            match more_than {
                _ if c != colour => now,
                0 => now | neighbours,
                _ => now | state.near(c, more_than - 1) & neighbours,
            }
        };
        let sites = game.all_sites & (self.near_any | neighbours) & !occupied;
        let [a, b, c, d] = Colour::ALL.map(|c| near(c, 0));
        let goes_on = !(sites & !(a & b & c & d)).is_empty();
        let [a, b, c, d] = Colour::ALL.map(|c| near(c, stock.of(c)));
        let open = sites & !(a | b | c | d);
        let mut tallest = u8::from(!(neighbours & open).is_empty());
        for &other in &self.tallest[..self.buildings] {
            let height = state.buildings[other.index()].height();
            if height < tallest {
                break;
            }
            let height = height + u8::from(neighbours.has(other));
            if height > tallest && !(game.adjacent[other.index()] & open).is_empty() {
                tallest = height;
            }
        }

        let (mut rivals_best, mut rivals_visible) = (0, 0);
        for rival in Seat::all(game.seats()).filter(|rival| *rival != self.seat) {
            let visible = (state.player(rival).visible & !neighbours).len();
            rivals_visible += visible as i32;
            rivals_best = rivals_best.max(self.points[rival.index()] + self.cone(visible));
        }
        let roofs = self.player().roofs - 1;
        let near_end = self.near_end(roofs);
        let mut figures = [0; MAX_FEATURES];
        figures[feature::RIVALS_BEST] = rivals_best;
        figures[feature::RIVALS_VISIBLE] = rivals_visible;
        figures[feature::ROOFS] = roofs.into();
        figures[feature::ROOFS_NEAR_END] = i32::from(roofs) * near_end;
        let value = self.sum(&figures, &OF_RIVALS)
            + self.sum(&figures, &OF_ROOFS)
            + self.of_stock(stock, (open, tallest));
        let visible = self.player().visible & !neighbours;
        Founding { colour, site, value, near_end, rivals_best, visible, goes_on }
    }

    /// What a roof brings by the objectives.
    fn objectives(&mut self, colour: Colour, site: Site, roof: Site, level: u8) -> Gain {
        let is_new = roof == site;
        if let (false, Some(known)) = (is_new, self.roofs[roof.index()]) {
            return known;
        }
        // Only what objectives look at is brought up to date.
        let mut player = *self.player();
        player.levels |= 1 << (level - 1);
        player.twice |= player.present & Sites::one(roof);
        player.present |= Sites::one(roof);
        let mut built = self.state.built;
        if is_new {
            built[colour.index()] |= Sites::one(site);
        }
        let mut gain = Gain::default();
        for (slot, token) in self.tokens.into_iter().enumerate().filter(|(_, token)| *token > 0) {
            let objective = usize::from(self.state.objectives[slot].0);
            let data = &self.game.components.objectives[objective];
            match self.game.places.missing(data, &player, &built) {
                0 => gain.points += token,
                missing @ 1..=3 => {
                    let figure = feature::TOKENS_WITHIN_ONE + missing as usize - 1;
                    gain.value += self.weight(figure) * i64::from(token);
                }
                _ => {}
            }
        }
        if !is_new {
            self.roofs[roof.index()] = Some(gain);
        }
        gain
    }

    /// What moving a marker brings.
    fn advance(&mut self, colour: Colour, steps: u8) -> Gain {
        let remembered = usize::from(steps) < MAX_STEPS;
        if let (true, Some(known)) =
            (remembered, self.advances[colour.index()][usize::from(steps) % MAX_STEPS])
        {
            return known;
        }
        let game = self.game;
        let mut markers = self.player().markers;
        let from = markers[colour.index()];
        let to = (from + steps).min(game.track_end);
        let least = markers.into_iter().fold(u8::MAX, u8::min);
        markers[colour.index()] = to;
        let mut figures = [0; MAX_FEATURES];
        game.set_marker_figures(&mut figures, markers);
        let stars = |least: i32| game.stars_passed[least as usize];
        let is_extra = stars(figures[feature::LEAST_MARKER]) > stars(least.into());
        figures[feature::OWN_TURN] = is_extra.into();
        let value_at = |steps: u8| i32::from(game.track[usize::from(steps)]);
        let gain =
            Gain { points: value_at(to) - value_at(from), value: self.sum(&figures, &OF_MARKERS) };
        if remembered {
            self.advances[colour.index()][usize::from(steps)] = Some(gain);
        }
        gain
    }

    /// The sites that a stock can pay for, and the tallest building beside them.
    fn reach(&self, stock: Floors) -> (Sites, u8) {
        let [a, b, c, d] = Colour::ALL.map(|colour| self.state.near(colour, stock.of(colour)));
        let open = self.game.all_sites & self.near_any & !self.occupied & !(a | b | c | d);
        let is_beside = |site: &&Site| !(self.game.adjacent[site.index()] & open).is_empty();
        let tallest = self.tallest[..self.buildings].iter().find(is_beside);
        (open, tallest.map_or(0, |site| self.state.buildings[site.index()].height()))
    }

    fn of_stock(&self, stock: Floors, (open, tallest): (Sites, u8)) -> i64 {
        let mut figures = [0; MAX_FEATURES];
        set_stock_figures(&mut figures, stock);
        set_reach_figures(&mut figures, open, tallest);
        self.sum(&figures, &OF_STOCK)
    }

    fn cone(&self, visible: u32) -> i32 {
        let cone = &self.game.cone;
        cone[(visible as usize).min(cone.len() - 1)].into()
    }

    fn near_end(&self, roofs: u8) -> i32 {
        i32::from(3u8.saturating_sub(roofs.min(self.rivals_roofs)))
    }
}

/// The figures of a stock by itself.
#[inline]
pub(super) fn set_stock_figures(figures: &mut Features, stock: Floors) {
    let counts = stock.counts();
    figures[feature::STOCK] = stock.total() as i32;
    figures[feature::COLOURS_IN_STOCK] = counts.iter().filter(|count| **count > 0).count() as i32;
    figures[feature::LEAST_STOCK] = counts.into_iter().fold(u8::MAX, u8::min).into();
}

/// The figures of the sites that a stock can pay for and the tallest building beside them.
#[inline]
pub(super) fn set_reach_figures(figures: &mut Features, open: Sites, tallest: u8) {
    figures[feature::SITES_IN_REACH] = open.len() as i32;
    figures[feature::STEPS_IN_REACH] = if tallest == 0 { 0 } else { i32::from(tallest) + 1 };
}
