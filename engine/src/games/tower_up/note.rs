//! What is kept of a position for others that are like it, so that their inputs are sooner found.

use super::objectives::IN_PLAY;
use super::reach::{Missing, MissingRoofs, Surroundings};
use super::sites::Sites;
use crate::games::inputs::InputNotes;

const MISSING: usize = Surroundings::PLANES;
const NEXT_OPEN: usize = MISSING + 3;
const ROOFS: usize = NEXT_OPEN + 1;
const _: () = assert!(ROOFS < size_of::<InputNotes>() / size_of::<u64>());

pub(super) fn surroundings(notes: &InputNotes) -> Surroundings<'_> {
    Surroundings::new(notes.first_chunk().expect("they are shorter than the notes"))
}

pub(super) fn missing(notes: &InputNotes) -> Missing {
    Missing::from_notes(std::array::from_fn(|at| notes[MISSING + at]))
}

pub(super) fn set_missing(notes: &mut InputNotes, missing: Missing) {
    notes[MISSING..MISSING + 3].copy_from_slice(&missing.to_notes());
}

pub(super) fn next_open(notes: &InputNotes) -> Sites {
    Sites(notes[NEXT_OPEN])
}

pub(super) fn set_next_open(notes: &mut InputNotes, sites: Sites) {
    notes[NEXT_OPEN] = sites.0;
}

/// Four bits for each number.
pub(super) fn roofs(notes: &InputNotes, distance: usize) -> MissingRoofs {
    let bits = notes[ROOFS] >> (16 * distance);
    std::array::from_fn(|slot| (bits >> (4 * slot) & 15) as u8)
}

pub(super) fn set_roofs(notes: &mut InputNotes, all: &[MissingRoofs; 4]) {
    const _: () = assert!(IN_PLAY <= 4);
    notes[ROOFS] = 0;
    for (distance, roofs) in all.iter().enumerate() {
        for (slot, missing) in roofs.iter().enumerate() {
            notes[ROOFS] |= u64::from(*missing) << (16 * distance + 4 * slot);
        }
    }
}
