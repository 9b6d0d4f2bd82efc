//! Before the first turn.

use super::super::TowerUp;
use super::super::colour::{Colour, Floors};
use super::super::deck::{Face, Printing};
use super::super::document::StepName;
use super::super::read::{Draft, Person};
use super::super::rules::MAX_MARKET;
use super::super::state::{Row, State};
use crate::document::{FaultCode, Object};
use crate::game::{Game, Seat};

impl TowerUp {
    pub(super) fn check_setup(&self, object: &Object<'_>, draft: &Draft<'_>, state: &mut State) {
        let fault =
            |key: &str, message: &str| object.fault(key, FaultCode::ImpossibleSetup, message);
        for (seat, Person { stock, markers, counted, at, .. }) in
            (0..).map(Seat).zip(&draft.players)
        {
            let opening = Floors::new(self.rules.opening_stock_of(seat));
            let expected = (opening, self.opening_markers(seat), false);
            if (*stock, *markers, counted.is_some()) != expected {
                at.fault(
                    FaultCode::ImpossibleSetup,
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
                at.fault(FaultCode::TooManyCards, "no card is left with this bottom");
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
                at.fault(FaultCode::TooManyCards, format!("there are only {copies} such cards"));
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
        faces.sort();
        bottoms.sort();
        pending.sort();
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
        } else if !opens && draft.cards_are_whole && !self.market_gives(draft, state) {
            let message =
                "the bottoms of the market's cards cannot have given these starting floors";
            fault("pending", message);
        }
    }
}
