//! Which rule forbids a move, and what would be needed.

use super::TowerUp;
use super::colour::{Colour, Floors};
use super::deck::{Bottom, Face, bottom_name};
use super::moves::Move;
use super::sites::Site;
use super::state::{State, Step};
use crate::game::{Breach, Rule};

const fn rule(id: &'static str, section: &'static str) -> Rule {
    Rule { id, section }
}

/// Every rule that can forbid a move, with the section of the rules page.
pub const RULES: &[Rule] = &[
    rule("step", "Moves"),
    rule("objective-not-drawn-yet", "Chance"),
    rule("card-left-to-reveal", "Chance"),
    rule("bottom-left-to-draw", "Chance"),
    rule("place-the-pending-colour", "Moves"),
    rule("place-on-an-empty-site", "Moves"),
    rule("place-apart-from-own-colour", "Moves"),
    rule("place-from-the-supply", "Moves"),
    rule("take-from-the-market", "Moves"),
    rule("take-what-is-allowed", "Moves"),
    rule("choose-each-free-floor", "Moves"),
    rule("choose-from-the-supply", "Moves"),
    rule("return-down-to-the-limit", "Moves"),
    rule("return-from-the-stock", "Moves"),
    rule("found-with-a-roof-left", "Moves"),
    rule("found-on-an-empty-site", "Moves"),
    rule("found-beside-a-building", "Moves"),
    rule("found-apart-from-own-colour", "Moves"),
    rule("found-from-the-stock", "Moves"),
    rule("pay-every-neighbour", "Moves"),
    rule("roof-on-a-floor-just-placed", "Moves"),
];

fn breach(rule: &'static str, needs: impl Into<String>) -> Result<(), Breach> {
    debug_assert!(RULES.iter().any(|known| known.id == rule), "{rule} is not in the table");
    Err(Breach { rule, needs: needs.into() })
}

impl TowerUp {
    pub(super) fn verify(&self, state: &State, mv: Move) -> Result<(), Breach> {
        match (mv, state.step) {
            (Move::Objective(objective), Step::DrawObjective) => {
                if state.objectives().contains(&objective) {
                    return breach("objective-not-drawn-yet", "that objective is in play already");
                }
                Ok(())
            }
            (Move::Open(printing), Step::OpenMarket) => {
                let copies = self.components.deck.printings[usize::from(printing.0)].copies;
                let opened = state.opened.as_slice().iter().filter(|&&p| p == printing).count();
                if opened >= usize::from(copies) {
                    return breach(
                        "card-left-to-reveal",
                        format!("only {copies} such cards exist"),
                    );
                }
                Ok(())
            }
            (Move::Bottom(bottom), Step::DrawFloor) => {
                if self.bottoms_left(state, bottom) == 0 {
                    let needs = format!("no card with a {} bottom is left", bottom_name(bottom));
                    return breach("bottom-left-to-draw", needs);
                }
                Ok(())
            }
            (Move::Place { colour, site }, Step::Place) => self.verify_place(state, colour, site),
            (Move::Take { card, free }, Step::Act) => self.verify_take(state, card, free),
            (Move::Reveal(card), Step::Reveal) => {
                if state.unseen.of(card) == 0 {
                    let needs =
                        format!("no {} is left among the unseen cards", self.face_name(card));
                    return breach("card-left-to-reveal", needs);
                }
                Ok(())
            }
            (Move::Return(floors), Step::Return) => self.verify_return(state, floors),
            (Move::Found { colour, site, roof }, Step::Act) => {
                self.verify_found(state, colour, site, roof)
            }
            (_, step) => breach("step", format!("next comes {}", step_needs(step))),
        }
    }

    fn verify_place(&self, state: &State, colour: Colour, site: Site) -> Result<(), Breach> {
        let name = self.board.name(site);
        let pending: Option<Bottom> = state.next_pending();
        if let Some(Some(needed)) = pending.filter(|bottom| bottom.is_some_and(|c| c != colour)) {
            return breach(
                "place-the-pending-colour",
                format!("the next starting floor is {needed}"),
            );
        }
        if state.occupied().has(site) {
            return breach("place-on-an-empty-site", format!("there is a building on {name}"));
        }
        if state.near(colour, 0).has(site) {
            let needs =
                format!("{name} is next to a {colour} floor; the two may not be neighbours");
            return breach("place-apart-from-own-colour", needs);
        }
        if state.supply.of(colour) == 0 {
            return breach("place-from-the-supply", format!("the supply has no {colour} floor"));
        }
        Ok(())
    }

    fn verify_take(&self, state: &State, card: Face, free: Floors) -> Result<(), Breach> {
        if !state.market.has(card) {
            let market = state.market.as_slice().iter().map(|&face| self.face_name(face));
            let shown = market.collect::<Vec<_>>().join(", ");
            let needs =
                format!("{} is not on display; the market shows {shown}", self.face_name(card));
            return breach("take-from-the-market", needs);
        }
        if self.forbids_card(state.seat, card) && self.can_obey(state) {
            let needs = format!(
                "{} may not take {} while it can do something else",
                state.seat,
                self.face_name(card)
            );
            return breach("take-what-is-allowed", needs);
        }
        let (left, wanted) = self.free_floors(state, card);
        if free.total() != u32::from(wanted) {
            let name = self.face_name(card);
            let needs = match wanted {
                0 => format!("{name} gives no floor of free colour; leave out `as`"),
                1 => format!("{name} gives one floor of free colour; name its colour after `as`"),
                _ => format!(
                    "{name} gives {wanted} floors of free colour; name {wanted} colours after `as`"
                ),
            };
            return breach("choose-each-free-floor", needs);
        }
        if wanted > 0 && !left.covers(free) {
            let needs = format!("the supply has only these to choose from: {left}");
            return breach("choose-from-the-supply", needs);
        }
        Ok(())
    }

    fn verify_return(&self, state: &State, floors: Floors) -> Result<(), Breach> {
        let stock = state.players[state.seat.index()].stock;
        let surplus = self.surplus(stock);
        if floors.total() != u32::from(surplus) {
            let (all, limit) = (stock.total(), self.rules.stock_limit);
            let needs = format!("{all} floors are in stock and {limit} may stay; return {surplus}");
            return breach("return-down-to-the-limit", needs);
        }
        if !stock.covers(floors) {
            return breach("return-from-the-stock", format!("your stock is {stock}"));
        }
        Ok(())
    }

    fn verify_found(
        &self,
        state: &State,
        colour: Colour,
        site: Site,
        roof: Site,
    ) -> Result<(), Breach> {
        let player = &state.players[state.seat.index()];
        let name = |site| self.board.name(site);
        let occupied = state.occupied();
        let neighbours = self.adjacent[site.index()] & occupied;
        if player.roofs == 0 {
            return breach(
                "found-with-a-roof-left",
                "every founding places a roof, and none is left",
            );
        }
        if occupied.has(site) {
            return breach(
                "found-on-an-empty-site",
                format!("there is a building on {}", name(site)),
            );
        }
        if neighbours.is_empty() {
            let needs = format!("{} must be joined by a road to a building", name(site));
            return breach("found-beside-a-building", needs);
        }
        if let Some(same) = (neighbours & state.built(colour)).into_iter().next() {
            let needs =
                format!("{} is next to the {colour} building on {}", name(site), name(same));
            return breach("found-apart-from-own-colour", needs);
        }
        if player.stock.of(colour) == 0 {
            return breach("found-from-the-stock", format!("you have no {colour} floor"));
        }
        for paid in Colour::ALL {
            let buildings = neighbours & state.built(paid);
            let have = player.stock.of(paid);
            if buildings.len() > u32::from(have) {
                let sites: Vec<&str> = buildings.into_iter().map(name).collect();
                let what = if sites.len() == 1 { "building" } else { "buildings" };
                let sites = sites.join(" and ");
                let needs = match have {
                    0 => format!(
                        "the {paid} {what} on {sites} must be paid; you have no {paid} floor"
                    ),
                    _ => format!(
                        "the {paid} {what} on {sites} must be paid; you have only {have} {paid}"
                    ),
                };
                return breach("pay-every-neighbour", needs);
            }
        }
        if roof != site && !neighbours.has(roof) {
            let needs = format!("{} got no floor by this founding", name(roof));
            return breach("roof-on-a-floor-just-placed", needs);
        }
        Ok(())
    }

    fn face_name(&self, face: Face) -> &str {
        &self.components.deck.faces[usize::from(face.0)].name
    }
}

fn step_needs(step: Step) -> &'static str {
    match step {
        Step::DrawObjective => "an objective: `objective ID`",
        Step::OpenMarket => "a card of the first market: `open CARD bottom FLOOR`",
        Step::DrawFloor => "a card drawn for its bottom: `bottom FLOOR`",
        Step::Place => "a starting floor: `place SITE COLOUR`",
        Step::Act => "a card to take or a building to found",
        Step::Reveal => "the card that refills the market: `reveal CARD`",
        Step::Return => "the return of floors above the stock limit: `return COLOUR ...`",
        Step::Over(_) => "nothing; the game is over",
    }
}
