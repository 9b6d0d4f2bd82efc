//! Whether a state that was read can have come about.

use super::Skyline;
use super::dice::{Face, Kind, total};
use super::moves::left;
use super::state::{Action, Building, Buildings, Mark, State, Step};
use crate::document::{FaultCode, Object};
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
                FaultCode::DiceNotConserved,
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
        object.fault("yard", FaultCode::DiceNotConserved, message);
    }
    if game.rules.players == 1 && total(state.district) > 0 {
        object.fault(
            "district",
            FaultCode::SoloDistrict,
            "a player alone does not use the abandoned district",
        );
    }
}

fn check_turn(game: &Skyline, object: &Object<'_>, state: &State) {
    if let Err(message) = check_step(game, state) {
        object.fault("turn", FaultCode::ImpossibleTurn, message);
    }
    check_last_round(game, object, state);
    let in_hand = total(state.hand.dice()) + total(state.to_roll);
    if game.rules.players == 1 && in_hand > u32::from(game.rules.dice_taken) {
        let message = format!("{in_hand} dice are in hand; {} are taken", game.rules.dice_taken);
        object.fault("hand", FaultCode::TooManyInHand, message);
    }
}

/// Says why a step cannot be due.
type Refusal = Result<(), String>;

fn demand(holds: bool, message: &str) -> Refusal {
    if holds { Ok(()) } else { Err(message.into()) }
}

fn check_step(game: &Skyline, state: &State) -> Refusal {
    match state.step {
        Step::Take => check_take(game, state),
        Step::Roll => demand(total(state.to_roll) > 0, "no dice wait in `to_roll` to be rolled"),
        Step::Over => check_over(game, state),
        Step::GoOn(Some(mark)) => check_going_on(state, mark),
        _ => {
            demand(total(state.to_roll) == 0, "dice wait in `to_roll`: the step is `roll`")?;
            demand(!state.hand.is_empty(), "no dice are in hand: the turn is over")?;
            check_action(game, state)
        }
    }
}

fn check_take(game: &Skyline, state: &State) -> Refusal {
    let in_hand = total(state.hand.dice()) + total(state.to_roll);
    demand(in_hand == 0, "dice are in hand already: none are taken")?;
    let there = total(state.yard) + total(state.district) > 0;
    demand(there, "yard and abandoned district are empty: the turn is skipped")?;
    let refilled = game.rules.players == 1 || total(state.district) > 0;
    demand(refilled, "the abandoned district is empty; it gets dice at the end of a turn")
}

/// The steps between a roll and the decision to go on, with dice in hand.
fn check_action(game: &Skyline, state: &State) -> Refusal {
    let can_act = Action::ALL.into_iter().any(|action| game.can(state, action));
    match state.step {
        Step::Act => demand(can_act, "nothing can be done with these dice: the step is `stuck`"),
        Step::Stuck => demand(!can_act, "something can be done with these dice: the step is `act`"),
        Step::Pick => demand(game.can(state, Action::Demolish), "there is no building to demolish"),
        Step::Use(Action::Build, mark) => {
            let built = is_built(game, state, mark);
            demand(built, "the die in `last` cannot just have been built: no building shows it")?;
            let mut more = false;
            game.places(state, mark, |_, _, _| more = true);
            demand(more, "no die in hand can be built after `last`: the action is over")
        }
        Step::Use(action, mark) => {
            let alone = game.rules.players == 1;
            demand(action == Action::Demolish || !alone, "a player alone cannot abandon dice")?;
            let demolished = action == Action::Abandon || state.own().demolished;
            demand(demolished, "a building was just demolished: set `demolished` of this player")?;
            check_named(state, mark)
        }
        _ => Ok(()),
    }
}

/// Between the first die to be rolled again and the roll.
fn check_going_on(state: &State, mark: Mark) -> Refusal {
    let (kind, ..) = mark;
    if state.to_roll[kind.index()] == 0 {
        return Err(format!("`last` is a die to roll again, but no {kind} die waits in `to_roll`"));
    }
    let waits_later = |later: &Kind| *later > kind && state.to_roll[later.index()] > 0;
    if let Some(later) = Kind::ALL.into_iter().find(waits_later) {
        return Err(format!(
            "dice are named in order, ground, upper, penthouse: no {later} die waits before a {kind} die is named"
        ));
    }
    check_named(state, Some(mark))
}

/// Whether dice can still be named after the last one.
fn check_named(state: &State, mark: Option<Mark>) -> Refusal {
    let height = mark.map_or(0, |(.., height)| height);
    demand(height == 0, "`last` has a height; only a die that is built has one")?;
    let more = left(state, mark).next().is_some();
    demand(more, "no die in hand comes after `last`: nothing more can be named")
}

fn check_over(game: &Skyline, state: &State) -> Refusal {
    let in_hand = total(state.hand.dice()) + total(state.to_roll);
    demand(in_hand == 0, "the game is over, but dice are in hand")?;
    let rounds = game.rules.rounds;
    if state.round != rounds && !state.last_round {
        return Err(format!("the game is over after round {rounds}, or after the last round"));
    }
    let last = Seat(game.rules.players - 1);
    demand(state.seat == last, "the game is over after the turn of the last seat")
}

/// The round is the last one exactly when a building of the height that ends the game was
/// finished in it.
fn check_last_round(game: &Skyline, object: &Object<'_>, state: &State) {
    let end = game.rules.end_height;
    let impossible = |message: String| object.fault("turn", FaultCode::ImpossibleTurn, message);
    if end == 0 {
        if state.last_round {
            impossible("no building ends this game".into());
        }
        return;
    }
    let stands = |skyline: &Buildings| {
        skyline.tiles.iter().any(|heights| heights.get(usize::from(end)).is_some_and(|n| *n > 0))
    };
    let seats = &state.skylines[..usize::from(game.rules.players)];
    if !state.last_round {
        if seats.iter().any(stands) {
            let message = format!(
                "a building of height {end} was finished: this is the last round; set `last_round`"
            );
            object.fault("turn", FaultCode::LastRoundMissing, message);
        }
        return;
    }
    // Whoever takes dice has not played in this round.
    let played = state.seat.index() + usize::from(state.step != Step::Take);
    let finished = |skyline: &Buildings| stands(skyline) || skyline.demolished;
    if !can_be_finished(game, state, end) {
        impossible(format!("no building of height {end} can have been finished by this round"));
    } else if !seats[..played].iter().any(finished) {
        impossible(format!(
            "`last_round`: nobody who has played in this round has a building of height {end}, or has demolished one"
        ));
    }
}

/// Whether the dice allow a finished building of this height by this round.
fn can_be_finished(game: &Skyline, state: &State, height: u8) -> bool {
    // Alone, dice come only from the yard, the same number each round.
    let taken = u32::from(state.round) * u32::from(game.rules.dice_taken);
    let in_time = |face: Face| {
        let dealt = u32::from(game.rules.starting_grounds[0] == face);
        game.rules.players > 1 || taken + dealt >= u32::from(height)
    };
    Face::TYPES.into_iter().any(|face| {
        let [least, most] = game.rules.heights[face.index()];
        let has = |kind: Kind| game.faces[kind.index()][face.index()] > 0;
        let (penthouses, heights) =
            if face == Face::Low { (0, most..=most) } else { (1, least..=most) };
        let uppers = height.saturating_sub(1 + penthouses);
        heights.contains(&height)
            && in_time(face)
            && (uppers == 0 || (has(Kind::Upper) && game.dice[1] >= uppers))
            && (penthouses == 0 || (has(Kind::Penthouse) && game.dice[2] > 0))
    })
}

/// Whether the die named last can just have been built.
fn is_built(game: &Skyline, state: &State, mark: Option<Mark>) -> bool {
    let Some((kind, face, height)) = mark else { return true };
    if face == Face::Blank || !game.fits(kind, face, height) {
        return false;
    }
    let [_, most] = game.rules.heights[face.index()];
    let raised = height + 1;
    let finished = kind == Kind::Penthouse || (face == Face::Low && raised == most);
    state.own().count(Building { finished, face, height: raised }) > 0
}
