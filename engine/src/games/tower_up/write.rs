//! Writing states.

use super::TowerUp;
use super::colour::Colour;
use super::deck::bottom_name;
use super::document::{
    Cause, EndingDocument, OpenedDocument, PlayerDocument, StateDocument, StepName, Turn,
};
use super::sites::Site;
use super::state::{Ending, State};
use crate::game::Seat;

impl TowerUp {
    pub(super) fn state_document(&self, state: &State) -> StateDocument {
        let face = |index: usize| self.components.deck.faces[index].name.clone();
        let discard = state.discard.counts.iter().enumerate();
        let opened = state.opened.as_slice().iter().map(|printing| {
            let data = &self.components.deck.printings[usize::from(printing.0)];
            OpenedDocument {
                card: face(usize::from(data.face.0)),
                bottom: bottom_name(data.bottom).into(),
            }
        });
        let (floors, wild) = state.pending;
        let coloured =
            Colour::ALL.into_iter().flat_map(|c| vec![c.name(); usize::from(floors.of(c))]);
        let pending = coloured.chain(vec!["wild"; usize::from(wild)]);
        let building = |site: Site| {
            let (colour, building) = state.building(site)?;
            Some((self.board.name(site).to_string(), format!("{colour} {building:?}")))
        };
        StateDocument {
            turn: Turn {
                seat: state.seat.0,
                step: StepName::of(state.step),
                number: state.turns,
                extra: state.extra,
            },
            objectives: state
                .objectives()
                .iter()
                .map(|o| self.objective_id(usize::from(o.0)))
                .collect(),
            market: state.market().iter().map(|f| face(usize::from(f.0))).collect(),
            discard: discard.flat_map(|(f, &n)| (0..n).map(move |_| f)).map(face).collect(),
            opened: opened.collect(),
            pending: pending.map(String::from).collect(),
            city: self.board.sites().into_iter().filter_map(building).collect(),
            players: Seat::all(usize::from(self.rules.players))
                .map(|seat| self.player_document(state, seat))
                .collect(),
            supply: state.supply.counts().into(),
            ending: state.ending.map(ending_document),
        }
    }

    fn objective_id(&self, index: usize) -> String {
        self.components.objectives[index].id.clone()
    }

    fn player_document(&self, state: &State, seat: Seat) -> PlayerDocument {
        let player = state.player(seat);
        let tokens = state.objectives().iter().zip(player.tokens);
        PlayerDocument {
            stock: player.stock.counts().into(),
            markers: player.markers.into(),
            roofs: player.roofs,
            tokens: tokens
                .filter_map(|(o, token)| Some((self.objective_id(usize::from(o.0)), token?)))
                .collect(),
            counted: player.counted,
        }
    }
}

pub(super) fn ending_document(ending: Ending) -> EndingDocument {
    let (cause, by) = match ending {
        Ending::LastRoof(by) => (Cause::LastRoof, by),
        Ending::Shortage(by) => (Cause::Shortage, by),
        Ending::DeadBoard(by) => (Cause::DeadBoard, by),
    };
    EndingDocument { cause, by: by.0 }
}
