//! What founding would bring a player, site by site: what a net sees of the chances on the board.

use super::TowerUp;
use super::colour::Colour;
use super::handicap::Forbidden;
use super::objectives::IN_PLAY;
use super::sites::Sites;
use super::state::{Player, State};
use crate::game::Seat;
use crate::game::widest::widest;

/// The most steps that are told apart.
pub(super) const MAX_STEPS: usize = 8;
/// The greatest gain: an extra turn.
const MAX_GAIN: usize = 7;

/// What steps of a marker gain.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepGain {
    /// By the number of steps: points up to 6, or 7 for an extra turn.
    pub by_steps: [u8; MAX_STEPS + 1],
    /// By gain, the height of the lowest building that brings at least so much: a roof on it is one
    /// floor higher. [`MAX_STEPS`] if none does.
    lowest: [u8; MAX_GAIN + 1],
}

/// What steps of a marker gain, wherever it stands.
#[derive(Clone, Debug)]
pub(super) struct StepGains {
    /// By the marker's place and that of the hindmost other marker.
    by_place: Vec<StepGain>,
    spaces: usize,
}

impl StepGains {
    pub fn new(track: &[u8], stars_passed: &[u8]) -> StepGains {
        let spaces = track.len();
        let mut by_place = Vec::with_capacity(spaces * spaces);
        for from in 0..spaces {
            for others in 0..spaces {
                let stars = stars_passed[others.min(from)];
                let by_steps = std::array::from_fn(|steps| {
                    let to = (from + steps).min(spaces - 1);
                    let passes_star = stars_passed[others.min(to)] > stars;
                    let gained = track[to].saturating_sub(track[from]).min(6);
                    if passes_star { MAX_GAIN as u8 } else { gained }
                });
                let lowest = std::array::from_fn(|gain| {
                    let brings = |height: &usize| usize::from(by_steps[height + 1]) >= gain;
                    (1..MAX_STEPS).find(brings).unwrap_or(MAX_STEPS) as u8
                });
                by_place.push(StepGain { by_steps, lowest });
            }
        }
        StepGains { by_place, spaces }
    }

    #[inline]
    fn of(&self, from: u8, others: u8) -> &StepGain {
        &self.by_place[usize::from(from) * self.spaces + usize::from(others)]
    }
}

/// How many floors a player misses to found on each site beside a building, 0 to 3, as planes of
/// bits.
#[derive(Clone, Copy)]
pub(super) struct Missing {
    planes: [u64; 2],
    /// The sites beside buildings.
    beside: u64,
}

impl Missing {
    #[inline(always)]
    pub fn new(game: &TowerUp, state: &State, player: &Player, occupied: Sites) -> Missing {
        let stock = player.stock;
        let mut planes = [0u64; 2];
        let mut add = |plane: u64| {
            let [low, high] = planes;
            planes = [(low ^ plane) | (low & high), high | (low & plane)];
        };
        let mut founded = 0u64;
        for colour in Colour::ALL {
            let own = stock.of(colour);
            if own > 0 {
                founded |= !state.near(colour, 0).0;
            }
            for more in 0..3 {
                let plane = state.near(colour, own + more).0;
                if plane == 0 {
                    break;
                }
                add(plane);
            }
        }
        // The floor of the new building itself.
        add(!founded);
        let beside = game.all_sites.0 & state.near_any().0 & !occupied.0;
        Missing { planes: planes.map(|plane| plane & beside), beside }
    }

    /// As numbers, to be kept.
    #[inline(always)]
    pub fn to_notes(self) -> [u64; 3] {
        [self.planes[0], self.planes[1], self.beside]
    }

    /// What [`Missing::to_notes`] returned.
    #[inline(always)]
    pub fn from_notes([low, high, beside]: [u64; 3]) -> Missing {
        Missing { planes: [low, high], beside }
    }

    /// The sites that the stock can pay for.
    #[inline(always)]
    pub fn open(&self) -> Sites {
        Sites(self.beside & !self.planes[0] & !self.planes[1])
    }

    /// The sites for which one floor is missing.
    #[inline(always)]
    fn one_short(&self) -> Sites {
        Sites(self.planes[0] & !self.planes[1])
    }
}

/// The sites around buildings of at least some height, by colour. The same for all players.
pub(super) struct Surroundings<'a> {
    /// By colour, then by height; the ground has none, and there is one height more than buildings
    /// are told apart by, so that nothing reaches it.
    planes: &'a [u64; Surroundings::PLANES],
}

impl<'a> Surroundings<'a> {
    /// How many numbers they take.
    pub const PLANES: usize = 4 * Self::HEIGHTS;
    const HEIGHTS: usize = MAX_STEPS + 1;

    /// Takes planes to which [`Surroundings::add`] has added all buildings.
    #[inline(always)]
    pub fn new(planes: &'a [u64; Surroundings::PLANES]) -> Self {
        Surroundings { planes }
    }

    /// Adds some buildings to planes that may have them already, with fewer floors.
    #[inline(always)]
    pub fn add(
        game: &TowerUp,
        state: &State,
        buildings: Sites,
        planes: &mut [u64; Surroundings::PLANES],
    ) {
        for colour in Colour::ALL {
            let planes = &mut planes[colour.index() * Self::HEIGHTS..][..Self::HEIGHTS];
            for site in state.built(colour) & buildings {
                let height = usize::from(state.buildings[site.index()].height()).min(MAX_STEPS - 1);
                planes[height] |= game.adjacent[site.index()].0;
            }
            for height in (1..MAX_STEPS - 1).rev() {
                planes[height] |= planes[height + 1];
            }
        }
    }

    /// By height, those around the buildings of a colour.
    #[inline(always)]
    fn of(&self, colour: Colour) -> &[u64; MAX_STEPS + 1] {
        let planes = &self.planes[colour.index() * Self::HEIGHTS..];
        planes.first_chunk().expect("there are planes for every colour")
    }
}

/// How far a player is from the objectives.
#[derive(Clone, Copy)]
pub(super) struct Aims {
    /// By objective: 0 if it is reached, else how many roofs are missing, 1 to 6.
    pub missing: [u8; IN_PLAY],
    /// By objective, where one more roof brings the player nearer.
    pub targets: [Sites; IN_PLAY],
}

impl Aims {
    /// None at all.
    pub const NONE: Aims = Aims { missing: [6; IN_PLAY], targets: [Sites::NONE; IN_PLAY] };

    /// Those of a player.
    // Not inlined, like [`Reach::new`].
    #[inline(never)]
    pub fn new(game: &TowerUp, state: &State, seat: Seat) -> Aims {
        if game.forbids(seat, Forbidden::Objectives) {
            return Aims::NONE;
        }
        new_aims(game, state, state.player(seat))
    }

    #[inline(always)]
    fn new_portably(game: &TowerUp, state: &State, player: &Player) -> Aims {
        let mut aims = Aims::NONE;
        for slot in 0..usize::from(state.drawn) {
            let objective = &game.components.objectives[usize::from(state.objectives[slot].0)];
            if player.tokens[slot].is_some() {
                aims.missing[slot] = 0;
            } else {
                let missing = game.places.missing(objective, player, &state.built);
                aims.missing[slot] = missing.clamp(1, 6) as u8;
                aims.targets[slot] = game.places.targets(objective, player, state);
            }
        }
        aims
    }

    /// Those of a player who has not moved since: only what others build can change where to go.
    #[inline(always)]
    pub fn follow(&mut self, game: &TowerUp, state: &State, seat: Seat) {
        if game.forbids(seat, Forbidden::Objectives) {
            return;
        }
        let player = state.player(seat);
        for slot in 0..usize::from(state.drawn) {
            let objective = &game.components.objectives[usize::from(state.objectives[slot].0)];
            if objective.demand.follows_buildings() && player.tokens[slot].is_none() {
                self.targets[slot] = game.places.targets(objective, player, state);
            }
        }
    }
}

widest!(
    fn new_aims(game: &TowerUp, state: &State, player: &Player) -> Aims = Aims::new_portably
);

/// What founding on each site would bring a player, as planes of bits.
pub(super) struct Reach {
    /// Floors missing, 0 to 3.
    missing: [u64; 2],
    /// The best gain, 0 to 7: points, or 7 for an extra turn.
    gain: [u64; 3],
    /// Where a roof would bring an objective nearer, and where it would reach one.
    progress: [u64; 2],
    /// The sites that the stock can pay for.
    pub open: Sites,
    /// By colour, the most steps on sites that the stock can pay for, and on those for which one
    /// floor is missing.
    pub steps: [[u8; 2]; 4],
}

/// The gains of a founding, and the steps that bring them.
struct Gains {
    planes: [u64; 3],
    steps: [[u8; 2]; 4],
}

widest!(
    fn new_reach(
        game: &TowerUp,
        state: &State,
        player: &Player,
        missing: &Missing,
        surroundings: &Surroundings<'_>,
        aims: &Aims,
    ) -> Reach = Reach::new_portably
);

impl Reach {
    // Not inlined: it is called from many places, and code that fits the cache is faster.
    #[inline(never)]
    pub fn new(
        game: &TowerUp,
        state: &State,
        player: &Player,
        missing: &Missing,
        surroundings: &Surroundings<'_>,
        aims: &Aims,
    ) -> Reach {
        new_reach(game, state, player, missing, surroundings, aims)
    }

    #[inline(always)]
    fn new_portably(
        game: &TowerUp,
        state: &State,
        player: &Player,
        missing: &Missing,
        surroundings: &Surroundings<'_>,
        aims: &Aims,
    ) -> Reach {
        let open = missing.open();
        let by_missing = [open.0, missing.one_short().0];
        let Gains { planes, steps } = Reach::gains(game, state, player, surroundings, by_missing);
        Reach {
            missing: missing.planes,
            gain: planes,
            progress: Reach::progress(game, state, player, aims),
            open,
            steps,
        }
    }

    #[inline(always)]
    fn progress(game: &TowerUp, state: &State, player: &Player, aims: &Aims) -> [u64; 2] {
        let mut targets = [Sites::NONE; 2];
        for slot in 0..usize::from(state.drawn) {
            if player.tokens[slot].is_none() && game.token(state.reached_by(slot)) > 0 {
                targets[usize::from(aims.missing[slot] <= 1)] |= aims.targets[slot];
            }
        }
        let occupied = state.occupied();
        targets.map(|targets| (game.places.around(targets & occupied) | targets & !occupied).0)
    }

    /// `by_missing` are the sites for which no floor and one floor is missing.
    #[inline(always)]
    fn gains(
        game: &TowerUp,
        state: &State,
        player: &Player,
        surroundings: &Surroundings<'_>,
        by_missing: [u64; 2],
    ) -> Gains {
        // By gain, where there is at least so much.
        let mut at_least = [0u64; MAX_GAIN + 1];
        let mut steps = [[0u8; 2]; 4];
        for colour in Colour::ALL {
            let gain = game.step_gain(player.markers, colour);
            let around = surroundings.of(colour);
            for (sites, height) in at_least.iter_mut().zip(gain.lowest) {
                *sites |= around[usize::from(height)];
            }
            // By height, whether there is a site.
            let mut any = by_missing.map(|sites| {
                let has_sites = |height: usize| u32::from(around[height] & sites != 0) << height;
                (0..MAX_STEPS).fold(0, |any, height| any | has_sites(height))
            });
            if player.stock.of(colour) > 0 {
                let founded = !state.near(colour, 0).0;
                for (least, sites) in at_least.iter_mut().enumerate() {
                    *sites |= if least <= gain.by_steps[1].into() { founded } else { 0 };
                }
                any[0] |= u32::from(founded & by_missing[0] != 0);
            }
            steps[colour.index()] = any.map(|any| (u32::BITS - any.leading_zeros()) as u8);
        }
        let [_, one, two, three, four, five, six, seven] = at_least;
        let planes = [one & !two | three & !four | five & !six | seven, two & !four | six, four];
        Gains { planes, steps }
    }

    /// By site, missing floors, gain and progress: the bits of a number below 96.
    #[inline(always)]
    pub fn planes(&self) -> [u64; 7] {
        let [near, last] = self.progress;
        let [low, high] = self.missing;
        let [one, two, four] = self.gain;
        [low, high, one, two, four, near & !last, last]
    }

    /// How many sites are in reach, the best gain and the best progress on them, in one number
    /// below 192.
    #[inline(always)]
    pub fn best(&self) -> usize {
        let mut best = 0;
        let mut sites = self.open.0;
        for bit in (0..3).rev() {
            if sites & self.gain[bit] != 0 {
                sites &= self.gain[bit];
                best |= 1 << bit;
            }
        }
        let progress = if self.open.0 & self.progress[1] != 0 {
            2
        } else {
            usize::from(self.open.0 & self.progress[0] != 0)
        };
        (progress * 8 + best) * 8 + (self.open.len() as usize).min(7)
    }
}

impl TowerUp {
    /// What steps of a marker gain.
    #[inline]
    pub(super) fn step_gain(&self, markers: [u8; 4], colour: Colour) -> &StepGain {
        let mut others = u8::MAX;
        for (at, steps) in markers.into_iter().enumerate() {
            others = others.min(if at == colour.index() { u8::MAX } else { steps });
        }
        self.step_gains.of(markers[colour.index()], others)
    }
}
