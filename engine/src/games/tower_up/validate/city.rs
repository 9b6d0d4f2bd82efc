//! The buildings: where they stand, how high, and under whose roofs.

use super::super::TowerUp;
use super::super::colour::Colour;
use super::super::founding_order;
use super::super::read::{Draft, Plot};
use super::super::sites::{MAX_SITES, Sites};
use super::super::state::State;
use crate::document::Object;
use crate::game::{Game, Seat};

impl TowerUp {
    /// Puts the buildings on the board; false if that makes no sense.
    pub(super) fn put_city(&self, draft: &Draft<'_>, state: &mut State) -> bool {
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
                let other =
                    (self.adjacent[site.index()] & state.built[colour.index()]).into_iter().next();
                let other = other.map_or("", |other| self.board.name(other));
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

    /// Each building but the starting floors came with one roof, and grew by its
    /// neighbours' foundings.
    pub(super) fn check_heights(&self, object: &Object<'_>, draft: &Draft<'_>, state: &State) {
        let built = state.occupied();
        let roofs = draft.city.iter().flat_map(|plot| &plot.floors).flatten().count() as u32;
        let most = u32::from(self.rules.starting_floors);
        // Unless the board was so crowded that a starting floor may have been left out.
        let least = if self.is_playing(draft) && self.always_fit() { most } else { 0 };
        let starting = built.len().checked_sub(roofs);
        let Some(starting) = starting.filter(|starting| (least..=most).contains(starting)) else {
            let message = format!(
                "{} buildings and {roofs} roofs: every founding places one roof, so the buildings are as many as the \
                 roofs and the {most} starting floors",
                built.len()
            );
            return object.fault("city", "roofs-and-buildings", message);
        };
        let mut heights = [0; MAX_SITES];
        built
            .into_iter()
            .for_each(|site| heights[site.index()] = state.buildings[site.index()].height());
        if !founding_order::is_possible(&self.adjacent, built, &heights, starting) {
            let above = draft.city.iter().map(|plot| plot.floors.len() - 1).sum::<usize>();
            let roads = built
                .into_iter()
                .map(|site| (self.adjacent[site.index()] & built).len())
                .sum::<u32>()
                / 2;
            let message = format!(
                "no order of founding gives these heights: a building is one floor higher for every neighbour founded \
                 after it. {roads} roads join buildings and {above} floors lie above the ground; the two are equal, \
                 but for roads between the {starting} starting floors. A building beside no other is a starting floor"
            );
            object.fault("city", "impossible-heights", message);
        }
    }

    /// Whether every starting floor finds a site, however badly the others lie.
    fn always_fit(&self) -> bool {
        let floors = usize::from(self.rules.starting_floors);
        let degree = self
            .all_sites
            .into_iter()
            .map(|site| self.adjacent[site.index()].len())
            .max()
            .unwrap_or(0);
        let blocked = (floors - 1) * (1 + degree as usize);
        let dealt = self.rules.opening_stock.iter().max().map_or(0, |&most| usize::from(most))
            * self.seats();
        let supply = usize::from(self.rules.floors_per_colour(&self.components)) - dealt;
        self.all_sites.len() as usize > blocked && supply >= floors
    }

    /// Every own roof has moved a marker by the level it was placed on.
    pub(super) fn check_markers(&self, draft: &Draft<'_>, state: &State) {
        for (index, person) in draft.players.iter().enumerate() {
            for colour in Colour::ALL {
                let plots = draft.city.iter().filter(|plot| plot.colour == colour);
                let levels = plots.flat_map(|plot| plot.floors.iter().zip(1u32..));
                let own = levels.filter(|(roof, _)| **roof == Some(Seat(index as u8)));
                let least = own.map(|(_, level)| level).sum::<u32>().min(self.track_end.into());
                let steps = state.players[index].markers[colour.index()];
                if u32::from(steps) < least {
                    let message = format!(
                        "the {colour} marker of seat {index} stands at {steps}; its roofs alone have moved it to {least}"
                    );
                    person.at.fault("marker-too-low", message);
                }
            }
        }
    }
}
