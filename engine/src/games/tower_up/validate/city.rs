//! The buildings: where they stand, how high, and under whose roofs.

use super::super::TowerUp;
use super::super::founding_order::{City, Impossible};
use super::super::read::{Draft, Plot};
use super::super::sites::{MAX_SITES, Site, Sites};
use super::super::state::State;
use crate::document::{FaultCode, Object};

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
                at.fault(FaultCode::ImpossibleHeight, message);
                continue;
            }
            if !(self.adjacent[site.index()] & state.built[colour.index()]).is_empty() {
                let other =
                    (self.adjacent[site.index()] & state.built[colour.index()]).into_iter().next();
                let other = other.map_or("", |other| self.board.name(other));
                at.fault(
                    FaultCode::SameColourAdjacent,
                    format!("the neighbour {other} is {colour} too"),
                );
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
                    FaultCode::TooManyRoofs,
                    format!("{placed} roofs are in the city; a player has {all}"),
                );
            } else if let Some((given, at)) =
                person.roofs.as_ref().filter(|(given, _)| *given != player.roofs)
            {
                let placed = all - player.roofs;
                let message =
                    format!("{given} roofs are left, but {placed} of {all} are in the city");
                at.fault(FaultCode::RoofsNotConserved, message);
            }
        }
        draft.city_is_whole && first.at.fault_count() == before
    }

    /// Each building but the starting floors came with one roof, and grew by its
    /// neighbours' foundings: some order of founding explains heights and roofs.
    pub(super) fn check_foundings(&self, object: &Object<'_>, draft: &Draft<'_>, state: &State) {
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
            return object.fault("city", FaultCode::RoofsAndBuildings, message);
        };
        let (mut heights, mut roofs_on) = ([0; MAX_SITES], [0; MAX_SITES]);
        for Plot { site, floors, .. } in &draft.city {
            heights[site.index()] = floors.len() as u8;
            let roofed = floors.iter().zip(0..).filter(|(roof, _)| roof.is_some());
            roofs_on[site.index()] = roofed.map(|(_, bit)| 1u16 << bit).sum();
        }
        let city = City {
            adjacent: &self.adjacent,
            built,
            heights,
            roofs: roofs_on,
            starting_floors: starting,
        };
        match city.check() {
            Ok(()) => {}
            Err(Impossible::Heights) => {
                let message = self.explain_heights(draft, built, starting);
                object.fault("city", FaultCode::ImpossibleHeights, message);
            }
            Err(Impossible::Roofs) => {
                let message = "no order of founding explains the roofs: every founding places exactly one, on its own \
                               ground floor or on a floor that it adds to a neighbour; the ground level of a starting \
                               floor has none";
                object.fault("city", FaultCode::RoofsAndBuildings, message);
            }
        }
    }

    fn explain_heights(&self, draft: &Draft<'_>, built: Sites, starting: u32) -> String {
        let above = draft.city.iter().map(|plot| plot.floors.len() - 1).sum::<usize>();
        let neighbours = |site: Site| (self.adjacent[site.index()] & built).len();
        let roads = built.into_iter().map(neighbours).sum::<u32>() / 2;
        format!(
            "no order of founding gives these heights: a building is one floor higher for every neighbour founded \
             after it. {roads} roads join buildings and {above} floors lie above the ground; the two are equal, \
             but for roads between the {starting} starting floors. A building beside no other is a starting floor"
        )
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
        let dealt = self.rules.floors_dealt().into_iter().max().map_or(0, |most| most as usize);
        let supply = usize::from(self.rules.floors_per_colour(&self.components)) - dealt;
        self.all_sites.len() as usize > blocked && supply >= floors
    }
}
