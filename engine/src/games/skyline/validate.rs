//! Whether a state that was read can have come about.

use super::Skyline;
use super::dice::{Face, Kind, total};
use super::moves::left;
use super::state::{Action, Buildings, State, Step};
use crate::document::Object;
use crate::game::Seat;

/// Fills in the yard and reports everything that cannot be.
pub(super) fn check(game: &Skyline, object: &Object<'_>, state: &mut State) {
    check_dice(game, object, state);
    check_turn(game, object, state);
}

fn check_dice(game: &Skyline, object: &Object<'_>, state: &mut State) {
    let mut used = [0u32; 3];
    let hand = state.hand.0.map(|faces| faces.iter().map(|&n| u32::from(n)).sum::<u32>());
    for kind in 0..3 {
        used[kind] = hand[kind] + u32::from(state.to_roll[kind]) + u32::from(state.district[kind]);
    }
    for skyline in &state.skylines[..usize::from(game.rules.players)] {
        for building in skyline.buildings().filter(|building| !building.finished) {
            let count = u32::from(skyline.count(building));
            used[0] += count;
            used[1] += count * u32::from(building.height - 1);
        }
    }
    for kind in Kind::ALL {
        let (all, used) = (game.dice[kind.index()], used[kind.index()]);
        match u32::from(all).checked_sub(used) {
            Some(rest) => state.yard[kind.index()] = rest as u8,
            None => object.fault(
                "players",
                "dice-not-conserved",
                format!("{used} {kind} dice are in use; there are {all}"),
            ),
        }
    }
    let given = object.get("yard").and_then(|reader| {
        let yard = reader.object(&Kind::NAMES)?;
        Some(Kind::NAMES.map(|name| yard.get(name).and_then(|count| count.count(100)).unwrap_or(0)))
    });
    if let Some(given) = given.filter(|given| *given != state.yard) {
        let message =
            format!("the yard is given as {given:?}; everything else leaves {:?}", state.yard);
        object.fault("yard", "dice-not-conserved", message);
    }
    if game.rules.players == 1 && total(state.district) > 0 {
        object.fault(
            "district",
            "solo-district",
            "a player alone does not use the abandoned district",
        );
    }
}

fn check_turn(game: &Skyline, object: &Object<'_>, state: &State) {
    let rolled = !state.hand.is_empty();
    let waiting = total(state.to_roll) > 0;
    let any = |action| game.can(state, action);
    let can_act = rolled && Action::ALL.into_iter().any(any);
    let more_to_build = |mark| {
        let mut more = false;
        game.places(state, mark, |_, _, _| more = true);
        more
    };
    let last_seat = Seat(game.rules.players - 1);
    let possible = match state.step {
        Step::Take => {
            let there = total(state.yard) + total(state.district) > 0;
            let district = game.rules.players == 1 || total(state.district) > 0;
            !rolled && !waiting && there && district
        }
        Step::Roll => waiting,
        Step::Act => !waiting && can_act,
        Step::Stuck => !waiting && rolled && !can_act,
        Step::Pick => !waiting && rolled && any(Action::Demolish),
        Step::Use(Action::Build, mark) => {
            !waiting && rolled && is_built(game, state, mark) && more_to_build(mark)
        }
        Step::Use(action, mark) => {
            let allowed = action == Action::Demolish || game.rules.players > 1;
            let demolished = action == Action::Abandon || state.own().demolished;
            !waiting
                && rolled
                && allowed
                && demolished
                && no_height(mark)
                && left(state, mark).next().is_some()
        }
        Step::GoOn(None) => rolled && !waiting,
        Step::GoOn(Some(mark)) => {
            let named = state.to_roll[mark.0.index()] > 0;
            // Dice are named in order, so none after the last one waits already.
            let in_order = Kind::ALL
                .into_iter()
                .all(|kind| kind <= mark.0 || state.to_roll[kind.index()] == 0);
            named && in_order && no_height(Some(mark)) && left(state, Some(mark)).next().is_some()
        }
        Step::Over => {
            let end = state.round == game.rules.rounds || state.last_round;
            !rolled && !waiting && end && state.seat == last_seat
        }
    };
    if !possible {
        object.fault(
            "turn",
            "impossible-turn",
            "dice in hand, yard and buildings do not fit this step",
        );
    }
    let end = game.rules.end_height;
    let seats = &state.skylines[..usize::from(game.rules.players)];
    let stands = |skyline: &Buildings| {
        skyline.tiles.iter().any(|heights| heights.get(usize::from(end)).is_some_and(|n| *n > 0))
    };
    if end > 0 && !state.last_round && seats.iter().any(stands) {
        let message = format!(
            "a building of height {end} was finished: this is the last round; set `last_round`"
        );
        object.fault("turn", "last-round-missing", message);
    }
    let in_hand = total(state.hand.dice()) + total(state.to_roll);
    if game.rules.players == 1 && in_hand > u32::from(game.rules.dice_taken) {
        let message = format!("{in_hand} dice are in hand; {} are taken", game.rules.dice_taken);
        object.fault("hand", "too-many-in-hand", message);
    }
    if state.last_round && game.rules.end_height == 0 {
        object.fault("turn", "impossible-turn", "no building ends this game");
    }
}

fn no_height(mark: Option<super::state::Mark>) -> bool {
    mark.is_none_or(|(.., height)| height == 0)
}

/// Whether the die named last can just have been built.
fn is_built(game: &Skyline, state: &State, mark: Option<super::state::Mark>) -> bool {
    let Some((kind, face, height)) = mark else { return true };
    if face == Face::Blank || !game.fits(kind, face, height) {
        return false;
    }
    let [_, most] = game.rules.heights[face.index()];
    let raised = height + 1;
    let finished = kind == Kind::Penthouse || (face == Face::Low && raised == most);
    state.own().count(super::state::Building { finished, face, height: raised }) > 0
}
