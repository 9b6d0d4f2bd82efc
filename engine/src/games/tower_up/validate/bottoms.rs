//! Whether the market's cards can have given the starting floors.

use super::super::TowerUp;
use super::super::colour::Colour;
use super::super::deck::Bottom;
use super::super::document::StepName;
use super::super::read::Draft;
use super::super::state::State;

/// The kinds of starting floors: pending by bottom, then placed by colour.
const KINDS: usize = 9;

fn pending_kind(bottom: Bottom) -> usize {
    bottom.map_or(0, |colour| 1 + colour.index())
}

fn placed_kind(colour: Colour) -> usize {
    5 + colour.index()
}

impl TowerUp {
    /// Whether the market can have given the starting floors, pending and placed. Its first
    /// cards give one each; floors beyond them come from cards drawn for their bottom.
    pub(super) fn market_gives(&self, draft: &Draft<'_>, state: &State) -> bool {
        let mut floors = [0; KINDS];
        for (bottom, _) in &draft.pending {
            floors[pending_kind(*bottom)] += 1;
        }
        for plot in &draft.city {
            floors[placed_kind(plot.colour)] += 1;
        }
        let known = draft.pending.len() + draft.city.len();
        let wanted = usize::from(self.rules.starting_floors);
        // A floor that fits nowhere is left out; nobody knows which.
        let placing = draft.step == StepName::Place;
        let left_out = if placing { wanted.saturating_sub(known) } else { 0 };
        let given = wanted.min(state.market.as_slice().len()).saturating_sub(left_out);
        self.most_given(floors, state) >= given
    }

    /// The most of these floors that can be bottoms of the market's cards: the flow from
    /// floors through printings to cards.
    fn most_given(&self, floors: [u8; KINDS], state: &State) -> usize {
        let market = state.market.as_slice();
        let printings = self.components.deck.printings.iter();
        let shown: Vec<_> = printings.filter(|printing| market.contains(&printing.face)).collect();
        let face_node = |face: u8| KINDS + shown.len() + usize::from(face);
        let (source, sink) =
            (face_node(self.faces.len() as u8), face_node(self.faces.len() as u8) + 1);
        let mut room = vec![vec![0u8; sink + 1]; sink + 1];
        room[source][..KINDS].copy_from_slice(&floors);
        for (index, printing) in shown.iter().enumerate() {
            let node = KINDS + index;
            room[pending_kind(printing.bottom)][node] = printing.copies;
            // A placed floor was of its colour, or of free colour.
            for colour in
                Colour::ALL.into_iter().filter(|c| printing.bottom.is_none_or(|b| b == *c))
            {
                room[placed_kind(colour)][node] = printing.copies;
            }
            room[node][face_node(printing.face.0)] = printing.copies;
        }
        for face in market {
            room[face_node(face.0)][sink] += 1;
        }
        let mut flow = 0;
        while augment(&mut room, source, sink, &mut vec![false; sink + 1]) {
            flow += 1;
        }
        flow
    }
}

/// Sends one more unit from a node to the sink, if there is room for it.
fn augment(room: &mut [Vec<u8>], node: usize, sink: usize, seen: &mut [bool]) -> bool {
    if node == sink {
        return true;
    }
    seen[node] = true;
    for next in 0..room.len() {
        if room[node][next] > 0 && !seen[next] && augment(room, next, sink, seen) {
            room[node][next] -= 1;
            room[next][node] += 1;
            return true;
        }
    }
    false
}
