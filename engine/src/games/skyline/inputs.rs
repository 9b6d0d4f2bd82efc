//! A position as a net sees it: the lead, what unfinished buildings will bring, and the dice.

use super::Skyline;
use super::dice::{Dice, Face, Kind, total};
use super::evaluate::{CLASSES, Counts, columns};
use super::rules::MAX_HEIGHT;
use super::state::{Action, Buildings, State, Step};
use super::worths::Worths;
use crate::game::Seat;
use crate::games::inputs::{InputTable, InputWriter};

/// The places of the tables.
mod table {
    pub const STEP: usize = 0;
    pub const ROUNDS: usize = 1;
    pub const LEAD: usize = 2;
    pub const WORTH: usize = 3;
    pub const COLUMNS: usize = 4;
    pub const HAND: usize = 5;
    pub const ROLLED: usize = 6;
    pub const YARD: usize = 7;
    pub const DISTRICT: usize = 8;
    pub const IN_HAND: usize = 9;
    pub const RIVAL_LEAD: usize = 10;
    pub const RIVAL_EXPECTED: usize = 11;
    pub const RIVAL_COLUMNS: usize = 12;
    pub const RIVAL_WORTH: usize = 13;
}

pub(super) const TABLES: &[InputTable] = &[
    InputTable::new("whose step it is", 40),
    InputTable::new("rounds left", 24),
    InputTable::new("lead over the best rival", 101),
    InputTable::new("what unfinished buildings will bring, and rounds left", 300),
    InputTable::new("unfinished buildings of a class, and rounds left", 360),
    InputTable::new("dice of a face in hand, and where they fit", 576),
    InputTable::new("dice to roll", 36),
    InputTable::new("dice in the yard", 24),
    InputTable::new("dice in the abandoned district", 24),
    InputTable::new("dice in hand", 24),
    InputTable::per_rival("lead over a rival", 101),
    InputTable::per_rival("lead over a rival with what buildings will bring", 161),
    InputTable::per_rival("a rival's unfinished buildings of a class, and rounds left", 360),
    InputTable::per_rival("what a rival's unfinished buildings will bring", 60),
];

impl Skyline {
    pub(super) fn write_inputs(&self, state: &State, seat: Seat, out: &mut InputWriter<'_>) {
        let seats = usize::from(self.rules.players);
        let at = |distance: usize| Seat(((seat.index() + distance) % seats) as u8);
        let actor = (state.seat.index() + seats - seat.index()) % seats;
        out.push(table::STEP, actor * 10 + step_value(state));
        let left = |seat: Seat| self.rounds_left(state, seat);
        let own_left = left(seat).clamp(0, 9) as usize;
        out.push(table::ROUNDS, own_left * 2 + usize::from(state.last_round));
        let worths = Worths::of(self);
        let worth = |counts: Counts, seat: Seat| worths.get(counts, left(seat)) / 100;
        let points = |seat: Seat| self.score(state, seat).total();
        let own_points = points(seat);
        let own_columns = columns(state.skyline(seat));
        let own_worth = worth(own_columns, seat);
        let rivals = (1..seats).map(|distance| points(at(distance)));
        let best = rivals.max().unwrap_or(0);
        out.push(table::LEAD, shifted(own_points - best, 50));
        out.push(table::WORTH, own_left * 30 + (own_worth.clamp(0, 58) / 2) as usize);
        for (class, count) in own_columns.into_iter().enumerate() {
            out.push(table::COLUMNS, column_value(class, count, own_left));
        }
        self.write_dice(state, actor == 0, out);
        for distance in 1..seats {
            let rival = at(distance);
            let counts = columns(state.skyline(rival));
            let (points, worth) = (points(rival), worth(counts, rival));
            out.push_rival(table::RIVAL_LEAD, distance, shifted(own_points - points, 50));
            let expected = own_points + own_worth - points - worth;
            out.push_rival(table::RIVAL_EXPECTED, distance, shifted(expected, 80));
            let left = left(rival).clamp(0, 9) as usize;
            for (class, count) in counts.into_iter().enumerate() {
                out.push_rival(table::RIVAL_COLUMNS, distance, column_value(class, count, left));
            }
            out.push_rival(table::RIVAL_WORTH, distance, worth.clamp(0, 59) as usize);
        }
    }

    /// The dice, those in hand with where they fit on the actor's buildings.
    fn write_dice(&self, state: &State, is_own: bool, out: &mut InputWriter<'_>) {
        let own = usize::from(is_own);
        let skyline = state.skyline(state.seat);
        for kind in Kind::ALL {
            for face in Face::ALL {
                let count = usize::from(state.hand.of(kind, face).min(3));
                let height = if count == 0 { 0 } else { self.best_place(skyline, kind, face) };
                let die = kind.index() * 4 + face.index();
                out.push(table::HAND, ((die * 4 + count) * 6 + height.min(5)) * 2 + own);
            }
        }
        for kind in Kind::ALL.map(Kind::index) {
            let few = |dice: Dice, most: u8| usize::from(dice[kind].min(most));
            out.push(table::ROLLED, (kind * 6 + few(state.to_roll, 5)) * 2 + own);
            out.push(table::YARD, kind * 8 + few(state.yard, 7));
            out.push(table::DISTRICT, kind * 8 + few(state.district, 7));
        }
        let in_hand = total(state.hand.dice()) as usize;
        out.push(table::IN_HAND, in_hand.min(11) * 2 + own);
    }

    /// The height of the tallest column that a die can go on.
    fn best_place(&self, skyline: &Buildings, kind: Kind, face: Face) -> usize {
        if kind == Kind::Ground || face == Face::Blank {
            return 0;
        }
        let [least, most] = self.rules.heights[face.index()].map(usize::from);
        let fits = |height: &usize| match (kind, face) {
            (Kind::Penthouse, Face::Low) => false,
            (Kind::Penthouse, _) => *height + 1 >= least && *height < most,
            (_, Face::Low) => *height < most,
            _ => *height + 1 < most,
        };
        let columns = &skyline.columns[face.index()];
        (1..=MAX_HEIGHT).rev().filter(|height| columns[*height] > 0).find(fits).unwrap_or(0)
    }
}

fn shifted(value: i32, most: i32) -> usize {
    (value.clamp(-most, most) + most) as usize
}

fn column_value(class: usize, count: u8, rounds_left: usize) -> usize {
    debug_assert!(class < CLASSES);
    (class * 4 + usize::from(count.min(3))) * 10 + rounds_left
}

fn step_value(state: &State) -> usize {
    match state.step {
        Step::Take => 0,
        Step::Roll => 1,
        Step::Act => 2,
        Step::Pick => 3,
        Step::Use(Action::Abandon, _) => 4,
        Step::Use(Action::Build, _) => 5,
        Step::Use(Action::Demolish, _) => 6,
        Step::GoOn(None) => 7,
        Step::GoOn(Some(_)) => 8,
        Step::Stuck | Step::Over => 9,
    }
}
