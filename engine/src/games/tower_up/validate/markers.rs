//! How far the markers have come, and what can have moved them there.

use super::super::TowerUp;
use super::super::colour::Colour;
use super::super::document::StepName;
use super::super::read::Draft;
use super::super::state::{Pile, State};
use crate::document::{FaultCode, Object};
use crate::game::Seat;

impl TowerUp {
    /// The rules have moved markers at the start, every own roof by the level it was placed on, and
    /// cards have done the rest.
    pub(super) fn check_markers(&self, draft: &Draft<'_>, state: &State) {
        let mut least_steps = self.rules.bonuses.map(|bonus| bonus.steps.map(u32::from));
        for plot in &draft.city {
            for (roof, level) in plot.floors.iter().zip(1u32..) {
                let Some(seat) = roof else { continue };
                least_steps[seat.index()][plot.colour.index()] += level;
            }
        }
        let most_by_cards = self.most_steps_by_cards(draft, state);
        for colour in Colour::ALL {
            let mut by_cards = 0;
            for (index, person) in draft.players.iter().enumerate() {
                let steps = u32::from(state.players[index].markers[colour.index()]);
                let least = least_steps[index][colour.index()].min(self.track_end.into());
                let has_bonus = self.rules.bonuses[index].steps[colour.index()] > 0;
                let movers = if has_bonus { "its bonus and its roofs" } else { "its roofs" };
                let Some(more) = steps.checked_sub(least) else {
                    let message = format!(
                        "the {colour} marker of seat {index} stands at {steps}; {movers} alone have moved it to {least}"
                    );
                    person.at.fault(FaultCode::MarkerTooLow, message);
                    continue;
                };
                let before = by_cards;
                by_cards += more;
                let most = most_by_cards[colour.index()];
                let on_track = person.markers[colour.index()] <= self.track_end;
                if on_track && most.is_some_and(|most| (before..by_cards).contains(&most)) {
                    let message = format!(
                        "the {colour} marker of seat {index} stands at {steps}; {movers} have moved it to {least}, and \
                         the cards taken do not show so many {colour} steps for all players"
                    );
                    person.at.fault(FaultCode::MarkerTooHigh, message);
                }
            }
        }
    }

    /// By colour: the most steps that the cards taken so far can have given to all players
    /// together; `None` where nobody can say, because the deck may have been shuffled any
    /// number of times.
    fn most_steps_by_cards(&self, draft: &Draft<'_>, state: &State) -> [Option<u32>; 4] {
        if !draft.cards_are_whole || !self.is_playing(draft) {
            return [None; 4];
        }
        let every_card = self.full_deck();
        let deck = u32::from(every_card.total).saturating_sub(self.rules.market_size.into());
        let foundings = draft.city.iter().flat_map(|plot| &plot.floors).flatten().count() as u32;
        // Every turn takes a card or founds; the card taken from an empty deck has it shuffled. A
        // number below what roofs and discards show, such as the default for a number that was
        // left out, says nothing.
        let turns = u32::from(draft.number);
        let counts_turns = turns >= foundings + u32::from(state.discard.total);
        let shuffles = counts_turns.then(|| (turns - foundings) / (deck + 1));
        let discarded = self.steps_on(&state.discard);
        let on_all_cards = self.steps_on(&every_card);
        Colour::ALL.map(|colour| {
            let (now, each) = (discarded[colour.index()], on_all_cards[colour.index()]);
            if each == 0 { Some(0) } else { shuffles.map(|shuffles| now + shuffles * each) }
        })
    }

    /// The steps of each colour on the cards of a pile.
    fn steps_on(&self, pile: &Pile) -> [u32; 4] {
        let mut steps = [0; 4];
        for (face, &count) in self.faces.iter().zip(&pile.counts) {
            if let Some(colour) = face.marker {
                steps[colour.index()] += u32::from(face.steps) * u32::from(count);
            }
        }
        steps
    }

    /// A turn that has earned another one took a card whose steps brought the hindmost marker
    /// to a star column.
    pub(super) fn check_extra(&self, object: &Object<'_>, draft: &Draft<'_>, state: &State) {
        let took_a_card = matches!(draft.step, StepName::Reveal | StepName::Return);
        if !draft.extra || !took_a_card || !draft.cards_are_whole {
            return;
        }
        let markers = state.players[state.seat.index()].markers;
        let passed = |markers: [u8; 4]| {
            self.stars_passed[usize::from(markers.into_iter().min().unwrap_or(0))]
        };
        // The card lies on the discard, unless that was just shuffled into a new deck.
        let full_deck = self.full_deck();
        let taken = if state.discard.total > 0 { &state.discard } else { &full_deck };
        let explains = |colour: Colour, steps: u8| {
            let mut before = markers;
            let marker = &mut before[colour.index()];
            let moved = *marker >= steps || *marker == self.track_end;
            *marker = marker.saturating_sub(steps);
            moved && passed(before) < passed(markers)
        };
        let cards = self.faces.iter().zip(&taken.counts).filter(|(_, count)| **count > 0);
        let mut moves = cards.filter_map(|(face, _)| Some((face.marker?, face.steps)));
        if !moves.any(|(colour, steps)| explains(colour, steps)) {
            let message = format!(
                "`extra`: no card taken can just have brought all four markers of seat {} to a star column",
                state.seat.0
            );
            object.fault("turn", FaultCode::ImpossibleTurn, message);
        }
    }

    /// Whether a player can ever have had an extra turn.
    pub(super) fn has_passed_a_star(&self, state: &State, seat: Seat) -> bool {
        let markers = state.players[seat.index()].markers;
        self.stars_passed[usize::from(markers.into_iter().min().unwrap_or(0))] > 0
    }
}
