//! What is kept of a position for others that are like it, so that their inputs are sooner found.

use super::objectives::IN_PLAY;
use super::reach::{Aims, Missing, Surroundings};
use super::rules::MAX_SEATS;
use super::sites::Sites;
use crate::games::inputs::InputNotes;

const MISSING: usize = Surroundings::PLANES;
const NEXT_OPEN: usize = MISSING + 3;
const AIMS: usize = NEXT_OPEN + 1;
const OF_AIMS: usize = 1 + IN_PLAY;
const _: () = assert!(AIMS + MAX_SEATS * OF_AIMS <= size_of::<InputNotes>() / size_of::<u64>());

pub(super) fn surroundings(notes: &InputNotes) -> Surroundings<'_> {
    Surroundings::new(surrounding_planes(notes))
}

pub(super) fn surrounding_planes(notes: &InputNotes) -> &[u64; Surroundings::PLANES] {
    notes.first_chunk().expect("they are shorter than the notes")
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

pub(super) fn aims(notes: &InputNotes, distance: usize) -> Aims {
    let at = AIMS + OF_AIMS * distance;
    // Four bits for each number.
    let missing = std::array::from_fn(|slot| (notes[at] >> (4 * slot) & 15) as u8);
    Aims { missing, targets: std::array::from_fn(|slot| Sites(notes[at + 1 + slot])) }
}

pub(super) fn set_aims(notes: &mut InputNotes, distance: usize, aims: &Aims) {
    let at = AIMS + OF_AIMS * distance;
    notes[at] = 0;
    for (slot, missing) in aims.missing.iter().enumerate() {
        notes[at] |= u64::from(*missing) << (4 * slot);
        notes[at + 1 + slot] = aims.targets[slot].0;
    }
}
