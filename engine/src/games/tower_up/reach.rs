//! What founding would bring a player, site by site: what a net sees of the chances on the board.

use super::TowerUp;
use super::colour::Colour;
use super::sites::Sites;
use super::state::{Player, State};

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

impl Reach {
    #[inline(always)]
    pub fn new(game: &TowerUp, state: &State, player: &Player, occupied: Sites) -> Reach {
        let missing = Missing::new(game, state, player, occupied);
        let open = missing.open();
        let Gains { planes, steps } =
            Reach::gains(game, state, player, occupied, [open.0, missing.one_short().0]);
        Reach {
            missing: missing.planes,
            gain: planes,
            progress: Reach::progress(game, state, player, occupied),
            open,
            steps,
        }
    }

    #[inline(always)]
    fn progress(game: &TowerUp, state: &State, player: &Player, occupied: Sites) -> [u64; 2] {
        let mut planes = [0u64; 2];
        for slot in 0..usize::from(state.drawn) {
            if player.tokens[slot].is_some() || game.token(state.reached_by(slot)) == 0 {
                continue;
            }
            let objective = &game.components.objectives[usize::from(state.objectives[slot].0)];
            let targets = game.places.targets(objective, player, state);
            let raised = targets & occupied;
            let around =
                raised.into_iter().fold(0, |all, site| all | game.adjacent[site.index()].0);
            let sites = around | (targets & !occupied).0;
            let is_last = game.places.missing(objective, player, &state.built) <= 1;
            planes[usize::from(is_last)] |= sites;
        }
        planes
    }

    /// `by_missing` are the sites for which no floor and one floor is missing.
    #[inline(always)]
    fn gains(
        game: &TowerUp,
        state: &State,
        player: &Player,
        occupied: Sites,
        by_missing: [u64; 2],
    ) -> Gains {
        let mut of_gain = [0u64; 8];
        let mut steps = [[0u8; 2]; 4];
        for colour in Colour::ALL {
            let gains = game.step_gains(player.markers, colour);
            let most = &mut steps[colour.index()];
            if player.stock.of(colour) > 0 {
                let founded = !state.near(colour, 0).0;
                of_gain[usize::from(gains[1])] |= founded;
                most[0] = u8::from(founded & by_missing[0] != 0);
            }
            for site in occupied & state.built(colour) {
                let height = usize::from(state.buildings[site.index()].height()).min(MAX_STEPS - 1);
                let around = game.adjacent[site.index()].0;
                of_gain[usize::from(gains[height + 1])] |= around;
                for (most, sites) in most.iter_mut().zip(by_missing) {
                    let reached = if around & sites != 0 { height as u8 + 1 } else { 0 };
                    *most = (*most).max(reached);
                }
            }
        }
        let (mut planes, mut rest) = ([0u64; 3], u64::MAX);
        for value in (1..8).rev() {
            let sites = of_gain[value] & rest;
            rest &= !sites;
            for (bit, plane) in planes.iter_mut().enumerate() {
                if value >> bit & 1 == 1 {
                    *plane |= sites;
                }
            }
        }
        Gains { planes, steps }
    }

    /// Missing floors, gain and progress on a site, in one number below 96.
    #[inline]
    pub fn of(&self, site: u8) -> usize {
        let bit = |plane: u64| (plane >> site & 1) as usize;
        let progress = if bit(self.progress[1]) == 1 { 2 } else { bit(self.progress[0]) };
        bit(self.missing[0])
            | bit(self.missing[1]) << 1
            | bit(self.gain[0]) << 2
            | bit(self.gain[1]) << 3
            | bit(self.gain[2]) << 4
            | progress << 5
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
