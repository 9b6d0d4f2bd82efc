//! Whether a state that was read can have come about.

use super::Tower;
use super::card::{NONE, UNKNOWN};
use super::effect::Primitive;
use super::read::tokens;
use super::state::{State, Step, Using};
use super::token::{Material, Token, gems, total};
use crate::document::{FaultCode, Object};
use crate::game::{Finish, Seat};

/// Fills in bag and decks and reports everything that cannot be.
pub(super) fn check(game: &Tower, object: &Object<'_>, state: &mut State) {
    let before = object.reader().fault_count();
    check_tokens(game, object, state);
    check_materials(game, object, state);
    check_decks(game, object, state);
    if object.reader().fault_count() == before {
        check_players(game, object, state);
        check_view(game, object, state);
    }
    if object.reader().fault_count() == before {
        check_turn(game, object, state);
    }
}

fn check_tokens(game: &Tower, object: &Object<'_>, state: &mut State) {
    for token in Token::ALL {
        let at = token.index();
        let held = state.players.iter().map(|player| u32::from(player.tokens[at])).sum::<u32>();
        let used = held + u32::from(state.pile[at]);
        match u32::from(game.tokens[at]).checked_sub(used) {
            Some(rest) => state.bag[at] = rest as u8,
            None => {
                let message = format!("{used} {token} are in use; there are {}", game.tokens[at]);
                object.fault("players", FaultCode::TokensNotConserved, message);
            }
        }
    }
    let given = object.get("bag").and_then(|reader| tokens(&reader));
    if let Some(given) = given.filter(|given| *given != state.bag) {
        let message =
            format!("the bag is given as {given:?}; everything else leaves {:?}", state.bag);
        object.fault("bag", FaultCode::TokensNotConserved, message);
    }
}

fn check_materials(game: &Tower, object: &Object<'_>, state: &State) {
    for material in Material::ALL {
        let held = state.players.iter().map(|p| u32::from(p.materials[material.index()]));
        let (held, gone) = (held.sum::<u32>(), u32::from(game.free_from(state, material, 0)));
        if held != gone {
            let message =
                format!("players have {held} {material}, but {gone} slots for it are empty");
            object.fault("empty_slots", FaultCode::MaterialsNotConserved, message);
        }
    }
}

fn check_decks(game: &Tower, object: &Object<'_>, state: &mut State) {
    state.build_deck = Default::default();
    state.market_deck = Default::default();
    let (build, market) = (state.build_cards(), state.market_cards());
    for (card, materials) in game.cards.iter().enumerate() {
        match game.card_counts[card].checked_sub(build[card]) {
            Some(rest) => state.build_deck[card] = rest,
            None => {
                let name = super::components::card_name(*materials);
                let message = format!("{name} is in use {} times", build[card]);
                object.fault("players", FaultCode::CardsNotConserved, message);
            }
        }
    }
    for (kind, card) in game.market.iter().enumerate() {
        match game.market_counts[kind].checked_sub(market[kind]) {
            Some(rest) => state.market_deck[kind] = rest,
            None => {
                let message = format!("{} is in use {} times", card.name, market[kind]);
                object.fault("players", FaultCode::CardsNotConserved, message);
            }
        }
    }
    let hands = state.players.iter().map(|player| player.hand.unknown());
    let unknown = hands.sum::<u32>() + state.put_back.unknown() + state.looked_at.unknown();
    let offered = state.offer.as_slice().iter().filter(|card| **card == UNKNOWN).count();
    let secret = state.players.iter().filter(|player| player.card == UNKNOWN).count() + offered;
    if unknown > total(&state.market_deck) || secret as u32 > total(&state.build_deck) {
        let message = "more cards are unknown than are left";
        return object.fault("players", FaultCode::CardsNotConserved, message);
    }
    let Some(decks) = object.get("decks").and_then(|r| r.object(&["build", "market"])) else {
        return;
    };
    for (key, left) in [("build", state.build_left()), ("market", state.market_left())] {
        let given = decks.get(key).and_then(|r| r.number(0..=u32::MAX.into()));
        if given.is_some_and(|given| given != u64::from(left)) {
            decks.fault(
                key,
                FaultCode::CardsNotConserved,
                format!("everything else leaves {left}"),
            );
        }
    }
}

fn check_players(game: &Tower, object: &Object<'_>, state: &State) {
    let list = object.get("players").and_then(|reader| reader.list()).unwrap_or_default();
    let fault = |seat: Seat, key: &str, code, message: String| {
        if let Some(player) = list.get(seat.index()).and_then(|reader| reader.any_object()) {
            player.fault(key, code, message);
        }
    };
    let building = matches!(
        state.step,
        Step::Return { .. } | Step::DrawCards { .. } | Step::Choose | Step::Over(Finish::Decided)
    );
    for seat in Seat::all(game.rules.players.into()) {
        let player = state.player(seat);
        let own_turn = seat == state.seat;
        let has_card = match state.step {
            Step::Deal => seat < state.seat,
            _ => !(own_turn && building),
        };
        if (player.card != NONE) != has_card {
            let message = if has_card { "a build card is missing" } else { "there is none now" };
            fault(seat, "build_card", FaultCode::BuildCard, message.into());
        }
        if let Some(card) = player.card()
            && !game.fits_materials(state, seat, card)
        {
            let message = match game.lacking(state, seat) {
                0 => "the card is complete, or would have been before",
                _ => "materials that the card does not need cannot have been bought",
            };
            fault(seat, "materials", FaultCode::ImpossibleMaterials, message.into());
        }
        let limit = usize::from(game.rules.hand_limit);
        if player.hand.len() > limit {
            fault(seat, "hand", FaultCode::HandLimit, format!("a hand has at most {limit} cards"));
        }
        let same = |other: &Seat| *other < seat && state.player(*other).shop == player.shop;
        if player.shop != NONE && Seat::all(seat.index()).any(|other| same(&other)) {
            fault(seat, "shop", FaultCode::TwoInAShop, "another architect is in this shop".into());
        }
        let done = player.floors == game.rules.floors_to_win;
        if done && !(own_turn && state.step == Step::Over(Finish::Decided)) {
            fault(seat, "floors", FaultCode::GameOver, "so many floors have won the game".into());
        }
        let strangers =
            player.hand.as_slice().iter().any(|card| card.known >> game.rules.players > 0);
        if strangers {
            fault(seat, "hand", FaultCode::Card, "a seat that does not play knows nothing".into());
        }
    }
}

/// A view shows what its seat knows, no more and no less.
fn check_view(game: &Tower, object: &Object<'_>, state: &State) {
    let unknown = total(&state.market_deck) - state.market_left();
    let secret = total(&state.build_deck) - state.build_left();
    let Some(viewer) = state.viewer else {
        if unknown + secret > 0 {
            let message = "some cards are `?`: say in `seen_by` whose view this is";
            object.fault("seen_by", FaultCode::UnknownCards, message);
        }
        return;
    };
    if game.hide_from(state, viewer) != *state {
        let message = format!("{viewer} cannot know all these cards; write `?` for the others");
        object.fault("seen_by", FaultCode::SeesTooMuch, message);
    }
    let hidden_own = state.player(viewer).hand.unknown() > 0
        || (state.seat == viewer && state.looked_at.unknown() > 0)
        || (state.seat == viewer && state.offer.as_slice().contains(&UNKNOWN))
        || state.player(viewer).card == UNKNOWN
        || (!game.rules.secret_cards() && secret > 0);
    let hands = state.players.iter().flat_map(|player| player.hand.as_slice());
    let cards = hands.chain(state.put_back.as_slice()).chain(state.looked_at.as_slice());
    let mut forgotten = cards.filter(|card| card.kind == UNKNOWN && card.is_known_to(viewer));
    if hidden_own || forgotten.next().is_some() {
        let message = format!("{viewer} knows its own cards, open cards and those it put back");
        object.fault("seen_by", FaultCode::SeesTooLittle, message);
    } else if !game.can_be_dealt(state) {
        let message = "no secret build cards fit the materials that were bought, and this step";
        object.fault("players", FaultCode::ImpossibleMaterials, message);
    }
}

fn check_turn(game: &Tower, object: &Object<'_>, state: &State) {
    let mut wrong: Vec<String> = Vec::new();
    let mut demand = |holds: bool, message: &str| {
        if !holds {
            wrong.push(message.to_string());
        }
    };
    let rules = &game.rules;
    let (own, dealing) = (state.own(), state.step == Step::Deal);
    if dealing {
        demand(*state == dealt_so_far(game, state), "nothing has happened before the deal")
    } else {
        let turns = u16::from(rules.players);
        let seat = state.turn.checked_sub(1).map(|turn| turn % turns);
        let message = "seat and number of the turn do not fit: seat 0 has turn 1";
        demand(seat == Some(state.seat.0.into()), message);
    }
    let looking = matches!(state.step, Step::Look { .. } | Step::PutBack { .. });
    let offering = matches!(state.step, Step::DrawCards { .. } | Step::Choose);
    let over = matches!(state.step, Step::Over(_));
    demand(looking || state.looked_at.is_empty(), "nobody is looking at black-market cards");
    demand(offering || state.offer.len == 0, "nobody is choosing a build card");
    demand(!state.bought || own.shop != NONE, "`bought` needs a `shop`");
    demand(state.acted || !(state.bought || state.visited), "`bought` and `visited` need `acted`");
    demand(over || state.idle < rules.players, "so many idle turns end the game");
    let drawing = matches!(state.step, Step::Deal | Step::Draw { extra: false, .. });
    let (bag, pile) = (total(&state.bag), total(&state.pile));
    demand(drawing || state.drew || bag == 0, "with tokens in the bag, some were drawn");
    let nothing_left = bag == 0 && !state.drew && (state.acted || pile == 0);
    demand(state.idle == 0 || nothing_left, "a turn is idle only when nothing can be drawn");
    let known = state.put_back.as_slice().iter();
    let seats = known.map(|card| card.known.count_ones()).collect::<Vec<_>>();
    demand(seats.iter().all(|count| *count == 1), "every card in `put_back` is known to one seat");
    let same = state.put_back.as_slice().windows(2).all(|pair| pair[0].known == pair[1].known);
    demand(same, "all cards in `put_back` were put there by the same seat");
    let most_back = usize::from(rules.cards_seen) - 1;
    demand(state.put_back.len() <= most_back, "so many cards cannot have been put back");
    demand(step_is_possible(game, state), "the rest of the position does not fit this step");
    for message in wrong {
        object.fault("turn", FaultCode::ImpossibleTurn, message);
    }
}

/// The only position in which this seat can be dealt its card.
fn dealt_so_far(game: &Tower, state: &State) -> State {
    let mut start = crate::game::Game::start(game);
    start.seat = state.seat;
    start.viewer = state.viewer;
    start.build_deck = state.build_deck;
    for seat in Seat::all(state.seat.index()) {
        start.players[seat.index()].card = state.player(seat).card;
    }
    start
}

fn step_is_possible(game: &Tower, state: &State) -> bool {
    let (rules, own) = (&game.rules, state.own());
    let room = usize::from(rules.hand_limit).saturating_sub(own.hand.len());
    match state.step {
        Step::Deal => true,
        Step::Draw { left, extra } => {
            let size = if extra { rules.extra_draw } else { rules.draw_size };
            (1..=size).contains(&left) && total(&state.bag) > 0 && !state.acted
        }
        Step::Act => true,
        Step::Look { left, keep } => {
            let seen = state.looked_at.len() + usize::from(left);
            let enough = state.market_left() + total(&state.market_discard) >= u32::from(left);
            left > 0
                && keep > 0
                && seen <= rules.cards_seen.into()
                && usize::from(keep) <= seen.min(room)
                && state.visited
                && state.put_back.is_empty()
                && state.market_left() > 0
                && enough
        }
        Step::PutBack { keep } => {
            let by = state.put_back.as_slice().iter().all(|card| card.is_known_to(state.seat));
            let seen = state.looked_at.len() + state.put_back.len();
            keep > 0
                && usize::from(keep) < state.looked_at.len()
                && usize::from(keep) <= room
                && seen <= rules.cards_seen.into()
                && state.visited
                && by
        }
        Step::Effect(using) => {
            let secret = own.card == UNKNOWN && game.takes_needed(using);
            // Whether a secret card allows it has been found out with the deal.
            let mut possible = secret;
            if is_effect(game, state, using) {
                game.list_effect(state, using, &mut |_| possible = true);
            } else {
                possible = false;
            }
            possible
        }
        Step::Rob(using, victim) => {
            is_effect(game, state, using)
                && primitive(game, using) == Some(Primitive::RobGems)
                && victim != state.seat
                && total(&gems(state.player(victim).tokens)) > 0
        }
        Step::Return { material, from } => {
            let held = own.materials[material.index()];
            let earlier = &own.materials[..material.index()];
            let (slot, mut slots) = (usize::from(from), 0);
            game.list_returns(state, material, from, &mut |_| slots += 1);
            held > 0
                && state.acted
                && own.floors > 0
                && total(earlier) == 0
                && (from == 0 || game.slots[slot].material == material)
                && game.free_from(state, material, slot) >= held
                && slots > 1
        }
        Step::DrawCards { left } => {
            let drawn = usize::from(left) + state.offer.as_slice().len();
            left > 0
                && drawn <= rules.cards_drawn.into()
                && state.build_left() > 0
                && own.floors > 0
                && total(&own.materials) == 0
                && state.acted
        }
        Step::Choose => {
            let offered = state.offer.as_slice().len();
            (1..=usize::from(rules.cards_drawn)).contains(&offered)
                && own.floors > 0
                && total(&own.materials) == 0
                && state.acted
        }
        Step::Over(Finish::Decided) => own.floors == rules.floors_to_win && state.acted,
        Step::Over(Finish::Stalemate) => state.idle == rules.players && !state.acted && !state.drew,
        Step::Over(Finish::Unfinished) => {
            state.turn == rules.turn_cap && state.idle < rules.players
        }
    }
}

fn primitive(game: &Tower, using: Using) -> Option<Primitive> {
    let card = game.market.get(usize::from(using.kind))?;
    card.effects.get(usize::from(using.effect)).map(|effect| effect.primitive)
}

/// Whether a card can be under way there: it exists, was paid for and lies on the discard.
fn is_effect(game: &Tower, state: &State, using: Using) -> bool {
    let card = &game.market[usize::from(using.kind)];
    let Some(effect) = card.effects.get(usize::from(using.effect)) else { return false };
    let together = matches!(effect.primitive, Primitive::TakeGems | Primitive::RobGems);
    let range = if together { effect.amount..=effect.amount } else { 1..=effect.amount };
    range.contains(&using.left) && state.acted && state.market_discard[usize::from(using.kind)] > 0
}
