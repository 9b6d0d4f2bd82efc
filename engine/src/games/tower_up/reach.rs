//! What founding would bring a player, site by site: what a net sees of the chances on the board.

use super::TowerUp;
use super::colour::Colour;
use super::objectives::IN_PLAY;
use super::sites::Sites;
use super::state::{Player, State};
use crate::game::widest::widest;

/// The most steps that are told apart.
pub(super) const MAX_STEPS: usize = 8;

/// What steps of a marker gain, by their number: points up to 6, or 7 for an extra turn.
#[derive(Clone, Debug)]
pub(super) struct StepGains {
    /// By the marker's place and that of the hindmost other marker.
    by_place: Vec<[u8; MAX_STEPS + 1]>,
    spaces: usize,
}

impl StepGains {
    pub fn new(track: &[u8], stars_passed: &[u8]) -> StepGains {
        let spaces = track.len();
        let mut by_place = Vec::with_capacity(spaces * spaces);
        for from in 0..spaces {
            for others in 0..spaces {
                let stars = stars_passed[others.min(from)];
                by_place.push(std::array::from_fn(|steps| {
                    let to = (from + steps).min(spaces - 1);
                    let passes_star = stars_passed[others.min(to)] > stars;
                    let gained = track[to].saturating_sub(track[from]).min(6);
                    if passes_star { 7 } else { gained }
                }));
            }
        }
        StepGains { by_place, spaces }
    }

    #[inline]
    fn of(&self, from: u8, others: u8) -> &[u8; MAX_STEPS + 1] {
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

/// The sites around buildings, by their colour and height. The same for all players.
pub(super) struct Surroundings<'a> {
    /// By colour, then by height; the first is the greatest height.
    planes: &'a [u64; Surroundings::PLANES],
}

impl<'a> Surroundings<'a> {
    /// How many numbers they take.
    pub const PLANES: usize = 4 * MAX_STEPS;

    /// Takes numbers that [`Surroundings::fill`] has filled.
    #[inline(always)]
    pub fn new(planes: &'a [u64; Surroundings::PLANES]) -> Self {
        Surroundings { planes }
    }

    #[inline(always)]
    pub fn fill(game: &TowerUp, state: &State, planes: &mut [u64; Surroundings::PLANES]) {
        let mut highest = 0;
        planes.fill(0);
        for colour in Colour::ALL {
            for site in state.built(colour) {
                let height = usize::from(state.buildings[site.index()].height()).min(MAX_STEPS - 1);
                planes[colour.index() * MAX_STEPS + height] |= game.adjacent[site.index()].0;
                highest = highest.max(height);
            }
        }
        planes[0] = highest as u64;
    }

    /// By height, those around the buildings of a colour.
    #[inline(always)]
    fn of(&self, colour: Colour) -> &[u64] {
        &self.planes[colour.index() * MAX_STEPS..][..MAX_STEPS]
    }

    /// The greatest height.
    #[inline(always)]
    fn highest(&self) -> usize {
        (self.planes[0] as usize).min(MAX_STEPS - 1)
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
    pub fn new(game: &TowerUp, state: &State, player: &Player) -> Aims {
        new_aims(game, state, player)
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
    pub fn follow(&mut self, game: &TowerUp, state: &State, player: &Player) {
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

/// By gain: all sites for every gain up to it.
const UP_TO: [[u64; 8]; 8] = {
    let mut masks = [[0; 8]; 8];
    let mut gain = 0;
    while gain < 8 {
        let mut least = 0;
        while least <= gain {
            masks[gain][least] = u64::MAX;
            least += 1;
        }
        gain += 1;
    }
    masks
};

/// Eight bits as eight bytes.
const SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[bits] |= (bits as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        bits += 1;
    }
    spread
};

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
        let mut planes = [0u64; 2];
        let occupied = state.occupied();
        for slot in 0..usize::from(state.drawn) {
            if player.tokens[slot].is_some() || game.token(state.reached_by(slot)) == 0 {
                continue;
            }
            let targets = aims.targets[slot];
            let around = game.places.around(targets & occupied);
            let sites = around.0 | (targets & !occupied).0;
            planes[usize::from(aims.missing[slot] <= 1)] |= sites;
        }
        planes
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
        let mut at_least = [0u64; 8];
        let mut add = |gain: u8, sites: u64| {
            let masks = &UP_TO[usize::from(gain & 7)];
            at_least.iter_mut().zip(masks).for_each(|(all, mask)| *all |= mask & sites);
        };
        let mut steps = [[0u8; 2]; 4];
        for colour in Colour::ALL {
            let gains = game.step_gains(player.markers, colour);
            let around = surroundings.of(colour);
            // By number of steps, whether there is a site.
            let mut any = [0u32; 2];
            if player.stock.of(colour) > 0 {
                let founded = !state.near(colour, 0).0;
                add(gains[1], founded);
                any[0] = u32::from(founded & by_missing[0] != 0);
            }
            for height in 1..=surroundings.highest() {
                add(gains[height + 1], around[height]);
                for (any, sites) in any.iter_mut().zip(by_missing) {
                    *any |= u32::from(around[height] & sites != 0) << height;
                }
            }
            steps[colour.index()] = any.map(|any| (u32::BITS - any.leading_zeros()) as u8);
        }
        let [_, one, two, three, four, five, six, seven] = at_least;
        let planes = [one & !two | three & !four | five & !six | seven, two & !four | six, four];
        Gains { planes, steps }
    }

    /// By site, in eights: missing floors, gain and progress, in one number below 96.
    #[inline(always)]
    pub fn of_eight(&self, eight: usize) -> [u8; 8] {
        let [near, last] = self.progress;
        let [low, high] = self.missing;
        let [one, two, four] = self.gain;
        let planes = [low, high, one, two, four, near & !last, last];
        let mut numbers = 0;
        for (bit, plane) in planes.into_iter().enumerate() {
            numbers |= SPREAD[usize::from(plane.to_le_bytes()[eight])] << bit;
        }
        numbers.to_le_bytes()
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
    /// What steps of a marker gain; see [`StepGains`].
    #[inline]
    pub(super) fn step_gains(&self, markers: [u8; 4], colour: Colour) -> &[u8; MAX_STEPS + 1] {
        let mut others = u8::MAX;
        for (at, steps) in markers.into_iter().enumerate() {
            others = others.min(if at == colour.index() { u8::MAX } else { steps });
        }
        self.step_gains.of(markers[colour.index()], others)
    }
}
